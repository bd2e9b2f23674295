"""The words of time that the grammar knows, as one table of patterns and what each stands for (REQ-8).

Owns recognising one piece at one place of a text, refusals included: phrases that look like a time and mean nothing
exact. Longer phrases are scan.py's business, their meaning at some now is moments.py's.
"""

import re
from collections.abc import Callable
from functools import cache
from typing import Final, Literal

from workbench.services.requests.commands import Reason
from workbench.services.requests.durations import (
    DURATION,
    NUMBER,
    UNIT_SECONDS,
    duration_seconds,
    number_value,
    whole_days,
)
from workbench.services.requests.needs import needs
from workbench.services.requests.pieces import Kind, Piece

WEEKDAYS: Final = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
PARTS: Final = ("morning", "afternoon", "evening", "night")
_MONTHS: Final = (
    "january", "february", "march", "april", "may", "june",
    "july", "august", "september", "october", "november", "december",
)  # fmt: skip
_MONTH_NUMBER: Final = {name: n for n, full in enumerate(_MONTHS, 1) for name in (full, full[:3])} | {"sept": 9}
# The first word found in a calendar rule gives the fixed interval nearest to it.
_NEAREST: Final = (
    ("weekday", "24 hours"), ("fortnight", "14 days"), ("other week", "14 days"), ("other", "2 days"),
    ("week", "7 days"), ("month", "30 days"), ("quarter", "90 days"), ("year", "365 days"), ("annual", "365 days"),
    *((name, "7 days") for name in WEEKDAYS), *((name, "365 days") for name in _MONTHS),
)  # fmt: skip

Build = Callable[[re.Match[str]], tuple[Piece, ...]]


def _just(kind: Kind, *numbers: int) -> Build:
    return lambda match: (Piece(kind, match[0], numbers),)


def _indexed(kind: Kind, names: tuple[str, ...]) -> Build:
    return lambda match: (Piece(kind, match[0], (names.index(match["name"].lower()),)),)


def _refused(reason: Reason, *, weak: bool = False, example: str | None = None) -> Build:
    return lambda match: (Piece("bad", match[0], problem=needs(reason, match[0], example=example), weak=weak),)


def _calendar(match: re.Match[str]) -> tuple[Piece, ...]:
    said = match[0].lower()
    nearest = next((interval for word, interval in _NEAREST if word in said), "24 hours")
    problem = needs("calendar_rule", match[0], example=f"every {nearest} check the build")
    return (Piece("bad", match[0], problem=problem),)


def _length(kind: Literal["after", "every"]) -> Build:
    def build(match: re.Match[str]) -> tuple[Piece, ...]:
        seconds = duration_seconds(match["length"])
        if seconds is None:
            return _refused("not_exact")(match)
        if seconds.denominator != 1:
            return _refused("fraction")(match)
        return (Piece(kind, match[0], (int(seconds), int(whole_days(match["length"])))),)

    return build


def _every_unit(match: re.Match[str]) -> tuple[Piece, ...]:
    seconds = UNIT_SECONDS[match["unit"].lower()] // (2 if match["half"] else 1)
    return (Piece("every", match[0], (seconds, 0)),)


def _date(match: re.Match[str]) -> tuple[Piece, ...]:
    return (Piece("date", match[0], (int(match["year"]), int(match["month"]), int(match["day"]))),)


def _month_day(match: re.Match[str]) -> tuple[Piece, ...]:
    month = _MONTH_NUMBER[match["month"].lower()]
    year = (int(match["year"]),) if match["year"] else ()
    return (Piece("month", match[0], (month, int(match["day"]), *year)),)


def _this_part(match: re.Match[str]) -> tuple[Piece, ...]:
    part = PARTS.index(match["name"].lower())
    return (Piece("day", match[0], (0,)), Piece("part", match[0], (part,)))


def _clock(match: re.Match[str]) -> tuple[Piece, ...]:
    hour, minute, second = (int(match[name] or 0) for name in ("h", "m", "s"))
    milli = int((match["f"] or "0").ljust(3, "0"))
    half = (match["half"] or "").lower()
    if hour > 23 or minute > 59 or second > 59 or (half and not 1 <= hour <= 12):
        return _refused("invalid_hour")(match)
    if half:
        hour = hour % 12 + (12 if half == "p" else 0)
    return (Piece("clock", match[0], (hour, minute, second, milli, int(bool(half)))),)


def _zone(match: re.Match[str]) -> tuple[Piece, ...]:
    name = match["zone"]
    return (Piece("zone", match[0], name="UTC" if name.lower() == "utc" else name),)


def _bare_hour(match: re.Match[str]) -> tuple[Piece, ...]:
    hour = int(number_value(match["h"]))
    return (Piece("hour", match[0], (hour,)),) if hour <= 23 else _refused("invalid_hour")(match)


