"""The clock bar while time is travelled: which instant is shown, which event that is, and how far away now is.

Owns its two rows, or the one of low and narrow screens. What the panes show then is theirs.
"""

from typing import TYPE_CHECKING, Final

from workbench.fronts.tui.panes.instants import apart
from workbench.fronts.tui.panes.scene import PastPoint, Scene
from workbench.fronts.tui.panes.together import Part, cells_of, cells_of_parts, together
from workbench.fronts.tui.theme.cells import clean, cut
from workbench.fronts.tui.theme.cells import width as cell_width
from workbench.fronts.tui.theme.paint import Line, Span
from workbench.time.clocktext import clock_text, table_moment, utc_hms_ms, zone_city

if TYPE_CHECKING:
    from workbench.bench.view import BenchView

_WIDE: Final = 110
_NARROW: Final = 60
_NAME_CELLS: Final = 28
_LEAST_NAME: Final = 12
_LOOK: Final = "past"


def past_time_row(scene: Scene, past: PastPoint, width: int) -> Line:
    """The first row, or the only one: chip, instant, event, and where now is."""
    gap = 3 if width >= _WIDE else 2
    zone, now = scene.zone, past.view.now
    day, _, time = clock_text(now, zone).rpartition(" ")
    chip = Part(9, (Span(" PLAYING " if scene.moving == "play" else " PAST ", "chip-past", True),))
    clock = (Span(time, "past", True), Span(f" {zone_city(zone)}", "dim"))
    event = (Span(f"seq {past.seq}"), Span(_of(scene.view), "soft"))
    if width < _NARROW:
        room = width - 2 - cells_of(chip.spans)
        short = cells_of((*clock, *event)) + 2 > room
        spans = together((Part(8, clock), Part(6, event[:1] if short else event)), room, 2)
        return Line((Span(" "), *spans), chip.spans, look=_LOOK)
    parts = (chip, Part(8, (Span(f"{day} ", "dim"), *clock)), Part(3, (Span(utc_hms_ms(now)),)), Part(6, event))
    away, room = _away(scene, now), width - 2
    # What is farthest from the eye goes first: the other end, then UTC; the name takes what is left over.
    right = (*away, Span(" ")) if cells_of_parts([*parts, Part(2, away)], gap) < room else ()
    room -= cells_of(right)
    left = together(parts, room, gap)
    name = _name(scene, room - cells_of(left) - gap)
    named = [Span(name, "text", True), Span(" " * gap)] if name else []
    return Line((Span(" "), *named, *left), right, look=_LOOK)


def past_note_row(past: PastPoint, width: int) -> Line:
    """The second row: what the panes show, and the way back."""
    said = f"every pane is the fold of events 0-{past.seq}"
    if past.seq < 0:
        said = "every pane shows what was before the first event"
    more = ", nothing here changes the session"
    back = (Span("End ", "fired", True), Span("back to now ", "dim"))
    room = width - 2 - cells_of(back)
    return Line((Span(f" {said}{more if len(said) + len(more) < room else ''}", "dim"),), back, look=_LOOK)


def _of(view: "BenchView | None") -> str:
    last = last_seq(view) if view is not None else None
    return f" of {last}" if last is not None else ""


def last_seq(view: "BenchView") -> int | None:
    """The seq of the last event of ``view``; None where it has none."""
    if not view.rows:
        return None
    row = view.rows - 1
    return view.index.seq(row) + view.index.members(row) - 1


def _away(scene: Scene, then: int) -> tuple[Span, ...]:
    if scene.view is None:
        return ()
    now = scene.view.now
    return (Span(f"now is {apart(now, then)}, ", "dim"), Span(table_moment(now, then, scene.zone), "soft"))


def _name(scene: Scene, room: int) -> str:
    """What the screen is called, cut only where much of it is left."""
    cells = min(_NAME_CELLS, room)
    name = clean(scene.title, _NAME_CELLS)
    return cut(name, cells) if cells >= _LEAST_NAME or cell_width(name) <= cells else ""
