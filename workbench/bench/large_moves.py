"""How much a move of the clock would write, so that a front can ask before it fills a disk (page 6).

Owns the two limits and the estimate. It is arithmetic over the active records; asking is the front's business.
"""

from dataclasses import dataclass

from workbench.bench.bench import Bench
from workbench.bench.forecast import TURN_CAP
from workbench.errors import WorkbenchError

MAX_BYTES = 100 * 1024 * 1024
# Measured on logs the bench wrote: what a turn costs without, and each delivered record with its prompt left out. The
# prompt itself is in the queue, in the message and in the answer.
_TURN_BYTES = 2_300
_DELIVERY_BYTES = 440
_PROMPT_COPIES = 3


@dataclass(frozen=True, slots=True)
class Estimate:
    """What a move would do: turns (counted up to the cap of 100,000) and bytes of log."""

    turns: int
    size: int

    @property
    def large(self) -> bool:
        """Whether to ask first."""
        return self.turns >= TURN_CAP or self.size > MAX_BYTES


def estimate_advance(bench: Bench, to: int) -> Estimate:
    """What advancing to ``to`` (epoch ms) would write; a suspended session writes nothing."""
    if bench.mode == "cold" or to <= bench.now:
        return Estimate(0, 0)
    turns = bench.estimate(to)
    size = turns * _TURN_BYTES
    for record in bench.state.schedules.active.values():
        if record.target <= to:
            count = (to - record.target) // (record.seconds * 1000) + 1 if record.kind == "every" else 1
            size += count * (_DELIVERY_BYTES + _PROMPT_COPIES * len(record.prompt.encode("utf-8", "replace")))
    return Estimate(turns, size)


def refuse_large(bench: Bench, to: int) -> None:
    """Raise ``confirmation_required`` where advancing to ``to`` (epoch ms) would be large."""
    estimate = estimate_advance(bench, to)
    if estimate.large:
        turns = f"{TURN_CAP:,} turns or more" if estimate.turns >= TURN_CAP else f"{estimate.turns:,} turns"
        raise WorkbenchError(
            "confirmation_required",
            f"this advance would run {turns} and write about {estimate.size // 1_000_000:,} MB of log",
            hint="say --yes to let it, or move in smaller steps, or jump",
            details={"turns": estimate.turns, "bytes": estimate.size},
        )
