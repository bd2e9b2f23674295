"""An accepted time as an answer repeats it: weekday, local date and time, zone and UTC (REQ-7).

Owns that one sentence, so that every front and every kind of request says it alike.
"""

import re

from workbench.services.requests.commands import At, LocalAt, When
from workbench.services.requests.words import WEEKDAYS
from workbench.time.clocktext import offset_text
from workbench.time.instant import civil_fields, format_utc, weekday
from workbench.time.zones import UTC, Zone, load_zone

_OFFSET = re.compile(r"([+-])([0-9]{2}):([0-9]{2})\Z")


def echo(when: When, instant: int, zone: Zone | None) -> str:
    """``Friday 2026-08-14 17:00:00 Europe/Berlin (UTC+02:00), in UTC 2026-08-14T15:00:00.000Z``.

    The zone is the one that the time names, else ``zone``, the one that is known; with none it is UTC. A time that
    was given with an offset in digits is shown with that offset.
    """
    at = when.at if isinstance(when, At) else None
    if isinstance(at, str) and not at.endswith("Z"):
        offset = _given_offset(at)
        return _told(instant, offset, f"UTC{offset_text(offset)}" if offset else "UTC")
    shown = load_zone(at.time_zone) if isinstance(at, LocalAt) else zone or UTC
    offset = shown.offset_ms(instant)
    return _told(instant, offset, "UTC" if shown == UTC else f"{shown.name} (UTC{offset_text(offset)})")


def _told(instant: int, offset: int, place: str) -> str:
    local = instant + offset
    year, month, day, hour, minute, second, milli = civil_fields(local)
    clock = f"{hour:02d}:{minute:02d}:{second:02d}" + (f".{milli:03d}" if milli else "")
    name = WEEKDAYS[weekday(local)].capitalize()
    return f"{name} {year:04d}-{month:02d}-{day:02d} {clock} {place}, in UTC {format_utc(instant)}"


def _given_offset(text: str) -> int:
    match = _OFFSET.search(text)
    if match is None:
        return 0
    size = (int(match[2]) * 60 + int(match[3])) * 60_000
    return -size if match[1] == "-" else size
