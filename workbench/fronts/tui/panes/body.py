"""The body of one event: its text as it was written, then everything else as JSON, wrapped to the pane.

Owns what is shown of it and how much: a body of any size is cut at a limit that says so.
"""

import json
from collections.abc import Iterator, Mapping
from typing import Any, Final

from workbench.fronts.tui.panes.eventtext import whole_text
from workbench.fronts.tui.theme.cells import wrap
from workbench.fronts.tui.theme.paint import Line, Span
from workbench.session.events import Event
from workbench.session.packed import PackedRun
from workbench.text.safe import safe_block
from workbench.time.clocktext import clock_text, utc_hms_ms, zone_city
from workbench.time.zones import Zone

# Characters of a body that are shown; beyond, the pane says how much is left out.
LIMIT: Final = 200_000


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
    lines += [Line((Span(" "), Span(piece, "dim"))) for piece in _wrapped(_pretty(event.data), width)]
    return lines


def _wrapped(text: str, width: int) -> Iterator[str]:
    left_out = len(text) - LIMIT
    for block in safe_block(text[:LIMIT]):
        yield from wrap(block, width) if block else ("",)
    if left_out > 0:
        yield f"... {left_out:,} more characters are not shown"


def _pretty(data: Any) -> str:
    return json.dumps(data, indent=2, ensure_ascii=False)
