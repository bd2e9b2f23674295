"""A pane that is read from its end: it follows what is new, or stands still where the reader is (TUI-3).

Owns the place of cursor and scroll range while rows come, go and move. Which rows there are is a subclass's; rows that
are looked at closely only in sight leave the blocks they were counted in, and the place is kept over that too.
"""

from typing import Final, NamedTuple, Protocol

from workbench.fronts.tui.panes.base import Pane
from workbench.fronts.tui.panes.rows import Gone, Row
from workbench.fronts.tui.panes.sheet import Mark

# A cursor that goes further than this many rows need not go by exactly so many.
_FAR: Final = 500


class RowList(Protocol):
    """Rows that know their places."""

    def __len__(self) -> int: ...
    def at(self, row: int) -> Row:
        """That row."""
        ...

    def row_of(self, row: Row) -> int:
        """Where that very row is now, or the nearest one before it."""
        ...

    def settle(self, row: int) -> Gone | None:
        """Look closely at what is around that row; None where that was done."""
        ...


class Held(NamedTuple):
    """A place: the row under the cursor, how far down the screen it was, and the first row in sight, as marks."""

    cursor: Mark
    down: int
    top: Mark


class ReadingPane(Pane):
    """Subclasses set :attr:`rows` and call :meth:`held` before, and :meth:`put_back` after, they change.

    They say what a row is called in other rows (:meth:`mark`), and which row has that name (:meth:`row_for`).
    """

    rows: RowList

    def mark(self, row: int) -> Mark:
        """A name for that row."""
        raise NotImplementedError

    def row_for(self, mark: Mark) -> Row:
        """The row of that name."""
        raise NotImplementedError

    def __init__(self, *, id: str) -> None:  # noqa: A002 - Textual's name
        super().__init__(id=id)
        self.following = True
        # While the pane itself puts the scroll range right, that is no scrolling of the reader's.
        self._placing = False

    def follows(self) -> bool:
        """Whether the end is kept in sight now."""
        return self.following and self.scene.past is None

    def follow_changed(self) -> None:
        """The reader began or ceased to follow the end."""

    # --------------------------------------------------------------------------------------------------- places

    def held(self) -> Held | None:
        """The place of cursor and first row; None where there are no rows."""
        count, top = len(self.rows), self.scroll_offset.y
        if not count:
            return None
        cursor = min(self.cursor, count - 1)
        return Held(self.mark(cursor), cursor - top, self.mark(min(top, count - 1)))

    def put_back(self, held: Held | None) -> None:
        """Put cursor and scroll range where they were, as far as those rows are still there."""
        if held is None or not len(self.rows):
            return
        self.cursor = self.settled_row_of(self.row_for(held.cursor))
        self.fit_rows()
        if 0 <= held.down < self.size.height:
            self.place_top(self.cursor - held.down)
        else:
            self.place_top(self.rows.row_of(self.row_for(held.top)))

    def moved_along(self, held: Held) -> bool:
        """Whether all rows in sight have moved by the same; then only their numbers change, nothing on the screen."""
        by = self.rows.row_of(self.row_for(held.cursor)) - self.cursor
        top = self.scroll_offset.y
        if self.rows.row_of(self.row_for(held.top)) - top != by or self._sight().stop + by > len(self.rows):
            return False
        self._drawn = {row + by: known for row, known in self._drawn.items()}
        self.cursor += by
        self.fit_rows()
        self.set_reactive(Pane.scroll_y, float(top + by))
        self.set_reactive(Pane.scroll_target_y, float(top + by))
        return True

    def place_top(self, row: int) -> None:
        """Let ``row`` be the first one in sight, as far as there are rows; following goes on or not as before."""
        self._placing = True
        self.scroll_to(y=max(0, min(row, self.max_scroll_y)), animate=False)
        self._placing = False

    def bring_into_sight(self, row: int, margin: int) -> None:
        """Scroll so that ``row`` and ``margin`` rows around it are seen: to the middle if it was far away."""
        height, top = self.size.height, self.scroll_offset.y
        if not top - height <= row < top + 2 * height:
            self.place_top(row - height // 2)
        for near in (row + margin, row - margin, row):
            self.reveal(max(0, min(near, self.row_count() - 1)))
        self.settle_sight()

    def follow_end(self) -> None:
        """Put the cursor on the last row and the end in sight."""
        self.fit_rows()
        before, self.cursor = self.cursor, max(self.row_count() - 1, 0)
        if before != self.cursor:
            self.draw_again((before, self.cursor))
        self.place_top(self.row_count() - self.size.height)
        if self.settle_sight():
            self.cursor = max(self.row_count() - 1, 0)
            self.place_top(self.row_count() - self.size.height)

    def settle_sight(self) -> bool:
        """Look closely at all rows in sight, the cursor staying where it is on the screen; whether any left."""
        left = False
        while self._settle_one_in_sight():
            left = True
        return left

    def _settle_one_in_sight(self) -> bool:
        last = min(self._sight().stop, len(self.rows)) - 1
        found = (self._settle(row, last) for row in range(last, self.scroll_offset.y - 1, -1))
        return any(gone is not None and gone.left for gone in found)

    def _settle(self, row: int, last: int) -> Gone | None:
        """Settle around ``row``; what is in sight, up to row ``last``, stays where it is on the screen."""
        gone = self.rows.settle(row)
        if gone is None or not gone.left:
            return gone
        anchor = self.cursor if self.cursor in self._sight() else last
        top = self.scroll_offset.y
        if self.cursor >= gone.end:
            self.cursor -= gone.left
        self._drawn.clear()
        self.fit_rows()
        if anchor >= gone.end:
            self.place_top(top - gone.left)
        self.refresh()
        return gone

    def settled_row_of(self, wanted: Row) -> int:
        """Where that row is, or the nearest one before it, once what is around it was looked at."""
        row = self.rows.row_of(wanted)
        while self.rows.settle(row) is not None:
            row = self.rows.row_of(wanted)
        return row

    # --------------------------------------------------------------------------------------------------- moving

    def move_cursor(self, row: int) -> None:
        """Moving up pauses following; the last row resumes it."""
        super().move_cursor(self._settled_way(row))
        self.settle_sight()
        self.set_following(following=self.cursor >= self.row_count() - 1)

    def _settled_way(self, row: int) -> int:
        """``row``, counted from the cursor in rows that stay; one that is far away is not counted to."""
        at, row = self.cursor, max(0, min(row, len(self.rows) - 1))
        if abs(row - at) > _FAR:
            at = row
        step = 1 if row > at else -1
        while True:
            while (gone := self._settle(at, len(self.rows))) is not None:
                # Rows leave before those that were counted upwards, and behind those that were counted downwards.
                at, row = (at - gone.left, row - gone.left) if step < 0 else (at, row)
            if at == row or not 0 <= at + step < len(self.rows):
                return max(0, min(at, len(self.rows) - 1))
            at += step

    def put_cursor(self, row: int) -> None:
        """Put the cursor there without telling the screen."""
        before, self.cursor = self.cursor, max(0, min(row, self.row_count() - 1))
        self.draw_again((before, self.cursor))
        self.reveal(self.cursor)

    def watch_scroll_y(self, old_value: float, new_value: float) -> None:
        """Scrolling up by the wheel pauses following as well."""
        super().watch_scroll_y(old_value, new_value)
        if self._placing:
            return
        if new_value < old_value and new_value < self.max_scroll_y:
            self.set_following(following=False)
        self.settle_sight()

    def set_following(self, *, following: bool) -> None:
        """Follow the end from now on, or not; in the past that stays as it was in the present."""
        if following != self.following and self.scene.past is None:
            self.following = following
            self.follow_changed()

    def on_resize(self) -> None:
        """Keep the end, or the cursor, in sight."""
        super().on_resize()
        if self.follows():
            self.follow_end()
        else:
            self.settle_sight()
            self.reveal(self.cursor)
