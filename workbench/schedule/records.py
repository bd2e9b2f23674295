"""Durable reminder records and their views (SCH-5, SCH-21).

Owns the record's shape inside the program and its JSON form. Reading JSON is the decoder's
(:mod:`workbench.schedule.changes`), making new records :mod:`workbench.schedule.create`'s.
"""

from typing import Any, Final, Literal

import msgspec

from workbench.time.instant import format_utc

Kind = Literal["after", "at", "every"]
State = Literal["scheduled", "overdue"]
DELIVERY_MODE: Final = "session-local"
SECONDS_KEY: Final[dict[str, str]] = {"after": "afterSeconds", "every": "everySeconds"}


class Record(msgspec.Struct, frozen=True, gc=False):
    """One reminder. ``seconds`` is the delay of an after record, the interval of an every record and 0 for at;
    ``target`` is epoch ms. ``id`` and ``prompt`` are non-empty and trimmed."""

    id: str
    kind: Kind
    prompt: str
    seconds: int
    target: int


def record_json(record: Record) -> dict[str, Any]:
    """The durable camelCase form, keys in the order of seed 001."""
    form: dict[str, Any] = {"id": record.id, "kind": record.kind, "prompt": record.prompt}
    if record.kind != "at":
        form[SECONDS_KEY[record.kind]] = record.seconds
    form["scheduledAt"] = format_utc(record.target)
    return form


def state_of(record: Record, now: int) -> State:
    """``overdue`` when ``now`` (epoch ms) has reached the target, else ``scheduled``."""
    return "overdue" if now >= record.target else "scheduled"


def view_json(record: Record, now: int) -> dict[str, Any]:
    """What a tool answers about an active record: the durable form plus ``state`` and ``deliveryMode``."""
    return {**record_json(record), "state": state_of(record, now), "deliveryMode": DELIVERY_MODE}
