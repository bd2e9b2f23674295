"""All records in one lane, for where there is room for no more: every mark, no lateness (page 10, section 7)."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from workbench.fronts.tui.theme.paint import Span
from workbench.fronts.tui.timeline.lanes import lane_of
from workbench.fronts.tui.timeline.lines import draw_lines
from workbench.fronts.tui.timeline.marks import BEFORE, DELIVERED, marks, merged
from workbench.fronts.tui.timeline.rows import Brush, ink_of, outside, own_mark

if TYPE_CHECKING:
    from workbench.bench.history import History
    from workbench.bench.view import ScheduleRow

# More lanes than this are not merged: a frame would wait for them, and the lane would be full anyway.
MOST: Final = 64
_KINDS: Final = ("every", "at")


def merged_spans(
    rows: "Sequence[ScheduleRow]", history: "History | None", brush: Brush, *, axis: bool = True
) -> list[Span]:
    """The columns of the one lane of ``rows``, at most :data:`MOST` of them; ``axis`` says that one over it shows where
    now is, so that what was delivered at now need not give way to the line."""
    scene = brush.scene
    window = scene.window
    lanes = [lane_of(row, history) for row in rows]
    codes = merged(((lane, marks(lane, window)) for lane in lanes), window.columns)
    canvas = scene.canvas()
    signs = [brush.signs(kind) for kind in _KINDS]
    due = any(row.state == "overdue" for row in rows)
    for column, value in enumerate(codes):
        if value:
            code, once = divmod(value, 2)
            canvas.signs[column] = signs[once][code]
            canvas.inks[column] = ink_of(code, column, scene, due=due)
    keep: tuple[int, ...] = ()
    if scene.past:
        keep = own_mark(canvas, next((row for row in rows if row.id in brush.own.ids), None), brush)
    elif scene.now_at is not None and codes[scene.now_at] // 2 in ((BEFORE, DELIVERED) if axis else (DELIVERED,)):
        keep = (scene.now_at,)
    draw_lines(canvas, scene, brush.glyphs, keep=keep)
    if not any(codes):
        nearest = min(rows, key=lambda row: (row.state == "ended", row.target))
        outside(canvas, nearest.target, brush)
    return canvas.spans()
