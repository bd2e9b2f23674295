"""The whole timeline as lines: which form it takes at a size, and each row of that form.

Owns putting the parts together, free of any widget, so that other screens can show a timeline of any scene. Three
forms: lanes with an axis; merged into one lane under an axis; that one lane alone.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from workbench.fronts.tui.panes.empty import empty_lines
from workbench.fronts.tui.panes.scene import Scene
from workbench.fronts.tui.theme.cells import cut
from workbench.fronts.tui.theme.paint import Line, Span
from workbench.fronts.tui.timeline.axis import Axis
from workbench.fronts.tui.timeline.canvas import Ink
from workbench.fronts.tui.timeline.lanes import Survey, chosen, lane_of, survey
from workbench.fronts.tui.timeline.lines import draw_lines
from workbench.fronts.tui.timeline.merged import MOST, merged_spans
from workbench.fronts.tui.timeline.rows import Brush, Own, label_spans, lane_spans
from workbench.fronts.tui.timeline.scale import scale_text
from workbench.fronts.tui.timeline.scenery import Scenery, scenery
from workbench.fronts.tui.timeline.setting import Drawing, Setting, is_merged, margin_of, step_of
from workbench.fronts.tui.timeline.window import moved_to, window_at
from workbench.time.clocktext import zone_city
from workbench.time.instant import DAY, civil_fields
from workbench.time.zones import Zone

if TYPE_CHECKING:
    from workbench.bench.view import BenchView, ScheduleRow

_TIME_KEY_FROM: Final = 50


def timeline_lines(setting: Setting) -> list[Line]:
    """The lines of the timeline of a scene, ``setting.height`` of them."""
    return draw(setting).lines


def draw(setting: Setting, surveyed: Survey | None = None) -> Drawing:
    """The drawing; ``surveyed`` is the survey of the scene's view, where it is known already."""
    scene = setting.scene
    view = scene.view
    if view is None:
        return _said(empty_lines("Reading the log ..."), setting)
    if not view.schedules_known:
        problem = [("", view.problem or "the log is damaged")]
        return _said(empty_lines("Schedules could not be read", problem, bad=True), setting)
    if not (view.events or view.drivable):
        return _said(empty_lines("No events in this log."), setting)
    return _Sheet(setting, view, surveyed or survey(view)).drawing()


def _said(lines: list[Line], setting: Setting) -> Drawing:
    """A sentence in the place of the timeline; the blank row above it goes first."""
    return Drawing(lines[len(lines) > setting.height :][: setting.height])


