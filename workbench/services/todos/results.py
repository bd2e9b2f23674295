"""The values the two tools answer with (TODO-9): fixed keys, all present, and never a capability."""

from typing import Any

from workbench.services.dues import due_text
from workbench.services.todos.calls import Call
from workbench.services.todos.rows import Todo, item_json
from workbench.services.todos.trash import KEPT_MS
from workbench.time.zones import Zone


def changed(call: Call, todo: Todo, status: str, now: int) -> dict[str, Any]:
    """The result of create, update and complete; ``status`` is ``applied`` or ``unchanged``."""
    mutation = _mutation(status, call.mutation_id, todo.version)
    return _result(call, now, item=item_json(todo, call.zone), mutation=mutation)


def again(first: dict[str, Any]) -> dict[str, Any]:
    """The result that a repeated client_mutation_id gets: the original one, marked."""
    return {**first, "mutation": {**first["mutation"], "replayed": True}}


def listed(call: Call, todos: list[Todo], next_cursor: str | None, now: int) -> dict[str, Any]:
    """The result of list."""
    items = [item_json(todo, call.zone) for todo in todos]
    told: dict[str, Any] = {"item_status": call.item_status, "limit": call.limit, "count": len(items)}
    return _result(call, now, items=items, next_cursor=next_cursor, **told)


def bulk(call: Call, batch: str | None, count: int, now: int) -> dict[str, Any]:
    """The result of delete_all; the items themselves are in the trash, under ``metadata.batch``."""
    mutation = _mutation("applied" if count else "unchanged", None, None)
    until = due_text(now + KEPT_MS, None) if batch else None
    return _result(call, now, mutation=mutation, batch=batch, deleted=count, restorable_until=until)


def forgotten(todo: Todo, *, changed: bool, zone: Zone) -> dict[str, Any]:
    """The result of forget."""
    deleted = todo.deleted or 0
    return {
        "item": item_json(todo, zone),
        "status": "applied" if changed else "unchanged",
        "batch": todo.batch,
        "restorable_until": due_text(deleted + KEPT_MS, None),
    }


def _result(
    call: Call,
    now: int,
    *,
    item: dict[str, Any] | None = None,
    items: list[dict[str, Any]] | None = None,
    next_cursor: str | None = None,
    mutation: dict[str, Any] | None = None,
    **told: Any,
) -> dict[str, Any]:
    metadata = {"now": due_text(now, None), "timezone": call.zone.name, "project_id": call.project or None, **told}
    return {
        "action": call.action,
        "item": item,
        "items": [] if items is None else items,
        "next_cursor": next_cursor,
        "mutation": mutation,
        "metadata": metadata,
    }


def _mutation(status: str, mutation_id: str | None, version: int | None) -> dict[str, Any]:
    return {"status": status, "replayed": False, "client_mutation_id": mutation_id, "version": version}
