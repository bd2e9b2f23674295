"""Everything about what was before: any earlier view, the story of a record or an event, where the changes lie.

Owns the facade and which prefix each answer is about. One is made with every view, costs nothing until it is asked, and
may be asked from any thread while the log goes on: it reads only what the log had when it was made (BEN-15, BEN-16).
"""

from dataclasses import dataclass, replace
from typing import Final

from msgspec import structs

from workbench.bench import differing, naming
from workbench.bench.journal.entries import HeldBack
from workbench.bench.passages import Passages
from workbench.bench.prefixes import Prefixes
from workbench.bench.sleeps import SleepBook, Sleeps
from workbench.bench.story import Difference, EventStory, Held, HeldBy, Sleep, Story
from workbench.bench.telling import Teller
from workbench.bench.track import Track, make_track
from workbench.bench.view import BenchView, Delivery
from workbench.bench.viewing import Ground, Situation, make_view
from workbench.errors import WorkbenchError
from workbench.session.book import Trail
from workbench.session.state import SessionState
from workbench.time.instant import clamped

_STUCK: Final[dict[HeldBack, HeldBy]] = {
    "barrier_failed": "barrier failed",
    "queue_failed": "queueing failed",
    "frame_failed": "framing failed",
    "faulted": "faulted",
}


