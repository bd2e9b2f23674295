"""Reads a journal: immutable views of it, entry by entry, whatever the file holds (BEN-14).

Owns what a view counts and finds, and following a file that grows. What a line stands for is ``decoding``'s. A damaged
journal is told, never raised: it is no authority for anything.
"""

import os
from collections.abc import Iterator, Sequence
from pathlib import Path

from workbench.bench.journal.decoding import decoded, speaks_of, tells_of
from workbench.bench.journal.entries import Entry
from workbench.bench.journal.finding import Finder
from workbench.bench.journal.lines import READ_LIMIT, Lines, backwards
from workbench.bench.journal.place import journal_path, open_journal, whole_size
from workbench.errors import WorkbenchError
from workbench.session.stored import OpenFile


class JournalFile:
    """One journal file as it is read: its lines, and what was found in them."""

    def __init__(self, lines: Lines) -> None:
        self.lines = lines
        self.finder = Finder(lines)


class JournalView:
    """A journal as of when the view was made: its whole lines, then the entries that were not written yet.

    Entries count from 0. Making one reads nothing; any thread may ask. ``problem`` says what is wrong with the file as
    such, None where nothing is.
    """

    __slots__ = ("_file", "_pending", "_size", "_waiting", "problem")

    def __init__(
        self, file: JournalFile | None = None, size: int = 0, pending: Sequence[Entry] = (), problem: str | None = None
    ) -> None:
        """``size`` bounds the file's lines; ``pending`` may grow afterwards, but must not change."""
        self._file = file
        self._size = size
        self._pending = pending
        self._waiting = len(pending)
        self.problem = problem

    def __len__(self) -> int:
        return self._written + self._waiting

    def entry(self, number: int) -> Entry:
        """Entry ``number``; IndexError where there is none."""
        if not 0 <= number < len(self):
            raise IndexError(number)
        return next(self._entries(number, number + 1))

    def entries(self, first: int, last: int) -> list[Entry]:
        """The entries of ``first <= number < last``, as far as there are such."""
        return list(self._entries(max(0, first), min(last, len(self))))

    def about(self, record_id: str) -> Sequence[int]:
        """The numbers of the entries that speak of this record, oldest first."""
        written = self._written
        found = self._file.finder.about(record_id, written) if self._file is not None else ()
        waiting = (at for at in range(self._waiting) if speaks_of(self._pending[at], record_id))
        return [*found, *(written + at for at in waiting)]

    def at_seq(self, seq: int) -> Entry | None:
        """The decision, create or delete of event ``seq``, None where the journal has none."""
        number = self.number_at(seq)
        return self.entry(number) if number is not None else None

    def number_at(self, seq: int) -> int | None:
        """The number of that entry."""
        for at in range(self._waiting - 1, -1, -1):
            entry = self._pending[at]
            if tells_of(entry, seq):
                return self._written + at
            if entry.what == "resume" and entry.events is not None and entry.events <= seq:
                return None
        number = self._file.finder.entry_before(seq, self._written) if self._file is not None else None
        return number if number is not None and tells_of(self.entry(number), seq) else None

    def newest_first(self, floor: int = 0) -> Iterator[tuple[int, bytes]]:
        """The file's lines from the end back to offset ``floor``, with the offset after each; reads as far as asked."""
        return backwards(self._file.lines.file, self._size, floor) if self._file is not None else iter(())

    @property
    def _written(self) -> int:
        return self._file.lines.count(self._size) if self._file is not None else 0

    def _entries(self, first: int, last: int) -> Iterator[Entry]:
        written = self._written
        if self._file is not None and first < written:
            lines = self._file.lines.read(first, min(last, written))
            yield from (decoded(line, number) for number, line in enumerate(lines, first))
        for at in range(max(0, first - written), max(0, last - written)):
            yield self._pending[at]


class JournalReader:
    """The journal of the log at a path, for reading alone while somebody else may be writing it (LOG-11, LOG-15)."""

    def __init__(self, log_path: Path) -> None:
        self.path = journal_path(log_path)
        self._source: OpenFile | None = None
        self._file: JournalFile | None = None
        self._seen = (0, 0, 0)
        self._whole = 0

    def view(self) -> JournalView:
        """What it says now, whole lines only; empty where there is none. Never raises: the view's ``problem`` says what
        is wrong. Costs one look at the file's length while nothing was added."""
        try:
            file = self._follow()
        except WorkbenchError as error:
            self._file = None
            return JournalView(problem=None if error.code == "not_found" else error.message)
        except OSError as error:
            self._file = None
            return JournalView(problem=f"the journal {self.path} cannot be read: {error.strerror or error}")
        return JournalView(file, self._whole, problem=cut_short(file.lines))

    def _follow(self) -> JournalFile:
        file, source, seen = self._file, self._source, self._seen
        now = _look(self.path)
        if file is None or source is None or now[:2] != seen[:2] or now[2] < self._whole:
            _, source = open_journal(self.path, os.O_RDONLY)
            now = _seen(source.stat())
            self._whole = whole_size(source, now[2])
            file = JournalFile(Lines(source, self._whole))
        elif now[2] != seen[2]:
            self._whole = max(self._whole, whole_size(source, now[2]))
        self._file, self._source, self._seen = file, source, now
        return file


def read_journal(log_path: Path) -> JournalView:
    """The journal of the log at ``log_path`` as it is now; see :meth:`JournalReader.view`."""
    return JournalReader(log_path).view()


def cut_short(lines: Lines) -> str | None:
    """What to say of a journal of which only the end is read."""
    return f"only the newest {READ_LIMIT >> 20:,} MiB of the journal are read" if lines.cut else None


def _look(path: Path) -> tuple[int, int, int]:
    try:
        return _seen(os.stat(path, follow_symlinks=False))  # noqa: PTH116 - Path.lstat takes twice as long
    except (OSError, ValueError):
        return 0, 0, 0


def _seen(stat: os.stat_result) -> tuple[int, int, int]:
    """Device, inode and size."""
    return stat.st_dev, stat.st_ino, stat.st_size
