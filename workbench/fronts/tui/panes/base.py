"""What all panes share: drawing whole lines through the paint, a cursor, scrolling without animation.

Owns the line API's plumbing. What a row says is each pane's own; nothing is built for a row that is not on screen.
"""

from collections.abc import Iterable
from typing import ClassVar, Final, Protocol, cast

from textual import events
from textual.binding import BindingType
from textual.geometry import Region, Size
from textual.message import Message
from textual.scroll_view import ScrollView
from textual.strip import Strip
from textual.widget import Widget

from workbench.fronts.tui.panes.scene import Scene
from workbench.fronts.tui.theme.paint import BLANK_LINE, Line, Paint, Span

_STRIPS_KEPT: Final = 1000


class Painted(Protocol):
    """An app that has a paint."""

    paint: Paint


def paint_of(widget: Widget) -> Paint:
    """The paint of the widget's app, as its theme has it now."""
    return cast("Painted", widget.app).paint


class Bar(Widget):
    """A few full lines that cannot be focused: the clock bar, the tab strip, the key bar."""

    LOOK: ClassVar[str] = "panel"

    def bar_lines(self, width: int, height: int) -> list[Line]:
        """The lines to show in ``width`` x ``height`` cells."""
        raise NotImplementedError

    def render_line(self, y: int) -> Strip:
        """One line of the bar, exactly as wide as the bar."""
        width, height = self.size
        lines = self.bar_lines(width, height)
        return paint_of(self).strip(lines[y] if y < len(lines) else Line(look=self.LOOK), width)


