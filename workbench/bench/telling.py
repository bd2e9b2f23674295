"""Tells the story of one record as of an event (page 10, section 6, Why), from the log and the fold alone.

Owns which lines are read for it: the last dispatch with its turn, and what stood before that. Where a record comes from
is ``origins``', what held it back ``holding``'s.
"""

from bisect import bisect_left
from itertools import takewhile
from typing import Literal

import msgspec

from workbench.bench.holding import held_back
from workbench.bench.origins import origin_of
from workbench.bench.passages import Passages, queued_id, whole
from workbench.bench.sleeps import Sleeps
from workbench.bench.story import Held, Passed, Story
from workbench.bench.track import time_of
from workbench.bench.view import Delivery
from workbench.schedule.occurrence import occurrence
from workbench.schedule.records import state_of
from workbench.session.book import RecordBook, Standing, Trail, target_after


class Teller(msgspec.Struct, frozen=True):
    """What a story is told from: the book, the log's lines, and its sleeps."""

    book: RecordBook
    passages: Passages
    sleeps: Sleeps

    def story(self, trail: Trail, seq: int, now: int, hold: Held | None) -> Story | None:
        """The story up to event ``seq``, looked at from ``now`` (epoch ms); None where the record was not there yet.

        ``hold`` is what holds back every record that is due at ``now``.
        """
        standing = self.book.standing(trail, seq, self.passages.index)
        if standing is None:
            return None
        last = self.delivery(trail, standing.dispatches - 1) if standing.dispatches else None
        passed = self.passed(trail, standing, last)
        overdue = standing.target is not None and standing.target <= now
        return Story(
            id=trail.id,
            kind=standing.created.kind,
            prompt=standing.created.prompt,
            seconds=standing.created.seconds,
            state=_state(standing, now),
            origin=origin_of(self.passages, trail.seqs[0], standing.created.target),
            deliveries=standing.dispatches,
            last=last,
            passed=passed,
            held=self.held(last, passed),
            batch=self.batch(last),
            next_target=standing.target,
            waiting=(hold or self.line_before(trail, seq, now)) if overdue else None,
            deleted=self.deletion(standing),
        )

    def delivery(self, trail: Trail, place: int) -> Delivery:
        """Dispatch number ``place`` of a record, the first being 0."""
        index = self.passages.index
        created = self.book.created(trail, index)
        before = target_after(created, trail, place)
        record = created if before is None else msgspec.structs.replace(created, target=before)
        seq, decided = trail.seqs[place + 1], trail.decided[place]
        found = occurrence(record, decided)
        return Delivery(
            record.id, record.kind, record.prompt, record.seconds, seq, self.turn_of(seq), found.at, decided,
            max(0, decided - found.at), found.passed, found.next_target,
        )  # fmt: skip

    def turn_of(self, seq: int) -> int:
        """The number of the turn that a dispatch queued; of one that has not begun, the one that it waits for."""
        passages = self.passages
        row = passages.index.row_of(seq)
        if row is None:
            return 0
        _, queued = passages.prelude(row)
        message = passages.data(queued) if queued is not None else {}
        begun = passages.turn_with(queued_id(message), row)
        if begun is not None:
            return begun.number
        turn = passages.last_turn(row)
        return (turn.number if turn is not None else 0) + (whole(message.get("start")) or 0) + 1

    def passed(self, trail: Trail, standing: Standing, last: Delivery | None) -> Passed | None:
        """The targets that went by undelivered before the last delivery."""
        if last is None or not last.passed:
            return None
        first = target_after(standing.created, trail, standing.dispatches - 1)
        if first is None:
            return None
        final = last.occurrence - standing.created.seconds * 1000
        sleep = self.sleeps.over(first, last.seq)
        asleep = sleep is not None and final <= sleep.ended
        return Passed(last.passed, first, final, asleep, asleep and sleep is not None and sleep.cold)

    def held(self, last: Delivery | None, passed: Passed | None) -> Held | None:
        """What held the last delivery back."""
        row = self.passages.index.row_of(last.seq) if last is not None else None
        if last is None or row is None:
            return None
        return held_back(self.passages, row, last, self.sleeps, told=passed is not None and passed.asleep)

    def batch(self, last: Delivery | None) -> tuple[str, ...]:
        """The ids of all that were delivered together with ``last``; empty for one alone."""
        index = self.passages.index
        row = index.row_of(last.seq) if last is not None else None
        if last is None or row is None or last.kind != "every":
            return ()
        rows = self.passages.changes_around(row)
        first, end = index.seq(rows[0]), index.seq(rows[1] - 1) + 1
        found = (
            (_dispatch_from(trail, first, end, last.decided), trail.id) for trail in self.book.active_at(first - 1)
        )
        together = sorted((seq, name) for seq, name in found if seq is not None)
        return tuple(name for _, name in together) if len(together) > 1 else ()

    def line_before(self, trail: Trail, seq: int, now: int) -> Held | None:
        """The due one-shots that go before a due record (SCH-26)."""
        due = (record for record in self.book.records_at(seq, self.passages.index) if record.target <= now)
        # Stable, so that creation decides between equal targets.
        order = sorted(due, key=lambda record: (record.kind == "every", record.target))
        before = takewhile(lambda record: record.id != trail.id and record.kind != "every", order)
        ids = tuple(record.id for record in before)
        return Held("one-shots first", ids, len(ids)) if ids else None

    def deletion(self, standing: Standing) -> tuple[int, int] | None:
        """Seq and time of the record's deletion."""
        return None if standing.deleted is None else (standing.deleted, time_of(self.passages.index, standing.deleted))


def _dispatch_from(trail: Trail, first: int, end: int, decided: int) -> int | None:
    """The seq of the record's dispatch in ``first <= seq < end`` that was decided then."""
    place = bisect_left(trail.seqs, first)
    if not 0 < place <= len(trail.decided) or trail.seqs[place] >= end or trail.decided[place - 1] != decided:
        return None
    return trail.seqs[place]


def _state(standing: Standing, now: int) -> Literal["scheduled", "overdue", "ended", "deleted"]:
    if standing.deleted is not None:
        return "deleted"
    if standing.target is None:
        return "ended"
    return state_of(msgspec.structs.replace(standing.created, target=standing.target), now)
