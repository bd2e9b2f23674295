"""Signs that stay whole: cutting what is on its way to the terminal leaves every row exactly as wide as it was.

Owns segments that can be cut at any cell. Textual cuts rows at the edges of whatever lies over them, and would take a
sign apart that is several code points: one that is wide only because of its second would then lose a cell.
"""

from typing import Final

from rich.segment import Segment
from textual.color import Color
from textual.filter import LineFilter

from workbench.fronts.tui.theme.cells import signs


class WholeSegment(Segment):
    """A segment of which no cut halves a sign: where one is cut through, blanks stand on both sides."""

    __slots__ = ()

    def split_cells(self, cut: int) -> tuple[Segment, Segment]:
        """The parts left and right of cell ``cut``, together as wide as the whole."""
        text, style, control = self
        at = cells = 0
        for sign, size in signs(text):
            if cells + size > cut:
                left, right = cut - cells, size - (cut - cells)
                rest = text[at:] if not left else " " * right + text[at + len(sign) :]
                return WholeSegment(text[:at] + " " * left, style, control), WholeSegment(rest, style, control)
            cells += size
            at += len(sign)
        return self, WholeSegment("", style, control)


class WholeSigns(LineFilter):
    """The last filter of every row, so that it holds for whatever widget drew it."""

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        """``segments``, those with more than ASCII in them as ones that can be cut anywhere."""
        del background
        return [segment if segment.text.isascii() else WholeSegment(*segment) for segment in segments]


WHOLE_SIGNS: Final = WholeSigns()
