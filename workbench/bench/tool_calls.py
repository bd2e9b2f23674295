"""Runs one tool call as a resumable step: check against the schema, queue up, park at barriers, give an outcome.

Who asked, and how the call is recorded, is the caller's business (agent.py for a model, outside.py for a front).
"""

from collections.abc import Callable
from typing import Any

from workbench.bench.journal.scribe import Scribe
from workbench.bench.process import Fifo, Steps
from workbench.bench.tools.base import Outcome, SessionPort
from workbench.bench.tools.base import Steps as ToolSteps
from workbench.bench.tools.registry import Registry
from workbench.errors import BarrierFailed


class ToolRunner:
    """The tools of one live session behind its one queue (SCH-23). What they refuse goes into the journal."""

    def __init__(
        self, registry: Registry, port: SessionPort, fifo: Fifo, barrier: Callable[[], Steps[None]], scribe: Scribe
    ) -> None:
        self.registry = registry
        self._port = port
        self._fifo = fifo
        self._barrier = barrier
        self._scribe = scribe

    def run(self, name: str, arguments: str, by: str) -> Steps[Outcome]:
        """Run a call of ``by`` (a front or a model) whose arguments are raw JSON text; what the schema refuses is
        decided without the queue."""
        checked = self.registry.check(name, arguments)
        outcome = checked if isinstance(checked, Outcome) else (yield from self._queued(name, checked, by))
        if outcome.code is not None:
            self._scribe.refused(name, by, outcome)
        return outcome

    def _queued(self, name: str, arguments: dict[str, Any], by: str) -> Steps[Outcome]:
        token = yield from self._fifo.enter()
        self._scribe.caller = by
        try:
            return (yield from self._drive(self.registry.call(name, arguments, self._port)))
        finally:
            self._fifo.leave(token)

    def _drive(self, steps: ToolSteps) -> Steps[Outcome]:
        """Give the handler its barriers: resumed when one returns, the failure thrown into it when one does not."""
        try:
            next(steps)
            while True:
                try:
                    yield from self._barrier()
                except BarrierFailed as failure:
                    steps.throw(failure)
                else:
                    steps.send(None)
        except StopIteration as stop:
            outcome: Outcome = stop.value
            return outcome
