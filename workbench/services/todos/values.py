"""What the fields of one call say: checked values, ready to be stored (TODO-1, TODO-2, TODO-5, TODO-7).

Runs before scope, capability and everything stored (TODO-9), and reads nothing but the arguments, now and the zone.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from workbench.errors import WorkbenchError
from workbench.services.dues import read_due
from workbench.services.todos import fields
from workbench.services.todos.fields import ALLOWED, FIELDS, PRIORITIES, REQUIRED
from workbench.services.todos.refusals import CODES, refusal
from workbench.services.todos.rows import NO_DUE
from workbench.services.todos.shapes import check_readable, check_shapes
from workbench.text.quote import quote
from workbench.text.trim import trim
from workbench.time.zones import Zone, load_zone


@dataclass(frozen=True, slots=True)
class Call:
    """One checked call. ``values`` holds columns to set; a field that was not given is not in it."""

    action: str
    zone: Zone
    todo_id: str = ""
    project: str = ""
    capability: str | None = field(default=None, repr=False)
    mutation_id: str | None = None
    expected_version: int = 0
    values: Mapping[str, Any] = field(default_factory=dict)
    item_status: str = "open"
    limit: int = fields.DEFAULT_LIMIT
    cursor: str = ""
    confirmed: bool = False


def read_call(args: Mapping[str, Any], now: int, zone: Zone) -> Call:
    """The call that ``args`` of the tool ``todo`` make; ``zone`` is the configured one.

    Raises the codes of fields and types, in the order: types, fields of the action, missing ones, values.
    """
    check_shapes(args, FIELDS, ("action",), closed=False)
    action: str = args["action"]
    _check_allowed(action, args)
    check_readable(args)
    _check_present(action, args)
    read_in = _zone(args, zone)
    return Call(
        action,
        read_in,
        args.get("todo_id", ""),
        args.get("project_id", ""),
        args.get("mount_capability"),
        args.get("client_mutation_id"),
        _version(args),
        _values(args, now, read_in),
        _one_of(args, "item_status", fields.ITEM_STATUSES, "invalid_status", "open"),
        _limit(args),
        args.get("cursor", ""),
        args.get("confirm_delete_all", False),
    )


def read_forget(args: Mapping[str, Any], zone: Zone) -> Call:
    """The call that ``args`` of the tool ``forget`` make."""
    check_shapes(args, fields.FORGET_FIELDS, ("todo_id",), closed=True)
    check_readable(args)
    _check_place(args)
    return Call("forget", zone, args["todo_id"], args.get("project_id", ""), args.get("mount_capability"))


def _check_allowed(action: str, args: Mapping[str, Any]) -> None:
    allowed = ("action", *ALLOWED[action])
    for name in args:
        if name not in allowed:
            listed = ", ".join(allowed)
            message = f"{quote(name)} is no field of {action}; its fields are {listed}"
            raise refusal("field_not_allowed_for_action", message, name, action=action, allowed=list(allowed))


def _check_present(action: str, args: Mapping[str, Any]) -> None:
    for name in REQUIRED[action]:
        if name not in args:
            raise refusal("missing_field", f"{action} needs {name}", name, action=action)
    if action == "create" and "content" not in args and "title" not in args:
        raise refusal("missing_field", "create needs content (or title)", "content", action=action)
    _check_place(args)


def _check_place(args: Mapping[str, Any]) -> None:
    if "mount_capability" in args and "project_id" not in args:
        raise refusal("missing_field", "mount_capability needs the project_id it was made for", "project_id")


def _zone(args: Mapping[str, Any], configured: Zone) -> Zone:
    name = args.get("owner_timezone")
    if name is None:
        return configured
    try:
        return load_zone(name)
    except WorkbenchError as error:
        if error.code != "invalid_time_zone":
            raise
        raise refusal("invalid_timezone", error.message, "owner_timezone") from None


def _version(args: Mapping[str, Any]) -> int:
    given = args.get("expected_version", 1)
    if not isinstance(given, int) or given < 1:
        message = f"expected_version must be a whole number from 1, given {quote(given)}"
        raise refusal("invalid_expected_version", message, "expected_version")
    return given


def _limit(args: Mapping[str, Any]) -> int:
    given = args.get("limit", fields.DEFAULT_LIMIT)
    if not isinstance(given, int) or not 1 <= given <= fields.MOST_ITEMS:
        message = f"limit must be a whole number from 1 to {fields.MOST_ITEMS}, given {quote(given)}"
        raise refusal("invalid_limit", message, "limit")
    return given


def _values(args: Mapping[str, Any], now: int, zone: Zone) -> dict[str, Any]:
    values: dict[str, Any] = {}
    for name, read in _READERS.items():
        if name in args:
            values |= read(args[name])
    if "content" in args and "title" in args and args["content"] != args["title"]:
        message = f"content and title must be equal, given {quote(args['content'])} and {quote(args['title'])}"
        raise refusal("content_title_mismatch", message, "title")
    if "due_at" in args:
        values |= _due(args["due_at"], now, zone)
    return values


def _content(name: str) -> Callable[[str], dict[str, Any]]:
    def read(value: str) -> dict[str, Any]:
        if not trim(value):
            raise refusal("INVALID_ARGS", f"{name} must not be blank, given {quote(value)}", name)
        _check_length(name, value, fields.CONTENT_CHARACTERS, "content_too_long")
        return {"content": value}

    return read


def _note(value: str | None) -> dict[str, Any]:
    _check_length("note", value or "", fields.NOTE_CHARACTERS, "note_too_long")
    return {"note": value or None}


def _check_length(name: str, value: str, most: int, code: str) -> None:
    if len(value) > most:
        message = f"{name} has {len(value)} characters; accepted are up to {most}"
        raise refusal(code, message, name, characters=len(value), limit=most)


def _priority(value: str | None) -> dict[str, Any]:
    if value is not None and value not in PRIORITIES:
        message = f"priority must be one of {', '.join(reversed(PRIORITIES))} or null, given {quote(value)}"
        raise refusal("invalid_priority", message, "priority")
    return {"rank": PRIORITIES.index(value or "normal")}


def _status(value: str) -> dict[str, Any]:
    return {"status": _one_of({"status": value}, "status", fields.STATUSES, "invalid_status", "")}


def _one_of(args: Mapping[str, Any], name: str, accepted: tuple[str, ...], code: str, default: str) -> str:
    value: str = args.get(name, default)
    if name in args and value not in accepted:
        raise refusal(code, f"{name} must be one of {', '.join(accepted)}, given {quote(value)}", name)
    return value


def _due(value: str | None, now: int, zone: Zone) -> dict[str, Any]:
    if value is None:
        return {"due": NO_DUE, "due_text": None}
    try:
        due = read_due(value, now, zone, relative=False)
    except WorkbenchError as error:
        # Reminders tell more kinds of unreadable apart than todos do.
        code = error.code if error.code in CODES else "invalid_due_at"
        raise refusal(code, error.message, "due_at", **error.details) from None
    return {"due": due.instant, "due_text": due.text}


_READERS: Final[dict[str, Callable[[Any], dict[str, Any]]]] = {
    "content": _content("content"),
    "title": _content("title"),
    "note": _note,
    "priority": _priority,
    "status": _status,
}
