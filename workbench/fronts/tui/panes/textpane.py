"""A pane of text to read: lines wrapped for its width, scrolled by the keys that elsewhere move a cursor.

Owns wrapping anew and scrolling. What the lines say is each subclass's.
"""

from workbench.fronts.tui.panes.base import Pane
from workbench.fronts.tui.theme.paint import Line


class TextPane(Pane):
    """Rows without a cursor: there is nothing to choose."""

    def __init__(self, *, id: str) -> None:  # noqa: A002 - Textual's name
        super().__init__(id=id)
        self._lines: list[Line] = []

    def lines_for(self, cells: int) -> list[Line]:
        """All lines, wrapped for ``cells`` cells."""
        raise NotImplementedError

    def redraw(self) -> None:
        """Wrap anew: the size has changed, or the signs have."""
        self._lines = self.lines_for(self.size.width)
        super().redraw()

    def row_count(self) -> int:
        """All rows."""
        return len(self._lines)

    def row_line(self, row: int, width: int) -> Line:
        """One row, wrapped already."""
        del width
        return self._lines[row]

    def shows_cursor(self) -> bool:
        """Never."""
        return False

    def action_scroll_down(self) -> None:
        """Scroll by a row."""
        self._scroll(1)

    def action_scroll_up(self) -> None:
        """Scroll by a row."""
        self._scroll(-1)

    def action_page_down(self) -> None:
        """Scroll by a page."""
        self._scroll(max(1, self.size.height - 1))

    def action_page_up(self) -> None:
        """Scroll by a page."""
        self._scroll(-max(1, self.size.height - 1))

    def action_scroll_home(self) -> None:
        """Scroll to the first row."""
        self.scroll_to(y=0, animate=False)

    def action_scroll_end(self) -> None:
        """Scroll to the last row."""
        self.scroll_to(y=self.max_scroll_y, animate=False)

    def _scroll(self, rows: int) -> None:
        self.scroll_relative(y=rows, animate=False)
