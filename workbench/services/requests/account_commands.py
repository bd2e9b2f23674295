"""What a request of the account can ask for beside a reminder: notes, todos, listing or ending any of these (REQ-6).

Owns shapes only, small and complete: whoever carries one out needs nothing but the record, who asks, and the clock.
"""

from dataclasses import dataclass
from typing import Literal

from workbench.services.requests.commands import After, At, MarkPlan, Remind, WritePlan

Kind = Literal["reminders", "routines", "schedules", "todos", "notes"]
TargetKind = Literal["schedule", "reminder", "todo", "note"]
Priority = Literal["low", "normal", "high", "urgent"]
TodoFilter = Literal["open", "in_progress", "completed", "all"]


@dataclass(frozen=True, slots=True)
class Remember:
    """Keep ``text`` as a note, exactly as it was written; ``context`` names notes it goes with."""

    text: str
    context: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Recall:
    """Say what the notes tell about ``query``; "" with a ``context`` asks for these notes themselves."""

    query: str
    context: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class AddTodo:
    """Make one todo; without ``due`` it has none. ``mutation_id`` is the idempotency key of the tool (TODO-6)."""

    content: str
    priority: Priority = "normal"
    due: After | At | None = None
    note: str | None = None
    context: tuple[str, ...] = ()
    mutation_id: str = ""


@dataclass(frozen=True, slots=True)
class ListThings:
    """Show what there is of one kind; ``status`` narrows todos."""

    kind: Kind
    status: TodoFilter = "open"


@dataclass(frozen=True, slots=True)
class ListDue:
    """Show what is due now: reminders, schedules and todos."""


@dataclass(frozen=True, slots=True)
class Target:
    """One thing by its exact id; a note also by its address or the beginning of its id."""

    kind: TargetKind
    id: str


@dataclass(frozen=True, slots=True)
class Cancel:
    """Delete these, in the order they were named."""

    targets: tuple[Target, ...]


@dataclass(frozen=True, slots=True)
class Complete:
    """Mark these todos and reminders as done, in the order they were named."""

    targets: tuple[Target, ...]


@dataclass(frozen=True, slots=True)
class DeleteAll:
    """Delete everything of one kind; only ever read out of the complete confirming request (REQ-7)."""

    kind: Kind


AccountCommand = (
    Remind | Remember | Recall | AddTodo | ListThings | ListDue | Cancel | Complete | DeleteAll | WritePlan | MarkPlan
)
