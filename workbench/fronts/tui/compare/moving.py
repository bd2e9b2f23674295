"""What both sides have in common while they move: snapshots are asked for, progress shows once it lasts.

Owns the timers of a move; none is left once nothing goes on. What moves is the sides' business.
"""

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Final

from textual.timer import Timer

from workbench.fronts.tui.compare.sides import Side
from workbench.fronts.tui.panes.scene import Progress

if TYPE_CHECKING:
    from workbench.bench.bench import Bench
    from workbench.bench.happening import Happening
    from workbench.fronts.tui.compare.screen import CompareScreen

# A move shorter than this (seconds) shows no progress; one that lasts is drawn this often.
_PATIENCE: Final = 0.15
_REFRESH: Final = 0.1


class Mover:
    """Begins moves on the sides of one comparison screen."""

    def __init__(self, screen: "CompareScreen") -> None:
        self._screen = screen
        self.timers: list[Timer] = []

    def begin(self, side: Side, progress: Progress, make: "Callable[[Bench], Iterator[Happening]]") -> None:
        """A side begins a move."""
        self._screen.log_of(side.number).expect_more()
        side.move(progress, make)
        self._watch()

    def act(self, side: Side, action: "Callable[[Bench], object]") -> None:
        """A side begins a short action."""
        self._screen.log_of(side.number).expect_more()
        side.act("Working", action)
        self._watch()

    def rest(self) -> None:
        """A side has done what it was asked for."""
        if not any(side.moving for side in self._screen.sides):
            for timer in self.timers:
                timer.stop()
            self.timers.clear()

    def _watch(self) -> None:
        if not self.timers:
            screen = self._screen
            self.timers = [
                screen.set_timer(_PATIENCE, self._show_progress),
                screen.set_interval(_REFRESH, self._want_snapshots),
            ]
        self._screen.renew()

    def _show_progress(self) -> None:
        for side in self._screen.sides:
            side.show_progress()
        self._screen.renew()

    def _want_snapshots(self) -> None:
        for side in self._screen.sides:
            if side.moving and side.driver is not None:
                side.driver.want_snapshot()
