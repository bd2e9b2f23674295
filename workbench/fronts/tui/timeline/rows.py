"""How a lane looks: its label, its marks with both lines through them, or where to look for marks outside the window.

Owns one row at a time. Which records have one is ``lanes``, what is in each column ``marks``.
"""

from typing import TYPE_CHECKING, Final

import msgspec

from workbench.fronts.tui.theme.cells import ELLIPSIS, clean, pad
from workbench.fronts.tui.theme.glyphs import Glyphs
from workbench.fronts.tui.theme.paint import Span
from workbench.fronts.tui.timeline.canvas import DIM, FAINT, FIRED, LINK, NOW, OVERDUE, PAST, THEN, Canvas, Ink
from workbench.fronts.tui.timeline.lanes import RULE_CELLS, rule_text
from workbench.fronts.tui.timeline.lines import draw_lines
from workbench.fronts.tui.timeline.marks import BEFORE, DELIVERED, LATE, PASSED, WAITING, Lane, marks
from workbench.fronts.tui.timeline.scenery import Scenery
from workbench.time.instant import DAY, civil_fields
from workbench.time.zones import Zone

if TYPE_CHECKING:
    from workbench.bench.history import History
    from workbench.bench.view import ScheduleRow

_INKS: Final = {LATE: FIRED, PASSED: FAINT, BEFORE: DIM, DELIVERED: NOW, WAITING: LINK}
# Nothing in the past is as loud as what the last move delivered in the present.
_PAST_INKS: Final = _INKS | {LATE: DIM, DELIVERED: DIM}


class Own(msgspec.Struct, frozen=True):
    """What the event that the past is shown at did: the records it changed, and whether it delivered them."""

    ids: frozenset[str] = frozenset()
    delivered: bool = False


class Brush(msgspec.Struct, frozen=True):
    """All that rows are drawn with, beside the record: the signs, the zone, what is the past's own. ``then`` knows what
    was in the past that is shown."""

    scene: Scenery
    glyphs: Glyphs
    zone: Zone
    own: Own = Own()
    then: "History | None" = None

    def signs(self, kind: str) -> dict[int, str]:
        """The sign of each mark of a record of that kind."""
        glyphs = self.glyphs
        shapes = {DELIVERED: glyphs.shape(kind, delivered=True), WAITING: glyphs.shape(kind, delivered=False)}
        return {LATE: glyphs.late, PASSED: glyphs.passed, BEFORE: glyphs.delivered_before} | shapes


def lane_spans(row: "ScheduleRow", lane: Lane, brush: Brush) -> list[Span]:
    """The columns of a record's lane."""
    scene = brush.scene
    codes = marks(lane, scene.window)
    canvas = scene.canvas()
    signs, due = brush.signs(row.kind), row.state == "overdue"
    for column, code in enumerate(codes):
        if code:
            canvas.signs[column] = signs[code]
            canvas.inks[column] = ink_of(code, column, scene, due=due)
    if codes[0] == LATE:
        canvas.signs[0] = brush.glyphs.before
    keep = _kept(lane, codes, scene)
    # In the past only what its event did has the look of the line; of the user's own cursor all in its column has.
    if scene.cursor_at in keep and not scene.past and scene.cursor_at != scene.now_at:
        canvas.inks[scene.cursor_at] = THEN
    if scene.cursor_at in keep and scene.past and not _was(row, brush):
        canvas.inks[scene.cursor_at] = FAINT
    keep += own_mark(canvas, row, brush) if scene.past else ()
    draw_lines(canvas, scene, brush.glyphs, keep=keep)
    if not any(codes) and not keep:
        outside(canvas, row.target, brush)
    return canvas.spans()


def _was(row: "ScheduleRow", brush: Brush) -> bool:
    """Whether what is delivered in the column of the past's cursor was so already; later events may be of it too."""
    at, window = brush.scene.cursor_at, brush.scene.window
    if brush.then is None or at is None:
        return True
    track = brush.then.track(row.id)
    return track is not None and track.last_in(window.start(at), window.start(at + 1))


def ink_of(code: int, column: int, scene: Scenery, *, due: bool) -> Ink:
    """The ink of a mark; ``due`` says whether one that waits in the column of now is overdue."""
    if column >= scene.clear:
        return FAINT
    now = (scene.now - scene.window.left) // scene.window.step
    if code == WAITING and (column < now or (column == now and due)):
        return OVERDUE
    return (_PAST_INKS if scene.past else _INKS)[code]


def own_mark(canvas: Canvas, row: "ScheduleRow | None", brush: Brush) -> tuple[int, ...]:
    """Put what the event did at which the past is shown on its line, where it did that to this record."""
    at = brush.scene.cursor_at
    if row is None or at is None or row.id not in brush.own.ids:
        return ()
    canvas.put(at, brush.glyphs.shape(row.kind, delivered=brush.own.delivered), PAST)
    return (at,)


def _kept(lane: Lane, codes: bytearray, scene: Scenery) -> tuple[int, ...]:
    """The columns of lines in which a mark is shown all the same: what was delivered just now, and any mark that counts
    in a lane that does not have one in every column. What only was delivered shows as well where a log ends with it."""
    now, cursor = scene.now_at, scene.cursor_at
    sparse = not lane.period or lane.period > scene.window.step
    kept: tuple[int, ...] = ()
    if now is not None and (codes[now] == DELIVERED or (sparse and codes[now] >= BEFORE)):
        kept = (now,)
    if cursor is not None:
        shown = sparse and BEFORE <= codes[cursor] <= (DELIVERED if scene.past else WAITING)
        kept = (*(at for at in kept if at != cursor), *((cursor,) if shown else ()))
    return kept


def outside(canvas: Canvas, instant: int, brush: Brush) -> None:
    """Say where the mark is that the window does not hold: ``23:40 ►`` at the right edge, ``◄ 08-05`` at the left."""
    scene, glyphs = brush.scene, brush.glyphs
    if scene.window.column(instant) is not None:
        return
    text = _moment(instant, scene.now, brush.zone)
    after = instant >= scene.window.end
    for label in (f"{text} {glyphs.after}", glyphs.after) if after else (f"{glyphs.before} {text}", glyphs.before):
        room = len(canvas.signs) - len(label)
        at = room if after else 0
        if room >= 0 and not any(canvas.inks[at : at + len(label)]):
            canvas.put(at, label, scene.ink(at, DIM))
            return


def _moment(instant: int, now: int, zone: Zone) -> str:
    """Local time on the day of ``now``, the day within its year, else the whole date."""
    local, current = instant + zone.offset_ms(instant), now + zone.offset_ms(now)
    year, month, day, hour, minute, *_ = civil_fields(local)
    if local // DAY == current // DAY:
        return f"{hour:02d}:{minute:02d}"
    return f"{month:02d}-{day:02d}" if year == civil_fields(current)[0] else f"{year:04d}-{month:02d}-{day:02d}"


def _short(name: str, cells: int) -> str:
    """An id as far as it fits. Plain ones differ at their ends, so those keep the end."""
    if len(name) > cells > 1 and name.isascii() and name.isprintable():
        return f"{ELLIPSIS}{name[1 - cells :]}"
    return clean(name, cells)


def label_spans(row: "ScheduleRow", id_cells: int, ink: Ink, look: str | None, *, rule: bool) -> list[Span]:
    """A lane's label: blank, id and rule."""
    spans = [Span(" "), Span(pad(_short(row.id, id_cells), id_cells), ink.role, ink.bold, look)]
    if rule:
        spans.append(Span(f" {rule_text(row):<{RULE_CELLS}}", "faint" if ink is FAINT else "dim", False, look))
    return spans
