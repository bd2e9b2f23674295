"""Which files a bench works on: a session's own log in place, a foreign one on a copy (BEN-11).

Owns where a session's log lies and how it is opened, created and forked. What is in a log is the session layer's.
"""

from dataclasses import dataclass
from pathlib import Path
from typing import Self

from workbench.bench.options import BenchOptions
from workbench.errors import WorkbenchError
from workbench.session.copies import copy_for_simulation, discard_copy, existing_copy
from workbench.session.events import Header
from workbench.session.fork import fork_log
from workbench.session.live import LiveLog
from workbench.session.paths import Compression, compression_of, log_path
from workbench.session.reader import SessionLog, read_log
from workbench.session.repair import writable_header
from workbench.time.instant import format_utc


@dataclass(slots=True)
class SessionFiles:
    """The log a bench reads and writes (``path``), the foreign log it stands for (``source``), and where new logs go.

    ``path`` is the source itself until something changes the session; only then is the copy made.
    """

    home: Path
    root: Path
    path: Path
    source: Path | None

    @classmethod
    def find(cls, path: Path, home: Path, *, root: Path | None, fresh: bool, in_place: bool) -> tuple[Self, SessionLog]:
        """The files behind ``path``, and the log as it is read."""
        root = root or home / "sessions"
        if in_place or _is_below(path, home):
            return cls(home, root, path, None), read_log(path)
        if fresh:
            discard_copy(path, home)
        copy = existing_copy(path, home)
        files = cls(home, root, copy or path, path)
        return files, read_log(files.path)

    @classmethod
    def create(
        cls, home: Path, start: int, session_id: str | None, cwd: str | None, options: BenchOptions, root: Path | None
    ) -> tuple[Self, LiveLog]:
        """A new session born at ``start`` (epoch ms); without an id it is named after that instant."""
        root = root or home / "sessions"
        chosen = session_id if session_id is not None else _free_id(root, cwd, _born(start), options.compression)
        path = log_path(root, cwd, chosen, options.compression)
        log = LiveLog.create(path, Header(id=chosen, created_at=start, cwd=cwd), fsync=options.fsync)
        log.barrier()
        return cls(home, root, path, None), log

    def read(self) -> SessionLog:
        """Read the log again."""
        return read_log(self.path)

    def open_for_writing(self, log: SessionLog, now: int, options: BenchOptions) -> LiveLog:
        """Open the log for writing at ``now`` (epoch ms), a foreign one after copying it.

        Raises ``corrupt_log`` or ``unsupported_format`` for a log that can only be looked at, before anything is made.
        """
        writable_header(log)
        if self.source is not None and self.path == self.source:
            self.path = copy_for_simulation(self.source, self.home)
        return LiveLog.open(self.path, now=now, fsync=options.fsync)

    def fork(self, log: SessionLog | LiveLog, at: int | None, session_id: str | None, now: int) -> Path:
        """Write a child log that inherits the events up to seq ``at``, next to one's own sessions (LOG-18)."""
        header = log.header
        if header is None:
            raise WorkbenchError("corrupt_log", f"{self.path} has no readable header, so nothing can be forked from it")
        compression = compression_of(self.path)
        child = (
            session_id if session_id is not None else _free_id(self.root, header.cwd, f"{header.id}-fork", compression)
        )
        return fork_log(log, boundary=at, child_id=child, now=now, target_root=self.root)


def _is_below(path: Path, folder: Path) -> bool:
    return path.resolve().is_relative_to(folder.resolve())


def _born(start: int) -> str:
    return "session-" + format_utc(start)[:19].replace(":", "").replace("-", "")


def _free_id(root: Path, cwd: str | None, stem: str, compression: Compression) -> str:
    """The first of ``stem``, ``stem-2``, ``stem-3`` ... that no session below ``root`` has."""
    number, candidate = 1, stem
    while log_path(root, cwd, candidate, compression).parent.exists():
        number += 1
        candidate = f"{stem}-{number}"
    return candidate
