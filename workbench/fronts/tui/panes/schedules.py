"""The schedules pane: one row per active record in creation order, then those that the last move ended.

Owns the columns of page 10, section 6. State is told by shape, fill, flag and word before it is told by colour.
"""

from typing import TYPE_CHECKING, ClassVar, Final

from workbench.fronts.tui.panes.base import Pane
from workbench.fronts.tui.panes.columns import Column, cells, choose
from workbench.fronts.tui.panes.drawn import paint_of
from workbench.fronts.tui.panes.empty import empty_lines
from workbench.fronts.tui.panes.scene import Scene
from workbench.fronts.tui.theme.cells import width as cell_width
from workbench.fronts.tui.theme.paint import Line, Span
from workbench.time.clocktext import table_time, zone_city
from workbench.time.durations import format_duration

if TYPE_CHECKING:
    from workbench.bench.view import BenchView, ScheduleRow

_SHORT = 46
COLUMNS: Final = (
    Column("bar", 1, gap=0),
    Column("shape", 1),
    Column("id", 10),
    Column("rule", 6, shown_from=96),
    Column("rule", 6, hidden_from=_SHORT),
    Column("target", 9),
    Column("in", 8, right=True, gap=2, shown_from=54),
    Column("in", 8, right=True, gap=0, hidden_from=_SHORT),
    Column("state", 9, shown_from=_SHORT),
    Column("prompt", 0, gap=0, shown_from=_SHORT),
)
_YEAR_CELLS = 10
_LEAST_PROMPT = 10
_HEADS: Final = ("id", "rule", "target", "in", "state", "prompt")
_WAITING: Final = (
    ("i", 'asks the agent: "remind me every 10 minutes to ..."'),
    ("", "Schedules that the log creates appear here."),
)


class SchedulesPane(Pane):
    """The records of the scene's view."""

    NAME = "Schedules"
    HEAD_ROWS: ClassVar[int] = 1

    def __init__(self, *, id: str) -> None:  # noqa: A002 - Textual's name
        super().__init__(id=id)
        self._rows: tuple[ScheduleRow, ...] = ()
        self._empty: list[Line] = []

    def show(self, scene: Scene) -> None:
        """Draw from ``scene``; the cursor stays on the record it was on."""
        before = self.record_at(self.cursor)
        self._rows = scene.view.schedules if scene.view is not None and not _unknown(scene.view) else ()
        self._empty = [] if self._rows else _nothing(scene)
        wanted = scene.selected or (before.id if before is not None else None)
        at = next((row for row, record in enumerate(self._rows, 1) if record.id == wanted), None)
        if at is not None:
            self.cursor = at
        super().show(scene)

    def record_at(self, row: int) -> "ScheduleRow | None":
        """The record on that row."""
        return self._rows[row - 1] if 1 <= row <= len(self._rows) else None

    def title_spans(self) -> list[Span]:
        """Counts: active, delivered by the last move, overdue and still waiting; then the zone."""
        view = self.scene.view
        if view is None:
            return []
        if _unknown(view):
            return [Span("unknown", "bad", True)]
        spans = [Span(f"{view.active} active", "dim")]
        delivered = len({row.id for row in view.schedules if row.delivered is not None})
        overdue = sum(1 for row in view.schedules if row.state == "overdue")
        if delivered:
            spans.append(Span(f"{delivered} delivered", "fired", True))
        if overdue:
            spans.append(Span(f"{paint_of(self).glyphs.overdue} {overdue} overdue", "overdue", True))
        return [*spans, Span(f"{zone_city(self.scene.zone)} time", "dim")]

    def row_count(self) -> int:
        """The head and the records, or what is said instead."""
        return 1 + len(self._rows) if self._rows else len(self._empty)

    def shows_cursor(self) -> bool:
        """The cursor is shown where there are records and one is selected or the pane has the focus."""
        return bool(self._rows) and (self.has_focus or self.scene.selected is not None)

    def row_line(self, row: int, width: int) -> Line:
        """The head, a record, or a line of the empty pane."""
        if not self._rows:
            return self._empty[row]
        columns = self._columns(width)
        if row == 0:
            return Line(cells(columns, {name: Span(name, "dim") for name in _HEADS}))
        return self._record_line(self._rows[row - 1], columns)

    def _columns(self, width: int) -> list[Column]:
        now = self.scene.now or 0
        zone = self.scene.zone
        longest_id = min(24, max((cell_width(row.id) for row in self._rows[:200]), default=10))
        dated = any(len(table_time(row.target, now, zone)) > 9 for row in self._rows[:200])
        columns = choose(COLUMNS, width, {"id": max(10, longest_id), "target": _YEAR_CELLS if dated else 9})
        if columns[-1].name == "prompt" and columns[-1].cells < _LEAST_PROMPT:
            columns = columns[:-1]
        return columns

    def _record_line(self, record: "ScheduleRow", columns: list[Column]) -> Line:
        glyphs = paint_of(self).glyphs
        fresh = record.delivered is not None
        ended = record.state == "ended"
        waiting = record.state == "overdue" and not fresh
        bar = Span(glyphs.overdue, "overdue", True) if waiting else Span(glyphs.mark if fresh else " ", "fired", True)
        quiet = "dim" if ended else "text"
        texts = {
            "bar": bar,
            "shape": Span(glyphs.shape(record.kind, delivered=fresh), "fired" if fresh else "link"),
            "id": Span(record.id, quiet, record.id == self.scene.selected),
            "rule": Span(rule_text(record), "dim"),
            "target": Span(table_time(record.target, self.scene.now or 0, self.scene.zone), quiet),
            "in": self._distance(record),
            "state": _state(record),
            "prompt": Span(record.prompt, "dim" if ended else "soft"),
        }
        look = "fired" if fresh and not ended else "plain"
        return Line(cells(columns, texts), look=look)

    def _distance(self, record: "ScheduleRow") -> Span:
        now = self.scene.now or 0
        if record.state == "ended":
            return Span(paint_of(self).glyphs.none, "dim")
        if record.state == "overdue":
            return Span(format_duration(now - record.target), "overdue", True)
        fresh = record.delivered is not None
        return Span(format_duration(record.target - now), "text", fresh)


def rule_text(record: "ScheduleRow") -> str:
    """A record's rule in at most six cells: its interval, ``after`` or ``at``."""
    return format_duration(record.seconds * 1000).replace(" ", "") if record.kind == "every" else record.kind


def _state(record: "ScheduleRow") -> Span:
    if record.state == "ended":
        return Span("ended", "fired")
    if record.delivered is not None:
        return Span("delivered", "fired", True)
    if record.state == "overdue":
        return Span("overdue", "overdue", True)
    return Span("scheduled", "dim")


def _unknown(view: "BenchView") -> bool:
    """Over a damaged log, or one that breaks a rule, the state is not guessed (LOG-14)."""
    return not view.schedules_known


def _nothing(scene: Scene) -> list[Line]:
    view = scene.view
    if view is None:
        return empty_lines("Reading the log ...")
    if _unknown(view):
        return empty_lines("Schedules could not be read", [("", view.problem or "the log is damaged")], bad=True)
    return empty_lines("No schedules in this session.", _WAITING)
