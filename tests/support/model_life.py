"""What people and time do to a session, as the model sees it: the steps of ``history_steps`` on ``model_session``.

Each step returns the code of its refusal or of a call's outcome, None where all went well.
"""

from typing import Any

from support.model_people import People
from support.model_records import State
from support.model_tasks import INTERRUPTED, Awake, Died, Refused


class Life(People):
    """The model with everything that can be done to it."""

    just_opened = False

    def do(self, name: str, *arguments: Any) -> str | None:
        """Do one step, also one that kills the process on its way."""
        try:
            outcome: str | None = getattr(self, f"_{name}")(*arguments)
        except Refused as refusal:
            return str(refusal)
        except Died:
            self.lose()
            return None
        return outcome

    # -- time

    def _advance(self, by: int) -> None:
        to = self.now + by
        self.settle()
        while self.awake is not None and (at := self.next_instant()) is not None and at <= to:
            self.go(at)
            self.settle()
        self.go(to)

    def _jump(self, by: int) -> None:
        self.go(self.now + by)
        self.settle()

    def _step(self) -> None:
        self._one()

    @property
    def left(self) -> dict[str, int]:
        """The faults that will strike, and how often."""
        return {name: left for name, (left, _) in self.armed.items()}

    def next_event(self) -> int | None:
        """The instant of the next thing that happens, None where nothing will."""
        if self.awake is None:
            return None
        return self.now if self.first_of_all() is not None else self.next_instant()

    def _waits(self, at: int) -> None:
        """The clock goes on to an instant at which something due begins to wait, and nothing else happens."""
        self.go(at)

    def _next(self) -> None:
        while (happened := self._one()) is not None:
            if happened == "delivered":
                self.settle()
                break

    def _one(self) -> str | None:
        while self.awake is not None:
            if happened := self.handle_next():
                return happened
            at = self.next_instant()
            if at is None:
                break
            self.go(at)
        return None

    # -- the session's own life

    def _suspend(self) -> None:
        if self.awake is None:
            raise Refused("already_cold")
        self.write()
        self.awake = None

    def _resume(self) -> None:
        if self.awake is not None:
            raise Refused("already_live")
        if self.state.turn is not None:
            self._interrupted()
        if not (self.facts[-1][1] == "opened" if self.facts else self.just_opened):
            self.add("opened")
        self.write()
        self.awake, self.crashed = Awake(), False
        self.settle()

    def _interrupted(self) -> None:
        fact = (None, "end", self.state.turn, INTERRUPTED)
        self.facts.append(fact)
        self.state.apply(fact)

    def _crash(self) -> None:
        _ = self.up
        self.lose()

    def _killed(self) -> None:
        """The real process dies; another one opens the session from the files alone, nothing armed."""
        self.lose()
        self.armed = {}
        self._resume()

    def _closed(self) -> None:
        """The bench is closed in good order, and another one opens the session."""
        if self.awake is not None:
            self.write()
            self.awake = None
        self.armed = {}
        self._resume()

    def _fork(self) -> str | None:
        """Go on with a child, which begins with nothing but the turn numbers (LOG-18)."""
        if self.awake is not None:
            self.write()
            if self.state.turn is not None:
                raise Refused("open_turn")
        elif self.state.turn is not None:
            self._interrupted()
        if not self.facts and not self.just_opened:
            raise Refused("invalid_boundary")
        ended = not self.facts or self.facts[-1][1] == "opened"
        self.last_turn_before = self.state.last_turn
        # The prefix may end with the mark of an opening; it then stands for the child's own.
        self.facts = [] if ended else [(self.now, "opened")]
        self.just_opened = True
        self.state = State.of(self.facts, self.last_turn_before)
        self.awake, self.armed, self.crashed = None, {}, False
        self._resume()
        return None

    # -- faults

    def _arm(self, fault: str, count: int, seconds: int) -> None:
        self.armed.pop(fault, None)
        if count:
            self.armed[fault] = [count, seconds if fault == "barrier_slow" else 0]

    def _read(self) -> None:
        """Looking changes nothing."""
