"""What the tools ``todo`` and ``forget`` take and give, as JSON schemas, and what a model reads about them (TODO-1).

The input schemas come from the table of fields that the handlers enforce. Each action has fields of its own; a field
of another action, or of none, has a code, so the schema of ``todo`` leaves the set of keys open.
"""

from typing import Any, Final

from workbench.services.todos.fields import ALLOWED, FIELDS, FORGET_FIELDS, PRIORITIES, REQUIRED, STATUSES
from workbench.services.todos.refusals import CODES

_OPTIONAL_TEXT: Final = {"type": ["string", "null"]}


def _takes(action: str) -> str:
    needed = ", ".join(("content or title", *REQUIRED[action]) if action == "create" else REQUIRED[action])
    rest = ", ".join(name for name in ALLOWED[action] if name not in REQUIRED[action])
    return f"{action}: {f'needs {needed}; ' if needed else ''}takes {rest}."


TODO_DESCRIPTION: Final = (
    "Durable todos of the account and of its projects: create, update, complete, list, or delete all at once. List"
    " before you create, to avoid duplicates. Not for general facts or decisions, and no bulk deletion without the"
    " user's explicit wish.\n"
    + "\n".join(_takes(action) for action in ALLOWED)
    + "\nAny other field is refused (field_not_allowed_for_action), and no type is coerced. Scopes: list needs"
    " memory:read, every change memory:write; neither implies the other. A change in a project needs project_id and its"
    " mount_capability; list needs project_id alone. A version begins at 1 and rises by 1 with every effective change;"
    " an update for an older one is refused with the current item (version_conflict). The same client_mutation_id with"
    " the same fields gives the first result again (replayed: true), with other fields idempotency_key_reused. A list"
    " is by due (none last), priority, creation; next_cursor is there exactly when more is. delete_all takes only todos"
    " outside projects, needs confirm_delete_all: true, is not for widgets and holders of a mount capability, and can"
    " be undone for 30 days.\n"
    'Examples: {"action": "list", "item_status": "open", "limit": 10}; {"action": "create", "content": "Call the lab",'
    ' "client_mutation_id": "call-lab-1", "due_at": "2026-08-25T09:00:00Z"}; {"action": "update", "todo_id": "todo_a",'
    ' "expected_version": 1, "priority": "high"}; {"action": "complete", "todo_id": "todo_..."}.\n'
    f"Codes: {', '.join(sorted(CODES))}."
)
FORGET_DESCRIPTION: Final = (
    "Remove one todo that was looked at, by its exact todo_id. It goes to the trash, from where a person can restore it"
    " for 30 days; a second call changes nothing. Needs memory:write, and in a project project_id and its"
    ' mount_capability. Example: {"todo_id": "todo_..."}. Codes: INVALID_ARGS, missing_field, insufficient_scope,'
    " capability_required, capability_invalid, capability_expired, capability_project_mismatch,"
    " capability_operation_denied, todo_not_found."
)

TODO_INPUT: Final[dict[str, Any]] = {
    "type": "object",
    "properties": {name: field.schema() for name, field in FIELDS.items()},
    "required": ["action"],
}
FORGET_INPUT: Final[dict[str, Any]] = {
    "type": "object",
    "properties": {name: field.schema() for name, field in FORGET_FIELDS.items()},
    "required": ["todo_id"],
    "additionalProperties": False,
}


def _closed(properties: dict[str, Any], **more: Any) -> dict[str, Any]:
    """An object with exactly these keys."""
    return {
        "type": "object",
        "properties": properties,
        "required": list(properties),
        "additionalProperties": False,
    } | more


_ITEM: Final = {
    "todo_id": {"type": "string"},
    "content": {"type": "string"},
    "title": {"type": "string"},
    "project_id": _OPTIONAL_TEXT,
    "status": {"enum": list(STATUSES)},
    "priority": {"enum": list(PRIORITIES)},
    "due_at": _OPTIONAL_TEXT,
    "due_at_local": _OPTIONAL_TEXT,
    "note": _OPTIONAL_TEXT,
    "version": {"type": "integer", "minimum": 1},
    "created_at": {"type": "string"},
    "updated_at": {"type": "string"},
    "completed_at": _OPTIONAL_TEXT,
}
_MUTATION: Final = {
    "status": {"enum": ["applied", "unchanged"]},
    "replayed": {"type": "boolean"},
    "client_mutation_id": _OPTIONAL_TEXT,
    "version": {"type": ["integer", "null"]},
}
TODO_OUTPUT: Final[dict[str, Any]] = _closed(
    {
        "action": {"type": "string"},
        "item": _closed(_ITEM, type=["object", "null"]),
        "items": {"type": "array", "items": _closed(_ITEM)},
        "next_cursor": _OPTIONAL_TEXT,
        "mutation": _closed(_MUTATION, type=["object", "null"]),
        "metadata": {"type": "object"},
    }
)
FORGET_OUTPUT: Final[dict[str, Any]] = _closed(
    {
        "item": _closed(_ITEM),
        "status": {"enum": ["applied", "unchanged"]},
        "batch": {"type": "string"},
        "restorable_until": {"type": "string"},
    }
)
