"""Makes a database file ready: new, empty, ours and current, or refused before anything in it is touched.

Owns the file's mark (SQLite's ``application_id``), its mode and the decision what is foreign. Any number of processes
may do this at the same time.
"""

import os
import sqlite3
import stat
from pathlib import Path
from typing import TYPE_CHECKING, Final

from workbench.services.store.failures import CORRUPT, FOREIGN, LOCKED, NOT_WRITABLE, READ_ONLY, failure

if TYPE_CHECKING:
    from sqlite_utils import Database

APPLICATION_ID: Final = 0x53574231
_MAGIC: Final = b"SQLite format 3\0"
_ATTEMPTS: Final = 20


def make_file(path: Path) -> None:
    """See that a regular, writable file is at ``path``, making it (mode 0600) and its folder (0700) if need be."""
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    try:
        os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600))
    except FileExistsError:
        _check_existing(path)


def prepare(connection: sqlite3.Connection, path: Path) -> None:
    """Mark a new file as ours, bring its tables up to date, switch to write-ahead logging.

    Raises ``database_foreign`` for another program's or a newer version's file, ``database_corrupt``; sqlite3 errors
    pass through.
    """
    if _is_current(connection, path):
        return
    _use_wal(connection, path)
    connection.execute("BEGIN IMMEDIATE")
    try:
        _bring_up_to_date(connection, path)
        connection.execute("COMMIT")
    except BaseException:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise


def _check_existing(path: Path) -> None:
    # Not opened before it is known to be a file: opening a pipe would wait for ever.
    mode = path.stat().st_mode
    if not stat.S_ISREG(mode):
        kind = "a folder" if stat.S_ISDIR(mode) else "no regular file"
        raise failure(NOT_WRITABLE if stat.S_ISDIR(mode) else FOREIGN, path, f"it is {kind}")
    with path.open("rb") as file:
        head = file.read(len(_MAGIC))
    if head and head != _MAGIC:
        raise failure(FOREIGN, path, "it does not begin as an SQLite database does")
    if not os.access(path, os.W_OK) or not os.access(path.parent, os.W_OK):
        raise failure(READ_ONLY, path)


def _is_current(connection: sqlite3.Connection, path: Path) -> bool:
    """Whether nothing is to be done; refuses a foreign file before anything is written."""
    from workbench.services.store.migrations import pending, unknown_steps

    mark = connection.execute("PRAGMA application_id").fetchone()[0]
    if mark == 0 and not connection.execute("SELECT 1 FROM sqlite_master LIMIT 1").fetchone():
        return False
    if mark != APPLICATION_ID:
        raise failure(FOREIGN, path, f"its mark is {mark}, ours is {APPLICATION_ID}")
    db = _utils(connection)
    newer = unknown_steps(db)
    if newer:
        raise failure(FOREIGN, path, f"a newer version of this program made it ({', '.join(newer[:3])}); use that one")
    wal = connection.execute("PRAGMA journal_mode").fetchone()[0] == "wal"
    return wal and not pending(db)


def _use_wal(connection: sqlite3.Connection, path: Path) -> None:
    """Switch to write-ahead logging. SQLite does not wait for this lock by itself, so wait by asking for another."""
    for _ in range(_ATTEMPTS):
        try:
            if connection.execute("PRAGMA journal_mode = WAL").fetchone()[0] == "wal":
                return
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode & 0xFF != sqlite3.SQLITE_BUSY:
                raise
        connection.execute("BEGIN IMMEDIATE")
        connection.execute("ROLLBACK")
    raise failure(LOCKED, path)


def _bring_up_to_date(connection: sqlite3.Connection, path: Path) -> None:
    from workbench.services.store.migrations import apply_all

    # Another process may have done all of it while this one waited for the lock.
    if _is_current(connection, path):
        return
    connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
    try:
        apply_all(_utils(connection))
    except sqlite3.OperationalError as error:
        if error.sqlite_errorcode == sqlite3.SQLITE_ERROR:
            raise failure(CORRUPT, path, f"its tables are not as this program makes them ({error})") from error
        raise


def _utils(connection: sqlite3.Connection) -> "Database":
    from sqlite_utils import Database

    # Plugins of other programs have no business in this file.
    return Database(connection, execute_plugins=False, recursive_triggers=False)
