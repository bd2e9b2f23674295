"""The shapes of event lines as types, for decoding and checking in one pass (LOG-3, LOG-4).

Owns which keys and value types a line may have. One struct per event type, tagged by ``type``, exists twice: *quick*
ones skip what the scan does not need and refuse what is merely unusual; *full* ones keep the data and are the rule.
"""

import re
from collections.abc import Mapping
from typing import Annotated, Any, Final, Union

import msgspec

from workbench.schedule.wire import ChangeWire
from workbench.session.events import PACKED_TYPES, TYPE_CODE
from workbench.time.instant import MAX_MS, MIN_MS

MAX_SAFE: Final = 2**53 - 1
Whole = Annotated[int, msgspec.Meta(ge=-MAX_SAFE, le=MAX_SAFE)]
Instant = Annotated[int, msgspec.Meta(ge=MIN_MS, le=MAX_MS)]
Seq = Annotated[int, msgspec.Meta(ge=0, le=MAX_SAFE)]


class Anything(msgspec.Struct, gc=False):
    """An object whose content is only skipped."""


class Message(msgspec.Struct, gc=False):
    """What every message has."""

    id: str
    role: str
    source: Anything


class Nested(msgspec.Struct, gc=False):
    """Data with the message inside."""

    message: Message


class Spliced(msgspec.Struct, gc=False, rename="camel"):
    """An inbox change as far as lengths go."""

    target: str
    start: Seq
    inserted: list[Anything]
    removed_count: Seq = 0


class TextRun(msgspec.Struct, gc=False, forbid_unknown_fields=True):
    """A packed run of text or reasoning deltas."""

    turn: Whole
    step: Whole
    index: Whole
    dt: list[Whole]
    texts: list[str]


class CallRun(msgspec.Struct, gc=False, forbid_unknown_fields=True):
    """A packed run of tool-call deltas."""

    turn: Whole
    step: Whole
    index: Whole
    dt: list[Whole]
    id: str
    texts: list[str] = msgspec.field(name="args")
    name: str | msgspec.UnsetType = msgspec.UNSET


class UnknownLine(msgspec.Struct, gc=False, forbid_unknown_fields=True, rename="camel"):
    """A line of a type that is not listed; only events with a message may carry a surface field."""

    type: str
    seq: Seq
    time: Whole
    data: Any
    source_event_seqs: list[Seq] | msgspec.UnsetType = msgspec.UNSET
    ignorable: bool | msgspec.UnsetType = msgspec.UNSET


_MESSAGES: Final[Mapping[str, Any]] = {"user/message": Message, "assistant/message": Nested, "tool/result": Nested}
_RUNS: Final[Mapping[str, Any]] = {"text-chunks": TextRun, "reasoning-chunks": TextRun, "tool-call-chunks": CallRun}
_QUICK_DATA: Final[Mapping[str, Any]] = {"schedule/change": ChangeWire, "agent/inbox/spliced": Spliced}
_NAMES: Final = {"source_event_seqs": "sourceEventSeqs", "surface_op": "surfaceOp"}
_RUN_NAMES: Final = {"seq": "seq0", "time": "time0"}
_SOURCES: Final = ("source_event_seqs", list[Seq] | msgspec.UnsetType, msgspec.UNSET)
_SURFACE: Final = ("surface_op", str)
_IGNORABLE: Final = ("ignorable", bool | msgspec.UnsetType, msgspec.UNSET)


def _quick(kind: str) -> type[msgspec.Struct]:
    """The shape most lines of a type have; fields in the order that writers use, which decodes faster."""
    if kind in _MESSAGES:
        sources = () if kind == "user/message" else (_SOURCES,)
        return _define(kind, Instant, _MESSAGES[kind], *sources, _SURFACE)
    return _define(kind, Instant, _RUNS.get(kind) or _QUICK_DATA.get(kind, Anything))


def _full(kind: str) -> type[msgspec.Struct]:
    """The shape any line of a type may have."""
    if kind in _RUNS:
        return _define(kind, Whole, _RUNS[kind])
    surface = (_SURFACE,) if kind in _MESSAGES else ()
    return _define(kind, Whole, _MESSAGES.get(kind, Any), _SOURCES, *surface, _IGNORABLE)


def _define(kind: str, time: Any, data: Any, *more: Any) -> type[msgspec.Struct]:
    return msgspec.defstruct(
        "Line_" + re.sub("[^a-z]", "_", kind),
        [("seq", Seq), ("time", time), ("data", data), *more],
        tag_field="type",
        tag=kind,
        rename=_RUN_NAMES if kind in PACKED_TYPES else _NAMES,
        forbid_unknown_fields=True,
        kw_only=True,
        gc=False,
    )


_quick_lines: Final = {_quick(kind): code for kind, code in TYPE_CODE.items()}
FULL_OF: Final[Mapping[str, type[msgspec.Struct]]] = {kind: _full(kind) for kind in TYPE_CODE}
_full_lines: Final = {FULL_OF[kind]: code for kind, code in TYPE_CODE.items()}
CODE_OF: Final[Mapping[type, int]] = {**_quick_lines, **_full_lines}
QUICK: Final[Any] = Union[tuple(_quick_lines)]  # noqa: UP007 - made at run time
FULL: Final[Any] = Union[tuple(_full_lines)]  # noqa: UP007