class _Sheet:
    """One drawing while it is made."""

    def __init__(self, setting: Setting, view: "BenchView", surveyed: Survey) -> None:
        self._setting = setting
        self._view = view
        self._shown = setting.scene
        self._margin, self._ids, self._rule = margin_of(setting, surveyed)
        self._scenery = self._look(step_of(setting, surveyed))
        own = _own(view, setting.scene)
        past = setting.scene.past
        then = past.view.history if past is not None else None
        self._brush = Brush(self._scenery, setting.glyphs, setting.scene.zone, own, then)

    def drawing(self) -> Drawing:
        """The lines of the form that fits."""
        if is_merged(self._setting):
            lines = self._merged_lines()
            return Drawing(lines, self._scenery.window, self._margin)
        if not self._view.schedules:
            return Drawing(self._nothing()[: self._setting.height], self._scenery.window, self._margin)
        rows = chosen(self._view.schedules, self._room(), self._shown.selected)
        lines = [self._axis(), *(self._lane(row) for row in rows)]
        hidden = len(self._view.schedules) - len(rows)
        if hidden:
            lines.append(self._blank(f"{hidden:,} more"))
        # The lines go on to the last row, so that what is not there is seen to be nothing.
        lines += [self._blank()] * (self._setting.height - len(lines))
        return Drawing(lines[: self._setting.height], self._scenery.window, self._margin, (None, *rows))

    def _look(self, step: int) -> Scenery:
        setting, view, past = self._setting, self._view, self._shown.past
        columns = max(1, setting.width - self._margin - 1)
        window = window_at(view.now, step, columns, self._shown.zone)
        cursor = setting.cursor if setting.cursor is not None else past.view.now if past is not None else None
        if cursor is not None:
            window = moved_to(window, cursor, self._shown.zone)
        return scenery(window, view.now, cursor, view.history, past=past is not None)

    def _room(self) -> int:
        """Rows for lanes, where not all fit one less for what says so."""
        room = self._setting.height - 1
        return room - 1 if len(self._view.schedules) > room > 1 else max(0, room)

    def _axis(self) -> Line:
        setting = self._setting
        head = [] if is_merged(setting) else [Span(f" {_zone_name(self._shown.zone, self._margin - 2)}", "dim")]
        head.append(Span(" " * max(0, self._margin - sum(len(span.text) for span in head))))
        axis = Axis(self._scenery, setting.glyphs, flat=setting.flat)
        return Line([*head, *axis.spans(self._shown.zone)])

    def _lane(self, row: "ScheduleRow") -> Line:
        chosen_one = row.id == self._shown.selected
        look = "cursor" if chosen_one and self._setting.focused else None
        label = label_spans(row, self._ids, self._label_ink(row, chosen=chosen_one), look, rule=self._rule)
        gap = [] if self._rule else [Span(" ")]
        return Line([*label, *gap, *lane_spans(row, lane_of(row, self._view.history), self._brush)])

    def _label_ink(self, row: "ScheduleRow", *, chosen: bool) -> Ink:
        if not self._existed(row):
            return Ink("faint", chosen)
        return Ink("text", bold=True) if chosen else Ink("soft" if row.delivered is not None else "dim")

    def _existed(self, row: "ScheduleRow") -> bool:
        """Whether the record was there already in what is shown."""
        past, history = self._shown.past, self._view.history
        if past is None:
            return True
        track = history.track(row.id) if history is not None else None
        if track is not None and track.created != past.view.now:
            return track.created < past.view.now
        return any(row.id == known.id for known in past.view.schedules)

    def _blank(self, text: str = "") -> Line:
        canvas = self._scenery.canvas()
        draw_lines(canvas, self._scenery, self._setting.glyphs)
        text = cut(text, max(0, self._margin - 1))
        return Line([Span(f" {text}".ljust(self._margin), "dim"), *canvas.spans()])

    def _nothing(self) -> list[Line]:
        key = self._setting.scene.key
        scale = f"{key('view.coarser')} and {key('view.finer')}"
        keys = [Span("   "), Span(scale, "fired", True), Span(" change the scale", "dim")]
        if self._setting.width >= _TIME_KEY_FROM:
            keys += [Span(", ", "dim"), Span(key("time.goto"), "fired", True), Span(" goes to a time", "dim")]
        return [self._axis(), Line((Span("   "), Span(self._sentence(), "text", True))), Line(keys)]

    def _sentence(self) -> str:
        window, zone = self._scenery.window, self._shown.zone
        first, last = window.left, window.end
        return f"No targets between {_edge(first, last - first, zone)} and {_edge(last, last - first, zone)}."

    def _merged_lines(self) -> list[Line]:
        setting, schedules = self._setting, self._view.schedules
        margin = Span(" " * self._margin)
        if schedules:
            rows = chosen(schedules, MOST, self._shown.selected)
            spans = merged_spans(rows, self._view.history, self._brush, axis=setting.height > 1)
            lane = Line([margin, *spans])
        else:
            lane = Line([margin, Span(self._sentence(), "text", True)])
        lines = [lane] if setting.height <= 1 else [self._axis(), lane]
        return [self._title(schedules), *lines] if setting.height > len(lines) > 1 else lines

    def _title(self, schedules: "Sequence[ScheduleRow]") -> Line:
        rule = Span(self._setting.glyphs.rule, "hair")
        count = len(schedules)
        said = f"{MOST} of {count:,} schedules" if count > MOST else f"all {count} schedules" if count > 1 else (
            "1 schedule" if count else "no schedules"
        )  # fmt: skip
        focused = self._setting.focused
        lively = "past" if self._shown.past is not None else "link"
        name = Span("Timeline", lively if focused else "soft", focused)
        scale = Span(f"{said}, {scale_text(self._scenery.window.step)}", "dim")
        return Line((rule, Span(" "), name, Span("  "), scale, Span(" ")), fill=rule)


def _own(view: "BenchView", scene: Scene) -> Own:
    """What the event did at which the past is shown."""
    past = scene.past
    if past is None or not past.changed:
        return Own()
    row = view.index.row_of(past.seq)
    data = None if row is None else view.index.event(row).data
    return Own(past.changed, isinstance(data, dict) and data.get("operation") == "dispatch")


def _zone_name(zone: Zone, cells: int) -> str:
    return zone.name if len(zone.name) <= cells else cut(zone_city(zone), max(0, cells))


def _edge(instant: int, length: int, zone: Zone) -> str:
    """An edge of the window: the time of day, or the day where the window is longer than one."""
    year, month, day, hour, minute, second, _ = civil_fields(instant + zone.offset_ms(instant))
    if length > DAY:
        return f"{year:04d}-{month:02d}-{day:02d}"
    return f"{hour:02d}:{minute:02d}" + (f":{second:02d}" if second else "")
