"""How two transcripts are scrolled together: row beside row down to the boundary, below it each on its own.

Owns the one rule, and who leads. What a row is both sides know by itself: the shared ones are the same on both.
"""

from typing import Generic, Protocol, TypeVar

from workbench.fronts.tui.panes.rows import Row


class Aligned(Protocol):
    """A transcript that can be lined up."""

    @property
    def boundary_row(self) -> int | None:
        """The row of its boundary, None while that is not known."""
        ...

    @property
    def top_row(self) -> int:
        """The first row in sight."""
        ...

    def shared_row(self, row: int) -> Row:
        """What stands in ``row``, above the boundary."""
        ...

    def line_up(self, shared: Row | None, *, reading: bool) -> None:
        """Let the row that is ``shared``, or with None the boundary, be the first one in sight; ``reading`` says that
        it was the reader who scrolled the other side."""
        ...


Side = TypeVar("Side", bound=Aligned)


class Link(Generic[Side]):
    """Two panes that follow each other; the last one that was scrolled leads."""

    def __init__(self, left: Side, right: Side) -> None:
        self._pair = (left, right)
        self._leader = right
        self._busy = False

    def other(self, pane: Side) -> Side:
        """The one beside ``pane``."""
        left, right = self._pair
        return right if pane is left else left

    def moved(self, pane: Side, *, reading: bool) -> None:
        """``pane`` was scrolled, by the ``reading`` user or by itself: the other one follows."""
        if not self._busy:
            self._leader = pane
            self.align(reading=reading)

    def align(self, *, reading: bool = False) -> None:
        """Let the other pane follow the one that leads.

        As long as the leader's boundary is in sight or still to come, both begin with the same row; further down the
        other one keeps its place, at its boundary or below.
        """
        leader, other = self._leader, self.other(self._leader)
        boundary, known = leader.boundary_row, other.boundary_row
        if self._busy or boundary is None or known is None:
            return
        self._busy = True
        if leader.top_row < boundary:
            other.line_up(leader.shared_row(leader.top_row), reading=reading)
        elif leader.top_row == boundary or other.top_row < known:
            other.line_up(None, reading=reading)
        self._busy = False
