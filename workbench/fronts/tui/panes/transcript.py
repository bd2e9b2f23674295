"""The transcript pane: one row per event, grouped by turn, drawn straight from the index (TUI-2, TUI-3).

Owns what the reader has chosen, and the title. Rows and their drawing are ``sheet``'s, where the reader is
``reading``'s, what a filter leaves ``filtered``'s; nothing is built for a row that is not on the screen.
"""

from typing import Final

from workbench.fronts.tui.panes.bands import Band, line_of
from workbench.fronts.tui.panes.drawn import paint_of
from workbench.fronts.tui.panes.empty import empty_lines
from workbench.fronts.tui.panes.eventline import Standing
from workbench.fronts.tui.panes.filtered import FilteredPane
from workbench.fronts.tui.panes.page import PageIndex
from workbench.fronts.tui.panes.rows import Row
from workbench.fronts.tui.panes.scene import Scene
from workbench.fronts.tui.panes.sheet import Mark, Sheet
from workbench.fronts.tui.panes.turns import opening
from workbench.fronts.tui.theme.paint import Line, Span
from workbench.session.events import Event
from workbench.session.index import LogIndex
from workbench.session.packed import PackedRun

# Rows kept in sight around the past's cursor.
_AROUND_CURSOR: Final = 3


class TranscriptPane(FilteredPane):
    """The events of the scene's log, the closers of an interrupted one included."""

    NAME = "Transcript"

    def __init__(self, *, id: str) -> None:  # noqa: A002 - Textual's name
        super().__init__(id=id)
        self._seen = 0
        self._take_sheet(PageIndex(()), everything=False)

    # ---------------------------------------------------------------------------------------------------- scene

    def show(self, scene: Scene) -> None:
        """Draw from ``scene``; what is selected stays selected, and what is followed is followed to the new end."""
        cleared = self.finding is not None and len(self.rows) > 0 and self.wanted(scene) is None
        held, followed = self.held(), self.follows()
        before, self.scene = self.scene, scene
        self._take_rows(scene)
        self.take_filter(scene, held)
        chose = cleared and self._chose
        if chose or not followed:
            self.put_back(held)
        if chose:
            self.set_following(following=self.cursor >= len(self.rows) - 1)
        super().show(scene)
        if scene.past is not None and (before.past is None or before.past.seq != scene.past.seq):
            # The screen goes where the past is; that is no choice of the user's.
            with self.prevent(self.Moved):
                self._go_to_past()
        elif self.follows():
            self.follow_end()
        else:
            self.settle_sight()

    def _take_rows(self, scene: Scene) -> None:
        index: LogIndex | PageIndex = self.sheet.index
        lines = self.sheet.rows.lines
        if scene.view is not None:
            index, lines = scene.view.index, scene.view.rows
        elif scene.page is not None:
            index, lines = scene.page.index, scene.page.index.rows
        if not self.sheet.rows.fits(index, everything=scene.all_events, lines=lines):
            self._take_sheet(index, everything=scene.all_events)
        self.sheet.take(scene)

    def _take_sheet(self, index: LogIndex | PageIndex, *, everything: bool) -> None:
        self.sheet = Sheet(index, everything=everything, bands=self.bands, standing=self.standing)
        self.all_rows = self.rows = self.sheet.rows

    def bands(self, scene: Scene) -> list[Band]:
        """The full-width rows of a scene, in order; a comparison has others."""
        return self.sheet.own_bands(scene)

    def standing(self, line: int) -> Standing:
        """How an index row stands to past and inheritance; a comparison sees that differently."""
        return self.sheet.own_standing(line)

    # --------------------------------------------------------------------------------------------- what is chosen

    def row_at(self, row: int) -> Row | None:
        """What stands in that row; None where there is no row."""
        return self.rows.at(row) if 0 <= row < len(self.rows) else None

    def line_at(self, row: int) -> int | None:
        """The line behind that row, closers counted on after the index rows; None where there is none."""
        there = self.row_at(row)
        return self.sheet.line_of(there) if there is not None else None

    def record_at_cursor(self) -> str | None:
        """The id of the schedule that the cursor row is about."""
        row = self.row_at(self.cursor)
        return self.sheet.record_of(row, paint_of(self).glyphs) if row is not None else None

    def event_at_cursor(self) -> Event | PackedRun | None:
        """The event on the cursor row; a header stands for its turn's start, a band for what it precedes."""
        row = self.row_at(self.cursor)
        return self.sheet.event_of(row) if row is not None else None

    def seq_at_cursor(self) -> int | None:
        """The seq of the event on the cursor row, as :meth:`event_at_cursor`; in the past a header stands for the first
        event of its turn, so that the past's cursor comes to lie right under it."""
        row = self.row_at(self.cursor)
        if row is not None and row.kind == "header" and self.scene.past is not None:
            row = Row("event", opening(self.sheet.index, row.at))
        return self.sheet.seq_of(row) if row is not None else None

    def boundary(self) -> int | None:
        """The seq of the ``turn/end`` of the turn under the cursor; None while following, or where it has none."""
        row = self.row_at(self.cursor)
        return self.sheet.turn_end(row) if row is not None and not self.follows() else None

    def go_to_seq(self, seq: int) -> None:
        """Put the cursor on event ``seq``, or the last shown one before it, and scroll it into sight."""
        view = self.scene.view
        if view is not None and len(self.rows) and line_of(view, seq) is not None:
            self.move_cursor(self.settled_row_of(self.row_for(Mark("event", seq))))

    def mark(self, row: int) -> Mark:
        """A name for that row which holds in filtered rows, and in another log's."""
        return self.sheet.mark(self.rows.at(row))

    def row_for(self, mark: Mark) -> Row:
        """The row of that name."""
        return self.sheet.row_for(mark, with_bands=self.finding is None)

    def move_cursor(self, row: int) -> None:
        """The past's cursor is no place to be: who comes to it goes on beyond it."""
        there = self.row_at(row)
        if there is not None and there == self.sheet.band_row("cursor"):
            row += 1 if row > self.cursor else -1
            row = row if 0 <= row < len(self.rows) else self.cursor
        super().move_cursor(row)

    def _go_to_past(self) -> None:
        """The cursor goes to what stands right above the cursor's band, or to the last match up to there."""
        band = self.sheet.band_row("cursor")
        if band is None or not len(self.rows):
            return
        if self.finding is not None:
            self.put_cursor(self.rows.row_of(Row("event", self.sheet.bands[band.at].line - 1)))
            return
        self.bring_into_sight(self.settled_row_of(band), _AROUND_CURSOR)
        self.put_cursor(self.settled_row_of(band) - 1)

    # ------------------------------------------------------------------------------------------------- alignment

    @property
    def boundary_row(self) -> int | None:
        """The row of the seed boundary; None in a session that is no fork."""
        band = self.sheet.band_row("seed")
        return self.sheet.rows.row_of(band) if band is not None else None

    @property
    def top_row(self) -> int:
        """The first row in sight."""
        return self.scroll_offset.y

    def put_top(self, row: int) -> None:
        """Scroll so that ``row`` is the first one in sight."""
        self.place_top(row)
        self.settle_sight()

    # -------------------------------------------------------------------------------------------------- drawing

    def follow_changed(self) -> None:
        """Count from here what is new, and say so."""
        view = self.scene.view
        # The index may have more already than the panes were told of.
        self._seen = view.events if view is not None else self.sheet.index.events
        self.retitle()

    def title_spans(self) -> list[Span]:
        """The turn in sight or what is filtered, and whether the end is followed; or where in the past this is."""
        view, past = self.scene.view, self.scene.past
        if view is None:
            return [Span("newest events", "dim")]
        filtered = [*self.finding.title_spans(view.events)] if self.finding is not None else []
        if past is not None:
            later = view.events + len(view.closers) - 1 - past.seq
            return [Span(f"at {past.seq}", "past"), Span(f"{later:,} later, dimmed", "past"), *filtered]
        spans = filtered or ([Span(f"turn {view.last_turn}", "dim")] if view.last_turn else [])
        if view.queued:
            spans.append(Span(f"{view.queued:,} queued", "overdue"))
        if self.following:
            return [*spans, Span("following", "ok")]
        new = view.events - self._seen
        paused = Span(f"paused, {new:,} new" if new > 0 else "paused", "overdue" if new > 0 else "dim", new > 0)
        return [*spans, paused, Span("End follows", "dim")]

    def row_count(self) -> int:
        """All rows, or what is said instead."""
        return len(self.rows) or len(self._vacant())

    def shows_cursor(self) -> bool:
        """The cursor row is marked where there are events."""
        return self.has_focus and len(self.rows) > 0

    def row_line(self, row: int, width: int) -> Line:
        """A header, an event, a closer, a band, or a line of the empty pane."""
        if not len(self.rows):
            return self._vacant()[row]
        last = len(self.rows) - 1 - (self.sheet.queued if self.finding is None else 0)
        return self.sheet.line(self.rows.at(row), width, paint_of(self).glyphs, last=row == last)

    def _vacant(self) -> list[Line]:
        """What is said where there are no rows."""
        return self.finding.empty_lines() if self.finding is not None else _nothing(self.scene)


def _nothing(scene: Scene) -> list[Line]:
    if scene.view is None and scene.page is None:
        return empty_lines("Reading the log ...")
    if scene.view is not None and scene.view.problem is not None:
        return empty_lines("No event could be read.", [("", scene.view.problem)], bad=True)
    return empty_lines("No events yet.", [(scene.key("agent.say"), "says something to the agent")])
