"""What every benchmark is made of: timed samples, one row per target, and the yardstick measured in the same run.

A benchmark is a file ``bench_NAME.py`` in this folder with ``def run(quick: bool) -> Iterable[Row]``: it makes its own
data (in a temporary folder), measures the subject and its yardstick in turns, and gives one :class:`Row` per target.
``quick`` asks for a tenth of the work or less, to try a benchmark out. It imports this module as ``from harness import
Row, interleave``.
"""

import gc
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


@dataclass(frozen=True, slots=True)
class Row:
    """One line of the table. ``measured`` and ``yardstick`` share ``unit``; ``yardstick`` is None for an absolute.

    ``target`` bounds the ratio ``measured / yardstick``, or ``measured`` itself without a yardstick; ``at_least`` turns
    the bound round, for throughputs. A row without a target is there to be read.
    """

    what: str
    measured: float
    unit: str
    yardstick: float | None = None
    against: str = ""
    target: float | None = None
    at_least: bool = False
    note: str = ""

    @property
    def figure(self) -> float:
        """The number the target speaks of."""
        return self.measured if self.yardstick is None else self.measured / self.yardstick

    @property
    def met(self) -> bool | None:
        """Whether the target is met; None without one."""
        if self.target is None:
            return None
        return self.figure >= self.target if self.at_least else self.figure <= self.target


def seconds(action: Callable[[], object]) -> float:
    """How long one call takes, the garbage of what came before collected first."""
    gc.collect()
    started = time.perf_counter()
    action()
    return time.perf_counter() - started


def interleave(subject: Callable[[], object], yardstick: Callable[[], object], times: int) -> tuple[float, float]:
    """Time both in turns, so that a slow moment of the machine hits both, and give the medians in seconds."""
    samples = [(seconds(subject), seconds(yardstick)) for _ in range(times)]
    return statistics.median(s for s, _ in samples), statistics.median(y for _, y in samples)


def process(arguments: Sequence[str]) -> Callable[[], object]:
    """An action that runs a whole process with this Python, from the checkout, and fails if the process does."""

    def action() -> None:
        subprocess.run([sys.executable, *arguments], cwd=ROOT, check=True, capture_output=True)

    return action
