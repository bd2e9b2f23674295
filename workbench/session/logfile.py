"""A log's file while it grows: batches at its end, each whole or not there at all (LOG-6, LOG-10, LOG-12).

Owns the descriptor, the size that counts, and one Zstandard frame a batch. It does not know events, and how the file
first comes to be is in ``publication``.
"""

import os
from pathlib import Path

from workbench.errors import WorkbenchError
from workbench.session.publication import write_all

_TAIL = 64  # bytes at the end that must be unchanged before anything is added
_CHUNK = 1 << 20


class LogFile:
    """A log open for appending. ``size`` is the length in bytes that everything so far adds up to.

    ``fsync`` False skips the flush to the disk alone.
    """

    def __init__(self, path: Path, *, fsync: bool = True) -> None:
        """Open ``path``, which the caller holds the lock of; ``not_writable`` when the system refuses."""
        self.path = path
        self._name = os.fspath(path)
        self._fsync = fsync
        self._fd = _open(path, os.O_RDWR | os.O_APPEND)
        stat = self.stat()
        self._identity = (stat.st_dev, stat.st_ino)
        self.size = self._synced = stat.st_size
        self._tail = os.pread(self._fd, _TAIL, max(0, self.size - _TAIL))
        self._overhang = self._doubtful = False

    @property
    def synced(self) -> bool:
        """Whether everything in the file has been flushed to the disk, as far as it ever will be."""
        return self._synced == self.size

    def stat(self) -> os.stat_result:
        """What the system says of the open file."""
        return os.fstat(self._fd)

    def cut(self, size: int) -> None:
        """Drop what lies beyond ``size``: the torn tail of an earlier writer."""
        os.ftruncate(self._fd, size)
        self.size = self._synced = size
        self._tail = os.pread(self._fd, _TAIL, max(0, size - _TAIL))

    def append(self, batch: bytes, *, sync: bool) -> None:
        """Add ``batch`` at the end, and with ``sync`` flush all of the file to the disk.

        Raises ``log_changed`` when the file is not the one that was read; an OSError after which the file has its
        former length again.
        """
        if self._overhang:
            self._roll_back()
        self.check_unchanged()
        try:
            if batch:
                write_all(self._fd, batch)
            if sync:
                self._sync()
        except BaseException:
            self._roll_back()
            raise
        self.size += len(batch)
        self._tail = (self._tail + batch[-_TAIL:])[-_TAIL:]
        if sync or not self._fsync:
            self._synced = self.size

    def check_unchanged(self) -> None:
        """Device, inode, size and last bytes are those of the file that was read, else ``log_changed`` (LOG-10)."""
        try:
            now = os.stat(self._name, follow_symlinks=False)  # noqa: PTH116 - Path.lstat takes twice as long
        except OSError as error:
            raise self._changed(f"it cannot be found any more: {error.strerror}") from None
        if (now.st_dev, now.st_ino) != self._identity:
            raise self._changed("another file has taken its place")
        if now.st_size != self.size:
            raise self._changed(f"it has {now.st_size} bytes where {self.size} were read")
        if os.pread(self._fd, _TAIL, max(0, self.size - _TAIL)) != self._tail:
            raise self._changed("its last bytes are different")

    def close(self) -> None:
        """Let the file go; writes nothing."""
        fd, self._fd = self._fd, -1
        if fd >= 0:
            os.close(fd)

    def _sync(self) -> None:
        if not self._fsync:
            return
        if self._doubtful:
            self._rewrite_unsynced()
        try:
            os.fsync(self._fd)
        except OSError:
            self._doubtful = True
            raise
        self._doubtful = False

    def _rewrite_unsynced(self) -> None:
        """Write what was flushed in vain once more: after a failed fsync the system takes those pages for clean."""
        fd = _open(self.path, os.O_RDWR)
        try:
            for at in range(self._synced, self.size, _CHUNK):
                os.pwrite(fd, os.pread(fd, min(_CHUNK, self.size - at), at), at)
        finally:
            os.close(fd)

    def _roll_back(self) -> None:
        """Give the file its former length; where that fails too, it is tried again before the next batch."""
        self._overhang = True
        os.ftruncate(self._fd, self.size)
        self._overhang = False

    def _changed(self, how: str) -> WorkbenchError:
        return WorkbenchError(
            "log_changed",
            f"{self.path} is no longer the file that was read: {how}",
            hint="open it again; what was not written yet is lost",
        )


def _open(path: Path, flags: int) -> int:
    try:
        return os.open(path, flags | os.O_NOFOLLOW | os.O_CLOEXEC)
    except OSError as error:
        raise WorkbenchError("not_writable", f"{path} cannot be opened for writing: {error.strerror}") from None
