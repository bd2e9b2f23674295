"""What one live session must do, told a second time from pages 2 and 4 alone: the order of an instant, and the clock.

The model predicts the facts of the log (``model_records``) and which of them have reached the file. No product code
takes part: it and the product can only agree by both being right.
"""

from collections.abc import Callable

from support.model_owner import Owner
from support.model_tasks import Running


class Session(Owner):
    """One session: what happens at an instant, in which order, and the way to the next one (BEN-2 to BEN-5)."""

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
