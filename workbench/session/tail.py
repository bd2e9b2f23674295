"""The newest page of a log without reading the rest: what a screen shows before the index is there (TUI-2).

Owns finding whole lines from the end, plain or compressed. Nothing is checked beyond what showing needs; the full
reader has the last word on every line.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import msgspec

from workbench.session.events import PACKED_TYPES, Event, Header
from workbench.session.frames import MAGIC, State, read_frames
from workbench.session.header import HeaderError, parse_header, whole
from workbench.session.limits import LIMITS
from workbench.session.lines import decode_row
from workbench.session.packed import PackedRun
from workbench.session.stored import ByteSource, open_file
from workbench.text.jsontext import decode

_FIRST: Final = 1 << 16  # bytes looked at first, from the end; twice as many each time that is not enough
_HEADER_MAX: Final = 1 << 20


class TailPage(msgspec.Struct, frozen=True):
    """The header, if the first line is one, and the last rows of a log, oldest first; packed rows stay rows.

    ``whole`` when these are all rows that the log has.
    """

    header: Header | None
    events: tuple[Event | PackedRun, ...]
    whole: bool


def read_tail(path: Path, rows: int) -> TailPage:
    """The last ``rows`` readable rows of the log at ``path``; a torn last line is left out.

    Raises what opening raises (``not_found``, ``is_folder``, ``not_readable``, ``unsafe_name``) and ``too_large``.
    """
    stored = open_file(path)
    size = stored.size()
    framed = stored.read(0, len(MAGIC)) == MAGIC
    header_line = _first_frame(stored, size) if framed else stored.read(0, min(size, _HEADER_MAX))
    header = _header(header_line.partition(b"\n")[0])
    reach = _FIRST
    while True:
        text, is_all = _framed_end(stored, size, reach) if framed else _plain_end(stored, size, reach)
        lines = text.split(b"\n")[:-1]
        events = _events(lines[1:] if is_all and header is not None else lines, rows)
        if is_all or len(events) >= rows:
            return TailPage(header, tuple(events), is_all and len(events) < rows)
        reach *= 4


def _header(line: bytes) -> Header | None:
    try:
        return parse_header(line)
    except HeaderError:
        return None


def _first_frame(stored: ByteSource, size: int) -> bytes:
    part = next(read_frames(stored, size, LIMITS), None)
    return part.text if part is not None else b""


def _plain_end(stored: ByteSource, size: int, reach: int) -> tuple[bytes, bool]:
    """Whole lines within the last ``reach`` bytes, and whether that is the whole file."""
    if reach >= size:
        return stored.read(0, size), True
    return stored.read(size - reach, reach).partition(b"\n")[2], False


def _framed_end(stored: ByteSource, size: int, reach: int) -> tuple[bytes, bool]:
    """The text of the frames within the last ``reach`` stored bytes, and whether that is all text."""
    if reach >= size:
        return _text(stored, 0, size), True
    for start in _frame_starts(stored, size, reach):
        text = _text(stored, start, size)
        if text:
            return text, False
    return b"", False


def _frame_starts(stored: ByteSource, size: int, reach: int) -> Iterator[int]:
    """Where frames may start, nearest to ``reach`` first; the mark may occur by chance inside a frame."""
    base = size - reach
    window = stored.read(base, reach)
    at = window.find(MAGIC)
    while at >= 0:
        yield base + at
        at = window.find(MAGIC, at + 1)


def _text(stored: ByteSource, start: int, size: int) -> bytes:
    """All text from ``start`` to the end, nothing if something is wrong before the last frame."""
    parts: list[bytes] = []
    for part in read_frames(stored, size, LIMITS, start):
        if part.state is State.BAD:
            return b"" if start else b"".join(parts)
        parts.append(part.text)
    return b"".join(parts)


def _events(lines: list[bytes], rows: int) -> list[Event | PackedRun]:
    found: list[Event | PackedRun] = []
    for line in reversed(lines):
        if len(found) == rows:
            break
        event = _event(line)
        if event is not None:
            found.append(event)
    found.reverse()
    return found


def _event(line: bytes) -> Event | PackedRun | None:
    try:
        value: Any = decode(line)
    except ValueError:
        return None
    if not isinstance(value, dict) or not isinstance(value.get("type"), str):
        return None
    packed = value["type"] in PACKED_TYPES
    seq, time = whole(value.get("seq0" if packed else "seq")), whole(value.get("time0" if packed else "time"))
    return None if seq is None or time is None else decode_row(line, seq, time)
