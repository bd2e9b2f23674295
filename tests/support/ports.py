"""A session port for tool tests: a fold, a list of appended events, and barriers that fail when told to."""

from dataclasses import dataclass, field
from typing import Any

from workbench.bench.tools.base import Outcome, Steps
from workbench.bench.tools.registry import Registry
from workbench.errors import BarrierFailed
from workbench.schedule.changes import change_json
from workbench.schedule.fold import Fold
from workbench.text.jsontext import dumps

NOW = 1_786_093_200_000  # 2026-08-07T09:00:00.000Z


@dataclass
class Port:
    """What a tool sees of a session. ``barriers`` counts those passed; ``slow_ms`` is how long each one takes."""

    clock: int = NOW
    slow_ms: int = 0
    folded: Fold = field(default_factory=Fold)
    appended: list[Any] = field(default_factory=list)
    log: list[str] = field(default_factory=list)
    broken: Exception | None = None

    def now(self):
        self.log.append("now")
        return self.clock

    def fold(self):
        self.log.append("fold")
        if self.broken is not None:
            raise self.broken
        return self.folded

    def append_change(self, change):
        self.log.append("append")
        self.folded.apply(change)
        self.appended.append(change_json(change))
        return len(self.appended) - 1

    def append_plan(self, todos):
        self.log.append("append")
        self.appended.append({"todos": todos})
        return len(self.appended) - 1


def drive(steps: Steps, port: Port, failing: tuple[int, ...] = ()) -> Outcome:
    """Run a handler to its end; the barriers with these numbers, counted from 1, fail."""
    passed = 0
    try:
        next(steps)
        while True:
            passed += 1
            port.log.append("barrier")
            port.clock += port.slow_ms
            if passed in failing:
                steps.throw(BarrierFailed("the disk is full"))
            else:
                steps.send(None)
    except StopIteration as stop:
        return stop.value


def call(
    name: str, args: Any, port: Port, *, failing: tuple[int, ...] = (), registry: Registry | None = None
) -> Outcome:
    """Check and run one call as the bench does; ``args`` is raw text, or a value to be written as JSON."""
    registry = registry or Registry()
    checked = registry.check(name, args if isinstance(args, str) else dumps(args))
    if isinstance(checked, Outcome):
        return checked
    return drive(registry.call(name, checked, port), port, failing)
