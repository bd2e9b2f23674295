"""Where a transcript that has another one beside it stands: at the boundary first, lined up, over any resizing.

Owns the place, not what a row says. The rule for both is ``alignment``'s; rows that are looked at closely only in sight
leave the blocks they were counted in, so every place here is kept by what stands there, never by its number.
"""

from typing import Final

from textual.geometry import Size
from textual.message import Message

from workbench.fronts.tui.compare.alignment import Link
from workbench.fronts.tui.panes.base import Pane
from workbench.fronts.tui.panes.rows import Row
from workbench.fronts.tui.panes.transcript import TranscriptPane

# The share of the pane that shows what was shared, at the beginning and where a difference is brought into sight.
_ABOVE: Final = 3


class PlacedLog(TranscriptPane):
    """``link`` ties it to the other one, ``left_at`` is the line on which the reader left the cursor."""

    class Scrolled(Message):
        """Other rows are in sight."""

        def __init__(self, pane: "PlacedLog") -> None:
            self.pane = pane
            super().__init__()

    def __init__(self, *, id: str) -> None:  # noqa: A002 - Textual's name
        super().__init__(id=id)
        self.link: Link[PlacedLog] | None = None
        self.left_at: int | None = None
        # The band that is the boundary, as far as it is known.
        self._boundary: int | None = None
        # Rows of the log when the boundary was brought into sight; None once the reader or the log went on from there.
        self._begun: int | None = -1
        self._first_row: Row | None = None
        self._fitted: Size | None = None

    @property
    def boundary_row(self) -> int | None:
        """The row of the boundary, None while that is not known."""
        return self.rows.row_of(Row("band", self._boundary)) if self._boundary is not None else None

    def shared_row(self, row: int) -> Row:
        """What stands in ``row``."""
        return self.rows.at(row)

    def line_up(self, shared: Row | None, *, reading: bool) -> None:
        """Let that row, or the boundary, be the first one in sight. A reader who takes the end out of sight on both
        sides wants neither to be followed."""
        if shared is not None:
            self.put_first(shared)
        else:
            self.place_top(self.boundary_row or 0)
            self.settle_sight()
        if reading:
            self._begun = None
            self.set_following(following=self.sees_end)
        self._note_first_row()

    def fit_rows(self) -> None:
        """The boundary can always be the first row in sight, however little follows it."""
        boundary = self.boundary_row
        rows = self.row_count() if boundary is None else max(self.row_count(), boundary + self.size.height)
        size = Size(self.size.width, rows)
        if self.virtual_size != size:
            self.set_reactive(Pane.virtual_size, size)
            self.place_top(self.top_row)

    def follow_end(self) -> None:
        """Bring the end into sight, but never by going back to what stands above: the sides would part."""
        if self._begin():
            return
        if self._is_held():
            self.settle_sight()
            return
        first, before = self._first_row, self.cursor
        while True:
            self.fit_rows()
            self.cursor = max(self.row_count() - 1, 0)
            # Rows that were not looked at closely yet may leave: what was the first row is found again by itself.
            top = self.top_row if first is None else self.rows.row_of(first)
            self.place_top(max(top, self.row_count() - self.size.height))
            if not self.settle_sight():
                break
        self.draw_again({before, self.cursor})

    def _is_held(self) -> bool:
        """Whether the reader looks back at what was shared, on the other side: this side stays beside that."""
        other = self.link.other(self) if self.link is not None else None
        boundary = other.boundary_row if other is not None else None
        if other is None or boundary is None or other.following or other.sees_end:
            return False
        return other.top_row < boundary

    def _begin(self) -> bool:
        """Show the boundary under the end of what was shared, until the log or the reader goes on from there."""
        view = self.scene.view
        if self._begun is None or view is None or self.boundary_row is None:
            return False
        if self._begun == view.rows:
            return True
        if self._begun >= 0:
            self._begun = None
            return False
        self._begun = view.rows
        other = self.link.other(self) if self.link is not None else None
        if self.link is not None and other is not None and other.goes_on:
            self.cursor = self.boundary_row
            self.link.align()
            return True
        while True:
            self.fit_rows()
            self.cursor = boundary = self.boundary_row or 0
            beside = other.wanted_above() if other is not None and other.display else None
            above = self.wanted_above() or 0
            self.place_top(boundary - (above if beside is None else min(above, beside)))
            if not self.settle_sight():
                return True

    @property
    def goes_on(self) -> bool:
        """Whether log or reader went on from the beginning at the boundary."""
        return self._begun is None

    def wanted_above(self) -> int | None:
        """How many rows above the boundary are shown at the beginning: the last turn before it, and as many more as
        leave the end in sight. None while that is not known."""
        boundary, height = self.boundary_row, self.size.height
        if boundary is None:
            return None
        turn = min(boundary - self._last_shared_turn(boundary), height // _ABOVE)
        return max(turn, min(height - (self.row_count() - boundary), boundary))

    def _last_shared_turn(self, boundary: int) -> int:
        """The row of the header of the last turn above the boundary, as far as it is near."""
        rows = range(boundary - 1, max(-1, boundary - self.size.height), -1)
        return next((row for row in rows if self.rows.at(row).kind == "header"), max(0, boundary - 1))

    def go_to_line(self, line: int) -> None:
        """Put the cursor on that index row and bring it into sight; nobody is told that it moved."""
        self._begun = None
        row = self.settled_row_of(Row("event", line))
        before, self.cursor = self.cursor, row
        self.draw_again((before, row))
        if row not in self._sight():
            self.scroll_to(y=max(0, row - self.size.height // _ABOVE), animate=False)
        self.settle_sight()
        self.set_following(following=self.cursor >= self.row_count() - 1)

    def expect_more(self) -> None:
        """The side is about to be driven: who sees its end, wherever his cursor is, will want to see what is new."""
        if self.sees_end:
            self.set_following(following=True)

    @property
    def sees_end(self) -> bool:
        """Whether the last row is in sight, wherever the cursor is."""
        return self.row_count() - 1 in self._sight()

    def move_cursor(self, row: int) -> None:
        """The reader goes on from here."""
        self._begun = None
        super().move_cursor(row)
        self.left_at = self.line_at(self.cursor)

    def watch_scroll_y(self, old_value: float, new_value: float) -> None:
        """The other side follows, unless it is the size that changes: that changes no place."""
        if self._fitted != self.size:
            return
        reading = not self._placing
        super().watch_scroll_y(old_value, new_value)
        if reading:
            self._begun = None
        self._note_first_row()
        if self.link is not None:
            self.link.moved(self, reading=reading)
        self.post_message(self.Scrolled(self))

    def on_resize(self) -> None:
        """The rows that were in sight, the end if it is followed, or at least the cursor."""
        first = self._first_row
        Pane.on_resize(self)
        if self._begun is not None:
            self._begun = -1
        elif first is not None and len(self.rows):
            self.put_first(first)
        if self.follows():
            self.follow_end()
        elif len(self.rows) and self.cursor not in self._sight():
            self.place_top(min(self.cursor, max(0, self.row_count() - self.size.height)))
        self._fitted = self.size
        if first is None:
            self._note_first_row()

    def put_first(self, row: Row) -> None:
        """Let that row be the first one in sight."""
        while True:
            self.place_top(self.rows.row_of(row))
            if not self.settle_sight():
                return

    def _note_first_row(self) -> None:
        if self._fitted == self.size and self.top_row < len(self.rows):
            self._first_row = self.rows.at(self.top_row)

    @property
    def last_line_in_sight(self) -> int | None:
        """The line behind the last row in sight."""
        return self.line_at(min(self._sight().stop, len(self.rows)) - 1)
