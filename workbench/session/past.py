"""The state of a session after any prefix of its log, from the index and a few lines (BEN-16).

Owns which lines matter: what a later one overrides is never read. The result is what feeding every event of the prefix
to :class:`workbench.session.state.SessionState` would give; tests hold the two together.
"""

import threading
from array import array
from bisect import bisect_left, bisect_right
from collections.abc import Iterator
from itertools import compress
from typing import Any, Final

from workbench.errors import ScheduleError, WorkbenchError
from workbench.schedule.fold import Fold
from workbench.session.book import RecordBook
from workbench.session.events import TYPE_CODE
from workbench.session.following import catch_up
from workbench.session.index import LogIndex
from workbench.session.packed import PackedRun
from workbench.session.state import SessionState
from workbench.session.tracker import Tracker

_STRIDE: Final = 1 << 12  # rows
_SPLICED: Final = TYPE_CODE["agent/inbox/spliced"]
# Of these only the last one counts.
_LATEST: Final = tuple(
    TYPE_CODE[name] for name in ("session/title", "request/context", "request/header", "session/end-seed")
)
# These are forgotten when the next turn starts.
_IN_TURN: Final = bytes(
    code in {TYPE_CODE[name] for name in (
        "turn/start", "turn/end", "step/start", "step/end",
        "user/message", "assistant/message", "tool/call", "tool/result",
    )}
    for code in range(256)
)  # fmt: skip


class Past:
    """Views of a log's past. It may grow meanwhile: what was added is followed when it is first asked for.

    ``hole`` is where damage lies and the error that Schedule has from there on (LOG-14). Safe to use from any thread.
    """

    def __init__(self, index: LogIndex, tracker: Tracker, hole: tuple[int, ScheduleError] | None = None) -> None:
        self._index = index
        self._tracker = tracker
        self._hole = hole
        self._lock = threading.Lock()
        # The latest time in all rows up to each whole stride of them: where to look for an instant.
        self._latest = array("q")

    @property
    def lock(self) -> threading.Lock:
        """To be held by whoever feeds the tracker while others may ask: a fold that changes cannot be copied."""
        return self._lock

    def damaged_from(self, hole: tuple[int, ScheduleError] | None) -> None:
        """The log grew: damage was found in what is new, or what was missing before is there."""
        with self._lock:
            self._hole = hole

    def state_at(self, seq: int) -> SessionState:
        """The state after event ``seq`` and all before it; -1 is before the first.

        Raises ``invalid_cursor`` for a seq that the log does not have.
        """
        if seq == -1:
            return SessionState(self._tracker.fold_from)
        row = self._index.row_of(seq)
        if row is None:
            accepted = f"0 to {self._index.next_seq - 1} are accepted" if self._index.rows else "the log has none"
            raise WorkbenchError("invalid_cursor", f"there is no event {seq}: {accepted}")
        return self.state_of(row + 1, seq)

    def state_of(self, rows: int, seq: int | None = None) -> SessionState:
        """The state after the first ``rows`` rows, or in a packed last one after its event ``seq``."""
        with self._lock:
            self._follow(rows)
            state = self._frame_of(rows, seq)
            state.schedules, state.schedule_error = self._schedules(rows, state.events - 1)
        return state

    def prefix_seq(self, time: int) -> int:
        """The last seq of the longest prefix without an event later than ``time`` (epoch ms); -1 if it is empty."""
        index = self._index
        row = index.row_after(time, self._row_before(time))
        if row == index.rows:
            return index.next_seq - 1 if row else -1
        found = index.event(row)
        if not isinstance(found, PackedRun):
            return index.seq(row) - 1
        return next(event.seq for event in found.expand() if event.time > time) - 1

    def frame_of(self, rows: int, seq: int | None = None) -> SessionState:
        """The same without the schedules, which cost the more the more ids were ever used."""
        with self._lock:
            self._follow(rows)
            return self._frame_of(rows, seq)

    def book(self, rows: int) -> RecordBook:
        """Where the changes of each record lie in the first ``rows`` rows, as far as they could be folded.

        It may know later ones as well; who asks it says up to which event.
        """
        # Nobody waits for another thread's catching up with what was asked for already.
        if self._tracker.rows < rows:
            with self._lock:
                self._follow(rows)
        return self._tracker.book

    def schedule_error(self, rows: int, seq: int) -> ScheduleError | None:
        """What is wrong with Schedule's history up to event ``seq``, the last of the first ``rows`` rows (LOG-14)."""
        if self._hole is not None and rows > self._hole[0]:
            return self._hole[1]
        broken = self._tracker.error_seq
        return self._tracker.error if broken is not None and broken <= seq else None

    def _row_before(self, time: int) -> int:
        """A row not far before the first one with an event later than ``time`` (epoch ms)."""
        index, latest = self._index, self._latest
        with self._lock:
            for first in range(len(latest) * _STRIDE, index.rows - _STRIDE + 1, _STRIDE):
                found = index.latest(first, first + _STRIDE)
                latest.append(max(found, latest[-1]) if latest else found)
        return bisect_right(latest, time) * _STRIDE

    def _follow(self, rows: int) -> None:
        if self._hole is None:
            catch_up(self._tracker, self._index, rows)

    def _frame_of(self, rows: int, seq: int | None) -> SessionState:
        index, tracker = self._index, self._tracker
        state = SessionState(tracker.fold_from)
        for row in sorted(set(_rows_that_matter(index, rows, tracker))):
            event: Any = index.event(row)
            state.apply(event.type, event.seq, event.time, event.data)
        if rows:
            last = index.event(rows - 1)
            if isinstance(last, PackedRun):
                last = last.member(len(last) - 1 if seq is None else seq - last.seq)
            state.events, state.last_time, state.last_type = last.seq + 1, last.time, last.type
        return state

    def _schedules(self, rows: int, seq: int) -> tuple[Fold, ScheduleError | None]:
        index, tracker = self._index, self._tracker
        error = self.schedule_error(rows, seq)
        if error is not None or rows == tracker.rows:
            return tracker.fold.copy(), error
        return tracker.book.fold_at(seq, index), None


