"""A move under way on the screen of a session: nothing else can start, progress shows once it lasts (TUI-5, TUI-10).

Owns the timers of a move; after its end none is left.
"""

from typing import TYPE_CHECKING

from textual.timer import Timer

from workbench.fronts.tui.launch import Launch
from workbench.fronts.tui.panes.clockbar import ClockBar
from workbench.fronts.tui.panes.scene import Progress, Scene
from workbench.fronts.tui.screens.paned import PanedScreen

if TYPE_CHECKING:
    from workbench.bench.faults import Armed

# A move shorter than this (seconds) shows no progress; one that lasts is drawn this often.
PATIENCE = 0.15
REFRESH = 0.1
# Of the snapshots of a move the clock bar shows all, the panes one in so many: drawing them all takes as long as a key.
PANES_EVERY = 4


class MovingScreen(PanedScreen):
    """The panes of a session whose time can be moved."""

    def __init__(self, launch: Launch, scene: Scene) -> None:
        super().__init__(launch, scene)
        self._move_timers: list[Timer] = []
        self._glimpses = 0
        # What was armed when the move or action under way began; None where that is what it changes.
        self.armed_before: tuple[Armed, ...] | None = None

    def begin(self, progress: Progress, *, playing: bool = False) -> None:
        """A move begins: nothing else can start, snapshots are asked for, progress shows once it lasts."""
        self.armed_before = self.scene.view.armed if self.scene.view is not None else None
        self.show(self.scene.but(moving="play" if playing else "move", notice=None, progress=None))
        if not playing:
            self._move_timers.append(self.set_timer(PATIENCE, lambda: self._show_progress(progress)))
            self._move_timers.append(self.set_interval(REFRESH, self._want_snapshot))

    def glimpse(self, scene: Scene) -> None:
        """Show ``scene``, a snapshot in the middle of a move, where it is worth its cost."""
        self._glimpses += 1
        if scene.moving == "play" or self._glimpses % PANES_EVERY == 1:
            self.show(scene)
        else:
            self.scene = scene
            self.query_one("#clock", ClockBar).show(scene)

    def end(self) -> None:
        """The move is over: no timer is left."""
        for timer in self._move_timers:
            timer.stop()
        self._move_timers.clear()
        self.scene = self.scene.but(moving=None, progress=None)

    def keep_timer(self, timer: Timer) -> None:
        """A timer of what is moving now; :meth:`end` stops it."""
        self._move_timers.append(timer)

    def _show_progress(self, progress: Progress) -> None:
        if self.scene.moving is not None:
            self.show(self.scene.but(progress=progress))

    def _want_snapshot(self) -> None:
        if self.launch.driver is not None:
            self.launch.driver.want_snapshot()
