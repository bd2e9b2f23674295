"""One todo as it is stored, and as tools and screens see it (TODO-9).

Instants are epoch ms. The item's keys are fixed: all are present, null where empty.
"""

from typing import Any, Final, NamedTuple

import msgspec

from workbench.services.dues import due_text
from workbench.services.todos.fields import PRIORITIES
from workbench.time.clocktext import clock_text, offset_text
from workbench.time.zones import Zone

NO_DUE: Final = 1 << 62  # later than any instant: a todo without a due time comes last
COLUMNS: Final = (
    "todo_id, project, status, rank, due, due_text, version, created, updated, completed, deleted, batch, content, note"
)


class Scope(NamedTuple):
    """Whose todos are meant: every query names all three. ``project`` is empty for todos of no project."""

    user: str
    account: str
    project: str


OWNED: Final = "user = ? AND account = ? AND project = ?"


class Todo(msgspec.Struct, frozen=True):
    """A row; the fields stand in the order of :data:`COLUMNS`."""

    todo_id: str
    project: str
    status: str
    rank: int
    due: int
    due_text: str | None
    version: int
    created: int
    updated: int
    completed: int | None
    deleted: int | None
    batch: str | None
    content: str
    note: str | None

    @property
    def priority(self) -> str:
        """``urgent``, ``high``, ``normal`` or ``low``."""
        return PRIORITIES[self.rank]

    def overdue(self, now: int) -> bool:
        """Whether its due time has come and it is not completed."""
        return self.due <= now and self.status != "completed"


def folded(content: str, note: str | None) -> str:
    """What a screen's text filter is looked for in: no case, content and note."""
    return (content if note is None else f"{content}\n{note}").casefold()


def item_json(todo: Todo, zone: Zone) -> dict[str, Any]:
    """The item of a result; ``due_at_local`` is in ``zone``, with weekday, offset and the zone's name."""
    return {
        "todo_id": todo.todo_id,
        "content": todo.content,
        "title": todo.content,
        "project_id": todo.project or None,
        "status": todo.status,
        "priority": todo.priority,
        "due_at": todo.due_text,
        "due_at_local": None if todo.due == NO_DUE else _local(todo.due, zone),
        "note": todo.note,
        "version": todo.version,
        "created_at": due_text(todo.created, None),
        "updated_at": due_text(todo.updated, None),
        "completed_at": None if todo.completed is None else due_text(todo.completed, None),
    }


def _local(ms: int, zone: Zone) -> str:
    return f"{clock_text(ms, zone)} {offset_text(zone.offset_ms(ms))} {zone.name}"
