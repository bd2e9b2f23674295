"""One writer per log: an operating system lock on a small file beside it (LOG-11).

Owns taking, naming and giving up that lock. The system lets go of it when its holder dies, so nothing here ever has to
judge whether a holder still lives.
"""

import contextlib
import fcntl
import os
import socket
import weakref
from pathlib import Path
from types import TracebackType
from typing import Self

import msgspec

from workbench.errors import WorkbenchError

SUFFIX = ".lock"
_MAX_NOTE = 4096
# Who asks whether a lock is held has it shared for an instant, and who just took it has not signed it yet: so often one
# looks again before believing what one sees.
_LOOKS = 200


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
        # A lock that nobody refers to any more, as after a failure on the way, is nobody's.
        self._closer = weakref.finalize(self, os.close, self._fd)
        self.dead = _read_note(self._fd)
        _write_note(self._fd, Holder(os.getpid(), socket.gethostname()))

    def _take(self) -> int:
        while True:
            fd = _open(self.path, os.O_RDWR | os.O_CREAT)
            try:
                _lock(fd)
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
        self._closer()

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
        return _signed_by(fd) or Holder(0, "")
    except OSError:
        return None
    else:
        return None
    finally:
        os.close(fd)


def held_since(log: Path) -> int | None:
    """When the lock of ``log`` was taken, epoch ms by the clock of the file's machine; None where there is none."""
    try:
        return lock_path(log).lstat().st_mtime_ns // 1_000_000
    except (OSError, ValueError):
        return None


def _lock(fd: int) -> None:
    """Take the lock, unless somebody else has taken it; raises BlockingIOError then."""
    for _ in range(_LOOKS):
        try:
            fcntl.flock(fd, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            # Where it can be shared nobody writes: somebody only asks.
            fcntl.flock(fd, fcntl.LOCK_SH | fcntl.LOCK_NB)
            fcntl.flock(fd, fcntl.LOCK_UN)
            os.sched_yield()
        else:
            return
    fcntl.flock(fd, fcntl.LOCK_EX | fcntl.LOCK_NB)


def _signed_by(fd: int) -> Holder | None:
    """Who signed a lock that is held; one that is gone has not: whoever holds it is about to sign."""
    holder = _read_note(fd)
    for _ in range(_LOOKS):
        if holder is not None and _may_live(holder):
            return holder
        os.sched_yield()
        holder = _read_note(fd)
    return None


def _may_live(holder: Holder) -> bool:
    """Whether that process may still be there; of another machine's that cannot be told."""
    if holder.host != socket.gethostname() or holder.pid <= 0:
        return True
    try:
        os.kill(holder.pid, 0)
    except (ProcessLookupError, OverflowError):
        return False
    except OSError:
        # It is somebody else's.
        return True
    return not _is_dead(holder.pid)


def _is_dead(pid: int) -> bool:
    """Whether that process died and only its parent has not noticed; told where the system has ``/proc``."""
    try:
        # The name before it may hold anything, a bracket included.
        state = Path(f"/proc/{pid}/stat").read_bytes().rpartition(b")")[2].split()[:1]
    except OSError:
        return False
    return state == [b"Z"]


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
    holder = _signed_by(fd)
    return WorkbenchError(
        "locked",
        f"{log} is written by {holder.name if holder else 'another process'}",
        hint="close it there first, or open it read-only",
        details={"pid": holder.pid, "host": holder.host} if holder else {},
    )
