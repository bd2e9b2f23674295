"""Columns: which of a table's columns there is room for, and a row of cells put together at their widths.

Owns the arithmetic. Which columns a pane has, and in which order they give way, is a table in the pane.
"""

from collections.abc import Mapping, Sequence

import msgspec

from workbench.fronts.tui.theme.cells import clean, pad
from workbench.fronts.tui.theme.paint import Span


class Column(msgspec.Struct, frozen=True):
    """One column. ``cells`` is its width, 0 for the one that takes the rest; ``gap`` blanks follow it.

    It is shown where the pane is at least ``shown_from`` and less than ``hidden_from`` cells wide inside.
    """

    name: str
    cells: int
    right: bool = False
    gap: int = 1
    shown_from: int = 0
    hidden_from: int = 10_000


def choose(columns: Sequence[Column], width: int, widths: Mapping[str, int] | None = None) -> list[Column]:
    """The columns shown at ``width``, the open one given what is left; ``widths`` overrides by name."""
    sized = [
        Column(column.name, (widths or {}).get(column.name, column.cells), column.right, column.gap)
        for column in columns
        if column.shown_from <= width < column.hidden_from
    ]
    rest = width - sum(column.cells + column.gap for column in sized if column.cells)
    return [column if column.cells else Column(column.name, max(0, rest), column.right, 0) for column in sized]


def cells(columns: Sequence[Column], texts: Mapping[str, Span]) -> list[Span]:
    """One row: each column's text cut and filled to its width, columns without a text left blank."""
    spans: list[Span] = []
    for column in columns:
        span = texts.get(column.name, Span(""))
        text = pad(clean(span.text, column.cells), column.cells, right=column.right)
        spans.append(span._replace(text=text))
        if column.gap:
            spans.append(Span(" " * column.gap))
    return spans
