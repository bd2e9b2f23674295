"""The axis of the timeline: now, the cursor, the sleeps and the hours, each where it finds room.

Owns who gives way to whom (page 10, section 7): the lines, then their labels, then sleeps, then hours.
"""

from typing import Final

from workbench.fronts.tui.theme.glyphs import Glyphs
from workbench.fronts.tui.theme.paint import Span
from workbench.fronts.tui.timeline.canvas import ASLEEP, DIM, FAINT, NOW, OVERDUE, PAST, Ink
from workbench.fronts.tui.timeline.lines import draw_lines
from workbench.fronts.tui.timeline.scenery import Band, Scenery
from workbench.fronts.tui.timeline.ticks import Tick, ticks
from workbench.time.clocktext import table_moment
from workbench.time.durations import format_duration
from workbench.time.zones import Zone

_NOW: Final = "now"
_LOOKS: Final = "enter looks at"


class Axis:
    """The axis row while it is being filled."""

    def __init__(self, scene: Scenery, glyphs: Glyphs, *, flat: bool) -> None:
        self._scene = scene
        self._glyphs = glyphs
        self._flat = flat
        self._canvas = scene.canvas()
        self._width = scene.window.columns
        self._taken = bytearray(self._width)

    def spans(self, zone: Zone) -> list[Span]:
        """The row, its hours in ``zone``."""
        scene = self._scene
        draw_lines(self._canvas, scene, self._glyphs)
        for at in (scene.now_at, scene.cursor_at):
            if at is not None:
                self._taken[at] = True
        if scene.cursor is not None:
            time = table_moment(scene.cursor, scene.now, zone)
            labels = (time,) if scene.past else (f"{_LOOKS} {time}", time)
            any(self._beside(scene.cursor_at, label, PAST, left=True) for label in labels)
        self._label_now()
        found = ticks(scene.window, zone, scene.now)
        for tick in found:
            if tick.by:
                self._shift(tick)
        if scene.cursor_at is None:
            self._label_before_now(found)
        for band in scene.bands:
            self._sleep(band)
        for tick in found:
            self._tick(tick)
        return self._canvas.spans()

    def _label_before_now(self, found: list[Tick]) -> None:
        """Where sleeps would leave no time told left of now, the first hour that finds room is labelled."""
        scene, sign = self._scene, self._glyphs.tick
        now = (scene.now - scene.window.left) // scene.window.step
        texts = {at: f"{sign}{tick.text}" for tick in found if (at := self._at(tick)) < now and not tick.by}
        if not any(scene.grounds[at] is None and self._fits(at, text) for at, text in texts.items()):
            any(self._write(at, text, DIM) for at, text in texts.items())

    def _at(self, tick: Tick) -> int:
        return (tick.at - self._scene.window.left) // self._scene.window.step

    def _shift(self, tick: Tick) -> None:
        """Where the clocks change, which is said whatever hour gives way to it."""
        at, sign = self._at(tick), self._glyphs.tick
        if not any(self._write(at, f"{sign}{text}", OVERDUE) for text in (tick.text, tick.short)):
            self._write(at - len(tick.short), f"{tick.short}{sign}", OVERDUE)

    def _label_now(self) -> None:
        scene = self._scene
        if scene.now_at is not None:
            self._beside(scene.now_at, _NOW, DIM if scene.past else NOW)
        elif scene.now >= scene.window.end:
            self._write(self._width - 5, f"{_NOW} {self._glyphs.after}", DIM)
        else:
            self._write(0, f"{self._glyphs.before} {_NOW}", DIM)

    def _beside(self, at: int | None, text: str, ink: Ink, *, left: bool = False) -> bool:
        """A label on one side of its line, or on the other where there is no room; whether there was any."""
        if at is None:
            return False
        places = (at - 1 - len(text), at + 2)
        return any(self._write(start, text, ink) for start in (places if left else reversed(places)))

    def _fits(self, start: int, text: str) -> bool:
        """Whether the cells of a label, and those beside it that belong to another label, are free."""
        end = start + len(text)
        if start < 0 or end > self._width or any(self._taken[start:end]):
            return False
        return not any(self._taken[each] == _LABEL for each in (start - 1, end) if 0 <= each < self._width)

    def _write(self, start: int, text: str, ink: Ink) -> bool:
        """Put a label there if it fits."""
        if not self._fits(start, text):
            return False
        self._canvas.put(start, text, self._scene.ink(start, ink))
        self._taken[start : start + len(text)] = bytes((_LABEL,)) * len(text)
        return True

    def _sleep(self, band: Band) -> None:
        """The label in the middle of the widest free stretch of the band, between ends where no ground marks it."""
        if self._flat:
            self._span(band)
        start, end = self._free(band)
        brief, words = ("cold", "session cold") if band.cold else ("asleep", "asleep")
        forms = (f"{words} {format_duration(band.length)}", words, brief)
        text = next((form for form in forms if len(form) + 2 <= end - start), brief)
        room = end - start - len(text)
        if room >= 2:
            at = start + room // 2
            self._canvas.put(at - 1, f" {text} ", self._scene.ink(at, ASLEEP))
            self._taken[at - 1 : at + len(text) + 1] = bytes((_LABEL,)) * (len(text) + 2)
        if self._flat:
            for column in range(band.first, band.last):
                self._taken[column] = self._taken[column] or _LABEL

    def _span(self, band: Band) -> None:
        glyphs = self._glyphs
        for column in range(band.first, band.last):
            if not self._taken[column]:
                sign = {band.first: glyphs.span_left, band.last - 1: glyphs.span_right}.get(column, glyphs.rule)
                self._canvas.put(column, sign, self._scene.ink(column, OVERDUE))

    def _free(self, band: Band) -> tuple[int, int]:
        """The widest stretch of the band with nothing in it."""
        widest, start = (band.first, band.first), band.first
        for column in range(band.first, band.last + 1):
            if column == band.last or self._taken[column]:
                if column - start > widest[1] - widest[0]:
                    widest = start, column
                start = column + 1
        return widest

    def _tick(self, tick: Tick) -> None:
        at = self._at(tick)
        if tick.by:
            return
        if self._scene.grounds[at] is None:
            self._write(at, f"{self._glyphs.tick}{tick.text}", DIM)
        elif not self._taken[at]:
            self._canvas.put(at, self._glyphs.tick, FAINT)


# A cell of a label in the map of taken cells, unlike one of a line, keeps its neighbour free too.
_LABEL: Final = 2
