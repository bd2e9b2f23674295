"""The time of day in a phrase (REQ-7): which half of the day an hour is in, or that this is open.

``17:00`` is read by the 24-hour clock. A bare hour is so only when it is 0 or above 12, or 7 to 11 beside a day:
"at 5", "tomorrow at 5" and "at 12" need am, pm, a part of the day, or digits. Days are days.py's business.
"""

from typing import Final

from workbench.services.requests.commands import NeedsInput
from workbench.services.requests.needs import needs
from workbench.services.requests.pieces import Piece

Clock = tuple[int, int, int, int]
_MORNING: Final = 0
_EVENING: Final = 2
_NIGHT: Final = 3


def time_of_day(clock: Piece, part: Piece | None, text: str, *, beside_day: bool) -> Clock | NeedsInput:
    """Hour, minute, second, ms of ``clock``, with the part of the day that stands beside it; ``text`` is the phrase."""
    if clock.kind == "midnight":
        if beside_day or part is not None:
            return needs("ambiguous_day", text, example="remind me on 2026-08-14 at 00:00 to call the lab")
        return 0, 0, 0, 0
    hour, minute, second, milli, told = (*clock.numbers, 0, 0, 0, 0)[:5]
    if part is not None:
        read = _in_part(hour, part.numbers[0], told=bool(told))
    elif clock.kind == "hour":
        read = hour if _plain(hour, beside_day=beside_day) else None
    else:
        read = hour
    return needs("ambiguous_hour", text) if read is None else (read, minute, second, milli)


def clock_text(clock: Clock) -> str:
    """``HH:MM:SS``, with ms where there are any (SCH-16)."""
    hour, minute, second, milli = clock
    return f"{hour:02d}:{minute:02d}:{second:02d}" + (f".{milli:03d}" if milli else "")


def _plain(hour: int, *, beside_day: bool) -> bool:
    """Whether a bare hour can only be meant by the 24-hour clock."""
    return hour == 0 or hour > 12 or (beside_day and 7 <= hour <= 11)


def _in_part(hour: int, part: int, *, told: bool) -> int | None:
    """``hour`` in the morning, afternoon, evening or night; None where the two do not fit or leave it open.

    ``told`` says that am, pm or noon settled the half already.
    """
    if not told:
        if hour == 12 and part >= _EVENING:
            return None
        if part != _MORNING and 1 <= hour <= 11 and not (part == _NIGHT and hour < 6):
            hour += 12
    return hour if (hour < 12) == (part == _MORNING) else None
