"""The comparison screen: a fork and its parent side by side, both benches, one of them with the focus.

Owns which side has the focus, and passing on what changes to the parts. What a command does is in ``deeds``, walking in
``tour``, what reports change in ``reception``, where parts lie in ``plan``.
"""

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

from textual import events, on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.message import Message

from workbench.actions.situation import Situation
from workbench.fronts.tui.bindings import bindings_of
from workbench.fronts.tui.compare.alignment import Link
from workbench.fronts.tui.compare.bar import CompareBar, Compared
from workbench.fronts.tui.compare.facts import NAMES, Fact, facts, held_at_fork
from workbench.fronts.tui.compare.log import SideLog
from workbench.fronts.tui.compare.lookout import Lookout
from workbench.fronts.tui.compare.moving import Mover
from workbench.fronts.tui.compare.parents import Found
from workbench.fronts.tui.compare.placed import PlacedLog
from workbench.fronts.tui.compare.plan import plan
from workbench.fronts.tui.compare.schedules import SideSchedules
from workbench.fronts.tui.compare.seeking import open_parent, seek_parent
from workbench.fronts.tui.compare.sides import CHILD, PARENT, WORDS, Side
from workbench.fronts.tui.compare.table import ComparedPane
from workbench.fronts.tui.compare.tour import Tour
from workbench.fronts.tui.launch import Launch
from workbench.fronts.tui.panes.bands import Band
from workbench.fronts.tui.panes.base import Pane
from workbench.fronts.tui.panes.keybar import KeyBar
from workbench.fronts.tui.panes.note import Note
from workbench.fronts.tui.panes.scene import Notice, Scene
from workbench.fronts.tui.screens.commanded import CommandScreen
from workbench.fronts.tui.screens.desk import Desk
from workbench.fronts.tui.screens.plan import Plan
from workbench.time.zones import UTC

if TYPE_CHECKING:
    from workbench.bench.view import BenchView
    from workbench.fronts.tui.drive.reports import Report
    from workbench.fronts.tui.screens.session import SessionScreen


