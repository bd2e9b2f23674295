"""Resumable steps: a turn, a tool call or the owner as a generator that can be parked and taken up again (page 4).

A process yields a :class:`Wait` where it cannot go on at this instant. Nothing here knows what the process does.
"""

from collections import deque
from collections.abc import Callable, Generator
from typing import Generic, TypeVar

import msgspec


class Wait(msgspec.Struct, frozen=True):
    """Why a process is parked. ``ready`` says whether it may go on; ``until`` the instant (epoch ms) at which time
    alone makes it ready, or None when it waits for something else."""

    why: str
    ready: Callable[[], bool]
    until: Callable[[], int | None]


T = TypeVar("T")
Steps = Generator[Wait, None, T]


class Process(Generic[T]):
    """A started generator: run it with :meth:`go_on` until it parks or is done."""

    __slots__ = ("_steps", "done", "result", "wait")

    def __init__(self, steps: Steps[T]) -> None:
        self._steps = steps
        self.wait: Wait | None = None
        self.done = False
        self.result: T | None = None

    def go_on(self) -> bool:
        """Run until the next wait that is not ready yet; True when the process is done."""
        try:
            wait = next(self._steps)
            while wait.ready():
                wait = next(self._steps)
        except StopIteration as stop:
            self.done, self.wait, self.result = True, None, stop.value
        except BaseException:
            self.done, self.wait = True, None
            raise
        else:
            self.wait = wait
        return self.done

    @property
    def ready(self) -> bool:
        """Whether a parked process may go on at this instant."""
        return self.wait is not None and self.wait.ready()

    def until(self) -> int | None:
        """The instant at which time alone lets it go on."""
        return self.wait.until() if self.wait is not None else None

    def stop(self) -> None:
        """Give the process up where it is parked."""
        self._steps.close()
        self.done, self.wait = True, None


class Fifo:
    """The one queue of an agent (SCH-23): calls and due work hold it from the first barrier to the last."""

    __slots__ = ("_line",)

    def __init__(self) -> None:
        self._line: deque[object] = deque()

    @property
    def busy(self) -> bool:
        """Whether something holds the queue."""
        return bool(self._line)

    def enter(self) -> Steps[object]:
        """Queue up and wait until it is one's turn; the token it returns is for :meth:`leave`."""
        token = object()
        self._line.append(token)
        while self._line[0] is not token:
            yield Wait("behind another call", lambda: self._line[0] is token, lambda: None)
        return token

    def leave(self, token: object) -> None:
        """Give the place up, wherever in the queue it is."""
        self._line.remove(token)
