"""A program in a real terminal of its own: a pseudo-terminal, its size, its keys, and every byte that it writes.

Owns the process and the waiting. It never sleeps: it waits for bytes, or for silence of a given length.
"""

import fcntl
import os
import pty
import select
import signal
import struct
import sys
import termios
import time
from collections.abc import Callable, Mapping, Sequence
from typing import Self

from support.repo import ROOT

PATIENCE = 20.0


class Terminal:
    """A running program. ``output`` is all that it wrote so far; use it as a context, which ends the program."""

    def __init__(
        self, arguments: Sequence[str], *, size: tuple[int, int] = (120, 40), env: Mapping[str, str] | None = None
    ) -> None:
        """Run this Python with ``arguments`` from the checkout in a terminal of ``size`` (columns, rows)."""
        self.output = b""
        self.status: int | None = None
        self.started = time.perf_counter()
        self.pid, self._fd = pty.fork()
        if not self.pid:
            self._become(arguments, size, env or {})

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self.status is None:
            os.kill(self.pid, signal.SIGKILL)
            self.wait()
        os.close(self._fd)

    def press(self, keys: str | bytes) -> float:
        """Type ``keys``, or send these bytes; the moment it was done, for :func:`time.perf_counter`."""
        os.write(self._fd, keys.encode() if isinstance(keys, str) else keys)
        return time.perf_counter()

    def resize(self, columns: int, rows: int) -> None:
        """Give the terminal another size, as a window manager would."""
        fcntl.ioctl(self._fd, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))

    def wait_for(self, wanted: bytes | Callable[[bytes], bool], *, after: int = 0, patience: float = PATIENCE) -> float:
        """Read until ``wanted`` is in what was written from byte ``after`` on; the moment it was there."""
        seen = wanted if callable(wanted) else lambda output: wanted in output
        deadline = time.perf_counter() + patience
        while not seen(self.output[after:]):
            if time.perf_counter() > deadline or not self._read(0.2):
                tail = self.output[-200:]
                raise AssertionError(f"waited {patience} s for {wanted!r}; the last bytes were {tail!r}")
        return time.perf_counter()

    def settle(self, silence: float = 0.3) -> int:
        """Read until nothing comes for ``silence`` seconds; how many bytes there are by then."""
        while self._ready(silence) and self._read(0):
            pass
        return len(self.output)

    def vanish(self, patience: float = PATIENCE) -> int:
        """Close the terminal as a crashed emulator does, and return the program's exit status."""
        os.close(self._fd)
        self._fd = os.open(os.devnull, os.O_RDONLY)
        deadline = time.perf_counter() + patience
        while not (found := os.waitpid(self.pid, os.WNOHANG))[0]:
            if time.perf_counter() > deadline:
                raise AssertionError(f"the program went on {patience} s after its terminal was gone")
            select.select([], [], [], 0.02)
        self.status = os.waitstatus_to_exitcode(found[1])
        return self.status

    def kill(self, number: int) -> None:
        """Send a signal."""
        os.kill(self.pid, number)

    def wait(self, patience: float = PATIENCE) -> int:
        """Read to the end and return the exit status; -N for a program that signal N ended."""
        deadline = time.perf_counter() + patience
        while self._read(0.2) and time.perf_counter() < deadline:
            pass
        _, status = os.waitpid(self.pid, 0)
        self.status = os.waitstatus_to_exitcode(status)
        return self.status

    def _ready(self, seconds: float) -> bool:
        return bool(select.select([self._fd], [], [], seconds)[0])

    def _read(self, seconds: float) -> bool:
        """Take what is there within ``seconds``; False once the program has closed the terminal."""
        if not self._ready(seconds):
            return True
        try:
            chunk = os.read(self._fd, 1 << 16)
        except OSError:
            return False
        self.output += chunk
        return bool(chunk)

    def _become(self, arguments: Sequence[str], size: tuple[int, int], env: Mapping[str, str]) -> None:
        """In the child: turn into the program."""
        columns, rows = size
        fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
        os.chdir(ROOT)
        own = {"TERM": "xterm-256color", "COLORTERM": "truecolor", "PYTHONPATH": str(ROOT)}
        # Libraries set COLUMNS and LINES behind Python's back, so the environment is handed over whole.
        rest = {name: value for name, value in os.environ.items() if name not in {"COLUMNS", "LINES"}}
        os.execve(sys.executable, [sys.executable, *arguments], rest | own | dict(env))  # noqa: S606 - no shell is meant