# Nothing may cling to a piece: "tomorrow's" and "9:00x" are none.
_END: Final = r"(?=\Z|[\s,;!?)\"”]|[.:](?=\s|\Z))"
_WEEKDAY: Final = "|".join(WEEKDAYS)
_PART: Final = "|".join(PARTS)
_MONTH: Final = "|".join(sorted(_MONTH_NUMBER, key=len, reverse=True))
_HALF: Final = r"(?P<half>[ap])\.?m\b\.?"
_HOUR_WORDS: Final = "one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve"
_ON: Final = r"(?:(?:on|at)\s+)?"
_AT: Final = r"(?:at\s+|@\s*)?"
_NTH: Final = r"(?:st|nd|rd|th)"
_CALENDAR: Final = (
    rf"(?:week|work|business\s+|working\s+)?days?|weekends?|weeks?|fortnights?|months?|quarters?|years?"
    rf"|(?:{_PART})s?|noon|midnight|(?:{_WEEKDAY})s?|(?:{_MONTH})"
)
_VAGUE: Final = (
    r"(?:a\s+)?(?:few|couple(?:\s+of)?)|several|some|about|around|roughly|approximately|nearly|almost"
    r"|at\s+least|at\s+most|less\s+than|more\s+than|under|over"
)
_UNEQUAL: Final = r"months?|quarters?|years?|decades?|(?:business|working)\s+days?"
_WHICH: Final = rf"(?:single|other|second|third|first|last|[0-9]+{_NTH})"
_NUMBERED: Final = rf"(?P<day>[0-9]{{1,2}}){_NTH}?"
_YEAR: Final = r"(?:,?\s+(?P<year>[0-9]{4}))?"
_SPOKEN: Final = r"(?:half|(?:a\s+)?quarter|[0-9]{1,2})\s+(?:past|to)"
_ABBREVIATED: Final = r"(?:GMT|UTC)[+-][0-9:]+|GMT|(?-i:WES?T)|CES?T|EES?T|[ECMP][SD]T|BST|IST|JST|AE[SD]T|MSK"
_DATE: Final = r"(?P<year>[0-9]{4})-(?P<month>[0-9]{2})-(?P<day>[0-9]{2})"
_TIME: Final = r"(?P<h>[0-9]{1,2}):(?P<m>[0-9]{2})(?::(?P<s>[0-9]{2})(?:\.(?P<f>[0-9]{1,3}))?)?"

_EVERY_FEW: Final = _refused("not_exact", example="every 2 hours check the build")

