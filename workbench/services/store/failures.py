"""What a failure of the database file means to a person: a stable code, the file's name, and what to do.

Owns the codes ``database_locked``, ``database_read_only``, ``database_full``, ``database_foreign``,
``database_corrupt`` and ``not_writable``. Broken constraints and wrong SQL are not failures of the file.
"""

import errno
import sqlite3
from pathlib import Path
from typing import Final

from workbench.errors import WorkbenchError
from workbench.text.quote import quote
from workbench.text.safe import safe_line

LOCKED: Final = "database_locked"
READ_ONLY: Final = "database_read_only"
FULL: Final = "database_full"
FOREIGN: Final = "database_foreign"
CORRUPT: Final = "database_corrupt"
NOT_WRITABLE: Final = "not_writable"

_WORDS: Final = {
    LOCKED: (
        "is in use by another program that did not let go in time; nothing was changed",
        "Try again; if it stays so, find the program that holds the file open and close it.",
    ),
    READ_ONLY: (
        "may be read but not written; nothing was changed",
        "Give yourself write permission for the file and its folder, or choose another data folder.",
    ),
    FULL: (
        "cannot grow because the disk is full; nothing was changed",
        "Free some space on that disk and try again; what was saved before is safe.",
    ),
    FOREIGN: (
        "is not a database of this program",
        "Choose another data folder, or move that file away; it was not touched.",
    ),
    CORRUPT: (
        "is damaged",
        "Move it away with its -wal and -shm files, then restore a backup or start without one: a new file is made.",
    ),
    NOT_WRITABLE: (
        "cannot be used there",
        "Check that its folder exists on a working disk and that you may write to it, or choose another data folder.",
    ),
}
# Mostly the primary result codes of SQLite; extended ones carry more in the upper bits.
_CODES: Final = {
    sqlite3.SQLITE_BUSY: LOCKED,
    sqlite3.SQLITE_LOCKED: LOCKED,
    sqlite3.SQLITE_PROTOCOL: LOCKED,
    sqlite3.SQLITE_READONLY: READ_ONLY,
    sqlite3.SQLITE_FULL: FULL,
    sqlite3.SQLITE_NOTADB: FOREIGN,
    sqlite3.SQLITE_CORRUPT: CORRUPT,
    sqlite3.SQLITE_FORMAT: CORRUPT,
    sqlite3.SQLITE_IOERR: NOT_WRITABLE,
    sqlite3.SQLITE_CANTOPEN: NOT_WRITABLE,
    sqlite3.SQLITE_PERM: NOT_WRITABLE,
    sqlite3.SQLITE_AUTH: NOT_WRITABLE,
    sqlite3.SQLITE_NOLFS: NOT_WRITABLE,
    # The shared memory beside the file could not grow: what a full disk says first.
    sqlite3.SQLITE_IOERR_SHMSIZE: FULL,
}


def failure(code: str, path: Path, reason: str = "") -> WorkbenchError:
    """The refusal with this code for the file at ``path``; ``reason`` says more than the code does."""
    what, hint = _WORDS[code]
    # The whole name, however long: it is what a person must find.
    told = f'the database "{safe_line(str(path))}" {what}' + (f": {reason}" if reason else "")
    return WorkbenchError(code, f"{told}. {hint}", hint=hint, details={"path": str(path)})


def from_sqlite(error: sqlite3.Error, path: Path) -> WorkbenchError | None:
    """What ``error`` means for the file, or None where it says nothing about the file."""
    number = getattr(error, "sqlite_errorcode", None)
    if number is None:
        return failure(NOT_WRITABLE, path, "it was closed") if "closed database" in str(error) else None
    code = _CODES.get(number, _CODES.get(number & 0xFF))
    return None if code is None else failure(code, path, quote(str(error)))


def from_system(error: OSError, path: Path) -> WorkbenchError:
    """What an error of the operating system while making or reading the file means."""
    code = FULL if error.errno in {errno.ENOSPC, errno.EDQUOT} else NOT_WRITABLE
    return failure(code, path, error.strerror or type(error).__name__)
