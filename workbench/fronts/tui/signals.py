"""Signals that end the program in order (TUI-9): which ones, and what each means for the exit status."""

import asyncio
import signal
from collections.abc import Callable

import msgspec


class Ending(msgspec.Struct, frozen=True):
    """The signal that ended the program: its name and the exit status that says so."""

    name: str
    status: int


def watch_signals(end: Callable[[Ending], None]) -> None:
    """Call ``end`` in the event loop when INT, TERM or HUP comes, where the loop can listen to signals at all."""
    loop = asyncio.get_running_loop()
    for name in ("SIGINT", "SIGTERM", "SIGHUP"):
        number = getattr(signal, name, None)
        if number is None:
            continue
        ending = Ending(name, 128 + number)
        try:
            loop.add_signal_handler(number, end, ending)
        except (NotImplementedError, RuntimeError, ValueError):
            # Windows, or a loop outside the main thread: the default handling stays.
            return
