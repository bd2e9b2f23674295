"""The flash of a delivery: which records a move has just delivered, told once (page 10, section 8).

Owns what flashes, not for how long: the pane has the timer. A still picture says the same by tint, mark and word.
"""

from typing import Final

from workbench.fronts.tui.panes.scene import Scene

# Seconds.
LASTS: Final = 0.3


class Flash:
    """``ids`` are the records that flash now."""

    def __init__(self) -> None:
        self.ids: frozenset[str] = frozenset()
        self._last = -1

    def take(self, scene: Scene) -> bool:
        """Look at what the last move delivered; whether there is something that has not flashed yet.

        A move under way flashes once it is over, a playing clock at each delivery, the past never.
        """
        view = scene.view
        move = view.move if view is not None else None
        if scene.past is not None:
            self.end()
            return False
        if move is None:
            self._last = -1
        if move is None or scene.moving == "move":
            return False
        fresh = [delivery for delivery in move.delivered if delivery.seq > self._last]
        if not fresh:
            return False
        self._last = max(delivery.seq for delivery in fresh)
        self.ids = frozenset(delivery.id for delivery in fresh)
        return True

    def end(self) -> None:
        """Nothing flashes any more."""
        self.ids = frozenset()
