"""The legend in the bottom line of the timeline's frame: what each sign means, as far as there is room."""

from typing import Final

from workbench.fronts.tui.theme.cells import width
from workbench.fronts.tui.theme.glyphs import Glyphs
from workbench.fronts.tui.theme.paint import Span

_GAP: Final = 3


def legend(glyphs: Glyphs, room: int, *, past: bool) -> list[Span]:
    """The legend in at most ``room`` cells; what is explained last is left out first."""
    spans: list[Span] = []
    for span in _past(glyphs) if past else _present(glyphs):
        gap = _GAP if spans else 0
        room -= width(span.text) + gap
        if room < 0:
            break
        spans += [Span(" " * gap), span] if gap else [span]
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
