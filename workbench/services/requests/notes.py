"""Notes of a user and account: kept, found by their words, named by the beginning of an id, deleted (REQ-6).

Owns the statements about notes, all within a transaction of the caller's. What a user typed reaches SQLite only as a
value, and the full-text search only as words in quotation marks, so that nothing in it is syntax.
"""

import re
import sqlite3
from typing import Final, NamedTuple

from workbench.services.identity import Identity
from workbench.services.requests.commands import NeedsInput
from workbench.services.requests.needs import needs
from workbench.services.requests.note_ids import id_beginning, new_note_id
from workbench.services.requests.runs import scope

_MINE: Final = "SELECT note_id, text, created_at FROM notes WHERE user = :user AND account = :account"
_NEWEST: Final = " ORDER BY number DESC LIMIT :limit"
_WITH_WORDS: Final = (
    "SELECT notes.note_id, notes.text, notes.created_at FROM note_words JOIN notes ON notes.number = note_words.rowid"
    " WHERE note_words MATCH :words AND notes.user = :user AND notes.account = :account"
    " ORDER BY note_words.rowid DESC LIMIT :limit"
)
# The index is told the text that it forgets; it must go before the note itself.
_FORGET_WORDS: Final = (
    "INSERT INTO note_words (note_words, rowid, text) SELECT 'delete', number, text FROM notes"
    " WHERE user = :user AND account = :account"
)
_WORD: Final = re.compile(r"[^\W_]+")
_MAX_WORDS: Final = 64
_LITTLE: Final = frozenset(
    "a about an and any are as at be been did do for from had has have i in is it its me my of on or our s t that the"
    " their them they this to us was we were will with you your".split()
)


class Note(NamedTuple):
    """One note; ``created_at`` is epoch ms."""

    note_id: str
    text: str
    created_at: int


def keep_note(connection: sqlite3.Connection, identity: Identity, text: str, now: int) -> Note:
    """A new note with ``text`` as it is."""
    note = Note(new_note_id(now), text, now)
    added = connection.execute(
        "INSERT INTO notes (note_id, user, account, text, created_at) VALUES (?, ?, ?, ?, ?)",
        (note.note_id, identity.user, identity.account, text, now),
    )
    connection.execute("INSERT INTO note_words (rowid, text) VALUES (?, ?)", (added.lastrowid, text))
    return note


def find_notes(connection: sqlite3.Connection, identity: Identity, query: str, limit: int) -> list[Note]:
    """The newest notes with all the words of ``query``; where no note has them as words, those with them as letters."""
    words = _words(query)
    found = _by_words(connection, identity, words, limit) if words else []
    return found or _by_letters(connection, identity, words or query.split()[:_MAX_WORDS], limit)


def own_notes(connection: sqlite3.Connection, identity: Identity, limit: int) -> list[Note]:
    """The newest notes."""
    rows = connection.execute(_MINE + _NEWEST, scope(identity) | {"limit": limit})
    return [Note(*row) for row in rows]


def count_notes(connection: sqlite3.Connection, identity: Identity) -> int:
    """How many notes there are."""
    counting = "SELECT count(*) FROM notes WHERE user = :user AND account = :account"
    return int(connection.execute(counting, scope(identity)).fetchone()[0])


def named_note(connection: sqlite3.Connection, identity: Identity, name: str) -> Note | NeedsInput:
    """The one note that ``name`` stands for: an id, an address, or a beginning that only one note's id has."""
    beginning = id_beginning(name)
    if beginning is None:
        return needs("unknown_note", name)
    # "g" sorts after every digit of an id and after the hyphen.
    rows = connection.execute(
        _MINE + " AND note_id >= :first AND note_id < :last LIMIT 2",
        scope(identity) | {"first": beginning, "last": beginning + "g"},
    ).fetchall()
    if len(rows) == 1:
        return Note(*rows[0])
    return needs("ambiguous_note" if rows else "unknown_note", name)


def delete_note(connection: sqlite3.Connection, identity: Identity, note_id: str) -> None:
    """Delete one note by its whole id."""
    values = scope(identity) | {"id": note_id}
    connection.execute(_FORGET_WORDS + " AND note_id = :id", values)
    connection.execute("DELETE FROM notes WHERE user = :user AND account = :account AND note_id = :id", values)


def delete_notes(connection: sqlite3.Connection, identity: Identity) -> int:
    """Delete all notes; how many there were."""
    connection.execute(_FORGET_WORDS, scope(identity))
    deleting = "DELETE FROM notes WHERE user = :user AND account = :account"
    return connection.execute(deleting, scope(identity)).rowcount


def _words(query: str) -> list[str]:
    said = list(dict.fromkeys(_WORD.findall(query)))[:_MAX_WORDS]
    return [word for word in said if word.lower() not in _LITTLE] or said


def _by_words(connection: sqlite3.Connection, identity: Identity, words: list[str], limit: int) -> list[Note]:
    match = " ".join(f'"{word}"' for word in words)
    rows = connection.execute(_WITH_WORDS, scope(identity) | {"words": match, "limit": limit})
    return [Note(*row) for row in rows]


def _by_letters(connection: sqlite3.Connection, identity: Identity, words: list[str], limit: int) -> list[Note]:
    """For scripts without spaces between words, and for signs that are no words."""
    if not words:
        return []
    values = {f"word{place}": word for place, word in enumerate(words)}
    holding = "".join(f" AND instr(lower(text), lower(:{name})) > 0" for name in values)
    rows = connection.execute(_MINE + holding + _NEWEST, scope(identity) | values | {"limit": limit})
    return [Note(*row) for row in rows]
