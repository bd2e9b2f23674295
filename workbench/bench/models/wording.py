"""How the built-in agent tells the result of its calls: short, exact, and with what to say instead of a refusal.

Owns sentences only. An accepted time is always told with weekday, local time, zone and UTC where a zone is known
(REQ-7).
"""

from collections.abc import Callable
from typing import Any, Final

from workbench.bench.models.base import CallResult
from workbench.errors import WorkbenchError
from workbench.text.jsontext import decode, dumps
from workbench.time.clocktext import WEEKDAYS, clock_text
from workbench.time.durations import format_duration
from workbench.time.instant import format_utc, parse_utc, weekday
from workbench.time.zones import Zone, candidates, load_zone

_MARKS: Final = {"pending": "[ ]", "in_progress": "[>]", "completed": "[x]"}
_INSTEAD: Final = {
    "invalid_prompt": 'Say what to remind you of: "remind me in 20 minutes to stretch".',
    "invalid_rule": 'Say another time: "in 20 minutes", or a date, a time and a zone that exist.',
    "invalid_time_zone": "Name the zone as UTC or Area/City, such as Europe/Berlin.",
    "not_future": "Say a later time.",
    "time_out_of_range": "Say an earlier time.",
    "frequency_too_high": 'Say "every 5 minutes", or a longer interval.',
    "corrupt_schedule_log": 'The log breaks a rule of schedules; "workbench check" says where.',
    "persistence_uncertain": 'Say "list reminders" to see what holds.',
    "internal_error": 'Say "list reminders" to see what holds.',
}


def tell(result: CallResult, now: int, zone_name: str | None) -> str:
    """One result in plain words; ``now`` is epoch ms, ``zone_name`` the turn's one zone or None."""
    if result.is_error:
        return f"The call of {result.name} failed: {result.text}"
    if result.name == "todo_write":
        return _plan(_arguments(result)["todos"])
    value = decode(result.text.encode("utf-8", "backslashreplace"))
    if isinstance(value, dict) and "message" in value:
        return _refusal(value)
    return _TELLERS[result.name](value, _arguments(result), now, _zone(zone_name))


def _refusal(value: dict[str, Any]) -> str:
    code = value["code"]
    return f"Not done ({code}): {value['message']}. {_INSTEAD.get(code, '')}".rstrip()


def _created(value: Any, arguments: dict[str, Any], now: int, zone: Zone | None) -> str:
    at = arguments.get("at")
    named = _zone(at["time_zone"]) if isinstance(at, dict) else None
    target = parse_utc(value["scheduledAt"])
    shown = named or zone
    first = "first " if value["kind"] == "every" else ""
    told = f"Set {value['id']}: {_rule(value)}, {first}{_when(target, shown)}{_distance(target, now)}: "
    return f"{told}{dumps(value['prompt'])}.{_twice(target, named)}"


def _twice(target: int, zone: Zone | None) -> str:
    """A local time of an overlap is told to be the first of two."""
    if zone is None or len(candidates(zone, target + zone.offset_ms(target))) < 2:
        return ""
    return " The clocks show that time twice; this is the first, earlier one."


def _listed(value: Any, _arguments: dict[str, Any], now: int, zone: Zone | None) -> str:
    if not value:
        return "No schedule is active."
    lines = [f"{len(value)} active schedule{'' if len(value) == 1 else 's'}:"]
    for view in value:
        target = parse_utc(view["scheduledAt"])
        told = f"{view['id']}, {_rule(view)}, {_when(target, zone)}, {view['state']}{_distance(target, now)}"
        lines.append(f"{told}: {dumps(view['prompt'])}")
    return "\n".join(lines)


def _deleted(value: Any, _arguments: dict[str, Any], _now: int, _zone: Zone | None) -> str:
    if value["deleted"]:
        return f"Deleted {value['id']}."
    return f'No schedule {value["id"]} is active, so nothing was deleted. "list reminders" shows what is.'


def _plan(todos: list[dict[str, str]]) -> str:
    lines = [f"{number}. {_MARKS[item['status']]} {item['content']}" for number, item in enumerate(todos, 1)]
    return "\n".join((f"The plan, {len(todos)} item{'' if len(todos) == 1 else 's'}:", *lines))


def _rule(view: dict[str, Any]) -> str:
    return f"every {format_duration(view['everySeconds'] * 1000)}" if view["kind"] == "every" else "once"


def _when(target: int, zone: Zone | None) -> str:
    utc = format_utc(target)
    if zone is None:
        return f"{WEEKDAYS[weekday(target)]} {utc}"
    return f"{clock_text(target, zone)} {zone.name} ({utc})"


def _distance(target: int, now: int) -> str:
    """How far away the target is, or nothing at the very instant."""
    if target == now:
        return ""
    return f", in {format_duration(target - now)}" if target > now else f", {format_duration(now - target)} late"


def _zone(name: str | None) -> Zone | None:
    """The zone of that name; a log from elsewhere may name one that is not known, and then none is shown."""
    try:
        return None if name is None else load_zone(name)
    except WorkbenchError:
        return None


def _arguments(result: CallResult) -> dict[str, Any]:
    arguments: dict[str, Any] = decode(result.arguments.encode("utf-8", "backslashreplace"))
    return arguments


_TELLERS: Final[dict[str, Callable[[Any, dict[str, Any], int, Zone | None], str]]] = {
    "schedule_create": _created,
    "schedule_list": _listed,
    "schedule_delete": _deleted,
}
