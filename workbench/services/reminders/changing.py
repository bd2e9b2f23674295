"""Creating and changing one reminder inside a write transaction (REM-1, REM-2, REM-5, REM-6).

Owns what a call changes: the presence of a field counts, not its truth. Times are epoch ms.
"""

import sqlite3
from collections.abc import Mapping
from typing import Any, Final

import msgspec

from workbench.services.dues import Due, read_due, refused
from workbench.services.refusal import ServiceError
from workbench.services.reminders.arguments import check_prompt, check_subject, check_tags
from workbench.services.reminders.records import COLUMNS, Reminder, Scope, from_row, joined
from workbench.text.quote import quote
from workbench.time.instant import describe_instant
from workbench.time.zones import Zone

Fields = dict[str, Any]
_SELECT: Final = f"SELECT {COLUMNS} FROM reminders WHERE user = ? AND account = ? AND id = ?"  # noqa: S608 - a constant
_INSERT: Final = f"INSERT INTO reminders (user, account, {COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"  # noqa: S608 - a constant
_UPDATE: Final = (
    "UPDATE reminders SET prompt = ?, subject = ?, labels = ?, due = ?, due_text = ?, completed = ?"
    " WHERE user = ? AND account = ? AND id = ?"
)


def check_new(args: Mapping[str, Any]) -> None:
    """Refuse a creation as ``completed_requires_id`` or ``missing_field``."""
    if args.get("completed"):
        message = "completed: true needs the id of a reminder; a new one is open"
        raise ServiceError("completed_requires_id", message, field="completed")
    for name in ("prompt", "due_at"):
        if name not in args:
            message = f"{name} is missing; to create a reminder give prompt and due_at, to change one give its id"
            raise ServiceError("missing_field", message, field=name)


def read_fields(args: Mapping[str, Any], now: int, zone: Zone | None) -> Fields:
    """The fields of a reminder that are present in ``args``, checked; ``completed`` stays true or false."""
    fields: Fields = {}
    if "prompt" in args:
        fields["prompt"] = check_prompt(args["prompt"])
    if "due_at" in args:
        due = _future(args["due_at"], now, zone)
        fields.update(due=due.instant, due_text=due.text)
    if "subject" in args:
        fields["subject"] = check_subject(args["subject"])
    if "tags" in args:
        fields["tags"] = check_tags(args["tags"])
    if "completed" in args:
        fields["completed"] = args["completed"]
    return fields


def insert(connection: sqlite3.Connection, scope: Scope, chosen: str, fields: Fields, now: int) -> Reminder:
    """Store a new reminder with the id ``chosen``; raises ``invalid_id`` when this account has one with it."""
    reminder = Reminder(
        chosen,
        fields["prompt"],
        fields.get("subject"),
        fields.get("tags", ()),
        fields["due"],
        fields["due_text"],
        created=now,
    )
    try:
        connection.execute(_INSERT, (*scope, chosen, *_values(reminder)[:-1], now, None))
    except sqlite3.IntegrityError:
        raise ServiceError("invalid_id", f"the id {quote(chosen)} is taken; choose another", field="id") from None
    return reminder


def update(connection: sqlite3.Connection, scope: Scope, chosen: str, fields: Fields, now: int) -> Reminder:
    """Change the given fields; raises ``reminder_not_found`` for an id that this user and account do not have."""
    row = connection.execute(_SELECT, (*scope, chosen)).fetchone()
    if row is None:
        message = f"there is no reminder {quote(chosen)} in this account; agent_reminder_list_due gives those due"
        raise ServiceError("reminder_not_found", message, field="id")
    before = from_row(row)
    changes = dict(fields)
    if "completed" in changes:
        changes["completed"] = _completed(before, changes["completed"], now)
    after = msgspec.structs.replace(before, **changes)
    if after != before:
        connection.execute(_UPDATE, (*_values(after), *scope, chosen))
    return after


def _completed(before: Reminder, wanted: bool, now: int) -> int | None:  # noqa: FBT001 - the field's own value
    if not wanted:
        return None
    return now if before.completed is None else before.completed


def _future(text: str, now: int, zone: Zone | None) -> Due:
    due = read_due(text, now, zone, relative=True)
    if due.instant <= now:
        at = describe_instant(now)
        why = f"it is read as {due.text} and that is not after now, {at}; reminders are always for the future"
        raise refused("not_future", text, why, now=at, value=due.text)
    return due


def _values(reminder: Reminder) -> tuple[Any, ...]:
    """What may change, in the order of ``_UPDATE``."""
    labels = joined(reminder.tags)
    return reminder.prompt, reminder.subject, labels, reminder.due, reminder.due_text, reminder.completed
