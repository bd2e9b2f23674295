"""A model that says what a script says, one reply a step (BEN-9): from a scenario, or from a recorded log.

Owns reading scripts. It looks at nothing it is asked.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Final

from workbench.bench.models.base import ModelRequest, Reply, ToolCall
from workbench.errors import UsageError, WorkbenchError
from workbench.session.events import Event
from workbench.text.jsontext import dumps
from workbench.text.quote import quote

PROVIDER: Final = "workbench"
# Models whose messages are replies; any other of this provider is a front that made a call from outside (BEN-10).
_OWN_MODELS: Final = frozenset(("built-in", "scripted"))


class ScriptedModel:
    """Gives ``replies`` in order, over all turns; ``provider`` and ``model`` are what the log will name."""

    def __init__(
        self,
        replies: Sequence[Reply],
        *,
        provider: str = PROVIDER,
        model: str = "scripted",
        context_window: int = 128_000,
    ) -> None:
        self.provider = provider
        self.model = model
        self.context_window = context_window
        self._replies = tuple(replies)
        self._given = 0

    @property
    def left(self) -> int:
        """How many replies were not given yet."""
        return len(self._replies) - self._given

    def reply(self, request: ModelRequest) -> Reply:
        """The next reply; raises ``script_ended`` after the last one."""
        if not self.left:
            raise WorkbenchError(
                "script_ended",
                f"all {len(self._replies)} replies of the script were given; turn {request.turn}, step {request.step}"
                " needs another",
                hint="add a reply to the script, or let the turns end earlier",
            )
        self._given += 1
        return self._replies[self._given - 1]


def read_replies(script: Iterable[object]) -> tuple[Reply, ...]:
    """Replies from plain values: a text, ``{tool, args}``, or ``{text?, calls: [{tool, args}]}``.

    ``args`` is an object, or raw JSON text for arguments as a model may get them wrong. Raises ``invalid_script``.
    """
    return tuple(_reply(value, place) for place, value in enumerate(script, 1))


def replies_from_log(events: Iterable[Event]) -> Iterator[Reply]:
    """The replies that a recorded log's models gave, in order; calls made from outside are left out."""
    for event in events:
        if event.type == "assistant/message":
            message = event.data["message"]
            source = message["source"]
            if source.get("provider") != PROVIDER or source.get("model") in _OWN_MODELS:
                yield _recorded(message["content"])


def _recorded(content: Sequence[Mapping[str, Any]]) -> Reply:
    text = "".join(str(block.get("text", "")) for block in content if block.get("type") == "text")
    calls = (block for block in content if block.get("type") == "tool-call")
    return Reply(text, tuple(ToolCall(str(call.get("name", "")), str(call.get("arguments", ""))) for call in calls))


def _reply(value: object, place: int) -> Reply:
    if isinstance(value, str):
        return Reply(value)
    if isinstance(value, Mapping) and "tool" in value:
        return Reply("", (_call(value, place),))
    if not isinstance(value, Mapping) or not value or set(value) - {"text", "calls"}:
        raise _invalid(place, value)
    text, calls = value.get("text", ""), value.get("calls", [])
    if not isinstance(text, str) or not isinstance(calls, list):
        raise _invalid(place, value)
    return Reply(text, tuple(_call(call, place) for call in calls))


def _call(value: object, place: int) -> ToolCall:
    if not isinstance(value, Mapping) or set(value) - {"tool", "args"} or not isinstance(value.get("tool"), str):
        raise _invalid(place, value)
    args = value.get("args", {})
    if not isinstance(args, str | Mapping):
        raise _invalid(place, value)
    return ToolCall(value["tool"], args if isinstance(args, str) else dumps(dict(args)))


def _invalid(place: int, value: object) -> UsageError:
    return UsageError(
        "invalid_script",
        f"reply {place} of the script cannot be used: {quote(value)}; accepted are a text, {{tool, args}} and"
        " {text, calls: [{tool, args}]}",
    )
