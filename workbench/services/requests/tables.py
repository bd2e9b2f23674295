"""The tables of requests, their usage, and notes with their full-text index (REQ-3, REQ-5, REQ-6).

Owns columns, indexes and their numbered migrations. Instants are epoch ms. A user's rows carry user and account, and
every index begins with them.
"""

from typing import TYPE_CHECKING, Final

from sqlite_utils.migrations import Migrations

if TYPE_CHECKING:
    from sqlite_utils import Database

STEPS: Final = Migrations("requests")

# ``state`` is accepted, started or ended; ``status`` and ``response`` are known once it ended, and shown from
# ``ready_at`` on. ``runs`` counts how often its work was begun, ``replays`` how often its key came again.
_REQUESTS: Final = """
CREATE TABLE requests (
    request_id TEXT PRIMARY KEY,
    user TEXT NOT NULL,
    account TEXT NOT NULL,
    idempotency_key TEXT NOT NULL,
    message TEXT NOT NULL,
    zone TEXT,
    created_at INTEGER NOT NULL,
    ready_at INTEGER NOT NULL,
    state TEXT NOT NULL,
    status TEXT,
    response TEXT,
    keep_until INTEGER,
    runs INTEGER NOT NULL DEFAULT 0,
    replays INTEGER NOT NULL DEFAULT 0,
    UNIQUE (user, account, idempotency_key)
)"""
_USAGE: Final = """
CREATE TABLE request_usage (
    user TEXT NOT NULL,
    account TEXT NOT NULL,
    day INTEGER NOT NULL,
    used INTEGER NOT NULL,
    PRIMARY KEY (user, account, day)
) WITHOUT ROWID"""
_NOTES: Final = """
CREATE TABLE notes (
    number INTEGER PRIMARY KEY,
    note_id TEXT NOT NULL UNIQUE,
    user TEXT NOT NULL,
    account TEXT NOT NULL,
    text TEXT NOT NULL,
    created_at INTEGER NOT NULL
)"""
_WORDS: Final = """
CREATE VIRTUAL TABLE note_words USING fts5(
    text, content='notes', content_rowid='number', tokenize='porter unicode61 remove_diacritics 2'
)"""


@STEPS(name="001-requests")
def _requests(db: "Database") -> None:
    """Requests, with an index for their pages, one with all that counting by status needs, and one by time."""
    db.execute(_REQUESTS)
    db.execute("CREATE INDEX requests_page ON requests (user, account, created_at, request_id)")
    db.execute("CREATE INDEX requests_status ON requests (user, account, status, ready_at, created_at, keep_until)")
    db.execute("CREATE INDEX requests_ready ON requests (user, account, ready_at)")
    db.execute("CREATE INDEX requests_kept ON requests (keep_until)")
    db.execute(_USAGE)


@STEPS(name="002-notes")
def _notes(db: "Database") -> None:
    """Notes, and their words, which notes.py keeps in step: a schema that is not trusted may not do it by triggers."""
    db.execute(_NOTES)
    db.execute("CREATE INDEX notes_own ON notes (user, account, number)")
    db.execute("CREATE INDEX notes_by_id ON notes (user, account, note_id)")
    db.execute(_WORDS)
