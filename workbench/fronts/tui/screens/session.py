"""The session screen: one log, its panes, and what the driver tells about it.

Owns the scene, the one selection, the wanted pane and which command applies. What a command does is in ``deeds``, where
parts lie in ``plan``; the bench itself is never touched from here.
"""

from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

from textual import events, on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.message import Message
from textual.timer import Timer

from workbench.actions.situation import Situation
from workbench.fronts.tui.bindings import bindings_of
from workbench.fronts.tui.launch import Launch
from workbench.fronts.tui.panes.base import Pane
from workbench.fronts.tui.panes.clockbar import ClockBar
from workbench.fronts.tui.panes.detail import DetailPane
from workbench.fronts.tui.panes.keybar import KeyBar
from workbench.fronts.tui.panes.note import Note
from workbench.fronts.tui.panes.page import Page
from workbench.fronts.tui.panes.scene import Notice, Progress, Scene
from workbench.fronts.tui.panes.schedules import SchedulesPane
from workbench.fronts.tui.panes.tabs import TabStrip
from workbench.fronts.tui.panes.todos import TodosPane
from workbench.fronts.tui.panes.transcript import TranscriptPane
from workbench.fronts.tui.screens.commanded import CommandScreen
from workbench.fronts.tui.screens.desk import Desk
from workbench.fronts.tui.screens.plan import Plan, plan
from workbench.time.zones import UTC

if TYPE_CHECKING:
    from workbench.fronts.tui.drive.reports import Report

# As many rows of schedules are kept free until it is known how many there are.
_FEW = 5
RING = ("transcript", "schedules", "todos", "detail")
# A move shorter than this (seconds) shows no progress; one that lasts is drawn this often.
PATIENCE = 0.15
REFRESH = 0.1


