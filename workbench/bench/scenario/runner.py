"""Walks the steps of a scenario, one at a time, and says after each what it did (page 6).

Owns the order of things in a run: what counts since the last expect, when a refusal is expected, where a run ends. What
a step does is in ``steps``, what an expect compares in ``expect``.
"""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final

from workbench.bench.bench import Bench
from workbench.bench.scenario.expect import Seen, differences
from workbench.bench.scenario.model import Expect, Scenario, Step
from workbench.bench.scenario.observe import Span
from workbench.bench.scenario.result import RunResult, StepResult, Verdict
from workbench.bench.scenario.sessions import Sessions
from workbench.bench.scenario.steps import Done, advance_to, do_step
from workbench.errors import WorkbenchError
from workbench.time.zones import Zone

_ASKS: Final = "confirmation_required"


class ScenarioRun:
    """One run of one scenario. Iterate it to do the steps; it may be left after any step, then :meth:`close` it.

    Logs are written below ``root`` (LOG-1), which must hold no session of the same id yet. ``allow_large`` lets moves
    run that would otherwise be refused with ``confirmation_required``.
    """

    def __init__(self, scenario: Scenario, *, root: Path, home: Path, allow_large: bool = False) -> None:
        self.scenario = scenario
        self.allow_large = allow_large
        self._sessions = Sessions.begin(scenario, root, home)
        self._verdict: Verdict = "passed"
        self._done = 0
        self._spans: list[Span] = []
        self._code: str | None = None
        self._left: int | None = None
        self._index = self._sessions.bench.log.index
        self._unnoted: dict[Path, str | None] = {}
        self._note_journal()

    @property
    def unnoted(self) -> tuple[str, ...]:
        """Why what was decided could not be noted, for each session of the run whose journal could not be written."""
        return tuple(why for why in self._unnoted.values() if why is not None)

    @property
    def bench(self) -> Bench:
        """The live session's bench; another one after a fork or an open."""
        return self._sessions.bench

    @property
    def result(self) -> RunResult:
        """The run so far."""
        failed = None if self._verdict == "passed" else self._done
        return RunResult(self._verdict, self._done, failed, tuple(self._sessions.logs.values()))

    @property
    def done(self) -> int:
        """How many steps are done."""
        return self._done

    @property
    def zone(self) -> Zone:
        """The scenario's zone, UTC where it has none."""
        return self._sessions.zone

    def __iter__(self) -> Iterator[StepResult]:
        """Do the steps that are left; the first one that fails or is refused unexpectedly is the last."""
        while (result := self.step()) is not None:
            yield result

    def step(self, go_on: Callable[[], bool] | None = None) -> StepResult | None:
        """Do the next step; None where none is left or one has failed.

        ``go_on`` is for a front with somebody in front of it: it is asked between two events of an advance, which stops
        once the answer is no, so that the next call goes on with it; and ``confirmation_required`` is raised instead of
        ending the run, so that the step can be done after all once :attr:`allow_large` is set.
        """
        steps = self.scenario.steps
        if self._done == len(steps) or self._verdict != "passed":
            return None
        following = steps[self._done + 1] if self._done + 1 < len(steps) else None
        try:
            return self._do(steps[self._done], following, go_on)
        finally:
            self._note_journal()

    def adopt(self, bench: Bench) -> None:
        """Go on with a child of the live session that somebody made beside the steps; the parent is closed already."""
        self._sessions.take(bench, bench.log.index.rows)

    def close(self) -> None:
        """Write what is pending and let the files go."""
        self._sessions.close()

    def _note_journal(self) -> None:
        if self.bench.mode == "live":
            self._unnoted[self.bench.path] = self.bench.unnoted

    def _do(self, step: Step, following: Step | None, go_on: Callable[[], bool] | None) -> StepResult:
        self._index = self.bench.log.index
        self._sessions.start_row = self._index.rows
        if isinstance(step, Expect):
            self._done += 1
            return self._expect(step)
        try:
            done = self._carry_out(step, go_on)
            if self.bench.unwritten is not None:
                raise self.bench.unwritten
        except WorkbenchError as error:
            if go_on is not None and error.code == _ASKS:
                raise
            hint = f"; {error.hint}" if error.hint else ""
            done = Done(f"{error.code}: {error.message}{hint}", error.code)
            if not (isinstance(following, Expect) and following.code is not None):
                self._verdict = "error"
        self._left = done.left
        self._done += done.left is None
        self._code = done.code or self._code
        return self._report(step, done)

    def _carry_out(self, step: Step, go_on: Callable[[], bool] | None) -> Done:
        """The step, or what a stop left of it; time may have gone on beyond that meanwhile."""
        left = self._left
        if left is None:
            return do_step(step, self._sessions, allow_large=self.allow_large, go_on=go_on)
        if self.bench.now >= left:
            return Done("the clock is there already")
        return advance_to(left, self._sessions, go_on)

    def _report(self, step: Step, done: Done) -> StepResult:
        index = self.bench.log.index
        if self.bench.crashed:
            self._forget_lost(index.rows)
        span = Span(index, min(self._sessions.start_row, index.rows), index.rows)
        self._spans.append(span)
        return StepResult(
            step=self._done + (done.left is not None),
            do=step.do,
            now=self.bench.now,
            ok=self._verdict == "passed",
            turns=span.turns,
            appended=span.events,
            message=done.message,
            code=done.code,
            finished=done.left is None,
        )

    def _forget_lost(self, rows: int) -> None:
        """What a crash took from the log did not happen."""
        for span in self._spans:
            if span.index is self._index:
                span.first, span.last = min(span.first, rows), min(span.last, rows)

    def _expect(self, step: Expect) -> StepResult:
        seen = Seen(
            spans=tuple(self._spans),
            fold=self.bench.state.schedules,
            now=self.bench.now,
            zone=self._sessions.zone,
            code=self._code,
            held_back=tuple(_held_back(self.bench)),
        )
        different = list(differences(step, seen))
        if different:
            self._verdict = "failed"
        self._spans, self._code = [], None
        return self._report(step, Done("; ".join(different) or "as expected"))


def _held_back(bench: Bench) -> Iterator[str]:
    """What holds due records back now, and what happened to the clock."""
    view = bench.view()
    if view.move is not None and view.move.note == "clock went back":
        yield "clock_went_back"
    if not any(row.state == "overdue" for row in view.schedules):
        return
    if view.mode == "cold":
        yield "cold"
    elif view.agent == "running":
        yield "busy"
    if bench.stuck is not None:
        yield bench.stuck
