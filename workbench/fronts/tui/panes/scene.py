"""The scene: everything the panes draw from, as one immutable record that the screen replaces and hands round.

Owns shapes only. The screen makes scenes; panes read them and never change anything.
"""

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Literal

import msgspec

from workbench.actions.commands import key_with
from workbench.fronts.tui.panes.page import Page
from workbench.time.zones import UTC, Zone

if TYPE_CHECKING:
    from workbench.bench.view import BenchView, Delivery


class Notice(msgspec.Struct, frozen=True):
    """One sentence for the clock bar. ``bad`` marks a refusal, whose ``code`` stands before the text and whose ``hint``
    (what to do) behind it; ``whole`` is the sentence as it was before it was shortened. A ``tall`` one may take the row
    of the time too: what was just refused, but nothing that stands for long. ``step`` marks what the step of a tour
    did, which the clock bar's second row says already, where it has one."""

    text: str
    code: str | None = None
    bad: bool = False
    step: bool = False
    hint: str = ""
    whole: str = ""
    tall: bool = False


class Progress(msgspec.Struct, frozen=True):
    """A move under way: what it does, from and to in epoch ms (``to`` None where it has no end)."""

    verb: str
    started: int
    to: int | None = None


class PastPoint(msgspec.Struct, frozen=True):
    """The past that is shown: ``view`` is the fold of events 0 to ``seq``, its ``now`` that event's time.

    ``changed`` are the ids of the schedules that event ``seq`` changed. ``picked`` is the selection that travelling
    made, ``chosen`` the one to go back to with the present: what somebody chose himself, before or meanwhile.
    """

    seq: int
    view: "BenchView"
    changed: frozenset[str] = frozenset()
    picked: str | None = None
    chosen: str | None = None


class Filter(msgspec.Struct, frozen=True):
    """What the rows of one pane have to contain to be shown; ``open`` while it is being typed."""

    pane: str
    text: str = ""
    open: bool = True


class Tour(msgspec.Struct, frozen=True):
    """A scenario that is being walked: its title, the number of steps done, all steps, what the last one did and the
    next one will do.

    ``expected`` says that the last one was compared and was as expected, ``moved`` that the report of its move tells
    what it did, ``stands`` that nothing else happened since. ``picked`` is the record that the tour selected last, so
    that what somebody chose himself is left alone; ``child`` the log of the youngest fork of the live session;
    ``began`` the state that the step under way began with; ``closed`` that it was said that all steps are done.
    """

    title: str
    done: int
    steps: int
    said: str = ""
    failed: bool = False
    following: str = ""
    expected: bool = False
    moved: bool = False
    stands: bool = True
    picked: str | None = None
    child: Path | None = None
    began: "BenchView | None" = None
    closed: bool = False

    @property
    def left(self) -> int:
        """How many steps can still be done; a failed one ends the tour."""
        return 0 if self.failed else self.steps - self.done

    def overtaken(self) -> "Tour":
        """The tour once something else happened than its steps."""
        return msgspec.structs.replace(self, stands=False)

    def begun(self, view: "BenchView") -> "Tour":
        """The tour as its next step begins at ``view``."""
        return msgspec.structs.replace(self, began=view)


class Scene(msgspec.Struct, frozen=True):
    """``page`` is the newest page of a log that is still being read; ``view`` replaces it once a bench is open.

    While ``past`` is set the panes show ``past.view`` instead (:attr:`shown`), the transcript all of ``view`` with what
    came later dimmed. ``zoomed`` is the pane that has the place of all, ``scale`` the timeline's simulated ms a column
    (None: chosen from the width), ``struck`` are the faults that the last move or action met, ``freed`` names
    who let the log go that was only followed here, ``keys`` are the user's own by command id.
    """

    name: str
    view: "BenchView | None" = None
    page: Page | None = None
    zone: Zone = UTC
    selected: str | None = None
    all_events: bool = False
    moving: Literal["move", "play"] | None = None
    progress: Progress | None = None
    notice: Notice | None = None
    past: PastPoint | None = None
    zoomed: str | None = None
    filter: Filter | None = None
    tour: Tour | None = None
    scale: int | None = None
    struck: tuple[str, ...] = ()
    freed: str | None = None
    keys: Mapping[str, str] = {}

    def key(self, command_id: str) -> str:
        """The key of that command, with the user's own keys in mind."""
        return key_with(self.keys, command_id)

    @property
    def title(self) -> str:
        """What the screen is called: the title of the scenario that is walked, else the session's name."""
        return self.tour.title if self.tour is not None else self.name

    @property
    def shown(self) -> "BenchView | None":
        """The state that panes show: the past one while time is travelled, else that of the bench."""
        return self.past.view if self.past is not None else self.view

    @property
    def now(self) -> int | None:
        """The instant shown (epoch ms), or the newest known one while the log is being read."""
        view = self.shown
        if view is not None:
            return view.now if view.events or view.drivable else None
        return self.page.last_time if self.page is not None else None

    def delivered(self) -> "dict[int, Delivery]":
        """What the last move delivered, by the seq of its dispatch."""
        move = self.view.move if self.view is not None else None
        return {delivery.seq: delivery for delivery in move.delivered} if move is not None else {}

    def but(self, **changes: object) -> "Scene":
        """This scene with some fields replaced."""
        return msgspec.structs.replace(self, **changes)
