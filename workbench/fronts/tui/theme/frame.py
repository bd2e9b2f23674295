"""The frame around a pane: its first line with the title in it, and its last line."""

from collections.abc import Sequence

from workbench.fronts.tui.theme.glyphs import Glyphs
from workbench.fronts.tui.theme.paint import Line, Span


def top_line(title: Sequence[Span], role: str, glyphs: Glyphs) -> Line:
    """The frame's first line with ``title`` in it."""
    left = (Span(f"{glyphs.top_left}{glyphs.rule} ", role), *title, Span(" ", role))
    return Line(left, (Span(f"{glyphs.rule}{glyphs.top_right}", role),), fill=Span(glyphs.rule, role))


def bottom_line(role: str, glyphs: Glyphs, foot: Sequence[Span] = ()) -> Line:
    """The frame's last line, with ``foot`` at its right."""
    rule = Span(glyphs.rule, role)
    corner = Span(glyphs.bottom_right, role)
    right = (Span(" "), *foot, Span(f" {glyphs.rule}", role), corner) if foot else (corner,)
    return Line((Span(glyphs.bottom_left, role),), right, fill=rule)
