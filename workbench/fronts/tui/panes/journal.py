"""The journal pane: one row per entry, newest last, read only as far as it is in sight (BEN-14, page 10, section 6).

Owns the cursor, following and the filter. What a row says is ``journalline``'s, which entries hold a text
``journalsearch``'s; while the pane has no place on the screen nothing of the journal is read at all.
"""

from functools import partial
from typing import TYPE_CHECKING, Final

from textual.message import Message

from workbench.fronts.tui.panes.base import Pane
from workbench.fronts.tui.panes.drawn import paint_of
from workbench.fronts.tui.panes.empty import empty_lines
from workbench.fronts.tui.panes.journalline import EntrySetting, entry_line
from workbench.fronts.tui.panes.journalsearch import JournalSearch
from workbench.fronts.tui.panes.journaltext import delivered_items, records_of
from workbench.fronts.tui.panes.lost import lost_of
from workbench.fronts.tui.panes.refusals import briefly
from workbench.fronts.tui.panes.scene import Scene
from workbench.fronts.tui.theme.cells import clean, cut
from workbench.fronts.tui.theme.cells import width as width_of
from workbench.fronts.tui.theme.paint import Line, Span

if TYPE_CHECKING:
    from workbench.bench.journal.entries import Entry
    from workbench.bench.journal.reading import JournalView

# Entries that are read at once, around one that is wanted.
_PIECE: Final = 32
_TITLE_CELLS: Final = 20
_GAP: Final = 2
# What the frame takes of the title's row.
_TITLE_REST: Final = 6


