"""The whole lines of one journal file: where each ends, found when somebody first asks, and their bytes (BEN-14).

Owns offsets and nothing of what lines say. The file may grow meanwhile; any thread may ask about a size it was given.
"""

import threading
from array import array
from bisect import bisect_right
from collections.abc import Iterator
from typing import Final

from workbench.bench.journal.place import LINE_LIMIT
from workbench.session.stored import ByteSource

READ_LIMIT: Final = 1 << 30  # bytes; of a bigger journal only the end is read
_STEP: Final = 1 << 20


class Lines:
    """Lines count from 0. Of a file beyond :data:`READ_LIMIT` the older part is left out: ``cut`` says so."""

    def __init__(self, file: ByteSource, size: int) -> None:
        """``size`` is how long the file's whole lines are now."""
        self.file = file
        self.cut = size > READ_LIMIT
        self._lock = threading.Lock()
        # The offsets at which lines start, the last one's end included.
        self._marks = array("q")
        self._scanned = max(0, size - READ_LIMIT)
        if not self.cut:
            self._marks.append(0)

    def count(self, size: int) -> int:
        """How many lines end within the first ``size`` bytes."""
        with self._lock:
            if self._scanned < size:
                self._scan(size)
        return max(0, bisect_right(self._marks, size) - 1)

    def line(self, number: int) -> bytes | None:
        """A line without its LF; None for one that is too long to be read."""
        return next(self.read(number, number + 1), None)

    def read(self, first: int, last: int) -> Iterator[bytes | None]:
        """The lines of ``first <= number < last``, which must have been counted; None for one that is too long."""
        while first < last:
            start, end = self._marks[first], self._marks[first + 1]
            if end - start > LINE_LIMIT:
                yield None
                first += 1
                continue
            until = max(first + 1, min(last, bisect_right(self._marks, start + _STEP) - 1))
            found = self.file.read(start, self._marks[until] - start).split(b"\n")[: until - first]
            # The file may have been cut by somebody since.
            yield from found
            yield from [b""] * (until - first - len(found))
            first = until

    def blocks(self, first: int, last: int) -> Iterator[tuple[int, bytes]]:
        """The same as text, many lines at a time: the number of the first line and the text. Too long lines are left
        out."""
        while first < last:
            start = self._marks[first]
            until = max(first + 1, min(last, bisect_right(self._marks, start + _STEP) - 1))
            if self._marks[until] - start <= LINE_LIMIT:
                yield first, self.file.read(start, self._marks[until] - start)
            first = until

    def _scan(self, size: int) -> None:
        marks = self._marks
        while self._scanned < size:
            block = self.file.read(self._scanned, min(_STEP, size - self._scanned))
            if not block:
                return
            at = block.find(b"\n")
            while at >= 0:
                marks.append(self._scanned + at + 1)
                at = block.find(b"\n", at + 1)
            self._scanned += len(block)


def backwards(file: ByteSource, end: int, floor: int = 0) -> Iterator[tuple[int, bytes]]:
    """The lines before offset ``end``, where one ends, newest first, down to ``floor``: the offset after each and the
    line. A line too long to be an entry comes in pieces that are none either."""
    at, tail = end - 1, b""
    floor = max(floor, end - READ_LIMIT)
    while at > floor:
        first = max(floor, at - _STEP)
        parts = (file.read(first, at - first) + tail).split(b"\n")
        after = at + len(tail) + 1
        for line in reversed(parts[1:] if first > floor else parts):
            yield after, line
            after -= len(line) + 1
        at, tail = first, parts[0] if len(parts[0]) <= LINE_LIMIT else b""
