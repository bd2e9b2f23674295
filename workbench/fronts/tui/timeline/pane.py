"""The timeline pane: the drawing of the scene, made once for all its rows, and the lane that is chosen.

Owns when it is drawn anew. What is drawn is ``drawing``, the time cursor is ``steering``.
"""

from typing import TYPE_CHECKING

from workbench.fronts.tui.panes.drawn import paint_of
from workbench.fronts.tui.panes.scene import Scene
from workbench.fronts.tui.theme.paint import BLANK_LINE, Line, Span
from workbench.fronts.tui.timeline.drawing import draw
from workbench.fronts.tui.timeline.lanes import Survey, survey
from workbench.fronts.tui.timeline.legend import keys, legend
from workbench.fronts.tui.timeline.scale import beside
from workbench.fronts.tui.timeline.setting import Drawing, Setting, caption, same, step_of
from workbench.fronts.tui.timeline.steering import Steering

if TYPE_CHECKING:
    from workbench.bench.view import BenchView, ScheduleRow

# What a frame's bottom line has beside the legend: two corners, a rule, two blanks, and a rule to the left.
_FRAME_CELLS = 6


class TimelinePane(Steering):
    """Lanes of marks under an axis. ``named`` puts the session's name into the title instead of the zone."""

    NAME = "Timeline"

    def __init__(self, *, id: str, named: bool = False) -> None:  # noqa: A002 - Textual's name
        super().__init__(id=id)
        self._named = named
        self._picked: str | None = None
        self._drawing = Drawing([])
        self._drawn_as: Setting | None = None
        self._surveyed: tuple[BenchView, Survey] | None = None
        # The ms a column that was chosen for the session; it changes only once it shows nothing any more.
        self._kept: int | None = None

    # ------------------------------------------------------------------------------------------------- drawing

    def show(self, scene: Scene) -> None:
        """Draw from ``scene``; once another record is selected, the last one picked here is."""
        if scene.selected != self.scene.selected:
            self._picked = None
        if scene.name != self.scene.name:
            self._kept = None
        super().show(scene)
        self._keep_scale()

    def on_resize(self) -> None:
        """At another width another scale may show more."""
        self._keep_scale()
        super().on_resize()

    def _keep_scale(self) -> None:
        """Remember the scale that is drawn, once there is something that it was chosen for."""
        surveyed = self._survey()
        if surveyed is None or not self.size.width or self.scene.scale is not None:
            return
        if surveyed.reach.ahead is not None or surveyed.reach.behind:
            self._kept = step_of(self._wanted(), surveyed)

    def row_count(self) -> int:
        """As many as there is room for: more lanes than that are told by the last one."""
        return len(self.drawing().lines)

    def row_line(self, row: int, width: int) -> Line:
        """One line of the drawing."""
        del width
        lines = self.drawing().lines
        return lines[row] if row < len(lines) else BLANK_LINE

    def shows_cursor(self) -> bool:
        """The chosen lane shows itself by its label."""
        return False

    def drawing(self) -> Drawing:
        """The drawing of the present scene at the present size."""
        setting = self._wanted()
        if self._drawn_as is None or not same(setting, self._drawn_as):
            self._drawing, self._drawn_as = draw(setting, self._survey()), setting
        return self._drawing

    def title_spans(self) -> list[Span]:
        """The scale and the zone."""
        if self.scene.view is None:
            return []
        said = caption(self._wanted(), self._survey())
        name = self.scene.name
        return [Span(f"{name}, {said}" if self._named else f"{said}, {self.scene.zone.name}", "dim")]

    def foot_spans(self) -> list[Span]:
        """The legend, where there are marks to explain."""
        view = self.scene.view
        if view is None or not view.schedules or self.size.height <= 1:
            return []
        room = self.outer_size.width - _FRAME_CELLS
        past = self.scene.past is not None
        return keys(room, past=past) if self.has_focus else legend(paint_of(self).glyphs, room, past=past)

    def scale_beside(self, by: int) -> int:
        """The ms a column of the next finer (-1) or coarser (1) scale."""
        return beside(self.step(), by)

    def step(self) -> int:
        """The ms a column."""
        return step_of(self._wanted(), self._survey())

    def _wanted(self) -> Setting:
        paint, (width, height) = paint_of(self), self.size
        bare, focus = self.has_class("-bare"), self.has_focus
        return Setting(self.scene, width, height, bare, paint.glyphs, paint.flat, focus, self.own_place(), self._kept)

    def _survey(self) -> Survey | None:
        """What the records say together, looked at once a view."""
        view = self.scene.view
        if view is None:
            return None
        if self._surveyed is None or self._surveyed[0] is not view:
            self._surveyed = view, survey(view)
        return self._surveyed[1]

    # --------------------------------------------------------------------------------------------------- lanes

    def record_at(self, row: int) -> "ScheduleRow | None":
        """The record whose lane is in that row."""
        records = self.drawing().records
        return records[row] if 0 <= row < len(records) else None

    def selected_record(self) -> str | None:
        """The id of the record chosen here last, else the selection of all panes."""
        return self._picked or self.scene.selected

    def action_scroll_up(self) -> None:
        """The lane of the record before."""
        self._pick_beside(-1)

    def action_scroll_down(self) -> None:
        """The lane of the next record."""
        self._pick_beside(1)

    def _pick_beside(self, by: int) -> None:
        """Choose by table order, so that records without a lane are reached too."""
        ids = [row.id for row in self.scene.view.schedules] if self.scene.view is not None else []
        if not ids:
            return
        chosen = self.selected_record()
        at = ids.index(chosen) + by if chosen in ids else 0
        self.pick(ids[min(max(at, 0), len(ids) - 1)])

    def pick(self, record: str) -> None:
        """Choose a record's lane."""
        if record != self.selected_record():
            self._picked = record
            self.post_message(self.Moved(self))
