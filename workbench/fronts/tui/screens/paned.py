"""The panes of a session on the screen: where each lies, which one is wanted, and handing the scene round (TUI-1).

Owns layout and focus. What the scene says, and what a key does, is ``session``'s.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import ClassVar

from textual import events, on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType

from workbench.errors import WorkbenchError
from workbench.fronts.tui.bindings import bindings_of
from workbench.fronts.tui.launch import Launch
from workbench.fronts.tui.panes.base import Pane
from workbench.fronts.tui.panes.clockbar import ClockBar
from workbench.fronts.tui.panes.detail import DetailPane
from workbench.fronts.tui.panes.journal import JournalPane
from workbench.fronts.tui.panes.keybar import KeyBar
from workbench.fronts.tui.panes.note import Note
from workbench.fronts.tui.panes.scene import Notice, Scene
from workbench.fronts.tui.panes.schedules import SchedulesPane
from workbench.fronts.tui.panes.tabs import TabStrip
from workbench.fronts.tui.panes.todos import TodosPane
from workbench.fronts.tui.panes.transcript import TranscriptPane
from workbench.fronts.tui.screens.commanded import CommandScreen
from workbench.fronts.tui.screens.desk import Desk
from workbench.fronts.tui.screens.plan import MAIN, Plan, Wanted, plan
from workbench.fronts.tui.timeline.pane import TimelinePane

# As many rows of schedules are kept free until it is known how many there are.
_FEW = 5
FIRST_PANE = MAIN[0]


class PanedScreen(CommandScreen):
    """All panes of one session, drawn from one scene."""

    DEFAULT_CSS = "PanedScreen { background: $wb-ground; layout: vertical; }"
    BINDINGS: ClassVar[list[BindingType]] = [
        *bindings_of("session"),
        Binding("tab", "pane(1)", "Next pane", show=False),
        Binding("shift+tab", "pane(-1)", "Previous pane", show=False),
        Binding("escape", "back", "Back", show=False),
    ]

    def __init__(self, launch: Launch, scene: Scene) -> None:
        super().__init__(launch)
        self.scene = scene
        self.wanted = FIRST_PANE
        # Where the details were asked for: there a step back leads.
        self.beside = FIRST_PANE
        # Which pane has the large place at the left, where there is one.
        self.main = FIRST_PANE

    def compose(self) -> ComposeResult:
        """All parts; the plan says which have a place."""
        yield Desk(
            self.planned(),
            ClockBar(id="clock"),
            TabStrip(id="tabs"),
            TranscriptPane(id="transcript"),
            JournalPane(id="journal"),
            SchedulesPane(id="schedules"),
            TodosPane(id="todos"),
            DetailPane(id="detail"),
            TimelinePane(id="timeline"),
            KeyBar(id="keys"),
            Note(id="note"),
            id="desk",
        )

    def show(self, scene: Scene) -> None:
        """Make ``scene`` what all parts draw from."""
        self.scene = scene
        self.lay_out()
        self.query_one("#clock", ClockBar).show(scene)
        self.query_one("#tabs", TabStrip).show(scene, self.wanted)
        for pane in self.query(Pane):
            with self.guarded():
                pane.show(scene)
        self.offer()

    @contextmanager
    def guarded(self) -> Iterator[None]:
        """Say what is refused inside, such as reading a log that was cut or replaced under the screen."""
        from workbench.fronts.tui.panes.refusals import notice_of

        try:
            yield
        except WorkbenchError as error:
            self.say(notice_of(error))

    def say(self, notice: Notice | None) -> None:
        """Put one sentence into the clock bar, or take it away."""
        if notice != self.scene.notice:
            self.scene = self.scene.but(notice=notice)
            self.query_one("#clock", ClockBar).show(self.scene)

    def said(self) -> Notice | None:
        """What stands in the clock bar."""
        return self.scene.notice

    def lay_out(self) -> None:
        """Give every part its place at the present size."""
        self.query_one("#desk", Desk).follow(self.planned())

    def planned(self) -> Plan:
        """The plan for the present size, scene and wanted pane."""
        width, height = self.app.size
        schedules = len(self.scene.view.schedules) if self.scene.view is not None else _FEW
        planned = plan(width, height, Wanted(schedules, self.wanted, self.beside, self.scene.zoomed, self.main))
        return planned.with_filter() if self.scene.filter is not None and self.scene.filter.open else planned

    def on_resize(self, event: events.Resize) -> None:
        """Follow the new size; hiding a pane moves the focus, so the wanted one gets it back."""
        del event
        self.lay_out()
        self.call_after_refresh(self.refocus)

    def refocus(self) -> None:
        """Give the focus to the wanted pane, where it is on the screen; a screen that was left meanwhile has none."""
        if not self.is_active or not self.query(f"#{self.wanted}"):
            return
        pane = self.query_one(f"#{self.wanted}", Pane)
        typing = self.scene.filter is not None and self.scene.filter.open
        if pane.display and self.focused is not pane and not typing:
            pane.focus(scroll_visible=False)

    def follow(self) -> None:
        """Let the transcript go on from the end, whatever was read in it before."""
        self.query_one("#transcript", TranscriptPane).following = True

    def want(self, pane: str) -> None:
        """Go to a pane; where panes are tabs it takes the others' place. Another pane's zoom ends."""
        self._remember(pane)
        if self.scene.zoomed not in (None, pane):
            self.show(self.scene.but(zoomed=None))
        self.lay_out()
        if pane in MAIN:
            # While it had no place it was not drawn from what is shown now.
            self.query_one(f"#{pane}", Pane).show(self.scene)
        self.query_one("#tabs", TabStrip).show(self.scene, pane)
        self.call_after_refresh(self.refocus)

    def _remember(self, pane: str) -> None:
        self.wanted = pane
        if pane != "detail":
            self.beside = pane
        if pane in MAIN:
            self.main = pane

    def on_descendant_focus(self, event: events.DescendantFocus) -> None:
        """A click chose a pane. Focus that moved because the wanted pane is hidden is no choice."""
        pane = event.widget
        if isinstance(pane, Pane) and pane.id and self.query_one(f"#{self.wanted}").display:
            self._remember(pane.id)

    @on(TabStrip.Picked)
    def _tab_clicked(self, message: TabStrip.Picked) -> None:
        self.want(message.pane)

    def action_pane(self, by: int) -> None:
        """Go round the panes; those that are not on a narrow screen come up as tabs."""
        planned = self.query_one("#desk", Desk).plan
        ring = [name for name in _ring(self.main, tabbed=planned.tabbed) if planned.tabbed or name in planned.places]
        if planned.tabbed and "detail" not in planned.places:
            ring.remove("detail")
        if not ring:
            return
        at = ring.index(self.wanted) if self.wanted in ring else 0
        self.want(ring[(at + by) % len(ring)])


def _ring(main: str, *, tabbed: bool) -> tuple[str, ...]:
    """The panes in the order of the focus: as tabs all of them by their keys, else the one that has the large place."""
    if tabbed:
        return (FIRST_PANE, "schedules", "todos", *MAIN[1:], "detail", "timeline")
    return (main, "schedules", "todos", "detail", "timeline")
