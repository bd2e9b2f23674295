"""Where the clocks of the zone that is shown changed between two turns, so that equal local times can be told apart.

Owns finding those places in a log, turn by turn and only what is new, and their words. Nothing is read from the file.
"""

from typing import Final, NamedTuple

from workbench.fronts.tui.panes.turns import opening
from workbench.session.columns import Columns
from workbench.time.durations import format_duration
from workbench.time.instant import DAY, civil_fields
from workbench.time.zones import UTC, Zone, next_shift

# No zone changes its offset twice within so short a time, so that one that is the same at both ends held in between.
_CALM: Final = 7 * DAY
# Turns further apart than this are not searched for the very instant.
_SEARCHED: Final = 400 * DAY


class Change(NamedTuple):
    """A change of offset between two turns that began at ``before`` and ``after`` (epoch ms); ``line`` is the first
    index row of the second one."""

    line: int
    before: int
    after: int


class ClockChanges:
    """The changes of one log in one zone, as far as they were asked for."""

    def __init__(self, zone: Zone) -> None:
        self._zone = zone
        self._known: list[Change] = []
        self._turns = 0
        self._last = 0
        self._offset = 0
        # The offset holds up to here.
        self._calm_until = 0

    def of(self, index: Columns, rows: int) -> list[Change]:
        """All of them in the first ``rows`` index rows, in order."""
        if self._zone == UTC:
            return []
        turns = index.turns
        while self._turns < len(turns) and turns[self._turns] < rows:
            row = turns[self._turns]
            self._take(index, row, index.time(row))
            self._turns += 1
        return self._known

    def _take(self, index: Columns, row: int, time: int) -> None:
        before, self._last = self._last, time
        if self._turns and before <= time < self._calm_until:
            return
        offset = self._zone.offset_ms(time)
        # A clock that was set back goes to another time, whatever the offset there.
        if self._turns and before <= time and offset != self._offset:
            self._known.append(Change(opening(index, row), before, time))
        self._offset = offset
        later = time + _CALM
        self._calm_until = later if self._zone.offset_ms(later) == offset else time


def change_words(before: int, after: int, zone: Zone, arrow: str) -> tuple[str, ...]:
    """What is said of a change between those instants (epoch ms), from the longest form to the shortest."""
    by = zone.offset_ms(after) - zone.offset_ms(before)
    said = f"clocks go {'back' if by < 0 else 'forward'} {format_duration(abs(by))}"
    shift = next_shift(zone, before, after) if after - before <= _SEARCHED else None
    if shift is None:
        return (said,)
    return f"{said}  {_time(shift.at + shift.before_ms)} {arrow} {_time(shift.at + shift.after_ms)}", said


def _time(local: int) -> str:
    _, _, _, hour, minute, *_ = civil_fields(local)
    return f"{hour:02d}:{minute:02d}"
