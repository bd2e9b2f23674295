"""What to deliver at one instant (SCH-26): the first due one-shot, else all due every records at once, else nothing.

Owns the order of delivery. When to ask, and what to do with the answer, is the bench's.
"""

import msgspec

from workbench.schedule.fold import Fold
from workbench.schedule.occurrence import Occurrence, occurrence
from workbench.schedule.records import Record


class OneShot(msgspec.Struct, frozen=True):
    """Deliver this one-shot, alone in its turn."""

    record: Record


class Batch(msgspec.Struct, frozen=True):
    """Deliver these every records in one turn; ``accepted`` (epoch ms) is the decision time of all of them."""

    accepted: int
    items: tuple[Occurrence, ...]


class Wait(msgspec.Struct, frozen=True):
    """Nothing is due; ``target`` (epoch ms) is when something will be, None without active records."""

    target: int | None


Decision = OneShot | Batch | Wait


def decide(fold: Fold, now: int) -> Decision:
    """The decision for ``now`` (epoch ms); due means target <= now. Changes nothing."""
    one_shot = fold.due_one_shot(now)
    if one_shot is not None:
        return OneShot(one_shot)
    due = fold.due_every(now)
    if due:
        return Batch(now, tuple([occurrence(record, now) for record in due]))
    return Wait(fold.next_target())
