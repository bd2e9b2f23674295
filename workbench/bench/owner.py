"""The owner of a live session's schedules: wakes for due work and queues it as ordinary turns (SCH-26..29, 31, 32).

Owns the order of effects of one delivery. What is due is the fold's answer, what a turn looks like the agent's.
"""

from collections.abc import Callable

from workbench.bench.agent import Agent
from workbench.bench.clock import Clock
from workbench.bench.process import Fifo, Steps
from workbench.bench.transcript import Transcript
from workbench.bench.view import Delivery
from workbench.errors import BarrierFailed, WorkbenchError
from workbench.schedule.changes import Dispatch
from workbench.schedule.decision import Batch, OneShot, Wait, decide
from workbench.schedule.framing import frame_batch, frame_one
from workbench.schedule.occurrence import Occurrence

SOURCE = {"kind": "plugin", "plugin": "schedule"}


class Owner:
    """``armed`` is cleared by a delivery that failed, and set again by the next activity: there is no retry timer
    (SCH-29). ``fault`` is set when a dispatch could not be recorded after its text was queued; the owner stops then."""

    def __init__(
        self, pen: Transcript, clock: Clock, agent: Agent, fifo: Fifo, barrier: Callable[[], Steps[None]]
    ) -> None:
        self._pen = pen
        self._clock = clock
        self._agent = agent
        self._fifo = fifo
        self._barrier = barrier
        self.armed = True
        self.fault: WorkbenchError | None = None

    def next_target(self) -> int | None:
        """The earliest target of the fold (epoch ms), or None; None as well where the fold is broken or faulted."""
        state = self._pen.log.state
        if state.schedule_error is not None or self.fault is not None:
            return None
        return state.schedules.next_target()

    def due(self) -> bool:
        """Whether anything is due at this instant and may be tried."""
        target = self.next_target()
        return self.armed and target is not None and target <= self._clock.now()

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
        except BarrierFailed:
            return ()
        if not self._agent.claim_maintenance():
            self.armed = True
            return ()
        try:
            delivered = self._admit()
        finally:
            self._agent.release_maintenance()
        if delivered:
            self.armed = True
            try:
                yield from self._barrier()
            except BarrierFailed:
                # The dispatches stay pending; the barrier before the next decision writes them (SCH-29).
                return delivered
        return delivered

    def _admit(self) -> tuple[Delivery, ...]:
        """Inside the claimed idle phase: the decision that counts, the frame, the queue, the record (SCH-27)."""
        now = self._clock.now()
        decision = decide(self._pen.log.state.schedules, now)
        if isinstance(decision, Wait):
            return ()
        try:
            self._agent.followup(self._pen.message(_frame(decision), SOURCE))
        except WorkbenchError:
            return ()
        try:
            return self._record(decision, now)
        except WorkbenchError as error:
            self.fault = error
            return ()

    def _record(self, decision: OneShot | Batch, now: int) -> tuple[Delivery, ...]:
        pen = self._pen
        turn = pen.log.state.last_turn + len(pen.log.state.next_turn)
        if isinstance(decision, OneShot):
            record = decision.record
            seq = pen.change(Dispatch(record.id))
            return (_delivery(Occurrence(record, record.target, None, 0), now, seq, turn),)
        first = pen.changes([Dispatch(item.record.id, now) for item in decision.items])
        return tuple([_delivery(item, now, seq, turn) for seq, item in enumerate(decision.items, first)])


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
