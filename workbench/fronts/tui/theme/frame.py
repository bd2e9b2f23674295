"""The frame around a pane: its first line with the title in it, its last line, and which signs it is made of."""

from collections.abc import Sequence
from typing import NamedTuple

from workbench.fronts.tui.theme.glyphs import Glyphs
from workbench.fronts.tui.theme.paint import Line, Span


class Corners(NamedTuple):
    """The four corners of a frame."""

    top_left: str = "╭"
    top_right: str = "╮"
    bottom_left: str = "╰"
    bottom_right: str = "╯"


_ROUND = Corners()
_ASCII = Corners("+", "+", "+", "+")


def top_line(title: Sequence[Span], role: str, glyphs: Glyphs) -> Line:
    """The frame's first line with ``title`` in it."""
    corners = _ASCII if glyphs.ascii else _ROUND
    rule = glyphs.rule
    left = (Span(f"{corners.top_left}{rule} ", role), *title, Span(" ", role))
    return Line(left, (Span(f"{rule}{corners.top_right}", role),), fill=Span(rule, role))


def bottom_line(role: str, glyphs: Glyphs) -> Line:
    """The frame's last line."""
    corners = _ASCII if glyphs.ascii else _ROUND
    return Line((Span(corners.bottom_left, role),), (Span(corners.bottom_right, role),), fill=Span(glyphs.rule, role))
