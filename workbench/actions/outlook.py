"""What a record would aim at: its next targets in a zone, with every change of the clocks on the way marked.

Owns which changes matter and the sentence about them (TUI-7). Pure: targets come from ``schedule.preview``, changes
from ``time.zones``; how a row looks is the front's business.
"""

from typing import Final

import msgspec

from workbench.actions.creation import Twice
from workbench.schedule.preview import targets
from workbench.schedule.records import Record
from workbench.time.clocktext import WEEKDAYS, clock_text, local_hms, offset_text
from workbench.time.durations import format_duration
from workbench.time.instant import DAY, civil_fields, weekday
from workbench.time.zones import Shift, Zone, next_shift

COUNT: Final = 5
# Clocks that go on changing do so within this; looking further back for the last change would take too long.
_LOOK_BACK: Final = 400


class Coming(msgspec.Struct, frozen=True):
    """One target: its instant (epoch ms), the zone's offset there and by how much that moved since the row before.

    ``shift`` is the last change of the clocks before it, where the offset moved; ``away`` says that the offset is
    another one than it is now. Offsets are ms. At a moment that was given as such nothing moves: it is what was asked.
    """

    at: int
    offset: int
    moved: int
    away: bool
    shift: Shift | None


def outlook(record: Record, zone: Zone, now: int, count: int = COUNT) -> tuple[Coming, ...]:
    """The next ``count`` targets of ``record`` as they look in ``zone`` at ``now`` (epoch ms)."""
    rows = []
    start = before = zone.offset_ms(now)
    earlier = now
    counts = record.kind != "at"
    for at in targets(record, count):
        offset = zone.offset_ms(at)
        moved = offset - before if counts else 0
        shift = _last_shift(zone, earlier, at) if moved else None
        rows.append(Coming(at, offset, moved, counts and offset != start, shift))
        earlier, before = at, offset
    return tuple(rows)


def remark(record: Record, rows: tuple[Coming, ...], zone: Zone, twice: Twice | None) -> str | None:
    """What has to be known about those targets: a local time that happens twice, or clocks that change on the way."""
    if twice is not None:
        return _both(twice)
    number, row = next(((number, row) for number, row in enumerate(rows, 1) if row.moved), (0, None))
    if row is None:
        return None
    if record.kind == "after":
        return f"The {moved_words(row.moved)} before it is due: after counts the time that passes, not the hour."
    if record.seconds * 1000 % DAY:
        way = "earlier" if row.moved < 0 else "later"
        what = f"local times are {format_duration(row.moved)} {way}"
    else:
        what = f"it is due at {local_hms(row.at, zone)[:5]} local"
    return f"From row {number} {what}: every keeps the interval, not the hour."


def shift_times(shift: Shift) -> tuple[str, str]:
    """What the clocks show before and after a change: ``Sun 2026-10-25 03:00`` and ``02:00``."""
    before, after = shift.at + shift.before_ms, shift.at + shift.after_ms
    day = "" if before // DAY == after // DAY else f"{WEEKDAYS[weekday(after)]} "
    year, month, date, *_ = civil_fields(before)
    return (
        f"{WEEKDAYS[weekday(before)]} {year:04d}-{month:02d}-{date:02d} {_minute(before)}",
        f"{day}{_minute(after)}",
    )


def moved_words(moved: int) -> str:
    """``clocks go back 1h``."""
    return f"clocks go {'back' if moved < 0 else 'forward'} {format_duration(moved)}"


def _both(twice: Twice) -> str:
    first, second = (offset_text(twice.zone.offset_ms(at)) for at in (twice.first, twice.second))
    local = clock_text(twice.first, twice.zone)
    later = f"{local[4:14]}T{local[15:]}{second}"
    return f"{local[15:20]} happens twice in {twice.zone.name}: the earlier, {first}, is taken; the later is {later}"


def _last_shift(zone: Zone, after: int, until: int) -> Shift | None:
    offset = zone.offset_ms(until)
    low = until
    for _ in range(_LOOK_BACK):
        if low <= after:
            break
        low = max(low - DAY, after)
        if zone.offset_ms(low) != offset:
            return next_shift(zone, low, min(low + DAY, until))
    return next_shift(zone, after, until)


def _minute(local: int) -> str:
    _, _, _, hour, minute, *_ = civil_fields(local)
    return f"{hour:02d}:{minute:02d}"