@dataclass(frozen=True, slots=True)
class History:
    """What was before, as of a view whose last event is ``seq``: stories and tracks end there.

    Everything else speaks of the whole log that the history was first made from, so that a view of the past can be
    left forwards as well. ``known`` are the sleeps of the bench's own moves, ``turn`` is the turn open in the view.
    """

    log: Prefixes
    situation: Situation
    seq: int
    turn: int | None
    rests: SleepBook
    known: tuple[Sleep, ...]

    @property
    def seed_row(self) -> int | None:
        """The row of the first event that is not inherited; None in a session that is no fork."""
        header = self.log.header
        if header is None or header.seed_length is None:
            return None
        return self.log.index.first_row_from(max(0, header.seed_length))

    @property
    def records(self) -> int:
        """How many records this session had up to this view, those that ended included."""
        return sum(1 for trail in self.log.book.trails.values() if trail.seqs[0] <= self.seq)

    def prepare(self) -> None:
        """Catch up with the log now, in this thread, so that nobody has to who asks later."""
        self.sleeps_by_seq(self.seq, self.seq)

    def view_at(self, seq: int) -> BenchView:
        """The view after event ``seq`` (-1: before the first); asking changes nothing.

        Raises ``invalid_cursor`` for an event that the log does not have.
        """
        log = self.log
        state = log.frame(seq)
        state.schedule_error = log.schedule_error(seq)
        situation = self._situation_at(state, seq)
        history = replace(self, situation=situation, seq=seq, turn=state.turn)
        records = log.records(seq)
        nearest = min((record.target for record in records.values()), default=None)
        ground = Ground(log.header, log.index, log.rows_until(seq), seq + 1, records, nearest)
        return make_view(situation, ground, state, None, history)

    def seq_at(self, time_ms: int) -> int:
        """The last seq of the longest prefix without an event later than ``time_ms``; -1 where it is empty."""
        return min(self.log.past.prefix_seq(time_ms), self.log.last_seq)

    def story(self, record_id: str) -> Story | None:
        """The story of a record up to this view; None for an id that the log did not have by then."""
        trail = self.log.book.trails.get(record_id)
        if trail is None:
            return None
        story = self._teller().story(trail, self.seq, self.situation.now, self.hold)
        # A damaged log may end with a number that stands further up as well: its end is not after the first one.
        rows = self.log.rows_until(self.seq) if self.situation.mode == "past" else self.log.rows
        if story is None or self.log.past.schedule_error(rows, self.seq) is None:
            return story
        return structs.replace(story, state="unknown", next_target=None, waiting=None)

    def delivery(self, record_id: str, number: int) -> Delivery:
        """Dispatch ``number`` of a record, the first being 0, of those that its story counts."""
        return self._teller().delivery(self.log.book.trails[record_id], number)

    def track(self, record_id: str) -> Track | None:
        """What the timeline shows of a record, up to this view; None as for :meth:`story`."""
        book, index = self.log.book, self.log.index
        trail = book.trails.get(record_id)
        standing = book.standing(trail, self.seq, index) if trail is not None else None
        return make_track(trail, standing, index) if trail is not None and standing is not None else None

    def event_story(self, seq: int) -> EventStory:
        """What event ``seq`` changed; raises ``invalid_cursor`` as :meth:`view_at`."""
        if seq < 0:
            raise WorkbenchError("invalid_cursor", f"there is no event {seq}: the first is 0")
        log = self.log
        event, before, after = log.event(seq), log.frame_before(seq), log.frame(seq)
        trail = self._changed_by(seq)
        record = trail.id if trail is not None else None
        place = trail.changes_until(seq) - 1 if trail is not None else 0
        active = len(log.book.active_at(seq - 1))
        is_dispatch = trail is not None and 0 < place <= len(trail.decided)
        return EventStory(
            seq=seq,
            time=event.time,
            type=event.type,
            record=record,
            summary=naming.summary(event.type, event.data),
            differences=(*self._record_differences(trail, seq), *differing.state_differences(before, after)),
            unchanged=(active - (place > 0), differing.unchanged_items(before.plan, after.plan)),
            delivery=self._teller().delivery(trail, place - 1) if trail is not None and is_dispatch else None,
            previous=self._timed(log.change_before(seq, record)),
            following=self._timed(log.change_after(seq, record)),
        )

    def change_before(self, seq: int, record: str | None = None) -> int | None:
        """The last ``schedule/change`` before event ``seq``, of one record or of any; None where there is none."""
        return self.log.change_before(seq, record)

    def change_after(self, seq: int, record: str | None = None) -> int | None:
        """The first ``schedule/change`` after event ``seq``, of one record or of any; None where there is none."""
        return self.log.change_after(seq, record)

    def sleeps(self, first_ms: int, last_ms: int) -> tuple[Sleep, ...]:
        """The sleeps that overlap ``first_ms <= t < last_ms``, in order; one that still goes on counts up to now."""
        found = self._sleeps().between(first_ms, last_ms)
        since, now = self.situation.cold_since, self.situation.now
        if since is None or not (since < last_ms and max(since, first_ms) < now):
            return found
        return (*found, Sleep(since, now, self.log.last_seq + 1, cold=True))

    def sleeps_by_seq(self, first_seq: int, last_seq: int) -> tuple[Sleep, ...]:
        """The sleeps whose first event after them is one of ``first_seq`` to ``last_seq``."""
        return self._sleeps().by_seq(first_seq, last_seq)

    def _situation_at(self, state: SessionState, seq: int) -> Situation:
        log = self.log
        born = log.header.created_at if log.header is not None else 0
        return replace(
            self.situation,
            mode="past",
            problem=None,
            now=clamped(born if state.last_time is None else state.last_time),
            held=False,
            running=state.turn is not None,
            closers=tuple(event for event in log.closers if event.seq <= seq),
            cold_since=None,
            stuck=None,
            parked=False,
        )

    @property
    def hold(self) -> Held | None:
        """What holds every due record back in this view."""
        now = self.situation
        if now.mode == "read-only":
            return Held("read-only")
        if now.mode == "cold":
            return Held("cold", since=now.cold_since)
        if now.held:
            return Held("held")
        if self.turn is not None:
            return Held("busy")
        if now.parked:
            return Held("slow barrier")
        return Held(_STUCK[now.stuck]) if now.stuck is not None and now.stuck in _STUCK else None

    def _changed_by(self, seq: int) -> Trail | None:
        """The trail of the record that event ``seq`` created, dispatched or deleted, if it counted for the fold."""
        row = self.log.index.row_of(seq)
        data = self.log.passages.data(row) if row is not None else {}
        schedule = data.get("schedule")
        name = schedule.get("id") if isinstance(schedule, dict) else data.get("id")
        trail = self.log.book.trails.get(name) if isinstance(name, str) else None
        return trail if trail is not None and trail.changes_until(seq) > trail.changes_until(seq - 1) else None

    def _record_differences(self, trail: Trail | None, seq: int) -> tuple[Difference, ...]:
        if trail is None:
            return ()
        book, index = self.log.book, self.log.index
        before, after = book.record(trail, seq - 1, index), book.record(trail, seq, index)
        done = trail.dispatches_until(seq - 1), trail.dispatches_until(seq)
        return tuple(differing.record_differences(before, after, done))

    def _timed(self, seq: int | None) -> tuple[int, int] | None:
        return (seq, self.log.time(seq)) if seq is not None else None

    def _sleeps(self) -> Sleeps:
        return self.rests.all(self.known, self.log.book, self.log.index)

    def _teller(self) -> Teller:
        passages = Passages(self.log.index, self.log.rows_until(self.seq))
        return Teller(self.log.book, passages, self._sleeps())
