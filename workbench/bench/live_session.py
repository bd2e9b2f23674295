"""One live session: its log, agent, owner and queue, and the order of what happens at one instant (BEN-5).

The order is :meth:`LiveSession.handle_next` and stands nowhere else: the end of a turn, parked calls, queued user
input, due one-shots, the due batch. Account items follow the batch. Moving the clock is moves.py's business.
"""

from workbench.bench.agent import Agent
from workbench.bench.clock import Clock
from workbench.bench.faults import Faults, refusal_of
from workbench.bench.happening import Happening, Kind
from workbench.bench.journal.entries import Woke
from workbench.bench.journal.scribe import Scribe
from workbench.bench.journal.writing import Journal
from workbench.bench.options import BenchOptions
from workbench.bench.outside import OutsideCalls, Place
from workbench.bench.owner import Owner
from workbench.bench.process import Fifo, Process, Steps, Wait
from workbench.bench.tool_calls import ToolRunner
from workbench.bench.tools.base import Outcome
from workbench.bench.tools.registry import Registry
from workbench.bench.transcript import Transcript
from workbench.bench.view import Delivery
from workbench.errors import BarrierFailed
from workbench.schedule.changes import Change
from workbench.schedule.fold import Fold
from workbench.session.live import LiveLog
from workbench.session.state import is_reminder


