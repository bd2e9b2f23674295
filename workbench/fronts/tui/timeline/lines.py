"""The two lines that run down through the timeline: now, and the cursor."""

from collections.abc import Container

from workbench.fronts.tui.theme.glyphs import Glyphs
from workbench.fronts.tui.timeline.canvas import DIM, NOW, PAST, Canvas
from workbench.fronts.tui.timeline.scenery import Scenery


def draw_lines(canvas: Canvas, scene: Scenery, glyphs: Glyphs, *, keep: Container[int] = ()) -> None:
    """Put both lines through a row, but not through what stands in the columns ``keep``. The cursor lies over now."""
    now, cursor = scene.now_at, scene.cursor_at
    if now is not None and now not in keep:
        canvas.put(now, glyphs.edge if scene.past else glyphs.now, scene.ink(now, DIM if scene.past else NOW))
    if cursor is not None and cursor not in keep and (cursor != now or scene.past):
        canvas.put(cursor, glyphs.cursor, PAST)
