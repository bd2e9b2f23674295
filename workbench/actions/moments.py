"""What a user types as the goal of a move: a length of time or a moment, and the sentence that says what it means.

Owns the order in which the two are tried. The grammars are ``time.durations`` and ``time.phrases``.
"""

import re
from collections.abc import Callable
from typing import Final

from workbench.errors import UsageError
from workbench.text.quote import quote
from workbench.time.clocktext import clock_text, utc_hms_ms, zone_city
from workbench.time.durations import format_duration, parse_duration
from workbench.time.instant import DAY, MAX_MS, MIN_MS, civil_fields, describe_instant, in_range
from workbench.time.phrases import ACCEPTED, parse_moment
from workbench.time.zones import Zone

_NUMBER: Final = re.compile(r"[0-9]{1,15}")
_BACK: Final = re.compile(r"\s*[-\N{MINUS SIGN}]\s*(?P<length>[^\s-].*)", re.DOTALL)
# What only a move that may go backwards can use, among the forms that a refusal lists.
_BACKWARDS: Final = '"20 minutes ago"'
_FORWARD_ALONE: Final = ACCEPTED.replace(f" {_BACKWARDS},", "")
_BOTH_WAYS: Final = ACCEPTED.replace(_BACKWARDS, f"-2h, {_BACKWARDS}")


def read_target(text: str, now: int, zone: Zone) -> int:
    """The instant (epoch ms) meant by ``text``: a length counts from ``now``, back where it has a minus before it, a
    moment is read in ``zone``.

    Raises ``invalid_time`` (or the code of the part that is wrong), ``time_out_of_range`` outside years 0001-9999.
    """
    back = _BACK.fullmatch(text)
    if back is not None:
        return after_length(back["length"], now, back=True)
    try:
        parse_duration(text)
    except UsageError:
        return parse_moment(text, now, zone)
    return after_length(text, now)


def after_length(text: str, now: int, *, back: bool = False) -> int:
    """The instant (epoch ms) that is the length ``text`` later than ``now``, or with ``back`` earlier.

    Raises ``invalid_duration``, and ``time_out_of_range`` outside years 0001-9999.
    """
    length = -parse_duration(text) if back else parse_duration(text)
    if not in_range(now + length):
        given = f"{quote(text)} {'back ' if back else ''}from {describe_instant(now)}"
        raise UsageError("time_out_of_range", f"{given} ends outside the years 0001-9999")
    return now + length


def explain_move(way: str, text: str, *, now: int, zone: Zone) -> str:
    """What moving there that ``way`` would be, as a sentence; raises what :func:`read_target` raises.

    An ``advance`` to the past is refused with ``not_future``, as the bench would; what it cannot use is not offered.
    """
    try:
        to = read_target(text, now, zone)
    except UsageError as error:
        forms = _FORWARD_ALONE if way == "advance" else _BOTH_WAYS
        raise UsageError(error.code, error.message.replace(ACCEPTED, forms), hint=error.hint) from None
    if way == "advance" and to < now:
        raise UsageError(
            "not_future",
            f"advance only goes forward: it is {describe_instant(now)}, the target was {describe_instant(to)}",
            hint="jump goes backwards",
        )
    return _described(to, now, zone)


def read_place(text: str, now: int, zone: Zone, last: int, seq_at: Callable[[int], int]) -> int:
    """The seq meant by ``text``: a number from 0 to ``last``, or the last event not later than a moment of ``zone``.

    ``seq_at`` gives that one, -1 where there is none. Raises ``invalid_cursor`` for what the log does not have, else
    what :func:`~workbench.time.phrases.parse_moment` raises.
    """
    number = text.strip().replace(",", "")
    if _NUMBER.fullmatch(number):
        seq = int(number)
        if seq > last:
            raise UsageError("invalid_cursor", f"there is no event {seq:,}: 0 to {last:,} are accepted")
        return seq
    moment = parse_moment(text, now, zone)
    seq = seq_at(moment)
    if seq < 0:
        raise UsageError("invalid_cursor", f"no event is as early as {describe_instant(moment)}")
    return min(seq, last)


def example_moments(now: int, zone: Zone) -> tuple[str, str]:
    """A moment a week from ``now`` (epoch ms) as people type it, and the hour after it as an instant in UTC."""
    day = min(max(now + zone.offset_ms(now), MIN_MS) + 7 * DAY, MAX_MS) // DAY * DAY
    year, month, date, *_ = civil_fields(day)
    return f"{year:04d}-{month:02d}-{date:02d} 09:30", f"{year:04d}-{month:02d}-{date:02d}T11:00:00Z"


def explain_place(seq: int, what: str, at: int, *, now: int, zone: Zone) -> str:
    """Where that is: the event's number, ``what`` it is, its time (epoch ms) and how far it lies from ``now``."""
    return f"event {seq:,} {what}  {_described(at, now, zone)}"


def _described(at: int, now: int, zone: Zone) -> str:
    far = format_duration(at - now)
    distance = f"{far} later" if at > now else f"{far} earlier" if at < now else "now"
    return f"{clock_text(at, zone)} {zone_city(zone)}  {utc_hms_ms(at)}  {distance}"


__all__ = [
    "ACCEPTED", "after_length", "example_moments", "explain_move", "explain_place", "read_place", "read_target",
]  # fmt: skip
