"""Many random histories: ``python tests/proofs/run_histories.py N [SEED]``; see ``test_random_histories``.

History K of a run comes from the seed ``SEED + K`` alone. A failure is shrunk by taking steps away and printed with its
seed. Ends with how many histories, how many steps, from which seed, in how many seconds.
"""
# ruff: noqa: T201 - a command that prints

import sys
import time
import traceback
from pathlib import Path

sys.path[:0] = [str(Path(__file__).parents[1]), str(Path(__file__).parents[2])]

from support.history_run import Broken, run_history, shrunk  # noqa: E402 - after the path is set
from support.history_steps import random_history  # noqa: E402

MOST_FAILURES = 5


def main(count: int, first: int = 0) -> int:
    """Run ``count`` histories; how many went wrong."""
    began, steps, failures = time.monotonic(), 0, 0
    for seed in range(first, first + count):
        turn_ms, history = random_history(seed)
        compression = "zstd" if seed % 4 == 3 else "none"
        steps += len(history)
        try:
            run_history(turn_ms, history, compression=compression)
        except Broken as broken:
            failures += 1
            _show(seed, shrunk(broken, compression=compression))
        if failures == MOST_FAILURES:
            break
        if (seed - first) % 1000 == 999:
            print(f"{seed - first + 1} histories, {time.monotonic() - began:.0f} s", flush=True)
    done = seed - first + 1
    print(
        f"{done} histories, {steps} steps, seeds {first} to {seed}: {failures} wrong, {time.monotonic() - began:.0f} s"
    )
    return failures


def _show(seed: int, broken: Broken) -> None:
    print(f"seed {seed}, turn_ms {broken.turn_ms}:")
    for step in broken.steps:
        print(f"    {step},")
    traceback.print_exception(broken.cause, limit=-3)


if __name__ == "__main__":
    sys.exit(1 if main(*map(int, sys.argv[1:])) else 0)
