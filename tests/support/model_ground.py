"""The model's ground: the log's facts and which of them are in the file, faults, barriers, the one queue, calls."""

from typing import Any

from support.model_records import Fact, State
from support.model_tasks import Awake, Died, NotOnDisk, Refused, Task


class Ground:
    """Times are epoch ms. ``facts[:written]`` are in the file."""

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
