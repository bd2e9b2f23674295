"""What the fields of a call say: checked values, ready to be stored (TODO-2, TODO-5, TODO-7)."""

from collections.abc import Callable, Mapping
from typing import Any, Final

from workbench.errors import WorkbenchError
from workbench.services.dues import read_due
from workbench.services.todos import fields
from workbench.services.todos.fields import PRIORITIES
from workbench.services.todos.refusals import CODES, refusal
from workbench.services.todos.rows import NO_DUE
from workbench.text.quote import quote
from workbench.text.trim import trim
from workbench.time.zones import Zone, load_zone


def read_zone(args: Mapping[str, Any], configured: Zone) -> Zone:
    """The zone of ``owner_timezone``, or the configured one; raises ``invalid_timezone``."""
    name = args.get("owner_timezone")
    if name is None:
        return configured
    try:
        return load_zone(name)
    except WorkbenchError as error:
        if error.code != "invalid_time_zone":
            raise
        raise refusal("invalid_timezone", error.message, "owner_timezone") from None


def read_version(args: Mapping[str, Any]) -> int:
    """``expected_version``, 1 where it is not given; raises ``invalid_expected_version``."""
    given = args.get("expected_version", 1)
    if not isinstance(given, int) or given < 1:
        message = f"expected_version must be a whole number from 1, given {quote(given)}"
        raise refusal("invalid_expected_version", message, "expected_version")
    return given


def read_limit(args: Mapping[str, Any]) -> int:
    """``limit`` or its default; raises ``invalid_limit``."""
    given = args.get("limit", fields.DEFAULT_LIMIT)
    if not isinstance(given, int) or not 1 <= given <= fields.MOST_ITEMS:
        message = f"limit must be a whole number from 1 to {fields.MOST_ITEMS}, given {quote(given)}"
        raise refusal("invalid_limit", message, "limit")
    return given


def read_columns(args: Mapping[str, Any], now: int, zone: Zone) -> dict[str, Any]:
    """The columns that ``args`` set, by name; a field that was not given sets none."""
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


def read_one_of(args: Mapping[str, Any], name: str, accepted: tuple[str, ...], code: str, default: str) -> str:
    """The value of ``name``, or ``default``; raises ``code`` when it is none of ``accepted``."""
    value: str = args.get(name, default)
    if name in args and value not in accepted:
        raise refusal(code, f"{name} must be one of {', '.join(accepted)}, given {quote(value)}", name)
    return value


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
    return {"status": read_one_of({"status": value}, "status", fields.STATUSES, "invalid_status", "")}


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
