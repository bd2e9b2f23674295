"""Instants: UTC epoch milliseconds as ``int``, and their one durable text form (SCH-1, SCH-2).

Owns calendar arithmetic in whole numbers and ``YYYY-MM-DDTHH:MM:SS.mmmZ``. It never uses aware datetimes, whose
arithmetic forgets offsets, and reads no clock. Other spellings of time are read in :mod:`workbench.time.rfc3339`.
"""

import re
from functools import lru_cache
from typing import Final

MIN_MS: Final = -62_135_596_800_000
MAX_MS: Final = 253_402_300_799_999
SECOND: Final = 1_000
MINUTE: Final = 60 * SECOND
HOUR: Final = 60 * MINUTE
DAY: Final = 24 * HOUR

_DATE: Final = re.compile(r"([0-9]{4})-([0-9]{2})-([0-9]{2})T")
_MONTH_DAYS: Final = (31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)
# The hot path reads and writes time of day by whole pieces: a look-up is strict by itself and quicker than arithmetic.
_MINUTES: Final = tuple(f"{minute // 60:02d}:{minute % 60:02d}:" for minute in range(1440))
_SECONDS: Final = tuple(f"{second:02d}." for second in range(60))
_MILLIS: Final = tuple(f"{milli:03d}Z" for milli in range(1000))
_MINUTE_MS: Final = {text: minute * MINUTE for minute, text in enumerate(_MINUTES)}
_SECOND_MS: Final = {text: second * SECOND for second, text in enumerate(_SECONDS)}
_MILLI_MS: Final = {text: milli for milli, text in enumerate(_MILLIS)}
_CACHED_DAYS: Final = 4096
_day_ms: dict[str, int] = {}
_day_text: dict[int, str] = {}


def in_range(ms: int) -> bool:
    """Whether ``ms`` falls in the years 0001-9999, the only ones with a text form."""
    return MIN_MS <= ms <= MAX_MS


def clamped(ms: int) -> int:
    """The instant of the years 0001-9999 that is nearest to ``ms``: ``ms`` itself where it is one."""
    return min(max(ms, MIN_MS), MAX_MS)


def parse_utc(text: str) -> int:
    """Epoch ms of exactly ``YYYY-MM-DDTHH:MM:SS.mmmZ``; raises ValueError for any other spelling or no such date."""
    try:
        day = _day_ms.get(text[:11])
        if day is None:
            day = _read_day(text[:11])
        return day + _MINUTE_MS[text[11:17]] + _SECOND_MS[text[17:20]] + _MILLI_MS[text[20:]]
    except KeyError:
        raise ValueError("expected YYYY-MM-DDTHH:MM:SS.mmmZ") from None


@lru_cache(maxsize=1024)  # one instant is written many times over: a batch, its frame, its answer
def format_utc(ms: int) -> str:
    """``ms`` as ``YYYY-MM-DDTHH:MM:SS.mmmZ``; raises ValueError outside years 0001-9999 (see :func:`in_range`)."""
    day, rest = divmod(ms, DAY)
    prefix = _day_text.get(day)
    if prefix is None:
        prefix = _write_day(day, ms)
    minute, rest = divmod(rest, MINUTE)
    second, milli = divmod(rest, SECOND)
    return prefix + _MINUTES[minute] + _SECONDS[second] + _MILLIS[milli]


def describe_instant(ms: int) -> str:
    """``ms`` for a message: its text form, or the bare number where it has none."""
    return format_utc(ms) if in_range(ms) else f"{ms} ms"


def valid_date(year: int, month: int, day: int) -> bool:
    """Whether the proleptic Gregorian calendar has this date in the years 0001-9999."""
    return 1 <= year <= 9999 and 1 <= month <= 12 and 1 <= day <= _days_in(year, month)


def civil_ms(year: int, month: int, day: int, hour: int = 0, minute: int = 0, second: int = 0, ms: int = 0) -> int:  # noqa: PLR0917 - the fields of a calendar
    """Epoch ms of these UTC fields; the date must be valid, the other fields are only added up."""
    return _day_number(year, month, day) * DAY + hour * HOUR + minute * MINUTE + second * SECOND + ms


def civil_fields(ms: int) -> tuple[int, int, int, int, int, int, int]:
    """``(year, month, day, hour, minute, second, ms)`` of ``ms`` in UTC, for any integer: no year is out of range."""
    day, rest = divmod(ms, DAY)
    hour, rest = divmod(rest, HOUR)
    minute, rest = divmod(rest, MINUTE)
    second, milli = divmod(rest, SECOND)
    return (*_date_of(day), hour, minute, second, milli)


def weekday(ms: int) -> int:
    """Day of the week of ``ms`` in UTC, Monday 0 to Sunday 6."""
    return (ms // DAY + 3) % 7


def _days_in(year: int, month: int) -> int:
    leap = month == 2 and year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)
    return _MONTH_DAYS[month - 1] + leap


def _day_number(year: int, month: int, day: int) -> int:
    """Days since 1970-01-01; years begin in March here, so that the leap day comes last."""
    year -= month <= 2
    era, year_of_era = divmod(year, 400)
    day_of_year = (153 * ((month + 9) % 12) + 2) // 5 + day - 1
    return era * 146_097 + year_of_era * 365 + year_of_era // 4 - year_of_era // 100 + day_of_year - 719_468


def _date_of(day: int) -> tuple[int, int, int]:
    era, day_of_era = divmod(day + 719_468, 146_097)
    year_of_era = (day_of_era - day_of_era // 1_460 + day_of_era // 36_524 - day_of_era // 146_096) // 365
    day_of_year = day_of_era - (365 * year_of_era + year_of_era // 4 - year_of_era // 100)
    shifted = (5 * day_of_year + 2) // 153
    month = shifted + 3 if shifted < 10 else shifted - 9
    return era * 400 + year_of_era + (month <= 2), month, day_of_year - (153 * shifted + 2) // 5 + 1


def _read_day(prefix: str) -> int:
    match = _DATE.fullmatch(prefix)
    if match is None:
        raise ValueError("expected YYYY-MM-DDTHH:MM:SS.mmmZ")
    year, month, day = map(int, match.groups())
    if not valid_date(year, month, day):
        raise ValueError(f"no such date: {prefix[:10]}")
    if len(_day_ms) >= _CACHED_DAYS:
        _day_ms.clear()
    found = _day_ms[prefix] = civil_ms(year, month, day)
    return found


def _write_day(day: int, ms: int) -> str:
    if not in_range(ms):
        raise ValueError(f"{ms} ms is outside the years 0001-9999")
    if len(_day_text) >= _CACHED_DAYS:
        _day_text.clear()
    year, month, date = _date_of(day)
    found = _day_text[day] = f"{year:04d}-{month:02d}-{date:02d}T"
    return found
