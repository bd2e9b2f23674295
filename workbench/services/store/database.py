"""The open database: one connection for each thread, whole transactions, failures as stable codes.

Owns how it is opened and when a change is acknowledged: leaving :meth:`Database.write` without an exception means that
it is on disk. What is in the tables belongs to each service.
"""

import os
import sqlite3
import threading
import weakref
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from workbench.services.store.failures import NOT_WRITABLE, failure, from_sqlite, from_system
from workbench.services.store.preparing import make_file, prepare

BUSY_MS: Final = 5_000
# FULL: an acknowledged change outlives a power cut too. A schema from outside may call nothing with side effects.
_SETTINGS: Final = (
    "PRAGMA foreign_keys = ON",
    "PRAGMA synchronous = FULL",
    "PRAGMA temp_store = MEMORY",
    "PRAGMA trusted_schema = OFF",
    "PRAGMA journal_size_limit = 67108864",
)


class Connection(sqlite3.Connection):
    """A connection; ``writing`` says which kind of transaction it is in, while it is in one."""

    writing = False


class _Own:
    """A thread's hold on its connection: gone with the thread, and the connection is closed then."""

    def __init__(self, connection: Connection) -> None:
        self.connection = connection
        self._process = os.getpid()

    def __del__(self) -> None:
        # A connection refers to itself, so waiting for the collector would leave files open.
        if self._process == os.getpid():
            self.connection.close()


def open_database(path: Path, *, busy_ms: int = BUSY_MS) -> "Database":
    """The database at ``path``, made when it is not there; ``busy_ms`` is how long to wait for other writers.

    Raises the codes of :mod:`workbench.services.store.failures`, each naming the file and what to do.
    """
    try:
        make_file(path)
        database = Database(path, busy_ms)
    except OSError as error:
        raise from_system(error, path) from error
    try:
        with _told(path):
            prepare(database.connection(), path)
    except BaseException:
        database.close()
        raise
    return database


class Database:
    """An open database; made by :func:`open_database`. Safe to use from several threads and processes at once."""

    def __init__(self, path: Path, busy_ms: int) -> None:
        self.path = path
        self._busy_ms = busy_ms
        found = path.stat()
        self._file = (found.st_dev, found.st_ino)
        self._closed = False
        self._start()

    def _start(self) -> None:
        self._process = os.getpid()
        self._local = threading.local()
        self._open: weakref.WeakSet[_Own] = weakref.WeakSet()

    def connection(self) -> Connection:
        """This thread's connection, opened when first asked for."""
        if self._closed:
            raise failure(NOT_WRITABLE, self.path, "it was closed")
        if self._process != os.getpid():
            # A connection must not cross a fork, not even to be closed: the parent's locks would go with it.
            _inherited.append((self._local, list(self._open)))
            self._start()
        own: _Own | None = getattr(self._local, "own", None)
        if own is None:
            own = self._local.own = _Own(self._connect())
            self._open.add(own)
        return own.connection

    @contextmanager
    def read(self) -> Iterator[Connection]:
        """A connection that sees one state of the database throughout and can write nothing.

        Inside this thread's own transaction it is that transaction.
        """
        with _told(self.path):
            connection = self.connection()
            if connection.in_transaction:
                yield connection
                return
            connection.writing = False
            connection.execute("PRAGMA query_only = ON")
            connection.execute("BEGIN")
            try:
                yield connection
            finally:
                _undo(connection, nested=False)

    @contextmanager
    def write(self) -> Iterator[Connection]:
        """A connection that holds the write lock from the start; committed at the end, undone by any exception.

        Inside this thread's own ``write`` it is a part of it that can be undone alone. Raises ``database_locked``
        when another writer does not let go in time.
        """
        with _told(self.path):
            connection = self.connection()
            nested = connection.in_transaction
            if nested and not connection.writing:
                raise RuntimeError("a change inside read(): take write() around both")
            if not nested:
                self._check_file()
                connection.writing = True
                connection.execute("PRAGMA query_only = OFF")
            connection.execute("SAVEPOINT part" if nested else "BEGIN IMMEDIATE")
            try:
                yield connection
                connection.execute("RELEASE part" if nested else "COMMIT")
            except BaseException:
                _undo(connection, nested=nested)
                raise

    def close(self) -> None:
        """Close every thread's connection; asking for another afterwards is refused."""
        self._closed = True
        if self._process == os.getpid():
            for own in list(self._open):
                own.connection.close()

    def _connect(self) -> Connection:
        with _told(self.path):
            connection = sqlite3.connect(
                self.path,
                timeout=self._busy_ms / 1000,
                isolation_level=None,
                check_same_thread=False,
                factory=Connection,
            )
            connection.row_factory = sqlite3.Row
            try:
                for setting in _SETTINGS:
                    connection.execute(setting)
            except BaseException:
                connection.close()
                raise
        return connection

    def _check_file(self) -> None:
        """Refuse to write to a file that has no name any more: nobody would find the change again."""
        try:
            found = self.path.stat()
        except OSError as error:
            raise failure(NOT_WRITABLE, self.path, "it was removed while it was open; start again") from error
        if (found.st_dev, found.st_ino) != self._file:
            raise failure(NOT_WRITABLE, self.path, "it was replaced while it was open; start again")


_inherited: list[object] = []


def _undo(connection: Connection, *, nested: bool) -> None:
    # A full disk or a damaged page may have ended the transaction already.
    if not connection.in_transaction:
        return
    if nested:
        connection.execute("ROLLBACK TO part")
        connection.execute("RELEASE part")
    else:
        connection.execute("ROLLBACK")


@contextmanager
def _told(path: Path) -> Iterator[None]:
    """Errors of SQLite about the file at ``path`` as stable codes."""
    try:
        yield
    except sqlite3.Error as error:
        told = from_sqlite(error, path)
        if told is None:
            raise
        raise told from error
