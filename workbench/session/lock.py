"""One writer per log: an operating system lock on a small file beside it (LOG-11).

Owns taking, naming and giving up that lock. The system lets go of it when its holder dies, so nothing here ever has to
judge whether a holder still lives.
"""

import contextlib
import fcntl
import os
import socket
from pathlib import Path
from types import TracebackType
from typing import Self

import msgspec

from workbench.errors import WorkbenchError

SUFFIX = ".lock"
_MAX_NOTE = 4096


class Holder(msgspec.Struct, frozen=True):
    """Who holds a lock: its process id and the name of its machine, as it wrote them."""

    pid: int
    host: str

    @property
    def name(self) -> str:
        """The holder in words; the machine is named where it is another one."""
        if not self.pid:
            return "another process"
        return f"process {self.pid}" if self.host == socket.gethostname() else f"process {self.pid} on {self.host}"


class WriterLock:
    """The lock of one log, held from the moment it is made until :meth:`release`; a context manager.

    Raises ``locked`` when somebody else holds it, with ``pid`` and ``host`` in the details, and ``not_writable`` when
    the lock file cannot be made. ``dead`` names a holder that died without giving it up.
    """

    def __init__(self, log: Path) -> None:
        self.path = lock_path(log)
        self._fd = self._take()
        self.dead = _read_note(self._fd)
        _write_note(self._fd, Holder(os.getpid(), socket.gethostname()))

    def _take(self) -> int:
        while True:
            fd = _open(self.path, os.O_RDWR | os.O_CREAT)
            try:
                fcntl.flock(fd, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError as error:
                refusal = _refusal(self.path, fd, error)
                os.close(fd)
                raise refusal from None
            if _names(self.path, fd):
                return fd
            # The last holder removed the file between our open and our lock: what we hold has no name any more.
            os.close(fd)

    def release(self) -> None:
        """Give the lock up and remove its file; does nothing the second time."""
        fd, self._fd = self._fd, -1
        if fd < 0:
            return
        # A folder that became read-only keeps the file, unlocked; the next holder takes it over.
        with contextlib.suppress(OSError):
            if _names(self.path, fd):
                self.path.unlink()
        os.close(fd)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.release()


def lock_path(log: Path) -> Path:
    """The file whose lock guards ``log``."""
    return log.with_name(log.name + SUFFIX)


def holder_of(log: Path) -> Holder | None:
    """Who writes ``log`` right now, None for nobody; nothing is made or changed. One who left no name is process 0.

    Only a lock file that a dead holder left behind is locked to find out, shared and for an instant.
    """
    try:
        fd = os.open(lock_path(log), os.O_RDONLY | os.O_CLOEXEC | os.O_NOFOLLOW | os.O_NONBLOCK)
    except (OSError, ValueError):
        return None
    try:
        fcntl.flock(fd, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except BlockingIOError:
        return _read_note(fd) or Holder(0, "")
    except OSError:
        return None
    else:
        return None
    finally:
        os.close(fd)


def _open(path: Path, flags: int) -> int:
    try:
        return os.open(path, flags | os.O_CLOEXEC | os.O_NOFOLLOW, 0o644)
    except OSError as error:
        raise WorkbenchError("not_writable", f"cannot make the lock file {path}: {error.strerror}") from None


def _names(path: Path, fd: int) -> bool:
    """Whether ``path`` is still the name of the open file."""
    try:
        named = path.lstat()
    except FileNotFoundError:
        return False
    return os.path.samestat(named, os.fstat(fd))


def _read_note(fd: int) -> Holder | None:
    try:
        return msgspec.json.decode(os.pread(fd, _MAX_NOTE, 0), type=Holder)
    except (msgspec.MsgspecError, UnicodeDecodeError):
        return None


def _write_note(fd: int, holder: Holder) -> None:
    # The note only names the holder to others; on a full disk the lock holds without it.
    with contextlib.suppress(OSError):
        os.ftruncate(fd, 0)
        os.pwrite(fd, msgspec.json.encode(holder) + b"\n", 0)


def _refusal(path: Path, fd: int, error: OSError) -> WorkbenchError:
    log = path.with_name(path.name.removesuffix(SUFFIX))
    if not isinstance(error, BlockingIOError):
        return WorkbenchError("not_writable", f"cannot lock {log} for writing: {error.strerror}")
    holder = _read_note(fd)
    return WorkbenchError(
        "locked",
        f"{log} is written by {holder.name if holder else 'another process'}",
        hint="close it there first, or open it read-only",
        details={"pid": holder.pid, "host": holder.host} if holder else {},
    )
