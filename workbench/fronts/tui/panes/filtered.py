"""A pane of log rows that can be filtered: while a text is looked for only the rows that hold it are there.

Owns starting and ending searches, and where the cursor goes when rows come and go with them: it stays on its event, and
once the filter is cleared it stands there still, now among that event's surroundings.
"""

from functools import partial
from typing import TYPE_CHECKING, Final

from textual.message import Message
from textual.timer import Timer

from workbench.fronts.tui.panes.drawn import paint_of
from workbench.fronts.tui.panes.reading import Held, ReadingPane, RowList
from workbench.fronts.tui.panes.scene import Filter, Scene

if TYPE_CHECKING:
    from workbench.bench.view import BenchView
    from workbench.fronts.tui.panes.finding import Finding, Wanted

# Seconds between two looks at what a search has found.
_PACE: Final = 0.1


class FilteredPane(ReadingPane):
    """Subclasses keep :attr:`all_rows`, the rows without a filter, and call :meth:`take_filter` with each scene."""

    all_rows: RowList

    class Searched(Message):
        """The search of this pane has found something, or ended; posted from its thread."""

    def __init__(self, *, id: str) -> None:  # noqa: A002 - Textual's name
        super().__init__(id=id)
        self.finding: Finding | None = None
        # Where the reader was before the filter, for as long as nothing is found.
        self._anchor: Held | None = None
        self._pause: Timer | None = None
        self._typed: Filter | None = None
        # Whether the reader has chosen a row since the filter was begun.
        self._chose = False

    def held(self) -> Held | None:
        """The place of cursor and first row; while nothing is found, that of before the filter."""
        return super().held() or (self._anchor if self.finding is not None else None)

    def take_filter(self, scene: Scene, place: Held | None) -> None:
        """Let the rows be those that the scene's filter leaves; ``place`` is where the reader was before."""
        wanted = self.wanted(scene)
        current = self.finding.wanted if self.finding is not None else None
        if wanted != current:
            self._anchor = place
            if current is None:
                self._chose = False
            self._end_search()
            if wanted is not None and scene.view is not None:
                self._begin_search(wanted, scene.view)
        if self.finding is None:
            self.rows = self.all_rows
            return
        self.rows = self.finding.rows
        if scene.filter is not self._typed:
            self._typed = scene.filter
            self._calm()
        if scene.view is not None:
            self.finding.take_closers(scene.view.closers)
            self.finding.search.journal = scene.view.journal
            self._search_on(scene.view.rows)

    def wanted(self, scene: Scene) -> "Wanted | None":
        """What the scene's filter looks for in this pane."""
        chosen, view = scene.filter, scene.view
        if chosen is None or chosen.pane != self.id or not chosen.text.strip() or view is None:
            return None
        from workbench.fronts.tui.panes.finding import Wanted
        from workbench.fronts.tui.panes.searching import Looked

        looked = Looked(paint_of(self).glyphs, scene.zone, scene.all_events)
        return Wanted(chosen.text.strip(), id(view.index), looked)

    def _begin_search(self, wanted: "Wanted", view: "BenchView") -> None:
        from workbench.fronts.tui.panes.finding import Finding

        start = view.rows
        if self._anchor is not None and not self.follows():
            start = min(view.index.first_row_from(self._anchor.cursor.seq), view.rows)
        self.finding = Finding(wanted, view.index, view.rows, start)

    def _search_on(self, rows: int) -> None:
        finding = self.finding
        if finding is not None and finding.search.begin(rows):
            run = partial(finding.search.run, lambda: self.post_message(self.Searched()))
            self.run_worker(run, name="search", group="search", thread=True, exclusive=True)

    def _end_search(self) -> None:
        if self.finding is not None:
            self.finding.search.stop()
            self.finding = None
        if self._pause is not None:
            self._pause.stop()
            self._pause = None

    def on_unmount(self) -> None:
        """No search outlives its pane."""
        self._end_search()

    # -------------------------------------------------------------------------------------------------- results

    def on_filtered_pane_searched(self, message: Searched) -> None:
        """Take what was found; what comes within the next moment is taken at its end."""
        message.stop()
        if self._pause is None:
            self._take_found()

    def _take_found(self) -> None:
        self._pause = None
        finding = self.finding
        if finding is None:
            return
        held, had_rows = self.held(), bool(len(self.rows))
        if finding.take():
            self._pause = self.set_timer(_PACE, self._take_found)
        if not (had_rows and held is not None and self.moved_along(held)) and not self.follows():
            self.put_back(held)
            if not had_rows and len(self.rows) and self.rows.at(self.cursor).kind == "header":
                self.cursor += 1
        self.redraw()
        if self.follows():
            self.follow_end()

    def move_cursor(self, row: int) -> None:
        """Who moves has the processor for a moment."""
        self._chose = True
        self._calm()
        super().move_cursor(row)

    def _calm(self) -> None:
        if self.finding is not None:
            self.finding.search.calm()
