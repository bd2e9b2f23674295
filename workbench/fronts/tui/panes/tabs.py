"""The tab strip of narrow screens: which pane is shown, which others there are, and their counts."""

from typing import NamedTuple

from textual import events
from textual.message import Message

from workbench.fronts.tui.panes.drawn import Bar, paint_of
from workbench.fronts.tui.panes.scene import Scene
from workbench.fronts.tui.theme.paint import Line, Span

_SHORT_BELOW = 60


class Tab(NamedTuple):
    """A pane that the strip can show: its widget id, key, name and short name."""

    pane: str
    key: str
    name: str
    short: str


TABS = (
    Tab("transcript", "1", "Transcript", "Log"),
    Tab("schedules", "2", "Schedules", "Sched"),
    Tab("todos", "3", "Todos", "Todo"),
)


class TabStrip(Bar):
    """One row of tabs."""

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
        return [Line([span for tab in TABS for span in self._tab(tab, short=width < _SHORT_BELOW)])]

    def on_click(self, event: events.Click) -> None:
        """Go to the clicked tab."""
        at = 0
        for tab in TABS:
            at += sum(len(span.text) for span in self._tab(tab, short=self.size.width < _SHORT_BELOW))
            if event.x < at:
                self.post_message(self.Picked(tab.pane))
                return

    def _tab(self, tab: Tab, *, short: bool) -> list[Span]:
        name = tab.short if short else tab.name
        count, flagged = self._count(tab.pane)
        if tab.pane == self.active:
            return [Span(f" {tab.key} {name}{f' {count}' if count else ''} ", "chip", True)]
        spans = [Span(f" {tab.key} ", "fired", True), Span(name, "soft")]
        if count:
            spans.append(Span(f" {count}", "overdue" if flagged else "dim", flagged))
        return [*spans, Span(" ")]

    def _count(self, pane: str) -> tuple[str, bool]:
        view = self.scene.view
        if view is None:
            return "", False
        if pane == "schedules":
            overdue = sum(1 for row in view.schedules if row.state == "overdue" and row.delivered is None)
            return (f"{paint_of(self).glyphs.overdue}{overdue}", True) if overdue else (str(view.active), False)
        if pane == "todos":
            left = sum(1 for item in view.plan.items if item.status != "completed")
            return str(left), False
        return "", False
