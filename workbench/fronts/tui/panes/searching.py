"""Looking for a needle in a log, in a thread of its own, from one row outwards, so that what is near is found first.

Owns the order and the pace: pieces of a few hundred rows, alternately before and after, with a breath between them, so
that a key is answered as quickly as when nothing is looked for. What matches is ``needle`` and ``searchtext``.
"""

import threading
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Final

import msgspec

from workbench.errors import WorkbenchError
from workbench.fronts.tui.panes.blocks import EVENT, HEADER, HIDDEN, NOTHING_HIDDEN, entry_of
from workbench.fronts.tui.panes.eventtext import Setting, repeated, words_of
from workbench.fronts.tui.panes.lines import LONG_LINE
from workbench.fronts.tui.panes.matched import Found
from workbench.fronts.tui.panes.needle import Needle
from workbench.fronts.tui.panes.occurrences import Occurrences
from workbench.fronts.tui.panes.quiet import is_quiet_line
from workbench.fronts.tui.panes.repeats import is_repeat
from workbench.fronts.tui.panes.searchtext import search_text
from workbench.fronts.tui.panes.turns import CHANGE, QUEUED, turn_of
from workbench.fronts.tui.theme.glyphs import Glyphs
from workbench.session.lines import decode_row
from workbench.time.zones import Zone

if TYPE_CHECKING:
    from workbench.bench.journal.reading import JournalView
    from workbench.session.index import LogIndex

_PIECE: Final = 1024
# What a row costs that is only tested and one that is decoded, in tenths of a microsecond, and after how much of that
# others get the processor: a key waits for no more.
_TESTED: Final = 6
_DECODED: Final = 300
_TIRED: Final = 7_000
# Seconds; any wait lets a waiting thread run, and the shortest is enough.
_BREATH: Final = 0.0003
# Answering a key takes several turns of the processor, so for a while after one the search works little and rests long.
_TIRED_SOON: Final = 1_500
_LONG_BREATH: Final = 0.005
_BREATHS: Final = 60
# But first what was typed is painted, and as much is searched at once as a log of usual size has.
_HEAD_START: Final = 0.012
_AT_ONCE: Final = 400_000
_CHANGED: Final = "the log changed while it was searched"


class Looked(msgspec.Struct, frozen=True):
    """What rows say while they are searched, beside the log itself. ``everything`` searches hidden events too."""

    glyphs: Glyphs
    zone: Zone
    everything: bool = False


