"""What the tools of reminders and todos take for a command, and a command's time made independent of when it is done.

Owns the way from a :data:`When` to the text that the tools read (REM-4, TODO-2). Those of schedules are in commands.py.
"""

from dataclasses import replace
from typing import Any, Final, TypeVar

from workbench.services.requests.accept import instant_of
from workbench.services.requests.account_commands import AddTodo
from workbench.services.requests.commands import After, At, Every, NeedsInput, Remind, When
from workbench.services.requests.needs import needs
from workbench.time.clocktext import offset_text
from workbench.time.instant import civil_fields, format_utc
from workbench.time.zones import UTC, Zone, load_zone

_MINUTES_ONLY: Final = len("+00:00")
_Timed = TypeVar("_Timed", Remind, AddTodo)


def reminder_arguments(command: Remind, now: int) -> dict[str, Any] | NeedsInput:
    """The arguments of ``agent_reminder_upsert`` for a reminder at one time, without ``account_id``.

    A routine is asked about: reminders do not repeat.
    """
    if isinstance(command.when, Every):
        return needs("not_exact", f"every {command.when.seconds} seconds")
    if isinstance(command.when, After):
        return {"prompt": command.prompt, "due_at": f"+{command.when.seconds}s"}
    due = _due_text(command.when, now)
    return due if isinstance(due, NeedsInput) else {"prompt": command.prompt, "due_at": due}


def todo_arguments(command: AddTodo, now: int) -> dict[str, Any] | NeedsInput:
    """The arguments of ``todo`` for it; the time is absolute, with the offset of the zone in which it was given."""
    arguments: dict[str, Any] = {
        "action": "create",
        "content": command.content,
        "client_mutation_id": command.mutation_id,
        "priority": command.priority,
    }
    if command.note is not None:
        arguments["note"] = command.note
    if command.due is not None:
        due = _due_text(command.due, now)
        if isinstance(due, NeedsInput):
            return due
        arguments["due_at"] = due
    return arguments


def anchored(command: _Timed, now: int) -> _Timed:
    """``command`` with a length of time from ``now`` made the instant that it ends at, to be carried out later."""
    if isinstance(command, Remind):
        return replace(command, when=_absolute(command.when, now)) if isinstance(command.when, After) else command
    return replace(command, due=_absolute(command.due, now)) if isinstance(command.due, After) else command


def _absolute(after: After, now: int) -> At:
    return At(format_utc(now + after.seconds * 1000))


def _due_text(when: When, now: int) -> str | NeedsInput:
    instant = instant_of(when, now)
    if isinstance(instant, NeedsInput):
        return instant
    zone = UTC if not isinstance(when, At) or isinstance(when.at, str) else load_zone(when.at.time_zone)
    return when.at if isinstance(when, At) and isinstance(when.at, str) else _instant_text(instant, zone)


def _instant_text(instant: int, zone: Zone) -> str:
    """ISO 8601 with the zone's offset where that is whole minutes, else with ``Z``."""
    offset = offset_text(zone.offset_ms(instant))
    if zone == UTC or len(offset) > _MINUTES_ONLY:
        offset, shift = "Z", 0
    else:
        shift = zone.offset_ms(instant)
    year, month, day, hour, minute, second, _ = civil_fields(instant + shift)
    return f"{year:04d}-{month:02d}-{day:02d}T{hour:02d}:{minute:02d}:{second:02d}{offset}"
