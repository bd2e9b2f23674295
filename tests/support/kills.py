"""Dying at a chosen boundary: every call by which this process changes a disk is counted, and one of them kills it.

Owns the calls of the operating system that Python code makes, files opened by ``open`` included. The death is SIGKILL:
nothing is cleaned up. Waiting for the disk is counted and skipped: what a killed process leaves is in the page cache.
"""

import builtins
import io
import os
import signal
from collections.abc import Callable
from typing import Any

BOUNDARIES = (
    "chmod", "fsync", "ftruncate", "link", "mkdir", "pwrite", "rename", "replace", "rmdir", "sendfile", "truncate",
    "unlink", "write",
)  # fmt: skip
_REAL: dict[str, Callable[..., Any]] = {name: getattr(os, name) for name in BOUNDARIES}
_open, _io_open = os.open, io.open


class Reaper:
    """Counts boundaries; ``kill_at`` is the one to die at, half way through it with ``half`` where that is a write."""

    def __init__(self, kill_at: int, *, half: bool) -> None:
        self.kill_at = kill_at
        self.half = half
        self.seen: list[str] = []

    def reached(self, name: str, *arguments: Any) -> None:
        """The process is about to make this call."""
        if len(self.seen) == self.kill_at:
            if self.half:
                _half(name, *arguments)
            os.kill(os.getpid(), signal.SIGKILL)
        self.seen.append(name)

    def install(self) -> None:
        """From now on everything counts. There is no way back: the process is a child that ends soon."""
        for name in BOUNDARIES:
            setattr(os, name, self._counted(name))
        os.open = self._opened
        builtins.open = io.open = self._file  # type: ignore[assignment]

    def _counted(self, name: str) -> Callable[..., Any]:
        def call(*arguments: Any, **options: Any) -> Any:
            self.reached(name, *arguments)
            return None if name == "fsync" else _REAL[name](*arguments, **options)

        return call

    def _opened(self, path: Any, flags: int, *arguments: Any, **options: Any) -> int:
        if flags & (os.O_CREAT | os.O_TRUNC):
            self.reached("open")
        return _open(path, flags, *arguments, **options)

    def _file(self, file: Any, mode: str = "r", buffering: int = -1, *arguments: Any, **options: Any) -> Any:
        """``open``: what is written goes through ``os.write``, in as many pieces as the buffer makes of it."""
        if not set(mode) & set("wax+"):
            return _io_open(file, mode, buffering, *arguments, **options)
        kind = os.O_RDWR if "+" in mode else os.O_WRONLY
        kind |= {"w": os.O_CREAT | os.O_TRUNC, "a": os.O_CREAT | os.O_APPEND, "x": os.O_CREAT | os.O_EXCL}.get(
            mode[0], 0
        )
        raw = _Raw(file if isinstance(file, int) else os.open(file, kind, 0o666), mode)
        if "b" not in mode:
            return io.TextIOWrapper(io.BufferedWriter(raw), *arguments, **options)
        return raw if buffering == 0 else io.BufferedWriter(raw)


class _Raw(io.FileIO):
    """A file whose writes are calls of ``os.write``."""

    def write(self, data: Any) -> int:  # type: ignore[override]
        return os.write(self.fileno(), data)


def _half(name: str, *arguments: Any) -> None:
    """What half a call leaves behind; calls that are all or nothing leave nothing."""
    if name == "write":
        descriptor, data = arguments
        _REAL["write"](descriptor, bytes(data)[: len(bytes(data)) // 2])
    elif name == "sendfile":
        target, source, offset, count = arguments
        size = min(count, os.fstat(source).st_size) // 2
        _REAL["sendfile"](target, source, offset, size)


def is_write(name: str) -> bool:
    """Whether half of such a call can be done."""
    return name in ("write", "sendfile")
