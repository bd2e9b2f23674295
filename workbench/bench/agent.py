"""The agent: idle or running, its inbox, and a turn as a resumable process (BEN-7, BEN-8).

Owns when a turn starts, lasts and ends. What is due is the owner's business, how events look transcript.py's.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Literal

from workbench.bench.clock import Clock
from workbench.bench.context import turn_zone
from workbench.bench.faults import Faults
from workbench.bench.models.base import CallResult, Model, ModelRequest, Prompt, Reply, ToolCall
from workbench.bench.process import Process, Steps, Wait
from workbench.bench.tool_calls import ToolRunner
from workbench.bench.tools.base import Outcome
from workbench.bench.transcript import Transcript, message_text
from workbench.errors import WorkbenchError
from workbench.session.state import Message

STEP_LIMIT = 100
# What a model gets for a call that did its work and whose answer was lost (BEN-13).
ANSWER_LOST = Outcome(
    "the answer of this call was lost on its way; whether it did its work is not known. Look before you call again",
    is_error=True,
    error_name="AnswerLostError",
    error_code="ANSWER_LOST",
    code="answer_lost",
)


class Agent:
    """One agent. ``turn_ms`` is how long a turn lasts in simulated ms; ``woken`` is set by input that wakes it.

    ``held`` keeps the open turn open (BEN-8); ``failure`` is the error that ended the last turn, or None.
    """

    def __init__(
        self, pen: Transcript, clock: Clock, tools: ToolRunner, model: Model, turn_ms: int, faults: Faults
    ) -> None:
        self._faults = faults
        self._pen = pen
        self._clock = clock
        self._tools = tools
        self._model = model
        self.turn_ms = turn_ms
        self.woken = False
        self.held = False
        self.failure: WorkbenchError | None = None
        self._maintenance = False
        self._turn: Process[None] | None = None
        self._lingering = False
        self._joined = False
        self._answered = False
        self._ends_at = 0

    @property
    def status(self) -> Literal["idle", "running"]:
        """``running`` while a turn is open; maintenance counts as idle (BEN-7)."""
        return "running" if self._turn is not None else "idle"

    @property
    def wants_turn(self) -> bool:
        """Whether the next turn may start now: woken, something queued, nothing running."""
        return self.woken and self.free and self.has_input

    @property
    def has_input(self) -> bool:
        """Whether anything is queued."""
        state = self._pen.log.state
        return bool(state.next_turn or state.next_step)

    @property
    def free(self) -> bool:
        """True idleness of this instant: no turn, no maintenance."""
        return self._turn is None and not self._maintenance

    @property
    def idle(self) -> bool:
        """Idle for good: free, and no queued input about to start another turn (``when_idle``)."""
        return self.free and not (self.woken and self.has_input)

    @property
    def joinable(self) -> bool:
        """Whether a call from outside may join the open turn: it waits for its end, no call of its own is under way."""
        return self._turn is not None and self._lingering and not self._joined

    @contextmanager
    def joined(self) -> Iterator[None]:
        """Keep the open turn open while a call from outside takes a step in it."""
        self._joined = self._answered = True
        try:
            yield
        finally:
            self._joined = False

    def run_own(self, steps: Steps[None]) -> None:
        """Run steps that write a whole turn themselves; the agent is running until they are done.

        A turn that an error broke off is closed first: the log never has a turn inside another.
        """
        if self._pen.log.state.turn is not None:
            self._pen.close_turn({"kind": "interrupted"})
        self._turn = Process(steps)
        self.go_on()

    def claim_maintenance(self) -> bool:
        """Claim the idle phase (SCH-28); False while a turn or another maintenance task runs or queued input waits."""
        if not self.idle:
            return False
        self._maintenance = True
        return True

    def release_maintenance(self) -> None:
        """Give the idle phase back; input that came meanwhile may run now."""
        self._maintenance = False

    def followup(self, message: Message) -> None:
        """Queue a next-turn message and wake."""
        self._pen.queue(message)
        self.woken = True

    def steer(self, message: Message) -> None:
        """Queue next-step input and wake."""
        self._pen.queue(message, "next-step")
        self.woken = True

    def inject(self, message: Message) -> None:
        """Queue a next-turn message without waking."""
        self._pen.queue(message)

    def start_turn(self) -> None:
        """Start the turn that queued input asked for and run it as far as this instant allows."""
        self._start(None)

    def hold(self, message: Message) -> None:
        """Keep the agent busy: in the open turn, or when idle in a turn of its own that ``message`` opens (BEN-8)."""
        self.held = True
        if self._turn is None:
            self._start(message)

    def release(self) -> None:
        """Let a held turn end; it does so when it is next taken up."""
        self.held = False

    @property
    def turn_ready(self) -> bool:
        """Whether the open turn may go on at this instant."""
        return self._turn is not None and self._turn.ready

    def turn_until(self) -> int | None:
        """The instant (epoch ms) at which time alone lets the open turn go on."""
        return self._turn.until() if self._turn is not None else None

    def go_on(self) -> None:
        """Run the open turn as far as this instant allows."""
        turn = self._turn
        if turn is None:
            return
        try:
            done = turn.go_on()
        except BaseException:
            self._settle()
            raise
        if done:
            self._settle()

    def clock_went_back(self, by: int) -> None:
        """The clock was set back by ``by`` ms: what is left of the open turn stays as long as it was."""
        self._ends_at -= by

    def cancel(self) -> bool:
        """End the open turn as aborted and clear the inbox (BEN-7); False when there was no turn to end."""
        self.held = self.woken = False
        running = self._turn is not None
        if self._turn is not None:
            self._turn.stop()
            self._pen.close_turn({"kind": "aborted", "reason": {"kind": "user"}})
            self._settle()
        self._pen.cancel_inbox()
        return running

    def _start(self, own: Message | None) -> None:
        self.run_own(self._steps(own))

    def _settle(self) -> None:
        self._turn = None
        self._lingering = False
        self.woken = self.woken and self.has_input

    def _steps(self, own: Message | None) -> Steps[None]:
        pen = self._pen
        self.failure = None
        pen.turn_start()
        claimed = pen.claim() if own is None else [own]
        self._ends_at = self._clock.now() + (self.turn_ms if own is None else 0)
        pen.next_step()
        pen.preamble(self._write_messages(claimed))
        prompts = [_prompt(message) for message in claimed]
        results: list[CallResult] = []
        answered = 0
        yield from self._linger()
        for _ in range(STEP_LIMIT):
            reply = self._ask(prompts, results, answered)
            if reply is None:
                return
            for call_id, call in zip(pen.assistant(reply), reply.calls, strict=True):
                results.append((yield from self._call(call_id, call)))
            if not reply.calls and not pen.log.state.next_step:
                pen.turn_end({"kind": "completed"})
                return
            answered = answered if reply.calls else len(prompts)
            prompts += self._further_step()
        self._fail(WorkbenchError("step_limit", f"the turn asked for more than {STEP_LIMIT} steps and was ended"))

    def _linger(self) -> Steps[None]:
        """Wait for the end of the turn: its duration has passed and nothing holds it."""
        self._lingering = True
        self._answered = False
        yield Wait("turn", self._over, lambda: None if self.held else self._ends_at)
        self._lingering = False
        if self._answered:
            # A call from outside took the open step, and a step has one answer (LOG-16): the reply gets its own.
            self._pen.next_step()
            self._pen.context()

    def _over(self) -> bool:
        return not (self.held or self._joined) and self._clock.now() >= self._ends_at

    def _further_step(self) -> list[Prompt]:
        pen = self._pen
        step = pen.log.state.step or 0
        pen.step_end()
        claimed = pen.claim_steps()
        pen.step_start(step + 1)
        self._write_messages(claimed)
        return [_prompt(message) for message in claimed]

    def _write_messages(self, claimed: list[Message]) -> list[tuple[int, Message]]:
        written = [(self._pen.user_message(message), message) for message in claimed]
        self._pen.context()
        return written

    def _ask(self, prompts: list[Prompt], results: list[CallResult], answered: int) -> Reply | None:
        try:
            return self._model.reply(self._request(prompts, results, answered))
        except WorkbenchError as error:
            self._fail(error)
            return None

    def _fail(self, error: WorkbenchError) -> None:
        self.failure = error
        self._pen.turn_end({"kind": "error", "error": {"name": error.code, "message": error.message}})

    def _request(self, prompts: list[Prompt], results: list[CallResult], answered: int) -> ModelRequest:
        state = self._pen.log.state
        status, zone = turn_zone(state.turn_zones)
        return ModelRequest(
            now=self._clock.now(),
            zone=zone,
            zone_status=status,
            turn=state.turn or 0,
            step=state.step or 0,
            prompts=tuple(prompts),
            results=tuple(results),
            tools=self._tools.registry.served(),
            history=self._pen.log.index.events_from,
            answered=answered,
        )

    def _call(self, call_id: str, call: ToolCall) -> Steps[CallResult]:
        call_seq = self._pen.tool_call(call_id, call.name, call.arguments)
        outcome = yield from self._tools.run(call.name, call.arguments, self._model.model)
        if self._faults.strikes("answer_lost"):
            outcome = ANSWER_LOST
        self._pen.tool_result(call_id, call_seq, outcome)
        return CallResult(call.name, call.arguments, outcome.text, outcome.is_error)


def _prompt(message: Message) -> Prompt:
    source: dict[str, Any] = message.get("source") or {}
    zone = source.get("clientTimeZone")
    return Prompt(
        text=message_text(message),
        kind=str(source.get("kind")),
        plugin=source.get("plugin"),
        zone=zone if isinstance(zone, str) else None,
    )
