"""A scenario that is walked on the screen: its run in a folder of its own, stride by stride, in the driver's thread.

Owns beginning the run, doing a stride and saying where the walk stands. What a step does is the bench's.
"""

import shutil
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Final

import msgspec

from workbench.actions.places import Places, give_back, new_run_folder
from workbench.bench.scenario.model import Advance, Expect, Jump, Step
from workbench.bench.scenario.parse import read_scenario
from workbench.bench.scenario.result import ended
from workbench.bench.scenario.runner import ScenarioRun
from workbench.bench.scenario.walk import strides, what_it_does
from workbench.bench.scenario.when import duration_ms, moment_ms
from workbench.errors import UsageError, WorkbenchError
from workbench.session.stored import open_file
from workbench.text.tomltext import MAX_TOML_BYTES

if TYPE_CHECKING:
    from workbench.bench.bench import Bench
    from workbench.bench.scenario.result import StepResult


_EXPECT: Final = "expect"
_MOVES: Final = ("advance", "jump")


class Stage(msgspec.Struct, frozen=True):
    """Where a walk stands: ``done`` of ``steps`` strides, what the last one did and the next one will do.

    ``to`` is where the next one moves the clock, epoch ms, None where it does not. ``failed`` ends the walk.
    ``expected``: what the last one did was compared and is as expected; ``moved``: the report of its move tells what it
    did; ``do`` is its word. ``child`` is the log of the youngest fork of the live session.
    """

    title: str
    done: int
    steps: int
    said: str = ""
    following: str = ""
    to: int | None = None
    failed: bool = False
    expected: bool = False
    moved: bool = False
    do: str = ""
    child: Path | None = None


class Walk:
    """One walk of the scenario in ``path``. All but making it is for the driver's thread."""

    def __init__(self, path: Path, places: Places) -> None:
        self._path = path
        self._places = places
        self._strides: tuple[tuple[Step, ...], ...] = ()
        self._run: ScenarioRun | None = None
        self._folder = places.runs
        self._begun_with = 0
        self._done = 0
        self._said = self._do = ""
        self._failed = self._expected = self._moved = False
        self._children: dict[str, Path] = {}

    @property
    def run(self) -> ScenarioRun:
        """The run, once it was begun."""
        assert self._run is not None  # noqa: S101 - the driver opens a walk before anything else
        return self._run

    @property
    def bench(self) -> "Bench":
        """The live session's bench; another one after a stride that forked or went back."""
        return self.run.bench

    def open(self) -> "Bench":
        """Read the scenario and begin its run; raises what reading it raises, and what making its log raises."""
        try:
            text = open_file(self._path).read(0, MAX_TOML_BYTES + 1)
        except WorkbenchError as error:
            raise UsageError(error.code, error.message.replace("a log", "a scenario"), hint=error.hint) from error
        scenario = read_scenario(text, self._path.stem, self._path.absolute().parent)
        self._strides = strides(scenario.steps)
        self._folder = new_run_folder(self._places, scenario.name)
        try:
            self._run = ScenarioRun(scenario, root=self._folder, home=self._places.home)
        except BaseException:
            give_back(self._folder, self._places)
            raise
        self._begun_with = self.bench.log.index.events
        expects = sum(isinstance(step, Expect) for step in scenario.steps)
        self._said = f"{_counted(len(self._strides), 'step')}, {_counted(expects, 'expectation')}"
        return self.bench

    def stage(self) -> Stage:
        """Where the walk stands."""
        scenario = self.run.scenario
        step = None if self._failed or self._done == len(self._strides) else self._strides[self._done][0]
        return Stage(
            title=scenario.title or scenario.name,
            done=self._done,
            steps=len(self._strides),
            said=self._said,
            following=what_it_does(step) if step is not None else "",
            to=self._target(step),
            failed=self._failed,
            expected=self._expected,
            moved=self._moved,
            do=self._do,
            child=self._children.get(self._identity()[0]),
        )

    def stride(self, go_on: Callable[[], bool], *, allow_large: bool = False) -> None:
        """Do the next step and compare with what is expected after it.

        ``go_on`` is asked between two events; a step that was stopped is gone on with by the next stride. Raises
        ``confirmation_required``, with nothing done, for a large move that was not allowed.
        """
        run = self.run
        run.allow_large = allow_large
        result = run.step(go_on)
        if result is None:
            return
        self._do, self._expected, self._moved = result.do, False, result.do in _MOVES and result.code is None
        if not result.finished:
            self._said = "stopped on the way"
            return
        self._said = _did(result)
        self._failed = not result.ok
        self._expected = result.ok and result.do == _EXPECT
        self._done += 1
        self._note_parent()
        while not self._failed and self._expects_next():
            expected = run.step(go_on)
            assert expected is not None  # noqa: S101 - there is a step left and none has failed
            self._failed, self._expected = not expected.ok, expected.ok
            self._said = self._said if expected.ok else f"not as expected, {expected.message}"
        if self._failed:
            # A walk counts an expectation to what it is about; where it failed is a step of the file, as in a run.
            self._said = f"{ended(run.result)}: {self._said}"

    def adopt(self, bench: "Bench") -> None:
        """Go on with a child that was made beside the steps."""
        self.run.adopt(bench)
        self._note_parent()

    def give_back(self) -> None:
        """Once the bench is closed: leave no folder of a walk in which nothing happened."""
        if self._run is not None and not self._run.done and self.bench.log.index.events == self._begun_with:
            for each in self._folder.iterdir():
                shutil.rmtree(each, ignore_errors=True)
            give_back(self._folder, self._places)

    def _identity(self) -> tuple[str, str | None]:
        """The ids of the live session and of its parent."""
        header = self.bench.log.header
        return (header.id, header.parent) if header is not None else ("", None)

    def _note_parent(self) -> None:
        """If the live session is a fork it is its parent's youngest child."""
        parent = self._identity()[1]
        if parent is not None:
            self._children[parent] = self.bench.path

    def _expects_next(self) -> bool:
        """Whether the run's next step compares what this stride did."""
        steps, done = self.run.scenario.steps, self.run.done
        return done < len(steps) and isinstance(steps[done], Expect)

    def _target(self, step: Step | None) -> int | None:
        if not isinstance(step, Advance | Jump):
            return None
        now = self.bench.now
        try:
            return now + duration_ms(step.by) if step.by is not None else moment_ms(step.to, now, self.run.zone)
        except WorkbenchError:
            return None


def _did(result: "StepResult") -> str:
    """What the first step of a stride did; a move of the clock is told by its own report, which says more."""
    if result.ok and (result.do == _EXPECT or (result.do in _MOVES and result.code is None)):
        return ""
    return result.message if result.ok or result.do != _EXPECT else f"not as expected, {result.message}"


def _counted(number: int, noun: str) -> str:
    return f"{number:,} {noun}{'' if number == 1 else 's'}"
