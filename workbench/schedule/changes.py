"""The durable changes of Schedule, version 1, and their strict decoder (SCH-4, SCH-5, SCH-6).

Owns what one ``schedule/change`` may look like. Whether it fits the records before it is the fold's question.
"""

from collections.abc import Callable, Mapping
from typing import Any, Final, cast

import msgspec

from workbench.errors import ScheduleError
from workbench.schedule.corrupt import corrupt
from workbench.schedule.integers import MAX_SAFE, safe_integer
from workbench.schedule.records import SECONDS_KEY, Kind, Record, record_json
from workbench.text.quote import quote
from workbench.text.trim import is_trimmed
from workbench.time.instant import format_utc, parse_utc

VERSION: Final = 1
MIN_EVERY_SECONDS: Final = 300
MIN_SECONDS: Final[dict[str, int]] = {"after": 1, "every": MIN_EVERY_SECONDS}
MAX_SECONDS: Final[dict[str, int]] = {"after": MAX_SAFE, "every": MAX_SAFE // 1000}


class Create(msgspec.Struct, frozen=True):
    """A new record becomes active."""

    record: Record


class Delete(msgspec.Struct, frozen=True, gc=False):
    """An active record ends."""

    id: str


class Dispatch(msgspec.Struct, frozen=True, gc=False):
    """A reminder was queued. ``accepted`` is the decision time (epoch ms) of an every record, None for a one-shot."""

    id: str
    accepted: int | None = None


Change = Create | Delete | Dispatch


def decode_change(value: object, seq: int | None = None) -> Change:
    """The change that already-parsed JSON ``value`` says; ``seq`` only serves the message.

    Raises ``corrupt_schedule_log`` for an unknown version or operation, a missing or extra key, or a value that the
    rules of records do not allow.
    """
    fields = _Fields(value, "the change", seq)
    version = fields.get("version")
    if safe_integer(version) != VERSION:
        raise fields.wrong("version", "1", version)
    operation = fields.get("operation")
    decoder = _DECODERS.get(operation) if isinstance(operation, str) else None
    if decoder is None:
        raise fields.wrong("operation", '"create", "delete" or "dispatch"', operation)
    return decoder(fields)


def change_json(change: Change) -> dict[str, Any]:
    """The durable form of ``change``, keys in the order of seed 001."""
    if isinstance(change, Create):
        return {"version": VERSION, "operation": "create", "schedule": record_json(change.record)}
    if isinstance(change, Delete):
        return {"version": VERSION, "operation": "delete", "id": change.id}
    form: dict[str, Any] = {"version": VERSION, "operation": "dispatch", "id": change.id}
    if change.accepted is not None:
        form["acceptedAt"] = format_utc(change.accepted)
    return form


class _Absent:
    """What a missing key holds."""


_ABSENT: Final = _Absent()


class _Fields:
    """One JSON object being decoded: reads its fields and words the refusal when one is not as it must be."""

    def __init__(self, value: object, what: str, seq: int | None) -> None:
        self.what = what
        self.seq = seq
        if not isinstance(value, Mapping):
            raise corrupt(f"{what} must be an object", expected="a JSON object", found=quote(value), seq=seq)
        self._value = value

    def get(self, key: str) -> object:
        return self._value.get(key, _ABSENT)

    def exactly(self, *keys: str, optional: str | None = None) -> None:
        """Refuse a missing key or one that does not belong here."""
        extra = [key for key in self._value if key not in keys and key != optional]
        missing = [key for key in keys if key not in self._value]
        if extra or missing:
            rule = f"{self.what} has an unknown key" if extra else f"{self.what} lacks a key"
            raise corrupt(rule, expected=f"exactly {', '.join(keys)}", found=quote(list(self._value)), seq=self.seq)

    def wrong(self, key: str, expected: str, found: object) -> ScheduleError:
        shown = "nothing" if found is _ABSENT else quote(found)
        return corrupt(f"{key} of {self.what} is not allowed", expected=expected, found=shown, seq=self.seq)

    def text(self, key: str) -> str:
        value = self.get(key)
        if not isinstance(value, str) or not value or not is_trimmed(value):
            raise self.wrong(key, "non-empty text without spaces at either end", value)
        return value

    def instant(self, key: str) -> int:
        value = self.get(key)
        try:
            return parse_utc(value) if isinstance(value, str) else _not_text()
        except ValueError:
            raise self.wrong(key, "an existing UTC time YYYY-MM-DDTHH:MM:SS.mmmZ", value) from None

    def seconds(self, kind: str) -> int:
        key = SECONDS_KEY[kind]
        seconds = safe_integer(self.get(key))
        if seconds is None or not MIN_SECONDS[kind] <= seconds <= MAX_SECONDS[kind]:
            expected = f"a whole number of seconds from {MIN_SECONDS[kind]} to {MAX_SECONDS[kind]}"
            raise self.wrong(key, expected, self.get(key))
        return seconds


def _not_text() -> int:
    raise ValueError("not text")


def _decode_create(fields: _Fields) -> Create:
    fields.exactly("version", "operation", "schedule")
    return Create(_decode_record(_Fields(fields.get("schedule"), "the schedule", fields.seq)))


def _decode_delete(fields: _Fields) -> Delete:
    fields.exactly("version", "operation", "id")
    return Delete(fields.text("id"))


def _decode_dispatch(fields: _Fields) -> Dispatch:
    fields.exactly("version", "operation", "id", optional="acceptedAt")
    accepted = None if fields.get("acceptedAt") is _ABSENT else fields.instant("acceptedAt")
    return Dispatch(fields.text("id"), accepted)


def _decode_record(fields: _Fields) -> Record:
    kind = fields.get("kind")
    if kind not in {"after", "at", "every"} if isinstance(kind, str) else True:
        raise fields.wrong("kind", '"after", "at" or "every"', kind)
    known = cast("Kind", kind)
    rule = () if known == "at" else (SECONDS_KEY[known],)
    fields.exactly("id", "kind", "prompt", *rule, "scheduledAt")
    seconds = fields.seconds(known) if rule else 0
    return Record(fields.text("id"), known, fields.text("prompt"), seconds, fields.instant("scheduledAt"))


_DECODERS: Final[dict[str, Callable[[_Fields], Change]]] = {
    "create": _decode_create,
    "delete": _decode_delete,
    "dispatch": _decode_dispatch,
}