class SessionScreen(CommandScreen):
    """One log on the screen. ``page`` is its newest page, shown until the driver has opened a bench."""

    DEFAULT_CSS = "SessionScreen { background: $wb-ground; layout: vertical; }"
    BINDINGS: ClassVar[list[BindingType]] = [
        *bindings_of("session"),
        Binding("tab", "pane(1)", "Next pane", show=False),
        Binding("shift+tab", "pane(-1)", "Previous pane", show=False),
        Binding("escape", "back", "Back", show=False),
    ]

    class Told(Message):
        """The driver told something; posted from its thread."""

        def __init__(self, report: "Report") -> None:
            self.report = report
            super().__init__()

    def __init__(self, launch: Launch, path: Path, page: Page | None) -> None:
        super().__init__(launch)
        self.path = path
        self.scene = Scene(name=page.name if page is not None else path.name, page=page, zone=launch.shown_zone)
        self.wanted = RING[0]
        # Where the details were asked for: there a step back leads.
        self.beside = RING[0]
        self._move_timers: list[Timer] = []

    def compose(self) -> ComposeResult:
        """All parts; the plan says which have a place."""
        yield Desk(
            self.planned(),
            ClockBar(id="clock"),
            TabStrip(id="tabs"),
            TranscriptPane(id="transcript"),
            SchedulesPane(id="schedules"),
            TodosPane(id="todos"),
            DetailPane(id="detail"),
            KeyBar(id="keys"),
            Note(id="note"),
            id="desk",
        )

    def on_mount(self) -> None:
        """Draw what is known; the bench opens once that is on the terminal."""
        self.show(self.scene)
        self.query_one("#transcript", TranscriptPane).focus()
        self.call_after_refresh(self.open_bench)

    def open_bench(self, *, fresh: bool = False) -> None:
        """Start the driver on this screen's log, over again where ``fresh``."""
        self.launch.drive(self.path, self.tell, fresh=fresh)

    def tell(self, report: "Report") -> None:
        """Take a report from the driver's thread."""
        self.post_message(self.Told(report))

    def on_session_screen_told(self, message: Told) -> None:
        """Let the report change the scene."""
        from workbench.fronts.tui.screens.reception import receive

        receive(self, message.report)

    # ------------------------------------------------------------------------------------------------ drawing

    def show(self, scene: Scene) -> None:
        """Make ``scene`` what all parts draw from."""
        self.scene = scene
        self.lay_out()
        self.query_one("#clock", ClockBar).show(scene)
        self.query_one("#tabs", TabStrip).show(scene, self.wanted)
        for pane in self.query(Pane):
            pane.show(scene)
        self.offer()

    def say(self, notice: Notice | None) -> None:
        """Put one sentence into the clock bar, or take it away."""
        if notice != self.scene.notice:
            self.scene = self.scene.but(notice=notice)
            self.query_one("#clock", ClockBar).show(self.scene)

    def lay_out(self) -> None:
        """Give every part its place at the present size."""
        self.query_one("#desk", Desk).follow(self.planned())

    def planned(self) -> Plan:
        """The plan for the present size, scene and wanted pane."""
        width, height = self.app.size
        schedules = len(self.scene.view.schedules) if self.scene.view is not None else _FEW
        return plan(width, height, schedules, self.wanted, self.beside)

    def on_resize(self, event: events.Resize) -> None:
        """Follow the new size; hiding a pane moves the focus, so the wanted one gets it back."""
        del event
        self.lay_out()
        self.call_after_refresh(self.refocus)

    def refocus(self) -> None:
        """Give the focus to the wanted pane, where it is on the screen."""
        pane = self.query_one(f"#{self.wanted}", Pane)
        if pane.display and self.focused is not pane:
            pane.focus(scroll_visible=False)

    def follow(self) -> None:
        """Let the transcript go on from the end, whatever was read in it before."""
        self.query_one("#transcript", TranscriptPane).following = True

    def want(self, pane: str) -> None:
        """Go to a pane; where panes are tabs it takes the others' place."""
        self._remember(pane)
        self.lay_out()
        self.query_one("#tabs", TabStrip).show(self.scene, pane)
        self.call_after_refresh(self.refocus)

    def _remember(self, pane: str) -> None:
        self.wanted = pane
        if pane != "detail":
            self.beside = pane

    def on_descendant_focus(self, event: events.DescendantFocus) -> None:
        """A click chose a pane. Focus that moved because the wanted pane is hidden is no choice."""
        pane = event.widget
        if isinstance(pane, Pane) and pane.id and self.query_one(f"#{self.wanted}").display:
            self._remember(pane.id)

    # ----------------------------------------------------------------------------------------------- commands

    def situation(self) -> Situation:
        """What commands are asked about."""
        scene = self.scene
        return Situation(
            view=scene.view,
            moving=scene.moving,
            selected=scene.selected,
            utc=scene.zone == UTC,
            zone_chosen=self.launch.shown_zone != UTC,
            all_events=scene.all_events,
        )

    def run_command(self, command_id: str) -> None:
        """Carry a command out."""
        from workbench.fronts.tui.deeds.table import DEEDS

        if self.scene.notice is not None:
            self.say(None)
        DEEDS[command_id](self)

    @on(TabStrip.Picked)
    def _tab_clicked(self, message: TabStrip.Picked) -> None:
        self.want(message.pane)

    def action_pane(self, by: int) -> None:
        """Go round the panes; those that are not on a narrow screen come up as tabs."""
        planned = self.query_one("#desk", Desk).plan
        ring = [name for name in RING if planned.tabbed or name in planned.places]
        if planned.tabbed and "detail" not in planned.places:
            ring.remove("detail")
        at = ring.index(self.wanted) if self.wanted in ring else 0
        self.want(ring[(at + by) % len(ring)])

    def action_back(self) -> None:
        """One step back: out of the details, else nothing."""
        if self.wanted == "detail":
            self.want(self.beside)

    # ---------------------------------------------------------------------------------------------- selection

    @on(Pane.Moved)
    def _cursor_moved(self, message: Pane.Moved) -> None:
        pane = message.pane
        if isinstance(pane, SchedulesPane):
            record = pane.record_at(pane.cursor)
            self.select(record.id if record is not None else None)
        elif isinstance(pane, TranscriptPane):
            self.select(pane.record_at_cursor() or self.scene.selected)

    def select(self, record: str | None) -> None:
        """Make one record the selection of all panes."""
        if record == self.scene.selected:
            return
        self.scene = self.scene.but(selected=record)
        for pane in self.query(Pane):
            pane.show(self.scene)
        self.offer()

    @on(Pane.Chosen)
    def _row_chosen(self, message: Pane.Chosen) -> None:
        del message
        self.run_command("view.detail")

    # ------------------------------------------------------------------------------------------------- moving

    def begin(self, progress: Progress, *, playing: bool = False) -> None:
        """A move begins: nothing else can start, snapshots are asked for, progress shows once it lasts."""
        self.show(self.scene.but(moving="play" if playing else "move", notice=None, progress=None))
        if not playing:
            self._move_timers.append(self.set_timer(PATIENCE, lambda: self._show_progress(progress)))
            self._move_timers.append(self.set_interval(REFRESH, self._want_snapshot))

    def end(self) -> None:
        """The move is over: no timer is left."""
        for timer in self._move_timers:
            timer.stop()
        self._move_timers.clear()
        self.scene = self.scene.but(moving=None, progress=None)

    def _show_progress(self, progress: Progress) -> None:
        if self.scene.moving is not None:
            self.show(self.scene.but(progress=progress))

    def _want_snapshot(self) -> None:
        if self.launch.driver is not None:
            self.launch.driver.want_snapshot()
