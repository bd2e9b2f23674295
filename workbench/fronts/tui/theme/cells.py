"""Cell arithmetic: how wide text is in a terminal, and cutting it without halving anything a reader sees as one sign.

Owns widths, cutting and padding of single-line text. It knows no style; what is unsafe to print is ``text.safe``'s.
"""

from collections.abc import Iterator

from rich.cells import cell_len, split_graphemes

from workbench.text.safe import safe_line

ELLIPSIS = "…"
_JOINERS = "\u200d\ufe0e\ufe0f"
_REGIONAL_FIRST, _REGIONAL_LAST = "\U0001f1e6", "\U0001f1ff"
# No sign is wider than a few dozen code points, so a cut needs to look no further than this many per cell.
_LOOK_AHEAD = 24


def width(text: str) -> int:
    """Cells that ``text`` takes, as the terminal library counts them."""
    return len(text) if text.isascii() else cell_len(text)


def clean(text: str, cells: int) -> str:
    """``text`` made safe to print on one line, looked at only as far as ``cells`` cells can need.

    Joiners at either end are dropped: they would join a neighbour that belongs to another column.
    """
    if len(text) > (bound := cells * _LOOK_AHEAD + _LOOK_AHEAD):
        text = text[:bound]
    if text.isascii() and text.isprintable():
        return text
    text = safe_line(text).strip(_JOINERS)
    while text and not cell_len(text[0]):
        text = text[1:]
    return text


def cut(text: str, cells: int, mark: str = ELLIPSIS) -> str:
    """``text`` if it fits in ``cells``, else its longest run of whole signs that fits with ``mark`` behind it."""
    if text.isascii():
        return text if len(text) <= cells else _short(text[: max(0, cells - len(mark))] + mark, cells)
    if cell_len(text) <= cells:
        return text
    room = cells - width(mark)
    kept = []
    for sign, size in signs(text):
        if size > room:
            break
        room -= size
        kept.append(sign)
    return _short("".join(kept).rstrip(_JOINERS) + mark, cells)


def pad(text: str, cells: int, *, right: bool = False) -> str:
    """``text`` cut to ``cells`` and filled with blanks to exactly that many, on its left side where ``right``."""
    text = cut(text, cells)
    blank = " " * (cells - width(text))
    return blank + text if right else text + blank


def wrap(text: str, cells: int) -> Iterator[str]:
    """``text`` in pieces of at most ``cells`` cells, broken at a blank where one is in the latter half."""
    while text:
        piece = cut(text[: cells * _LOOK_AHEAD], cells, mark="")
        if not piece:
            return
        if len(piece) < len(text):
            blank = piece.rfind(" ")
            piece = piece[: blank + 1] if blank > len(piece) // 2 else piece
        yield piece
        text = text[len(piece) :]


def signs(text: str) -> Iterator[tuple[str, int]]:
    """The signs of ``text`` with their cells; two regional indicators are one flag."""
    spans, _ = split_graphemes(text)
    at = 0
    while at < len(spans):
        start, end, size = spans[at]
        at += 1
        if at < len(spans) and _is_regional(text[start]) and _is_regional(text[spans[at][0]]):
            _, end, more = spans[at]
            size += more
            at += 1
        yield text[start:end], size


def _is_regional(char: str) -> bool:
    return _REGIONAL_FIRST <= char <= _REGIONAL_LAST


def _short(text: str, cells: int) -> str:
    return text if cells > 0 else ""
