"""Giving up the reading of a log that nobody waits for any more.

Owns the wish and where a thread finds it: whoever starts a thread says what interrupts its reading, and nothing between
has to hand that on. Only reading a whole log asks (``opening``); a line that is read again is never interrupted.
"""

import contextlib
import threading
from collections.abc import Callable, Iterator

Check = Callable[[], None]


class Interrupted(Exception):
    """The reading was given up; nothing was written and nothing stays open."""


class Interruption:
    """Ends what one thread reads, from any other."""

    def __init__(self) -> None:
        self._wanted = False

    def interrupt(self) -> None:
        """End what is read now, and what is read from now on until :meth:`forget`."""
        self._wanted = True

    def forget(self) -> None:
        """Read on."""
        self._wanted = False

    def check(self) -> None:
        """Raise :class:`Interrupted` where that is wanted."""
        if self._wanted:
            raise Interrupted


class _OfThread(threading.local):
    check: Check | None = None


_of_thread = _OfThread()


@contextlib.contextmanager
def interrupted_by(interruption: Interruption) -> Iterator[None]:
    """Let ``interruption`` end the reading of logs that this thread does meanwhile."""
    before, _of_thread.check = _of_thread.check, interruption.check
    try:
        yield
    finally:
        _of_thread.check = before


def current_check() -> Check:
    """What to call every few hundred kilobytes while a log is read in this thread."""
    return _of_thread.check or _go_on


def _go_on() -> None:
    """Nobody interrupts."""
