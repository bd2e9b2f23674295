"""What the transcript pane shows, row by row: turn headers, events, and marks where the log is damaged (TUI-2, LOG-14).

Owns which rows there are and where; their text is the pane's. Built from the index's type codes alone, so a million
events take a fraction of a second and a row is found in O(log n).
"""

from array import array
from bisect import bisect_left, bisect_right
from collections.abc import Iterable
from itertools import compress
from typing import Final, Literal

import msgspec

from workbench.session.events import PACKED_TYPES, TYPE_CODE
from workbench.session.index import LogIndex
from workbench.session.problems import Problem

STRUCTURAL: Final = frozenset(
    (
        "agent/inbox/spliced", "step/start", "step/end", "turn/start", "turn/end", "request/header", "request/context",
        "assistant/chunk", *PACKED_TYPES,
    )
)  # fmt: skip
_HIDDEN: Final = bytes(code in {TYPE_CODE[name] for name in STRUCTURAL} for code in range(256))
_SHOWN: Final = bytes(1 - hidden for hidden in _HIDDEN)
_TURN: Final = TYPE_CODE["turn/start"]
# These problems are an event's own; others are holes between events.
_OF_AN_EVENT: Final = frozenset(("repeated_number", "second_writer", "unknown_type", "schedule_rule"))
# A turn's reminder is queued and dispatched before the turn starts: those rows belong under its header.
_LEAD_IN: Final = bytes((TYPE_CODE["agent/inbox/spliced"], TYPE_CODE["schedule/change"]))


class Ref(msgspec.Struct, frozen=True, gc=False):
    """One row of the pane. ``row`` is the index row of an event, of a turn's start, or the one a mark stands before.

    ``turn`` counts turns of the log from 0 (position in ``index.turns``); -1 before the first.
    """

    kind: Literal["turn", "event", "mark"]
    row: int
    turn: int
    problem: Problem | None = None


class Transcript:
    """The pane's rows over an index that may grow; call :meth:`refresh` to take in what was added.

    ``all_events`` shows structural events too. ``problems`` with a row are marked: a hole gets a row of its own, an
    event that repeats a seq carries its problem.
    """

    def __init__(
        self, index: LogIndex, *, rows: int | None = None, all_events: bool = False, problems: Iterable[Problem] = ()
    ) -> None:
        """``rows`` bounds what is taken in at first, as in :meth:`refresh`."""
        self._index = index
        self._all = all_events
        placed = [(each.row, each) for each in problems if each.row is not None]
        self._holes = [(row, each) for row, each in placed if each.kind not in _OF_AN_EVENT]
        self._flaws = {row: each for row, each in placed if each.kind in _OF_AN_EVENT}
        self._done = 0
        self._turns = 0
        # Index rows of the events shown, in order.
        self._shown = array("I")
        # Rows of their own between them: before which shown event, at which row of the pane, and what they are -
        # a turn number, or a mark as -1 - its number.
        self._extra_before = array("I")
        self._extra_at = array("I")
        self._extras = array("q")
        self.refresh(rows)

    def __len__(self) -> int:
        return len(self._shown) + len(self._extras)

    def refresh(self, rows: int | None = None) -> int:
        """Take in the index up to row count ``rows`` (default: all); the first pane row that may have changed."""
        last = self._index.rows if rows is None else rows
        changed = len(self)
        if last <= self._done:
            return changed
        first, self._done = self._done, last
        span = range(first, last)
        visible = span if self._all else compress(span, self._index.codes(first, last).translate(_SHOWN))
        self._shown.fromlist(list(visible))
        for before, extra in self._new_extras(first, last):
            changed = min(changed, self._insert(before, extra))
        return changed

    def ref(self, at: int) -> Ref:
        """Row ``at`` of the pane, from 0; IndexError outside."""
        if not 0 <= at < len(self):
            raise IndexError(at)
        extra = bisect_right(self._extra_at, at) - 1
        if extra >= 0 and self._extra_at[extra] == at:
            return self._extra_ref(self._extras[extra])
        row = self._shown[at - extra - 1]
        return Ref("event", row, self.turn_of(row), self._flaws.get(row))

    def refs(self, first: int, last: int) -> list[Ref]:
        """Rows ``first`` up to ``last``, for a page; fewer at the end."""
        return [self.ref(at) for at in range(max(0, first), min(last, len(self)))]

    def at_row(self, row: int) -> int:
        """Where the pane shows index row ``row``; for a hidden one the next row shown after it, else the last."""
        shown = min(bisect_left(self._shown, row), max(0, len(self._shown) - 1))
        return shown + bisect_right(self._extra_before, shown)

    def at_seq(self, seq: int) -> int | None:
        """Where the pane shows event ``seq``, or what stands for it; None where the log has no such event."""
        row = self._index.row_of(seq)
        return None if row is None or row >= self._done or not self._shown else self.at_row(row)

    def at_turn(self, turn: int) -> int | None:
        """Where the header of the turn at position ``turn`` stands; None where there is none yet."""
        if not 0 <= turn < self._turns:
            return None
        lead = self._lead_in(turn)
        at = bisect_left(self._extra_before, bisect_left(self._shown, lead))
        while self._extras[at] != turn:
            at += 1
        return self._extra_at[at]

    def turn_of(self, row: int) -> int:
        """Position in ``index.turns`` of the turn that the pane groups ``row`` under; -1 before the first."""
        turn = bisect_right(self._index.turns, row) - 1
        following = turn + 1
        if following < self._turns and self._lead_in(following) <= row:
            return following
        return turn

    def _lead_in(self, turn: int) -> int:
        """The row where a turn's header stands: its start, or what was queued and dispatched for it just before."""
        start = self._index.turns[turn]
        first = self._index.turns[turn - 1] if turn else 0
        return first + len(self._index.codes(first, start).rstrip(_LEAD_IN))

    def _new_extras(self, first: int, last: int) -> list[tuple[int, int]]:
        """(row it stands before, number) of the headers and marks that rows ``first`` to ``last`` bring."""
        known, self._turns = self._turns, bisect_left(self._index.turns, last)
        found = [(self._lead_in(turn), turn) for turn in range(known, self._turns)]
        if self._holes:
            at_end = last == self._index.rows
            holes = [(row, -1 - number) for number, (row, _) in enumerate(self._holes)]
            found += [hole for hole in holes if first <= hole[0] < last or (at_end and hole[0] == last)]
            found.sort(key=lambda extra: (extra[0], extra[1] >= 0, abs(extra[1])))
        return found

    def _insert(self, row: int, extra: int) -> int:
        """Put one row of its own before index row ``row`` and return where in the pane it stands."""
        before = bisect_left(self._shown, row)
        place = bisect_right(self._extra_before, before)
        at = before + place
        self._extra_before.insert(place, before)
        self._extras.insert(place, extra)
        self._extra_at.insert(place, at)
        for later in range(place + 1, len(self._extra_at)):
            self._extra_at[later] += 1
        return at

    def _extra_ref(self, extra: int) -> Ref:
        if extra >= 0:
            return Ref("turn", self._index.turns[extra], extra)
        row, hole = self._holes[-1 - extra]
        return Ref("mark", row, self.turn_of(row) if row < self._done else self._turns - 1, hole)
