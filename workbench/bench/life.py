"""Which files a bench works on: a session's own log in place, a foreign one on a copy (BEN-11).

Owns where a session's log lies and how it is opened, created and forked. What is in a log is the session layer's.
"""

import os
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Self, TypeVar

from workbench.bench.journal.place import journal_path, set_aside
from workbench.bench.options import BenchOptions
from workbench.errors import WorkbenchError
from workbench.session.copies import copy_for_simulation, discard_copy, existing_copy
from workbench.session.events import Header
from workbench.session.follow import Followed, Follower
from workbench.session.fork import fork_log
from workbench.session.identity import check_session_id, shortened
from workbench.session.live import LiveLog
from workbench.session.lock import WriterLock
from workbench.session.paths import (
    Compression,
    compression_of,
    decode_id,
    encode_id,
    is_taken,
    log_path,
    real_path,
)
from workbench.session.publication import exists
from workbench.session.reader import SessionLog, read_log
from workbench.session.repair import writable_header
from workbench.time.instant import format_utc

T = TypeVar("T")
_TRIES = 20
_SUFFIX = 12  # characters that -fork and a number may take after the parent's id


@dataclass(slots=True)
class SessionFiles:
    """The log a bench reads and writes (``path``), the foreign log it stands for (``source``), and where new logs go.

    ``path`` is the source itself until something changes the session; only then is the copy made. ``root`` is where
    new logs go, None for one's own sessions below ``home``.
    """

    home: Path
    root: Path | None
    path: Path
    source: Path | None
    seen: tuple[int, int, int] | None = None
    follower: Follower | None = None

    @classmethod
    def find(cls, path: Path, home: Path, *, root: Path | None, fresh: bool, in_place: bool) -> tuple[Self, SessionLog]:
        """The files behind ``path``, and the log as it is read."""
        if in_place or _is_below(path, home):
            files = cls(home, root, path, None)
            return files, files.read()
        if fresh:
            discard_copy(path, home)
        copy = existing_copy(path, home)
        files = cls(home, root, copy or path, path)
        return files, files.read()

    @classmethod
    def create(
        cls, home: Path, start: int, session_id: str | None, cwd: str | None, options: BenchOptions, root: Path | None
    ) -> tuple[Self, LiveLog]:
        """A new session born at ``start`` (epoch ms); without an id it is named after that instant."""
        files = cls(home, root, home, None)

        def make(path: Path) -> LiveLog:
            header = Header(id=decode_id(path.parent.name), created_at=start, cwd=cwd)
            log = LiveLog.create(path, header, fsync=options.fsync)
            try:
                set_aside(journal_path(path))
                log.barrier()
            except BaseException:
                log.abandon()
                remove_empty(path.parent)
                raise
            files.path = path
            return log

        return files, files.make_log(make, cwd, session_id, _born(start), options.compression)

    def read(self) -> SessionLog:
        """Read the log as it is now."""
        self.seen = _look(self.path)
        return read_log(self.path)

    def follow(self, log: SessionLog, go_on: Callable[[], bool]) -> tuple[SessionLog, Followed]:
        """``log``, which was read, with what others wrote since; see :meth:`Follower.look`."""
        if self.follower is None or self.follower.log is not log:
            self.follower = Follower(log)
        found = self.follower.look(go_on)
        self.seen = self.follower.stamp or self.seen
        return self.follower.log, found

    def outdated(self) -> bool:
        """Whether the log is another one than was read: changed, gone, or driven elsewhere on a copy made since."""
        if _look(self.path) != self.seen:
            return True
        return self.source is not None and self.path == self.source and existing_copy(self.path, self.home) is not None

    def open_for_writing(self, log: SessionLog, now: int, options: BenchOptions) -> LiveLog:
        """Open the log for writing at ``now`` (epoch ms), a foreign one after copying it.

        Raises ``corrupt_log`` or ``unsupported_format`` for a log that can only be looked at, and ``log_changed`` for
        one that is not what was read, before anything is made.
        """
        writable_header(log)
        if _look(self.path) != self.seen:
            raise self._changed()
        if self.source is not None and self.path == self.source:
            self.path = copy_for_simulation(self.source, self.home)
        return LiveLog.open(self.path, now=now, fsync=options.fsync)

    def fork(self, log: SessionLog | LiveLog, at: int | None, session_id: str | None, now: int) -> Path:
        """Write a child log that inherits the events up to seq ``at``, next to one's own sessions (LOG-18)."""
        header = log.header
        if header is None:
            raise WorkbenchError("corrupt_log", f"{self.path} has no readable header, so nothing can be forked from it")

        def make(path: Path) -> Path:
            root, child = path.parent.parent.parent, decode_id(path.parent.name)
            try:
                clear_journal(path)
                return fork_log(log, boundary=at, child_id=child, now=now, target_root=root)
            except BaseException:
                remove_empty(path.parent)
                raise

        stem = f"{shortened(header.id, _SUFFIX)}-fork"
        return self.make_log(make, header.cwd, session_id, stem, compression_of(self.path))

    def make_log(
        self, make: Callable[[Path], T], cwd: str | None, session_id: str | None, stem: str, compression: Compression
    ) -> T:
        """Make a log where ``place_for`` says; a name that was chosen here is chosen again if another took it first."""
        for attempt in range(1, _TRIES + 1):
            path = self.place_for(cwd, session_id, stem, compression)
            try:
                return make(path)
            except WorkbenchError as error:
                if error.code not in {"session_exists", "locked"}:
                    raise
                if session_id is not None:
                    # Whoever holds the lock of a log that is not there yet is making it.
                    raise exists(path) from error
                if attempt == _TRIES:
                    raise
        raise AssertionError("the last attempt returns or raises")

    def place_for(self, cwd: str | None, session_id: str | None, stem: str, compression: Compression) -> Path:
        """Where a new log goes. Without an id it gets the first of ``stem``, ``stem-2`` ... that is free.

        Raises ``session_exists`` for an id that one's own sessions have, in whichever compression.
        """
        kinds: tuple[Compression, ...] = ("none", "zstd")
        places = {each: self.root or own_root(self.home, each) for each in kinds}
        root = places[compression]
        if session_id is not None:
            check_session_id(session_id)
            taken = [
                log for log in (log_path(at, cwd, session_id, each) for each, at in places.items()) if is_taken(log)
            ]
            if taken:
                raise exists(taken[0])
            return log_path(root, cwd, session_id, compression)
        number, candidate = 1, stem
        while any(_holds(at, candidate) for at in set(places.values())):
            number += 1
            candidate = f"{stem}-{number}"
        return log_path(root, cwd, candidate, compression)

    def _changed(self) -> WorkbenchError:
        if _look(self.path) is None:
            said, hint = "is gone: it was moved or removed", "look for it in the list of sessions, or in the trash"
        else:
            said, hint = "was changed by another program", "open it again to go on from what it says now"
        return WorkbenchError("log_changed", f"{self.path} {said} since it was opened", hint=hint)


