"""What is selected on the session screen, whole and as text: an event, a record, the ladder, the lanes.

Owns which pane gives what. On screen the same rows are cut to their pane; here nothing is.
"""

import json
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from workbench.bench.journal.entries import Entry
from workbench.fronts.tui.panes.base import Pane
from workbench.fronts.tui.panes.detail import DetailPane
from workbench.fronts.tui.panes.drawn import paint_of
from workbench.fronts.tui.panes.entrybody import entry_lines
from workbench.fronts.tui.panes.journal import JournalPane
from workbench.fronts.tui.panes.lost import lost_of
from workbench.fronts.tui.panes.messagetext import whole_text
from workbench.fronts.tui.panes.schedules import SchedulesPane
from workbench.fronts.tui.panes.transcript import TranscriptPane
from workbench.fronts.tui.theme.paint import Line, fit
from workbench.fronts.tui.timeline.pane import TimelinePane
from workbench.schedule.records import Record, view_json
from workbench.session.events import Event
from workbench.session.packed import PackedRun

if TYPE_CHECKING:
    from workbench.bench.view import BenchView, ScheduleRow
    from workbench.fronts.tui.screens.session import SessionScreen

# A row that is not cut to a pane: as wide as no terminal is.
_UNCUT = 400


def selected_text(screen: "SessionScreen") -> str:
    """The cursor row of the wanted pane; of the details and the timeline all rows."""
    pane, view = screen.query_one(f"#{screen.wanted}", Pane), screen.scene.view
    if isinstance(pane, TranscriptPane | DetailPane | JournalPane):
        whole = _whole_of(pane)
        if isinstance(whole, Entry):
            lines = entry_lines(whole, paint_of(pane).glyphs, screen.scene.zone, _UNCUT, lost_of(screen.scene, whole))
            return _joined(line_text(line) for line in lines)
        if whole is not None:
            return _event_text(whole, view)
    if isinstance(pane, SchedulesPane):
        record = pane.record_at(pane.cursor)
        if record is not None and screen.scene.now is not None:
            return record_text(record, screen.scene.now)
    if isinstance(pane, TimelinePane):
        return _picture(pane)
    if isinstance(pane, DetailPane):
        return _joined(line_text(pane.row_line(row, _UNCUT)) for row in range(pane.row_count()))
    return line_text(pane.row_line(pane.cursor, _UNCUT)) if pane.cursor < pane.row_count() else ""


def _whole_of(pane: TranscriptPane | DetailPane | JournalPane) -> Event | PackedRun | Entry | None:
    """What the cursor of a list of events or entries is on, or what the details show whole."""
    if isinstance(pane, TranscriptPane):
        return pane.event_at_cursor()
    return pane.entry_at_cursor() if isinstance(pane, JournalPane) else pane.event


def line_text(line: Line) -> str:
    """A line's words; what stands at its right edge follows after two blanks."""
    left, right = ("".join(span.text for span in spans) for spans in (line.spans, line.right))
    return "  ".join(part for part in (left.rstrip(), right.strip()) if part)


def record_text(record: "ScheduleRow", now: int) -> str:
    """A schedule as ``schedule_list`` would give it, over several lines; an ended one in the same words."""
    form = view_json(Record(record.id, record.kind, record.prompt, record.seconds, record.target), now)  # type: ignore[arg-type]
    return _spread({**form, "state": record.state})


def _event_text(event: Event | PackedRun, view: "BenchView | None") -> str:
    """A message's text alone, of any other event its data as JSON; where that was too long to be decoded, its line."""
    row = view.index.row_of(event.seq) if view is not None else None
    if isinstance(event.data, str) and view is not None and row is not None:
        return view.index.raw(row).decode("utf-8", "replace")
    return (whole_text(event.data) if isinstance(event.data, Mapping) else "") or _spread(event.data)


def _spread(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, indent=2)


def _picture(pane: Pane) -> str:
    """All rows as wide as they are on the screen: their columns are what they say."""
    cells = pane.size.width
    rows = (fit(pane.row_line(row, cells), cells) for row in range(pane.row_count()))
    return _joined("".join(span.text for span in row) for row in rows)


def _joined(lines: Iterable[str]) -> str:
    return "".join(f"{line.rstrip()}\n" for line in lines)
