"""One history from its steps: bench and model side by side, and every truth looked at on the way and at the end."""

import shutil
import tempfile
from collections.abc import Iterable
from pathlib import Path

from support.benches import START
from support.history_bench import Driven
from support.history_checks import Pair
from support.history_journal import check_journal
from support.history_steps import Step
from support.history_truths import (
    Promises,
    check_anchors,
    check_deliveries,
    check_end,
    check_looking,
    check_restart,
)
from support.model_life import Life


class Broken(AssertionError):
    """A history that came out wrong: ``steps`` lead there, the last of them shows it."""

    def __init__(self, turn_ms: int, steps: list[Step], cause: BaseException) -> None:
        super().__init__(f"turn_ms {turn_ms}, steps {steps}: {type(cause).__name__}: {str(cause)[:2000]}")
        self.turn_ms = turn_ms
        self.steps = steps
        self.cause = cause


def run_history(turn_ms: int, steps: Iterable[Step], *, compression: str = "none") -> None:
    """Play a history in a folder of its own; raises :class:`Broken` with the steps up to what is wrong."""
    folder = Path(tempfile.mkdtemp(prefix="history-"))
    done: list[Step] = []
    driven = Driven(folder, turn_ms, compression=compression)
    try:
        _play(driven, turn_ms, steps, done)
    except Exception as error:
        driven.bench.abandon()
        raise Broken(turn_ms, done, error) from error
    finally:
        shutil.rmtree(folder)


def _play(driven: Driven, turn_ms: int, steps: Iterable[Step], done: list[Step]) -> None:
    life = Life(START, turn_ms)
    pair = Pair(driven, life)
    promises = Promises(driven)
    for step in steps:
        done.append(step)
        if step[0] in ("killed", "closed"):
            check_restart(driven)
        if step[0] == "read":
            check_looking(driven)
        pair.do(step)
        promises.keep(life.facts)
    done.append(("end",))
    found = life.facts
    check_deliveries(found, life.last_turn_before)
    check_anchors(driven.bench, found)
    check_journal(driven.bench)
    check_looking(driven)
    check_end(driven)


def shrunk(broken: Broken, *, compression: str = "none") -> Broken:
    """The same failure with as few steps as taking away one at a time leaves."""
    kind = type(broken.cause)
    place = 0
    while place < len(broken.steps):
        fewer = broken.steps[:place] + broken.steps[place + 1 :]
        try:
            run_history(broken.turn_ms, [step for step in fewer if step != ("end",)], compression=compression)
        except Broken as other:
            if type(other.cause) is kind:
                broken = other
                continue
        place += 1
    return broken
