"""Which rows the transcript has: one per event that is shown, a header before each turn, and bands between them.

Owns the counting, block by block, so that a million events cost a few milliseconds and nothing is kept per row. A
block is counted from its type column alone; only when it comes into sight are its events looked at, and those that say
nothing of their own leave it (:meth:`Rows.settle`). What a row says is the transcript's.
"""

from array import array
from bisect import bisect_left, bisect_right
from collections import OrderedDict
from collections.abc import Callable, Sequence
from itertools import accumulate
from typing import Any, Final, Literal, NamedTuple

from workbench.fronts.tui.panes import blocks
from workbench.fronts.tui.panes.blocks import BAND, CLOSER, EVENT, HEADER, KIND_BITS, SHIFT, STRUCTURAL, entry_of
from workbench.fronts.tui.panes.quiet import MAY_BE_QUIET
from workbench.fronts.tui.panes.turns import TURN, opening
from workbench.session.columns import Columns

__all__ = ("STRUCTURAL", "Gone", "Quiet", "Row", "Rows")

_KEPT: Final = 64
Kind = Literal["event", "header", "band", "closer"]
_KINDS: Final[tuple[Kind, ...]] = ("event", "header", "band", "closer")
Quiet = Callable[[Any, int], bool]


class Row(NamedTuple):
    """A row of the transcript: the event in index row ``at``, the header of the turn whose ``turn/start`` that is, band
    number ``at``, or closer number ``at``."""

    kind: Kind
    at: int


class Gone(NamedTuple):
    """What settling a block did: so many rows ``left`` it; ``end`` was the row after it before."""

    end: int
    left: int


def row_from(entry: int) -> Row:
    """The row that an entry stands for."""
    return Row(_KINDS[entry & KIND_BITS], entry >> SHIFT)


