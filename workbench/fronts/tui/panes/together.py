"""Parts of a bar put together: those that do not fit are left out whole, the least needed first.

Owns the arithmetic. Which parts there are and how much each is needed is the bar's.
"""

from collections.abc import Sequence
from typing import NamedTuple

from workbench.fronts.tui.theme.cells import clean, width
from workbench.fronts.tui.theme.paint import Span


class Part(NamedTuple):
    """A few spans that stand or go together; of two parts the one with the lower ``need`` goes first."""

    need: int
    spans: Sequence[Span]


def together(parts: Sequence[Part], room: int, gap: int) -> list[Span]:
    """The spans of as many parts as fit in ``room`` cells, in their order, ``gap`` blanks between them."""
    kept = [part for part in parts if part.spans]
    while len(kept) > 1 and cells_of_parts(kept, gap) > room:
        kept.remove(min(kept, key=lambda part: part.need))
    spans: list[Span] = []
    for part in kept:
        spans += [Span(" " * gap), *part.spans] if spans else part.spans
    return spans


def cells_of_parts(parts: Sequence[Part], gap: int) -> int:
    """How many cells the parts take with ``gap`` blanks between them."""
    return sum(cells_of(part.spans) for part in parts) + gap * max(0, len(parts) - 1)


def cells_of(spans: Sequence[Span]) -> int:
    """How many cells the spans take."""
    return sum(width(span.text if span.text.isascii() else clean(span.text, 1000)) for span in spans)
