"""The state of a session after any prefix of its log, from the index and a few lines (BEN-16).

Owns which lines matter: what a later one overrides is never read. The result is what feeding every event of the prefix
to :class:`workbench.session.state.SessionState` would give; tests hold the two together.
"""

import threading
from bisect import bisect_left, bisect_right
from collections.abc import Iterator
from itertools import compress
from typing import Any, Final

from workbench.errors import ScheduleError, WorkbenchError
from workbench.schedule.fold import Fold
from workbench.session.events import TYPE_CODE
from workbench.session.index import LogIndex
from workbench.session.packed import PackedRun
from workbench.session.state import SessionState
from workbench.session.tracker import Tracker

_CHANGE: Final = TYPE_CODE["schedule/change"]
_SPLICED: Final = TYPE_CODE["agent/inbox/spliced"]
_FOLLOWED: Final = bytes(code in {_CHANGE, _SPLICED} for code in range(256))
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
            return self._state_of(rows, seq)

    def prefix_seq(self, time: int) -> int:
        """The last seq of the longest prefix without an event later than ``time`` (epoch ms); -1 if it is empty."""
        index = self._index
        row = index.row_after(time)
        if row == index.rows:
            return index.next_seq - 1 if row else -1
        found = index.event(row)
        if not isinstance(found, PackedRun):
            return index.seq(row) - 1
        return next(event.seq for event in found.expand() if event.time > time) - 1

    def _state_of(self, rows: int, seq: int | None) -> SessionState:
        index, tracker = self._index, self._tracker
        if self._hole is None:
            _catch_up(index, rows, tracker)
        state = SessionState(tracker.fold_from)
        for row in sorted(set(_rows_that_matter(index, rows, tracker))):
            event: Any = index.event(row)
            state.apply(event.type, event.seq, event.time, event.data)
        state.schedules, state.schedule_error = self._schedules(rows)
        if rows:
            last = index.event(rows - 1)
            if isinstance(last, PackedRun):
                last = last.member(len(last) - 1 if seq is None else seq - last.seq)
            state.events, state.last_time, state.last_type = last.seq + 1, last.time, last.type
        return state

    def _schedules(self, rows: int) -> tuple[Fold, ScheduleError | None]:
        index, tracker = self._index, self._tracker
        if self._hole is not None and rows > self._hole[0]:
            return tracker.fold.copy(), self._hole[1]
        if rows == tracker.rows:
            return tracker.fold.copy(), tracker.error
        changes = bisect_left(index.changes, rows)
        at = bisect_right(tracker.snapshots, changes, key=lambda snapshot: snapshot[0]) - 1
        done, fold = tracker.snapshots[at] if at >= 0 else (0, Fold())
        replay = Tracker(tracker.fold_from, fold.copy())
        for row in index.changes[done:changes]:
            replay.change(index.seq(row), _data(index, row))
        return replay.fold, replay.error


def _catch_up(index: LogIndex, rows: int, tracker: Tracker) -> None:
    """Follow what was added to the log since."""
    first = tracker.rows
    if first >= rows:
        return
    followed = index.codes(first, rows).translate(_FOLLOWED)
    for row in compress(range(first, rows), followed):
        if index.type_code(row) == _CHANGE:
            tracker.change(index.seq(row), _data(index, row))
        else:
            tracker.spliced_data(index.seq(row), _data(index, row))
    tracker.settle(rows)


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
