"""The plan of a repair as a record: which file, what stays of it, what goes (LOG-13).

Owns shapes only, and reading the text that stays. Plans are made by ``mending`` and carried out by ``mended``.
"""

import os
from bisect import bisect_right
from collections.abc import Sequence
from itertools import accumulate
from pathlib import Path
from typing import Final

import msgspec

from workbench.session.losses import Lost
from workbench.session.paths import Compression
from workbench.session.stored import ByteSource
from workbench.session.verdict import Verdict

_AHEAD: Final = 8 << 20  # bytes of text read at a time: a big frame is decoded from its beginning for each


class TextPart:
    """Stretches of a log's text, ``first <= offset < last`` each, as a source of its own; read ahead in big pieces."""

    def __init__(self, source: ByteSource, spans: Sequence[tuple[int, int]]) -> None:
        self._source = source
        self._spans = tuple(spans)
        # Where each stretch begins in what is left.
        self._starts = list(accumulate((last - first for first, last in spans), initial=0))
        self._base = 0
        self._held = b""

    def read(self, offset: int, size: int) -> bytes:
        """Up to ``size`` bytes from ``offset`` on."""
        size = max(0, min(size, self.size() - offset))
        if offset < self._base or offset + size > self._base + len(self._held):
            self._base = offset
            self._held = self._joined(offset, min(max(size, _AHEAD), self.size() - offset))
        at = offset - self._base
        return self._held[at : at + size]

    def size(self) -> int:
        """How many bytes there are."""
        return self._starts[-1]

    def _joined(self, offset: int, size: int) -> bytes:
        parts = []
        number = bisect_right(self._starts, offset) - 1
        while size > 0 and number < len(self._spans):
            first, last = self._spans[number]
            at = first + offset - self._starts[number]
            part = self._source.read(at, min(size, last - at))
            parts.append(part)
            offset, size, number = offset + last - at, size - (last - at), number + 1
        return b"".join(parts)


class Stamp(msgspec.Struct, frozen=True):
    """Which file was planned for: another device, inode, size in bytes or mtime in ns makes it another."""

    device: int
    inode: int
    size: int
    mtime_ns: int

    @classmethod
    def of(cls, found: os.stat_result) -> "Stamp":
        """What the system says of a file."""
        return cls(found.st_dev, found.st_ino, found.st_size, found.st_mtime_ns)


class Kept(msgspec.Struct, frozen=True):
    """What stays: ``events`` as stored (closers not counted), how the last turn ends, and the bytes of text."""

    events: int
    last_turn_end: str | None
    size: int


class RepairPlan(msgspec.Struct, frozen=True, kw_only=True):
    """What repairing the log at ``path`` would do; nothing where ``needed`` is False.

    ``text`` is what is kept, header line included, of the very file that was read. ``whole`` are the stored bytes that
    stay as they are, and ``whole_text`` how much of the text they hold: the frames of a compressed log before its torn
    end. ``mended`` is what is put right without losing an event, ``note`` what a repair does not mend.
    """

    path: Path
    verdict: Verdict
    needed: bool
    compression: Compression
    session_id: str
    stamp: Stamp
    kept: Kept
    lost: Lost
    text: TextPart
    whole: int = 0
    whole_text: int = 0
    mended: tuple[str, ...] = ()
    note: str | None = None
