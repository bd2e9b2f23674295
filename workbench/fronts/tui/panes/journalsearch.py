"""Looking for a text in a journal, in a thread of its own, the newest entries first.

Owns the order and the pace, and the numbers of the entries that match. What an entry says is ``journalline``'s.
"""

import threading
from array import array
from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from workbench.fronts.tui.panes.journalline import entry_text
from workbench.fronts.tui.panes.needle import matches
from workbench.fronts.tui.theme.glyphs import Glyphs

if TYPE_CHECKING:
    from workbench.bench.journal.reading import JournalView

_PIECE: Final = 64
# Seconds; any wait lets a waiting thread run, so that a key is answered as quickly as without a search.
_BREATH: Final = 0.0005


class JournalSearch:
    """One search. :meth:`run` belongs to one thread at a time; all else to the screen's."""

    def __init__(self, text: str, glyphs: Glyphs, journal: "JournalView") -> None:
        self.text = text
        self.glyphs = glyphs
        self._journal = journal
        self._first = self._last = len(journal)
        self._lock = threading.Lock()
        self._stop = threading.Event()
        self._running = self._told = False
        self._pieces: list[tuple[bool, list[int]]] = []
        # Matching entries before the start, last one first, and those from it on.
        self._before = array("Q")
        self._after = array("Q")

    def __len__(self) -> int:
        return len(self._before) + len(self._after)

    def number(self, row: int) -> int:
        """The number of the entry in that row."""
        before = len(self._before)
        return self._before[before - 1 - row] if row < before else self._after[row - before]

    @property
    def share(self) -> float:
        """How much was searched, 0 to 1."""
        with self._lock:
            entries = len(self._journal)
            return (self._last - self._first) / entries if entries else 1.0

    def begin(self, journal: "JournalView") -> bool:
        """Search this view of the journal from now on; whether :meth:`run` has to be called for it."""
        with self._lock:
            self._journal = journal
            wanted = not self._running and (self._first > 0 or self._last < len(journal))
            self._running = self._running or wanted
            return wanted

    def take(self) -> int:
        """Take in what was found meanwhile; how many rows came before those that were there."""
        with self._lock:
            pieces, self._pieces, self._told = self._pieces, [], False
        grown = len(self._before)
        for newer, numbers in pieces:
            if newer:
                self._after.extend(numbers)
            else:
                self._before.extend(reversed(numbers))
        return len(self._before) - grown

    def stop(self) -> None:
        """Let :meth:`run` end soon."""
        self._stop.set()

    def run(self, tell: Callable[[], object]) -> None:
        """Search until everything was searched or :meth:`stop`; ``tell`` says that there is something to take."""
        while (piece := self._next_piece()) is not None:
            journal, first, last = piece
            found = [
                number
                for number, entry in enumerate(journal.entries(first, last), first)
                if matches(entry_text(entry, self.glyphs), self.text)
            ]
            if self._join(first, last, found):
                tell()
            if self._stop.wait(_BREATH):
                return
        tell()

    def _next_piece(self) -> "tuple[JournalView, int, int] | None":
        with self._lock:
            journal = self._journal
            if self._last < len(journal):
                return journal, self._last, min(len(journal), self._last + _PIECE)
            if self._first > 0:
                return journal, max(0, self._first - _PIECE), self._first
            self._running = False
            return None

    def _join(self, first: int, last: int, found: list[int]) -> bool:
        with self._lock:
            newer = first >= self._last
            if newer:
                self._last = last
            else:
                self._first = first
            if found:
                self._pieces.append((newer, found))
            told, self._told = self._told, True
            return not told
