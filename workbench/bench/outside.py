"""A tool call from outside the conversation: a form, the command line, a server (BEN-10).

A call that changes the session joins the open turn, or is a turn of its own; any other call leaves the log alone.
"""

from workbench.bench.agent import Agent
from workbench.bench.models.base import Reply, ToolCall
from workbench.bench.process import Steps, Wait
from workbench.bench.tool_calls import ToolRunner
from workbench.bench.tools.base import Outcome
from workbench.bench.transcript import Transcript

SOURCE = {"kind": "plugin", "plugin": "workbench"}
PROVIDER = "workbench"


class Place:
    """Where a call stands: whether it is part of a turn by now, and ends with it."""

    __slots__ = ("in_turn",)

    def __init__(self) -> None:
        self.in_turn = False


class OutsideCalls:
    """The calls of all fronts on one live session."""

    def __init__(self, pen: Transcript, agent: Agent, tools: ToolRunner) -> None:
        self._pen = pen
        self._agent = agent
        self._tools = tools

    def call(self, front: str, name: str, arguments: str, place: Place) -> Steps[Outcome]:
        """Run a call for ``front`` (``cli``, ``tui`` ...); ``arguments`` is raw JSON text. ``place`` is kept true."""
        tool = self._tools.registry.get(name)
        if tool is None or not tool.changes_session:
            return (yield from self._tools.run(name, arguments, front))
        agent = self._agent
        if not (agent.joinable or agent.free):
            yield Wait("agent", lambda: agent.joinable or agent.free, lambda: None)
        call = ToolCall(name, arguments)
        place.in_turn = True
        if agent.joinable:
            with agent.joined():
                self._pen.next_step()
                self._pen.context()
                return (yield from self._in_step(front, call))
        done: list[Outcome] = []
        agent.run_own(self._own_turn(front, call, done))
        if not done:
            yield Wait("call", lambda: bool(done), lambda: None)
        return done[0]

    def _own_turn(self, front: str, call: ToolCall, done: list[Outcome]) -> Steps[None]:
        pen = self._pen
        pen.turn_start()
        pen.next_step()
        pen.user_message(pen.message(f"{call.name} was called from {front}, outside the conversation.", SOURCE))
        pen.preamble(())
        outcome = yield from self._in_step(front, call)
        pen.turn_end({"kind": "completed"})
        done.append(outcome)

    def _in_step(self, front: str, call: ToolCall) -> Steps[Outcome]:
        pen = self._pen
        (call_id,) = pen.assistant(Reply("", (call,)), provider=PROVIDER, model=front)
        call_seq = pen.tool_call(call_id, call.name, call.arguments)
        outcome = yield from self._tools.run(call.name, call.arguments, front)
        pen.tool_result(call_id, call_seq, outcome)
        return outcome
