"""Carrying out what concerns notes: remember, recall, list, delete, and notes as context of other wishes (REQ-6).

Owns what is answered. Everything happens in the caller's transaction, so that a note and the end of the request that
asked for it are one change.
"""

import sqlite3
from dataclasses import replace
from typing import Final, TypeGuard

from workbench.services.identity import Identity
from workbench.services.requests.account_commands import (
    AccountCommand,
    AddTodo,
    Cancel,
    DeleteAll,
    ListThings,
    Recall,
    Remember,
)
from workbench.services.requests.commands import NeedsInput, Remind
from workbench.services.requests.executed import Executed
from workbench.services.requests.note_ids import note_address
from workbench.services.requests.notes import (
    Note,
    count_notes,
    delete_note,
    delete_notes,
    find_notes,
    keep_note,
    named_note,
    own_notes,
)
from workbench.text.quote import quote
from workbench.time.clocktext import clock_text, zone_city
from workbench.time.zones import UTC, Zone

MemoryCommand = Remember | Recall | ListThings | Cancel | DeleteAll
_SHOWN: Final = 10


def concerns_notes(command: AccountCommand) -> TypeGuard[MemoryCommand]:
    """Whether :func:`carry_out` is what carries ``command`` out."""
    if isinstance(command, Cancel):
        return all(target.kind == "note" for target in command.targets)
    if isinstance(command, ListThings | DeleteAll):
        return command.kind == "notes"
    return isinstance(command, Remember | Recall)


def with_notes(
    connection: sqlite3.Connection, identity: Identity, command: AccountCommand
) -> AccountCommand | NeedsInput:
    """``command`` with the addresses of its context written into what it makes; a recall gets their whole ids.

    A name that stands for no note of this user, or for several, is asked about.
    """
    if not isinstance(command, Remind | AddTodo | Remember | Recall) or not command.context:
        return command
    notes = [named_note(connection, identity, name) for name in command.context]
    for note in notes:
        if isinstance(note, NeedsInput):
            return note
    ids = tuple(dict.fromkeys(note.note_id for note in notes if isinstance(note, Note)))
    return _addressed(command, ids)


def through_notes(
    connection: sqlite3.Connection, identity: Identity, command: AccountCommand, now: int, zone: Zone | None
) -> AccountCommand | Executed:
    """The answer where ``command`` is about notes or names some that there are not; else ``command`` for the tools."""
    named = with_notes(connection, identity, command)
    if isinstance(named, NeedsInput):
        return Executed("needs_input", named.sentence)
    return carry_out(connection, identity, named, now, zone) if concerns_notes(named) else named


def carry_out(
    connection: sqlite3.Connection, identity: Identity, command: AccountCommand, now: int, zone: Zone | None
) -> Executed:
    """Do what ``command`` says about notes at ``now`` (epoch ms); times are shown in ``zone``, UTC where it is None."""
    if isinstance(command, Remember):
        note = keep_note(connection, identity, command.text, now)
        return Executed("completed", f"I noted it as {note_address(note.note_id)}: {note.text}")
    if isinstance(command, Recall):
        return _recall(connection, identity, command, zone or UTC)
    if isinstance(command, ListThings):
        return _list(connection, identity, zone or UTC)
    if isinstance(command, Cancel):
        return _delete(connection, identity, command)
    count = delete_notes(connection, identity)
    return Executed("completed", f"I deleted all your notes: {count}.")


def _addressed(command: Remind | AddTodo | Remember | Recall, ids: tuple[str, ...]) -> AccountCommand:
    if isinstance(command, Recall):
        return replace(command, context=ids)
    line = "Context: " + ", ".join(map(note_address, ids))
    if isinstance(command, Remind):
        return replace(command, prompt=f"{command.prompt}\n\n{line}", context=())
    if isinstance(command, AddTodo):
        return replace(command, note=line, context=())
    return replace(command, text=f"{command.text}\n\n{line}", context=())


def _recall(connection: sqlite3.Connection, identity: Identity, command: Recall, zone: Zone) -> Executed:
    named = [named_note(connection, identity, name) for name in command.context]
    given = [note for note in named if isinstance(note, Note)]
    found = find_notes(connection, identity, command.query, _SHOWN + 1 + len(given)) if command.query else []
    others = [note for note in found if note not in given]
    lines = [_line(note, zone) for note in (*given, *others[:_SHOWN])]
    if not lines:
        return Executed("completed", f'None of your notes is about {quote(command.query)}. "list my notes" shows them.')
    more = ["There are more; ask with more words."] if len(others) > _SHOWN else []
    about = f" about {quote(command.query)}" if command.query else ""
    return Executed("completed", "\n".join([f"Your notes{about}:", *lines, *more]))


def _list(connection: sqlite3.Connection, identity: Identity, zone: Zone) -> Executed:
    count = count_notes(connection, identity)
    if not count:
        return Executed("completed", "You have no notes.")
    head = f"Your notes: {count}" + (f", of which these are the newest {_SHOWN}:" if count > _SHOWN else "")
    return Executed(
        "completed", "\n".join([head, *(_line(note, zone) for note in own_notes(connection, identity, _SHOWN))])
    )


def _delete(connection: sqlite3.Connection, identity: Identity, command: Cancel) -> Executed:
    """All of the named notes or none."""
    notes = [named_note(connection, identity, target.id) for target in command.targets]
    for note in notes:
        if isinstance(note, NeedsInput):
            return Executed("needs_input", note.sentence)
    found = [note for note in dict.fromkeys(notes) if isinstance(note, Note)]
    for note in found:
        delete_note(connection, identity, note.note_id)
    return Executed("completed", "\n".join(f"I deleted {note_address(note.note_id)}: {note.text}" for note in found))


def _line(note: Note, zone: Zone) -> str:
    return f"- {note_address(note.note_id)} ({clock_text(note.created_at, zone)} {zone_city(zone)}): {note.text}"
