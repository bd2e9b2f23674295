"""The owner of a live session's schedules: wakes for due work and queues it as ordinary turns (SCH-26..29, 31, 32).

Owns the order of effects of one delivery. What is due is the fold's answer, what a turn looks like the agent's.
"""

from collections.abc import Callable, Iterable
from contextlib import suppress

from workbench.bench.agent import Agent
from workbench.bench.clock import Clock
from workbench.bench.faults import Crashed, FaultName, Faults, refusal_of
from workbench.bench.journal.entries import Chosen, HeldBack
from workbench.bench.journal.scribe import Scribe
from workbench.bench.process import Fifo, Steps
from workbench.bench.transcript import Transcript
from workbench.bench.view import Delivery
from workbench.errors import BarrierFailed, WorkbenchError
from workbench.schedule.changes import Dispatch
from workbench.schedule.decision import Batch, OneShot, Wait, decide
from workbench.schedule.framing import frame_batch, frame_one
from workbench.schedule.occurrence import Occurrence
from workbench.schedule.records import Record

SOURCE = {"kind": "plugin", "plugin": "schedule"}


class Owner:
    """``armed`` is cleared by a delivery that failed, and set again by the next activity: there is no retry timer
    (SCH-29). ``fault`` is set when a dispatch could not be recorded after its text was queued; the owner stops then.

    ``stuck`` is what failed in the last delivery, None since one went well. ``confirming`` says that what it queued is
    not known to be on disk yet: no turn starts before (SCH-28).
    """

    def __init__(
        self,
        pen: Transcript,
        clock: Clock,
        agent: Agent,
        fifo: Fifo,
        barrier: Callable[[], Steps[None]],
        *,
        faults: Faults,
        scribe: Scribe,
    ) -> None:
        self._pen = pen
        self._clock = clock
        self._agent = agent
        self._fifo = fifo
        self._barrier = barrier
        self._faults = faults
        self._scribe = scribe
        self.armed = True
        self.fault: WorkbenchError | None = None
        self.stuck: HeldBack | None = None
        self.confirming = False

    def next_target(self) -> int | None:
        """The earliest target of the fold (epoch ms), or None; None as well where the fold is broken or faulted."""
        state = self._pen.log.state
        if state.schedule_error is not None or self.fault is not None:
            return None
        return state.schedules.next_target()

    def next_waking(self) -> int | None:
        """The next target (epoch ms) after now; that of a record that is due already wakes nobody again."""
        now, first = self._clock.now(), self.next_target()
        if first is None or first > now:
            return first
        # Something waits, which is rare, and no heap tells what comes after it.
        return min((each.target for each in self._records() if each.target > now), default=None)

    def fired(self, before: int, now: int) -> bool:
        """Whether a record became due in ``before < target <= now`` (epoch ms)."""
        first = self.next_target()
        return first is not None and first <= now and any(before < each.target <= now for each in self._records())

    def due(self) -> bool:
        """Whether anything is due at this instant and may be tried."""
        target = self.next_target()
        return self.armed and target is not None and target <= self._clock.now()

    def _records(self) -> Iterable[Record]:
        return self._pen.log.state.schedules.active.values()

    def deliver(self) -> Steps[tuple[Delivery, ...]]:
        """One waking: barrier, claim, decide again, queue, record, release, barrier (SCH-28); what it queued."""
        token = yield from self._fifo.enter()
        try:
            return (yield from self._deliver())
        finally:
            self._fifo.leave(token)

    def _deliver(self) -> Steps[tuple[Delivery, ...]]:
        self.armed = False
        try:
            yield from self._barrier()
        except BarrierFailed as failure:
            self._fail("barrier_failed", failure)
            return ()
        if not self._agent.claim_maintenance():
            # Not for want of trying: the next activity is the end of what runs.
            self.armed = True
            self._scribe.held("busy")
            return ()
        try:
            delivered = self._admit()
        finally:
            self._agent.release_maintenance()
        if delivered:
            self.armed = True
            yield from self._confirm()
        return delivered

    def _confirm(self) -> Steps[None]:
        """Wait until queue and record are on disk."""
        self.confirming = True
        try:
            yield from self._barrier()
        except BarrierFailed as failure:
            # The dispatches stay pending; the barrier before the next decision writes them (SCH-29).
            self._scribe.unconfirmed(failure.message)
        else:
            self._crash_here("crash_after_barrier")
        finally:
            self.confirming = False

    def _admit(self) -> tuple[Delivery, ...]:
        """Inside the claimed idle phase: the decision that counts, the frame, the queue, the record (SCH-27)."""
        now = self._clock.now()
        decision = decide(self._pen.log.state.schedules, now)
        if isinstance(decision, Wait):
            return ()
        items = _items(decision)
        if not self._queue(decision):
            return ()
        if self._faults.strikes("crash_after_queue"):
            self._die_with_what_is_queued(decision, items)
        try:
            return self._record(decision, items, now)
        except WorkbenchError as error:
            self.fault = error
            self.stuck = "faulted"
            self._scribe.faulted(error.message, items)
            return ()

    def _queue(self, decision: OneShot | Batch) -> bool:
        """Build the text and put it into the inbox; what fails leaves everything as it was."""
        doing: HeldBack = "frame_failed"
        try:
            self._refuse_if("frame_fails")
            message = self._pen.message(_frame(decision), SOURCE)
            doing = "queue_failed"
            self._refuse_if("queue_fails")
            self._agent.followup(message)
        except WorkbenchError as error:
            self._fail(doing, error)
            return False
        return True

    def _record(self, decision: OneShot | Batch, items: tuple[Occurrence, ...], now: int) -> tuple[Delivery, ...]:
        pen, active, turn = self._pen, len(self._pen.log.state.schedules.active), self._turn
        self._refuse_if("append_fails")
        if isinstance(decision, OneShot):
            first = pen.change(Dispatch(decision.record.id))
        else:
            first = pen.changes([Dispatch(item.record.id, now) for item in items])
        self.stuck = None
        self._scribe.delivered(_chosen(decision), items, active, first, turn)
        self._crash_here("crash_after_append")
        return tuple([_delivery(item, now, seq, turn) for seq, item in enumerate(items, first)])

    @property
    def _turn(self) -> int:
        """The turn that what was queued just now will have."""
        state = self._pen.log.state
        return state.last_turn + len(state.next_turn)

    def _fail(self, why: HeldBack, error: WorkbenchError) -> None:
        self.stuck = why
        self._scribe.failed(why, error.message)

    def _refuse_if(self, name: FaultName) -> None:
        if self._faults.strikes(name):
            raise refusal_of(name)

    def _crash_here(self, name: FaultName) -> None:
        if self._faults.strikes(name):
            raise Crashed(name)

    def _die_with_what_is_queued(self, decision: OneShot | Batch, items: tuple[Occurrence, ...]) -> None:
        """All up to the inbox insert reaches the file, the dispatch that was to follow never does."""
        log = self._pen.log
        with suppress(BarrierFailed):
            log.barrier()
        active = len(log.state.schedules.active)
        self._scribe.delivered(_chosen(decision), items, active, log.next_seq, self._turn)
        raise Crashed("crash_after_queue")


def _chosen(decision: OneShot | Batch) -> Chosen:
    return "one-shot" if isinstance(decision, OneShot) else "batch"


def _items(decision: OneShot | Batch) -> tuple[Occurrence, ...]:
    if isinstance(decision, Batch):
        return decision.items
    return (Occurrence(decision.record, decision.record.target, None, 0),)


def _frame(decision: OneShot | Batch) -> str:
    return frame_one(decision.record) if isinstance(decision, OneShot) else frame_batch(decision.items)


def _delivery(item: Occurrence, now: int, seq: int, turn: int) -> Delivery:
    record, at = item.record, item.at
    return Delivery(
        record.id,
        record.kind,
        record.prompt,
        record.seconds,
        seq,
        turn,
        at,
        now,
        max(0, now - at),
        item.passed,
        item.next_target,
    )
