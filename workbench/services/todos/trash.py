"""The trash (TODO-8): bulk deletion and ``forget`` put todos there in batches, for 30 days they come back from it.

Nothing is ever removed for good: sessions with different clocks share the database, and one must not throw away what
another may still restore. Past the 30 days a todo is only out of reach.
"""

from typing import Any, Final

import msgspec

from workbench.services.todos import stored
from workbench.services.todos.refusals import refusal
from workbench.services.todos.rows import COLUMNS, OWNED, Scope, Todo
from workbench.text.quote import quote
from workbench.time.instant import DAY

KEPT_MS: Final = 30 * DAY
_DELETE: Final = (
    f"UPDATE todos SET deleted = ?, batch = ?, version = version + 1, updated = ? WHERE {OWNED} AND deleted IS NULL"  # noqa: S608 - constants only
)
_RESTORE: Final = (
    "UPDATE todos SET deleted = NULL, batch = NULL, version = version + 1, updated = ?"  # noqa: S608 - constants only
    f" WHERE {OWNED} AND deleted > ? AND batch = ?"
)
_BATCHES: Final = (
    f"SELECT batch, deleted, count(*), min(content) FROM todos WHERE {OWNED} AND deleted > ?"  # noqa: S608 - constants only
    " GROUP BY batch ORDER BY deleted DESC, batch LIMIT ?"
)
_ITEMS: Final = (
    f"SELECT {COLUMNS} FROM todos WHERE {OWNED} AND deleted > ? AND batch = ? AND todo_id > ?"  # noqa: S608 - constants only
    " ORDER BY todo_id LIMIT ?"
)


class Batch(msgspec.Struct, frozen=True):
    """What one deletion put into the trash: when, until when it can come back (epoch ms), how many, one of them."""

    batch: str
    deleted: int
    until: int
    count: int
    example: str


def delete_all(connection: Any, scope: Scope, now: int) -> tuple[str | None, int]:
    """Put everything of this owner and project into one batch; its id and size, None and 0 where there was nothing."""
    batch = stored.made_id("batch_")
    count: int = connection.execute(_DELETE, (now, batch, now, *scope)).rowcount
    return (batch, count) if count else (None, 0)


def forget(connection: Any, scope: Scope, todo_id: str, now: int) -> tuple[Todo, bool]:
    """Put one todo into the trash, as a batch of its own; whether that changed anything. Raises ``todo_not_found``."""
    todo = stored.find(connection, scope, todo_id)
    if todo is None or _gone(todo, now):
        raise stored.not_found(todo_id)
    if todo.deleted is not None:
        return todo, False
    gone = msgspec.structs.replace(
        todo, deleted=now, batch=stored.made_id("batch_"), version=todo.version + 1, updated=now
    )
    stored.save(connection, gone)
    return gone, True


def restore_batch(connection: Any, scope: Scope, batch: str, now: int) -> int:
    """Bring back what is left of a batch; how many came. Raises ``todo_not_found`` when none can."""
    count: int = connection.execute(_RESTORE, (now, *scope, now - KEPT_MS, batch)).rowcount
    if not count:
        raise refusal("todo_not_found", f"there is nothing in the trash under {quote(batch)}, or not any more", "batch")
    return count


def restore_item(connection: Any, scope: Scope, todo_id: str, now: int) -> tuple[Todo, bool]:
    """Bring back one todo; whether it was in the trash. Raises ``todo_not_found``, after 30 days too."""
    todo = stored.find(connection, scope, todo_id)
    if todo is None or _gone(todo, now):
        raise stored.not_found(todo_id)
    if todo.deleted is None:
        return todo, False
    back = msgspec.structs.replace(todo, deleted=None, batch=None, version=todo.version + 1, updated=now)
    stored.save(connection, back)
    return back, True


def batches(connection: Any, scope: Scope, now: int, limit: int) -> list[Batch]:
    """The newest batches that can still come back."""
    rows = connection.execute(_BATCHES, (*scope, now - KEPT_MS, limit))
    return [Batch(batch, deleted, deleted + KEPT_MS, count, example) for batch, deleted, count, example in rows]


def items(connection: Any, scope: Scope, batch: str, now: int, limit: int, after: str) -> list[Todo]:
    """The todos of one batch behind the id ``after``, by id."""
    return [Todo(*row) for row in connection.execute(_ITEMS, (*scope, now - KEPT_MS, batch, after, limit))]


def _gone(todo: Todo, now: int) -> bool:
    """Whether it was deleted too long ago; 30 days to the millisecond are too long."""
    return todo.deleted is not None and now - todo.deleted >= KEPT_MS
