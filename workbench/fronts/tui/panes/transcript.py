"""The transcript pane: one row per event, grouped by turn, drawn straight from the index (TUI-2, TUI-3).

Owns follow mode, the cursor over events, and the anatomy of a row. Which rows there are is ``rows``, what an event says
``eventtext``; nothing is built for a row that is not on the screen.
"""

from collections import OrderedDict
from typing import Final

from workbench.fronts.tui.panes.base import Pane
from workbench.fronts.tui.panes.body import whole_event
from workbench.fronts.tui.panes.drawn import paint_of
from workbench.fronts.tui.panes.empty import empty_lines
from workbench.fronts.tui.panes.eventtext import Setting, Words, words_of
from workbench.fronts.tui.panes.headertext import header_line
from workbench.fronts.tui.panes.occurrences import Occurrences
from workbench.fronts.tui.panes.page import PageIndex
from workbench.fronts.tui.panes.rows import Rows
from workbench.fronts.tui.panes.scene import Scene
from workbench.fronts.tui.theme.paint import Line, Span
from workbench.session.events import TYPE_CODE, Event
from workbench.session.index import LogIndex
from workbench.session.packed import PackedRun

_SEQ_FROM: Final = 46
_ROLE_CELLS: Final = 9
_WORDS_KEPT: Final = 512
# A line longer than this (bytes) is not decoded for its row: the row says how long it is.
_LONG_LINE: Final = 1 << 17
_TURN_START, _TURN_END, _CHANGE = TYPE_CODE["turn/start"], TYPE_CODE["turn/end"], TYPE_CODE["schedule/change"]


