"""How much of a file is read before it is refused as ``too_large`` (LOG-8)."""

from typing import Final

import msgspec

from workbench.errors import WorkbenchError

_MIB: Final = 1 << 20


class Limits(msgspec.Struct, frozen=True):
    """``line`` and ``decoded`` in bytes; a compressed file may decode to ``decoded`` or ``ratio`` times its size.

    ``window_log`` is the largest Zstandard window, as a power of two of bytes.
    """

    line: int = 64 * _MIB
    decoded: int = 64 * _MIB
    ratio: int = 200
    window_log: int = 27

    def decoded_size(self, stored: int) -> int:
        """Bytes that a file of ``stored`` bytes may decode to."""
        return max(self.decoded, self.ratio * stored)


LIMITS: Final = Limits()


def too_large(what: str, limit: str) -> WorkbenchError:
    """The refusal of ``what``, which is beyond ``limit``."""
    return WorkbenchError(
        "too_large", f"{what} is larger than is read here: {limit} at most", hint="this is hardly a session log"
    )
