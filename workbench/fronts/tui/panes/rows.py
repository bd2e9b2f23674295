"""Which rows the transcript has: one per event that is shown, and a header before each turn, from index columns alone.

Owns the order and the counting, block by block, so that a million events cost a few milliseconds and nothing is kept
per row. What a row says is the transcript's.
"""

from array import array
from bisect import bisect_right
from collections import OrderedDict
from typing import Final, NamedTuple

from workbench.session.columns import Columns
from workbench.session.events import PACKED_TYPES, TYPE_CODE

# Hidden until asked for: what only says that something began, ended, was queued or was sent in pieces.
STRUCTURAL: Final = (
    "agent/inbox/spliced", "turn/start", "turn/end", "step/start", "step/end", "assistant/chunk", "request/header",
    "request/context", "session/title", "session/title-llm-request", "agent-preset/selected", "llm/retry",
    "llm/retry-started", *sorted(PACKED_TYPES),
)  # fmt: skip
_TURN: Final = TYPE_CODE["turn/start"]
_CHANGE: Final = TYPE_CODE["schedule/change"]
_QUEUED: Final = TYPE_CODE["agent/inbox/spliced"]
# A turn that delivers reminders begins, for the reader, with the queueing and the dispatches before its turn/start.
_PRELUDE: Final = bytes((_CHANGE, _QUEUED))
_BEGINNING: Final = bytes((_CHANGE, _QUEUED, _TURN))
_HIDDEN: Final = bytes(
    code in {TYPE_CODE[name] for name in STRUCTURAL} for code in range(256)
)  # a translation table: 1 where a type is structural
_BLOCK: Final = 4096
_KEPT: Final = 32


class Row(NamedTuple):
    """A row of the transcript: the header of the turn whose ``turn/start`` is index row ``at``, or that event."""

    header: bool
    at: int


class Rows:
    """The rows of the first :meth:`extend`-ed lines of an index; ``everything`` shows structural events too."""

    def __init__(self, index: Columns, *, everything: bool = False) -> None:
        self._index = index
        self._everything = everything
        self._lines = 0
        # Block n holds index rows from starts[n] up to starts[n + 1] and transcript rows from firsts[n].
        self._starts = array("q")
        self._firsts = array("q")
        self._count = 0
        self._kept: OrderedDict[int, list[int]] = OrderedDict()

    def __len__(self) -> int:
        return self._count

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
        at = self._starts.pop() if self._starts else 0
        self._count = self._firsts.pop() if self._firsts else 0
        self._kept.pop(len(self._starts), None)
        while at < lines:
            stop = self._boundary(at, min(at + _BLOCK, lines), lines)
            self._starts.append(at)
            self._firsts.append(self._count)
            self._count += self._count_block(self._index.codes(at, stop))
            at = stop
        self._lines = lines

    def at(self, row: int) -> Row:
        """Transcript row ``row``."""
        block = bisect_right(self._firsts, row) - 1
        entry = self._block(block)[row - self._firsts[block]]
        return Row(bool(entry & 1), entry >> 1)

    def position(self, line: int) -> int:
        """The transcript row of index row ``line``, or of the last shown one before it; 0 where there is none."""
        if not self._starts:
            return 0
        block = max(0, bisect_right(self._starts, line) - 1)
        entries = self._block(block)
        # Headers refer to a row further on than the events after them, so the order is that of events only.
        found = [place for place, entry in enumerate(entries) if not entry & 1 and entry >> 1 <= line]
        return max(0, self._firsts[block] + (found[-1] if found else -1))

    def _boundary(self, at: int, stop: int, lines: int) -> int:
        """``stop``, moved back, or if need be on, so that no turn's prelude is cut in two."""
        end = stop
        while end > at and self._cuts_prelude(end, lines):
            end -= 1
        if end > at:
            return end
        while self._cuts_prelude(stop, lines):
            stop += 1
        return stop

    def _cuts_prelude(self, line: int, lines: int) -> bool:
        code = self._index.type_code
        return line < lines and code(line) in _BEGINNING and code(line - 1) in _PRELUDE

    def _count_block(self, codes: bytes) -> int:
        hidden = 0 if self._everything else codes.translate(_HIDDEN).count(1)
        return len(codes) - hidden + codes.count(_TURN)

    def _block(self, block: int) -> list[int]:
        kept = self._kept.get(block)
        if kept is None:
            kept = self._kept[block] = self._expand(block)
            if len(self._kept) > _KEPT:
                self._kept.popitem(last=False)
        self._kept.move_to_end(block)
        return kept

    def _expand(self, block: int) -> list[int]:
        start = self._starts[block]
        stop = self._starts[block + 1] if block + 1 < len(self._starts) else self._lines
        codes = self._index.codes(start, stop)
        headers = _header_places(codes)
        entries: list[int] = []
        for at, code in enumerate(codes):
            turn = headers.get(at)
            if turn is not None:
                entries.append((start + turn) << 1 | 1)
            if self._everything or not _HIDDEN[code]:
                entries.append((start + at) << 1)
        return entries


def _header_places(codes: bytes) -> dict[int, int]:
    """Place of each turn's first event, its prelude included -> place of its ``turn/start``."""
    places: dict[int, int] = {}
    turn = codes.find(_TURN)
    while turn >= 0:
        first = turn
        while first > 0 and codes[first - 1] == _CHANGE:
            first -= 1
        if first > 0 and codes[first - 1] == _QUEUED:
            first -= 1
        places[first] = turn
        turn = codes.find(_TURN, turn + 1)
    return places
