"""The schedules pane: one row per active record in creation order, then those that the last move ended.

Owns which rows there are, the cursor and the flash. State is told by shape, fill, flag and word before it is told by
colour: what the cells say is ``recordtext``'s, which there are ``schedulecolumns``'.
"""

from typing import TYPE_CHECKING, ClassVar, Final

from textual.timer import Timer

from workbench.fronts.tui.panes.base import Pane
from workbench.fronts.tui.panes.columns import Column, cells
from workbench.fronts.tui.panes.drawn import paint_of
from workbench.fronts.tui.panes.flash import LASTS, Flash
from workbench.fronts.tui.panes.noschedules import is_child, no_schedules
from workbench.fronts.tui.panes.recordtext import RowSetting, matches, record_texts, row_look
from workbench.fronts.tui.panes.scene import Scene
from workbench.fronts.tui.panes.schedulecolumns import HEADS, schedule_columns
from workbench.fronts.tui.panes.waiting import record_reasons
from workbench.fronts.tui.theme.paint import Line, Span
from workbench.time.clocktext import zone_city

if TYPE_CHECKING:
    from workbench.bench.view import BenchView, ScheduleRow

_TWO_COLUMNS: Final = 100


class SchedulesPane(Pane):
    """The records of the scene's view."""

    NAME = "Schedules"
    HEAD_ROWS: ClassVar[int] = 1

    def __init__(self, *, id: str) -> None:  # noqa: A002 - Textual's name
        super().__init__(id=id)
        self._rows: tuple[ScheduleRow, ...] = ()
        self._places: dict[str, int] = {}
        self._made_from: tuple[BenchView | None, str] | None = None
        self._counts: list[Span] = []
        self._reasons: dict[str, str] = {}
        self._chosen: tuple[int, list[Column]] | None = None
        self._empty: list[Line] = []
        self._flash = Flash()
        self._lit: Timer | None = None

    def show(self, scene: Scene) -> None:
        """Draw from ``scene``; the cursor stays on the record it was on."""
        before = self.record_at(self.cursor)
        self._take_rows(scene)
        self._chosen = None
        at = self._places.get(scene.selected or "", self._places.get(before.id) if before is not None else None)
        if at is not None:
            self.cursor = at
        if self._flash.take(scene):
            self._light()
        super().show(scene)

    def on_resize(self) -> None:
        """Fit anew."""
        self._made_from = self._chosen = None
        self._take_rows(self.scene)
        super().on_resize()

    def record_at(self, row: int) -> "ScheduleRow | None":
        """The record on that row."""
        return self._rows[row - 1] if 1 <= row <= len(self._rows) else None

    def _take_rows(self, scene: Scene) -> None:
        """The rows that the filter leaves; nothing is counted again while they are the same."""
        view, wanted = scene.shown, _wanted(scene)
        if self._made_from is not None and self._made_from[0] is view and self._made_from[1] == wanted:
            return
        self._made_from = (view, wanted)
        known = view.schedules if view is not None and view.schedules_known else ()
        self._rows = tuple(row for row in known if matches(row, wanted)) if wanted else known
        self._places = {record.id: row for row, record in enumerate(self._rows, 1)}
        self._reasons = record_reasons(view) if view is not None else {}
        self._counts = [] if view is None else self._counted(view)
        self._empty = [] if self._rows else no_schedules(scene, self.size, filtered=bool(wanted))

    # -------------------------------------------------------------------------------------------------- drawing

    def heading(self) -> str:
        """The name, in the past with the event after which the records were these."""
        past = self.scene.past
        return self.NAME if past is None else f"{self.NAME} at {past.seq}"

    def title_spans(self) -> list[Span]:
        """Counts: active, changed, delivered by the last move, overdue and still waiting; then the zone."""
        view, past = self.scene.shown, self.scene.past
        if view is None:
            return []
        if not view.schedules_known:
            return [Span("unknown", "bad", True)]
        changed = len(past.changed) if past is not None else 0
        first, *others = self._counts
        told = [first, *([Span(f"{changed} changed", "past", True)] if changed else []), *others]
        return [*told, Span(f"{zone_city(self.scene.zone)} time", "dim")]

    def row_count(self) -> int:
        """The head and the records, or what is said instead."""
        return 1 + len(self._rows) if self._rows else len(self._empty)

    def shows_cursor(self) -> bool:
        """The cursor is shown where there are records and one is selected or the pane has the focus."""
        return bool(self._rows) and (self.has_focus or self.scene.selected in self._places)

    def row_line(self, row: int, width: int) -> Line:
        """The head, a record, or a line of the empty pane."""
        if not self._rows:
            return self._empty[row]
        columns = self._columns(width)
        if row == 0:
            return Line(cells(columns, {name: Span(name, "dim") for name in HEADS}))
        return self._record_line(self._rows[row - 1], columns)

    def _record_line(self, record: "ScheduleRow", columns: list[Column]) -> Line:
        scene = self.scene
        changed = scene.past is not None and record.id in scene.past.changed
        setting = RowSetting(
            paint_of(self).glyphs, scene.zone, scene.now or 0, record.id == scene.selected, changed,
            self._reasons.get(record.id, ""),
        )  # fmt: skip
        spans = cells(columns, record_texts(record, setting))
        if record.id in self._flash.ids:
            return Line([span._replace(role="chip-fired") for span in spans])
        return Line(spans, look=row_look(record, setting))

    def _columns(self, width: int) -> list[Column]:
        if self._chosen is None or self._chosen[0] != width:
            beside = self.app.size.width >= _TWO_COLUMNS
            columns = schedule_columns(self._rows, self.scene.now or 0, self.scene.zone, width, beside=beside)
            self._chosen = (width, columns)
        return self._chosen[1]

    def _counted(self, view: "BenchView") -> list[Span]:
        spans = [Span(f"{view.active:,} active", "dim")]
        if len(self._rows) < len(view.schedules):
            spans = [Span(f"{len(self._rows):,} of {len(view.schedules):,}", "text", True)]
        delivered = sum(1 for row in view.schedules if row.delivered is not None)
        overdue = sum(1 for row in view.schedules if row.state == "overdue" and row.delivered is None)
        if delivered:
            times = view.move.delivered_count if view.move is not None else delivered
            said = f"{delivered:,} delivered" if times <= delivered else f"{delivered:,} delivered, {times:,} times"
            spans.append(Span(said, "fired", True))
        if overdue:
            spans.append(Span(f"{paint_of(self).glyphs.overdue} {overdue:,} overdue", "overdue", True))
            spans += [Span(reason, "overdue") for reason in dict.fromkeys(self._reasons.values())]
        return [*spans, Span("0 adopted", "past", True)] if is_child(view) else spans

    # ---------------------------------------------------------------------------------------------------- flash

    def _light(self) -> None:
        """Let what was just delivered flash, once, unless animations are not wanted."""
        if self._lit is not None:
            self._lit.stop()
            self._lit = None
        if self.app.animation_level == "none" or not self.display:
            self._flash.end()
        else:
            self._lit = self.set_timer(LASTS, self._dim)

    def _dim(self) -> None:
        self._lit = None
        self._flash.end()
        self.redraw()


def _wanted(scene: Scene) -> str:
    """What rows have to contain, casefolded; empty where every row is shown."""
    return scene.filter.text.casefold() if scene.filter is not None and scene.filter.pane == "schedules" else ""
