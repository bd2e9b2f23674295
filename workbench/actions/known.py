"""What the session list knows of a file once it was read: a log's state at its end, or what a scenario will do.

Owns reading one file just for that, so that whatever is wrong with it is told in the answer and costs nothing else.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

import msgspec

from workbench.actions.listing import Found
from workbench.errors import WorkbenchError
from workbench.session.problems import Problem
from workbench.session.reader import SessionLog, read_log
from workbench.session.source import FrameSource
from workbench.session.stored import open_file
from workbench.text.tomltext import MAX_TOML_BYTES

if TYPE_CHECKING:
    from workbench.bench.view import BenchView

_OPEN_TURN: Final = "open_turn"
_USUAL: Final = frozenset(("say", "call", "expect"))


class Nearest(NamedTuple):
    """The record that is due next, its target in epoch ms."""

    id: str
    kind: str
    target: int


class Facts(msgspec.Struct, frozen=True, kw_only=True):
    """``name`` is for people, ``verdict`` one of a check's words, or ``unreadable`` or ``invalid`` for what cannot be
    opened at all (``readable`` is False then); ``problem`` says what is wrong, if anything is.
    """

    name: str
    verdict: str = "ok"
    problem: str | None = None
    readable: bool = True


class LogFacts(Facts, frozen=True, kw_only=True):
    """A log at its end. ``now`` is its last instant (epoch ms), where its clock would stand: what is *overdue* is so by
    that clock. Counts of schedules are None where their history is not whole. ``lost`` are the bytes of a torn end.
    """

    now: int | None = None
    events: int | None = None
    lines: int = 0
    every: int | None = None
    once: int | None = None
    ids_used: int | None = None
    nearest: Nearest | None = None
    overdue: int = 0
    last_turn: int = 0
    turn_end: str | None = None
    todos: int = 0
    todos_open: int = 0
    parent: str | None = None
    problems: int = 0
    lost: int = 0
    frames: int = 0

    @property
    def active(self) -> int | None:
        """Active schedules, one-shots and recurring ones together."""
        return None if self.every is None or self.once is None else self.every + self.once


class ScenarioFacts(Facts, frozen=True, kw_only=True):
    """A scenario: what it is about in its own words, how many steps a walk has, what each of them does, and the words
    of the steps that are not just said or called."""

    about: str = ""
    start: int | None = None
    zone: str | None = None
    steps: int = 0
    expects: int = 0
    does: tuple[str, ...] = ()
    words: tuple[str, ...] = ()
    log: Path | None = None


def read_facts(found: Found) -> Facts:
    """The facts of a file, whatever state it is in."""
    try:
        return read_scenario(found.path) if found.kind == "scenario" else facts_of(read_log(found.path))
    except WorkbenchError as error:
        name = found.path.stem if found.kind == "scenario" else found.path.parent.name
        verdict = "invalid" if found.kind == "scenario" else "unreadable"
        # The row says which file it is; its path would only push the reason out of sight.
        message = error.message.replace(str(found.path), found.path.name)
        return Facts(name=name, verdict=verdict, problem=f"{error.code}: {message}", readable=False)


def glance(found: Found, home: Path, zone: str | None) -> "tuple[Facts, BenchView | None]":
    """The facts, and of a log also its state as a screen shows it; nothing is written."""
    from workbench.bench.bench import Bench

    if found.kind == "scenario":
        return read_facts(found), None
    try:
        bench = Bench.open(found.path, home=home, zone=zone, read_only=True)
    except WorkbenchError:
        return read_facts(found), None
    log = bench.log
    return (facts_of(log), bench.view()) if isinstance(log, SessionLog) else (read_facts(found), None)


def facts_of(log: SessionLog) -> LogFacts:
    """The facts of a log that was read."""
    state, fold = log.state, log.state.schedules
    known = state.schedule_error is None
    every = sum(record.kind == "every" for record in fold.active.values())
    now, chief = log.last_instant, log.chief_problem
    source = log.index.source
    return LogFacts(
        name=log.header.id if log.header is not None else log.path.parent.name,
        verdict=log.judged,
        problem=None if chief is None or chief.kind == _OPEN_TURN else _said(chief),
        now=now,
        events=log.events_shown if log.index.events or log.header is not None else None,
        lines=log.index.rows + (log.header is not None),
        every=every if known else None,
        once=len(fold.active) - every if known else None,
        ids_used=fold.used_count if known else None,
        nearest=_nearest(log) if known else None,
        overdue=sum(record.target <= now for record in fold.active.values()) if known else 0,
        last_turn=state.last_turn,
        turn_end=log.last_turn_end,
        todos=len(state.plan.items),
        todos_open=sum(status != "completed" for _, status in state.plan.items),
        parent=log.header.parent if log.header is not None else None,
        problems=sum(problem.kind != _OPEN_TURN for problem in log.problems) + log.problems_left_out,
        lost=max(0, open_file(log.path).size() - log.good_size) if log.judged == "torn" else 0,
        frames=source.frames if isinstance(source, FrameSource) else 0,
    )


def read_scenario(path: Path) -> ScenarioFacts:
    """The facts of a scenario file; raises what loading it raises."""
    from workbench.bench.scenario.model import Expect
    from workbench.bench.scenario.parse import read_scenario as parsed
    from workbench.bench.scenario.walk import strides, what_it_does

    text = open_file(path).read(0, MAX_TOML_BYTES + 1)
    scenario = parsed(text, path.stem, path.absolute().parent)
    expects = sum(isinstance(step, Expect) for step in scenario.steps)
    return ScenarioFacts(
        name=scenario.title or scenario.name,
        about=" ".join(_comment(text.decode("utf-8", "replace"))),
        start=scenario.start,
        zone=scenario.zone,
        steps=len(strides(scenario.steps)),
        expects=expects,
        does=tuple(what_it_does(step) for step in scenario.steps if not isinstance(step, Expect)),
        words=tuple(dict.fromkeys(step.do for step in scenario.steps if step.do not in _USUAL)),
        log=scenario.log,
    )


def _said(problem: Problem) -> str:
    if problem.kind == "newer_format":
        return f"{problem.kind}: format version {problem.found}, this reads {problem.expected}"
    return f"{problem.kind}: {problem.message}"


def _nearest(log: SessionLog) -> Nearest | None:
    fold = log.state.schedules
    target = fold.next_target()
    due = (Nearest(each.id, each.kind, each.target) for each in fold.active.values() if each.target == target)
    return next(due, None)


def _comment(text: str) -> Iterator[str]:
    """The comment that a file begins with, line by line."""
    for line in text.split("\n"):
        if not line.startswith("#"):
            return
        yield line.lstrip("# ").strip()
