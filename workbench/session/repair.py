"""What opening for writing does to a file before anything is appended: its torn tail goes (LOG-8, LOG-10).

Owns which logs may be written on and how a torn end is taken off without a moment at which more is lost than the tear.
Closers and ``session/end-seed`` are events like any other; the live log appends them.
"""

from collections.abc import Iterator
from itertools import chain
from pathlib import Path

from workbench.errors import WorkbenchError
from workbench.session import publication
from workbench.session.batches import batch
from workbench.session.events import Header
from workbench.session.logfile import LogFile
from workbench.session.reader import SessionLog, read_log
from workbench.session.source import FrameSource
from workbench.session.stored import open_file

_CHUNK = 1 << 20


def open_repaired(path: Path, *, fsync: bool = True) -> tuple[SessionLog, LogFile]:
    """Read the log whose lock the caller holds, take its torn tail off, and open it for appending.

    Raises what reading raises, ``corrupt_log``, ``unsupported_format``, ``log_changed`` and ``not_writable``.
    """
    found, file = _open_as_read(path, fsync=fsync)
    try:
        if found.good_rows < found.index.rows:
            file.close()
            _save_torn_frame(found, fsync=fsync)
            found, file = _open_as_read(path, fsync=fsync)
        publication.clear_leftover(path)
        _take_tail_off(found, file)
    except OSError as error:
        file.close()
        raise WorkbenchError("not_writable", f"{path} cannot be written: {error.strerror or error}") from error
    return found, file


def writable_header(found: SessionLog) -> Header:
    """The header of a log that can be written on; others are refused, ``corrupt_log`` or ``unsupported_format``."""
    what = found.chief_problem.message if found.chief_problem is not None else "it has no header"
    if found.verdict == "unsupported":
        raise WorkbenchError("unsupported_format", f"{found.path} can only be looked at: {what}")
    if not found.drivable or found.header is None:
        raise WorkbenchError("corrupt_log", f"{found.path} is damaged and can only be looked at: {what}")
    return found.header


def _open_as_read(path: Path, *, fsync: bool) -> tuple[SessionLog, LogFile]:
    """Read and open, and make sure that both saw the same bytes."""
    stored = open_file(path)
    before = stored.stat()
    stored.close()
    found = read_log(path)
    writable_header(found)
    file = LogFile(path, fsync=fsync)
    now = file.stat()
    if any(getattr(before, each) != getattr(now, each) for each in ("st_dev", "st_ino", "st_size", "st_mtime_ns")):
        file.close()
        raise WorkbenchError("log_changed", f"{path} changed while it was read", hint="open it again")
    return found, file


def _save_torn_frame(found: SessionLog, *, fsync: bool) -> None:
    """Put a whole frame in the place of a torn one that holds complete lines, in one step."""
    lines = list(found.index.lines(found.good_rows, found.index.rows))
    parts = chain(_stored_bytes(found.path, found.good_size), (batch(lines, found.compression),))
    publication.replace(found.path, parts, fsync=fsync)


def _stored_bytes(path: Path, size: int) -> Iterator[bytes]:
    stored = open_file(path)
    for at in range(0, size, _CHUNK):
        yield stored.read(at, min(_CHUNK, size - at))
    stored.close()


def _take_tail_off(found: SessionLog, file: LogFile) -> None:
    if file.size > found.good_size:
        file.cut(found.good_size)
        if isinstance(found.index.source, FrameSource):
            found.index.source.forget_from(found.good_size)