def _data(index: LogIndex, row: int) -> Any:
    found: Any = index.event(row)
    return found.data


def _rows_that_matter(index: LogIndex, rows: int, tracker: Tracker) -> Iterator[int]:
    latest = (index.rfind_type(code, 0, rows) for code in _LATEST)
    yield from (row for row in latest if row >= 0)
    yield from _inbox_rows(index, rows, tracker)
    turn = bisect_left(index.turns, rows) - 1
    yield from _turn_rows(index, turn)
    plan = bisect_left(index.plans, rows) - 1
    if plan >= 0:
        row = index.plans[plan]
        before = bisect_left(index.turns, row) - 1
        yield from _turn_rows(index, before)
        yield row
        if before < turn:
            yield index.turns[before + 1]
    since = index.turns[turn] if turn >= 0 else 0
    yield from compress(range(since, rows), index.codes(since, rows).translate(_IN_TURN))


def _turn_rows(index: LogIndex, turn: int) -> Iterator[int]:
    """The start of turn number ``turn`` of the log and, while it does not say its own number, of those before it."""
    while turn >= 0:
        row = index.turns[turn]
        yield row
        data = _data(index, row)
        number = data.get("turn") if isinstance(data, dict) else None
        if isinstance(number, int) and not isinstance(number, bool) and number >= 0:
            return
        turn -= 1


def _inbox_rows(index: LogIndex, rows: int, tracker: Tracker) -> Iterator[int]:
    """The inbox changes since the last place known to have nothing waiting."""
    known = bisect_right(tracker.empty_rows, rows) - 1
    row = tracker.empty_rows[known] if known >= 0 else 0
    while (row := index.find_type(_SPLICED, row, rows)) >= 0:
        yield row
        row += 1
