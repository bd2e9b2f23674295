"""What all panes share: drawing whole lines through the paint, a cursor, scrolling without animation.

Owns the line API's plumbing. What a row says is each pane's own; nothing is built for a row that is not on screen, and
nothing is drawn again that still says the same.
"""

from collections.abc import Iterable
from typing import ClassVar, Final

from textual import events
from textual.geometry import Region, Size
from textual.message import Message
from textual.scroll_view import ScrollView
from textual.strip import Strip

from workbench.errors import WorkbenchError
from workbench.fronts.tui.panes.drawn import cropped, finished, paint_of
from workbench.fronts.tui.panes.scene import Scene
from workbench.fronts.tui.theme.cells import width as cell_width
from workbench.fronts.tui.theme.frame import bottom_line, top_line
from workbench.fronts.tui.theme.paint import BLANK_LINE, Line, Paint, Span

# What the first line of a frame has beside its title: two corners, two rules, two blanks.
_FRAME_CELLS: Final = 6


class Pane(ScrollView, can_focus=True):
    """A framed pane of rows with a cursor. Subclasses say how many rows there are and what each one is."""

    # The padding is where the frame goes: it is drawn with the rows, so that its title can change without them.
    DEFAULT_CSS = """
    Pane {
        padding: 1;
        background: $wb-ground;
        scrollbar-size: 0 0;
        overflow-x: hidden;
        overflow-y: scroll;
        &.-bare { padding: 0; }
    }
    """
    ALLOW_SELECT = False
    NAME: ClassVar[str] = ""
    # The first rows that say what the columns are; the cursor never goes there.
    HEAD_ROWS: ClassVar[int] = 0

    class Chosen(Message):
        """A second click on the cursor row."""

        def __init__(self, pane: "Pane") -> None:
            self.pane = pane
            super().__init__()

    class Moved(Message):
        """The user moved the cursor to another row."""

        def __init__(self, pane: "Pane") -> None:
            self.pane = pane
            super().__init__()

    class ToNow(Message):
        """The end was asked for while the past is shown."""

    def __init__(self, *, id: str) -> None:  # noqa: A002 - Textual's name
        super().__init__(id=id)
        self.scene = Scene(name="")
        self.cursor = 0
        # What is on the screen, row by row: the line and its strip, frame included.
        self._drawn: dict[int, tuple[Line, Strip]] = {}
        self._drawn_for: tuple[Paint, Size, str] | None = None
        self._edges: tuple[Strip, Strip] | None = None
        self._title: list[Span] = []
        self._foot: list[Span] = []

    # ------------------------------------------------------------------------------------- what a subclass says

    def row_count(self) -> int:
        """How many rows there are, the head included."""
        raise NotImplementedError

    def row_line(self, row: int, width: int) -> Line:
        """Row ``row`` for a pane that is ``width`` cells wide inside."""
        raise NotImplementedError

    def heading(self) -> str:
        """The pane's name in its frame."""
        return self.NAME

    def title_spans(self) -> list[Span]:
        """What follows the pane's name in its frame."""
        return []

    def foot_spans(self) -> list[Span]:
        """What stands at the right of the last line of the pane's frame."""
        return []

    def shows_cursor(self) -> bool:
        """Whether the cursor row is marked at all."""
        return self.has_focus

    # --------------------------------------------------------------------------------------------------- scene

    def show(self, scene: Scene) -> None:
        """Draw from ``scene`` from now on."""
        self.scene = scene
        self.redraw()

    def redraw(self) -> None:
        """Take the number of rows and the title anew, and draw again the rows in sight that say something else."""
        self.fit_rows()
        self.cursor = min(max(self.cursor, self.HEAD_ROWS), max(self.row_count() - 1, 0))
        self.retitle()
        drawn, self._drawn = self._drawn, {}
        for row in self._sight():
            known = drawn.get(row)
            if known is not None and known[0] == self._line(row):
                self._drawn[row] = known
            else:
                self.refresh_lines(row)

    def fit_rows(self) -> None:
        """Let the scroll range follow the number of rows."""
        size = Size(self.size.width, self.row_count())
        if self.virtual_size != size:
            # Not by assignment, which would lay the whole screen out anew: a pane's place never depends on its rows.
            self.set_reactive(Pane.virtual_size, size)
            self.scroll_y = min(self.scroll_y, self.max_scroll_y)

    def retitle(self) -> None:
        """Write the title of the frame, where it has changed."""
        name = self.heading()
        spans = [Span(name, self._frame_role() if self.has_focus else "soft", self.has_focus)]
        room = self.outer_size.width - _FRAME_CELLS - cell_width(name)
        for span in self.title_spans():
            room -= cell_width(span.text) + 2
            if room < 0:
                break
            spans += [Span("  "), span]
        foot = self.foot_spans()
        if foot != self._foot:
            self._foot = foot
            self._edges = None
            self.refresh(Region(-1, self.size.height, self.outer_size.width, 1))
        if spans == self._title:
            return
        recoloured = bool(self._title) and self._title[0].role != spans[0].role
        self._title = spans
        self._edges = None
        # Another colour of the name is another colour of the whole frame.
        if recoloured:
            self.refresh()
        else:
            self.refresh(Region(-1, -1, self.outer_size.width, 1))

    # ------------------------------------------------------------------------------------------------- drawing

    def render_lines(self, crop: Region) -> list[Strip]:
        """The lines within ``crop``, frame included, drawn without Textual's own box around them."""
        wanted = (paint_of(self), self.outer_size, self._frame_role())
        if wanted != self._drawn_for:
            self._drawn_for = wanted
            self._drawn.clear()
            self._edges = None
        top = self.scroll_offset.y
        if self.has_class("-bare"):
            return [cropped(self._strip(top + y), crop) for y in crop.line_range]
        last = self.outer_size.height - 1
        edges = self._frame()
        inner = (edges[y > 0] if y in (0, last) else self._strip(top + y - 1) for y in crop.line_range)
        return [cropped(strip, crop) for strip in inner]

    def _frame(self) -> tuple[Strip, Strip]:
        if self._edges is None:
            role, width, glyphs = self._frame_role(), self.outer_size.width, paint_of(self).glyphs
            top = finished(self, top_line(self._title, role, glyphs), width)
            self._edges = (top, finished(self, bottom_line(role, glyphs, self._foot), width))
        return self._edges

    def _frame_role(self) -> str:
        """The one coloured frame is the focused pane's; in the past it has the colour of the past."""
        if not self.has_focus:
            return "hair"
        return "past" if self.scene.past is not None else "link"

    def _strip(self, row: int) -> Strip:
        known = self._drawn.get(row)
        if known is None:
            line = self._line(row)
            edge = None if self.has_class("-bare") else self._frame_role()
            known = self._drawn[row] = (line, finished(self, line, self.size.width, edge))
        return known[1]

    def _line(self, row: int) -> Line:
        if row >= self.row_count():
            return BLANK_LINE
        try:
            line = self.row_line(row, self.size.width)
        except WorkbenchError as error:
            # A log that was cut or replaced under the screen: its row says so, and the screen stays.
            line = Line((Span(f" {paint_of(self).glyphs.corrupt} {error.code}: ", "bad", True), Span(error.message)))
        if row == self.cursor and row >= self.HEAD_ROWS and self.shows_cursor():
            return Line(line.spans, line.right, "cursor" if self.has_focus else "blur", line.fill)
        return line

    def _sight(self) -> range:
        top = self.scroll_offset.y
        return range(top, top + self.size.height)

    def draw_again(self, rows: Iterable[int]) -> None:
        """Draw these rows anew, where they are in sight."""
        for row in rows:
            self._drawn.pop(row, None)
            self.refresh_lines(row)

    def refresh_lines(self, y_start: int, line_count: int = 1) -> None:
        """Put those rows on the screen again, where they are in sight."""
        if y_start in self._sight():
            self.refresh(Region(0, y_start - self.scroll_offset.y, self.size.width, line_count))

    # ------------------------------------------------------------------------------------------------- moving

    def move_cursor(self, row: int) -> None:
        """Put the cursor on ``row``, as far as there are rows, scroll it into sight and tell the screen."""
        row = min(max(row, self.HEAD_ROWS), self.row_count() - 1)
        if row < self.HEAD_ROWS or row == self.cursor:
            self.reveal(max(row, 0))
            return
        before, self.cursor = self.cursor, row
        self.draw_again((before, row))
        self.reveal(row)
        self.post_message(self.Moved(self))

    def reveal(self, row: int) -> None:
        """Scroll just as far as needed for ``row`` to be seen."""
        height, top = self.size.height, self.scroll_offset.y
        above = row if row > self.HEAD_ROWS else 0
        if above < top:
            self.scroll_to(y=above, animate=False)
        elif row >= top + height:
            self.scroll_to(y=row - height + 1, animate=False)

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
        self.move_cursor(self.HEAD_ROWS)

    def action_scroll_end(self) -> None:
        """The last row, or out of the past."""
        if self.scene.past is not None:
            self.post_message(self.ToNow())
        else:
            self.move_cursor(self.row_count() - 1)

    # ------------------------------------------------------------------------------------------------- events

    def on_resize(self) -> None:
        """Fit rows and title to the new size."""
        self._drawn.clear()
        self.redraw()

    def watch_has_focus(self, has_focus: bool) -> None:  # noqa: FBT001 - Textual's signature
        """The frame and the name in it take the colour of the focus, and lose it."""
        super().watch_has_focus(has_focus)
        self.redraw()
        self.refresh()

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
