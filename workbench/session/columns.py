"""The columns under a log's index: row <-> seq <-> time <-> block arithmetic, and nothing read from the file.

It checks nothing: what enters has been checked by the reader or made by the writer. One thread adds; any thread may
read rows below a count it was given (LOG-3, LOG-4).
"""

from array import array
from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from typing import Final

import msgspec

from workbench.session.events import PACKED_TYPES, TYPE_CODE

_FIRST_PACKED: Final = min(TYPE_CODE[name] for name in PACKED_TYPES)
_LAST_PACKED: Final = max(TYPE_CODE[name] for name in PACKED_TYPES)
_BLOCK: Final = 1 << 16  # bytes of text after which lines added singly start another block
_STRIDE: Final = 1 << 12  # rows looked through at a time
_NOTED: Final = tuple(TYPE_CODE[name] for name in ("turn/start", "schedule/change", "todo/write"))


class PackedRows(msgspec.Struct, frozen=True, gc=False):
    """The packed rows among some lines: their places in order, how many events each has, the latest time of each."""

    places: list[int] = []
    counts: list[int] = []
    latest: list[int] = []


class Columns:
    """One entry per readable line after the header. Rows count from 0; offsets are bytes of decoded text.

    Where lines lie is kept per block of lines that follow each other, not per line. ``turns``, ``changes`` and
    ``plans`` hold the rows of ``turn/start``, ``schedule/change`` and ``todo/write`` in order; ``events`` counts
    events, packed ones singly; ``end`` is the offset where the next line will start.
    """

    def __init__(self, start: int = 0) -> None:
        """``start`` is the decoded offset just after the header line, where the first row will lie."""
        self.end = start
        self.events = 0
        self.turns = array("I")
        self.changes = array("I")
        self.plans = array("I")
        self._types = bytearray()
        self._times = array("q")
        # Within a stretch seq grows by one a row; a packed row, a hole or a repeated seq starts the next stretch.
        self._stretch_rows = array("I")
        self._stretch_seqs = array("q")
        # Stretches that start below a seq already seen: they claim what others claim, or come too late.
        self._side = array("I")
        # The others, once there are such: which stretches, and their first seqs. Until then these are all of them.
        self._main: tuple[array[int], array[int]] | None = None
        # One above the highest seq of all finished stretches.
        self._high = 0
        self._packed_rows = array("I")
        self._packed_counts = array("I")
        self._packed_latest = array("q")
        self._block_rows = array("I")
        self._block_offsets = array("q")
        self._block_ends = array("q")

    @property
    def rows(self) -> int:
        """Number of readable lines after the header, those not written yet included."""
        return len(self._types)

    @property
    def next_seq(self) -> int:
        """The seq that follows the last row's last event."""
        last = len(self._types) - 1
        return 0 if last < 0 else self.seq(last) + self.members(last)

    def type_code(self, row: int) -> int:
        """Position of the row's type in ``EVENT_TYPES``, or ``UNKNOWN_TYPE``."""
        return self._types[row]

    def time(self, row: int) -> int:
        """The row's time in epoch ms; of a packed row its first member's."""
        return self._times[row]

    def seq(self, row: int) -> int:
        """The row's seq; of a packed row its first member's."""
        at = bisect_right(self._stretch_rows, row) - 1
        return self._stretch_seqs[at] + row - self._stretch_rows[at]

    def members(self, row: int) -> int:
        """How many events the row holds: 1, or a packed row's length."""
        if not _FIRST_PACKED <= self._types[row] <= _LAST_PACKED:
            return 1
        return self._packed_counts[bisect_left(self._packed_rows, row)]

    def row_of(self, seq: int) -> int | None:
        """The row that holds event ``seq``: the first of two that claim it, or None where it is missing."""
        if self._main is None:
            found = self._row_in(bisect_right(self._stretch_seqs, seq) - 1, seq)
            # A log that grows meanwhile may have come to claim a number twice: then that search was not in order.
            if self._main is None:
                return found
        numbers, seqs = self._main
        at = bisect_right(seqs, seq) - 1
        candidates = (self._row_in(number, seq) for number in (*numbers[max(0, at) : at + 1], *self._side))
        return next((row for row in candidates if row is not None), None)

    def first_row_from(self, seq: int) -> int:
        """The row that holds ``seq``, else the first row after it; ``rows`` when the log ends before it."""
        found = self.row_of(seq)
        if found is not None:
            return found
        # Not strict: a stretch that is being added meanwhile is in one of the two first.
        later = (row for row, first in zip(self._stretch_rows, self._stretch_seqs, strict=False) if first >= seq)
        return next(later, self.rows)

    def behind(self) -> list[tuple[int, int]]:
        """The stretches ``first <= row < last`` of rows, in order, whose seqs are below one that came before.

        They claim what others claim, or come too late. Stretches that touch and go on in seq are one.
        """
        found: list[tuple[int, int]] = []
        side = frozenset(self._side)
        high = 0
        for number in range(max(side, default=-1) + 1):
            first, seq = self._stretch_rows[number], self._stretch_seqs[number]
            following = self._stretch_rows[number + 1] if number + 1 < len(self._stretch_rows) else self.rows
            if number in side:
                last = min(following, first + high - seq)
                joins = bool(found) and found[-1][1] == first and seq >= self.seq(first - 1)
                found[-1:] = [(found[-1][0], last)] if joins else [*found[-1:], (first, last)]
            high = max(high, self.seq(following - 1) + self.members(following - 1))
        return found

    def row_after(self, time: int, first: int = 0) -> int:
        """First row from ``first`` on with an event later than ``time`` (epoch ms); ``rows`` where there is none."""
        # Times need not grow along a log (a clock may be set back), so this looks from the front, block by block.
        for start in range(first, self.rows, _STRIDE):
            last = min(self.rows, start + _STRIDE)
            if self.latest(start, last) > time:
                return self._row_after_in(start, last, time)
        return self.rows

    def latest(self, first: int, last: int) -> int:
        """The latest time (epoch ms) of the events in ``first <= row < last``, which is not empty."""
        packed = self._packed_latest[bisect_left(self._packed_rows, first) : bisect_left(self._packed_rows, last)]
        packed.append(max(self._times[first:last]))
        return max(packed)

    def find_type(self, code: int, first: int = 0, last: int | None = None) -> int:
        """First row in ``first <= row < last`` of that type code, or -1."""
        return self._types.find(code, first, self.rows if last is None else last)

    def rfind_type(self, code: int, first: int = 0, last: int | None = None) -> int:
        """Last row in ``first <= row < last`` of that type code, or -1."""
        return self._types.rfind(code, first, self.rows if last is None else last)

    def codes(self, first: int = 0, last: int | None = None) -> bytes:
        """A copy of the type codes of ``first <= row < last``, one byte a row."""
        return bytes(self._types[first:last])

    def block_of(self, row: int) -> int:
        """The number of the block that holds ``row``."""
        return bisect_right(self._block_rows, row) - 1

    def block(self, number: int) -> tuple[int, int, int]:
        """First row of a block, and the offsets at which its text starts and ends, the last LF included."""
        return self._block_rows[number], self._block_offsets[number], self._block_ends[number]

    def place(  # noqa: PLR0917 - the columns
        self, code: int, seq: int, time: int, offset: int, length: int, members: int = 1, latest: int | None = None
    ) -> int:
        """Add one line that lies at ``offset`` (``length`` bytes without LF) and return its row.

        A packed row has ``members`` events; the latest of their times is ``latest`` (epoch ms).
        """
        row = len(self._types)
        self._join(row, seq)
        if _FIRST_PACKED <= code <= _LAST_PACKED:
            self._note_packed(row, members, time if latest is None else latest)
        self._times.append(time)
        self._extend_block(row, offset, offset + length + 1)
        self.events += members
        if code in _NOTED:
            self._noted(code).append(row)
        self._types.append(code)  # last: it is what makes the row visible to other threads
        return row

    def follow(self, codes: bytes, seq: int, time: int, size: int) -> int:
        """Add lines of one event each that follow the last line, all with ``time``; return the first one's row.

        ``size`` is the bytes of their text, LFs included. This is what a log that is being written adds.
        """
        row = len(self._types)
        if not row or seq - self._stretch_seqs[-1] != row - self._stretch_rows[-1]:
            self._join(row, seq)
        end = self.end + size
        if row and end - self._block_offsets[-1] <= _BLOCK:
            self._block_ends[-1] = self.end = end
        else:
            self._start_block(row, self.end, end)
        count = len(codes)
        if count == 1:
            self._times.append(time)
            if codes[0] in _NOTED:
                self._noted(codes[0]).append(row)
        else:
            self._times.fromlist([time] * count)
            self._note(codes, row)
        self.events += count
        self._types += codes  # last: it is what makes the rows visible to other threads
        return row

    def place_block(
        self, codes: bytes, seqs: Sequence[int], times: list[int], offset: int, end: int, packed: PackedRows
    ) -> None:
        """Add lines that follow each other in the text from ``offset`` to ``end``, and in their seqs."""
        row = len(self._types)
        self._join(row, seqs[0])
        if packed.places:
            self._packed_latest.fromlist(packed.latest)
            self._packed_counts.fromlist(packed.counts)
            self._packed_rows.fromlist([row + at for at in packed.places])
            self._start_stretches(row, seqs, [at + 1 for at in packed.places if at + 1 < len(seqs)])
        self._times.fromlist(times)
        self._start_block(row, offset, end)
        self._note(codes, row)
        self.events += len(codes) + sum(packed.counts) - len(packed.counts)
        self._types += codes

    def cut(self, rows: int, end: int) -> None:
        """Forget the rows from ``rows`` on, as if they had never been added; the line of ``rows`` starts at ``end``."""
        if rows >= self.rows:
            return
        self.events -= sum(self.members(row) for row in range(rows, self.rows))
        for column in (self.turns, self.changes, self.plans):
            del column[bisect_left(column, rows) :]
        packed, blocks = bisect_left(self._packed_rows, rows), bisect_left(self._block_rows, rows)
        del self._types[rows:], self._times[rows:]
        del self._packed_rows[packed:], self._packed_counts[packed:], self._packed_latest[packed:]
        self._cut_stretches(bisect_left(self._stretch_rows, rows))
        del self._block_rows[blocks:], self._block_offsets[blocks:], self._block_ends[blocks:]
        self.end = end
        if blocks:
            self._block_ends[-1] = min(self._block_ends[-1], end)

    def _row_after_in(self, first: int, last: int, time: int) -> int:
        """The first row later than ``time`` in ``first <= row < last``, of which one is."""
        while last - first > 1:
            middle = (first + last) // 2
            if self.latest(first, middle) > time:
                last = middle
            else:
                first = middle
        return first

    def _join(self, row: int, seq: int) -> None:
        """Start another stretch unless ``seq`` simply continues the last one."""
        if not row:
            self._start_stretch(row, seq)
            return
        if seq != self._stretch_seqs[-1] + row - self._stretch_rows[-1]:
            self._high = max(self._high, self.next_seq)
            self._start_stretch(row, seq, behind=seq < self._high)

    def _start_stretch(self, row: int, seq: int, *, behind: bool = False) -> None:
        number = len(self._stretch_rows)
        if behind:
            if self._main is None:
                self._main = (array("I", range(number)), self._stretch_seqs[:])
            self._side.append(number)
        elif self._main is not None:
            self._main[0].append(number)
            self._main[1].append(seq)
        self._stretch_seqs.append(seq)
        self._stretch_rows.append(row)

    def _start_stretches(self, row: int, seqs: Sequence[int], places: list[int]) -> None:
        """Start a stretch at each of these places among lines in order, of which the first is ``row``."""
        if self._main is not None:
            number = len(self._stretch_rows)
            self._main[0].extend(range(number, number + len(places)))
            self._main[1].fromlist([seqs[at] for at in places])
        self._stretch_seqs.fromlist([seqs[at] for at in places])
        self._stretch_rows.fromlist([row + at for at in places])

    def _cut_stretches(self, count: int) -> None:
        del self._stretch_rows[count:], self._stretch_seqs[count:]
        del self._side[bisect_left(self._side, count) :]
        if self._main is not None:
            kept = bisect_left(self._main[0], count)
            del self._main[0][kept:], self._main[1][kept:]
        ends = (row - 1 for row in self._stretch_rows[1:])
        self._high = max((self.seq(row) + self.members(row) for row in ends), default=0)

    def _note_packed(self, row: int, members: int, latest: int) -> None:
        self._packed_latest.append(latest)
        self._packed_counts.append(members)
        self._packed_rows.append(row)

    def _extend_block(self, row: int, offset: int, end: int) -> None:
        """Put one more line into the last block if it follows there and both are small, else into its own."""
        if row and offset == self.end and end - self._block_offsets[-1] <= _BLOCK:
            self._block_ends[-1] = self.end = end
        else:
            self._start_block(row, offset, end)

    def _start_block(self, row: int, offset: int, end: int) -> None:
        self._block_ends.append(end)
        self._block_offsets.append(offset)
        self._block_rows.append(row)
        self.end = end

    def _note(self, codes: bytes, row: int) -> None:
        """Note which of the lines with these types, the first being ``row``, one looks for by type."""
        for code in _NOTED:
            self._noted(code).fromlist(_rows_of(codes, code, row))

    def _noted(self, code: int) -> "array[int]":
        return (self.turns, self.changes, self.plans)[_NOTED.index(code)]

    def _row_in(self, at: int, seq: int) -> int | None:
        """The row of ``seq`` within stretch number ``at``."""
        if at < 0 or seq < self._stretch_seqs[at]:
            return None
        following = self._stretch_rows[at + 1] if at + 1 < len(self._stretch_rows) else self.rows
        row = min(self._stretch_rows[at] + seq - self._stretch_seqs[at], following - 1)
        return row if seq < self.seq(row) + self.members(row) else None


def _rows_of(codes: bytes, code: int, first: int) -> list[int]:
    """The rows of that type among lines of which the first is row ``first``."""
    found = []
    at = codes.find(code)
    while at >= 0:
        found.append(first + at)
        at = codes.find(code, at + 1)
    return found
