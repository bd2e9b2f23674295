"""What a finished tool call did, as one sentence for people; its JSON is for programs and models.

Owns the words. Safe display and cutting to a row are the caller's.
"""

from collections.abc import Callable
from typing import Any, Final

from workbench.bench.tools.base import Outcome
from workbench.text.safe import safe_line
from workbench.time.clocktext import clock_text, zone_city
from workbench.time.instant import parse_utc
from workbench.time.zones import Zone

_SHOWN_TEXT: Final = 100
_SHOWN_IDS: Final = 8


def sentence_of(tool: str, outcome: Outcome, now: int, zone: Zone) -> str:
    """``created schedule-3, due 11:20:00 Berlin``; of a refusal the tool, its code and the reason. ``now`` is in ms."""
    value = outcome.structured
    if outcome.code is not None:
        reason = _reason(outcome)
        return f"{tool} refused, {outcome.code}{f': {reason}' if reason else ''}"
    words = _WORDS.get(tool)
    if words is None or not isinstance(value, dict):
        return f"{tool}: {_short(outcome.text)}"
    return words(value, now, zone)


def due_at(instant: int, now: int, zone: Zone) -> str:
    """The local time of day and its city, with the date where that is not today's."""
    day, _, time = clock_text(instant, zone).rpartition(" ")
    text = time if clock_text(now, zone).startswith(day) else f"{day} {time}"
    return f"{text} {zone_city(zone)}"


def _reason(outcome: Outcome) -> str:
    """The message of a refusal; one that only repeats its code and id names the id."""
    value = outcome.structured
    if not isinstance(value, dict):
        return _short(outcome.text)
    return _short(str(value.get("message", value.get("id", ""))))


def _created(value: dict[str, Any], now: int, zone: Zone) -> str:
    return f"created {value['id']}, due {due_at(parse_utc(value['scheduledAt']), now, zone)}"


def _deleted(value: dict[str, Any], now: int, zone: Zone) -> str:
    del now, zone
    return f"deleted {value['id']}"


def _listed(value: dict[str, Any], now: int, zone: Zone) -> str:
    del now, zone
    ids = [str(each["id"]) for each in value["schedules"]]
    if not ids:
        return "no schedule is active"
    more = f" and {len(ids) - _SHOWN_IDS:,} more" if len(ids) > _SHOWN_IDS else ""
    return f"{len(ids):,} active: {', '.join(ids[:_SHOWN_IDS])}{more}"


def _short(text: str) -> str:
    line = safe_line(text)
    return line if len(line) <= _SHOWN_TEXT else f"{line[:_SHOWN_TEXT]}…"


_WORDS: Final[dict[str, Callable[[dict[str, Any], int, Zone], str]]] = {
    "schedule_create": _created,
    "schedule_delete": _deleted,
    "schedule_list": _listed,
}
