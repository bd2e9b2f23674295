"""The context message that precedes each step (BEN-17): the zoned now, and the zone of the open turn's prompts.

The zone is told to the model and to nobody else: it is never a default, and no rule of Schedule reads it.
"""

from collections.abc import Set as AbstractSet
from typing import Any, Literal

from workbench.errors import WorkbenchError
from workbench.time.clocktext import clock_text
from workbench.time.instant import format_utc
from workbench.time.zones import Zone, load_zone

ZoneStatus = Literal["one", "mixed", "unavailable"]

_GUIDANCE: dict[ZoneStatus, str] = {
    "one": "Read dates and times without a zone in {zone} and pass it on explicitly.",
    "mixed": "The prompts of this turn came from different zones: ask which one a date or time without a zone means.",
    "unavailable": "No zone came with this turn: ask before using a date or time that has none.",
}


def turn_zone(zones: AbstractSet[str | None]) -> tuple[ZoneStatus, str | None]:
    """What the zones of a turn's prompts amount to: exactly one known zone, different ones, or none at all."""
    known = zones - {None}
    if len(known) == 1 and len(zones) == 1:
        return "one", next(iter(known))
    return ("mixed" if known else "unavailable"), None


def context_text(now: int, zones: AbstractSet[str | None]) -> str:
    """The text of the message for a step prepared at ``now`` (epoch ms)."""
    status, name = turn_zone(zones)
    zone = _known(name)
    if zone is None:
        return f"Now: {format_utc(now)}. {_GUIDANCE['mixed' if status == 'mixed' else 'unavailable']}"
    return f"Now: {format_utc(now)}, {clock_text(now, zone)} in {zone.name}. {_GUIDANCE['one'].format(zone=zone.name)}"


def context_source(text: str) -> dict[str, Any]:
    """The message source that carries such a text."""
    return {
        "kind": "plugin",
        "plugin": "time-context",
        "form": "snapshot",
        "sections": [{"name": "time-context", "text": text}],
    }


def _known(name: str | None) -> Zone | None:
    """The zone of that name, or None: a foreign log may name one that the database does not have."""
    if name is None:
        return None
    try:
        return load_zone(name)
    except WorkbenchError:
        return None
