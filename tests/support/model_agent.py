"""The model's agent: turns that last, what they claim and do, and calls from outside (BEN-7, BEN-8, BEN-10)."""

from typing import Any

from support.model_ground import Ground
from support.model_records import Fact
from support.model_tasks import INTERRUPTED, Running, Task


class Agent(Ground):
    """One agent on the ground of its session."""

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
        yield self._over, (lambda: None if up.held or up.joined else up.ends_at)
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
