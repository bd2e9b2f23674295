"""Create, update, complete: one transaction each, in the order replay, existence, version, apply (TODO-5, TODO-9)."""

from typing import Any

import msgspec

from workbench.services.todos import stored
from workbench.services.todos.calls import Call
from workbench.services.todos.fields import PRIORITIES
from workbench.services.todos.refusals import refusal
from workbench.services.todos.rows import NO_DUE, Scope, Todo, item_json

APPLIED, UNCHANGED = "applied", "unchanged"


def create(connection: Any, scope: Scope, call: Call, now: int) -> tuple[Todo, str]:
    """Store a new todo at version 1."""
    values: dict[str, Any] = {
        "rank": PRIORITIES.index("normal"),
        "due": NO_DUE,
        "due_text": None,
        "status": "open",
        "note": None,
    }
    values |= call.values
    todo = Todo(
        todo_id=stored.made_id("todo_"),
        project=scope.project,
        version=1,
        created=now,
        updated=now,
        completed=now if values["status"] == "completed" else None,
        deleted=None,
        batch=None,
        **values,
    )
    stored.insert(connection, scope, todo)
    return todo, APPLIED


def update(connection: Any, scope: Scope, call: Call, now: int) -> tuple[Todo, str]:
    """Change what was given, if the caller saw the newest version; else ``version_conflict`` with the current item."""
    todo = stored.existing(connection, scope, call.todo_id)
    if todo.version != call.expected_version:
        message = f"this change was made for version {call.expected_version}, and the todo is at {todo.version}"
        item = item_json(todo, call.zone)
        raise refusal("version_conflict", message, "expected_version", version=todo.version, item=item)
    return _apply(connection, todo, dict(call.values), now)


def complete(connection: Any, scope: Scope, call: Call, now: int) -> tuple[Todo, str]:
    """Complete a todo, whatever its version; once completed, only a new note changes anything."""
    todo = stored.existing(connection, scope, call.todo_id)
    return _apply(connection, todo, {**call.values, "status": "completed"}, now)


def _apply(connection: Any, todo: Todo, values: dict[str, Any], now: int) -> tuple[Todo, str]:
    status = values.get("status", todo.status)
    if status != "completed":
        values["completed"] = None
    elif todo.completed is None:
        values["completed"] = now
    changed = msgspec.structs.replace(todo, **values)
    if changed == todo:
        return todo, UNCHANGED
    changed = msgspec.structs.replace(changed, version=todo.version + 1, updated=now)
    stored.save(connection, changed)
    return changed, APPLIED
