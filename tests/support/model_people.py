"""What people and fronts do to the model: prompts, holds, calls (see ``model_life``)."""

from typing import Any

from support.model_records import State
from support.model_session import Session
from support.model_tasks import Died, Refused, Running


class People(Session):
    """A session with people around it."""

    def _say(self, text: str) -> None:
        self.up.may_try = True
        self._queue("next-turn", text)

    def _steer(self, text: str) -> None:
        self.up.may_try = True
        self._queue("next-step", text)

    def _inject(self, text: str) -> None:
        self._queue("next-turn", text, wakes=False)

    def _queue(self, target: str, text: str, *, wakes: bool = True) -> None:
        up = self.up
        self.add("insert", target, ("user", text))
        up.woken = up.woken or wakes
        self.settle()

    def _hold(self) -> None:
        if self.up.held:
            raise Refused("already_held")
        self.up.held = True
        if self.up.turn is None:
            self.start(self.turn(own=True))
        self.settle()

    def _release(self) -> None:
        if not self.up.held:
            raise Refused("not_held")
        self.up.held = False
        self.settle()

    def _cancel(self) -> None:
        up = self.up
        up.held = up.woken = False
        if up.turn is not None:
            for each in (up.turn, *self._at_work()):
                each.task.close()  # type: ignore[attr-defined]
            self._end("aborted")
            up.turn, up.waiting_for_end = None, False
        for target, waiting in (("next-step", self.state.next_step), ("next-turn", self.state.next_turn)):
            for _ in range(len(waiting)):
                self.add("cancel", target, 1)
        up.may_try = True
        self.settle()

    def _at_work(self) -> list[Running]:
        """The calls that joined the open turn: they end with it."""
        ended = [call for call in self.up.calls if call.joined]
        self.up.calls = [call for call in self.up.calls if not call.joined]
        return ended

    def _lasts(self, turn_ms: int) -> None:
        self.turn_ms = turn_ms

    # -- calls from outside

    def _every(self, seconds: int) -> str | None:
        return self._call("create", ("every", "look", seconds, None))

    def _after(self, seconds: int) -> str | None:
        return self._call("create", ("after", "stretch", seconds, None))

    def _at(self, ahead: int) -> str | None:
        return self._call("create", ("at", "call", 0, self.now + ahead * 1000))

    def _delete(self, number: int) -> str | None:
        return self._call("delete", f"schedule-{number}")

    def _call(self, tool: str, argument: Any) -> str | None:
        itself: list[Running] = []
        running = Running(self.from_outside(tool, argument, itself))
        itself.append(running)
        self.up.may_try = True
        if not running.go_on():
            self.up.calls.append(running)
        try:
            self.settle()
        except Died:
            self.lose()
        if running.pause is not None:
            raise Refused("call_waiting")
        if self.strikes("answer_lost"):
            raise Refused("answer_lost")
        outcome: str | None = running.outcome
        return outcome

    def lose(self) -> None:
        """What is not in the file is gone."""
        del self.facts[self.written :]
        self.state = State.of(self.facts, self.last_turn_before)
        self.awake, self.crashed = None, True