class LiveSession:
    """The parts of a live session and what they do next. It is what tools see of it too (``SessionPort``)."""

    def __init__(
        self, log: LiveLog, clock: Clock, registry: Registry, options: BenchOptions, faults: Faults, journal: Journal
    ) -> None:
        self.log = log
        self.pen = Transcript(log, clock, registry, options.model)
        self.journal = journal
        self.scribe = Scribe(journal, log, clock)
        self._clock = clock
        self._faults = faults
        self._slow_until = 0
        fifo = Fifo()
        tools = ToolRunner(registry, self, fifo, self.barrier, self.scribe)
        self.agent = Agent(self.pen, clock, tools, options.model, options.turn_ms, faults)
        self.owner = Owner(self.pen, clock, self.agent, fifo, self.barrier, faults=faults, scribe=self.scribe)
        self._outside = OutsideCalls(self.pen, self.agent, tools)
        self._delivery: Process[tuple[Delivery, ...]] | None = None
        self._calls: list[Process[Outcome]] = []
        self._places: dict[Process[Outcome], Place] = {}

    def now(self) -> int:
        """The bench's clock, epoch ms."""
        return self._clock.now()

    def fold(self) -> Fold:
        """The Schedule fold; raises ``corrupt_schedule_log`` where the log breaks a rule (SCH-7)."""
        state = self.log.state
        if state.schedule_error is not None:
            raise state.schedule_error
        return state.schedules

    def append_change(self, change: Change) -> int:
        """Append one ``schedule/change``; raises ``append_failed`` where that fault is armed."""
        if self._faults.strikes("append_fails"):
            raise refusal_of("append_fails")
        seq = self.pen.change(change)
        self.scribe.changed(change, seq)
        return seq

    def append_plan(self, todos: list[dict[str, str]]) -> int:
        """Append one ``todo/write``."""
        return self.pen.append("todo/write", {"todos": todos})

    def barrier(self) -> Steps[None]:
        """Wait until everything appended so far is on disk; it takes no simulated time unless a fault makes it slow."""
        slow = self._faults.strikes("barrier_slow")
        if slow is not None:
            self._slow_until = self._clock.now() + slow.seconds * 1000
            yield Wait("a slow barrier", lambda: self._clock.now() >= self._slow_until, lambda: self._slow_until)
        self.scribe.flush()
        if self._faults.strikes("barrier_fails"):
            raise refusal_of("barrier_fails")
        try:
            self.log.barrier()
        except BarrierFailed as failure:
            self.pen.unwritten = failure
            raise
        self.pen.unwritten = None

    def call(self, front: str, name: str, arguments: str) -> Process[Outcome]:
        """Start a call from outside; where it parks, :meth:`handle_next` takes it up again."""
        place = Place()
        process = Process(self._outside.call(front, name, arguments, place))
        if not process.go_on():
            self._calls.append(process)
            self._places[process] = place
        self.activity("call")
        return process

    def cancel(self) -> None:
        """End the open turn, with the calls that stand in it, and clear the inbox (BEN-7)."""
        for process in [each for each in self._calls if self._places[each].in_turn]:
            self._calls.remove(process)
            del self._places[process]
            process.stop()
        self.agent.cancel()
        self.activity("turn_end")

    @property
    def trouble(self) -> str | None:
        """What stopped the owner, keeps events from the disk, or ended the last turn early, as ``code: message``."""
        error = self.owner.fault or self.pen.unwritten or self.agent.failure
        return f"{error.code}: {error.message}" if error is not None else None

    @property
    def parked(self) -> bool:
        """Whether a delivery waits at a slow barrier."""
        return self._delivery is not None

    def clock_moved(self, by: int) -> None:
        """The clock moved by ``by`` ms. A record that became due meanwhile wakes the owner; time alone makes it try
        nothing again that failed (SCH-29)."""
        now = self._clock.now()
        self.scribe.look_again("target")
        self.owner.armed = self.owner.armed or self.owner.fired(now - by, now)
        if by < 0:
            self.agent.clock_went_back(-by)
            self._slow_until += by
            self.scribe.set_back(now - by)

    def handle_next(self) -> Happening | None:
        """Handle the one event that comes first at this instant, or say that there is none."""
        agent, owner = self.agent, self.owner
        if agent.turn_ready:
            turn = self.log.state.turn
            agent.go_on()
            self.activity("turn_end")
            return Happening("turn-end", self._clock.now(), turn)
        parked = next((process for process in self._calls if process.ready), None)
        if parked is not None:
            return self._take_up(parked)
        if agent.wants_turn and not owner.confirming:
            # What the owner queued and no turn has taken yet, before a crash or while a barrier was slow, is no prompt.
            queued = self.log.state.next_turn
            woke: Woke = "reminder" if queued and is_reminder(queued[0]) else "prompt"
            agent.start_turn()
            self.activity(woke)
            return Happening("prompt", self._clock.now(), self.log.state.last_turn, 1)
        if self._delivery is not None:
            return self._finish_delivery(self._delivery) if self._delivery.ready else None
        if agent.idle and owner.due():
            return self._finish_delivery(Process(owner.deliver()))
        return self._held_back()

    def _held_back(self) -> Happening | None:
        """Say once of due work that it cannot go now."""
        owner = self.owner
        target = owner.next_target()
        if target is None or target > self._clock.now() or self.agent.idle:
            return None
        return Happening("waiting", self._clock.now()) if self.scribe.held("busy") else None

    def activity(self, woke: Woke) -> None:
        """Something happened: what could not be delivered before may be tried again (SCH-29)."""
        self.owner.armed = True
        self.scribe.look_again(woke)

    def next_instant(self) -> int | None:
        """The next instant (epoch ms, after now) at which time alone makes something happen."""
        now = self._clock.now()
        instants = [self.agent.turn_until(), *(process.until() for process in self._calls)]
        if self._delivery is not None:
            instants.append(self._delivery.until())
        else:
            # While the agent is busy this is when a record begins to wait.
            instants.append(self.owner.next_waking())
        return min((instant for instant in instants if instant is not None and instant > now), default=None)

    def _take_up(self, process: Process[Outcome]) -> Happening:
        self._calls.remove(process)
        if not process.go_on():
            self._calls.append(process)
        else:
            del self._places[process]
        return Happening("call", self._clock.now(), self.log.state.last_turn)

    def _finish_delivery(self, process: Process[tuple[Delivery, ...]]) -> Happening:
        self._delivery = None
        if not process.go_on():
            self._delivery = process
            return Happening("waiting", self._clock.now())
        delivered = process.result or ()
        if not delivered:
            return Happening("faulted" if self.owner.stuck else "waiting", self._clock.now())
        started = self.agent.free
        if started:
            self.agent.start_turn()
        # Else a turn began while the barrier was awaited: what is queued runs after it.
        # What else is due stays so; only why it is looked at next is another reason.
        self.scribe.woke = "turn_end"
        kind: Kind = "batch" if delivered[0].kind == "every" else "one-shot"
        return Happening(kind, self._clock.now(), self.log.state.last_turn, int(started), delivered)
