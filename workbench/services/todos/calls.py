"""One call of the two todo tools: its fields present and allowed, its values read (TODO-1, TODO-9).

Runs before scope, capability and everything stored, and reads nothing but the arguments, now and the zone.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from workbench.services.todos import fields, values
from workbench.services.todos.fields import ALLOWED, FIELDS, REQUIRED
from workbench.services.todos.refusals import refusal
from workbench.services.todos.shapes import check_readable, check_shapes
from workbench.text.quote import quote
from workbench.time.zones import Zone


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
    read_in = values.read_zone(args, zone)
    return Call(
        action,
        read_in,
        args.get("todo_id", ""),
        args.get("project_id", ""),
        args.get("mount_capability"),
        args.get("client_mutation_id"),
        values.read_version(args),
        values.read_columns(args, now, read_in),
        values.read_one_of(args, "item_status", fields.ITEM_STATUSES, "invalid_status", "open"),
        values.read_limit(args),
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
