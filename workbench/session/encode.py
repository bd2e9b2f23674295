"""From values to the bytes of a log: the header line and event lines, keys in the order real logs have (LOG-2, LOG-3).

Owns the envelope's shape and what cannot be stored. It does not know files, seqs in use or which events make sense.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Final

import msgspec

from workbench.errors import WorkbenchError
from workbench.session.events import Header
from workbench.session.limits import LIMITS
from workbench.text import jsontext

_MAX_LINE: Final = LIMITS.line  # bytes; a longer line could not be read back (LOG-8)
_REFUSED: Final = (TypeError, ValueError, OverflowError, RecursionError, msgspec.MsgspecError)
_encode: Final = msgspec.json.Encoder().encode


class _Line(msgspec.Struct, gc=False):
    type: str
    seq: int
    time: int
    data: Any


class _SurfaceLine(msgspec.Struct, gc=False, rename="camel"):
    type: str
    seq: int
    time: int
    data: Any
    surface_op: str


class _CitingLine(msgspec.Struct, gc=False, rename="camel"):
    type: str
    seq: int
    time: int
    data: Any
    source_event_seqs: Sequence[int]
    surface_op: str


def event_line(kind: str, seq: int, time: int, data: Any) -> bytes:
    """An event of a type without surface fields as a line without its LF; ``time`` is epoch ms.

    Raises ``invalid_event`` for data that JSON cannot hold, ``too_large`` for a line over 64 MiB.
    """
    return _checked(kind, _Line(kind, seq, time, data), data)


def surface_line(kind: str, seq: int, time: int, data: Any, sources: Sequence[int] | None) -> bytes:
    """The same for a surface event (LOG-3); ``sources`` are the seqs it cites, None for no citation."""
    if sources is None:
        return _checked(kind, _SurfaceLine(kind, seq, time, data, "append"), data)
    return _checked(kind, _CitingLine(kind, seq, time, data, sources, "append"), data)


def header_line(header: Header) -> bytes:
    """The header as a line without its LF; keys that are not set are left out, unknown ones follow at the end."""
    known = {
        "type": "session",
        "version": header.format,
        "id": header.id,
        "createdAt": header.created_at,
        "cwd": header.cwd,
        "parentSession": header.parent,
        "seedLength": header.seed_length,
        "origin": header.origin,
        "delegationDepth": header.delegation_depth,
        "agentPreset": header.agent_preset,
    }
    return jsontext.encode({key: value for key, value in known.items() if value is not None} | header.extra)


def _checked(kind: str, line: msgspec.Struct, data: Any) -> bytes:
    try:
        raw = _encode(line)
    except _REFUSED:
        raw = _encode_slowly(kind, line)
    # msgspec writes NaN and the infinities as null instead of refusing them; find takes half as long as "in".
    if raw.find(b"null") >= 0 and _not_finite(data):
        raise _unwritable(kind, "a number is not finite")
    if len(raw) > _MAX_LINE:
        raise WorkbenchError("too_large", f"{kind} of {len(raw)} bytes: a line has at most {_MAX_LINE}")
    return raw


def _encode_slowly(kind: str, line: msgspec.Struct) -> bytes:
    """Lone surrogates go through the standard library; whatever it refuses too cannot be stored."""
    stored = {field.encode_name: getattr(line, field.name) for field in msgspec.structs.fields(line)}
    try:
        return jsontext.encode(stored)
    except _REFUSED as error:
        raise _unwritable(kind, str(error)) from None


def _unwritable(kind: str, reason: str) -> WorkbenchError:
    return WorkbenchError("invalid_event", f"the data of {kind} cannot be written as JSON: {reason}")


def _not_finite(value: object) -> bool:
    if isinstance(value, float):
        return value - value != 0
    if isinstance(value, Mapping):
        return any(_not_finite(each) for each in value.values())
    return isinstance(value, list | tuple) and any(_not_finite(each) for each in value)
