"""The tables of the store itself: secret keys that never leave the database."""

import secrets
from typing import TYPE_CHECKING, Final

from sqlite_utils.migrations import Migrations

if TYPE_CHECKING:
    from sqlite_utils import Database

STEPS: Final = Migrations("store")


@STEPS(name="001-keys")
def _keys(db: "Database") -> None:
    db.execute("CREATE TABLE keys (name TEXT PRIMARY KEY, secret BLOB NOT NULL) STRICT, WITHOUT ROWID")
    db.execute("INSERT INTO keys VALUES ('cursors', ?)", [secrets.token_bytes(32)])
