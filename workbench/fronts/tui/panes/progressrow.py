"""The clock bar's second row while a move is under way: where to, how far it is, what it did, how it is stopped."""

from typing import Final

from workbench.fronts.tui.panes.instants import counted, local_moment
from workbench.fronts.tui.panes.scene import Progress, Scene
from workbench.fronts.tui.panes.together import Part, cells_of, together
from workbench.fronts.tui.theme.glyphs import Glyphs
from workbench.fronts.tui.theme.paint import Line, Span

_METER: Final = 32
_FAIR_METER: Final = 16
_LEAST_METER: Final = 6
_STOP: Final = (Span("esc ", "fired", True), Span("stops between two events ", "dim"))
_STOP_SHORT: Final = (Span("esc ", "fired", True), Span("stops ", "dim"))


def progress_row(progress: Progress, scene: Scene, glyphs: Glyphs, width: int) -> Line:
    """The row, ``width`` cells wide."""
    view = scene.view
    now = view.now if view is not None else progress.started
    said = [Span(progress.verb.lower(), "dim")]
    share = None
    if progress.to is not None and progress.to != progress.started:
        said.append(Span(f" to {local_moment(progress.to, now, scene.zone)}", "dim"))
        share = min(1.0, max(0.0, (now - progress.started) / (progress.to - progress.started)))
    move = view.move if view is not None else None
    done = [Span(f"{counted(move.turns, 'turn')} so far", "dim")] if move is not None else []
    texts = cells_of([*said, *done]) + 12
    right = _STOP if width >= texts + cells_of(_STOP) + (_FAIR_METER if share is not None else 0) else _STOP_SHORT
    room = width - cells_of(right) - 3
    meter: list[Span] = []
    if share is not None:
        free = min(_METER, width // 4 + 2, room - texts + 3)
        meter = _meter(share, free, glyphs) if free >= _LEAST_METER else [Span(_percent(share))]
    spans = together((Part(2, said), Part(3, meter), Part(1, done)), room, 2)
    return Line((Span(" "), *spans), right, look="panel")


def _meter(share: float, cells: int, glyphs: Glyphs) -> list[Span]:
    full = int(share * cells)
    rest = cells - full
    return [
        Span(glyphs.bar * full + (glyphs.bar_end if rest else ""), "fired"),
        Span(glyphs.rule * max(0, rest - 1), "hair"),
        Span(f" {_percent(share)}"),
    ]


def _percent(share: float) -> str:
    return f"{int(share * 100):3d}%"
