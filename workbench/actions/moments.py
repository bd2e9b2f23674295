"""What a user types as the goal of a move: a length of time or a moment, and the sentence that says what it means.

Owns the order in which the two are tried. The grammars are ``time.durations`` and ``time.phrases``.
"""

from workbench.errors import UsageError
from workbench.time.clocktext import clock_text, utc_hms_ms, zone_city
from workbench.time.durations import format_duration, parse_duration
from workbench.time.instant import describe_instant, in_range
from workbench.time.phrases import ACCEPTED, parse_moment
from workbench.time.zones import Zone


def read_target(text: str, now: int, zone: Zone) -> int:
    """The instant (epoch ms) meant by ``text``: a length counts from ``now``, a moment is read in ``zone``.

    Raises ``invalid_time`` (or the code of the part that is wrong), ``time_out_of_range`` outside years 0001-9999.
    """
    try:
        length = parse_duration(text)
    except UsageError:
        return parse_moment(text, now, zone)
    if not in_range(now + length):
        raise UsageError("time_out_of_range", f"{text!r} from {describe_instant(now)} ends outside the years 0001-9999")
    return now + length


def explain_move(way: str, text: str, *, now: int, zone: Zone) -> str:
    """What moving there that ``way`` would be, as a sentence; raises what :func:`read_target` raises.

    An ``advance`` to the past is refused with ``not_future``, as the bench would.
    """
    to = read_target(text, now, zone)
    if way == "advance" and to < now:
        raise UsageError(
            "not_future",
            f"advance only goes forward: it is {describe_instant(now)}, the target was {describe_instant(to)}",
            hint="jump goes backwards",
        )
    far = format_duration(to - now)
    distance = f"{far} later" if to > now else f"{far} earlier" if to < now else "now"
    return f"{clock_text(to, zone)} {zone_city(zone)}  {utc_hms_ms(to)}  {distance}"


__all__ = ["ACCEPTED", "explain_move", "read_target"]
