"""Lines on their way to the terminal: the app's paint, the frame's edges, the app's filters, and bars of a few lines.

Owns the last step before Textual, and what keeps it from being done twice.
"""

from typing import ClassVar, Protocol, cast

from textual.geometry import Region, Size
from textual.strip import Strip
from textual.widget import Widget

from workbench.fronts.tui.theme.paint import Line, Paint


class Painted(Protocol):
    """An app that has a paint."""

    paint: Paint


def paint_of(widget: Widget) -> Paint:
    """The paint of the widget's app, as its theme has it now."""
    return cast("Painted", widget.app).paint


def finished(widget: Widget, line: Line, width: int, edge: str | None = None) -> Strip:
    """``line`` painted, between the edges of a frame of that role if asked for, as the terminal can show it."""
    paint = paint_of(widget)
    strip = paint.strip(line, width)
    if edge is not None:
        strip = paint.framed(strip, edge)
    for line_filter in widget.app.get_line_filters():
        strip = strip.apply_filter(line_filter, widget.background_colors[1])
    return strip


def cropped(strip: Strip, crop: Region) -> Strip:
    """The part of ``strip`` that lies within ``crop``."""
    if crop.x == 0 and crop.width >= strip.cell_length:
        return strip
    return strip.crop(crop.x, crop.right)


class Bar(Widget):
    """A few full lines that cannot be focused: the clock bar, the tab strip, the key bar."""

    LOOK: ClassVar[str] = "panel"
    ALLOW_SELECT = False

    def __init__(self, *, id: str) -> None:  # noqa: A002 - Textual's name
        super().__init__(id=id)
        self._drawn: list[Strip] = []
        self._drawn_for: tuple[Paint, Size] | None = None

    def bar_lines(self, width: int, height: int) -> list[Line]:
        """The lines to show in ``width`` x ``height`` cells."""
        raise NotImplementedError

    def redraw(self) -> None:
        """Draw the lines anew."""
        self._drawn_for = None
        self.refresh()

    def render_lines(self, crop: Region) -> list[Strip]:
        """The lines within ``crop``, drawn without Textual's own box around them."""
        wanted = (paint_of(self), self.size)
        if wanted != self._drawn_for:
            self._drawn_for = wanted
            self._drawn = [finished(self, line, self.size.width) for line in self._lines()]
        # A bar that has just got its place is drawn once before it is told its size.
        blank = Strip.blank(crop.width)
        return [cropped(self._drawn[y], crop) if y < len(self._drawn) else blank for y in crop.line_range]

    def _lines(self) -> list[Line]:
        width, height = self.size
        lines = self.bar_lines(width, height)[:height]
        return lines + [Line(look=self.LOOK)] * (height - len(lines))
