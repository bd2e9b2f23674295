"""The bytes of a file as stored: random access, and what may be opened at all.

Owns descriptors. Only regular files are opened, so that a pipe or a device never blocks a reader. The text that
compressed bytes stand for is in ``source``.
"""

import errno
import os
import stat
import threading
import weakref
from pathlib import Path
from typing import Final, Protocol

from workbench.errors import WorkbenchError
from workbench.text.safe import has_controls

_KINDS: Final = (
    (stat.S_ISFIFO, "a named pipe"), (stat.S_ISSOCK, "a socket"), (stat.S_ISCHR, "a device"), (stat.S_ISBLK, "a device")
)  # fmt: skip
_FLAGS: Final = os.O_RDONLY | sum(getattr(os, name, 0) for name in ("O_BINARY", "O_CLOEXEC", "O_NONBLOCK", "O_NOCTTY"))


class ByteSource(Protocol):
    """Random access to bytes: those of a file as stored, or the decoded text of a log, header line included."""

    def read(self, offset: int, size: int) -> bytes:
        """Up to ``size`` bytes from ``offset``; fewer at the end; safe to call from any thread."""
        ...

    def size(self) -> int:
        """How many bytes there are now."""
        ...


class OpenFile:
    """A read-only descriptor that closes itself when nothing refers to it any more."""

    def __init__(self, fd: int) -> None:
        self._fd = fd
        self._lock = threading.Lock()
        self._closer = weakref.finalize(self, os.close, fd)

    def read(self, offset: int, size: int) -> bytes:
        """Up to ``size`` bytes of the file as stored, from ``offset``; loops over short reads."""
        first = self._read_once(size, offset)
        if len(first) == size or not first:
            return first
        parts = [first]
        offset, size = offset + len(first), size - len(first)
        while size and (part := self._read_once(size, offset)):
            parts.append(part)
            offset, size = offset + len(part), size - len(part)
        return b"".join(parts)

    def size(self) -> int:
        """The file's length now; a live log grows."""
        return os.fstat(self._fd).st_size

    def stat(self) -> os.stat_result:
        """What the system says of the open file, whatever has its name by now."""
        return os.fstat(self._fd)

    def close(self) -> None:
        """Close now instead of with the last reference; reading afterwards fails."""
        self._closer()

    def _read_once(self, size: int, offset: int) -> bytes:
        if hasattr(os, "pread"):
            return os.pread(self._fd, size, offset)
        with self._lock:  # Windows has no positional read
            os.lseek(self._fd, offset, os.SEEK_SET)
            return os.read(self._fd, size)


def open_file(path: Path) -> OpenFile:
    """Open a regular file for reading.

    Raises ``not_found``, ``is_folder``, ``not_readable`` (no permission, a pipe, a device, a loop of links) or
    ``unsafe_name`` (control characters in the path).
    """
    name = os.fspath(path)
    if has_controls(name):
        raise WorkbenchError("unsafe_name", f"{name!r} has control characters, which no log's path may have")
    try:
        fd = os.open(name, _FLAGS)
    except (OSError, ValueError) as error:
        raise _refusal(path, error) from None
    file = OpenFile(fd)
    mode = file.stat().st_mode
    if stat.S_ISREG(mode):
        return file
    file.close()
    if stat.S_ISDIR(mode):
        raise _is_folder(path)
    what = next((words for test, words in _KINDS if test(mode)), "no regular file")
    raise WorkbenchError("not_readable", f"{name} is {what}; a log is a regular file")


def _refusal(path: Path, error: OSError | ValueError) -> WorkbenchError:
    if isinstance(error, FileNotFoundError | NotADirectoryError):
        return WorkbenchError("not_found", f"{path} does not exist", hint="check the spelling")
    if isinstance(error, IsADirectoryError):
        return _is_folder(path)
    if isinstance(error, OSError) and error.errno in {errno.ENXIO, errno.ENODEV}:
        return WorkbenchError("not_readable", f"{path} is a socket or a device; a log is a regular file")
    reason = error.strerror if isinstance(error, OSError) else error
    return WorkbenchError("not_readable", f"{path} cannot be read: {reason}")


def _is_folder(path: Path) -> WorkbenchError:
    return WorkbenchError("is_folder", f"{path} is a folder; a log is a file", hint="name a log inside it")
