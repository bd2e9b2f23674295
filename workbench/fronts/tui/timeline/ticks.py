"""Where the axis of the timeline is labelled: whole local hours, or days, and what is written there.

Pure: instants and texts. Which labels find room is ``axis``.
"""

from collections.abc import Iterator
from typing import Final, NamedTuple

from workbench.fronts.tui.timeline.window import Window, whole
from workbench.time.clocktext import WEEKDAYS
from workbench.time.durations import format_duration
from workbench.time.instant import DAY, HOUR, MINUTE, SECOND, civil_fields, weekday
from workbench.time.zones import Zone, candidates, next_shift

_INTERVALS: Final = (
    *(SECOND * count for count in (10, 15, 30)),
    *(MINUTE * count for count in (1, 2, 5, 10, 15, 30)),
    *(HOUR * count for count in (1, 2, 3, 6, 12)),
    *(DAY * count for count in (1, 4, 7, 14, 28, 84, 364, 1092, 4368)),
)

# On a coarser scale than this the changes of the clocks lie so close that they say nothing.
_SHIFTS_TO: Final = DAY


class Tick(NamedTuple):
    """A labelled instant (epoch ms). ``by`` is how the zone's offset changes there (ms); such a tick is not left out,
    and where there is no room for all of it ``short`` is written."""

    at: int
    text: str
    by: int = 0

    @property
    def short(self) -> str:
        """By how much the clocks change."""
        return f"{'-' if self.by < 0 else '+'}{format_duration(abs(self.by))}"


def interval_of(step: int) -> int:
    """The least time from label to label that leaves each of them room."""
    return next((each for each in _INTERVALS if each >= _cells(each) * step), _INTERVALS[-1])


def ticks(window: Window, zone: Zone, now: int) -> list[Tick]:
    """The ticks in ``window``, in order. A local time that happens twice has two; one that never happens has none."""
    interval = interval_of(window.step)
    before, after = zone.offset_ms(window.left), zone.offset_ms(window.end)
    local = whole(window.left + min(before, after), interval)
    found: list[tuple[int, int]] = []
    while local < window.end + max(before, after):
        found += [(at, local) for at in candidates(zone, local) if window.left <= at < window.end]
        local += interval
    year = civil_fields(now + zone.offset_ms(now))[0]
    made = {at: _tick(at, local, interval, year) for at, local in found}
    if window.step <= _SHIFTS_TO:
        made |= {tick.at: tick for tick in _shifts(window, zone)}
    return [made[at] for at in sorted(made)]


def day_text(local: int, year: int) -> str:
    """The day of a local time: ``Sat 08-08`` in ``year``, else ``2027-01-03``."""
    its_year, month, day, *_ = civil_fields(local)
    if its_year == year:
        return f"{WEEKDAYS[weekday(local)]} {month:02d}-{day:02d}"
    return f"{its_year:04d}-{month:02d}-{day:02d}"


def _cells(interval: int) -> int:
    """Columns for a tick, its label and the gap after it."""
    return 10 if interval < MINUTE else 8 if interval < DAY else 12


def _tick(at: int, local: int, interval: int, year: int) -> Tick:
    if local % DAY == 0:
        return Tick(at, day_text(local, year))
    _, _, _, hour, minute, second, _ = civil_fields(local)
    return Tick(at, f"{hour:02d}:{minute:02d}" + (f":{second:02d}" if interval < MINUTE else ""))


def _shifts(window: Window, zone: Zone) -> Iterator[Tick]:
    """Where the clocks change in ``window``, with the time that they show from then on."""
    at = window.left
    while (shift := next_shift(zone, at, window.end - 1)) is not None:
        at, by = shift.at, shift.after_ms - shift.before_ms
        _, _, _, hour, minute, *_ = civil_fields(at + shift.after_ms)
        tick = Tick(at, "", by)
        yield tick._replace(text=f"{hour:02d}:{minute:02d} {tick.short}")
