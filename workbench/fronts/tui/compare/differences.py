"""What differs below the fork: rows of one side that have no equal at the same place on the other.

Owns the windows and the counting. Two windows of rows are laid over each other so that as many rows as possible have
an equal, in order (``matching``); the next two begin after the last equal pair, or where these end if there is none in
their second halves. So a difference is exact as long as no side holds more than half a window that the other lacks.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from itertools import accumulate
from typing import Final, NamedTuple

from workbench.fronts.tui.compare.lanes import Lane
from workbench.fronts.tui.compare.matching import common

WINDOW: Final = 1024


class Hunk(NamedTuple):
    """Rows without an equal, as places in each lane: ``left <= place < left_end`` and the same on the right."""

    left: int
    left_end: int
    right: int
    right_end: int

    @property
    def stops(self) -> int:
        """Rows without an equal stand beside each other as far as both sides have them."""
        return max(self.left_end - self.left, self.right_end - self.right)


class Stop(NamedTuple):
    """One difference to go to: a place on each side, None on a side that has nothing to set against it."""

    left: int | None
    right: int | None


class Differences:
    """What is known of the differences, immutable. ``known`` counts the places that were compared on each side.

    ``rest`` says of each side whether everything beyond those differs, because the other side has ended.
    """

    def __init__(
        self, hunks: Sequence[Hunk] = (), known: tuple[int, int] = (0, 0), rest: tuple[bool, bool] = (False, False)
    ) -> None:
        self.hunks = tuple(hunks)
        self.known = known
        self.rest = rest
        self._starts = ([hunk.left for hunk in self.hunks], [hunk.right for hunk in self.hunks])
        self._ends = ([hunk.left_end for hunk in self.hunks], [hunk.right_end for hunk in self.hunks])
        self._sums = list(accumulate((hunk.stops for hunk in self.hunks), initial=0))

    @property
    def stops(self) -> int:
        """How many differences there are, as far as is known."""
        return self._sums[-1]

    def at(self, side: int, place: int) -> bool | None:
        """Whether the row of that place (side 0 is left) has no equal; None where that is not known yet."""
        if place >= self.known[side]:
            return None
        number = bisect_right(self._starts[side], place) - 1
        return number >= 0 and place < self._ends[side][number]

    def stop(self, number: int) -> Stop:
        """Difference ``number``, from 0."""
        at = bisect_right(self._sums, number) - 1
        hunk, along = self.hunks[at], number - self._sums[at]
        left, right = hunk.left + along, hunk.right + along
        return Stop(left if left < hunk.left_end else None, right if right < hunk.right_end else None)

    def after(self, side: int, place: int) -> int:
        """The number of the first difference at ``place`` of that side or after it; :attr:`stops` if there is none."""
        starts, ends = self._starts[side], self._ends[side]
        number = bisect_right(ends, place)
        # What only the other side has lies before the place it is counted at.
        while number and starts[number - 1] == ends[number - 1] == place:
            number -= 1
        if number == len(ends):
            return self.stops
        return self._sums[number] + max(0, place - starts[number])

    def before(self, side: int, place: int) -> int:
        """The number of the last difference before ``place`` of that side; -1 if there is none."""
        number = bisect_left(self._starts[side], place) - 1
        if number < 0:
            return -1
        along = place - self._starts[side][number]
        within = along if place <= self._ends[side][number] else self.hunks[number].stops
        return self._sums[number] + within - 1


class Comparison:
    """Looks for the differences of two lanes, window by window. For one thread at a time; the lanes may have grown."""

    def __init__(self, left: Lane, right: Lane) -> None:
        self.lanes = (left, right)
        self._settled: list[Hunk] = []
        self._at = (0, 0)

    @property
    def unread(self) -> int:
        """How many rows the next look has to read."""
        return sum(lane.unread(place) for lane, place in zip(self.lanes, self._goals(), strict=True))

    def look(self) -> Differences:
        """What is known after reading a window more."""
        (left, right), (left_end, right_end) = self._at, self._read_on()
        ends = min(left_end, left + WINDOW), min(right_end, right + WINDOW)
        keys = [lane.keys[at:end] for lane, at, end in zip(self.lanes, self._at, ends, strict=True)]
        pairs = [(left + a, right + b) for a, b in common(*keys)]
        ended = [lane.ended and end == len(lane.lines) for lane, end in zip(self.lanes, ends, strict=True)]
        if any(ended):
            known = left_end, right_end
            return Differences([*self._settled, *_hunks(self._at, pairs, known)], known, (ended[1], ended[0]))
        if pairs and (pairs[-1][0] - left >= WINDOW // 2 or pairs[-1][1] - right >= WINDOW // 2):
            ends = pairs[-1][0] + 1, pairs[-1][1] + 1
        self._settled += _hunks(self._at, pairs, ends)
        self._at = ends
        return Differences(self._settled, ends)

    def _goals(self) -> tuple[int, int]:
        """A window further than what is settled, and where that was read already, than what was read."""
        goals = [max(at, len(lane.lines)) for lane, at in zip(self.lanes, self._at, strict=True)]
        fresh = [at + WINDOW for at in self._at]
        waits = any(len(lane.lines) < goal and not lane.ended for lane, goal in zip(self.lanes, fresh, strict=True))
        return (fresh[0], fresh[1]) if waits else (goals[0] + WINDOW, goals[1] + WINDOW)

    def _read_on(self) -> tuple[int, int]:
        for lane, goal in zip(self.lanes, self._goals(), strict=True):
            lane.read(goal)
        return len(self.lanes[0].lines), len(self.lanes[1].lines)


def _hunks(starts: tuple[int, int], pairs: Sequence[tuple[int, int]], ends: tuple[int, int]) -> Iterator[Hunk]:
    """What lies between the equal pairs, from ``starts`` up to ``ends``."""
    left, right = starts
    for a, b in (*pairs, ends):
        if a > left or b > right:
            yield Hunk(left, a, right, b)
        left, right = a + 1, b + 1
