"""What a scenario file says: the scenario itself and one record per kind of step (page 6, "Scenario files").

Owns the keys and their plain types. Reading a file into these is ``parse``, doing the steps is ``runner``. A step's
``do`` is the record's tag; :data:`STEPS` is the closed list.
"""

from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec

from workbench.bench.faults import MOST, SLOWEST, FaultName

StateWord = Literal["scheduled", "overdue", "ended"]
# How a turn can end (page 3, Shapes), and what can hold a due record back (BEN-14).
Reason = Literal[
    "completed", "aborted", "interrupted", "blocked", "max-tokens", "error",
    "busy", "cold", "faulted", "clock_went_back", "barrier_failed", "queue_failed", "frame_failed",
]  # fmt: skip
_Count = Annotated[int, msgspec.Meta(ge=0)]
_Text = Annotated[str, msgspec.Meta(min_length=1)]


class Step(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="do", tag=str.lower):
    """One step; each subclass is one word of ``do``."""

    @property
    def do(self) -> str:
        """The word of the step as the file has it."""
        return str(self.__struct_config__.tag)


class Say(Step, frozen=True):
    """A user prompt; ``zone`` replaces the scenario's for this prompt (BEN-17)."""

    text: _Text
    zone: str | None = None


class Call(Step, frozen=True):
    """A tool call from outside, as a front makes it (BEN-10)."""

    tool: _Text
    args: dict[str, Any] = {}


class Advance(Step, frozen=True):
    """Move the clock through every event (BEN-2): exactly one of ``by`` (duration) and ``to`` (moment)."""

    by: Any = None
    to: Any = None


class Jump(Step, frozen=True):
    """Set the clock at once (BEN-3): exactly one of ``by`` (duration) and ``to`` (moment)."""

    by: Any = None
    to: Any = None


class Hold(Step, frozen=True):
    """Keep the agent in an open turn (BEN-8)."""


class Release(Step, frozen=True):
    """Let the held turn end."""


class Suspend(Step, frozen=True):
    """Make the session cold (BEN-11)."""


class Resume(Step, frozen=True):
    """Make it live again; on a live session nothing happens."""


class Crash(Step, frozen=True):
    """Let the process die here (BEN-12)."""


class Fault(Step, frozen=True):
    """Arm a fault to strike ``count`` times, 0 to disarm it (BEN-13); ``seconds`` are how long a slow barrier takes."""

    name: FaultName
    count: Annotated[int, msgspec.Meta(ge=0, le=MOST)] = 1
    seconds: Annotated[int, msgspec.Meta(ge=1, le=SLOWEST)] | None = None


class Fork(Step, frozen=True):
    """A child of the live session, up to the inclusive seq ``at`` (default: its last event); the child becomes live."""

    at: _Count | None = None
    id: _Text | None = None


class Open(Step, frozen=True):
    """Go back to a session of this run by its id."""

    id: _Text


class Expect(Step, frozen=True):
    """What must hold now. Counts cover what happened since the previous expect.

    ``dispatches`` is a number or the ids in order; ``state`` and ``target`` are by schedule id; ``code`` is that of
    the last refused call or step (``""``: none was refused); ``reason`` how the last turn ended or what holds a due
    record back; ``text`` one or more pieces that the new messages contain; ``lines`` the number of new log lines, or
    lines that the new messages contain in this order.
    """

    turns: _Count | None = None
    dispatches: _Count | list[str] | None = None
    state: dict[str, StateWord] = {}
    target: dict[str, Any] = {}
    code: str | None = None
    reason: Reason | None = None
    text: _Text | list[_Text] | None = None
    lines: _Count | list[str] | None = None


STEPS: dict[str, type[Step]] = {
    str(kind.__struct_config__.tag): kind
    for kind in (Say, Call, Advance, Jump, Hold, Release, Suspend, Resume, Crash, Fault, Fork, Open, Expect)
}


class AgentKeys(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Table ``[agent]``: simulated seconds a turn lasts, and who answers: ``built-in``, ``scripted`` or ``endpoint``.

    A scripted agent gives ``replies`` in order, one a step: a text, ``{tool, args}``, or ``{text, calls}``; or those
    that the models of the log ``replies_from`` gave (once parsed, an absolute path).
    """

    turn_seconds: Annotated[float, msgspec.Meta(ge=0, le=86_400)] = 0
    model: Literal["built-in", "scripted", "endpoint"] = "built-in"
    replies: list[Any] = []
    replies_from: str | None = None


class Scenario(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A checked scenario. ``start`` is epoch ms, None where the log's last event gives it; ``log`` is absolute."""

    name: str
    steps: tuple[Step, ...]
    title: str | None = None
    start: int | None = None
    zone: str | None = None
    agent: AgentKeys = AgentKeys()
    log: Path | None = None
    first_events: int | None = None
    id: str | None = None
    compression: Literal["none", "zstd"] = "none"
