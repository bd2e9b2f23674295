"""Signals that end the program in order (TUI-9): which ones, and what each means for the exit status."""

import asyncio
import contextlib
import signal
import threading
from collections.abc import Callable, Iterator
from typing import Final

import msgspec

_NAMES: Final = ("SIGINT", "SIGTERM", "SIGHUP")


class Ending(msgspec.Struct, frozen=True):
    """The signal that ended the program: its name and the exit status that says so."""

    name: str
    status: int


@contextlib.contextmanager
def signals_held() -> Iterator[None]:
    """Let signals wait until :func:`watch_signals` listens: by default they would end the program as it is, with the
    terminal already taken. On the way out they do again what they did before."""
    if not hasattr(signal, "pthread_sigmask") or threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, _numbers())
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _numbers() -> list[signal.Signals]:
    return [getattr(signal, name) for name in _NAMES if hasattr(signal, name)]


def watch_signals(end: Callable[[Ending], None]) -> None:
    """Call ``end`` in the event loop when INT, TERM or HUP comes, where the loop can listen to signals at all."""
    loop = asyncio.get_running_loop()
    for name in _NAMES:
        number = getattr(signal, name, None)
        if number is None:
            continue
        ending = Ending(name, 128 + number)
        try:
            loop.add_signal_handler(number, end, ending)
        except (NotImplementedError, RuntimeError, ValueError):
            # Windows, or a loop outside the main thread: the default handling stays.
            return
    signal.pthread_sigmask(signal.SIG_UNBLOCK, _numbers())
