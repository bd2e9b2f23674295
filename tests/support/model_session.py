"""What one live session must do, told a second time from pages 2 and 4: agent, owner, queue, clock, faults, crashes.

It predicts the facts of the log (``model_records``) and which of them have reached the file. A task is a generator that
yields ``(ready, until)`` where it cannot go on: a condition, and the instant that alone makes it true, if any.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

from support.model_records import Fact, Known, State

Pause = tuple[Callable[[], bool], Callable[[], int | None]]
Task = Iterator[Pause]
INTERRUPTED = "interrupted"


class Refused(Exception):
    """What was asked makes no sense now."""


class Died(BaseException):
    """The simulated death of the process."""


class NotOnDisk(Exception):
    """A barrier that failed."""


@dataclass(eq=False)
class Running:
    """A started task and where it waits."""

    task: Task
    pause: Pause | None = None
    outcome: Any = None
    joined: bool = False

    def go_on(self) -> bool:
        """Run up to the next wait that is not over; whether it is done."""
        while self.pause is None or self.pause[0]():
            try:
                self.pause = next(self.task)
            except StopIteration as stop:
                self.outcome, self.pause = stop.value, None
                return True
        return False

    @property
    def ready(self) -> bool:
        return self.pause is not None and self.pause[0]()

    def until(self) -> int | None:
        return self.pause[1]() if self.pause is not None else None


@dataclass
class Awake:
    """What only a running process knows; a suspension or a death forgets it all."""

    turn: Running | None = None
    calls: list[Running] = field(default_factory=list)
    delivery: Running | None = None
    line: list[object] = field(default_factory=list)
    woken: bool = False
    held: bool = False
    waiting_for_end: bool = False
    joined: bool = False
    ends_at: int = 0
    slow_until: int = 0
    may_try: bool = True
    confirming: bool = False
    faulted: bool = False


class Session:
    """The model. Times are epoch ms. ``facts[:written]`` are in the file."""

    def __init__(self, start: int, turn_ms: int = 0) -> None:
        self.now = start
        self.turn_ms = turn_ms
        self.facts: list[Fact] = []
        self.written = 0
        self.last_turn_before = 0
        self.state = State()
        self.awake: Awake | None = Awake()
        self.armed: dict[str, list[int]] = {}
        self.crashed = False

    # -- facts

    def add(self, what: str, *rest: Any) -> None:
        fact = (self.now, what, *rest)
        self.facts.append(fact)
        self.state.apply(fact)

    def write(self) -> None:
        self.written = len(self.facts)

    def strikes(self, fault: str) -> int:
        """How long, or simply that, an armed fault strikes now; each use counts."""
        if fault not in self.armed:
            return 0
        left, seconds = self.armed[fault]
        if left == 1:
            del self.armed[fault]
        else:
            self.armed[fault][0] -= 1
        return seconds or 1

    def die(self, fault: str) -> None:
        if self.strikes(fault):
            raise Died

    def barrier(self) -> Task:
        """Everything so far is on disk when it returns; with a slow disk that takes simulated time."""
        if slow := self.strikes("barrier_slow"):
            up = self.up
            up.slow_until = self.now + slow * 1000
            yield (lambda: self.now >= up.slow_until), (lambda: up.slow_until)
        if self.strikes("barrier_fails"):
            raise NotOnDisk
        self.write()

    # -- the queue of calls and due work (SCH-23)

    def stand_in_line(self) -> Task:
        line, place = self.up.line, object()
        line.append(place)
        if line[0] is not place:
            yield (lambda: line[0] is place), (lambda: None)
        return place

    @property
    def up(self) -> Awake:
        if self.awake is None:
            raise Refused("session_cold")
        return self.awake

    # -- tools

    def call(self, tool: str, argument: Any) -> Task:
        """One call in the queue, from its first barrier to its last; the code of what came out, None for success."""
        place = yield from self.stand_in_line()
        line = self.up.line
        try:
            return (yield from self._called(tool, argument))
        except NotOnDisk:
            return "persistence_uncertain"
        finally:
            line.remove(place)

    def _called(self, tool: str, argument: Any) -> Task:
        yield from self.barrier()
        if tool == "delete":
            if argument not in self.state.active:
                return "schedule_not_found"
            if self.strikes("append_fails"):
                return "internal_error"
            self.add("delete", argument)
        else:
            kind, prompt, seconds, target = argument
            target = self.now + seconds * 1000 if target is None else target
            if target <= self.now:
                return "not_future"
            if self.strikes("append_fails"):
                return "internal_error"
            self.add("create", self.state.next_id(), kind, prompt, seconds, target)
        yield from self.barrier()
        return None

    # -- the agent (BEN-7, BEN-8, BEN-10)

    def _has_input(self) -> bool:
        return bool(self.state.next_turn or self.state.next_step)

    def _idle(self) -> bool:
        return self.up.turn is None and not (self.up.woken and self._has_input())

    def start(self, task: Task) -> None:
        if self.state.turn is not None:
            self.add("end", self.state.turn, INTERRUPTED)
        self.up.turn = Running(task)
        self.go_on()

    def go_on(self) -> None:
        up = self.up
        assert up.turn is not None
        if up.turn.go_on():
            up.turn, up.waiting_for_end = None, False
            up.woken = up.woken and self._has_input()

    def _claim(self, *targets: str) -> list[Fact]:
        claimed: list[Fact] = []
        for target in targets:
            waiting = self.state.next_step if target == "next-step" else self.state.next_turn[:1]
            claimed += waiting
            if waiting:
                self.add("claim", target, len(waiting))
        return claimed

    def turn(self, *, own: bool = False) -> Task:
        """A turn: it claims its input, lasts, then does what it was asked, and takes up what came meanwhile."""
        up = self.up
        self.add("turn", self.state.last_turn + 1)
        todo = [] if own else self._claim("next-step", "next-turn")
        up.ends_at = self.now + (0 if own else self.turn_ms)
        up.waiting_for_end = True
        yield self._over, (lambda: None if up.held else up.ends_at)
        up.waiting_for_end = False
        while True:
            for message in todo:
                for tool, argument in wishes(message):
                    yield from self.call(tool, argument)
                    self.strikes("answer_lost")
            if not self.state.next_step:
                break
            todo = self._claim("next-step")
        self._end("completed")

    def _over(self) -> bool:
        return not (self.up.held or self.up.joined) and self.now >= self.up.ends_at

    def _end(self, how: str) -> None:
        self.add("end", self.state.turn, how)
        self.write()

    def from_outside(self, tool: str, argument: Any, running: list[Running]) -> Task:
        """A call of a front joins the open turn, or is a turn of its own."""
        up = self.up
        if not self._joinable() and up.turn is not None:
            yield (lambda: self._joinable() or up.turn is None), (lambda: None)
        if self._joinable():
            up.joined = running[0].joined = True
            try:
                return (yield from self.call(tool, argument))
            finally:
                up.joined = False
        running[0].joined = True
        done: list[Any] = []
        self.start(self._own_turn(tool, argument, done))
        if not done:
            yield (lambda: bool(done)), (lambda: None)
        return done[0]

    def _joinable(self) -> bool:
        return self.up.turn is not None and self.up.waiting_for_end and not self.up.joined

    def _own_turn(self, tool: str, argument: Any, done: list[Any]) -> Task:
        self.add("turn", self.state.last_turn + 1)
        outcome = yield from self.call(tool, argument)
        self._end("completed")
        done.append(outcome)

    # -- the owner (SCH-26 to SCH-29)

    def next_target(self) -> int | None:
        if self.up.faulted:
            return None
        return min((known.target for known in self.state.active.values()), default=None)

    def _due(self) -> bool:
        target = self.next_target()
        return self.up.may_try and target is not None and target <= self.now

    def deliver(self) -> Task:
        place = yield from self.stand_in_line()
        line = self.up.line
        try:
            return (yield from self._deliver())
        finally:
            line.remove(place)

    def _deliver(self) -> Task:
        up = self.up
        up.may_try = False
        try:
            yield from self.barrier()
        except NotOnDisk:
            return False
        if not self._idle():
            up.may_try = True
            return False
        if not self._admit():
            return False
        up.may_try = up.confirming = True
        try:
            yield from self.barrier()
        except NotOnDisk:
            return True
        finally:
            up.confirming = False
        self.die("crash_after_barrier")
        return True

    def _admit(self) -> bool:
        items = self.state.due(self.now)
        if not items or self.strikes("frame_fails") or self.strikes("queue_fails"):
            return False
        self.add("insert", "next-turn", self._reminder(items))
        self.up.woken = True
        if "crash_after_queue" in self.armed:
            self.write()
        self.die("crash_after_queue")
        if self.strikes("append_fails"):
            self.up.faulted = True
            return False
        for known in items:
            self.add("dispatch", known.id, self.now if known.kind == "every" else None)
        self.die("crash_after_append")
        return True

    def _reminder(self, items: list[Known]) -> Fact:
        return "reminder", *((known.id, known.at(self.now).target, known.prompt) for known in items)

    # -- one instant and the way between two (BEN-2 to BEN-5)

    def handle_next(self) -> str | None:
        """Handle the one thing that comes first at this instant, and say what it was."""
        first = self.first_of_all()
        return first() if first is not None else None

    def first_of_all(self) -> Callable[[], str] | None:
        """What comes first at this instant: turn end, parked call, queued input, due work (BEN-5)."""
        up = self.up
        if up.turn is not None and up.turn.ready:
            return self._end_of_turn
        ready = [call for call in up.calls if call.ready]
        if ready:
            return lambda: self._take_up(ready[0])
        if up.woken and up.turn is None and self._has_input() and not up.confirming:
            return self._prompt
        if up.delivery is not None:
            parked = up.delivery
            return (lambda: self._deliver_on(parked)) if parked.ready else None
        if self._idle() and self._due():
            return lambda: self._deliver_on(Running(self.deliver()))
        return None

    def _end_of_turn(self) -> str:
        self.go_on()
        self.up.may_try = True
        return "turn-end"

    def _prompt(self) -> str:
        self.start(self.turn())
        self.up.may_try = True
        return "prompt"

    def _take_up(self, call: Running) -> str:
        if call.go_on():
            self.up.calls.remove(call)
        return "call"

    def _deliver_on(self, running: Running) -> str:
        up = self.up
        up.delivery = None
        if not running.go_on():
            up.delivery = running
            return "waiting"
        if not running.outcome:
            return "faulted"
        # Whatever runs by now goes first: never a turn inside another.
        if up.turn is None:
            self.start(self.turn())
        return "delivered"

    def next_instant(self) -> int | None:
        up = self.up
        instants = [each.until() for each in (*up.calls, *filter(None, (up.turn, up.delivery)))]
        if up.delivery is None and self._idle() and not up.faulted:
            instants += [known.target for known in self.state.active.values()]
        return min((at for at in instants if at is not None and at > self.now), default=None)

    def settle(self) -> None:
        while self.awake is not None and self.handle_next() is not None:
            pass

    def go(self, to: int) -> None:
        """Set the clock. A record that becomes due wakes the owner; time alone retries nothing that failed."""
        if self.awake is not None:
            self.awake.may_try |= any(self.now < known.target <= to for known in self.state.active.values())
            # What is left of a turn, or of a barrier, stays as long as it was.
            back = max(0, self.now - to)
            self.awake.ends_at -= back
            self.awake.slow_until -= back
        self.now = to


def wishes(message: Fact) -> list[tuple[str, Any]]:
    """The calls that a prompt of ``PROMPTS`` asks for; reminders and anything else ask for none."""
    return PROMPTS.get(message[1], []) if message[0] == "user" else []


PROMPTS: dict[Any, list[tuple[str, Any]]] = {
    "Good morning.": [],
    "remind me in 20 minutes to stretch": [("create", ("after", "stretch", 1200, None))],
    "every 10 minutes look": [("create", ("every", "look", 600, None))],
    "delete schedule-1": [("delete", "schedule-1")],
    "delete schedule-2": [("delete", "schedule-2")],
}