class CompareScreen(CommandScreen):
    """The log of the child at ``path`` and its parent's. ``origin`` is the session screen of the side ``own``, which
    lies below this one and whose bench is used; without one both are opened."""

    DEFAULT_CSS = "CompareScreen { background: $wb-ground; layout: vertical; }"
    SCOPE = "compare"
    AUTO_FOCUS = ""
    BINDINGS: ClassVar[list[BindingType]] = [
        *bindings_of("compare"),
        Binding("tab", "side", "Other side", show=False),
        Binding("shift+tab", "part", "Other part of this side", show=False),
    ]

    class Told(Message):
        """The driver of one side told something; posted from its thread."""

        def __init__(self, side: Side, report: "Report") -> None:
            self.side = side
            self.report = report
            super().__init__()

    class Sought(Message):
        """The search for the parent is over; posted from a worker."""

        def __init__(self, found: Found) -> None:
            self.found = found
            super().__init__()

    class Learned(Message):
        """More differences are known; posted from a worker. ``ended`` says that it was the worker's last word."""

        def __init__(self, *, ended: bool) -> None:
            self.ended = ended
            super().__init__()

    def __init__(self, launch: Launch, path: Path, origin: "SessionScreen | None" = None, *, own: int = CHILD) -> None:
        super().__init__(launch)
        self.path = path
        self.origin = origin
        self.own = own
        zone = launch.shown_zone if origin is None else origin.scene.zone
        names = ("parent", path.parent.name)
        parent, child = (Scene(name, zone=zone, keys=launch.keys) for name in names)
        self.sides = (Side(PARENT, parent), Side(CHILD, child))
        self.side: int = own
        self.part = "log"
        self.together = False
        self.moved = False
        self.notice: Notice | None = None
        self.lookout = Lookout(self)
        self.tour = Tour(self)
        self.mover = Mover(self)
        # How many schedules the parent had at the fork, once its log is open.
        self._held: int | None = None
        if origin is not None:
            self._take_over(origin)

    def _take_over(self, origin: "SessionScreen") -> None:
        """The bench of the side ``own`` goes on here, and the other one's where an earlier comparison left it."""
        view, own = origin.scene.view, self.sides[self.own]
        own.driver = self.launch.driver
        if view is not None:
            own.take(view)
            own.scene = own.scene.but(selected=origin.scene.selected)
        companion = origin.companion
        if companion is None:
            return
        if view is not None and companion.number != self.own and self._goes_with(companion, view):
            companion.scene = companion.scene.but(zone=own.scene.zone)
            self.sides = (companion, own) if self.own == CHILD else (own, companion)
        elif companion.driver is not None:
            companion.driver.retire()

    def _goes_with(self, companion: Side, view: "BenchView") -> bool:
        """Whether that side is the parent, or the fork, of the session on the screen below."""
        other = companion.view
        if self.own == CHILD:
            return companion.fits(view.parent)
        return other is not None and other.path == self.path and companion.fits(other.session_id)

    @property
    def parent_side(self) -> Side:
        """The parent's side."""
        return self.sides[PARENT]

    @property
    def child(self) -> Side:
        """The child's side."""
        return self.sides[CHILD]

    def compose(self) -> ComposeResult:
        """All parts; the plan says which have a place."""
        logs = [SideLog(number, id=f"{word}-log") for number, word in enumerate(WORDS)]
        link: Link[PlacedLog] = Link(*logs)
        for log in logs:
            log.link = link
        yield Desk(
            self.planned(),
            CompareBar(id="clock"),
            *logs,
            *(SideSchedules(number, id=f"{word}-schedules") for number, word in enumerate(WORDS)),
            ComparedPane(id="compared"),
            KeyBar(id="keys"),
            Note(id="note"),
            id="desk",
        )

    def on_mount(self) -> None:
        """Draw what is known, then open what is not."""
        for side in self.sides:
            if side.driver is not None:
                side.driver.report_to(self.teller(side))
                if side.number != self.own:
                    # It rested: its log may be another one by now, or whoever held it may have let it go.
                    side.driver.look_again()
        self.renew()
        self.refocus()
        self.call_after_refresh(self._open)

    def _open(self) -> None:
        if self.child.driver is None and self.origin is not None:
            self.child.driver = self.launch.drive_beside(self.path, self.teller(self.child))
        elif self.child.driver is None:
            self.child.driver = self.launch.drive(self.path, self.teller(self.child))
        elif self.parent_side.driver is None:
            seek_parent(self)

    def teller(self, side: Side) -> "Callable[[Report], None]":
        """Takes the reports of one side from its driver's thread."""
        return lambda report: self._tell(side, report)

    def _tell(self, side: Side, report: "Report") -> None:
        self.post_message(self.Told(side, report))

    @on(Told)
    def _told(self, message: Told) -> None:
        from workbench.fronts.tui.compare.reception import receive

        receive(self, message.side, message.report)

    @on(Sought)
    def _sought(self, message: Sought) -> None:
        open_parent(self, message.found)

    @on(Learned)
    def _learned(self, message: Learned) -> None:
        self.lookout.busy = self.lookout.busy and not message.ended
        self.renew()
        if message.ended:
            self.tour.go_on()

    @on(PlacedLog.Scrolled)
    def _scrolled(self, message: PlacedLog.Scrolled) -> None:
        if isinstance(message.pane, SideLog):
            self.lookout.follow(message.pane, message.pane.side)

    # ------------------------------------------------------------------------------------------------ drawing

    @property
    def scene(self) -> Scene:
        """What the side with the focus draws from."""
        return self.sides[self.side].scene

    def show(self, scene: Scene) -> None:
        """Make ``scene`` that of the side with the focus; its zone is that of both."""
        self.sides[self.side].scene = scene
        for side in self.sides:
            side.scene = side.scene.but(zone=scene.zone)
        self.renew()

    def renew(self) -> None:
        """Let all parts draw from how the sides are now."""
        self.lay_out()
        self.lookout.renew()
        self._count_held()
        course = self.tour.follow()
        shared: list[Band] | None = None
        for side in self.sides:
            log = self.log_of(side.number)
            log.driven = self.together and side.drivable
            log.put(side, self.child.view, self.lookout.search, shared)
            shared = log.shared_bands()
            self.schedules_of(side.number).put(side, course.schedules_of(side.number), self._held)
        self.table.put(self.facts(), (self.parent_side.scene, self.child.scene))
        self.tour.mark()
        self.draw_bar()
        self.offer()

    def _count_held(self) -> None:
        parent, child = self.parent_side.view, self.child.view
        if self._held is None and parent is not None and child is not None:
            self._held = held_at_fork(parent, child)

    def draw_bar(self) -> None:
        """Let the bar alone follow."""
        scenes = (self.parent_side.scene, self.child.scene)
        driven = tuple(side.number for side in self.driven())
        self.query_one("#clock", CompareBar).put(Compared(scenes, self.side, driven, self.notice, self.moved))

    def say(self, notice: Notice | None) -> None:
        """Put one sentence into the bar, or take it away."""
        self.notice = notice
        self.draw_bar()

    def said(self) -> Notice | None:
        """What stands in the bar."""
        return self.notice

    def facts(self) -> list[Fact]:
        """The lines of the table."""
        return facts(self.parent_side.view, self.child.view, self.scene.zone)

    def log_of(self, side: int) -> SideLog:
        """The transcript of that side."""
        return self.query_one(f"#{WORDS[side]}-log", SideLog)

    def schedules_of(self, side: int) -> SideSchedules:
        """The schedules of that side."""
        return self.query_one(f"#{WORDS[side]}-schedules", SideSchedules)

    @property
    def table(self) -> ComparedPane:
        """The table under both sides."""
        return self.query_one("#compared", ComparedPane)

    # -------------------------------------------------------------------------------------------- where parts lie

    def planned(self) -> Plan:
        """The plan for the present size and side."""
        width, height = self.app.size
        return plan(width, height, WORDS[self.side], len(NAMES))

    @property
    def alone(self) -> bool:
        """Whether one side is shown alone."""
        return self.planned().tabbed

    def lay_out(self) -> None:
        """Give every part its place at the present size."""
        self.query_one("#desk", Desk).follow(self.planned())

    def on_resize(self, event: events.Resize) -> None:
        """Follow the new size; hiding a pane moves the focus, so the wanted one gets it back."""
        del event
        self.lay_out()
        self.call_after_refresh(self.refocus)

    def refocus(self) -> None:
        """Give the focus to the wanted part of the wanted side, where it is on the screen."""
        wanted = [self.query_one(f"#{WORDS[self.side]}-{part}", Pane) for part in (self.part, "log")]
        pane = next((each for each in wanted if each.display), None)
        if pane is not None and self.focused is not pane:
            pane.focus(scroll_visible=False)

    def go_to_side(self, side: int) -> None:
        """Give the focus to that side."""
        self.side = side
        self.renew()
        self.call_after_refresh(self.refocus)

    def action_side(self) -> None:
        """The other side."""
        self.go_to_side(1 - self.side)

    def action_part(self) -> None:
        """The other part of this side: transcript or schedules."""
        self.part = "schedules" if self.part == "log" else "log"
        self.call_after_refresh(self.refocus)

    def on_descendant_focus(self, event: events.DescendantFocus) -> None:
        """A click chose a pane. Focus that moved because the wanted pane is hidden is no choice."""
        pane = event.widget
        if not isinstance(pane, SideLog | SideSchedules) or not self.log_of(self.side).display:
            return
        self.part = "log" if isinstance(pane, SideLog) else "schedules"
        if pane.side != self.side:
            self.side = pane.side
            self.renew()

    # ----------------------------------------------------------------------------------------------- commands

    def situation(self) -> Situation:
        """What commands are asked about."""
        return Situation(
            view=self.scene.view,
            moving="move" if any(side.moving for side in self.sides) else None,
            selected=self.scene.selected,
            utc=self.scene.zone == UTC,
            zone_chosen=self.launch.shown_zone != UTC,
            place="compare",
            pane=self.part,
            together=self.together,
        )

    def run_command(self, command_id: str) -> None:
        """Carry a command out."""
        from workbench.fronts.tui.compare.deeds import DEEDS

        self.tour.seeking = False
        self.hush(command_id)
        DEEDS[command_id](self)

    def to_drive(self) -> list[Side]:
        """The sides that a move is to drive now, that with the focus first."""
        return [self.sides[self.side], *([self.sides[1 - self.side]] if self.together else [])]

    def driven(self) -> list[Side]:
        """Of those the ones that can be driven."""
        return [side for side in self.to_drive() if side.drivable]

    @on(Pane.Moved)
    def _cursor_moved(self, message: Pane.Moved) -> None:
        if isinstance(message.pane, SideLog | SideSchedules):
            self.tour.leave()
            self.select(self.sides[message.pane.side], message.pane.record_at_cursor())

    def select(self, side: Side, record: str | None) -> None:
        """Make one record the selection of that side's panes."""
        if record is None or record == side.scene.selected:
            return
        side.scene = side.scene.but(selected=record)
        for pane in (self.log_of(side.number), self.schedules_of(side.number)):
            pane.show(side.scene)