def _holds(root: Path, session_id: str) -> bool:
    """Whether a session of that id lies below ``root``, in whatever project."""
    try:
        return any(root.glob(f"*/{encode_id(session_id)}"))
    except OSError:
        # Nothing lies in a folder whose name the system does not take.
        return False


def clear_journal(path: Path) -> None:
    """Set aside the journal that a former session left where the log at ``path`` is about to be made; where somebody
    has made one meanwhile it stays. Raises ``locked`` and ``not_writable``."""
    if os.path.lexists(journal_path(path)):
        with WriterLock(path):
            if not is_taken(path):
                set_aside(journal_path(path))


def own_root(home: Path, compression: Compression) -> Path:
    """The root of one's own sessions: one root holds one compression (LOG-1)."""
    return home / "sessions" if compression == "none" else home / "sessions" / "zstd"


def _look(path: Path) -> tuple[int, int, int] | None:
    """What tells one state of a file from another: inode, size, time of the last change; None where it is gone."""
    try:
        stat = path.stat()
    except OSError:
        return None
    return stat.st_ino, stat.st_size, stat.st_mtime_ns


def remove_empty(folder: Path) -> None:
    """Take away a session's folder that stayed empty, and its project's; anything in them keeps them."""
    for each in (folder, folder.parent):
        try:
            each.rmdir()
        except OSError:
            return


def _is_below(path: Path, folder: Path) -> bool:
    return real_path(path).is_relative_to(real_path(folder))


def _born(start: int) -> str:
    return "session-" + format_utc(start)[:19].replace(":", "").replace("-", "")
