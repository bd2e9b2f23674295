"""What a tool is (BEN-10): a served definition and a resumable handler that parks at barriers.

A handler is a generator. It yields :data:`BARRIER` where it must wait for durability; the driver runs the barrier,
resumes it, or throws :class:`workbench.errors.BarrierFailed` at that very place (SCH-23).
"""

from collections.abc import Callable, Generator
from dataclasses import dataclass
from typing import Any, Final, Protocol

from workbench.schedule.changes import Change
from workbench.schedule.fold import Fold


class Barrier:
    """The thing a resumable step yields to wait for durability."""

    __slots__ = ()


BARRIER: Final = Barrier()
Steps = Generator[Barrier, None, "Outcome"]


@dataclass(frozen=True, slots=True)
class Outcome:
    """A finished call. ``text`` is what log and model get; ``structured`` is the value for programs.

    ``error_name`` and ``error_code`` fill the result event's ``data.error`` (``ToolArgsError`` / ``INVALID_ARGS``);
    a domain refusal of Schedule is an ordinary result with ``is_error`` False (SCH-25). ``code`` is the stable code of
    a refusal of any kind, for journal, scenarios and exit codes.
    """

    text: str
    structured: Any = None
    is_error: bool = False
    error_name: str | None = None
    error_code: str | None = None
    code: str | None = None


class SessionPort(Protocol):
    """What a tool may do to the live session."""

    def now(self) -> int:
        """The bench's clock, epoch ms."""
        ...

    def fold(self) -> Fold:
        """The Schedule fold of the log as it stands; raises ``corrupt_schedule_log``."""
        ...

    def append_change(self, change: Change) -> int:
        """Append one ``schedule/change`` and return its seq."""
        ...

    def append_plan(self, todos: list[dict[str, str]]) -> int:
        """Append one ``todo/write`` (LOG-17) and return its seq."""
        ...


@dataclass(frozen=True, slots=True)
class Tool:
    """A tool of the registry. ``input_schema`` is served and enforced alike; ``changes_session`` decides how a call
    from outside is recorded (BEN-10)."""

    name: str
    description: str
    input_schema: dict[str, Any]
    output_schema: dict[str, Any]
    changes_session: bool
    handler: Callable[[SessionPort, dict[str, Any]], Steps]
    destructive: bool = False
    idempotent: bool = False