class Pane(ScrollView, can_focus=True):
    """A framed pane of rows with a cursor. Subclasses say how many rows there are and what each one is."""

    DEFAULT_CSS = """
    Pane {
        border: round $wb-hair;
        background: $wb-ground;
        scrollbar-size: 0 0;
        overflow-x: hidden;
        overflow-y: auto;
        &:focus { border: round $wb-link; }
        &.-bare { border: none; }
    }
    """
    BINDINGS: ClassVar[list[BindingType]] = []
    NAME: ClassVar[str] = ""
    # The first rows that say what the columns are; the cursor never goes there.
    HEAD_ROWS: ClassVar[int] = 0

    class Chosen(Message):
        """Enter or a second click on the cursor row."""

        def __init__(self, pane: "Pane") -> None:
            self.pane = pane
            super().__init__()

    class Moved(Message):
        """The user moved the cursor to another row."""

        def __init__(self, pane: "Pane") -> None:
            self.pane = pane
            super().__init__()

    def __init__(self, *, id: str) -> None:  # noqa: A002 - Textual's name
        super().__init__(id=id)
        self.scene = Scene(name="")
        self.cursor = 0
        # Rows drawn since the last redraw, by row and whether the cursor is on it.
        self._strips: dict[tuple[int, bool], Strip] = {}

    def row_count(self) -> int:
        """How many rows there are, the head included."""
        raise NotImplementedError

    def row_line(self, row: int, width: int) -> Line:
        """Row ``row`` for a pane that is ``width`` cells wide inside."""
        raise NotImplementedError

    def title_spans(self) -> list[Span]:
        """What follows the pane's name in its frame."""
        return []

    def show(self, scene: Scene) -> None:
        """Draw from ``scene`` from now on."""
        self.scene = scene
        self.redraw()

    def pick(self, scene: Scene) -> None:
        """Draw from ``scene``, which differs from the one before in its selection alone."""
        self.show(scene)

    def redraw(self) -> None:
        """Take the number of rows, the title and every row anew."""
        self._strips.clear()
        self.fit_rows()
        self.cursor = min(max(self.cursor, self.first_row), max(self.row_count() - 1, 0))
        self.retitle()
        self.refresh()

    def fit_rows(self) -> None:
        """Let the scroll range follow the number of rows."""
        size = Size(self.size.width, self.row_count())
        if self.virtual_size != size:
            self.virtual_size = size

    def retitle(self) -> None:
        """Write the title of the frame."""
        name = Span(self.NAME, "link" if self.has_focus else "soft", self.has_focus)
        spans = [name]
        for span in self.title_spans():
            spans += [Span("  "), span]
        self.border_title = paint_of(self).title(spans, max(0, self.size.width - 4))

    @property
    def first_row(self) -> int:
        """The first row that the cursor may be on."""
        return self.HEAD_ROWS

    def render_line(self, y: int) -> Strip:
        """One visible line, exactly as wide as the pane."""
        row = self.scroll_offset.y + y
        marked = row == self.cursor and self.first_row <= row < self.row_count() and self.shows_cursor()
        strip = self._strips.get((row, marked))
        if strip is None or strip.cell_length != self.size.width:
            if len(self._strips) > _STRIPS_KEPT:
                self._strips.clear()
            strip = self._strips[row, marked] = self._draw(row, marked=marked)
        return strip

    def _draw(self, row: int, *, marked: bool) -> Strip:
        width = self.size.width
        line = self.row_line(row, width) if row < self.row_count() else BLANK_LINE
        if marked:
            line = Line(line.spans, line.right, "cursor" if self.has_focus else "blur", line.fill)
        return paint_of(self).strip(line, width)

    def forget_rows(self, rows: Iterable[int]) -> None:
        """Draw these rows anew, where they are in sight."""
        for row in rows:
            self._strips.pop((row, False), None)
            self._strips.pop((row, True), None)
            self.refresh_lines(row)

    def shows_cursor(self) -> bool:
        """Whether the cursor row is marked at all."""
        return self.has_focus

    def move_cursor(self, row: int) -> None:
        """Put the cursor on ``row``, as far as there are rows, scroll it into sight and tell the screen."""
        row = min(max(row, self.first_row), self.row_count() - 1)
        if row < self.first_row or row == self.cursor:
            self.reveal(max(row, 0))
            return
        before, self.cursor = self.cursor, row
        self.refresh_lines(before)
        self.refresh_lines(row)
        self.reveal(row)
        self.post_message(self.Moved(self))

    def reveal(self, row: int) -> None:
        """Scroll just as far as needed for ``row`` to be seen."""
        height, top = self.size.height, self.scroll_offset.y
        above = row if row > self.first_row else 0
        if above < top:
            self.scroll_to(y=above, animate=False)
        elif row >= top + height:
            self.scroll_to(y=row - height + 1, animate=False)

    def refresh_lines(self, y_start: int, line_count: int = 1) -> None:
        """Draw those rows again, where they are in sight."""
        self.refresh(Region(0, y_start - self.scroll_offset.y, self.size.width, line_count))

    def action_scroll_up(self) -> None:
        """One row up."""
        self.move_cursor(self.cursor - 1)

    def action_scroll_down(self) -> None:
        """One row down."""
        self.move_cursor(self.cursor + 1)

    def action_page_up(self) -> None:
        """One page up."""
        self.move_cursor(self.cursor - max(1, self.size.height - 1))

    def action_page_down(self) -> None:
        """One page down."""
        self.move_cursor(self.cursor + max(1, self.size.height - 1))

    def action_scroll_home(self) -> None:
        """The first row."""
        self.move_cursor(self.first_row)

    def action_scroll_end(self) -> None:
        """The last row."""
        self.move_cursor(self.row_count() - 1)

    def on_resize(self) -> None:
        """Fit rows and title to the new size."""
        self.redraw()

    def on_focus(self) -> None:
        """The name in the frame turns bold."""
        self.redraw()

    def on_blur(self) -> None:
        """And back."""
        self.redraw()

    def on_click(self, event: events.Click) -> None:
        """A click moves the cursor; a second one on the same row chooses it."""
        offset = event.get_content_offset(self)
        if offset is None:
            return
        row = self.scroll_offset.y + offset.y
        if row == self.cursor and event.chain > 1:
            self.post_message(self.Chosen(self))
        else:
            self.move_cursor(row)
