"""The bar over the comparison: which instant each side is at, what they share, and what the last move of each has done.

Owns two rows, one where the screen is low or narrow. While sides move their progress takes the rows' place.
"""

from typing import TYPE_CHECKING, Final

import msgspec

from workbench.fronts.tui.compare.facts import count, shared_events
from workbench.fronts.tui.compare.sides import WORDS
from workbench.fronts.tui.panes.drawn import Bar, paint_of
from workbench.fronts.tui.panes.progressrow import progress_row
from workbench.fronts.tui.panes.refusals import notice_lines
from workbench.fronts.tui.panes.scene import Notice, Scene
from workbench.fronts.tui.panes.together import Part, cells_of, cells_of_parts, together
from workbench.fronts.tui.theme.cells import clean, cut
from workbench.fronts.tui.theme.paint import Line, Span
from workbench.time.clocktext import clock_text, utc_hms_ms, zone_city
from workbench.time.durations import format_duration

if TYPE_CHECKING:
    from workbench.bench.view import MoveReport

_WIDE: Final = 110
_NARROW: Final = 61
_DATED: Final = 96
_NAME_CELLS: Final = 24
# Apart by more than this (ms) two times of day say too little without their days.
_APART: Final = 43_200_000


class Compared(msgspec.Struct, frozen=True):
    """What the bar says. ``scenes`` are parent and child, ``side`` is the one with the focus, ``driven`` those that
    moves drive; ``moved`` once either was moved from here."""

    scenes: tuple[Scene, Scene]
    side: int = 1
    driven: tuple[int, ...] = (1,)
    notice: Notice | None = None
    moved: bool = False

    @property
    def nows(self) -> tuple[int | None, int | None]:
        """The instants of both sides (epoch ms)."""
        return self.scenes[0].now, self.scenes[1].now


