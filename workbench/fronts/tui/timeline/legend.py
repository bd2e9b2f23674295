"""The bottom line of the timeline's frame: what each sign means, or while it has the focus what its keys do, as far as
there is room."""

from collections.abc import Sequence
from typing import Final

from workbench.fronts.tui.theme.cells import width
from workbench.fronts.tui.theme.glyphs import Glyphs
from workbench.fronts.tui.theme.paint import Span

_GAP: Final = 3


def legend(glyphs: Glyphs, room: int, *, past: bool) -> list[Span]:
    """The legend in at most ``room`` cells; what is explained last is left out first."""
    return _fitting([(span,) for span in (_past(glyphs) if past else _present(glyphs))], room)


def keys(room: int, *, past: bool) -> list[Span]:
    """What the keys do that work here alone, in at most ``room`` cells; the last ones are left out first."""
    does = (
        ("left right", "move in time"), ("enter", "looks there"), ("up down", "choose a schedule"), ("+ -", "scale"),
    )  # fmt: skip
    told = (pair for pair in does if not (past and pair[0] == "enter"))
    return _fitting([(Span(key, "fired", True), Span(f" {words}", "soft")) for key, words in told], room)


def _fitting(groups: Sequence[Sequence[Span]], room: int) -> list[Span]:
    """As many groups of spans as fit, with gaps between them."""
    spans: list[Span] = []
    for group in groups:
        gap = _GAP if spans else 0
        room -= sum(width(span.text) for span in group) + gap
        if room < 0:
            break
        spans += [Span(" " * gap), *group] if gap else group
    return spans


def _present(glyphs: Glyphs) -> list[Span]:
    filled = f"{glyphs.every_delivered} {glyphs.once_delivered}"
    return [
        Span(f"{glyphs.every} every", "faint"),
        Span(f"{glyphs.once} one-shot", "faint"),
        Span(f"{filled} delivered now", "fired"),
        Span(f"{glyphs.late * 2} late by", "faint"),
        Span(f"{glyphs.delivered_before} delivered before", "faint"),
        Span(f"{glyphs.passed} passed", "faint"),
    ]


def _past(glyphs: Glyphs) -> list[Span]:
    return [
        Span(f"{glyphs.cursor} cursor", "past", True),
        Span(f"{glyphs.edge} now", "faint"),
        Span("drag or arrow keys to move", "faint"),
    ]
