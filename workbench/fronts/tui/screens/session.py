"""The session screen: one log, its panes, and what the driver tells about it.

Owns the one selection, what a driver's report and a user's key lead to, and which command applies. What a command does
is in ``deeds``, where parts lie in ``plan``; the bench itself is never touched from here.
"""

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from textual import on
from textual.message import Message

from workbench.actions.situation import Situation
from workbench.fronts.tui.launch import Launch, Start
from workbench.fronts.tui.panes.base import Pane
from workbench.fronts.tui.panes.journal import JournalPane
from workbench.fronts.tui.panes.page import Page
from workbench.fronts.tui.panes.scene import Scene
from workbench.fronts.tui.panes.schedules import SchedulesPane
from workbench.fronts.tui.panes.todos import TodosPane
from workbench.fronts.tui.panes.transcript import TranscriptPane
from workbench.fronts.tui.screens.moving import MovingScreen
from workbench.fronts.tui.timeline.pane import TimelinePane
from workbench.time.zones import UTC

if TYPE_CHECKING:
    from workbench.actions.reasons import Refused
    from workbench.fronts.tui.compare.sides import Side
    from workbench.fronts.tui.drive.reports import Report
    from workbench.fronts.tui.panes.filterbar import FilterBar


class SessionScreen(MovingScreen):
    """One log on the screen. ``page`` is its newest page, shown until the driver has opened a bench."""

    class Told(Message):
        """The driver told something; posted from its thread."""

        def __init__(self, report: "Report") -> None:
            self.report = report
            super().__init__()

    def __init__(self, launch: Launch, path: Path, page: Page | None, start: Start | None = None) -> None:
        """``start`` starts the driver; without it the log at ``path`` is driven."""
        name = page.name if page is not None else path.name
        super().__init__(launch, Scene(name=name, page=page, zone=launch.shown_zone, keys=launch.keys))
        self._start = start
        self.path = path
        # The other one of the two that were compared, as the comparison left it.
        self.companion: Side | None = None
        # The bench that is being opened was asked to start over from the log.
        self.starting_over = False

    def on_mount(self) -> None:
        """Draw what is known; the bench opens once that is on the terminal."""
        self.show(self.scene)
        self.query_one("#transcript", TranscriptPane).focus()
        self.call_after_refresh(self.open_bench)
        self.call_after_refresh(self._prepare)

    def _prepare(self) -> None:
        """What the first frame does without."""
        from workbench.fronts.tui.deeds import filtering

        filtering.prepare(self)

    def open_bench(self, *, fresh: bool = False) -> None:
        """Start the driver on this screen's log, over again where ``fresh``."""
        self.starting_over = fresh
        start = self._start or partial(self.launch.drive, self.path)
        start(self.tell, fresh=fresh)

    def tell(self, report: "Report") -> None:
        """Take a report from the driver's thread."""
        self.post_message(self.Told(report))

    def on_session_screen_told(self, message: Told) -> None:
        """Let the report change the scene."""
        from workbench.fronts.tui.screens.reception import receive

        receive(self, message.report)

    @property
    def fork_log(self) -> Path | None:
        """The log of the session's youngest fork, where one is known; on a tour that is not over its steps have it."""
        tour = self.scene.tour
        if tour is not None and tour.left:
            return None
        walked = tour.child if tour is not None else None
        return walked if walked is not None else self.launch.fork_of(self.scene.view)

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
            past=scene.past is not None,
            steps_left=scene.tour.left if scene.tour is not None else 0,
            pane=self.wanted,
            zoomed=scene.zoomed is not None,
            filtered=scene.filter is not None,
            child=self.fork_log is not None,
            freed=scene.freed is not None,
        )

    def run_command(self, command_id: str) -> None:
        """Carry a command out."""
        from workbench.fronts.tui.deeds.table import DEEDS

        self.hush(command_id)
        with self.guarded():
            DEEDS[command_id](self)

    def say_why(self, refusal: "Refused") -> None:
        """Say why a command does nothing; a log that somebody else writes is looked at again instead."""
        from workbench.fronts.tui.deeds.looking import answer

        if not answer(self, refusal.command):
            super().say_why(refusal)

    def action_back(self) -> None:
        """One step back, whichever is the next: out of the details, the filter, the zoom, the past, or out of what is
        not open yet; then nothing."""
        from workbench.fronts.tui.deeds import past, view

        if self.scene.filter is not None:
            self.show(self.scene.but(filter=None))
        elif self.wanted == "detail":
            view.step_out(self)
        elif self.scene.zoomed is not None:
            self.show(self.scene.but(zoomed=None))
            self.call_after_refresh(self.refocus)
        elif self.scene.past is not None:
            past.now(self)
        elif self.scene.view is None:
            self.run_command("session.list")

    def on_filter_bar_changed(self, message: "FilterBar.Changed") -> None:
        """The filter's text is another one."""
        from workbench.fronts.tui.deeds import filtering

        filtering.typed(self, message.text)

    def on_filter_bar_closed(self, message: "FilterBar.Closed") -> None:
        """The filter's field was left."""
        from workbench.fronts.tui.deeds import filtering

        filtering.close(self, kept=message.kept)

    @on(Pane.ToNow)
    def _to_now(self) -> None:
        from workbench.fronts.tui.deeds import past

        past.now(self)

    @on(TimelinePane.Travel)
    def _travel(self, message: TimelinePane.Travel) -> None:
        from workbench.fronts.tui.deeds import past

        with self.guarded():
            past.show_instant(self, message.instant)

    # ---------------------------------------------------------------------------------------------- selection

    @on(Pane.Moved)
    def _cursor_moved(self, message: Pane.Moved) -> None:
        pane = message.pane
        if isinstance(pane, SchedulesPane):
            record = pane.record_at(pane.cursor)
            self.select(record.id if record is not None else None)
        elif isinstance(pane, TodosPane):
            self.select(pane.key_at(pane.cursor) or self.scene.selected)
        elif isinstance(pane, TimelinePane):
            self.select(pane.selected_record() or self.scene.selected)
        elif isinstance(pane, JournalPane):
            self.select(pane.record_at_cursor() or self.scene.selected)
        elif isinstance(pane, TranscriptPane):
            self._follow_cursor(pane)

    def _follow_cursor(self, pane: TranscriptPane) -> None:
        """An event was chosen: its record is the selection; in the past the screen goes to it."""
        from workbench.fronts.tui.deeds import past

        with self.guarded():
            seq = pane.seq_at_cursor()
            if self.scene.past is not None and self.scene.moving is None and seq is not None:
                past.show_at(self, seq)
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
