"""Moments as people say them: a small closed grammar for the command line, forms and the built-in agent.

Owns the phrases and what each means at a given now and zone. A phrase is understood completely or refused; nothing is
guessed from half of it. Lengths are read by :mod:`workbench.time.durations`, strict tool input by
:mod:`workbench.time.rfc3339`.
"""

import re
from collections.abc import Callable
from typing import Final

from workbench.errors import UsageError
from workbench.text.quote import quote
from workbench.time.durations import parse_duration
from workbench.time.instant import DAY, HOUR, civil_fields, in_range, weekday
from workbench.time.rfc3339 import parse_local_clock, parse_local_date, parse_offset_instant
from workbench.time.zones import Zone, around_gap, candidates, load_zone

ACCEPTED: Final = (
    'now, +2h, "in 20 minutes", "20 minutes ago", 2026-08-07T11:00:00Z or with an offset, "2026-08-07 11:00",'
    ' 2026-08-07, 11:00, 5:30pm, noon, "tomorrow 9:00", "friday 17:00"; local forms may end in a zone name'
)
_DAYS: Final = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
_WEEKDAYS: Final = {name[:length]: number for number, name in enumerate(_DAYS) for length in (3, len(name))}
_RELATIVE_DAYS: Final = {"yesterday": -1, "today": 0, "tomorrow": 1}
_FILLERS: Final = frozenset(("at", "on"))
_DATE: Final = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")
_CLOCK: Final = re.compile(r"([0-9]{1,2})(?::([0-9]{2})(:[0-9]{2}(?:\.[0-9]{1,3})?)?)?(am|pm)?")
_OFFSET: Final = re.compile(rf"({_DATE.pattern})[t ]([0-9:.]+) ?(z|[+-][0-9]{{2}}:[0-9]{{2}})")
_ZONED: Final = re.compile(r"(.+?)(?: in)? (UTC|[^ ]+/[^ ]+)")


def parse_moment(text: str, now: int, zone: Zone) -> int:
    """The instant (epoch ms) that ``text`` means at ``now``, local forms read in ``zone`` or the one named at the end.

    A time of day alone is its next one; a weekday with a time the next such moment, today included; a date alone its
    first instant. An overlap takes its first instant. Raises ``invalid_time`` for a phrase outside the grammar, a date
    that does not exist, a local time in a gap, a result outside the years 0001-9999; ``invalid_duration`` and
    ``invalid_time_zone`` for those parts.
    """
    plain = " ".join(text.split())
    zoned = _ZONED.fullmatch(plain)
    if zoned is not None:
        plain, zone = zoned[1], load_zone(zoned[2])
    try:
        return _ranged(_moment(plain.lower(), now, zone))
    except ValueError as reason:
        message = f"not a usable time: {quote(text)}: {reason}; accepted are {ACCEPTED}"
        raise UsageError("invalid_time", message) from None


def _ranged(moment: int) -> int:
    if not in_range(moment):
        raise ValueError("it is outside the years 0001-9999")
    return moment


def _moment(text: str, now: int, zone: Zone) -> int:
    if text == "now":
        return now
    for affix, sign, strip in _RELATIVE:
        rest = strip(text, affix)
        if rest != text:
            return now + sign * parse_duration(rest)
    match = _OFFSET.fullmatch(text)
    if match is not None:
        date, clock, offset = match.groups()
        return parse_offset_instant(f"{date}T{clock}{':00' if clock.count(':') == 1 else ''}{offset.upper()}")
    return _local_moment(text, now, zone)


_RELATIVE: Final[tuple[tuple[str, int, Callable[[str, str], str]], ...]] = (
    ("+", 1, str.removeprefix),
    ("in ", 1, str.removeprefix),
    (" from now", 1, str.removesuffix),
    (" ago", -1, str.removesuffix),
)


def _local_moment(text: str, now: int, zone: Zone) -> int:
    """A day, a time of day, or both in either order."""
    words = _words(text)
    days = [word for word in words if word in _WEEKDAYS or word in _RELATIVE_DAYS or _DATE.fullmatch(word)]
    clocks = [word for word in words if word == "noon" or _CLOCK.fullmatch(word)]
    if not words or len(days) > 1 or len(clocks) > 1 or len(days) + len(clocks) < len(words):
        raise ValueError("it is none of the accepted forms")
    local = now + zone.offset_ms(now)
    today = local - local % DAY
    if not days:
        return _next(now, (today, today + DAY, today + 2 * DAY), _clock(clocks[0]), zone)
    if not clocks:
        return _start_of_day(days[0], zone)
    day, clock = days[0], _clock(clocks[0])
    if day in _WEEKDAYS:
        first = today + (_WEEKDAYS[day] - weekday(today)) % 7 * DAY
        return _next(now, (first, first + 7 * DAY, first + 14 * DAY), clock, zone)
    start = today + _RELATIVE_DAYS[day] * DAY if day in _RELATIVE_DAYS else parse_local_date(day)
    return _resolve(start + clock, zone)


def _words(text: str) -> list[str]:
    """Words that mean something: fillers dropped, ``2026-08-07t11:00`` in two, ``5 pm`` in one."""
    split = re.sub(rf"^({_DATE.pattern})t", r"\1 ", text)
    joined = re.sub(r"(?<=[0-9]) (?=[ap]m\b)", "", split)
    return [word for word in joined.split() if word not in _FILLERS]


def _clock(word: str) -> int:
    """Ms after midnight of ``9:00``, ``09:00:30``, ``5pm``, ``5:30pm`` or ``noon``."""
    match = _CLOCK.fullmatch(word)
    if match is None:
        return 12 * HOUR
    hour_text, minute, second, half = match.groups()
    if minute is None and half is None:
        raise ValueError(f"{word} alone may be morning or evening: write {word}:00 or {word}pm")
    hour = int(hour_text)
    if half is not None:
        if not 1 <= hour <= 12:
            raise ValueError("hours with am or pm go from 1 to 12")
        hour = hour % 12 + (12 if half == "pm" else 0)
    return parse_local_clock(f"{hour:02d}:{minute or '00'}{second or ':00'}")


def _next(now: int, days: tuple[int, ...], clock: int, zone: Zone) -> int:
    """The first of these local days at ``clock`` that is later than now, refused when a gap swallows just that one."""
    local_now = now + zone.offset_ms(now)
    for day in days:
        instants = candidates(zone, day + clock)
        if not instants and day + clock > local_now:
            raise ValueError(_gap_reason(day + clock, zone))
        later = [instant for instant in instants if instant > now]
        if later:
            return later[0]
    raise ValueError("its next occurrence cannot be told at this change of the clocks: add the date")


def _resolve(local: int, zone: Zone) -> int:
    instants = candidates(zone, local)
    if not instants:
        raise ValueError(_gap_reason(local, zone))
    return instants[0]


def _gap_reason(local: int, zone: Zone) -> str:
    before, after = ("{3:02d}:{4:02d}:{5:02d}".format(*civil_fields(ms)) for ms in around_gap(zone, local))
    return f"the clocks of {zone.name} skip it; the nearest valid local times are {before} and {after}"


def _start_of_day(word: str, zone: Zone) -> int:
    """The first instant of a date; where midnight falls in a gap, that is the gap's end."""
    if _DATE.fullmatch(word) is None:
        raise ValueError(f"it names no time of day: add one, as in {word} 9:00")
    day = parse_local_date(word)
    instants = candidates(zone, day)
    if instants:
        return instants[0]
    _, after = around_gap(zone, day)
    if after >= day + DAY:
        raise ValueError(f"{zone.name} has no such day")
    return candidates(zone, after)[0]
