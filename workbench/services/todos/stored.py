"""Reading and writing single rows of todos; every statement names the owner, so a foreign row is as good as absent."""

import secrets
import string
from typing import Any, Final

from workbench.services.todos.refusals import refusal
from workbench.services.todos.rows import COLUMNS, OWNED, Scope, Todo, folded
from workbench.text.quote import quote

_ALPHABET: Final = string.ascii_lowercase + string.digits
_FIND: Final = f"SELECT {COLUMNS} FROM todos WHERE todo_id = ? AND {OWNED}"  # noqa: S608 - constants only
_INSERT: Final = f"INSERT INTO todos ({COLUMNS}, folded, user, account) VALUES ({', '.join('?' * 17)})"  # noqa: S608 - constants only
_UPDATE: Final = (
    "UPDATE todos SET status = ?, rank = ?, due = ?, due_text = ?, version = ?, updated = ?, completed = ?,"
    " deleted = ?, batch = ?, content = ?, note = ?, folded = ? WHERE todo_id = ?"
)


def made_id(prefix: str) -> str:
    """An id that nobody can guess: the prefix and 24 of ``[a-z0-9]``."""
    return prefix + "".join(secrets.choice(_ALPHABET) for _ in range(24))


def find(connection: Any, scope: Scope, todo_id: str) -> Todo | None:
    """The todo of this owner and project, in the trash or not."""
    row = connection.execute(_FIND, (todo_id, *scope)).fetchone()
    return None if row is None else Todo(*row)


def existing(connection: Any, scope: Scope, todo_id: str) -> Todo:
    """The todo that is not in the trash; raises ``todo_not_found``."""
    todo = find(connection, scope, todo_id)
    if todo is None or todo.deleted is not None:
        raise not_found(todo_id)
    return todo


def not_found(todo_id: str) -> Exception:
    """The one answer for absent, deleted, another owner's, and another project's."""
    return refusal("todo_not_found", f"there is no todo {quote(todo_id)} here", "todo_id")


def insert(connection: Any, scope: Scope, todo: Todo) -> None:
    """Store a new row."""
    values = [getattr(todo, name) for name in Todo.__struct_fields__]
    connection.execute(_INSERT, (*values, folded(todo.content, todo.note), scope.user, scope.account))


def save(connection: Any, todo: Todo) -> None:
    """Store a row that :func:`find` gave, changed."""
    connection.execute(
        _UPDATE,
        (
            todo.status, todo.rank, todo.due, todo.due_text, todo.version, todo.updated, todo.completed, todo.deleted,
            todo.batch, todo.content, todo.note, folded(todo.content, todo.note), todo.todo_id,
        ),
    )  # fmt: skip
