"""Due times as tools give them, read strictly (REM-4; TODO-2 without the relative form).

Owns the accepted forms, what each means in a zone, and the text a due time is answered with. Whether it must lie in
the future is the caller's rule. Nothing is guessed: a text is one of the forms as a whole, or refused with all of them.
"""

import re
from dataclasses import dataclass
from typing import Final

from workbench.services.refusal import ServiceError
from workbench.text.quote import quote
from workbench.time.instant import DAY, HOUR, MAX_MS, MINUTE, SECOND, civil_fields, describe_instant, in_range
from workbench.time.rfc3339 import parse_local_clock, parse_local_date, parse_offset_instant
from workbench.time.zones import UTC, Zone, around_gap, candidates

RELATIVE_FORM: Final = "relative offset +N with s, m, h, d or w and no spaces, such as +30m, +2h, +1d, +1w"
ABSOLUTE_FORMS: Final = (
    "ISO 8601 with Z or an offset, such as 2026-05-07T10:00:00Z or 2026-05-07T12:00:00+02:00",
    "ISO 8601 without an offset, in your zone, such as 2026-05-07T10:00:00",
    "date only, 00:00 in your zone, such as 2026-05-07",
    "date, space and time in your zone, such as 2026-05-07 10:00 or 2026-05-07 10:00:00",
    "Unix epoch seconds as text, such as 1746604800",
)
FORMS: Final = (RELATIVE_FORM, *ABSOLUTE_FORMS)

_UNITS: Final = {"s": SECOND, "m": MINUTE, "h": HOUR, "d": DAY, "w": 7 * DAY}
_RELATIVE: Final = re.compile(r"\+([0-9]+)([smhdw])")
_NEGATIVE: Final = re.compile(r"[-\u2212]\s*[0-9.]+\s*[A-Za-z]+")
_EPOCH: Final = re.compile(r"[0-9]+")
_DATE: Final = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")
_SPACED: Final = re.compile(rf"({_DATE.pattern}) ([0-9]{{2}}:[0-9]{{2}})(:[0-9]{{2}})?")
_ISO: Final = re.compile(
    rf"({_DATE.pattern})T([0-9]{{2}}:[0-9]{{2}})(:[0-9]{{2}})?(?:(?<=:[0-9]{{2}}:[0-9]{{2}})\.[0-9]{{1,6}})?"
    r"(Z|[+-][0-9]{2}:[0-9]{2})?"
)
# Longer numbers leave the calendar in any unit.
_MOST_DIGITS: Final = 15


@dataclass(frozen=True, slots=True)
class Due:
    """A due time: the instant in epoch ms, and the text it is answered with, to the second."""

    instant: int
    text: str


def read_due(text: str, now: int, zone: Zone | None, *, relative: bool) -> Due:
    """What ``text`` means at ``now`` (epoch ms); forms without an offset are read in ``zone``, in UTC without one.

    Raises ServiceError ``invalid_due_at`` with all accepted forms, ``negative_offset`` (only where ``relative`` forms
    are accepted), ``nonexistent_local_time`` for a time inside a gap, ``time_out_of_range`` beyond the years 0001-9999.
    """
    forms = FORMS if relative else ABSOLUTE_FORMS
    try:
        due = _read(text, now, zone or UTC, relative=relative)
    except _Unread as reason:
        raise refused(reason.code, text, reason.why, forms) from None
    except ValueError as reason:
        raise refused("invalid_due_at", text, str(reason), forms) from None
    if due is None:
        raise refused("invalid_due_at", text, "it is none of the accepted forms", forms)
    if not in_range(due.instant):
        raise refused("time_out_of_range", text, "it is outside the years 0001-9999", forms)
    return due


def refused(code: str, text: str, why: str, forms: tuple[str, ...] = FORMS, **details: object) -> ServiceError:
    """A refused due time: what was given, why, and every accepted form."""
    message = f"due_at {quote(text)} is refused: {why}. Accepted are: {'; '.join(forms)}"
    return ServiceError(code, message, field="due_at", details={**details, "accepted": list(forms)})


