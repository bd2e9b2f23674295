"""The clock bar's row of a scenario that is walked: how far it is, what its last step did, and what comes next.

Owns what gives way: the result of a step stands first and in full, what the next one will do takes the room that is
left. Once something else happened the row is about that; a finished walk then has no row any more.
"""

from collections.abc import Sequence
from typing import Final

from workbench.fronts.tui.panes.movetext import move_spans
from workbench.fronts.tui.panes.scene import Scene, Tour
from workbench.fronts.tui.panes.together import cells_of
from workbench.fronts.tui.panes.waiting import met_spans
from workbench.fronts.tui.theme.cells import clean, cut
from workbench.fronts.tui.theme.glyphs import Glyphs
from workbench.fronts.tui.theme.paint import Line, Span
from workbench.time.clocktext import local_hms

_NARROW: Final = 60
_LEAST_HINT: Final = 14
_GAP: Final = 3
_APART: Final = 2
_MOST: Final = 400


def has_row(tour: Tour | None) -> bool:
    """Whether the walk has something to say: what its last step did, or that there is a next one."""
    return tour is not None and (tour.stands or tour.left > 0)


def tour_row(
    scene: Scene, tour: Tour, glyphs: Glyphs, width: int, *, keys: tuple[str, str], target: Sequence[Span]
) -> Line:
    """The second row. ``keys`` are those of the next step and of comparing; ``target`` what is due next, for where
    neither is left to be done."""
    left = tour_spans(scene, tour, glyphs, width)
    room = width - 1 - cells_of(left) - _APART
    right = _hint(tour, keys, room)
    if not right and cells_of(target) <= room:
        right = tuple(target)
    return Line((Span(" "), *left), right, look="panel")


def only_row(scene: Scene, tour: Tour, glyphs: Glyphs, width: int) -> Line:
    """The row of a clock that has only one, with the time of day where that leaves room."""
    left = tour_spans(scene, tour, glyphs, width)
    time = Span(f"{local_hms(scene.now, scene.zone)} " if scene.now is not None else "", "fired", True)
    fits = cells_of(left) + cells_of([time]) + _GAP <= width
    return Line((Span(" "), *left), (time,) if fits else (), look="panel")


def tour_spans(scene: Scene, tour: Tour, glyphs: Glyphs, width: int) -> list[Span]:
    """How far the walk is, and what its last step did, or else the last move."""
    narrow = width < _NARROW
    if tour.failed and tour.stands:
        return [Span(tour.said, "bad", True)]
    spans = [far_span(tour, narrow=narrow)]
    if not tour.stands:
        return [*spans, *_report(scene, width - 2 - cells_of(spans))]
    verdict = (glyphs.ok if narrow else "as expected") if tour.expected else ""
    if verdict:
        spans.append(Span(verdict, "ok" if narrow else "text"))
    if tour.said:
        between = (" " if narrow else ": ") if verdict else ""
        spans.append(Span(f"{between}{tour.said}"))
    if tour.moved:
        gap = Span((" " if narrow else " " * _GAP) if verdict or tour.said else "")
        spans += [gap, *_report(scene, width - 2 - cells_of([*spans, gap]))]
    return spans


def far_span(tour: Tour, *, narrow: bool = False) -> Span:
    """How far the walk is."""
    return Span(f"{tour.done}/{tour.steps} " if narrow else f"step {tour.done} of {tour.steps}  ", "dim")


def _report(scene: Scene, room: int) -> list[Span]:
    view = scene.view
    if view is None or view.move is None:
        return []
    return move_spans(view.move, view.now, room, waiting=view.active > 0, due=met_spans(scene, view))


def _hint(tour: Tour, keys: tuple[str, str], room: int) -> tuple[Span, ...]:
    """What can be done next, as far as ``room`` cells go."""
    if tour.left and tour.following:
        key, text = keys[0], tour.following
    elif tour.child is not None and not tour.left:
        key, text = keys[1], f"compares with its child {tour.child.parent.name}"
    else:
        return ()
    cells = room - len(key) - 2
    # What comes next is worth a part of it, a key that the bar below has as well is not.
    if cells_of([Span(text)]) > cells and (cells < _LEAST_HINT or not tour.left):
        return ()
    return (Span(f"{key} ", "fired", True), Span(cut(clean(text, _MOST), cells)), Span(" "))
