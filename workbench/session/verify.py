"""One line of a log checked against LOG-3 and LOG-4: what it is, or why it cannot be read.

Owns the careful way, for lines that the scan's quick way refuses and for logs too damaged for it. Whether a line's seq
fits the lines before it is the scan's question.
"""

from collections.abc import Mapping
from itertools import accumulate
from typing import Any, Final

import msgspec

from workbench.session.events import EVENT_TYPES, PACKED_TYPES, TYPE_CODE, UNKNOWN_TYPE
from workbench.session.header import whole
from workbench.session.shapes import CODE_OF, FULL, FULL_OF, MAX_SAFE, UnknownLine
from workbench.text.jsontext import decode
from workbench.time.instant import in_range

FIRST_PACKED: Final = min(TYPE_CODE[name] for name in PACKED_TYPES)
_NUMBERS: Final = ("seq", "time", "seq0", "time0")
_decode = msgspec.json.Decoder(FULL).decode


class LineError(ValueError):
    """A line that cannot be read; ``seq`` is what it claims to be, where that much can be read."""

    def __init__(self, message: str, seq: int | None = None) -> None:
        super().__init__(message)
        self.seq = seq


class Checked(msgspec.Struct, frozen=True, gc=False):
    """A readable line: type code, seq, time, how many events, its latest member's time; ``kind`` is the type's name.

    ``unknown`` marks a type that a replay may not skip (LOG-5). ``stray`` is a time of the line that lies outside the
    years 0001-9999, or None. ``data`` is only for what the scan follows.
    """

    code: int
    kind: str
    seq: int
    time: int
    data: Any
    members: int = 1
    latest: int = 0
    unknown: bool = False
    stray: int | None = None


def check_line(raw: bytes) -> Checked:
    """The line in ``raw`` (without LF), or a LineError that says what is wrong with it."""
    if raw.lstrip()[:1] != b"{":
        raise LineError("not a JSON object")
    try:
        line = _decode(raw)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        line = _reread(raw)
    sources = getattr(line, "source_event_seqs", msgspec.UNSET)
    if sources is not msgspec.UNSET and not are_earlier(sources, line.seq):
        raise LineError("sourceEventSeqs are not earlier and all different", line.seq)
    ignorable = getattr(line, "ignorable", msgspec.UNSET)
    if ignorable is False:
        raise LineError("ignorable is something else than true", line.seq)
    time, stray = line.time, None if in_range(line.time) else line.time
    if isinstance(line, UnknownLine):
        unknown = ignorable is msgspec.UNSET
        return Checked(UNKNOWN_TYPE, line.type, line.seq, time, None, latest=time, unknown=unknown, stray=stray)
    code = CODE_OF[type(line)]
    if code >= FIRST_PACKED:
        return _run(code, line)
    return Checked(code, EVENT_TYPES[code], line.seq, time, line.data, latest=time, stray=stray)


def are_earlier(sources: list[int], seq: int) -> bool:
    """Whether the seqs that an event cites lie before it and differ (LOG-3)."""
    return not sources or (max(sources) < seq and len(set(sources)) == len(sources))


def run_length(data: Any) -> int:
    """How many events a packed row's data holds; 0 when its lists do not fit together."""
    length = len(data.texts)
    return length if len(data.dt) == length - 1 else 0


def span(time: int, gaps: list[int]) -> tuple[int, int]:
    """The earliest and the latest time (epoch ms) in a packed run that starts at ``time``; gaps may be negative."""
    if not gaps or min(gaps) >= 0:
        return time, time + sum(gaps)
    times = list(accumulate(gaps, initial=time))
    return min(times), max(times)


def _run(code: int, line: Any) -> Checked:
    members = run_length(line.data)
    if not members:
        raise LineError("the gaps and pieces of a packed row do not fit together", line.seq)
    times = span(line.time, line.data.dt)
    stray = next((time for time in times if not in_range(time)), None)
    if stray is not None and max(map(abs, times)) > MAX_SAFE:
        raise LineError("the times of a packed row are no safe integers", line.seq)
    return Checked(code, EVENT_TYPES[code], line.seq, line.time, None, members, times[1], stray=stray)


def _reread(raw: bytes) -> Any:
    """The same through the lenient decoder: odd spellings that are read all the same, and words for what is not."""
    try:
        value = decode(raw)
    except ValueError as error:
        raise LineError(str(error)) from None
    if not isinstance(value, dict):
        raise LineError("not a JSON object")
    kind = value.get("type")
    if not isinstance(kind, str):
        raise LineError("no type")
    seq = whole(value.get("seq0" if kind in PACKED_TYPES else "seq"))
    try:
        return msgspec.convert(_plain_numbers(value), FULL_OF.get(kind, UnknownLine))
    except (msgspec.ValidationError, RecursionError) as error:
        raise LineError(str(error), seq) from None


def _plain_numbers(value: dict[str, Any]) -> dict[str, Any]:
    """``5.0`` counts as 5 wherever the envelope wants a whole number."""
    plain = dict(value)
    for key in _NUMBERS:
        if isinstance(plain.get(key), float):
            plain[key] = _as_whole(plain[key])
    if isinstance(plain.get("sourceEventSeqs"), list):
        plain["sourceEventSeqs"] = [_as_whole(each) for each in plain["sourceEventSeqs"]]
    data = plain.get("data")
    if plain.get("type") in PACKED_TYPES and isinstance(data, Mapping):
        plain["data"] = {key: _as_whole(each) for key, each in data.items()}
        if isinstance(data.get("dt"), list):
            plain["data"]["dt"] = [_as_whole(each) for each in data["dt"]]
    return plain


def _as_whole(value: Any) -> Any:
    found = whole(value) if isinstance(value, float) else None
    return value if found is None else found
