"""Times as people and programs write them, read strictly (SCH-2, SCH-15, SCH-16): RFC 3339 with an offset, local parts.

Owns the patterns. All match in full, with ASCII digits only; nothing is normalised or guessed. Errors are ValueError
whose text is the reason, to be put into a message by the caller.
"""

import re
from typing import Final

from workbench.time.instant import HOUR, MINUTE, civil_ms, valid_date

_DATE: Final = re.compile(r"([0-9]{4})-([0-9]{2})-([0-9]{2})")
_CLOCK: Final = re.compile(r"([0-9]{2}):([0-9]{2}):([0-9]{2})(?:\.([0-9]{1,3}))?")
_OFFSET_INSTANT: Final = re.compile(
    rf"(?P<date>{_DATE.pattern})T(?P<clock>{_CLOCK.pattern})(?P<offset>Z|[+-][0-9]{{2}}:[0-9]{{2}})?"
)


def parse_offset_instant(text: str) -> int:
    """Epoch ms of ``YYYY-MM-DDTHH:MM:SS[.f|.ff|.fff](Z|+HH:MM|-HH:MM)``; the result may leave the years 0001-9999.

    Raises ValueError(reason), with a reason of its own for a missing offset, ``-00:00`` and a date that does not exist.
    """
    match = _OFFSET_INSTANT.fullmatch(text)
    if match is None:
        raise ValueError("it is not YYYY-MM-DDTHH:MM:SS[.fff] followed by Z or an offset such as +02:00")
    if match["offset"] is None:
        raise ValueError("it has no offset: add Z for UTC, or one such as +02:00")
    return parse_local_date(match["date"]) + parse_local_clock(match["clock"]) - _offset_ms(match["offset"])


def parse_local_date(text: str) -> int:
    """Ms from the epoch to local midnight of ``YYYY-MM-DD``, as if local were UTC; raises ValueError(reason)."""
    match = _DATE.fullmatch(text)
    if match is None:
        raise ValueError("the date is not YYYY-MM-DD")
    year, month, day = map(int, match.groups())
    if not valid_date(year, month, day):
        raise ValueError(f"the calendar has no {text}")
    return civil_ms(year, month, day)


def parse_local_clock(text: str) -> int:
    """Ms after midnight of ``HH:MM:SS[.f|.ff|.fff]``, 00:00:00 to 23:59:59.999; raises ValueError(reason)."""
    match = _CLOCK.fullmatch(text)
    if match is None:
        raise ValueError("the time is not HH:MM:SS or HH:MM:SS.fff")
    hour, minute, second = map(int, match.groups()[:3])
    if hour > 23 or minute > 59 or second > 59:
        raise ValueError("the time is not between 00:00:00 and 23:59:59.999")
    return hour * HOUR + minute * MINUTE + second * 1000 + int((match[4] or "0").ljust(3, "0"))


def _offset_ms(text: str) -> int:
    if text == "Z":
        return 0
    hour, minute = int(text[1:3]), int(text[4:6])
    if hour > 23 or minute > 59:
        raise ValueError("its offset is not between -23:59 and +23:59")
    if text == "-00:00":
        raise ValueError("its offset -00:00 means an unknown offset: write Z or +00:00 for UTC")
    size = hour * HOUR + minute * MINUTE
    return -size if text[0] == "-" else size
