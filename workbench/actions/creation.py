"""What is typed into the create form, as arguments of ``schedule_create``, judged by the rules of the tool itself.

Owns the translation from people's words to arguments and which field a refusal belongs to. The rules are
``schedule.create``; words are read by ``time.durations`` and ``time.phrases``. Nothing here changes anything.
"""

import re
from collections.abc import Mapping
from typing import Any, Final, Literal

import msgspec

from workbench.actions.moments import after_length
from workbench.errors import ScheduleError, UsageError, WorkbenchError
from workbench.schedule.create import create_record
from workbench.schedule.records import Record
from workbench.text.trim import trim
from workbench.time.durations import parse_duration
from workbench.time.instant import civil_fields, format_utc
from workbench.time.phrases import parse_moment
from workbench.time.rfc3339 import parse_offset_instant
from workbench.time.zones import UTC, Zone, candidates, load_zone

Kind = Literal["after", "at", "every"]
FieldName = Literal["value", "prompt", "zone"]
KINDS: Final[tuple[Kind, ...]] = ("after", "at", "every")
FIELDS: Final[tuple[FieldName, ...]] = ("value", "prompt", "zone")
# What a rule is judged with while the prompt cannot be used yet.
_STAND_IN: Final = "p"
_NUMBER: Final = re.compile(r"[+-]?[0-9]{1,30}(\.[0-9]{1,30})?")
_ZONED: Final = re.compile(r"(.+?)(?: in)? (UTC|[^ ]+/[^ ]+)")
# No local time of day in it: a distance from now, or an offset that says which instant is meant.
_AHEAD: Final = re.compile(r"(?:\+|in )(?P<from>.+)|(?P<length>.+) from now")
_ABSOLUTE: Final = re.compile(r"now|.* ago|[0-9]{4}-.*[0-9] ?(z|[+-][0-9]{2}:[0-9]{2})")
_KEPT: Final = frozenset(("invalid_time_zone", "time_out_of_range"))


class Typed(msgspec.Struct, frozen=True):
    """The form as it stands: the kind chosen and the texts of its fields, as they were typed."""

    kind: Kind = "after"
    value: str = ""
    prompt: str = ""
    zone: str = UTC.name


class Twice(msgspec.Struct, frozen=True):
    """A local time that the clocks of ``zone`` show twice: both instants in epoch ms. The tool takes the first."""

    zone: Zone
    first: int
    second: int


class Judged(msgspec.Struct, frozen=True):
    """What the tool would make of a form.

    ``arguments`` are those of the call, None while the value cannot be one. ``record`` is the record they make, None
    while value or zone are refused; its prompt is a stand-in while that alone is. ``refused`` holds the error of each
    field that is not accepted, with the codes of SCH-25.
    """

    zone: Zone | None
    arguments: dict[str, Any] | None
    record: Record | None
    refused: Mapping[FieldName, WorkbenchError]
    twice: Twice | None = None

    @property
    def usable(self) -> bool:
        """Whether the call can be made."""
        return self.record is not None and not self.refused


def judge(typed: Typed, record_id: str, now: int) -> Judged:
    """What ``schedule_create`` would answer to ``typed`` at ``now`` (epoch ms), each field judged by itself."""
    refused: dict[FieldName, WorkbenchError] = {}
    zone = record = arguments = None
    try:
        zone = load_zone(trim(typed.zone))
    except WorkbenchError as error:
        refused["zone"] = error
    rule: tuple[str, Any] | None = None
    if zone is not None or typed.kind != "at":
        try:
            rule = read_rule(typed.kind, typed.value, now, zone or UTC)
            record = create_record({"prompt": _STAND_IN, rule[0]: rule[1]}, record_id, now)
        except WorkbenchError as error:
            refused["value"] = error
    _judge_prompt(typed.prompt, refused)
    if rule is not None:
        arguments = {"prompt": trim(typed.prompt), rule[0]: rule[1]}
    if record is not None and "prompt" not in refused:
        record = msgspec.structs.replace(record, prompt=trim(typed.prompt))
    return Judged(zone, arguments, record, refused, _twice(rule) if record is not None else None)


