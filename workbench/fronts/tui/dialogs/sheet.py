"""The sheet: the framed box of a dialog, one list of painted lines with fields and places to click in it.

Owns the box. What stands in it is a :class:`Page` that the dialog makes for the room there is; nothing here wraps or
decides, so a page can be tested without a screen.
"""

from collections.abc import Mapping, Sequence

import msgspec
from textual import events
from textual.containers import Container
from textual.geometry import NULL_OFFSET, NULL_SPACING, Region, Size
from textual.layout import ArrangeResult, Layout, WidgetPlacement
from textual.message import Message
from textual.strip import Strip
from textual.widget import Widget

from workbench.fronts.tui.panes.drawn import cropped, paint_of
from workbench.fronts.tui.theme.frame import bottom_line, top_line
from workbench.fronts.tui.theme.paint import BLANK_LINE, Line, Span

_EDGE = 1


class Spot(msgspec.Struct, frozen=True):
    """A place to click: ``width`` cells from ``x`` in row ``y``, and the action that a click runs."""

    x: int
    y: int
    width: int
    action: str


class Page(msgspec.Struct, frozen=True):
    """What stands in a sheet, by rows and cells inside of frame and margin; ``slots`` are the widgets' places by id.

    A widget without a slot is not displayed.
    """

    lines: Sequence[Line] = ()
    slots: Mapping[str, Region] = {}
    spots: Sequence[Spot] = ()


class _SlotLayout(Layout):
    name = "slots"

    def __init__(self, sheet: "Sheet") -> None:
        self._sheet = sheet

    def arrange(self, parent: Widget, children: list[Widget], size: Size, greedy: bool = True) -> ArrangeResult:  # noqa: FBT001, FBT002 - Textual's signature
        del parent, size, greedy
        sheet = self._sheet
        inside = (_EDGE + sheet.margin, _EDGE)
        slots = sheet.page.slots
        return [
            WidgetPlacement(slots[child.id].translate(inside), NULL_OFFSET, NULL_SPACING, child)
            for child in children
            if child.id is not None and child.id in slots
        ]


class Sheet(Container):
    """The box. ``margin`` cells are blank between its frame and its page, left and right."""

    DEFAULT_CSS = "Sheet { background: $wb-ground; overflow: hidden hidden; }"
    ALLOW_SELECT = False

    class Picked(Message):
        """A place of the page was clicked."""

        def __init__(self, action: str) -> None:
            self.action = action
            super().__init__()

    def __init__(self, *widgets: Widget, id: str) -> None:  # noqa: A002 - Textual's name
        super().__init__(*widgets, id=id)
        self.page = Page()
        self.margin = 0
        self._title: Sequence[Span] = ()
        self._slotted = _SlotLayout(self)

    @property
    def layout(self) -> Layout:
        """By slots, whatever the styles say."""
        return self._slotted

    def put(self, page: Page, title: Sequence[Span], outer: Size, margin: int) -> None:
        """Show ``page`` in a box of the size ``outer``."""
        moved = page.slots != self.page.slots or margin != self.margin
        self.page, self._title, self.margin = page, title, margin
        for widget in self.children:
            widget.display = widget.id in page.slots
        if outer != self.outer_size or moved:
            self.styles.width, self.styles.height = outer
            # A container keeps its arrangement until one of its children asks for another.
            for widget in self.children[:1]:
                widget.refresh(layout=True)
        self.refresh()

    def render_lines(self, crop: Region) -> list[Strip]:
        """The rows within ``crop``, frame included, drawn without Textual's own box around them."""
        strips = [self._strip(y) for y in crop.line_range]
        for line_filter in self.app.get_line_filters():
            strips = [strip.apply_filter(line_filter, self.background_colors[1]) for strip in strips]
        return [cropped(strip, crop) for strip in strips]

    def _strip(self, y: int) -> Strip:
        width, height = self.outer_size
        paint = paint_of(self)
        if y == 0:
            return paint.strip(top_line(self._title, "link", paint.glyphs), width)
        if y == height - 1:
            return paint.strip(bottom_line("link", paint.glyphs), width)
        row = y - _EDGE
        line = self.page.lines[row] if row < len(self.page.lines) else BLANK_LINE
        blank = paint.strip(Line(look=line.look), self.margin)
        inside = paint.strip(line, width - 2 * (_EDGE + self.margin))
        return paint.framed(Strip.join((blank, inside, blank)), "link")

    def on_click(self, event: events.Click) -> None:
        """Run what the clicked place stands for."""
        x, y = event.x - _EDGE - self.margin, event.y - _EDGE
        for spot in self.page.spots:
            if y == spot.y and spot.x <= x < spot.x + spot.width:
                self.post_message(self.Picked(spot.action))
                return
