"""Making a record from a tool's arguments (SCH-13 to SCH-20): selector, prompt, then the rule.

Owns the rules and what a refusal says. Ids are allocated by the fold, instants resolved by :mod:`workbench.time`; only
the canonical UTC target leaves here.
"""

from collections.abc import Callable, Mapping
from typing import Any, Final, NoReturn

from workbench.errors import ScheduleError, UsageError, WorkbenchError
from workbench.schedule.changes import MIN_EVERY_SECONDS
from workbench.schedule.integers import MAX_SAFE, safe_integer
from workbench.schedule.records import Record
from workbench.text.quote import quote
from workbench.text.trim import trim
from workbench.time.instant import civil_fields, describe_instant, in_range
from workbench.time.rfc3339 import parse_local_clock, parse_local_date, parse_offset_instant
from workbench.time.zones import Zone, around_gap, candidates, load_zone

_AT_KEYS: Final = ("date", "time", "time_zone")
_AT_FORMS: Final = (
    "at takes text such as 2026-11-01T01:30:00-04:00 or 2026-11-01T05:30:00Z, or an object"
    ' {"date":"2026-11-01","time":"01:30:00","time_zone":"America/New_York"}'
)


def create_record(args: Mapping[str, Any], record_id: str, now: int) -> Record:
    """The record that ``schedule_create`` makes of ``args`` at ``now`` (epoch ms).

    Raises ScheduleError: ``invalid_selector``, ``invalid_prompt``, then the code of the rule.
    """
    selectors = [key for key in args if key in _RULES]
    others = [key for key in args if key not in _RULES and key != "prompt"]
    if others or len(selectors) != 1:
        given = quote(others) + " beside them" if others else quote(selectors)
        raise ScheduleError(
            "invalid_selector",
            f"give prompt and exactly one of {', '.join(_RULES)}, and nothing else; given {given}",
        )
    return _RULES[selectors[0]](args.get("prompt"), args[selectors[0]], record_id, now)


def create_after(prompt: object, value: object, record_id: str, now: int) -> Record:
    """A one-shot ``value`` seconds after ``now``; ``value`` is a positive safe integer."""
    text = _prompt(prompt)
    seconds = safe_integer(value)
    if seconds is None or seconds < 1:
        raise _invalid(f"after_seconds must be a whole number of seconds from 1 to {MAX_SAFE}, given {quote(value)}")
    return Record(record_id, "after", text, seconds, _target_after(now, seconds))


def create_every(prompt: object, value: object, record_id: str, now: int) -> Record:
    """A recurring record every ``value`` seconds from ``now``, at least 300; the first target is one interval away."""
    text = _prompt(prompt)
    seconds = safe_integer(value)
    if seconds is None:
        raise _invalid(f"every_seconds must be a whole number of seconds, at least 300, given {quote(value)}")
    if seconds < MIN_EVERY_SECONDS:
        raise ScheduleError(
            "frequency_too_high",
            f"every_seconds must be at least {MIN_EVERY_SECONDS} (five minutes), given {seconds}",
        )
    return Record(record_id, "every", text, seconds, _target_after(now, seconds))


def create_at(prompt: object, value: object, record_id: str, now: int) -> Record:
    """A one-shot at an absolute instant: RFC 3339 text with an offset, or a local date, time and zone."""
    text = _prompt(prompt)
    if isinstance(value, str):
        target = _offset_target(value)
    elif isinstance(value, Mapping):
        target = _local_target(value)
    else:
        raise _invalid(f"{_AT_FORMS}; given {quote(value)}")
    current = _now(now)
    if target <= current:
        raise ScheduleError(
            "not_future",
            f"the target {describe_instant(target)} is not later than now, which is {describe_instant(current)}",
        )
    return Record(record_id, "at", text, 0, target)


_RULES: Final[dict[str, Callable[[object, object, str, int], Record]]] = {
    "after_seconds": create_after,
    "at": create_at,
    "every_seconds": create_every,
}


def _invalid(message: str) -> ScheduleError:
    return ScheduleError("invalid_rule", message)


def _prompt(value: object) -> str:
    text = trim(value) if isinstance(value, str) else ""
    if not text:
        raise ScheduleError("invalid_prompt", f"prompt must be text with something in it, given {quote(value)}")
    return text


def _now(now: int) -> int:
    current = safe_integer(now)
    if current is None:
        raise ScheduleError("time_out_of_range", f"the clock must show whole milliseconds, it shows {quote(now)}")
    return current


def _target_after(now: int, seconds: int) -> int:
    current = _now(now)
    target = current + seconds * 1000
    if not in_range(target):
        _out_of_range(f"the target {seconds} seconds after now, which is {describe_instant(current)},")
    return target


def _out_of_range(what: str) -> NoReturn:
    raise ScheduleError(
        "time_out_of_range",
        f"{what} is outside the accepted times, 0001-01-01T00:00:00.000Z to 9999-12-31T23:59:59.999Z",
    )


def _offset_target(text: str) -> int:
    try:
        target = parse_offset_instant(text)
    except ValueError as reason:
        raise _invalid(f"at {quote(text)} cannot be used: {reason}; {_AT_FORMS}") from None
    if not in_range(target):
        _out_of_range(f"at {quote(text)}")
    return target


def _local_target(value: Mapping[str, Any]) -> int:
    """The first instant at which the zone's clocks show this local time (SCH-16, SCH-18)."""
    local, zone = _local_parts(value)
    instants = candidates(zone, local)
    if not instants:
        raise _gap(zone, local)
    usable = [instant for instant in instants if in_range(instant)]
    if not usable:
        _out_of_range(f"the local time {_local_text(local)} in {zone.name}")
    return usable[0]


def _local_parts(value: Mapping[str, Any]) -> tuple[int, Zone]:
    """Local ms and zone of an ``at`` object, checked in the order keys, types, shapes, date, zone."""
    if sorted(value, key=str) != sorted(_AT_KEYS):
        raise _invalid(f"an at object has exactly the keys {', '.join(_AT_KEYS)}, given {quote(list(value))}")
    date, clock, name = (value[key] for key in _AT_KEYS)
    if not isinstance(date, str) or not isinstance(clock, str):
        raise _invalid(f"date and time must be text, given {quote(date)} and {quote(clock)}")
    if not isinstance(name, str):
        raise ScheduleError("invalid_time_zone", f"time_zone must be text such as Europe/Berlin, given {quote(name)}")
    try:
        of_day = parse_local_clock(clock)
        local = parse_local_date(date) + of_day
    except ValueError as reason:
        given = f"date {quote(date)}, time {quote(clock)}"
        raise _invalid(f"{reason}, given {given}; accepted are 2026-11-01 and 01:30:00 or 01:30:00.250") from None
    return local, _zone(name)


def _zone(name: str) -> Zone:
    try:
        return load_zone(name)
    except UsageError as error:
        raise ScheduleError("invalid_time_zone", error.message) from None
    except WorkbenchError as error:
        raise ScheduleError("internal_error", error.message) from None


def _gap(zone: Zone, local: int) -> ScheduleError:
    before, after = around_gap(zone, local)
    return _invalid(
        f"the local time {_local_text(local)} does not exist in {zone.name}: the clocks go forward there."
        f" Nearest valid local times are {_local_text(before)} and {_local_text(after)}"
    )


def _local_text(local_ms: int) -> str:
    year, month, day, hour, minute, second, ms = civil_fields(local_ms)
    fraction = f".{ms:03d}" if ms else ""
    return f"{year:04d}-{month:02d}-{day:02d} {hour:02d}:{minute:02d}:{second:02d}{fraction}"
