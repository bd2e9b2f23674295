"""One side of the comparison below the fork: which rows of a log are compared, and what of each.

Owns what counts as the same. Compared are the events that a transcript shows when it hides what says nothing, by what
their rows say: shape, word and text, never by seq, and by time only where the text says one. Turn headers, bands and
the marks of opening are not compared.
"""

from array import array
from bisect import bisect_left
from itertools import compress
from typing import Final

from workbench.errors import WorkbenchError
from workbench.fronts.tui.panes.occurrences import Occurrences
from workbench.fronts.tui.panes.quiet import is_quiet
from workbench.fronts.tui.panes.rows import STRUCTURAL
from workbench.fronts.tui.panes.wording import Wording
from workbench.fronts.tui.theme.glyphs import ASCII
from workbench.session.events import TYPE_CODE
from workbench.session.index import LogIndex
from workbench.time.zones import UTC

_LEFT_OUT: Final = {TYPE_CODE[name] for name in (*STRUCTURAL, "session/end-seed")}
_CANDIDATES: Final = bytes(code not in _LEFT_OUT for code in range(256))


class Lane:
    """The compared rows of one log from index row ``first`` on, read on demand.

    ``lines`` are the index rows of those that were read, in order, ``keys`` what each is compared by; a *place* counts
    in them. :meth:`extend` and :meth:`read` may be called by different threads, each by one at a time.
    """

    def __init__(self, index: LogIndex, first: int) -> None:
        self.index = index
        self.first = first
        self.lines = array("I")
        self.keys: list[int] = []
        self._wording = Wording(index, Occurrences(index))
        self._candidates = array("I")
        self._scanned = first
        self._read = 0

    @property
    def ended(self) -> bool:
        """Whether every row there is was read."""
        return self._read == len(self._candidates)

    def extend(self, rows: int) -> None:
        """Take in the index rows below ``rows``, by their types alone."""
        if rows > self._scanned:
            flags = self.index.codes(self._scanned, rows).translate(_CANDIDATES)
            self._candidates.extend(compress(range(self._scanned, rows), flags))
            self._scanned = rows

    def unread(self, places: int) -> int:
        """How many rows :meth:`read` would read at least."""
        return min(max(0, places - len(self.lines)), len(self._candidates) - self._read)

    def read(self, places: int) -> None:
        """Read on until that many places are known or the log ends."""
        while len(self.lines) < places and not self.ended:
            line = self._candidates[self._read]
            key = self._key(line)
            if key is not None:
                self.keys.append(key)
                self.lines.append(line)
            self._read += 1

    def place_of(self, line: int) -> int:
        """The place of index row ``line``, or of the first compared row after it, as far as it was read."""
        return bisect_left(self.lines, line)

    def has(self, line: int) -> bool:
        """Whether index row ``line`` is one that is compared, and was read."""
        place = self.place_of(line)
        return place < len(self.lines) and self.lines[place] == line

    def is_beyond(self, line: int) -> bool:
        """Whether index row ``line`` lies where nothing was read yet."""
        return not self.ended and line >= self._candidates[self._read]

    def _key(self, line: int) -> int | None:
        """What a row is compared by; None for one that is hidden."""
        try:
            if is_quiet(self.index, line):
                return None
            words = self._wording.at(line, ASCII, UTC)
        except (WorkbenchError, LookupError):
            # A log that was cut while it is on the screen: the row is gone.
            return None
        return hash((words.shape, words.word, words.text))
