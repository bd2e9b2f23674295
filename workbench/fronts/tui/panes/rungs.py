"""Rungs: the rows of *why* and *event*, each with a mark, a label, a value, a dim detail and a measure at the right.

Owns their widths (page 10, section 6): the detail gives way first, then the label; value and measure are never cut for
them. What the rungs say is ``ladder``'s and ``eventpane``'s.
"""

from collections.abc import Sequence
from typing import Final, NamedTuple

import msgspec

from workbench.fronts.tui.theme.cells import clean, pad
from workbench.fronts.tui.theme.cells import width as cell_width
from workbench.fronts.tui.theme.paint import BLANK_LINE, Line, Span

MARK_CELLS: Final = 3
_LABEL_CELLS: Final = 11
_TIGHT_LABEL: Final = 10
_LEAST_LABEL: Final = 4
_TIGHT_BELOW: Final = 46
_BRIEF_BELOW: Final = 60
_GAP: Final = 2
# A detail of fewer cells than this says nothing any more.
_LEAST_DETAIL: Final = 8


class Rung(msgspec.Struct, frozen=True):
    """One step. ``detail`` are pieces, of which only whole ones are shown, the first one excepted; ``brief`` takes the
    place of ``measure`` in a narrow pane; ``seq`` is the event behind the step."""

    mark: Span
    label: str
    value: Span
    detail: tuple[str, ...] = ()
    measure: str = ""
    look: str = "plain"
    seq: int | None = None
    brief: str = ""


class Row(NamedTuple):
    """One drawn row of the pane; ``name`` is the label of the rung that it is, empty for what cannot be chosen."""

    line: Line
    name: str = ""
    seq: int | None = None


BLANK_ROW: Final = Row(BLANK_LINE)


def rung_row(rung: Rung, width: int) -> Row:
    """``rung`` for a pane of that many cells."""
    tight = width < _TIGHT_BELOW
    measure = rung.brief if rung.brief and width < _BRIEF_BELOW else rung.measure
    edge = "" if tight else " "
    fixed = MARK_CELLS + cell_width(clean(rung.value.text, width))
    fixed += cell_width(measure) + 1 + len(edge) if measure else 0
    wanted = max(_TIGHT_LABEL if tight else _LABEL_CELLS, cell_width(rung.label) + 1)
    label = max(_LEAST_LABEL, min(wanted, width - fixed))
    name = Span(f"{pad(rung.label, label - 1)} ", "dim")
    spans = [rung.mark._replace(text=f" {rung.mark.text} "), name, rung.value]
    gap = _GAP if rung.value.text else 0
    detail = _fitting(rung.detail, width - fixed - label - gap)
    if detail:
        spans += [Span(" " * gap), Span(detail, "dim")]
    right = (Span(f"{measure}{edge}", "soft"),) if measure else ()
    return Row(Line(spans, right, look=rung.look), rung.label, rung.seq)


def _fitting(pieces: Sequence[str], room: int) -> str:
    """As many pieces as fit whole; of the first one as much as fits."""
    if not pieces or room < _LEAST_DETAIL:
        return ""
    text = pieces[0]
    for piece in pieces[1:]:
        longer = f"{text}, {piece}"
        if cell_width(clean(longer, room)) > room:
            break
        text = longer
    return text
