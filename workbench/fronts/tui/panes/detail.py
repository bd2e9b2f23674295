"""The detail pane: why the selected schedule is as it is, or one event whole and wrapped.

Owns the ladder of page 10, section 6, as far as the last move and the fold can tell it, and the event's body. Only true
steps are drawn.
"""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from workbench.fronts.tui.panes.base import Pane
from workbench.fronts.tui.panes.body import body_lines
from workbench.fronts.tui.panes.drawn import paint_of
from workbench.fronts.tui.panes.empty import empty_lines
from workbench.fronts.tui.panes.scene import Scene
from workbench.fronts.tui.theme.paint import Line, Span
from workbench.session.events import Event
from workbench.session.packed import PackedRun
from workbench.time.clocktext import local_hms, table_time, utc_hms_ms, zone_city
from workbench.time.durations import format_duration

if TYPE_CHECKING:
    from workbench.bench.view import BenchView, Delivery, ScheduleRow

_LABEL = 11
_ROOMY = 9
_NOTHING = [
    ("", "Pick a schedule or an event; this pane says"),
    ("", "what happened to it and what comes next."),
]


class DetailPane(Pane):
    """Why, or an event."""

    NAME = "Why"

    def __init__(self, *, id: str) -> None:  # noqa: A002 - Textual's name
        super().__init__(id=id)
        self._event: Event | PackedRun | None = None
        self._lines: list[Line] = []

    def open_event(self, event: Event | PackedRun | None) -> None:
        """Show this event, or with None the selected schedule again."""
        self._event = event
        self.scroll_to(y=0, animate=False)
        self.cursor = 0
        self.show(self.scene)

    def show(self, scene: Scene) -> None:
        """Draw from ``scene``; another selection closes the event."""
        if scene.selected != self.scene.selected:
            self._event = None
        self.scene = scene
        self._lines = self._build()
        super().show(scene)

    def on_resize(self) -> None:
        """Wrap anew."""
        self._lines = self._build()
        super().on_resize()

    def title_spans(self) -> list[Span]:
        """What is explained."""
        if self._event is not None:
            return [Span(f"event {self._event.seq:,}", "text", True), Span(self._event.type, "dim")]
        return [Span(self.scene.selected, "soft")] if self._record() is not None and self.scene.selected else []

    def row_count(self) -> int:
        """All lines."""
        return len(self._lines)

    def row_line(self, row: int, width: int) -> Line:
        """One line."""
        del width
        return self._lines[row]

    def shows_cursor(self) -> bool:
        """An event is read, not chosen from."""
        return self.has_focus and self._event is None and self._record() is not None

    def _record(self) -> "ScheduleRow | None":
        view = self.scene.view
        rows = view.schedules if view is not None else ()
        return next((row for row in rows if row.id == self.scene.selected), None)

    def _build(self) -> list[Line]:
        if self._event is not None:
            return body_lines(self._event, self.scene.zone, max(10, self.size.width - 2))
        record, view = self._record(), self.scene.view
        if record is None or view is None:
            return empty_lines("Nothing selected.", _NOTHING)
        ladder = list(self._ladder(record, view))
        if self.size.height < _ROOMY:
            return ladder
        return [self._head(record), Line(), *ladder]

    def _head(self, record: "ScheduleRow") -> Line:
        glyphs = paint_of(self).glyphs
        rule = f"every {format_duration(record.seconds * 1000)}" if record.kind == "every" else record.kind
        word = "delivered" if record.delivered is not None else record.state
        role = {"delivered": "fired", "overdue": "overdue", "ended": "fired"}.get(word, "link")
        shape = glyphs.shape(record.kind, delivered=record.delivered is not None)
        left = (Span(f" {rule}  ", "dim"), Span(record.prompt, "text", True))
        return Line(left, (Span(f"{shape} {word} ", role, True),))

    def _ladder(self, record: "ScheduleRow", view: "BenchView") -> Iterator[Line]:
        delivery = record.delivered
        if delivery is not None:
            yield from self._delivered(record, delivery)
        if record.state == "ended":
            return
        yield self._coming(record, view)

    def _delivered(self, record: "ScheduleRow", delivery: "Delivery") -> Iterator[Line]:
        glyphs = paint_of(self).glyphs
        if delivery.passed:
            targets = f"{delivery.passed:,} {'target' if delivery.passed == 1 else 'targets'}"
            yield _rung(Span(glyphs.passed, "dim"), "passed", Span(targets), Span("before the one delivered", "dim"))
        decided = Span(f"decided {utc_hms_ms(delivery.decided)}", "dim")
        late = f"{format_duration(delivery.late)} late" if delivery.late >= 1000 else "on time"
        shape = glyphs.shape(record.kind, delivered=True)
        value = Span(utc_hms_ms(delivery.occurrence), "text", True)
        yield _rung(Span(shape, "fired"), "delivered", value, decided, late, look="fired")
        event = Span(f"event {delivery.seq:,}", "dim")
        yield _rung(Span(" "), "in", Span(f"turn {delivery.turn}"), event, self._company(delivery))

    def _company(self, delivery: "Delivery") -> str:
        """How many records the turn delivered at once, where it was more than this one."""
        turn = sum(1 for each in self.scene.delivered().values() if each.turn == delivery.turn)
        return f"batch of {turn}" if turn > 1 else ""

    def _coming(self, record: "ScheduleRow", view: "BenchView") -> Line:
        glyphs = paint_of(self).glyphs
        zone = self.scene.zone
        local = Span(f"{self._local_time(record.target, view.now)} {zone_city(zone)}", "dim")
        value = Span(utc_hms_ms(record.target), "text", True)
        shape = glyphs.shape(record.kind, delivered=False)
        if record.state != "overdue":
            return _rung(Span(shape, "link"), "next", value, local, f"in {format_duration(record.target - view.now)}")
        late = f"overdue {format_duration(view.now - record.target)}"
        return _rung(Span(glyphs.overdue, "overdue", True), _waits(view), value, local, late)

    def _local_time(self, ms: int, now: int) -> str:
        text = table_time(ms, now, self.scene.zone)
        return text if ":" in text else f"{text} {local_hms(ms, self.scene.zone)}"


def _rung(mark: Span, label: str, value: Span, detail: Span, measure: str = "", *, look: str = "plain") -> Line:
    """One step of the ladder."""
    spans = (mark._replace(text=f" {mark.text} "), Span(f"{label:<{_LABEL}}", "dim"), value, Span("  "), detail)
    return Line(spans, (Span(f"{measure} "),), look=look)


def _waits(view: "BenchView") -> str:
    """What keeps an overdue record waiting, in one word for the label column."""
    if view.mode == "cold":
        return "cold"
    if view.held or view.agent == "running":
        return "held back"
    return "due"
