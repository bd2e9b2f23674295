"""The screen as an SVG that looks the same in every browser: a window frame, grounds, and texts on their cells.

Owns the way from strips to XML. Every run of one-cell signs is stretched to its cells, every wide sign stands by itself
in the middle of its own; fonts are the reader's, nothing is fetched. What XML forbids is replaced, so that any data
gives a valid file.
"""

import html
import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import Final, NamedTuple

from rich.color import Color
from rich.style import Style
from rich.terminal_theme import TerminalTheme
from textual.strip import Strip

from workbench.fronts.tui.theme.cells import signs, width
from workbench.fronts.tui.theme.contrast import Rgb, mix, to_hex
from workbench.fronts.tui.theme.themes import BUTTONS
from workbench.text.safe import safe_line

# Fira Code at this size is exactly a cell wide and a row high, so that frames close without a gap.
_FONT: Final = 20
_CELL: Final = 12
_ROW: Final = 24
_BASE: Final = 18.7
_LINE_AT: Final = 21
_TOP: Final = 40
_SIDE: Final = 8
_DIM: Final = 0.6
_FONTS: Final = "'Fira Code', 'DejaVu Sans Mono', Menlo, Consolas, monospace"
_BUTTON: Final = 22
_FORBIDDEN: Final = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
# Two blanks in a row are no text: they would be drawn as one.
_WORDS: Final = re.compile(r"\S+(?: \S+)*")


class _Look(NamedTuple):
    """How a segment is drawn, reverse and dim already carried out."""

    ink: str
    ground: str
    bold: bool
    italic: bool
    underline: bool
    strike: bool


class _Run(NamedTuple):
    """A segment of a row: where it begins, its text made fit for XML, its cells."""

    at: int
    text: str
    cells: int
    look: _Look


class _Piece(NamedTuple):
    """Text that begins at cell ``at``: a run of one-cell signs, or one wide sign."""

    at: int
    text: str
    cells: int
    wide: bool


def screen_svg(strips: Sequence[Strip], *, title: str, theme: TerminalTheme) -> str:
    """The whole document. ``theme`` says what the terminal's own colours are, those of its frame among them."""
    columns = max((strip.cell_length for strip in strips), default=0)
    across, down = columns * _CELL + 2 * _SIDE, len(strips) * _ROW + _TOP + _SIDE
    ground, ink = _hex(theme.background_color), _hex(theme.foreground_color)
    name = _escaped(title)
    rows = [part for y, strip in enumerate(strips) for part in _row(strip, y, theme, ground)]
    size = f'viewBox="0 0 {across} {down}" width="{across}" height="{down}"'
    head = [
        f'<svg xmlns="http://www.w3.org/2000/svg" {size} role="img" xml:space="preserve">',
        f"<title>{name}</title>",
        f"<style>{_css()}</style>",
        f'<rect width="{across}" height="{down}" rx="8" fill="{ground}"/>',
        *(f'<circle cx="{n * _BUTTON}" cy="20" r="7" fill="{colour}"/>' for n, colour in enumerate(BUTTONS, 1)),
        f'<text class="w b" x="{across / 2:g}" y="27" fill="{ink}">{name}</text>',
        f'<g transform="translate({_SIDE} {_TOP})">',
    ]
    return "\n".join([*head, *rows, "</g>", "</svg>", ""])


def _css() -> str:
    return (
        f"text {{ font: {_FONT}px {_FONTS}; font-variant-ligatures: none; white-space: pre; }}"
        " .b { font-weight: bold; } .i { font-style: italic; } .w { text-anchor: middle; }"
    )


def _row(strip: Strip, y: int, theme: TerminalTheme, ground: str) -> Iterator[str]:
    """Grounds first, then lines and texts, so that no ground lies over a text that leans out of its cells."""
    runs = list(_segments(strip, theme))
    yield from _grounds(runs, y, ground)
    for run in runs:
        place = f'x="{run.at * _CELL}" width="{run.cells * _CELL}" height="1" fill="{run.look.ink}"'
        if run.look.underline:
            yield f'<rect y="{y * _ROW + _LINE_AT}" {place}/>'
        if run.look.strike:
            yield f'<rect y="{y * _ROW + _ROW // 2}" {place}/>'
        yield from (_text(piece, y, run.look) for piece in _pieces(run.at, run.text))


def _segments(strip: Strip, theme: TerminalTheme) -> Iterator[_Run]:
    at = 0
    for segment in strip:
        text = _printable(segment.text)
        if text and not segment.control:
            yield _Run(at, text, width(text), _look(segment.style or Style.null(), theme))
            at += width(text)


def _grounds(runs: Iterable[_Run], y: int, ground: str) -> Iterator[str]:
    """One rectangle for each stretch of cells on a ground that is not the window's."""
    for colour, group in groupby(runs, key=lambda run: run.look.ground):
        stretch = list(group)
        if colour != ground:
            cells = sum(run.cells for run in stretch)
            place = f'x="{stretch[0].at * _CELL}" y="{y * _ROW}" width="{cells * _CELL}" height="{_ROW}"'
            yield f'<rect {place} fill="{colour}" shape-rendering="crispEdges"/>'


def _pieces(at: int, text: str) -> Iterator[_Piece]:
    """``text`` cut into runs of one-cell signs without wide blanks in them, and single wide signs."""
    run, first = "", at
    for sign, cells in signs(text):
        if cells == 1:
            run, at = run + sign, at + 1
            continue
        yield from _words(first, run)
        if cells:
            yield _Piece(at, sign, cells, wide=True)
        at += cells
        run, first = "", at
    yield from _words(first, run)


def _words(at: int, run: str) -> Iterator[_Piece]:
    for found in _WORDS.finditer(run):
        text = found.group()
        yield _Piece(at + width(run[: found.start()]), text, width(text), wide=False)


def _text(piece: _Piece, y: int, look: _Look) -> str:
    classes = [name for name, wanted in (("b", look.bold), ("i", look.italic), ("w", piece.wide)) if wanted]
    place = piece.at + piece.cells / 2 if piece.wide else piece.at
    length = "" if piece.wide else f' textLength="{piece.cells * _CELL}" lengthAdjust="spacingAndGlyphs"'
    named = f' class="{" ".join(classes)}"' if classes else ""
    return (
        f'<text{named} x="{place * _CELL:g}" y="{y * _ROW + _BASE:g}"{length} fill="{look.ink}">'
        f"{_escaped(piece.text)}</text>"
    )


def _look(style: Style, theme: TerminalTheme) -> _Look:
    ink, ground = _rgb(style.color, theme, ink=True), _rgb(style.bgcolor, theme, ink=False)
    if style.reverse:
        ink, ground = ground, ink
    if style.dim:
        ink = mix(ink, ground, _DIM)
    lines = bool(style.underline), bool(style.strike)
    return _Look(to_hex(ink), to_hex(ground), bool(style.bold), bool(style.italic), *lines)


def _rgb(colour: Color | None, theme: TerminalTheme, *, ink: bool) -> Rgb:
    r, g, b = (colour or Color.default()).get_truecolor(theme, foreground=ink)
    return r, g, b


def _hex(colour: Rgb) -> str:
    return to_hex((colour[0], colour[1], colour[2]))


def _printable(text: str) -> str:
    return _FORBIDDEN.sub("\ufffd", safe_line(text))


def _escaped(text: str) -> str:
    return html.escape(_printable(text), quote=False)
