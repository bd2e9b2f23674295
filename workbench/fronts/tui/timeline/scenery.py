"""What all rows of the timeline share: the window, the sleeps in it, where now and the cursor are, what is faint.

Owns finding that out of a scene. Nothing here draws.
"""

from typing import TYPE_CHECKING

import msgspec

from workbench.fronts.tui.timeline.canvas import FAINT, Canvas, Ink
from workbench.fronts.tui.timeline.window import Window

if TYPE_CHECKING:
    from workbench.bench.history import History
    from workbench.bench.story import Sleep


class Band(msgspec.Struct, frozen=True):
    """A sleep in columns, ``first`` up to but not including ``last``; ``length`` is all of it, in ms.
    ``cold`` where the session was, not only the clock leapt."""

    first: int
    last: int
    length: int
    cold: bool = False


class Scenery(msgspec.Struct, frozen=True):
    """``now`` and ``cursor`` are instants, ``now_at`` and ``cursor_at`` their columns (None outside the window).

    ``past`` while time is travelled: then the cursor is the past that is shown, and all right of it is faint.
    ``grounds`` has the look of each column.
    """

    window: Window
    now: int
    cursor: int | None
    past: bool
    bands: tuple[Band, ...]
    grounds: tuple[str | None, ...]

    @property
    def now_at(self) -> int | None:
        """The column of now."""
        return self.window.column(self.now)

    @property
    def cursor_at(self) -> int | None:
        """The column of the cursor."""
        return None if self.cursor is None else self.window.column(self.cursor)

    @property
    def clear(self) -> int:
        """The first column that is faint."""
        if not self.past or self.cursor is None:
            return self.window.columns
        return min(max(0, (self.cursor - self.window.left) // self.window.step + 1), self.window.columns)

    def ink(self, column: int, ink: Ink) -> Ink:
        """``ink``, or faint where all is."""
        return FAINT if column >= self.clear else ink

    def canvas(self) -> Canvas:
        """An empty row."""
        return Canvas(self.grounds)


def scenery(window: Window, now: int, cursor: int | None, history: "History | None", *, past: bool) -> Scenery:
    """The scenery of a window."""
    sleeps = history.sleeps(window.left, window.end) if history is not None else ()
    bands = tuple(band for sleep in sleeps if (band := _band(sleep, window)) is not None)
    grounds: list[str | None] = [None] * window.columns
    for band in bands:
        grounds[band.first : band.last] = ["asleep"] * (band.last - band.first)
    return Scenery(window, now, cursor, past, bands, tuple(grounds))


def _band(sleep: "Sleep", window: Window) -> Band | None:
    """A sleep in columns; None for one that is shorter than a column and lies within one."""
    left, step, columns = window
    first, last = max(0, (sleep.started - left) // step), min(columns, (sleep.ended - left) // step)
    return Band(first, last, sleep.ended - sleep.started, sleep.cold) if first < last else None
