"""Instants and lengths as *why* and *event* say them (page 10, section 5): UTC to the millisecond, local beside it.

Owns words only. A day is named where it is not today's, so that a time of day is never taken for another day's.
"""

from typing import Final

from workbench.time.clocktext import WEEKDAYS, local_hms, offset_mark, table_time, utc_hms_ms, zone_city
from workbench.time.durations import format_duration
from workbench.time.instant import DAY, SECOND, civil_fields, weekday
from workbench.time.zones import UTC, Zone

_NAMED_DAYS: Final = 6


def utc_moment(ms: int, now: int) -> str:
    """``09:00:01.000Z`` on the UTC day of ``now``, else ``Thu 22:10:05.000Z``, ``08-28 ...`` or ``2027-01-03 ...``."""
    days = abs(ms // DAY - now // DAY)
    if days == 0:
        return utc_hms_ms(ms)
    if days <= _NAMED_DAYS:
        return f"{WEEKDAYS[weekday(ms)]} {utc_hms_ms(ms)}"
    year, month, day, *_ = civil_fields(ms)
    date = f"{month:02d}-{day:02d}"
    return f"{date if year == civil_fields(now)[0] else f'{year:04d}-{date}'} {utc_hms_ms(ms)}"


def local_moment(ms: int, now: int, zone: Zone) -> str:
    """``11:00:01`` on the local day of ``now``, else with that day before it: ``Thu 23:38:48``; where the clocks show
    that time twice, with the offset: ``02:30:00+02``."""
    text = table_time(ms, now, zone)
    time = f"{local_hms(ms, zone)}{offset_mark(ms, zone)}"
    if ":" not in text:
        return f"{text} {time}"
    day, _, _ = text.rpartition(" ")
    return f"{day} {time}".lstrip()


def doubtful(ms: int, now: int, zone: Zone) -> tuple[str, ...]:
    """The local time of an instant, with its city, where it would not tell which of two instants is meant."""
    return local_detail(ms, now, zone) if offset_mark(ms, zone) else ()


def local_detail(ms: int, now: int, zone: Zone) -> tuple[str, ...]:
    """The local time beside a UTC one, with its city; nothing where times are shown in UTC anyhow."""
    return () if zone == UTC else (f"{local_moment(ms, now, zone)} {zone_city(zone)}",)


def lateness(ms: int) -> str:
    """``1m 12s late``; less than a second is ``on time``."""
    return f"{format_duration(ms)} late" if ms >= SECOND else "on time"


def apart(ms: int, since: int) -> str:
    """How ``ms`` lies to ``since``: ``10m earlier``, ``3h 1m later``, ``same instant``."""
    if ms == since:
        return "same instant"
    return f"{format_duration(ms - since)} {'later' if ms > since else 'earlier'}"


def counted(number: int, noun: str) -> str:
    """``1 turn``, ``2 turns``."""
    return f"{number:,} {noun}{'' if number == 1 else 's'}"