class JournalPane(Pane):
    """The entries of the scene's journal; in the past those that came later are dimmed."""

    NAME = "Journal"

    class Searched(Message):
        """The search has found something, or ended; posted from its thread."""

    def __init__(self, *, id: str) -> None:  # noqa: A002 - Textual's name
        super().__init__(id=id)
        self.following = True
        self._journal: JournalView | None = None
        self._entries: dict[int, Entry] = {}
        self._search: JournalSearch | None = None
        self._seen = 0
        self._empty: list[Line] = []

    # ---------------------------------------------------------------------------------------------------- scene

    def show(self, scene: Scene) -> None:
        """Draw from ``scene``; the cursor stays on its entry, or at the end where that is followed."""
        self.scene = scene
        if not self.display:
            return
        self._take(scene)
        super().show(scene)
        if self.follows():
            self._follow_end()

    def on_show(self) -> None:
        """The pane has a place again."""
        self.show(self.scene)

    def on_resize(self) -> None:
        """Fit anew, the end or the cursor in sight."""
        super().on_resize()
        self.show(self.scene)
        if not self.follows():
            self.reveal(self.cursor)

    def on_unmount(self) -> None:
        """No search outlives its pane."""
        self._end_search()

    def follows(self) -> bool:
        """Whether the end is kept in sight."""
        return self.following and self.scene.past is None

    def _take(self, scene: Scene) -> None:
        view = scene.view
        journal = view.journal if view is not None else None
        if journal is not self._journal:
            self._journal = journal
            self._entries.clear()
        self._take_filter(scene)
        self._empty = [] if self._count() else self._nothing()

    def _count(self) -> int:
        """How many rows there are, those that a filter leaves."""
        if self._search is not None:
            return len(self._search)
        return len(self._journal) if self._journal is not None else 0

    # ------------------------------------------------------------------------------------------------- filtering

    def _take_filter(self, scene: Scene) -> None:
        chosen, glyphs = scene.filter, paint_of(self).glyphs
        text = chosen.text.strip() if chosen is not None and chosen.pane == self.id else ""
        current = self._search
        if current is not None and (current.text != text or current.glyphs != glyphs or self._journal is None):
            at = self._number(self.cursor)
            self._end_search()
            self.cursor = at if at is not None else self.cursor
        if not text or self._journal is None:
            return
        if self._search is None:
            self._search = JournalSearch(text, glyphs, self._journal)
        if self._search.begin(self._journal):
            run = partial(self._search.run, lambda: self.post_message(self.Searched()))
            self.run_worker(run, name="journal search", group="search", thread=True, exclusive=True)

    def _end_search(self) -> None:
        if self._search is not None:
            self._search.stop()
            self._search = None

    def on_journal_pane_searched(self, message: Searched) -> None:
        """Take what was found: older entries come before those that are there, which stay where they are."""
        message.stop()
        if self._search is None:
            return
        older, top = self._search.take(), self.scroll_offset.y
        self.cursor += older
        self._empty = [] if self._count() else self._nothing()
        self.redraw()
        if self.follows():
            self._follow_end()
        elif older:
            self.scroll_to(y=top + older, animate=False)

    # --------------------------------------------------------------------------------------------- what is chosen

    def entry_at_cursor(self) -> "Entry | None":
        """The entry on the cursor row."""
        number = self._number(self.cursor)
        return self._entry(number) if number is not None else None

    def record_at_cursor(self) -> str | None:
        """The id of the first record that the cursor row is about; the selected one where that is among them."""
        entry = self.entry_at_cursor()
        records = records_of(entry) if entry is not None else ()
        return self.scene.selected if self.scene.selected in records else next(iter(records), None)

    def _number(self, row: int) -> int | None:
        if not 0 <= row < self._count():
            return None
        return self._search.number(row) if self._search is not None else row

    def _entry(self, number: int) -> "Entry":
        """That entry; around it a piece of the journal is read and kept while the view is the same."""
        found = self._entries.get(number)
        if found is None and self._journal is not None:
            first = number - number % _PIECE
            self._entries.update(enumerate(self._journal.entries(first, first + _PIECE), first))
            found = self._entries[number]
        assert found is not None  # noqa: S101 - a row without a journal is never asked for
        return found

    # -------------------------------------------------------------------------------------------------- drawing

    def title_spans(self) -> list[Span]:
        """How many entries, what is filtered, whether the end is followed; or what is wrong with the journal."""
        journal = self._journal
        if journal is None or not self.display:
            return []
        spans = self._filter_spans(len(journal)) or [Span(f"{len(journal):,} entries", "dim")]
        if journal.problem is not None:
            spans.append(Span(self._troubled(journal.problem, spans), "bad", True))
        if self.scene.past is not None:
            return [Span("what came later is dimmed", "past"), *spans]
        if self.following:
            return [*spans, Span("following", "ok")]
        new = len(journal) - self._seen
        paused = Span(f"paused, {new:,} new" if new > 0 else "paused", "overdue" if new > 0 else "dim", new > 0)
        return [*spans, paused, Span("End follows", "dim")]

    def _troubled(self, problem: str, spans: list[Span]) -> str:
        """What is wrong, as much of it as the title has room for: a part that does not fit would be left out."""
        taken = width_of(self.heading()) + sum(width_of(span.text) + _GAP for span in spans)
        room = max(_TITLE_CELLS, self.outer_size.width - _TITLE_REST - taken - _GAP)
        return cut(clean(f"{paint_of(self).glyphs.corrupt} {briefly(problem)}", room), room)

    def _filter_spans(self, entries: int) -> list[Span]:
        if self._search is None:
            return []
        count, share = len(self._search), self._search.share
        far = f"{count:,} {'match' if count == 1 else 'matches'} of {entries:,}"
        looked = cut(clean(self._search.text, _TITLE_CELLS), _TITLE_CELLS)
        return [Span(far if share >= 1 else f"searching {int(share * 100)}%", "dim"), Span(f"/{looked}", "link", True)]

    def row_count(self) -> int:
        """All rows, or what is said instead; none while the pane has no place."""
        return (self._count() or len(self._empty)) if self.display else 0

    def shows_cursor(self) -> bool:
        """The cursor row is marked where there are entries."""
        return self.has_focus and self._count() > 0

    def row_line(self, row: int, width: int) -> Line:
        """An entry, or a line of the empty pane."""
        number = self._number(row)
        if number is None:
            return self._empty[row] if row < len(self._empty) else Line()
        entry, scene = self._entry(number), self.scene
        past = scene.past
        later = past is not None and entry.at > past.view.now
        setting = EntrySetting(
            paint_of(self).glyphs, scene.zone, scene.now or 0, width, scene.selected, self._loud(entry), later,
            self._kind(entry), lost_of(scene, entry),
        )  # fmt: skip
        return entry_line(entry, setting)

    def _loud(self, entry: "Entry") -> bool:
        """Whether it is a decision that the last move made."""
        if self.scene.past is not None or entry.what != "decision" or entry.seq < 0:
            return False
        last = entry.seq + len(delivered_items(entry))
        return any(entry.seq <= seq < last for seq in self.scene.delivered())

    def _kind(self, entry: "Entry") -> str | None:
        """What kind the record is that was created, for its shape."""
        view = self.scene.view
        if entry.what != "create" or entry.id is None or view is None or view.history is None:
            return None
        track = view.history.track(entry.id)
        return track.kind if track is not None else None

    def _nothing(self) -> list[Line]:
        view, search = self.scene.view, self._search
        if search is not None:
            looked = cut(clean(search.text, _TITLE_CELLS), _TITLE_CELLS)
            said = "Searching ..." if search.share < 1 else f'No entry contains "{looked}".'
            return empty_lines(said, [("esc", "clears the filter")])
        if view is None:
            return empty_lines("Reading the log ...")
        if not view.drivable or view.journal is None:
            return empty_lines("No journal lies beside this log.", [("", "Its decisions are in its events alone.")])
        hints = (
            (self.scene.key("time.next"), "goes to the next delivery"),
            ("", "Every decision is noted here, with its reason."),
        )
        return empty_lines("Nothing was decided yet.", hints)

    # --------------------------------------------------------------------------------------------------- moving

    def move_cursor(self, row: int) -> None:
        """Moving up pauses following; the last row resumes it."""
        super().move_cursor(row)
        self._set_following(following=self.cursor >= self._count() - 1)

    def watch_scroll_y(self, old_value: float, new_value: float) -> None:
        """Scrolling up by the wheel pauses following as well."""
        super().watch_scroll_y(old_value, new_value)
        if new_value < old_value and new_value < self.max_scroll_y:
            self._set_following(following=False)

    def _set_following(self, *, following: bool) -> None:
        if following != self.following and self.scene.past is None:
            self.following = following
            self._seen = len(self._journal) if self._journal is not None else 0
            self.retitle()

    def _follow_end(self) -> None:
        before, self.cursor = self.cursor, max(self._count() - 1, 0)
        if before != self.cursor:
            self.draw_again((before, self.cursor))
        top = max(0, self.row_count() - self.size.height)
        if top != self.scroll_offset.y:
            self.scroll_to(y=top, animate=False)