def read_rule(kind: Kind, text: str, now: int, zone: Zone) -> tuple[str, Any]:
    """The selector of ``schedule_create`` and its value for what was typed as ``kind``.

    ``after`` and ``every`` take a length, or a bare number of seconds; ``at`` an instant with its offset, a local date
    and time of ``zone`` (or of a zone named at its end) or a phrase such as "tomorrow 9:00". Raises ``invalid_rule``
    for text that is none of these, ``invalid_time_zone`` for a zone in it, ``time_out_of_range`` for a distance beyond
    the calendar; all else is left for the tool to judge.
    """
    plain = " ".join(text.split())
    try:
        if kind == "at":
            return "at", _read_at(plain, now, zone)
        return ("after_seconds" if kind == "after" else "every_seconds"), _read_seconds(plain)
    except UsageError as error:
        if error.code in _KEPT:
            raise
        raise ScheduleError("invalid_rule", f"{error.message}{_other_kind(kind, plain, now, zone)}") from None


def _read_seconds(text: str) -> int | float:
    if _NUMBER.fullmatch(text):
        return float(text) if "." in text else int(text)
    length = parse_duration(text)
    return length // 1000 if length % 1000 == 0 else length / 1000


def _read_at(text: str, now: int, zone: Zone) -> str | dict[str, str]:
    """Text with an offset, or the three local parts; which of them is as close as possible to what was typed."""
    try:
        parse_offset_instant(text)
    except ValueError:
        pass
    else:
        return text
    zoned = _ZONED.fullmatch(text)
    if zoned is not None:
        text, zone = zoned[1], load_zone(zoned[2])
    if (ahead := _AHEAD.fullmatch(text.lower())) is not None:
        return format_utc(after_length(ahead["from"] or ahead["length"], now))
    if _ABSOLUTE.fullmatch(text.lower()):
        return format_utc(parse_moment(text, now, zone))
    try:
        instant = parse_moment(text, now, zone)
    except UsageError:
        # Clocks that never shift know every local time: what they can read is left to the tool, which names the gap.
        return _local_parts(parse_moment(text, now + zone.offset_ms(now), UTC), zone)
    local = instant + zone.offset_ms(instant)
    # The later of two passes has no local parts of its own: the tool would take the earlier one.
    return _local_parts(local, zone) if candidates(zone, local)[:1] == (instant,) else format_utc(instant)


def _local_parts(local_ms: int, zone: Zone) -> dict[str, str]:
    year, month, day, hour, minute, second, ms = civil_fields(local_ms)
    fraction = f".{ms:03d}" if ms else ""
    date, clock = f"{year:04d}-{month:02d}-{day:02d}", f"{hour:02d}:{minute:02d}:{second:02d}{fraction}"
    return {"date": date, "time": clock, "time_zone": zone.name}


def _other_kind(kind: Kind, text: str, now: int, zone: Zone) -> str:
    """A word of advice where the text would do for another kind."""
    try:
        if kind == "at":
            parse_duration(text)
            return "; for a length choose after or every"
        parse_moment(text, now, zone)
    except WorkbenchError:
        return ""
    return "; for a moment choose at"


def _judge_prompt(prompt: str, refused: dict[FieldName, WorkbenchError]) -> None:
    try:
        create_record({"prompt": prompt, "after_seconds": 1}, "schedule-1", 0)
    except ScheduleError as error:
        refused["prompt"] = error


def _twice(rule: tuple[str, Any] | None) -> Twice | None:
    if rule is None or not isinstance(rule[1], dict):
        return None
    parts = rule[1]
    zone = load_zone(parts["time_zone"])
    wall = parse_offset_instant(f"{parts['date']}T{parts['time']}Z")
    instants = candidates(zone, wall)
    return Twice(zone, *instants) if len(instants) > 1 else None