def due_text(instant: int, offset: int | None) -> str:
    """``instant`` as ``YYYY-MM-DDTHH:MM:SS`` and this offset in ms; and ``Z`` for None or an offset with seconds."""
    if not in_range(instant):
        return describe_instant(instant)
    if offset is None or offset % MINUTE or not in_range(instant + offset):
        return _to_the_second(instant) + "Z"
    hours, minutes = divmod(abs(offset) // MINUTE, 60)
    return f"{_to_the_second(instant + offset)}{'-' if offset < 0 else '+'}{hours:02d}:{minutes:02d}"


def _to_the_second(local: int) -> str:
    year, month, day, hour, minute, second, _ = civil_fields(local)
    return f"{year:04d}-{month:02d}-{day:02d}T{hour:02d}:{minute:02d}:{second:02d}"


class _Unread(Exception):
    """A form that was recognised and cannot be used, with the code of its own."""

    def __init__(self, code: str, why: str) -> None:
        super().__init__(code, why)
        self.code = code
        self.why = why


def _read(text: str, now: int, zone: Zone, *, relative: bool) -> Due | None:
    if _EPOCH.fullmatch(text):
        return _epoch(text)
    if _DATE.fullmatch(text):
        return _zoned(_first_of_day(text, zone), zone)
    match = _SPACED.fullmatch(text)
    if match is not None:
        return _zoned(_local(match[1], match[2] + (match[3] or ":00"), zone), zone)
    match = _ISO.fullmatch(text)
    if match is not None:
        return _iso(match, zone)
    return _relative(text, now) if relative else None


def _relative(text: str, now: int) -> Due | None:
    if _NEGATIVE.fullmatch(text):
        raise _Unread("negative_offset", "a negative offset lies in the past, and a due time is always in the future")
    match = _RELATIVE.fullmatch(text)
    if match is None:
        return None
    instant = now + _number(match[1]) * _UNITS[match[2]]
    return Due(instant, due_text(instant, None))


def _epoch(text: str) -> Due:
    number = _number(text)
    if number * SECOND > MAX_MS >= number:
        why = f"that many seconds are past the year 9999; as milliseconds it would be {describe_instant(number)}"
        raise _Unread("invalid_due_at", f"{why}: divide epoch milliseconds by 1000 and give {number // SECOND}")
    return Due(number * SECOND, due_text(number * SECOND, None))


def _iso(match: re.Match[str], zone: Zone) -> Due:
    date, minute, second, offset = match.groups()
    clock = minute + (second or ":00")
    if offset is None:
        return _zoned(_local(date, clock, zone), zone)
    instant = parse_offset_instant(f"{date}T{clock}{offset}")
    # The text as it was given, not one made from the instant: its offset is part of the answer.
    return Due(instant, f"{date}T{clock}{offset}")


def _zoned(instant: int, zone: Zone) -> Due:
    return Due(instant, due_text(instant, None if zone == UTC else zone.offset_ms(instant)))


def _local(date: str, clock: str, zone: Zone) -> int:
    """The first instant at which the clocks of ``zone`` show this."""
    local = parse_local_date(date) + parse_local_clock(clock)
    found = candidates(zone, local)
    if not found:
        before, after = (_to_the_second(edge).replace("T", " ") for edge in around_gap(zone, local))
        why = f"the clocks of {zone.name} never show it: they go from {before} to {after}"
        raise _Unread("nonexistent_local_time", why)
    return found[0]


def _first_of_day(date: str, zone: Zone) -> int:
    """Local midnight, or the first instant of a day that begins later."""
    midnight = parse_local_date(date)
    found = candidates(zone, midnight)
    if found:
        return found[0]
    start = around_gap(zone, midnight)[1]
    if start >= midnight + DAY:
        raise _Unread("nonexistent_local_time", f"the calendar of {zone.name} leaves out this day")
    return candidates(zone, start)[0]


def _number(digits: str) -> int:
    """The value of ``digits``; one that is far beyond any calendar stays beyond it, however long it is."""
    short = digits.lstrip("0") or "0"
    return int(short) if len(short) <= _MOST_DIGITS else 10**_MOST_DIGITS
