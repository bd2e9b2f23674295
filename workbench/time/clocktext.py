"""Instants as the screens show them (page 10, section 5): table cells, clock, local and UTC time of day.

Owns display forms only. Local fields are whole-number arithmetic on UTC plus offset, so the edges of the calendar show
a year 0 or 10000 where a date library would overflow.
"""

from typing import Final

from workbench.time.instant import DAY, civil_fields, weekday
from workbench.time.zones import Zone, candidates

WEEKDAYS: Final = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")
_NAMED_DAYS: Final = 6


def local_hms(ms: int, zone: Zone) -> str:
    """Local time of day, ``11:00:01``."""
    _, _, _, hour, minute, second, _ = civil_fields(ms + zone.offset_ms(ms))
    return f"{hour:02d}:{minute:02d}:{second:02d}"


def utc_hms_ms(ms: int) -> str:
    """UTC time of day to the millisecond, ``09:00:01.000Z``."""
    _, _, _, hour, minute, second, milli = civil_fields(ms)
    return f"{hour:02d}:{minute:02d}:{second:02d}.{milli:03d}Z"


def clock_text(ms: int, zone: Zone) -> str:
    """Weekday, local date and time, ``Fri 2026-08-07 11:00:01``."""
    local = ms + zone.offset_ms(ms)
    year, month, day, hour, minute, second, _ = civil_fields(local)
    return f"{WEEKDAYS[weekday(local)]} {year:04d}-{month:02d}-{day:02d} {hour:02d}:{minute:02d}:{second:02d}"


def table_time(ms: int, now: int, zone: Zone) -> str:
    """The shortest form that is clear at ``now``, 8 to 10 cells within the years 0001-9999.

    ``22:10:05`` on the same local day, ``Thu 22:10`` within 6 days of it, ``Fri 08-28`` in the same year, else
    ``2027-01-03``.
    """
    local, current = ms + zone.offset_ms(ms), now + zone.offset_ms(now)
    year, month, day, hour, minute, second, _ = civil_fields(local)
    days = abs(local // DAY - current // DAY)
    if days == 0:
        return f"{hour:02d}:{minute:02d}:{second:02d}"
    if days <= _NAMED_DAYS:
        return f"{WEEKDAYS[weekday(local)]} {hour:02d}:{minute:02d}"
    if year == civil_fields(current)[0]:
        return f"{WEEKDAYS[weekday(local)]} {month:02d}-{day:02d}"
    return f"{year:04d}-{month:02d}-{day:02d}"


def offset_mark(ms: int, zone: Zone) -> str:
    """The offset behind a local time that the clocks show twice, as short as it can be: ``+02``, ``-03:30``; empty
    behind any other."""
    offset = zone.offset_ms(ms)
    first, second = zone.local_offsets(ms + offset)
    if first == second or len(candidates(zone, ms + offset)) < 2:
        return ""
    return offset_text(offset).removesuffix(":00")


def table_moment(ms: int, now: int, zone: Zone) -> str:
    """As :func:`table_time`, up to 12 cells where it is a time of day that happens twice: ``02:30:00+02``."""
    text = table_time(ms, now, zone)
    return text + offset_mark(ms, zone) if ":" in text else text


def zone_city(zone: Zone) -> str:
    """The short name beside a local time: ``Berlin``, ``New York``, ``UTC``."""
    return zone.name.rsplit("/", 1)[-1].replace("_", " ")


def offset_text(offset_ms: int) -> str:
    """A zone's offset, ``+02:00``; with seconds only where it has them, ``+00:53:28``."""
    sign = "-" if offset_ms < 0 else "+"
    minutes, seconds = divmod(abs(offset_ms) // 1000, 60)
    hour, minute = divmod(minutes, 60)
    return f"{sign}{hour:02d}:{minute:02d}" + (f":{seconds:02d}" if seconds else "")
