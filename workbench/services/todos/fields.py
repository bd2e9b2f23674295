"""The fields of the two todo tools as one table (TODO-1): JSON types, lengths, and which action takes which.

Owns shapes alone. ``schemas.py`` serves this table, ``shapes.py`` enforces it; what a value means is ``values.py``'s.
"""

from dataclasses import dataclass
from typing import Any, Final

ACTIONS: Final = ("create", "update", "complete", "list", "delete_all")
STATUSES: Final = ("open", "in_progress", "completed")
ITEM_STATUSES: Final = (*STATUSES, "all")
PRIORITIES: Final = ("urgent", "high", "normal", "low")  # in the order in which a list shows them
CONTENT_CHARACTERS: Final = 12_000
NOTE_CHARACTERS: Final = 8_000
KEY_CHARACTERS: Final = 255
ID_CHARACTERS: Final = 128
DEFAULT_LIMIT: Final = 20
MOST_ITEMS: Final = 100


@dataclass(frozen=True, slots=True)
class Field:
    """One field: the JSON types it admits, what the description says, and the lengths and values the schema states."""

    types: tuple[str, ...]
    says: str
    longest: int | None = None
    one_of: tuple[str, ...] = ()

    def schema(self) -> dict[str, Any]:
        """This field as it is served."""
        served: dict[str, Any] = {"type": list(self.types) if len(self.types) > 1 else self.types[0]}
        if self.longest is not None:
            served |= {"minLength": 1, "maxLength": self.longest}
        if self.one_of:
            served["enum"] = list(self.one_of)
        return served | {"description": self.says}


_TEXT: Final = ("string",)
_CLEARABLE: Final = ("string", "null")
_ID: Final = Field(_TEXT, "Exact id of one todo, as create and list give it.", ID_CHARACTERS)
_PROJECT: Final = Field(_TEXT, "The project workspace. Without it only todos of no project are meant.", ID_CHARACTERS)
_CAPABILITY: Final = Field(_TEXT, "The signed mount capability that a change in project_id needs.")

FIELDS: Final[dict[str, Field]] = {
    "action": Field(_TEXT, "What to do.", one_of=ACTIONS),
    "todo_id": _ID,
    "content": Field(_TEXT, f"The task, 1 to {CONTENT_CHARACTERS} characters, not blank."),
    "title": Field(_TEXT, "Another name for content; where both are given they must be equal."),
    "project_id": _PROJECT,
    "mount_capability": _CAPABILITY,
    "priority": Field(_CLEARABLE, f"One of {', '.join(reversed(PRIORITIES))}; null means normal, the default."),
    "due_at": Field(
        _CLEARABLE,
        "When it is due, the past allowed: 2026-08-25T09:00:00Z, 2026-08-25T09:00:00+02:00, 2026-08-25T09:00:00,"
        " 2026-08-25 09:00, 2026-08-25 or Unix seconds as text; without offset in owner_timezone. null clears.",
    ),
    "status": Field(_TEXT, f"One of {', '.join(STATUSES)}; any may follow any."),
    "note": Field(_CLEARABLE, f"A handoff note, up to {NOTE_CHARACTERS} characters; null clears."),
    "item_status": Field(_TEXT, f"Which todos to list: {', '.join(ITEM_STATUSES)}. Default open."),
    "limit": Field(("number",), f"How many to list, a whole number 1 to {MOST_ITEMS}. Default {DEFAULT_LIMIT}."),
    "cursor": Field(_TEXT, 'The next_cursor of the page before, for the same filters; "" for the first page.'),
    "owner_timezone": Field(
        _CLEARABLE,
        "UTC or Area/Location: the zone in which this call reads due_at and shows due_at_local. Default, and what null"
        " means, is the configured zone.",
    ),
    "client_mutation_id": Field(
        _TEXT, "Idempotency key: repeat it with the same fields to get the first result again.", KEY_CHARACTERS
    ),
    "expected_version": Field(("number",), "The version the change was made for, a whole number from 1."),
    "confirm_delete_all": Field(("boolean",), "true, and only on the user's own explicit wish, to delete in bulk."),
}
FORGET_FIELDS: Final[dict[str, Field]] = {
    "todo_id": _ID,
    "project_id": _PROJECT,
    "mount_capability": _CAPABILITY,
}

_STATE: Final = ("priority", "due_at", "status", "note", "owner_timezone")
_PLACE: Final = ("project_id", "mount_capability")
REQUIRED: Final[dict[str, tuple[str, ...]]] = {
    "create": ("client_mutation_id",),
    "update": ("todo_id", "expected_version"),
    "complete": ("todo_id",),
    "list": (),
    "delete_all": (),
}
ALLOWED: Final[dict[str, tuple[str, ...]]] = {
    "create": ("content", "title", "client_mutation_id", *_PLACE, *_STATE),
    "update": ("todo_id", "expected_version", "content", "title", "client_mutation_id", *_PLACE, *_STATE),
    "complete": ("todo_id", "note", *_PLACE),
    "list": ("item_status", "limit", "cursor", "owner_timezone", "project_id"),
    "delete_all": ("confirm_delete_all",),
}