class CompareBar(Bar):
    """The bar."""

    def __init__(self, *, id: str) -> None:  # noqa: A002 - Textual's name
        super().__init__(id=id)
        self._said = Compared((Scene(name=""), Scene(name="")))

    def put(self, said: Compared) -> None:
        """Say this from now on."""
        self._said = said
        self.redraw()

    def bar_lines(self, width: int, height: int) -> list[Line]:
        """The rows there are."""
        moving = [side for side in (0, 1) if self._said.scenes[side].progress is not None]
        if height < 2:
            return [self._one_row(moving, width)]
        if len(moving) == 2:
            return [self._progress(side, width) for side in moving]
        if moving:
            return [self._time_row(width), self._progress(moving[0], width)]
        said = self._notice(self._said.notice, width, height) if self._said.notice is not None else []
        return said if len(said) == height else [self._time_row(width), self._fork_row(width)]

    # ------------------------------------------------------------------------------------------------- two rows

    def _time_row(self, width: int) -> Line:
        gap = 3 if width >= _WIDE else 2
        first, second = self._said.nows
        right = [self._relation(), Span(" ")]
        parts = [Part(1, [Span("fork compare", "text", True)]), Part(4, self._clocks(width))]
        if first is None or second is None or first == second:
            parts.append(Part(0, self._utc()))
        parts.append(Part(3, [self._chip()]))
        return Line([Span(" "), *together(parts, width - cells_of(right) - 2, gap)], right, look="panel")

    def _clocks(self, width: int) -> list[Span]:
        """The one instant with its date, or both, each with its side."""
        first, second = self._said.nows
        zone = self._said.scenes[0].zone
        city = Span(f" {zone_city(zone)}", "dim")
        if first is None or second is None or first == second:
            return [*self._instant(second if second is not None else first, dated=width >= _DATED), city]
        dated = width >= _WIDE or abs(first - second) > _APART
        left, right = (self._instant(each, dated=dated) for each in (first, second))
        return [Span("parent ", "dim"), *left, Span("  child ", "dim"), *right, city]

    def _instant(self, now: int | None, *, dated: bool) -> list[Span]:
        if now is None:
            return [Span("no time yet", "dim")]
        day, _, time = clock_text(now, self._said.scenes[0].zone).rpartition(" ")
        return [Span(f"{day} " if dated else "", "dim"), Span(time, "fired", True)]

    def _utc(self) -> list[Span]:
        now = next((each for each in self._said.nows[::-1] if each is not None), None)
        return [Span(utc_hms_ms(now))] if now is not None else []

    def _relation(self) -> Span:
        first, second = self._said.nows
        if first is None or second is None:
            return Span("the child alone" if first is None else "the parent alone", "dim")
        if first == second:
            return Span("both sides at this instant", "dim")
        return Span(f"the {WORDS[second > first]} is {format_duration(abs(first - second))} ahead", "past")

    def _chip(self) -> Span:
        moving = [scene for scene in self._said.scenes if scene.progress is not None]
        verb = next((scene.progress.verb.upper() for scene in moving if scene.progress is not None), None)
        return Span(f" SIM {verb or 'PAUSED'} ", "chip-fired" if verb else "chip", True)

    def _fork_row(self, width: int) -> Line:
        said = self._said
        if said.notice is not None:
            return self._notice(said.notice, width, 1)[0]
        shared = count(shared_events(said.scenes[1].view), "event")
        adopted = Part(2, [Span("0 schedules adopted", "past", True)])
        least = cells_of(adopted.spans) + 4
        moved = next((text for text in self._moved() if len(text) + least <= width), "")
        right = [Span(f"{moved} ", "dim")] if moved else []
        room = width - cells_of(right) - 2
        whole = (Part(1, [Span(f"{shared} shared"), Span(", then each side is its own log", "dim")]), adopted)
        parts = whole if cells_of_parts(whole, 3) <= room else (Part(1, [Span(f"{shared} shared")]), adopted)
        return Line([Span(" "), *together(parts, room, 3)], right, look="panel")

    def _moved(self) -> list[str]:
        """What the last move of each side has done, from the longest words to the shortest; before there is one, how to
        read the screen."""
        views = [scene.view if self._said.moved else None for scene in self._said.scenes]
        moves = [(word, view.move) for word, view in zip(WORDS, views, strict=True) if view is not None]
        done = [(word, move) for word, move in moves if move is not None]
        if not done:
            return ["rows line up down to the boundary"]
        return [
            "; ".join(f"{word} {_done(move)}{_passed(move)}" for word, move in done),
            "; ".join(f"{word} {_done(move)}" for word, move in done),
            ", ".join(f"{word} {move.delivered_count:,} delivered" for word, move in done),
        ]

    def _notice(self, notice: Notice, width: int, most: int) -> list[Line]:
        return notice_lines(notice, width, most, paint_of(self).glyphs)

    # ------------------------------------------------------------------------------------------- one row, progress

    def _one_row(self, moving: list[int], width: int) -> Line:
        said = self._said
        if moving:
            return self._progress(said.side if said.side in moving else moving[0], width)
        if said.notice is not None:
            return self._notice(said.notice, width, 1)[0]
        scene = said.scenes[said.side]
        right = [self._relation(), Span("  ")] if width >= _NARROW else []
        right += [*self._both(), Span("tab ", "fired", True), Span(f"{WORDS[1 - said.side]} ", "dim")]
        time = self._instant(scene.now, dated=False)
        room = width - cells_of(right) - cells_of(time) - len(WORDS[said.side]) - 5
        name = cut(clean(scene.name, _NAME_CELLS), max(0, min(_NAME_CELLS, room)))
        spans = [Span(f" {WORDS[said.side]} ", "dim"), Span(name, "text", True), Span("  " if name else " "), *time]
        return Line(spans, right, look="panel")

    def _both(self) -> list[Span]:
        return [Span(" BOTH ", "chip", True), Span(" ")] if len(self._said.driven) > 1 else []

    def _progress(self, side: int, width: int) -> Line:
        scene, word = self._said.scenes[side], f" {WORDS[side]}"
        if scene.progress is None:
            return Line(look="panel")
        line = progress_row(scene.progress, scene, paint_of(self).glyphs, width - len(word))
        return Line([Span(word, "text", True), *line.spans], line.right, line.look, line.fill)


def _done(move: "MoveReport") -> str:
    return f"{count(move.turns, 'turn')}, {move.delivered_count:,} delivered"


def _passed(move: "MoveReport") -> str:
    return f", {move.passed:,} passed" if move.passed else ""
