"""A filter at work on the transcript: its search, the rows found so far, and what the title says of them.

Owns when a search begins anew. The thread that searches is started by the pane.
"""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Final

import msgspec

from workbench.fronts.tui.panes.empty import empty_lines
from workbench.fronts.tui.panes.eventtext import Setting, words_of
from workbench.fronts.tui.panes.matched import Matched
from workbench.fronts.tui.panes.needle import Needle
from workbench.fronts.tui.panes.searching import Looked, Search
from workbench.fronts.tui.panes.searchtext import search_text
from workbench.fronts.tui.theme.cells import clean, cut
from workbench.fronts.tui.theme.paint import Line, Span
from workbench.session.events import Event

if TYPE_CHECKING:
    from workbench.session.index import LogIndex

_TITLE_CELLS: Final = 20


class Wanted(msgspec.Struct, frozen=True):
    """What is looked for, and in what; another one needs another search."""

    text: str
    log: int
    looked: Looked


class Finding:
    """One search and its rows, from index row ``start`` outwards."""

    def __init__(self, wanted: Wanted, index: "LogIndex", rows: int, start: int) -> None:
        self.wanted = wanted
        self._needle = Needle(wanted.text)
        self.search = Search(index, self._needle, wanted.looked, rows, start)
        self.rows = Matched(index, start)

    def take(self) -> bool:
        """Join what was found meanwhile; whether that changed anything."""
        pieces = self.search.take()
        for piece in pieces:
            self.rows.add(piece)
        return bool(pieces)

    def take_closers(self, closers: Sequence[Event]) -> None:
        """Look through the closers, which are few and stand in no log."""
        setting = Setting(self.wanted.looked.glyphs, self.wanted.looked.zone)
        texts = (search_text(closer, words_of(closer, setting)) for closer in closers)
        self.rows.put_closers([at for at, text in enumerate(texts) if self._needle.is_in(text)])

    def title_spans(self, events: int) -> Iterator[Span]:
        """How many of so many events match, or how far the search is."""
        count, share = self.rows.count, self.search.share
        if self.search.trouble is not None:
            yield Span(self.search.trouble, "bad")
        elif share < 1:
            yield Span(f"searching {int(share * 100)}%", "dim")
        else:
            yield Span(f"{count:,} {'match' if count == 1 else 'matches'} of {events:,}", "dim")
        yield Span(f"/{self._shown}", "link", True)

    @property
    def _shown(self) -> str:
        return cut(clean(self.wanted.text, _TITLE_CELLS), _TITLE_CELLS)

    def empty_lines(self) -> list[Line]:
        """What is said where no row matches."""
        if self.search.share < 1 and self.search.trouble is None:
            return empty_lines("Searching ...")
        return empty_lines(f'No event contains "{self._shown}".', [("esc", "clears the filter")])
