"""One line of text in a field: what of it is in sight, where its cursor is, and where one sign ends. Pure.

Owns the arithmetic between characters, signs and cells. No work depends on the length of the text: only the characters
that can be in sight are looked at.
"""

from typing import Final, NamedTuple

from workbench.fronts.tui.theme.cells import signs, width
from workbench.text.safe import safe_line

# No sign is longer than this many characters, and none takes less than a cell for so many of them.
_LONGEST_SIGN: Final = 64
_PER_CELL: Final = 24


class Sight(NamedTuple):
    """The characters ``first`` to ``last`` are in sight, the cursor ``cell`` cells from the left."""

    first: int
    last: int
    cell: int


def one_line(text: str) -> str:
    """``text`` with a blank for each of its line ends."""
    return " ".join(text.splitlines())


def shown(text: str) -> str:
    """``text`` fit for a terminal, character by character, so that places in both are the same."""
    return safe_line(text)


def sign_before(text: str, at: int) -> int:
    """Where the sign that ends at character ``at`` begins."""
    start = max(0, at - _LONGEST_SIGN)
    found = [len(sign) for sign, _ in signs(text[start:at])]
    return at - found[-1] if found else at


def sign_after(text: str, at: int) -> int:
    """Where the sign that begins at character ``at`` ends."""
    return at + next((len(sign) for sign, _ in signs(text[at : at + _LONGEST_SIGN])), 0)


def sight(text: str, at: int, first: int, cells: int) -> Sight:
    """What of ``text`` is in sight in ``cells`` cells with the cursor at character ``at``.

    Begins at ``first`` where that shows the cursor, else just as far away from it as is needed, and earlier where cells
    would stay empty. The cursor takes the sign it is on, behind the last one a cell of its own.
    """
    cells = max(1, cells)
    need = min(cells, width(shown(text[at : sign_after(text, at)])) or 1)
    first = _filled(text, max(min(first, at), at - cells * _PER_CELL), cells)
    before = [(len(sign), size) for sign, size in signs(shown(text[first:at]))]
    taken = sum(size for _, size in before)
    for length, size in before:
        if taken + need <= cells:
            break
        first += length
        taken -= size
    return Sight(first, _end(text, first, cells), taken)


def place_at(text: str, first: int, cell: int) -> int:
    """The character whose sign lies ``cell`` cells to the right of character ``first``."""
    at = first
    for sign, size in signs(shown(text[first : first + max(0, cell) * _PER_CELL + _LONGEST_SIGN])):
        if cell < size:
            return at
        cell -= size
        at += len(sign)
    return at


def _filled(text: str, first: int, cells: int) -> int:
    """``first``, or an earlier sign from which on the end of the text and a cursor behind it fit as well."""
    if len(text) - first > cells * _PER_CELL:
        return first
    room = cells - 1 - width(shown(text[first:]))
    start = max(0, first - max(0, room) * _PER_CELL)
    for sign, size in reversed([*signs(shown(text[start:first]))]):
        room -= size
        if room < 0:
            break
        first -= len(sign)
    return first


def _end(text: str, first: int, cells: int) -> int:
    at = first
    for sign, size in signs(shown(text[first : first + cells * _PER_CELL])):
        cells -= size
        if cells < 0:
            break
        at += len(sign)
    return at
