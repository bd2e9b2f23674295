"""The small interface behind which models sit (BEN-9): a request for one step, a reply of text and tool calls."""

from collections.abc import Callable, Iterator
from typing import Any, Literal, Protocol

import msgspec

from workbench.session.events import Event


class ToolCall(msgspec.Struct, frozen=True):
    """A call a model asks for; ``arguments`` is the raw JSON text exactly as the model wrote it, valid or not."""

    name: str
    arguments: str


class CallResult(msgspec.Struct, frozen=True):
    """A finished call of the open turn: what was asked, the text the model sees, and whether it was an error."""

    name: str
    arguments: str
    text: str
    is_error: bool


class Prompt(msgspec.Struct, frozen=True):
    """A message the turn claimed: ``kind`` is the source's kind, ``plugin`` its name, ``zone`` what the front sent."""

    text: str
    kind: str
    plugin: str | None = None
    zone: str | None = None


class ModelRequest(msgspec.Struct, frozen=True):
    """Everything a model may use for one step. ``now`` is epoch ms; ``zone`` is set only when exactly one is known.

    ``prompts`` are the turn's claimed messages in order, ``results`` every call of the turn so far, ``history`` reads
    the log from its first event, ``tools`` are the served definitions of the registry. The first ``answered`` prompts
    were answered by an earlier reply of this turn: more came by steering.
    """

    now: int
    zone: str | None
    zone_status: Literal["one", "mixed", "unavailable"]
    turn: int
    step: int
    prompts: tuple[Prompt, ...]
    results: tuple[CallResult, ...]
    tools: tuple[dict[str, Any], ...]
    history: Callable[[], Iterator[Event]]
    answered: int = 0


class Reply(msgspec.Struct, frozen=True):
    """One assistant message: text (may be empty) and the calls it asks for; no calls ends the turn."""

    text: str
    calls: tuple[ToolCall, ...] = ()


class Model(Protocol):
    """A model: names for the log, and one function from a request to a reply."""

    provider: str
    model: str
    context_window: int

    def reply(self, request: ModelRequest) -> Reply:
        """Answer one step; raise :class:`workbench.errors.WorkbenchError` when no answer can be had."""
        ...