class Rows:
    """The rows of the first :meth:`extend`-ed lines of an index; ``everything`` shows all events.

    Else structural events are hidden, and those that ``quiet`` (asked with index and index row) says are.
    """

    def __init__(self, index: Columns, *, everything: bool = False, quiet: Quiet | None = None) -> None:
        self._index = index
        self._everything = everything
        self._hidden = blocks.NOTHING_HIDDEN if everything else blocks.HIDDEN
        self._quiet = None if everything else quiet
        self._lines = 0
        # Block n holds index rows from starts[n] up to starts[n + 1], counts[n] rows without bands, from row firsts[n].
        self._starts = array("q")
        self._counts = array("q")
        self._firsts = array("q")
        self._settled: dict[int, bytes] = {}
        self._bands: Sequence[int] = ()
        self._closers = 0
        self._body = 0
        self._tail: list[int] = []
        self._kept: OrderedDict[int, list[int]] = OrderedDict()

    def __len__(self) -> int:
        return self._body + len(self._tail)

    @property
    def lines(self) -> int:
        """How many index rows are taken in."""
        return self._lines

    def fits(self, index: Columns, *, everything: bool, lines: int) -> bool:
        """Whether these rows can be extended to ``lines`` of that index, rather than made anew."""
        return self._index is index and self._everything == everything and lines >= self._lines

    def extend(self, lines: int) -> None:
        """Take in the index rows below ``lines``."""
        if lines == self._lines:
            return
        block = max(0, len(self._starts) - 1)
        was_settled = self._settled.pop(block, None) is not None
        at = self._starts.pop() if self._starts else 0
        del self._counts[block:]
        self._kept.pop(block, None)
        while at < lines:
            stop = blocks.block_end(self._index, at, lines)
            self._starts.append(at)
            self._counts.append(blocks.count(self._index, at, stop, self._hidden))
            at = stop
        self._lines = lines
        self._place(block)
        if was_settled:
            self._settle(block)

    def put_bands(self, bands: Sequence[int], closers: int = 0) -> None:
        """Let band ``n`` stand before what index row ``bands[n]`` is shown as (ascending), closers after all lines.

        The closers count as further lines: a band may stand before one, or after them all.
        """
        if list(bands) == list(self._bands) and closers == self._closers:
            return
        self._bands, self._closers = list(bands), closers
        self._kept.clear()
        self._place(0)

    def at(self, row: int) -> Row:
        """Transcript row ``row``."""
        if row >= self._body:
            return row_from(self._tail[row - self._body])
        block = bisect_right(self._firsts, row) - 1
        return row_from(self._block(block)[row - self._firsts[block]])

    def position(self, line: int) -> int:
        """The transcript row of index row ``line``, or of the last shown one before it; 0 where there is none."""
        if line >= self._lines and self._tail:
            closer = entry_of(CLOSER, line - self._lines)
            return self._body + (self._tail.index(closer) if closer in self._tail else len(self._tail) - 1)
        if not self._starts:
            return 0
        block = max(0, bisect_right(self._starts, line) - 1)
        wanted = entry_of(EVENT, line)
        # Headers and bands have numbers of other things, so the order is that of events only.
        found = [at for at, entry in enumerate(self._block(block)) if entry <= wanted and entry & KIND_BITS == EVENT]
        return max(0, self._firsts[block] + (found[-1] if found else -1))

    def row_of(self, row: Row) -> int:
        """Where that very row is, or the last shown event before it."""
        if row.kind == "header" and row.at < self._lines and self._index.type_code(row.at) == TURN:
            return self._find(opening(self._index, row.at), entry_of(HEADER, row.at))
        if row.kind == "band" and row.at < len(self._bands):
            return self._find(self._bands[row.at], entry_of(BAND, row.at))
        return self.position(self._lines + row.at if row.kind == "closer" else row.at)

    def settle(self, row: int) -> Gone | None:
        """Look at the events of the block that holds ``row``; None where that was done, or nothing can leave it."""
        if self._quiet is None or not 0 <= row < self._body:
            return None
        block = bisect_right(self._firsts, row) - 1
        end = self._firsts[block + 1] if block + 1 < len(self._firsts) else self._body
        return Gone(end, self._settle(block)) if block not in self._settled else None

    def _settle(self, block: int) -> int:
        """Let the quiet events of a block leave it, and say how many did."""
        start, stop = self._span(block)
        may = self._index.codes(start, stop).translate(MAY_BE_QUIET)
        flags = bytearray(len(may))
        at = may.find(1)
        while at >= 0 and self._quiet is not None:
            flags[at] = self._quiet(self._index, start + at)
            at = may.find(1, at + 1)
        self._settled[block] = bytes(flags)
        gone = flags.count(1)
        if gone:
            self._counts[block] -= gone
            self._kept.pop(block, None)
            self._place(block)
        return gone

    def _place(self, block: int) -> None:
        """Sum up anew where the blocks from ``block`` on begin, the bands in them counted."""
        counts, bands = self._counts[block:], self._bands
        if bands and counts:
            ends = [*self._starts[block + 1 :], self._lines]
            before = bisect_left(bands, self._starts[block])
            for at, end in enumerate(ends):
                upto = bisect_left(bands, end, before)
                counts[at] += upto - before
                before = upto
        sums = list(accumulate(counts, initial=self._firsts[block] if block < len(self._firsts) else 0))
        self._body = sums.pop()
        del self._firsts[block:]
        self._firsts.extend(sums)
        self._tail = blocks.tail(self._lines, self._bands, self._closers)

    def _find(self, line: int, entry: int) -> int:
        """The row of the entry that stands before what index row ``line`` is shown as."""
        if line >= self._lines:
            return self._body + self._tail.index(entry)
        block = bisect_right(self._starts, line) - 1
        return self._firsts[block] + self._block(block).index(entry)

    def _span(self, block: int) -> tuple[int, int]:
        stop = self._starts[block + 1] if block + 1 < len(self._starts) else self._lines
        return self._starts[block], stop

    def _block(self, block: int) -> list[int]:
        kept = self._kept.get(block)
        if kept is None:
            quiet = self._settled.get(block)
            kept = blocks.expand(self._index, self._span(block), self._hidden, self._bands, quiet)
            self._kept[block] = kept
            if len(self._kept) > _KEPT:
                self._kept.popitem(last=False)
        self._kept.move_to_end(block)
        return kept
