"""The moving parts of the model: tasks that wait, what a running process alone knows, and how things go wrong.

A task is a generator that yields ``(ready, until)`` where it cannot go on: a condition, and the instant that alone
makes it true, if any.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

Pause = tuple[Callable[[], bool], Callable[[], int | None]]
Task = Iterator[Pause]
INTERRUPTED = "interrupted"


class Refused(Exception):
    """What was asked makes no sense now."""


class Died(BaseException):
    """The simulated death of the process."""


class NotOnDisk(Exception):
    """A barrier that failed."""


@dataclass(eq=False)
class Running:
    """A started task and where it waits."""

    task: Task
    pause: Pause | None = None
    outcome: Any = None
    joined: bool = False

    def go_on(self) -> bool:
        """Run up to the next wait that is not over; whether it is done."""
        while self.pause is None or self.pause[0]():
            try:
                self.pause = next(self.task)
            except StopIteration as stop:
                self.outcome, self.pause = stop.value, None
                return True
        return False

    @property
    def ready(self) -> bool:
        return self.pause is not None and self.pause[0]()

    def until(self) -> int | None:
        return self.pause[1]() if self.pause is not None else None


@dataclass
class Awake:
    """What only a running process knows; a suspension or a death forgets it all."""

    turn: Running | None = None
    calls: list[Running] = field(default_factory=list)
    delivery: Running | None = None
    line: list[object] = field(default_factory=list)
    woken: bool = False
    held: bool = False
    waiting_for_end: bool = False
    joined: bool = False
    ends_at: int = 0
    slow_until: int = 0
    may_try: bool = True
    confirming: bool = False
    faulted: bool = False
