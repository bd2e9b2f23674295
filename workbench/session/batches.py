"""From lines to the bytes a file holds: plain text, or one checksummed Zstandard frame per batch (LOG-6).

Owns line ends and frames on the writing side. Where the bytes go is in ``logfile`` and ``publication``.
"""

import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final

from workbench.session.paths import Compression

if sys.version_info >= (3, 14):
    from compression.zstd import CompressionParameter, compress
else:
    from backports.zstd import CompressionParameter, compress

_BATCH: Final = 1 << 18  # bytes of text after which a long run of lines starts another frame
_OPTIONS: Final[Mapping[int, int]] = {CompressionParameter.checksum_flag: 1}


def batch(lines: Sequence[bytes], compression: Compression) -> bytes:
    """Lines without LF as they are stored: as text, or as one frame. No lines give no bytes."""
    if not lines:
        return b""
    text = b"\n".join(lines) + b"\n"
    return text if compression == "none" else compress(text, options=_OPTIONS)


def whole_file(header: bytes, lines: Iterable[bytes], compression: Compression) -> Iterator[bytes]:
    """A complete log, piece by piece: the header alone first, then its lines in batches."""
    yield batch((header,), compression)
    held: list[bytes] = []
    size = 0
    for line in lines:
        held.append(line)
        size += len(line)
        if size >= _BATCH:
            yield batch(held, compression)
            held, size = [], 0
    yield batch(held, compression)
