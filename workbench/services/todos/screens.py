"""What a screen shows of todos: a page under filters, and how many there are behind each tab."""

from dataclasses import dataclass
from typing import Any, Final

import msgspec

from workbench.services.todos.lists import Query, matching
from workbench.services.todos.rows import Todo

_COUNTS: Final = "SELECT status, count(*), sum(due <= ?) FROM {} GROUP BY status"


@dataclass(frozen=True, slots=True)
class Filters:
    """What to show. ``text`` is looked for in content and note, whatever its case; ``project`` None means none."""

    text: str = ""
    status: str = "open"
    priority: str | None = None
    project: str | None = None


class Row(msgspec.Struct, frozen=True):
    """A todo and whether it is overdue now."""

    todo: Todo
    overdue: bool


class Counts(msgspec.Struct, frozen=True):
    """How many todos the text, priority and project filters leave, by status; ``overdue`` of the uncompleted."""

    open: int = 0
    in_progress: int = 0
    completed: int = 0
    overdue: int = 0

    @property
    def all(self) -> int:
        """Of any status."""
        return self.open + self.in_progress + self.completed


class TodoPage(msgspec.Struct, frozen=True):
    """Rows in the order of a list; ``next`` is what to ask for the next page with, None at the end."""

    rows: tuple[Row, ...]
    counts: Counts
    next: str | None


def count(connection: Any, query: Query, now: int) -> Counts:
    """Count what the filters of ``query`` leave, its statuses aside."""
    source, values = matching(query)
    found = connection.execute(_COUNTS.format(source), [now, *values]).fetchall()
    overdue = sum(due for status, _, due in found if status != "completed")
    return Counts(**{status: many for status, many, _ in found}, overdue=overdue)
