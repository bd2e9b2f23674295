"""Walking the differences: rows first, then schedules, then lines of the table, and round again.

Owns the order and where a step leads. What a difference is, is ``differences`` and ``facts``; showing it the screen's.
"""

from collections import Counter
from collections.abc import Hashable, Sequence
from itertools import zip_longest
from typing import TYPE_CHECKING, Literal, NamedTuple

from workbench.fronts.tui.compare.differences import Differences, Stop
from workbench.fronts.tui.compare.facts import Fact

if TYPE_CHECKING:
    from workbench.bench.view import BenchView, ScheduleRow

Kind = Literal["row", "schedule", "line"]


class Visited(NamedTuple):
    """The difference that is shown. ``stop`` are places of rows, or numbers of schedules or of the table's lines."""

    kind: Kind
    stop: Stop
    number: int


class Course(NamedTuple):
    """All differences there are: those of rows as far as they are known, then pairs of schedules, then lines."""

    rows: Differences
    schedules: Sequence[Stop]
    lines: Sequence[int]

    def schedules_of(self, side: int) -> frozenset[int]:
        """The numbers of that side's schedules that have no equal on the other."""
        return frozenset(place for stop in self.schedules if (place := stop[side]) is not None)

    @property
    def total(self) -> int:
        """How many."""
        return self.rows.stops + len(self.schedules) + len(self.lines)

    def at(self, number: int) -> Visited:
        """Difference ``number``, from 0."""
        left = number
        if left < self.rows.stops:
            return Visited("row", self.rows.stop(left), number)
        left -= self.rows.stops
        if left < len(self.schedules):
            return Visited("schedule", self.schedules[left], number)
        line = self.lines[left - len(self.schedules)]
        return Visited("line", Stop(line, line), number)

    def number_of(self, visited: Visited) -> int:
        """Which number that difference has now, or the one that took its place."""
        kind, stop = visited.kind, visited.stop
        if kind == "row":
            return min(self.rows.after(side, place) for side, place in enumerate(stop) if place is not None)
        if kind == "schedule":
            return self.rows.stops + (self.schedules.index(stop) if stop in self.schedules else 0)
        return self.rows.stops + len(self.schedules) + sum(1 for line in self.lines if line < (stop.left or 0))


def schedule_stops(parent: "BenchView | None", child: "BenchView | None") -> list[Stop]:
    """Schedules without an equal on the other side, as numbers of rows, beside each other as far as both have some.

    Equal are two of the same rule, prompt, target and state; the id is only a number that each side gives for itself.
    """
    sides = [[_key(row) for row in view.schedules] if view is not None else [] for view in (parent, child)]
    left, right = (_unmatched(mine, others) for mine, others in (sides, sides[::-1]))
    return [Stop(a, b) for a, b in zip_longest(left, right)]


def differing_lines(facts: Sequence[Fact]) -> list[int]:
    """The numbers of the lines whose answers differ."""
    return [number for number, fact in enumerate(facts) if fact.differs]


def _key(row: "ScheduleRow") -> Hashable:
    return row.kind, row.seconds, row.prompt, row.target, row.state, row.delivered is not None


def _unmatched(mine: Sequence[Hashable], others: Sequence[Hashable]) -> list[int]:
    left = Counter(others)
    found = []
    for number, key in enumerate(mine):
        if left[key] > 0:
            left[key] -= 1
        else:
            found.append(number)
    return found
