"""The body of one event: its text as it was written, then everything else as JSON, wrapped to the pane.

Owns what is shown of it and how much: a body of any size is cut at a limit that says so.
"""

import json
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any, Final

from workbench.fronts.tui.panes.lines import line_size
from workbench.fronts.tui.panes.messagetext import whole_text
from workbench.fronts.tui.theme.cells import wrap
from workbench.fronts.tui.theme.paint import Line, Span
from workbench.session.events import EVENT_TYPES, Event
from workbench.session.packed import PackedRun
from workbench.text.safe import safe_block
from workbench.time.clocktext import clock_text, utc_hms_ms, zone_city
from workbench.time.zones import Zone

if TYPE_CHECKING:
    from workbench.bench.view import BenchView
    from workbench.fronts.tui.panes.page import PageIndex
    from workbench.session.index import LogIndex

# Characters of a body that are shown; beyond, the pane says how much is left out.
LIMIT: Final = 200_000
# A line of more bytes than this is not decoded to be shown.
_DECODED: Final = 1 << 20
# Bytes of a line that a glimpse looks at.
_GLIMPSED: Final = 4096
_DATA: Final = '"data":'


def whole_event(index: "LogIndex | PageIndex", row: int) -> Event | PackedRun:
    """The event of that row; of a line too long to be decoded at a key press the beginning of its text, as its data."""
    length = line_size(index, row)
    if length <= _DECODED:
        return index.event(row)
    text = index.head(row, LIMIT // 2).decode("utf-8", "replace")
    code = index.type_code(row)
    kind = EVENT_TYPES[code] if code < len(EVENT_TYPES) else "unknown type"
    return Event(type=kind, seq=index.seq(row), time=index.time(row), data=f"{text}\n... of {length:,} bytes")


def event_of(view: "BenchView", seq: int) -> Event | PackedRun | None:
    """Event ``seq`` of what ``view`` shows, closers included; None where the log has no such event."""
    row = view.index.row_of(seq)
    if row is not None:
        return whole_event(view.index, row)
    return next((closer for closer in view.closers if closer.seq == seq), None)


def body_glimpse(view: "BenchView", seq: int) -> str:
    """The beginning of the data of event ``seq`` as it stands in the log, on one line, without its opening brace."""
    row = view.index.row_of(seq)
    if row is None:
        return ""
    text = view.index.head(row, _GLIMPSED).decode("utf-8", "replace")
    _, found, data = text.partition(_DATA)
    return (data if found else text).lstrip("{")


def body_lines(event: Event | PackedRun, zone: Zone, width: int) -> list[Line]:
    """The lines of ``event`` for a pane ``width`` cells wide."""
    when = (
        Span(f" {clock_text(event.time, zone)} {zone_city(zone)}  ", "soft"),
        Span(utc_hms_ms(event.time), "text", True),
    )
    lines = [Line(when), Line()]
    text = whole_text(event.data) if isinstance(event.data, Mapping) else ""
    if text:
        lines += [Line((Span(" "), Span(piece, "text"))) for piece in _wrapped(text, width)]
        lines.append(Line())
    rest = event.data if isinstance(event.data, str) else _pretty(event.data)
    lines += [Line((Span(" "), Span(piece, "dim"))) for piece in _wrapped(rest, width)]
    return lines


def _wrapped(text: str, width: int) -> Iterator[str]:
    left_out = len(text) - LIMIT
    for block in safe_block(text[:LIMIT]):
        yield from wrap(block, width) if block else ("",)
    if left_out > 0:
        yield f"... {left_out:,} more characters are not shown"


def _pretty(data: Any) -> str:
    return json.dumps(data, indent=2, ensure_ascii=False)
