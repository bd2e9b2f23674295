"""Somebody else who drives a session while the screen looks at it."""

from collections.abc import Iterator
from pathlib import Path

from support.screens import QUICK
from workbench.bench.bench import Bench

_MINUTE_MS = 60_000


def held_elsewhere(log: Path, home: Path) -> Iterator[Bench]:
    """For a fixture to yield from: a bench that writes ``log``, closed in the end."""
    bench = Bench.open(log, home=home, options=QUICK)
    bench.say("remind me in 5 minutes to stretch")
    yield bench
    bench.close()


def go_on(bench: Bench, minutes: int) -> None:
    """Let that much time pass for whoever drives it."""
    for _ in bench.advance(by=minutes * _MINUTE_MS):
        pass
