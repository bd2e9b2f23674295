"""An ``os`` whose writing calls can fail, fall short or kill the process, put in the place of a module's own.

Only the module it is given to sees it: ``monkeypatch.setattr(logfile, "os", FaultyOs(...))``.
"""

import errno
import os
from collections.abc import Callable
from typing import Any

# The calls that change what a killed process leaves behind: each is a boundary.
CHANGING = ("write", "fsync", "link", "unlink", "replace", "ftruncate", "pwrite", "open", "mkdir")


class FaultyOs:
    """The real ``os`` with chosen calls replaced; ``log`` records the changing calls in order."""

    def __init__(self, **replaced: Callable[..., Any]) -> None:
        self.log: list[str] = []
        self._replaced = replaced

    def __getattr__(self, name: str) -> Any:
        real = getattr(os, name)
        if name not in CHANGING:
            return real
        call = self._replaced.get(name, real)

        def recorded(*args: Any, **options: Any) -> Any:
            self.log.append(name)
            return call(*args, **options)

        return recorded


def fails(code: int = errno.ENOSPC, *, after: int = 0) -> Callable[..., Any]:
    """A call that fails with ``code`` once ``after`` calls have done nothing but return None."""
    left = after

    def call(*args: Any, **options: Any) -> None:
        nonlocal left
        if left:
            left -= 1
            return
        raise OSError(code, os.strerror(code))

    return call


def short_writes(size: int, *, room: int | None = None) -> Callable[[int, Any], int]:
    """A write of at most ``size`` bytes at a time; with ``room``, the disk is full after that many in all."""
    left = room

    def call(fd: int, data: Any) -> int:
        nonlocal left
        take = size if left is None else min(size, left)
        if not take:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        written = os.write(fd, data[:take])
        if left is not None:
            left -= written
        return written

    return call
