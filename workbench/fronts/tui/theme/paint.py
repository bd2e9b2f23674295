"""Paint: turns lines of role-marked spans into strips of exactly the width asked for.

Owns fitting a line into cells and the style of each role on each ground. Every text that reaches a row passes through
here and is made safe; nothing here is ever read as markup.
"""

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

import msgspec
from rich.color import Color as RichColor
from rich.segment import Segment
from rich.style import Style
from textual.color import Color
from textual.strip import Strip

from workbench.fronts.tui.theme.cells import clean, cut, width
from workbench.fronts.tui.theme.glyphs import ASCII, RICH, Glyphs


class Span(NamedTuple):
    """A piece of a line: text (cleaned when painted), the role that colours it, and whether it is bold. ``look`` is the
    look of its own ground, None where it lies on the line's."""

    text: str
    role: str = "text"
    bold: bool = False
    look: str | None = None


BLANK: Final = Span(" ")


class Line(msgspec.Struct, frozen=True):
    """One row of a pane: spans from the left, spans that end at the right edge, and the look of its ground.

    ``look`` is a key of :data:`LOOKS`; ``fill`` is a sign that fills the middle (a rule), else blanks do.
    """

    spans: Sequence[Span] = ()
    right: Sequence[Span] = ()
    look: str = "plain"
    fill: Span = BLANK


# Look -> (ground role, style of themes that have no tints).
LOOKS: Final[dict[str, tuple[str, Style]]] = {
    "plain": ("ground", Style()),
    "panel": ("panel", Style()),
    "field": ("panel", Style(underline=True)),
    "fired": ("fired-bg", Style()),
    "past": ("past-bg", Style()),
    "asleep": ("asleep-bg", Style()),
    "cursor": ("cursor-bg", Style(reverse=True)),
    "blur": ("blur-bg", Style(underline=True)),
}
BLANK_LINE: Final = Line()
# A role that begins so is a chip in the colour of the role behind it: `chip-past`; `chip` alone is in the text's.
_CHIP: Final = "chip"
# Where there are no shades of a colour, these are made quiet by the terminal itself.
_QUIET: Final = frozenset(("faint", "hair"))
# On these marks a theme without tints shows plain text: a reversed accent would be a second, louder mark.
_PLAIN: Final = frozenset(("cursor", "blur"))
# Signs that texts are made with before it is known how they are drawn: cut ends, line ends, nothing, unprintable.
STAND_INS: Final = {
    getattr(RICH, name): getattr(ASCII, name) for name in ("ellipsis", "newline", "none", "unprintable")
}
_IN_ASCII: Final = str.maketrans(STAND_INS | {chr(code): ASCII.unprintable for code in range(0x2400, 0x2422)})


def fit(line: Line, cells: int, glyphs: Glyphs = RICH) -> list[Span]:
    """The spans of ``line``, cut and filled to exactly ``cells`` cells. The right side gives way last."""
    right, taken = _fitting(line.right, cells, glyphs) if line.right else ([], 0)
    gap = 1 if right and taken < cells else 0
    left, used = _fitting(line.spans, cells - taken - gap, glyphs)
    blank = cells - taken - used
    if blank:
        text, role, bold, look = line.fill
        left.append(Span((text if width(text) == 1 else " ") * blank, role, bold, look))
    return left + right


def _fitting(spans: Sequence[Span], cells: int, glyphs: Glyphs) -> tuple[list[Span], int]:
    """As much of ``spans`` as fits in ``cells``, the last one cut, and the cells that takes."""
    kept: list[Span] = []
    room = cells
    for span in spans:
        if room <= 0:
            break
        text = span.text
        if len(text) <= room and text.isascii() and text.isprintable():
            if text:
                kept.append(span)
                room -= len(text)
            continue
        text = cut(clean(text, room), room, glyphs.ellipsis)
        if text:
            text = text.translate(_IN_ASCII) if glyphs.ascii else text
            kept.append(span._replace(text=text))
            room -= width(text)
    return kept, cells - room


class Paint(msgspec.Struct):
    """Styles for one theme. ``flat`` themes have no tints: grounds are marked by reverse and underline instead."""

    roles: Mapping[str, str]
    flat: bool = False
    glyphs: Glyphs = RICH
    _styles: dict[tuple[str, bool, str], Style] = {}

    def strip(self, line: Line, cells: int) -> Strip:
        """``line`` as a strip of exactly ``cells`` cells."""
        if cells <= 0:
            return Strip([], 0)
        spans = fit(line, cells, self.glyphs)
        return Strip(
            [Segment(text, self.style(role, bold, look or line.look)) for text, role, bold, look in spans], cells
        )

    def framed(self, strip: Strip, role: str) -> Strip:
        """``strip`` between the edges of a frame."""
        edge = Segment(self.glyphs.edge, self.style(role))
        return Strip([edge, *strip, edge], strip.cell_length + 2)

    def style(self, role: str, bold: bool = False, look: str = "plain") -> Style:  # noqa: FBT001, FBT002 - as in Span
        """The style of ``role`` on the ground of ``look``; a chip is bold reverse in every theme."""
        key = (role, bold, look)
        style = self._styles.get(key)
        if style is None:
            style = self._styles[key] = self._make(role, bold, look)
        return style

    def _make(self, role: str, bold: bool, look: str) -> Style:  # noqa: FBT001
        ground, marked = LOOKS[look]
        if role.startswith(_CHIP):
            colour = role.removeprefix(_CHIP).removeprefix("-") or "text"
            return Style(bold=True, reverse=True, color=self._rich(colour), bgcolor=self._rich("ground"))
        if not self.flat:
            return Style(bold=bold or None, color=self._rich(role), bgcolor=self._rich(ground))
        if look in _PLAIN:
            return Style(bold=bold or None, color=self._rich("text")) + marked
        return Style(bold=bold or None, dim=role in _QUIET or None, color=self._rich(role)) + marked

    def _rich(self, role: str) -> RichColor:
        return Color.parse(self.roles[role]).rich_color
