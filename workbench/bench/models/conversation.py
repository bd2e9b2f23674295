"""What the built-in agent makes of a turn's messages: calls first, then one answer to all of them.

Owns the way from a message to calls and sentences. It keeps nothing between steps: the calls a turn needs follow from
its messages, and those that have a result are the first of them. Only a user's own prompt is read as a wish.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from typing import Any, Final

from workbench.bench.models.base import ModelRequest, Prompt, Reply, ToolCall
from workbench.bench.models.planning import Plan, changed_plan
from workbench.bench.models.presenting import present
from workbench.bench.models.wording import tell
from workbench.services.requests.commands import (
    CancelSchedules,
    ListSchedules,
    MarkPlan,
    NeedsInput,
    Remind,
    WritePlan,
    create_arguments,
)
from workbench.services.requests.grammar import EXAMPLES, parse
from workbench.text.jsontext import dumps

_FREE_AGAIN: Final = "I was kept busy and am free again."
_NOTHING: Final = "There was nothing to do."
_MIXED: Final = "Your messages of this turn came from different time zones, so name the one you mean. For example: "


@dataclass(frozen=True, slots=True)
class _Part:
    """What one message gets: a text, or calls whose results are told."""

    text: str = ""
    calls: tuple[ToolCall, ...] = ()


def converse(request: ModelRequest, told: int) -> Reply:
    """The reply of one step; the first ``told`` messages of the turn were answered in an earlier step."""
    parts = list(_parts(request))
    wanted = [call for part in parts for call in part.calls]
    done = len(request.results)
    if done < len(wanted):
        return Reply("", tuple(wanted[done:]))
    return Reply("\n\n".join(filter(None, _answers(parts, request, told))) or _NOTHING)


def _answers(parts: list[_Part], request: ModelRequest, told: int) -> Iterator[str]:
    results = iter(request.results)
    for place, part in enumerate(parts):
        own = tuple(islice(results, len(part.calls)))
        if place >= told:
            yield "\n".join(tell(result, request.now, request.zone) for result in own) or part.text


def _parts(request: ModelRequest) -> Iterator[_Part]:
    plan: Plan | None = None
    for prompt in request.prompts:
        found = parse(prompt.text, request.now, request.zone) if prompt.kind == "user" else None
        if found is None:
            yield _Part(_acknowledged(prompt, request.now))
        elif isinstance(found, NeedsInput):
            yield _Part(_question(found, request))
        elif isinstance(found, WritePlan | MarkPlan):
            plan, problem = changed_plan(found, plan, request.history)
            yield _Part(problem) if problem else _Part(calls=(_call("todo_write", {"todos": plan}),))
        else:
            yield _Part(calls=_calls(found))


def _acknowledged(prompt: Prompt, now: int) -> str:
    if prompt.plugin == "schedule":
        return present(prompt.text, now)
    return _FREE_AGAIN if prompt.plugin == "workbench" else ""


def _question(found: NeedsInput, request: ModelRequest) -> str:
    if found.reason in {"help", "not_understood", "empty"}:
        return "\n".join((f"{found.message} I understand, for example:", *(f"- {each}" for each in EXAMPLES)))
    if found.reason == "no_zone" and request.zone_status == "mixed":
        return f"{_MIXED}{found.example}"
    return found.sentence


def _calls(command: Remind | ListSchedules | CancelSchedules) -> tuple[ToolCall, ...]:
    if isinstance(command, Remind):
        return (_call("schedule_create", create_arguments(command)),)
    if isinstance(command, CancelSchedules):
        return tuple(_call("schedule_delete", {"id": name}) for name in command.ids)
    return (_call("schedule_list", {}),)


def _call(name: str, arguments: dict[str, Any]) -> ToolCall:
    return ToolCall(name, dumps(arguments))
