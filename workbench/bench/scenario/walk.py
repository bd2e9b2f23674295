"""A scenario in strides, for somebody who walks it: each step together with what is expected after it, in words.

Owns what counts as one stride and the sentence that says what a step is about to do. Doing it is ``runner``.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from workbench.bench.faults import BY_NAME
from workbench.bench.scenario.model import (
    Advance,
    Call,
    Crash,
    Expect,
    Fault,
    Fork,
    Hold,
    Jump,
    Open,
    Release,
    Resume,
    Say,
    Step,
    Suspend,
)
from workbench.bench.scenario.when import duration_ms
from workbench.text.quote import quote
from workbench.text.safe import safe_line
from workbench.time.durations import format_duration


def strides(steps: Sequence[Step]) -> tuple[tuple[Step, ...], ...]:
    """The steps in groups: one that does something and the expects behind it; expects before all are one group."""
    found: list[list[Step]] = []
    for step in steps:
        if found and isinstance(step, Expect):
            found[-1].append(step)
        else:
            found.append([step])
    return tuple(map(tuple, found))


def what_it_does(step: Step) -> str:
    """The step as an announcement: ``jump 2h 52m``, ``say "remind me ..."``."""
    return _WORDS[type(step)](step)


def _move(step: Advance | Jump) -> str:
    if step.by is not None:
        return f"{step.do} {format_duration(duration_ms(step.by))}"
    return f"{step.do} to {step.to}"


def _call(step: Call) -> str:
    prompt, rule = step.args.get("prompt"), _rule(step.args)
    if step.tool == "schedule_create" and prompt is not None and rule:
        return f"create {quote(prompt)}, {rule}"
    if step.tool == "schedule_delete" and isinstance(step.args.get("id"), str):
        return f"delete {quote(step.args['id'])[1:-1]}"
    if step.tool == "schedule_list" and not step.args:
        return "list the schedules"
    return f"call {step.tool} {quote(step.args)}" if step.args else f"call {step.tool}"


def _rule(args: Mapping[str, Any]) -> str:
    """``every 10m``, ``after 20m``, ``at 2026-08-10T21:00:00Z``; nothing where there is not exactly one plain rule."""
    rules = [name for name in ("every_seconds", "after_seconds", "at") if name in args]
    if len(rules) != 1:
        return ""
    given = args[rules[0]]
    if rules[0] == "at":
        parts = [given.get(key) for key in ("date", "time", "time_zone")] if isinstance(given, dict) else [given]
        return f"at {' '.join(safe_line(str(part)) for part in parts)}" if None not in parts else ""
    return f"{rules[0].removesuffix('_seconds')} {format_duration(given * 1000)}" if type(given) is int else ""


def _fault(step: Fault) -> str:
    title = BY_NAME[step.name].title
    if step.count == 1:
        return f"arm: {title}"
    return f"arm: {title}, {step.count} times" if step.count else f"disarm: {title}"


def _fork(step: Fork) -> str:
    at = f" at event {step.at:,}" if step.at is not None else ""
    named = f" as {quote(step.id)}" if step.id is not None else ""
    return f"fork{at}{named} and go on with the child"


_WORDS: Final[dict[type[Step], Callable[[Any], str]]] = {
    Advance: _move,
    Jump: _move,
    Say: lambda step: f"say {quote(step.text)}",
    Call: _call,
    Hold: lambda _: "hold the agent busy",
    Release: lambda _: "release the agent",
    Suspend: lambda _: "put the session to sleep",
    Resume: lambda _: "wake the session up",
    Crash: lambda _: "let the process die",
    Fault: _fault,
    Fork: _fork,
    Open: lambda step: f"go back to {quote(step.id)}",
    Expect: lambda _: "compare with what is expected",
}
