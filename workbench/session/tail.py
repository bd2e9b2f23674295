"""The newest page of a log without reading the rest: what a screen shows before the index is there (TUI-2).

Owns finding whole lines from the end, plain or compressed. Nothing is checked beyond what showing needs; the full
reader has the last word on every line.
"""

from collections import deque
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

_FIRST: Final = 1 << 16  # bytes looked at first, from the end; eight times as many each time that is not enough
_MOST: Final = 1 << 24  # bytes of the file, or of its text, beyond which no more are looked at
_BAD_MAX: Final = 10_000  # blank or unreadable lines after which no more are looked at
_HEADER_MAX: Final = 1 << 20


class TailPage(msgspec.Struct, frozen=True):
    """The header, if the first line is one, and the last rows of a log, oldest first; packed rows stay rows.

    ``whole`` when these are all rows that the log has.
    """

    header: Header | None
    events: tuple[Event | PackedRun, ...]
    whole: bool


def read_tail(path: Path, rows: int) -> TailPage:
    """The last ``rows`` readable rows of the log at ``path``, fewer where much else must be passed to find them.

    A torn last line is left out. Raises what opening raises (``not_found``, ``is_folder``, ``not_readable``,
    ``unsafe_name``) and ``too_large``.
    """
    stored = open_file(path)
    size = stored.size()
    framed = stored.read(0, len(MAGIC)) == MAGIC
    header_line = _first_frame(stored, size) if framed else stored.read(0, min(size, _HEADER_MAX))
    header = _header(header_line.partition(b"\n")[0])
    reach = _FIRST
    while True:
        text, is_all = _framed_end(stored, size, reach) if framed else _plain_end(stored, size, reach)
        start = text.find(b"\n") + 1 if is_all and header is not None else 0
        events, at_start = _events(text, start, rows)
        if is_all or len(events) >= rows or not at_start or reach >= _MOST:
            return TailPage(header, tuple(events), is_all and at_start and len(events) < rows)
        reach *= 8


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
    """The text of the frames within the last ``reach`` stored bytes, and whether that is all text.

    The mark of a frame may occur by chance inside one: what begins there is damaged, and the next one is taken.
    """
    start = max(0, size - reach)
    if start:
        found = stored.read(start, reach).find(MAGIC)
        if found < 0:
            return b"", False
        start += found
    parts: deque[bytes] = deque()
    held, is_all = 0, not start
    for part in read_frames(stored, size, LIMITS, start):
        # A line that damage breaks off must not run into the next frame's first one.
        parts.append(part.text + b"\n" if part.state is State.BAD else part.text)
        held += len(parts[-1])
        while held - len(parts[0]) > _MOST:
            held -= len(parts.popleft())
            is_all = False
    return b"".join(parts), is_all


def _events(text: bytes, start: int, rows: int) -> tuple[list[Event | PackedRun], bool]:
    """The last ``rows`` events of the complete lines in ``text[start:]``, and whether no line was left unseen for them.

    With fewer events than ``rows`` the answer is False where too many lines could not be read.
    """
    found: list[Event | PackedRun] = []
    end = text.rfind(b"\n", start)
    bad = 0
    while end >= start and len(found) < rows:
        if bad == _BAD_MAX:
            return found[::-1], False
        line_start = text.rfind(b"\n", start, end) + 1 or start
        event = _event(text[line_start:end])
        if event is None:
            bad += 1
        else:
            found.append(event)
        end = line_start - 1
    return found[::-1], True


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
