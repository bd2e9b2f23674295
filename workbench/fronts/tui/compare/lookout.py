"""Comparing while the screen goes on: at once where there is little to read, else in a worker, as far as is wanted.

Owns when the search goes on. What it finds is ``search``'s.
"""

from typing import TYPE_CHECKING

from textual.worker import get_current_worker

from workbench.fronts.tui.compare.search import Search

if TYPE_CHECKING:
    from workbench.fronts.tui.compare.placed import PlacedLog
    from workbench.fronts.tui.compare.screen import CompareScreen


class Lookout:
    """The search of one comparison screen; ``busy`` while a worker has it."""

    def __init__(self, screen: "CompareScreen") -> None:
        self._screen = screen
        self.search = Search()
        self.busy = False

    def renew(self) -> None:
        """Take in how both logs are now, and look as far as is wanted; not while a long move goes on."""
        parent, child = self._screen.parent_side.view, self._screen.child.view
        moving = any(side.scene.progress is not None for side in self._screen.sides)
        if parent is not None and child is not None and not self.busy and not moving:
            self.search.take(parent, child)
            self.go_on()

    def go_on(self) -> None:
        """Look at once where that is quick, else begin a worker."""
        while self.search.due and self.search.small and not self.busy:
            self.search.look()
        if self.search.due and not self.busy:
            self.busy = True
            self._screen.run_worker(self._look_on, thread=True, exclusive=True, group="differences")

    def follow(self, log: "PlacedLog", side: int) -> None:
        """Other rows of that side are in sight."""
        line = log.last_line_in_sight
        if line is not None and not self.search.complete:
            self.search.want(side, line)
            self.renew()

    def _look_on(self) -> None:
        """In the worker."""
        worker, screen = get_current_worker(), self._screen
        while self.search.due and not worker.is_cancelled:
            self.search.look()
            screen.post_message(screen.Learned(ended=False))
        screen.post_message(screen.Learned(ended=True))
