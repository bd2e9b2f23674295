"""Writes a journal: entries at its end, a few at a time, in one write and without waiting for the disk (BEN-14).

Owns the file while a session is live and what stays pending when the system refuses; a journal that cannot be written
never stops the session. Only who holds the log's lock has one (LOG-11), and one thread uses it.
"""

import os
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final, Self

import msgspec

from workbench.bench.journal.entries import Entry
from workbench.bench.journal.lines import Lines
from workbench.bench.journal.place import open_journal, whole_size
from workbench.bench.journal.reading import JournalFile, JournalView, cut_short
from workbench.errors import WorkbenchError
from workbench.session.publication import write_all
from workbench.session.stored import OpenFile
from workbench.text import jsontext

MOST_PENDING: Final = 100_000  # entries; of what could not be written, the oldest are let go beyond that
MOST_ITEMS: Final = 20_000  # records in one line; more are told in several, each far below what is read
_ENCODER: Final = msgspec.json.Encoder()
_START: Final = b'{"at":'


class Journal:
    """The journal of a live session. ``problem`` says why entries are pending that should have been written."""

    def __init__(self, path: Path) -> None:
        """Use :meth:`open`."""
        self.path = path
        self.problem: str | None = None
        self._name = os.fspath(path)
        self._fd = -1
        self._owner: OpenFile | None = None
        self._file: JournalFile | None = None
        self._identity = (0, 0)
        # Up to where the file holds whole lines, and how long it is.
        self._whole = self._size = 0
        # Whether the file ends within a line.
        self._open_end = False
        # Replaced whole, never shortened in place: views hold it.
        self._pending: list[Entry] = []
        self._failed_with = 0

    @classmethod
    def open(cls, path: Path) -> Self:
        """The journal at ``path``, which need not exist yet; whatever lies there, nothing is raised or changed."""
        journal = cls(path)
        try:
            journal._attach(os.O_RDWR)
        except WorkbenchError as error:
            journal._look_only(error)
        except OSError as error:
            journal.problem = journal._in_words(error)
        return journal

    def add(self, entry: Entry) -> None:
        """Note an entry; it is in every view at once and in the file after the next flush."""
        self._pending.append(entry)

    def flush(self) -> None:
        """Write what is pending. Never raises: what could not be written stays pending, and ``problem`` says why."""
        # What failed is not tried again for every single entry more, or a long move would drown in it.
        if self._pending and len(self._pending) >= self._failed_with * 9 // 8:
            self._flush()

    def drop_pending(self) -> None:
        """Forget what is pending: the process died before it was written."""
        self._pending = []

    def close(self) -> None:
        """Try to write what is pending, and let the file go; views go on."""
        if self._pending:
            self._flush()
        self._owner, self._fd = None, -1

    def view(self) -> JournalView:
        """The journal as it is now, what is pending included."""
        return JournalView(self._file, self._whole, self._pending, self.problem)

    @property
    def unwritten(self) -> str | None:
        """Why entries are pending that should be in the file; None where none are."""
        return self.problem if self._pending else None

    def _flush(self) -> None:
        pending = self._pending
        try:
            self._be_attached()
            self._write(_encoded(pending))
        except (OSError, WorkbenchError) as error:
            self.problem = self._in_words(error)
            self._failed_with = len(pending)
            if len(pending) > MOST_PENDING:
                self._pending = pending[len(pending) // 2 :]
                self._failed_with //= 2
            return
        self.problem, self._failed_with, self._pending = None, 0, []

    def _be_attached(self) -> None:
        """Have the file open that has the name now: it may be new, or somebody replaced or cut it."""
        if self._fd >= 0:
            try:
                named = os.stat(self._name, follow_symlinks=False)  # noqa: PTH116 - Path.lstat takes twice as long
            except FileNotFoundError:
                named = None
            if named is not None and (named.st_dev, named.st_ino) == self._identity and named.st_size == self._size:
                return
        self._attach(os.O_RDWR | os.O_CREAT)

    def _attach(self, flags: int) -> None:
        fd, file = open_journal(self.path, flags)
        stat = file.stat()
        self._size = stat.st_size
        self._whole = whole_size(file, self._size)
        self._open_end = self._size > 0 and file.read(self._size - 1, 1) != b"\n"
        self._identity = (stat.st_dev, stat.st_ino)
        self._fd, self._owner = fd, file
        lines = Lines(file, self._whole)
        self._file = JournalFile(lines)
        self.problem = cut_short(lines)

    def _look_only(self, error: WorkbenchError) -> None:
        """What cannot be written can perhaps be read, all the same."""
        if error.code == "not_found":
            return
        try:
            self._attach(os.O_RDONLY)
        except (OSError, WorkbenchError):
            self._file = None
        self._fd, self._owner, self.problem = -1, None, error.message

    def _write(self, data: bytes) -> None:
        lead = self._mend()
        try:
            write_all(self._fd, lead + data)
        except OSError:
            # Whatever of it arrived goes again; where that fails too, the length tells at the next flush.
            os.ftruncate(self._fd, self._size)
            raise
        self._whole = self._size = self._size + len(lead) + len(data)
        self._open_end = False

    def _mend(self) -> bytes:
        """Cut an entry that a crash tore at the end; what is no entry of ours is kept and becomes a line of its own."""
        if not self._open_end or self._owner is None:
            return b""
        torn = self._owner.read(self._whole, len(_START)) if self._whole < self._size else b""
        if not torn or not _START.startswith(torn):
            return b"\n"
        os.ftruncate(self._fd, self._whole)
        self._size, self._open_end = self._whole, False
        return b""

    def _in_words(self, error: OSError | WorkbenchError) -> str:
        if isinstance(error, WorkbenchError):
            return error.message
        return f"the journal {self.path} could not be written: {error.strerror or error}"


def _encoded(entries: Iterable[Entry]) -> bytes:
    parts = [part for entry in entries for part in _parts(entry)]
    try:
        return _ENCODER.encode_lines(parts)
    except UnicodeEncodeError:
        return b"".join(jsontext.encode(msgspec.to_builtins(part)) + b"\n" for part in parts)


def _parts(entry: Entry) -> Iterator[Entry]:
    """The entry as lines that can be read back: a decision about very many records is told in parts."""
    if len(entry.items) <= MOST_ITEMS:
        yield entry
        return
    seq = entry.seq
    for first in range(0, len(entry.items), MOST_ITEMS):
        items = entry.items[first : first + MOST_ITEMS]
        yield msgspec.structs.replace(entry, items=items, seq=seq)
        if seq >= 0:
            seq += sum(item.occurrence is not None for item in items)
