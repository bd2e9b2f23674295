"""The tables of todos, their trash and their idempotency keys, and the secret of the signer (TODO-4 to TODO-8).

``due`` is later than any instant where a todo has none, so that one index gives the order of a list; ``project`` is
empty where it has none; ``folded`` is what a screen's text filter looks in.
"""

import secrets
from typing import TYPE_CHECKING, Final

from sqlite_utils.migrations import Migrations

if TYPE_CHECKING:
    from sqlite_utils import Database

STEPS: Final = Migrations("todos")
KEY: Final = "todos"  # the name of the secret in the store's table of keys

_TODOS: Final = """
    CREATE TABLE todos (
        key INTEGER PRIMARY KEY,
        todo_id TEXT NOT NULL UNIQUE,
        user TEXT NOT NULL,
        account TEXT NOT NULL,
        project TEXT NOT NULL,
        status TEXT NOT NULL CHECK (status IN ('open', 'in_progress', 'completed')),
        rank INTEGER NOT NULL CHECK (rank BETWEEN 0 AND 3),
        due INTEGER NOT NULL,
        due_text TEXT,
        version INTEGER NOT NULL CHECK (version >= 1),
        created INTEGER NOT NULL,
        updated INTEGER NOT NULL,
        completed INTEGER,
        deleted INTEGER,
        batch TEXT,
        content TEXT NOT NULL,
        note TEXT,
        folded TEXT NOT NULL,
        CHECK ((completed IS NOT NULL) = (status = 'completed')),
        CHECK ((deleted IS NULL) = (batch IS NULL))
    ) STRICT
"""
_IN_ORDER: Final = """
    CREATE INDEX todos_in_order ON todos (user, account, project, status, due, rank, created, todo_id)
    WHERE deleted IS NULL
"""
_IN_TRASH: Final = """
    CREATE INDEX todos_in_trash ON todos (user, account, project, batch, deleted) WHERE deleted IS NOT NULL
"""
_MUTATIONS: Final = """
    CREATE TABLE todo_mutations (
        user TEXT NOT NULL,
        account TEXT NOT NULL,
        project TEXT NOT NULL,
        mutation_id TEXT NOT NULL,
        fingerprint BLOB NOT NULL,
        result TEXT NOT NULL,
        created INTEGER NOT NULL,
        PRIMARY KEY (user, account, project, mutation_id)
    ) STRICT, WITHOUT ROWID
"""


@STEPS(name="001-todos")
def _todos(db: "Database") -> None:
    for statement in (_TODOS, _IN_ORDER, _IN_TRASH, _MUTATIONS):
        db.execute(statement)
    db.execute("INSERT INTO keys VALUES (?, ?)", [KEY, secrets.token_bytes(32)])
