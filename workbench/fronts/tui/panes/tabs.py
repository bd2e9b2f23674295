"""The tab strip of narrow screens: which pane is shown, which others there are, and their counts."""

from collections.abc import Iterator
from typing import Final, NamedTuple

from textual import events
from textual.message import Message

from workbench.fronts.tui.panes.drawn import Bar, paint_of
from workbench.fronts.tui.panes.scene import Scene
from workbench.fronts.tui.theme.cells import width as cell_width
from workbench.fronts.tui.theme.paint import Line, Span

_SHORT_BELOW: Final = 60


class Tab(NamedTuple):
    """A pane that the strip can show: its widget id, key, name and short name."""

    pane: str
    key: str
    name: str
    short: str


TABS: Final = (
    Tab("transcript", "1", "Transcript", "Log"),
    Tab("schedules", "2", "Schedules", "Sched"),
    Tab("todos", "3", "Todos", "Todo"),
    Tab("journal", "6", "Journal", "Jour"),
    Tab("timeline", "7", "Timeline", "Time"),
)


class TabStrip(Bar):
    """One row of tabs. Where they do not all fit they have short names first, then no counts; then the last ones go."""

    LOOK = "plain"

    class Picked(Message):
        """A tab was clicked."""

        def __init__(self, pane: str) -> None:
            self.pane = pane
            super().__init__()

    def __init__(self, *, id: str) -> None:  # noqa: A002 - Textual's name
        super().__init__(id=id)
        self.scene = Scene(name="")
        self.active = TABS[0].pane

    def show(self, scene: Scene, active: str) -> None:
        """Draw from ``scene`` with ``active`` marked."""
        self.scene, self.active = scene, active
        self.redraw()

    def bar_lines(self, width: int, height: int) -> list[Line]:
        """The one row."""
        del height
        return [Line([span for _, spans in self._fitting(width) for span in spans])]

    def on_click(self, event: events.Click) -> None:
        """Go to the clicked tab."""
        at = 0
        for tab, spans in self._fitting(self.size.width):
            at += _cells(spans)
            if event.x < at:
                self.post_message(self.Picked(tab.pane))
                return

    def _fitting(self, width: int) -> list[tuple[Tab, list[Span]]]:
        forms = ((False, True), (True, True), (False, False), (True, False))
        tabs: list[tuple[Tab, list[Span]]] = []
        for short, counted in forms[width < _SHORT_BELOW :]:
            tabs = list(self._tabs(short=short or width < _SHORT_BELOW, counted=counted))
            if sum(_cells(spans) for _, spans in tabs) <= width:
                break
        while sum(_cells(spans) for _, spans in tabs) > width and len(tabs) > 1:
            tabs.remove(next(each for each in reversed(tabs) if each[0].pane != self.active))
        return tabs

    def _tabs(self, *, short: bool, counted: bool) -> Iterator[tuple[Tab, list[Span]]]:
        for tab in TABS:
            count, flagged = self._count(tab.pane)
            shown = count if counted or flagged else ""
            name = tab.short if short else tab.name
            yield tab, self._spans(tab, name, shown, flagged=flagged)

    def _spans(self, tab: Tab, name: str, count: str, *, flagged: bool) -> list[Span]:
        if tab.pane == self.active:
            return [Span(f" {tab.key} {name}{f' {count}' if count else ''} ", "chip-link", True)]
        spans = [Span(f" {tab.key} ", "fired", True), Span(name, "soft")]
        if count:
            spans.append(Span(f" {count}", "overdue" if flagged else "dim", flagged))
        return [*spans, Span(" ")]

    def _count(self, pane: str) -> tuple[str, bool]:
        """What a tab says beside its name, and whether it is a warning."""
        view = self.scene.shown
        if view is None:
            return "", False
        if pane == "schedules":
            overdue = sum(1 for row in view.schedules if row.state == "overdue" and row.delivered is None)
            if overdue:
                return f"{paint_of(self).glyphs.overdue}{overdue:,}", True
            return f"{view.active:,}", False
        if pane == "todos":
            left = sum(1 for item in view.plan.items if item.status != "completed")
            return (str(left) if view.plan.items else ""), False
        return "", False


def _cells(spans: list[Span]) -> int:
    return sum(cell_width(span.text) for span in spans)
