"""The states that a log had: its frame, its records and its events at any seq, closers included.

Owns the two ways an event can be there: stored, or shown as the closer an interrupted log would get (LOG-9).
"""

from bisect import bisect_left, bisect_right
from dataclasses import dataclass

from workbench.bench.passages import CHANGE, Passages
from workbench.errors import ScheduleError, WorkbenchError
from workbench.schedule.records import Record
from workbench.session.book import RecordBook
from workbench.session.events import Event, Header
from workbench.session.index import LogIndex
from workbench.session.past import Past
from workbench.session.state import SessionState


@dataclass(frozen=True, slots=True)
class Prefixes:
    """A log as far as it went at some moment: its first ``rows`` rows, and the closers that were shown after them."""

    past: Past
    index: LogIndex
    header: Header | None
    rows: int
    closers: tuple[Event, ...]

    @property
    def last_seq(self) -> int:
        """The last stored event, -1 where there is none."""
        last = self.rows - 1
        return self.index.seq(last) + self.index.members(last) - 1 if last >= 0 else -1

    @property
    def book(self) -> RecordBook:
        """Where each record's changes lie."""
        return self.past.book(self.rows)

    @property
    def passages(self) -> Passages:
        """Look-ups in the rows."""
        return Passages(self.index, self.rows)

    def rows_until(self, seq: int) -> int:
        """How many rows reach to event ``seq``; raises ``invalid_cursor`` for one that is not shown."""
        if seq == -1:
            return 0
        if self._is_closer(seq):
            return self.rows
        row = self.index.row_of(seq)
        if row is None or row >= self.rows:
            last = self.last_seq + len(self.closers)
            accepted = f"-1 to {last} are accepted" if last >= 0 else "the log has none"
            raise WorkbenchError("invalid_cursor", f"there is no event {seq}: {accepted}")
        return row + 1

    def frame(self, seq: int) -> SessionState:
        """The state after event ``seq``, schedules left out; raises as :meth:`rows_until`."""
        rows = self.rows_until(seq)
        state = self.past.frame_of(rows, min(seq, self.last_seq) if rows else None)
        for event in self.closers[: max(0, seq - self.last_seq)]:
            state.apply(event.type, event.seq, event.time, event.data)
        return state

    def frame_before(self, seq: int) -> SessionState:
        """The state before event ``seq``; over a hole in the log, after what stands before that."""
        if seq > 0 and self.index.row_of(seq - 1) is None and not self._is_closer(seq - 1):
            return self.past.frame_of(self.rows_until(seq) - 1)
        return self.frame(seq - 1)

    def records(self, seq: int) -> dict[str, Record]:
        """The active records after event ``seq``, in creation order."""
        return {record.id: record for record in self.book.records_at(seq, self.index)}

    def schedule_error(self, seq: int) -> ScheduleError | None:
        """What is wrong with Schedule's history up to event ``seq``."""
        return self.past.schedule_error(self.rows_until(seq), seq)

    def event(self, seq: int) -> Event:
        """Event ``seq``; raises as :meth:`rows_until`."""
        self.rows_until(seq)
        return self.closers[seq - self.last_seq - 1] if self._is_closer(seq) else self.index.event_at(seq)

    def time(self, seq: int) -> int:
        """The time of a stored event that is no member of a packed row (epoch ms)."""
        row = self.index.row_of(seq)
        return self.index.time(row) if row is not None else 0

    def change_before(self, seq: int, record: str | None) -> int | None:
        """The last ``schedule/change`` before event ``seq``, of one record or of any."""
        if record is not None:
            trail = self.book.trails.get(record)
            place = bisect_left(trail.seqs, seq) - 1 if trail is not None else -1
            return trail.seqs[place] if trail is not None and place >= 0 else None
        row = self.index.rfind_type(CHANGE, 0, self._row_from(seq))
        return self.index.seq(row) if row >= 0 else None

    def change_after(self, seq: int, record: str | None) -> int | None:
        """The first ``schedule/change`` after event ``seq``, of one record or of any."""
        if record is not None:
            trail = self.book.trails.get(record)
            place = bisect_right(trail.seqs, seq) if trail is not None else 0
            found = trail.seqs[place] if trail is not None and place < len(trail.seqs) else None
            return found if found is not None and found <= self.last_seq else None
        row = self.index.find_type(CHANGE, self._row_from(seq + 1), self.rows)
        return self.index.seq(row) if row >= 0 else None

    def _row_from(self, seq: int) -> int:
        """The first row from event ``seq`` on."""
        return self.rows if seq > self.last_seq else min(self.rows, self.index.first_row_from(max(0, seq)))

    def _is_closer(self, seq: int) -> bool:
        return 0 < seq - self.last_seq <= len(self.closers)
