"""The text of a damaged Zstandard frame up to the damage (LOG-8, LOG-14).

Owns how far it can be decoded. Which frames are damaged, and what follows them, is in ``frames``.
"""

from collections.abc import Callable
from typing import Final

from workbench.session.zstd import ZstdDecompressor, ZstdError

_STEPS: Final = (1 << 12, 1 << 6, 1)  # stored bytes fed at a time
_STORED_MAX: Final = 1 << 20
_PIECE: Final = 1 << 18  # decoded bytes at a time


def salvage(frame: bytes, new_decoder: Callable[[], ZstdDecompressor], room: int) -> bytes:
    """What the frame's first MiB as stored gives before it fails; little more than ``room`` bytes at most.

    A call that fails gives nothing, so the pieces get smaller where one does.
    """
    good, text = 0, b""
    for step in _STEPS:
        good, text = _feed(new_decoder(), frame[:_STORED_MAX], good, step, room)
        if len(text) > room:
            break
    return text


def _feed(decoder: ZstdDecompressor, frame: bytes, good: int, step: int, room: int) -> tuple[int, bytes]:
    """Feed ``good`` bytes, then ``step`` at a time until that fails: how many were good, and all their text."""
    parts: list[bytes] = []
    at, end = 0, good or step
    try:
        while at < len(frame) and room >= 0:
            data = frame[at:end]
            while (data or not decoder.needs_input) and room >= 0:
                parts.append(decoder.decompress(data, _PIECE))
                data = b""
                room -= len(parts[-1])
            at, end = end, end + step
    except (ZstdError, EOFError):
        pass
    return at, b"".join(parts)
