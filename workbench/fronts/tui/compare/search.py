"""Looking for differences while the logs grow: at once where there is little to look at, else in a worker, piecemeal.

Owns what has been found and how far to go on. Nothing is read that nobody looks at: a search goes as far as the rows in
sight or the next difference asked for, and one window beyond.
"""

from typing import TYPE_CHECKING, Final

from workbench.fronts.tui.compare.differences import WINDOW, Comparison, Differences
from workbench.fronts.tui.compare.lanes import Lane

if TYPE_CHECKING:
    from workbench.bench.view import BenchView

# As many rows, both sides together, are read while the screen waits.
AT_ONCE: Final = 400


class Search:
    """``found`` is what is known, by places in ``lanes``; None there until both logs are open."""

    def __init__(self) -> None:
        self.found = Differences()
        self.lanes: tuple[Lane, Lane] | None = None
        self._comparison: Comparison | None = None
        self._wanted = (0, 0)

    def take(self, parent: "BenchView", child: "BenchView") -> None:
        """The logs are like that now. What is known of them stays until something better is."""
        views, shared = (parent, child), child.seed_length or 0
        lanes = self.lanes
        if lanes is None or any(lane.index is not view.index for lane, view in zip(lanes, views, strict=True)):
            left, right = (Lane(view.index, view.index.first_row_from(shared)) for view in views)
            self.lanes = lanes = (left, right)
            self._comparison = Comparison(left, right)
            self.found, self._wanted = Differences(), (WINDOW, WINDOW)
        for lane, view in zip(lanes, views, strict=True):
            lane.extend(view.rows)

    def differs(self, side: int, line: int) -> bool:
        """Whether index row ``line`` of that side is known to have no equal on the other."""
        if self.lanes is None or line < self.lanes[side].first:
            return False
        lane, found = self.lanes[side], self.found
        if lane.has(line):
            return found.at(side, lane.place_of(line)) or False
        return lane.is_beyond(line) and found.rest[side]

    def want(self, side: int, line: int) -> None:
        """Rows down to index row ``line`` of that side are looked at."""
        if self.lanes is None:
            return
        lane = self.lanes[side]
        place = lane.place_of(line) + (line - lane.lines[-1] if lane.is_beyond(line) and lane.lines else 0)
        left, right = self._wanted
        self._wanted = (max(left, place), right) if side == 0 else (left, max(right, place))

    def want_more(self) -> None:
        """A difference beyond those known is asked for."""
        left, right = self.found.known
        self._wanted = (max(self._wanted[0], left + 1), max(self._wanted[1], right + 1))

    @property
    def complete(self) -> bool:
        """Whether nothing is left to be looked at."""
        return all(self._complete(side) for side in (0, 1))

    @property
    def due(self) -> bool:
        """Whether what is wanted is not known yet."""
        return any(self.found.known[side] < self._wanted[side] and not self._complete(side) for side in (0, 1))

    @property
    def small(self) -> bool:
        """Whether the next look is quick enough to be waited for."""
        return self._comparison is not None and self._comparison.unread <= AT_ONCE

    def look(self) -> None:
        """One window further. For one thread at a time."""
        if self._comparison is not None:
            self.found = self._comparison.look()

    def _complete(self, side: int) -> bool:
        lanes = self.lanes
        return lanes is None or (lanes[side].ended and self.found.known[side] == len(lanes[side].lines))
