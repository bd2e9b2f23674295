"""The scene: everything the panes draw from, as one immutable record that the screen replaces and hands round.

Owns shapes only. The screen makes scenes; panes read them and never change anything.
"""

from typing import TYPE_CHECKING, Literal

import msgspec

from workbench.fronts.tui.panes.page import Page
from workbench.time.zones import UTC, Zone

if TYPE_CHECKING:
    from workbench.bench.view import BenchView, Delivery


class Notice(msgspec.Struct, frozen=True):
    """One sentence for the clock bar. ``bad`` marks a refusal, whose ``code`` stands before the text."""

    text: str
    code: str | None = None
    bad: bool = False


class Progress(msgspec.Struct, frozen=True):
    """A move under way: what it does, from and to in epoch ms (``to`` None where it has no end)."""

    verb: str
    started: int
    to: int | None = None


class Scene(msgspec.Struct, frozen=True):
    """``page`` is the newest page of a log that is still being read; ``view`` replaces it once a bench is open."""

    name: str
    view: "BenchView | None" = None
    page: Page | None = None
    zone: Zone = UTC
    selected: str | None = None
    all_events: bool = False
    moving: Literal["move", "play"] | None = None
    progress: Progress | None = None
    notice: Notice | None = None

    @property
    def now(self) -> int | None:
        """The simulated instant (epoch ms), or the newest known one while the log is being read."""
        if self.view is not None:
            return self.view.now if self.view.events or self.view.drivable else None
        return self.page.last_time if self.page is not None else None

    def delivered(self) -> "dict[int, Delivery]":
        """What the last move delivered, by the seq of its dispatch."""
        move = self.view.move if self.view is not None else None
        return {delivery.seq: delivery for delivery in move.delivered} if move is not None else {}

    def but(self, **changes: object) -> "Scene":
        """This scene with some fields replaced."""
        return msgspec.structs.replace(self, **changes)
