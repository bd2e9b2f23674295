"""The two clocks (BEN-1): the host's wall clock, and the simulated one that only the bench moves.

The wall clock below is the only place in the program that reads the host's time.
"""

import time
from typing import Protocol

from workbench.errors import UsageError
from workbench.time.instant import MAX_MS, MIN_MS, in_range


class Clock(Protocol):
    """Something that knows the instant."""

    def now(self) -> int:
        """The present instant, epoch ms."""
        ...


class WallClock:
    """The host's clock, in whole milliseconds."""

    __slots__ = ()

    def now(self) -> int:
        """The host's present instant, epoch ms."""
        return time.time_ns() // 1_000_000


class SimulatedClock:
    """A clock that stands still until it is set. Instants outside the years 0001-9999 are refused (SCH-1)."""

    __slots__ = ("_now",)

    def __init__(self, start: int) -> None:
        self._now = 0
        self.set(start)

    def now(self) -> int:
        """The simulated instant, epoch ms."""
        return self._now

    def set(self, instant: int) -> None:
        """Go to ``instant`` (epoch ms), forwards or backwards."""
        self._now = check_instant(instant)


def check_instant(instant: int) -> int:
    """``instant`` itself, or ``time_out_of_range`` outside the years 0001-9999."""
    if not in_range(instant):
        raise UsageError(
            "time_out_of_range", f"the clock cannot go to {instant} ms: it runs from {MIN_MS} to {MAX_MS} ms"
        )
    return instant
