"""The instant that a time in a request stands for, or why it stands for none or for two (REQ-7).

Owns what Schedule would decide for its caller and a request must not: a local time that the clocks skip or show twice
is asked about. Wording of the accepted time is echo.py's.
"""

from workbench.schedule.changes import MIN_EVERY_SECONDS
from workbench.services.requests.commands import After, At, Every, LocalAt, NeedsInput, When
from workbench.services.requests.days import date_text
from workbench.services.requests.hours import clock_text
from workbench.services.requests.needs import needs
from workbench.time.clocktext import offset_text
from workbench.time.instant import civil_fields, format_utc, in_range
from workbench.time.rfc3339 import parse_local_clock, parse_local_date, parse_offset_instant
from workbench.time.zones import Zone, around_gap, candidates, load_zone


def instant_of(when: When, now: int) -> int | NeedsInput:
    """Epoch ms that ``when`` means at ``now``; of a routine, its first occurrence. Past times are instants too."""
    found = _at(when) if isinstance(when, At) else now + when.seconds * 1000
    if isinstance(found, NeedsInput):
        return found
    return found if in_range(found) else needs("out_of_range", said_when(when))


def future_problem(when: When, instant: int, now: int) -> NeedsInput | None:
    """What must be asked about a reminder at ``instant``: it is over, or its interval is too short (SCH-14, SCH-19)."""
    if isinstance(when, Every) and when.seconds < MIN_EVERY_SECONDS:
        return needs("too_frequent", said_when(when))
    return needs("past", said_when(when), format_utc(now)) if instant <= now else None


def said_when(when: When) -> str:
    """``when`` in digits, for a message."""
    if isinstance(when, After):
        return f"in {when.seconds} seconds"
    if isinstance(when, Every):
        return f"every {when.seconds} seconds"
    at = when.at
    return at if isinstance(at, str) else f"{at.date} {at.time} {at.time_zone}"


def _at(when: At) -> int | NeedsInput:
    try:
        if isinstance(when.at, str):
            return parse_offset_instant(when.at)
        local = parse_local_date(when.at.date) + parse_local_clock(when.at.time)
    except ValueError:
        return needs("invalid_date", said_when(when))
    return _one_instant(when.at, local)


def _one_instant(at: LocalAt, local: int) -> int | NeedsInput:
    zone = load_zone(at.time_zone)
    found = candidates(zone, local)
    if len(found) == 1:
        return found[0]
    said = f"{at.date} {at.time} {zone.name}"
    if found:
        first, second = (_with_offset(zone, instant) for instant in found)
        return needs("twice", said, first, second, example=f"remind me at {first} to call the lab")
    before, after = (_local(ms) for ms in _neighbours(zone, local))
    return needs("gap", said, before, after, example=f"remind me on {after} {zone.name} to call the lab")


def _neighbours(zone: Zone, local: int) -> tuple[int, int]:
    """The last whole second before the gap around ``local`` and the first after it, as local ms."""
    before, after = around_gap(zone, local)
    return before - before % 1000, after


def _with_offset(zone: Zone, instant: int) -> str:
    local = instant + zone.offset_ms(instant)
    return f"{date_text(local)}T{_clock(local)}{offset_text(local - instant)}"


def _local(ms: int) -> str:
    return f"{date_text(ms)} {_clock(ms)}"


def _clock(ms: int) -> str:
    _, _, _, hour, minute, second, milli = civil_fields(ms)
    return clock_text((hour, minute, second, milli))
