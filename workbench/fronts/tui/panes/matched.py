"""The rows that a filter leaves: matching events and the headers of their turns, in the transcript's order.

Owns joining what a search finds, in pieces and in any direction from where it began, so that rows which are there
already keep their order. Finding is ``searching``'s; this is the list that the transcript shows.
"""

from array import array
from collections.abc import Sequence
from typing import NamedTuple

from workbench.fronts.tui.panes.blocks import CLOSER, EVENT, HEADER, KIND_BITS, SHIFT, entry_of
from workbench.fronts.tui.panes.rows import Gone, Row, row_from
from workbench.fronts.tui.panes.turns import opening
from workbench.session.columns import Columns


class Found(NamedTuple):
    """What a search found in the index rows ``first <= row < last``: entries in the order of the transcript."""

    first: int
    last: int
    entries: Sequence[int]


class Matched:
    """Rows of one index that match. Pieces are added at either end of what was searched so far."""

    def __init__(self, index: Columns, start: int) -> None:
        """``start`` is the row of ``index`` that the search begins at."""
        self._index = index
        self.first = self.last = start
        # What lies before the start, last row first, and what lies from it on.
        self._before = array("q")
        self._after = array("q")
        self._closers: list[int] = []
        self._end_header: int | None = None
        self.count = 0

    def __len__(self) -> int:
        return len(self._before) + len(self._after) + len(self._closers)

    def add(self, found: Found) -> None:
        """Join a piece that ends where the known part begins, or begins where that ends, or replaces its end."""
        entries = list(found.entries)
        if found.last == self.first and found.first < self.first:
            if not len(self):
                self._end_header = _last_header(entries)
            self._drop_header_at_front(_last_header(entries))
            self._before.extend(reversed(entries))
            self.first = found.first
        else:
            self._cut(found.first)
            if entries and entries[0] == self._end_header:
                del entries[0]
            self._end_header = _last_header(entries) or self._end_header
            self._after.extend(entries)
            self.last = found.last
        self.count += sum(1 for entry in entries if entry & KIND_BITS == EVENT)

    def put_closers(self, closers: Sequence[int]) -> None:
        """These closers match; they stand after all other rows."""
        self.count += len(closers) - len(self._closers)
        self._closers = [entry_of(CLOSER, closer) for closer in closers]

    def at(self, row: int) -> Row:
        """That row."""
        return row_from(self._entry(row))

    def position(self, line: int) -> int:
        """The row of index row ``line``, or of the last matching one before it; 0 where there is none."""
        # A header counts as its turn's first match, so the last row up to a line is never a header.
        return max(0, self._rows_until(line) - 1)

    def row_of(self, row: Row) -> int:
        """Where that very row is, or the nearest one before it."""
        if row.kind == "closer":
            entry = entry_of(CLOSER, row.at)
            return self._matching + self._closers.index(entry) if entry in self._closers else max(0, self._matching - 1)
        if row.kind != "header":
            return self.position(row.at)
        at = self._rows_until(opening(self._index, row.at) - 1)
        return at if at < self._matching and self._entry(at) == entry_of(HEADER, row.at) else max(0, at - 1)

    def settle(self, row: int) -> Gone | None:
        """Nothing: every row was looked at."""
        del row
        return None

    def _entry(self, row: int) -> int:
        before, after = len(self._before), len(self._after)
        if row < before:
            return self._before[before - 1 - row]
        return self._after[row - before] if row < before + after else self._closers[row - before - after]

    @property
    def _matching(self) -> int:
        """How many rows there are without the closers."""
        return len(self._before) + len(self._after)

    def _rows_until(self, line: int) -> int:
        """How many rows stand for index rows up to ``line``."""
        low, high = 0, self._matching
        while low < high:
            middle = (low + high) // 2
            entry = self._entry(middle)
            if (self._entry(middle + 1) if entry & KIND_BITS == HEADER else entry) >> SHIFT <= line:
                low = middle + 1
            else:
                high = middle
        return low

    def _drop_header_at_front(self, header: int | None) -> None:
        """The first known match is of the turn that the piece before it ends in: one header is enough."""
        column, place = (self._before, len(self._before) - 1) if self._before else (self._after, 0)
        if column and column[place] == header:
            del column[place]

    def _cut(self, first: int) -> None:
        """Forget the matches from index row ``first`` on, which were searched again."""
        cut = False
        for column, last in ((self._after, -1), (self._before, 0)):
            while column and (column[last] & KIND_BITS == HEADER or column[last] >> SHIFT >= first):
                self.count -= column[last] & KIND_BITS == EVENT
                del column[last]
                cut = True
            if column:
                break
        if cut:
            self._end_header = _last_header(self._after) or next(filter(_is_header, self._before), None)


def _is_header(entry: int) -> bool:
    return entry & KIND_BITS == HEADER


def _last_header(entries: "Sequence[int] | array[int]") -> int | None:
    return next(filter(_is_header, reversed(entries)), None)
