"""Which stretch of simulated time the timeline shows: whole columns of equal length, from an edge on a whole hour.

Pure arithmetic on ms and the zone's offsets. The window moves by whole units only, so that marks do not crawl.
"""

from typing import Final, NamedTuple

from workbench.fronts.tui.timeline.scale import STEPS
from workbench.time.instant import DAY, HOUR
from workbench.time.zones import Zone, candidates

_WEEK: Final = 7 * DAY
# Day 0 was a Thursday; weeks begin on Mondays.
_TO_MONDAY: Final = 3 * DAY
# Now is put at this share of the width, give or take half a unit; a unit takes no more than this part of it.
_NOW_AT: Final = (60, 100)
_UNIT_PART: Final = 4


class Window(NamedTuple):
    """``columns`` columns of ``step`` ms each, from the instant ``left`` (epoch ms) on."""

    left: int
    step: int
    columns: int

    @property
    def end(self) -> int:
        """The first instant after the window."""
        return self.left + self.step * self.columns

    def column(self, instant: int) -> int | None:
        """The column that ``instant`` falls into, None outside the window."""
        return (instant - self.left) // self.step if self.left <= instant < self.end else None

    def start(self, column: int) -> int:
        """The first instant of a column; also of one before or after the window."""
        return self.left + self.step * column


def window_at(now: int, step: int, columns: int, zone: Zone) -> Window:
    """The window with ``now`` at about 60% of its width."""
    unit = unit_of(step, columns)
    share, whole = _NOW_AT
    return Window(_aligned(now - step * columns * share // whole + unit // 2, unit, zone), step, columns)


def moved_to(window: Window, instant: int, zone: Zone) -> Window:
    """``window`` if it holds ``instant``, else moved by half windows, in whole units, until it does."""
    left, step, columns = window
    unit = unit_of(step, columns)
    page = max(1, step * columns // 2 // unit) * unit
    if instant < window.left:
        left -= -(-(window.left - instant) // page) * page
    elif instant >= window.end:
        left += ((instant - window.end) // page + 1) * page
    else:
        return window
    moved = Window(_aligned(left, unit, zone), step, columns)
    # A shift of the zone's offset may have moved the whole hour past it.
    return moved if moved.column(instant) is not None else Window(_aligned(instant, unit, zone), step, columns)


def unit_of(step: int, columns: int) -> int:
    """What the window moves by, and what its left edge is a whole one of: an hour, or a day where columns are over an
    hour. Where that would throw now far from its place, as on scales of seconds, it is less."""
    most = HOUR if step <= HOUR else max(DAY, step)
    room = max(1, columns // _UNIT_PART) * step
    return next((each for each in reversed(STEPS) if each <= min(most, room) and each % step == 0), step)


def whole(local: int, unit: int) -> int:
    """The last whole ``unit`` up to a local time; weeks are counted from Mondays."""
    shift = _TO_MONDAY if unit % _WEEK == 0 else 0
    return (local + shift) // unit * unit - shift


def _aligned(instant: int, unit: int, zone: Zone) -> int:
    """The last instant up to ``instant`` at which the zone's clocks show a whole ``unit``."""
    offset = zone.offset_ms(instant)
    local = whole(instant + offset, unit)
    return max((at for at in candidates(zone, local) if at <= instant), default=local - offset)
