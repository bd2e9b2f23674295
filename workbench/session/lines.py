"""One line of a log to one event, tolerantly: for lines that the reader has already accepted.

Owns decoding for display and folding. The checks of LOG-3 are in ``checks``.
"""

from collections.abc import Mapping
from typing import Any

from workbench.session.events import PACKED_TYPES, Event
from workbench.session.packed import PackedRun
from workbench.text.jsontext import decode


def decode_row(raw: bytes, seq: int, time: int) -> Event | PackedRun:
    """The event or packed row in ``raw``; ``seq`` and ``time`` come from the index, which has the last word."""
    value: Any = decode(raw)
    if not isinstance(value, Mapping):
        return Event(type="", seq=seq, time=time, data=value)
    kind = str(value.get("type"))
    data = value.get("data")
    if kind in PACKED_TYPES and isinstance(data, Mapping) and "seq0" in value:
        return PackedRun(type=kind, seq=seq, time=time, data=data)
    sources = value.get("sourceEventSeqs")
    return Event(
        type=kind,
        seq=seq,
        time=time,
        data=data,
        surface="surfaceOp" in value,
        sources=tuple(sources) if isinstance(sources, list) else None,
        ignorable=value.get("ignorable") is True,
    )
