"""The index of a log: columns over its readable lines, and the lines themselves read on demand.

Owns reading a row's bytes and events, from the file or from what is not written yet. The arithmetic is in ``columns``.
One thread adds; any thread may read rows below a count it was given.
"""

import re
from array import array
from bisect import bisect_left
from collections.abc import Iterator
from typing import Final

from workbench.errors import WorkbenchError
from workbench.session.columns import Columns
from workbench.session.events import EVENT_TYPES, Event
from workbench.session.lines import decode_row
from workbench.session.packed import PackedRun
from workbench.session.stored import ByteSource

_KEPT_BLOCKS: Final = 4
_KEPT_SIZE: Final = 1 << 20  # bytes; a bigger block has a long line in it and is not kept
_KEPT_ENDS: Final = 15  # big blocks of which it is known, beside the last one, where their lines end
_LF: Final = re.compile(b"\n")
_LONG_BYTES: Final = 1 << 25  # bytes of long lines whose events are kept, beside the last one

# Number and end of a block, and its lines.
_Kept = tuple[int, int, list[bytes]]
# The row of a long line, where it starts, its length.
_Place = tuple[int, int, int]


class LogIndex(Columns):
    """A log's rows (see :class:`Columns`) over a source of decoded text, with the lines that wait to be written."""

    def __init__(self, source: ByteSource, *, start: int = 0) -> None:
        """``start`` is the decoded offset just after the header line, where the first row will lie."""
        super().__init__(start)
        self.source = source
        # Both are replaced whole, never changed in place where a reader could see it half done.
        self._pending: tuple[int, list[bytes]] = (0, [])
        self._kept: tuple[_Kept, ...] = ()
        self._long: tuple[tuple[_Place, Event | PackedRun], ...] = ()
        # Where the lines of big blocks end, counted from the block's start, by number and end of the block.
        self._ends: dict[tuple[int, int], array[int]] = {}

    def type_name(self, row: int) -> str:
        """The row's type as stored; for an unknown one the line is read."""
        code = self.type_code(row)
        return EVENT_TYPES[code] if code < len(EVENT_TYPES) else self.event(row).type

    def raw(self, row: int) -> bytes:
        """The row's line as stored, without its LF."""
        first, waiting = self._pending
        if waiting and row >= first:
            return waiting[row - first]
        number = self.block_of(row)
        if (span := self._span(row)) is not None:
            return self._read_line(row, *span)
        lines = self._lines_of(number)
        at = row - self._block_rows[number]
        if at >= len(lines):
            raise _shrunk(row)
        return lines[at]

    def head(self, row: int, size: int) -> bytes:
        """The first ``size`` bytes of the row's line, or all of it: for showing long lines without reading them."""
        first, offset, end = self.block(self.block_of(row))
        if row >= self.pending_from or end - offset <= _KEPT_SIZE:
            return self.raw(row)[:size]
        # Where a block begins is known, and its first line is all of it or nearly so.
        start, length = (offset, size) if row == first else self._span(row) or (offset, size)
        return self.source.read(start, min(size, length, end - start - 1)).partition(b"\n")[0]

    def offset(self, row: int) -> int:
        """Where the row's line starts, in bytes of decoded text."""
        first, offset, _ = self.block(self.block_of(row))
        return offset + sum(self.length(each) + 1 for each in range(first, row))

    def length(self, row: int) -> int:
        """Length of the row's line in bytes, without its LF."""
        span = self._span(row) if row < self.pending_from else None
        return span[1] if span is not None else len(self.raw(row))

    def rows_before(self, offset: int) -> int:
        """How many rows' lines start before ``offset``."""
        number = bisect_left(self._block_offsets, offset) - 1
        if number < 0:
            return 0
        row, at, _ = self.block(number)
        for line in self._lines_of(number):
            if at >= offset:
                break
            row, at = row + 1, at + len(line) + 1
        return row

    def lines(self, first: int, last: int) -> Iterator[bytes]:
        """The lines of ``first <= row < last`` in order, without LF, read block by block."""
        from_memory, waiting = self._pending
        written = min(last, from_memory) if waiting else last
        row = first
        while row < written:
            number = self.block_of(row)
            start = self._block_rows[number]
            found = self._lines_of(number)[row - start : written - start]
            if not found:
                raise _shrunk(row)
            yield from found
            row += len(found)
        yield from waiting[row - from_memory : last - from_memory] if row < last else ()

    def event(self, row: int) -> Event | PackedRun:
        """The row decoded; a packed row stays one. Tolerant: the row was found readable when it was indexed.

        Raises ``log_changed`` where it is not any more.
        """
        place = self._place_of_long(row)
        known = next((event for at, event in self._long if at == place), None)
        if known is not None:
            return known
        try:
            event = decode_row(self.raw(row), self.seq(row), self.time(row))
        except ValueError:
            # It was readable when it was indexed.
            raise _shrunk(row) from None
        if place is not None:
            self._keep_long(place, event)
        return event

    def _span(self, row: int) -> tuple[int, int] | None:
        """Where the line of ``row`` starts, and its length, if it lies in a big block; such a block is read once."""
        number = self.block_of(row)
        first, offset, end = self.block(number)
        if end - offset <= _KEPT_SIZE:
            return None
        ends = self._ends.get((number, end))
        if ends is None:
            text = self.source.read(offset, end - offset)
            ends = array("Q", (found.start() for found in _LF.finditer(text)))
            self._ends = {**dict(list(self._ends.items())[-_KEPT_ENDS:]), (number, end): ends}
        at = row - first
        if at >= len(ends):
            raise _shrunk(row)
        start = ends[at - 1] + 1 if at else 0
        return offset + start, ends[at] - start

    def _read_line(self, row: int, start: int, length: int) -> bytes:
        line = self.source.read(start, length + 1)
        if line.find(b"\n") != length:
            self._ends = {}
            raise _shrunk(row)
        return line[:-1]

    def _place_of_long(self, row: int) -> _Place | None:
        """Where the line of ``row`` lies, if it is a long one that has been written."""
        span = self._span(row) if row < self.pending_from else None
        return (row, *span) if span is not None and span[1] > _KEPT_SIZE else None

    def _keep_long(self, place: _Place, event: Event | PackedRun) -> None:
        """Views of the past ask for the same few events at every key, and a long one takes as long as all the rest."""
        kept, room = [(place, event)], _LONG_BYTES - place[2]
        for at, known in self._long:
            room -= at[2]
            if room < 0:
                break
            kept.append((at, known))
        self._long = tuple(kept)

    def event_at(self, seq: int) -> Event:
        """Event ``seq``, out of its packed row if need be; IndexError where the log has no such event."""
        row = self.row_of(seq)
        if row is None:
            raise IndexError(seq)
        found = self.event(row)
        return found.member(seq - found.seq) if isinstance(found, PackedRun) else found

    def events_from(self, seq: int = 0, rows: int | None = None) -> Iterator[Event]:
        """Every event from ``seq`` on in log order, packed rows expanded, up to row count ``rows`` (default: now)."""
        last = self.rows if rows is None else rows
        first = self.first_row_from(seq) if seq > 0 else 0
        for row, line in enumerate(self.lines(first, last), first):
            found = decode_row(line, self.seq(row), self.time(row))
            members = found.expand() if isinstance(found, PackedRun) else (found,)
            yield from members if row > first else (event for event in members if event.seq >= seq)

    def add(self, type_code: int, seq: int, time: int, raw: bytes) -> int:
        """Add one event's line that is not in the file yet (``raw`` without LF) and return its row."""
        return self.add_lines(bytes((type_code,)), seq, time, [raw])

    def add_lines(self, codes: bytes, seq: int, time: int, lines: list[bytes]) -> int:
        """Add lines of one event each that are not in the file yet (without LF); return the first one's row.

        ``codes`` are their types, ``seq`` is the first one's seq, ``time`` (epoch ms) that of all.
        """
        _, waiting = self._pending
        if waiting:
            waiting += lines
        else:
            self._pending = (len(self._types), lines)
        return self.follow(codes, seq, time, sum(map(len, lines)) + len(lines))

    def pending(self) -> list[bytes]:
        """The lines that are not in the source yet, in order, without LF."""
        return list(self._pending[1])

    @property
    def pending_from(self) -> int:
        """First row that is not in the source yet; ``rows`` when all are."""
        first, waiting = self._pending
        return first if waiting else self.rows

    def flushed(self, rows: int | None = None) -> None:
        """Rows below ``rows`` (default: all) can be read from the source now; their bytes in memory are let go."""
        first, waiting = self._pending
        done = self.rows if rows is None else rows
        self._pending = (done, waiting[max(0, done - first) :])

    def drop_pending(self) -> None:
        """Forget every row that is not in the source (a crash)."""
        first, waiting = self._pending
        if waiting:
            self.cut(first, self.offset(first))
            self._pending = (first, [])

    def cut_from(self, row: int, end: int) -> None:
        """Forget the rows from ``row`` on, whose line starts at decoded offset ``end``."""
        self._kept = self._long = ()
        self._ends = {}
        self.cut(row, end)

    def attach(self, source: ByteSource) -> None:
        """Read from ``source`` from now on: a new log got its file."""
        self.source = source

    def _lines_of(self, number: int) -> list[bytes]:
        """The lines of a block as far as they are in the source."""
        _, offset, end = self.block(number)
        for known, known_end, lines in self._kept:
            if known == number and known_end == end:
                return lines
        text = self.source.read(offset, end - offset)
        lines = text.split(b"\n")
        lines.pop()
        if len(text) == end - offset <= _KEPT_SIZE:
            self._kept = ((number, end, lines), *self._kept[: _KEPT_BLOCKS - 1])
        return lines


def _shrunk(row: int) -> WorkbenchError:
    return WorkbenchError(
        "log_changed",
        f"row {row} is no longer in the file: it was cut or replaced while it was open",
        hint="open it again",
    )