class TranscriptPane(Pane):
    """The events of the scene's log, the closers of an interrupted one included."""

    NAME = "Transcript"

    def __init__(self, *, id: str) -> None:  # noqa: A002 - Textual's name
        super().__init__(id=id)
        self._index: LogIndex | PageIndex = PageIndex(())
        self._rows = Rows(self._index)
        self._closers: tuple[Event, ...] = ()
        self._words: OrderedDict[int, Words] = OrderedDict()
        self._occurrences = Occurrences(self._index)
        self._delivered = self.scene.delivered()
        self._empty: list[Line] = []
        self.following = True
        self._seen = 0

    # ---------------------------------------------------------------------------------------------------- scene

    def show(self, scene: Scene) -> None:
        """Draw from ``scene``; what is selected stays selected, and what is followed is followed to the new end."""
        kept = self._line_at_cursor() if not self.following else None
        words_change = (scene.zone, scene.view) != (self.scene.zone, self.scene.view)
        self.scene = scene
        self._take_rows(scene)
        if words_change:
            self._words.clear()
            self._delivered = scene.delivered()
        self._empty = [] if len(self._rows) else _nothing(scene)
        if kept is not None:
            self.cursor = self._rows.position(kept)
        super().show(scene)
        if self.following:
            self._follow()

    def _take_rows(self, scene: Scene) -> None:
        view = scene.view
        index: LogIndex | PageIndex = self._index
        lines = self._rows.lines
        if view is not None:
            index, lines = view.index, view.rows
            self._closers = view.closers
        elif scene.page is not None:
            index = scene.page.index
            lines = index.rows
        if not self._rows.fits(index, everything=scene.all_events, lines=lines):
            self._rows = Rows(index, everything=scene.all_events)
            self._occurrences = Occurrences(index)
            self._index = index
            self._words.clear()
        self._rows.extend(lines)

    def _line_at_cursor(self) -> int | None:
        return self._rows.at(self.cursor).at if self.cursor < len(self._rows) else None

    # --------------------------------------------------------------------------------------------- what is chosen

    def record_at_cursor(self) -> str | None:
        """The id of the schedule that the cursor row is about."""
        return self._record_at(self.cursor) if self.cursor < len(self._rows) else None

    def _record_at(self, row: int) -> str | None:
        entry = self._rows.at(row)
        return None if entry.header else self._words_at(entry.at).record

    def event_at_cursor(self) -> Event | PackedRun | None:
        """The event on the cursor row; a header stands for its turn's start."""
        if self.cursor < len(self._rows):
            return whole_event(self._index, self._rows.at(self.cursor).at)
        at = self.cursor - len(self._rows)
        return self._closers[at] if at < len(self._closers) else None

    def boundary(self) -> int | None:
        """The seq of the ``turn/end`` of the turn under the cursor; None while following, or where it has none."""
        line = self._line_at_cursor()
        if self.following or line is None:
            return None
        index = self._index
        begun = self._turn_of(self.cursor)
        following = index.find_type(_TURN_START, begun + 1, self._rows.lines)
        end = index.find_type(_TURN_END, begun, following if following >= 0 else self._rows.lines)
        return index.seq(end) if end >= 0 else None

    def _turn_of(self, row: int) -> int:
        """The index row of the ``turn/start`` that the transcript row stands under."""
        while row >= 0:
            entry = self._rows.at(row)
            if entry.header:
                return entry.at
            row -= 1
        return 0

    # --------------------------------------------------------------------------------------------------- follow

    def move_cursor(self, row: int) -> None:
        """Moving up pauses following; the last row resumes it."""
        super().move_cursor(row)
        self._set_following(following=self.cursor >= self.row_count() - 1)

    def watch_scroll_y(self, old_value: float, new_value: float) -> None:
        """Scrolling up by the wheel pauses following as well."""
        super().watch_scroll_y(old_value, new_value)
        if new_value < old_value and new_value < self.max_scroll_y:
            self._set_following(following=False)

    def _set_following(self, *, following: bool) -> None:
        if following != self.following:
            self.following = following
            self._seen = self._index.events
            self.retitle()

    def _follow(self) -> None:
        before, self.cursor = self.cursor, max(self.row_count() - 1, 0)
        self.draw_again({before, self.cursor})
        self.scroll_to(y=max(0, self.row_count() - self.size.height), animate=False)

    def on_resize(self) -> None:
        """Keep the end, or the cursor, in sight."""
        super().on_resize()
        if self.following:
            self._follow()
        else:
            self.reveal(self.cursor)

    # -------------------------------------------------------------------------------------------------- drawing

    def title_spans(self) -> list[Span]:
        """The turn in sight, and whether the end is followed."""
        view = self.scene.view
        if view is None:
            return [Span("newest events", "dim")]
        spans = [Span(f"turn {view.last_turn}", "dim")] if view.last_turn else []
        new = view.events - self._seen
        if self.following:
            return [*spans, Span("following", "ok")]
        paused = Span(f"paused, {new:,} new" if new > 0 else "paused", "overdue" if new > 0 else "dim", new > 0)
        return [*spans, paused, Span("End follows", "dim")]

    def row_count(self) -> int:
        """All rows, or what is said instead."""
        return len(self._rows) + len(self._closers) or len(self._empty)

    def shows_cursor(self) -> bool:
        """The cursor row is marked where there are events."""
        return self.has_focus and len(self._rows) > 0

    def row_line(self, row: int, width: int) -> Line:
        """A header, an event, a closer, or a line of the empty pane."""
        if not len(self._rows) and not self._closers:
            return self._empty[row]
        if row >= len(self._rows):
            closer = self._closers[row - len(self._rows)]
            return self._event_line(closer.seq, words_of(closer, self._setting(None)), width, closer=True)
        entry = self._rows.at(row)
        if entry.header:
            return header_line(self._index, self._rows, row, self.scene.zone, paint_of(self).glyphs)
        return self._event_line(self._index.seq(entry.at), self._words_at(entry.at), width)

    def _event_line(self, seq: int, words: Words, width: int, *, closer: bool = False) -> Line:
        glyphs = paint_of(self).glyphs
        chosen = words.record is not None and words.record == self.scene.selected
        spans = [Span(glyphs.mark if words.loud else " ", "fired")]
        if width >= _SEQ_FROM:
            cells = max(4, len(str(self._index.next_seq)))
            spans.append(Span(f"{seq:>{cells}}", "faint"))
        spans += [
            Span(f" {words.shape} ", words.shape_role or words.role, words.bold),
            Span(f"{words.word:<{_ROLE_CELLS}}", "faint" if closer else words.role, words.bold),
            Span(words.text, "faint" if closer else words.text_role),
        ]
        look = "blur" if chosen else "fired" if words.loud else "plain"
        return Line(spans, look=look)

    def _words_at(self, line: int) -> Words:
        kept = self._words.get(line)
        if kept is None:
            kept = self._words[line] = self._make_words(line)
            if len(self._words) > _WORDS_KEPT:
                self._words.popitem(last=False)
        return kept

    def _make_words(self, line: int) -> Words:
        index = self._index
        if index.length(line) > _LONG_LINE:
            return Words("long", f"a line of {index.length(line):,} bytes, enter shows it", text_role="dim")
        event = index.event(line)
        return words_of(event, self._setting(line))

    def _setting(self, line: int | None) -> Setting:
        glyphs, zone = paint_of(self).glyphs, self.scene.zone
        if line is None or self._index.type_code(line) != _CHANGE:
            return Setting(glyphs, zone)
        delivery = self._delivered.get(self._index.seq(line))
        occurrence = None if delivery is not None else self._occurrences.of(line)
        return Setting(glyphs, zone, delivery, occurrence)


def _nothing(scene: Scene) -> list[Line]:
    if scene.view is None and scene.page is None:
        return empty_lines("Reading the log ...")
    if scene.view is not None and scene.view.problem is not None:
        return empty_lines("No event could be read.", [("", scene.view.problem)], bad=True)
    return empty_lines("No events yet.", [("i", "says something to the agent")])
