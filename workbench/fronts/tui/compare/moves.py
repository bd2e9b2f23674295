"""What the dialogs for moving one side or both understand: where each side goes, and the sentence that says so.

Owns the rule for two clocks. A length counts from each side's own clock; a moment is one instant, read at the clock of
the side with the focus. Pure.
"""

from collections.abc import Sequence
from typing import NamedTuple

from workbench.actions.moments import explain_move, read_target
from workbench.errors import UsageError
from workbench.time.clocktext import clock_text, zone_city
from workbench.time.durations import format_duration
from workbench.time.zones import Zone


class Clock(NamedTuple):
    """A side that is to be moved: what it is called and where its clock stands (epoch ms)."""

    word: str
    now: int


def targets(text: str, clocks: Sequence[Clock], zone: Zone) -> list[int]:
    """Where each of ``clocks`` goes, the first being that of the side with the focus.

    Raises what :func:`workbench.actions.moments.read_target` raises.
    """
    read = [read_target(text, clock.now, zone) for clock in clocks]
    far = {to - clock.now for to, clock in zip(read, clocks, strict=True)}
    return read if len(far) == 1 else [read[0]] * len(read)


def going(way: str, text: str, clocks: Sequence[Clock], zone: Zone) -> list[int | None]:
    """As :func:`targets`, with None for a side that an advance would have to set back: that one stays.

    Raises ``not_future`` where that leaves no side to move.
    """
    found = [
        to if way != "advance" or to >= clock.now else None
        for to, clock in zip(targets(text, clocks, zone), clocks, strict=True)
    ]
    if all(to is None for to in found):
        explain_move(way, text, now=clocks[0].now, zone=zone)
        raise UsageError("not_future", "advance only goes forward: both sides are later already")
    return found


def explain(way: str, text: str, clocks: Sequence[Clock], zone: Zone) -> str:
    """What moving there means, in one sentence; raises as :func:`going`."""
    found = going(way, text, clocks, zone)
    if len(clocks) == 1:
        return explain_move(way, text, now=clocks[0].now, zone=zone)
    there = [to for to in found if to is not None]
    staying = [clock.word for clock, to in zip(clocks, found, strict=True) if to is None]
    if staying:
        return f"{_moment(there[0], zone)}; the {staying[0]} is later already and stays"
    if len(set(there)) == 1:
        return f"both to {_moment(there[0], zone)}, {_distances(clocks, there)}"
    both = "  ".join(f"{clock.word} {clock_text(to, zone)}" for clock, to in zip(clocks, there, strict=True))
    return f"each from its own clock: {both} {zone_city(zone)}"


def _moment(to: int, zone: Zone) -> str:
    return f"{clock_text(to, zone)} {zone_city(zone)}"


def _distances(clocks: Sequence[Clock], there: Sequence[int]) -> str:
    far = [to - clock.now for clock, to in zip(clocks, there, strict=True)]
    if len(set(far)) == 1:
        return _far(far[0])
    return ", ".join(f"{clock.word} {_far(each)}" for clock, each in zip(clocks, far, strict=True))


def _far(length: int) -> str:
    return f"{format_duration(abs(length))} {'earlier' if length < 0 else 'later'}" if length else "now"
