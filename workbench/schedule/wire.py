"""The schedule/change data as the log scanner decodes it: one typed pass, no dictionaries (SCH-6).

Owns a fast path that says yes only to what the strict decoder would accept with the same result. Anything it refuses -
also what is merely unusual, such as ``300.0`` - is read again by :func:`workbench.schedule.changes.decode_change`,
which decides and words the error.
"""

from typing import Literal

import msgspec

from workbench.schedule.changes import MAX_SECONDS, MIN_SECONDS, Change, Create, Delete, Dispatch
from workbench.schedule.records import Kind, Record
from workbench.text.trim import is_trimmed
from workbench.time.instant import parse_utc


class AfterWire(msgspec.Struct, tag_field="kind", tag="after", forbid_unknown_fields=True, gc=False, rename="camel"):
    """An after record as written."""

    id: str
    prompt: str
    after_seconds: int
    scheduled_at: str


class AtWire(msgspec.Struct, tag_field="kind", tag="at", forbid_unknown_fields=True, gc=False, rename="camel"):
    """An at record as written."""

    id: str
    prompt: str
    scheduled_at: str


class EveryWire(msgspec.Struct, tag_field="kind", tag="every", forbid_unknown_fields=True, gc=False, rename="camel"):
    """An every record as written."""

    id: str
    prompt: str
    every_seconds: int
    scheduled_at: str


class CreateWire(msgspec.Struct, tag_field="operation", tag="create", forbid_unknown_fields=True, gc=False):
    """A create change as written."""

    version: Literal[1]
    schedule: AfterWire | AtWire | EveryWire


class DeleteWire(msgspec.Struct, tag_field="operation", tag="delete", forbid_unknown_fields=True, gc=False):
    """A delete change as written."""

    version: Literal[1]
    id: str


class DispatchWire(
    msgspec.Struct, tag_field="operation", tag="dispatch", forbid_unknown_fields=True, gc=False, rename="camel"
):
    """A dispatch change as written; only an every record's has ``acceptedAt``."""

    version: Literal[1]
    id: str
    accepted_at: str | msgspec.UnsetType = msgspec.UNSET


ChangeWire = CreateWire | DeleteWire | DispatchWire


def from_wire(wire: ChangeWire) -> Change:
    """The change that ``wire`` says; raises ValueError on any doubt, for the strict decoder to settle."""
    if isinstance(wire, DispatchWire):
        accepted = wire.accepted_at
        return Dispatch(_text(wire.id), None if accepted is msgspec.UNSET else parse_utc(accepted))
    if isinstance(wire, CreateWire):
        return Create(_record(wire.schedule))
    return Delete(_text(wire.id))


def _record(wire: AfterWire | AtWire | EveryWire) -> Record:
    if isinstance(wire, EveryWire):
        kind: Kind = "every"
        seconds = _seconds(kind, wire.every_seconds)
    elif isinstance(wire, AfterWire):
        kind = "after"
        seconds = _seconds(kind, wire.after_seconds)
    else:
        kind, seconds = "at", 0
    return Record(_text(wire.id), kind, _text(wire.prompt), seconds, parse_utc(wire.scheduled_at))


def _text(text: str) -> str:
    if text and is_trimmed(text):
        return text
    raise ValueError("empty or padded text")


def _seconds(kind: Kind, seconds: int) -> int:
    if MIN_SECONDS[kind] <= seconds <= MAX_SECONDS[kind]:
        return seconds
    raise ValueError("seconds outside the rule's limits")