# Tried in this order at each place; the first that matches counts, so narrower forms stand before wider ones.
_TABLE: Final[tuple[tuple[str, Build], ...]] = (
    # Lengths.
    (rf"(?:in|after)\s+(?P<length>{DURATION})(?:\s+from\s+now)?{_END}", _length("after")),
    (rf"(?P<length>{DURATION})\s+from\s+now{_END}", _length("after")),
    (rf"\+\s*(?P<length>{DURATION}){_END}", _length("after")),
    (rf"in\s+(?:an?|{NUMBER})\s+(?:{_UNEQUAL}){_END}", _refused("not_exact")),
    (rf"in\s+(?:{_VAGUE})\s+(?:[a-z]+|[0-9.]+(?:\s*[a-z]+)?){_END}", _refused("not_exact")),
    (r"in\s+[0-9]{13,}\s*[a-z]*", _refused("not_exact")),
    (rf"in\s+-\s*[0-9]+\s*[a-z]*{_END}", _refused("not_exact")),
    (rf"in\s+{NUMBER}(?:\s*(?!(?:to|that|about|of|and)\b)[a-z]+)?{_END}", _refused("unknown_unit", weak=True)),
    (rf"(?:later|soon|some\s?day|sometime|eventually|right\s+now){_END}", _refused("not_exact")),
    # Routines.
    (rf"(?:every|each)\s+(?:{_WHICH}\s+)?(?:{_CALENDAR}){_END}", _calendar),
    (rf"(?:daily|nightly|weekly|biweekly|fortnightly|monthly|quarterly|yearly|annually){_END}", _calendar),
    (rf"(?:on\s+)?(?:weekdays|weekends|workdays|(?:{_WEEKDAY})s){_END}", _calendar),
    (rf"(?:every|each)\s+(?P<length>{DURATION}){_END}", _length("every")),
    (rf"(?:every|each)\s+{NUMBER}\s+(?:{_CALENDAR}){_END}", _calendar),
    (rf"(?:every|each)\s+(?P<half>half\s+(?:an?\s+)?|half-)?(?P<unit>hour|minute|second){_END}", _every_unit),
    (rf"hourly{_END}", _just("every", 3_600, 0)),
    (rf"(?:every|each)\s+(?:other|second|third)\s+(?:hours?|minutes?|seconds?){_END}", _EVERY_FEW),
    (rf"(?:every|each)\s+(?:{_VAGUE})\s+(?:[a-z]+|[0-9.]+(?:\s*[a-z]+)?){_END}", _EVERY_FEW),
    (rf"(?:every|each)\s+{NUMBER}(?:\s*[a-z]+)?{_END}", _refused("unknown_unit", weak=True)),
    # Days.
    (rf"{_ON}{_DATE}(?:(?=T[0-9])|{_END})", _date),
    (rf"(?:on\s+)?(?:the\s+)?day\s+after\s+tomorrow{_END}", _just("day", 2)),
    (rf"tomorrow{_END}", _just("day", 1)),
    (rf"today{_END}", _just("day", 0)),
    (rf"to(?P<name>night){_END}", _this_part),
    (rf"this\s+(?P<name>morning|afternoon|evening){_END}", _this_part),
    (rf"(?:on\s+)?next\s+(?P<name>{_WEEKDAY}){_END}", _indexed("next_weekday", WEEKDAYS)),
    (rf"(?:on\s+)?(?:this|(?:the\s+)?coming)\s+(?P<name>{_WEEKDAY}){_END}", _indexed("this_weekday", WEEKDAYS)),
    (rf"(?:on\s+)?(?P<name>{_WEEKDAY}){_END}", _indexed("weekday", WEEKDAYS)),
    (rf"{_ON}(?:the\s+)?{_NUMBERED}\s+(?:of\s+)?(?P<month>{_MONTH}){_YEAR}{_END}", _month_day),
    (rf"{_ON}(?P<month>{_MONTH})\s+{_NUMBERED}{_YEAR}{_END}", _month_day),
    (rf"(?:on\s+)?(?:the\s+)?(?:next|this|coming)\s+(?:week|weekend|month|year|quarter){_END}", _refused("no_hour")),
    (rf"on\s+[0-9]{{1,2}}[/.][0-9]{{1,2}}(?:[/.][0-9]{{2,4}}|\.)?{_END}", _refused("invalid_date")),
    (rf"{_ON}[0-9]{{1,2}}/[0-9]{{1,2}}/[0-9]{{2,4}}{_END}", _refused("invalid_date")),
    (rf"on\s+the\s+[0-9]{{1,2}}{_NTH}{_END}", _refused("invalid_date")),
    # Times of day.
    (rf"{_AT}{_TIME}(?:\s*{_HALF})?(?:(?=Z|[+-][0-9])|{_END})", _clock),
    (rf"{_AT}(?P<h>[0-9]{{1,2}})(?P<m>)(?P<s>)(?P<f>)\s*{_HALF}{_END}", _clock),
    (rf"{_AT}(?:noon|midday){_END}", _just("clock", 12, 0, 0, 0, 1)),
    (rf"{_AT}midnight{_END}", _just("midnight")),
    (rf"at\s+(?P<h>[0-9]{{1,2}}|{_HOUR_WORDS})(?:\s*o'?clock)?{_END}", _bare_hour),
    (rf"(?P<h>[0-9]{{1,2}}|{_HOUR_WORDS})\s*o'?clock{_END}", _bare_hour),
    (rf"{_AT}{_SPOKEN}\s+(?:[0-9]{{1,2}}|{_HOUR_WORDS}){_END}", _refused("invalid_hour")),
    (rf"at\s+(?:[0-9]{{3,4}}h?|[0-9]{{1,2}}[h.][0-9]{{2}}){_END}", _refused("invalid_hour")),
)  # fmt: skip
# Only after a day or a time of day.
_TABLE_AFTER_LOCAL: Final[tuple[tuple[str, Build], ...]] = (
    (rf"(?:in\s+the\s+)?(?P<name>morning|afternoon|evening){_END}", _indexed("part", PARTS)),
    (rf"(?:at\s+)?(?P<name>night){_END}", _indexed("part", PARTS)),
    (rf"(?:Z|[+-][0-9]{{2}}:[0-9]{{2}}){_END}", _just("offset")),
    (rf"(?:in\s+)?\(?(?P<zone>UTC|[a-z_]+(?:/[a-z0-9_+-]+)+)\)?(?:\s+time)?{_END}", _zone),
    (rf"(?:in\s+)?(?:{_ABBREVIATED}){_END}", _refused("unknown_zone")),
)  # fmt: skip


@cache
def _compiled(after_local: bool) -> tuple[tuple[re.Pattern[str], Build], ...]:  # noqa: FBT001 - the key of a cache
    table = (*_TABLE_AFTER_LOCAL, *_TABLE) if after_local else _TABLE
    return tuple((re.compile(pattern, re.IGNORECASE | re.ASCII), build) for pattern, build in table)


def piece_at(text: str, at: int, *, after_local: bool) -> tuple[tuple[Piece, ...], int] | None:
    """The pieces of the phrase that begins at ``at`` and where it ends, or None.

    ``after_local`` says whether a day or a time of day stands before it, where a zone or a part of day may follow.
    """
    for pattern, build in _compiled(after_local):
        match = pattern.match(text, at)
        if match is not None:
            return build(match), match.end()
    return None