class Search:
    """One search over the rows of an index below a count that can be raised. :meth:`run` belongs to one thread at a
    time; everything else may be called from another."""

    def __init__(self, index: "LogIndex", needle: Needle, looked: Looked, rows: int, start: int) -> None:
        """``start`` is the row to begin at, at most ``rows``."""
        self._index = index
        self._needle = needle
        self._looked = looked
        self._occurrences = Occurrences(index)
        self._lock = threading.Lock()
        self._stop = threading.Event()
        self._first = self._last = start
        self._rows = rows
        self._running = False
        self._up_next = False
        self._worked = 0
        self._in_all = 0
        self._calm = 0
        self._found: list[Found] = []
        self._told = False
        # Knows which dispatches are repeats; the newest one there is.
        self.journal: JournalView | None = None
        # What kept the search from going on, as a sentence.
        self.trouble: str | None = None

    def begin(self, rows: int) -> bool:
        """Search up to ``rows`` as well; whether :meth:`run` has to be called for it."""
        with self._lock:
            if rows > self._rows:
                if self._last == self._rows:
                    self._last = max(self._first, self._unfinished(self._rows))
                self._rows = rows
            wanted = not self._running and (self._first > 0 or self._last < self._rows) and self.trouble is None
            self._running = self._running or wanted
            return wanted

    def take(self) -> list[Found]:
        """What was found since it was asked last, in the order in which it is to be joined."""
        with self._lock:
            found, self._found, self._told = self._found, [], False
            return found

    @property
    def share(self) -> float:
        """How much of the rows was searched, 0 to 1; 1 means all."""
        with self._lock:
            return (self._last - self._first) / self._rows if self._rows else 1.0

    def calm(self) -> None:
        """Someone types or moves: go slowly for a moment."""
        self._calm = _BREATHS

    def stop(self) -> None:
        """Let :meth:`run` end soon."""
        self._stop.set()

    def run(self, tell: Callable[[], object]) -> None:
        """Search until all was searched or :meth:`stop`; ``tell`` is called once there is something to take again."""
        try:
            if self._stop.wait(_HEAD_START):
                return
            while (piece := self._next_piece()) is not None:
                entries = list(self._entries(*piece))
                if self._stop.is_set():
                    return
                if self._join(Found(*piece, entries)):
                    tell()
        except (WorkbenchError, LookupError, ValueError) as error:
            # Rows can be lost under the search: a crash drops what was not written.
            with self._lock:
                self.trouble = error.message if isinstance(error, WorkbenchError) else _CHANGED
                self._running = False
            tell()

    def _next_piece(self) -> tuple[int, int] | None:
        """Rows to look at next: before those that were, or after them, by turns."""
        with self._lock:
            before, after = self._first > 0, self._last < self._rows
            if not before and not after:
                self._running = False
                return None
            self._up_next = after and not (before and self._up_next)
            if self._up_next:
                return self._last, min(self._rows, self._last + _PIECE)
            return max(0, self._first - _PIECE), self._first

    def _join(self, found: Found) -> bool:
        """Note what was found; whether that has to be told."""
        with self._lock:
            if found.first >= self._last:
                self._last = found.last
            else:
                self._first = found.first
            self._found.append(found)
            told, self._told = self._told, True
            return not told

    def _unfinished(self, rows: int) -> int:
        """Where the queueing and the dispatches of a turn that has not started yet begin before ``rows``."""
        while rows > 0 and self._index.type_code(rows - 1) in {CHANGE, QUEUED}:
            rows -= 1
        return rows

    # ------------------------------------------------------------------------------------------------- one piece

    def _entries(self, first: int, last: int) -> Iterator[int]:
        header = None
        for row in self._matching(first, last):
            turn = turn_of(self._index, row, self._rows)
            if turn is not None and turn != header:
                header = turn
                yield entry_of(HEADER, turn)
            yield entry_of(EVENT, row)

    def _matching(self, first: int, last: int) -> Iterator[int]:
        index, needle = self._index, self._needle
        hidden = NOTHING_HIDDEN if self._looked.everything else HIDDEN
        for row, (code, raw) in enumerate(zip(index.codes(first, last), index.lines(first, last), strict=True), first):
            self._worked += _TESTED
            if not hidden[code] and (needle.said_by[code] or needle.may_be_in(raw)):
                self._worked += _DECODED
                if self._holds(row, code, raw):
                    yield row
            if self._worked > (_TIRED_SOON if self._slow else _TIRED) and self._rests():
                return

    @property
    def _slow(self) -> bool:
        return self._calm > 0 and self._in_all > _AT_ONCE

    def _rests(self) -> bool:
        """Let others have the processor; whether the search is to end."""
        self._in_all += self._worked
        self._worked = 0
        if not self._slow:
            return self._stop.wait(_BREATH)
        self._calm -= 1
        return self._stop.wait(_LONG_BREATH)

    def _holds(self, row: int, code: int, raw: bytes) -> bool:
        """Whether the row or a text of its event holds the needle; of a line too long to decode the test is enough."""
        index, looked = self._index, self._looked
        if len(raw) > LONG_LINE:
            return self._needle.may_be_in(raw)
        event = decode_row(raw, index.seq(row), index.time(row))
        if not looked.everything and is_quiet_line(index, row, raw, event):
            return False
        occurrence = self._occurrences.of(row) if code == CHANGE and self._needle.partly_said_by[code] else None
        words = words_of(event, Setting(looked.glyphs, looked.zone, None, occurrence))
        if words.word == "dispatch" and is_repeat(self.journal, index.seq(row), words.record or ""):
            words = repeated(words)
        return self._needle.is_in(search_text(event, words))
