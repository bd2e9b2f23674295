"""Looks ahead without changing anything: next targets, the turns that would run at idle, the other way of moving.

Owns what would happen (BEN-15, TUI-5), computed on copies of the fold. What did happen is the log's.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from workbench.schedule.changes import Dispatch
from workbench.schedule.decision import OneShot, Wait, decide
from workbench.schedule.fold import Fold
from workbench.schedule.occurrence import Occurrence
from workbench.schedule.preview import targets
from workbench.schedule.records import Record
from workbench.session.state import Message, is_reminder
from workbench.time.zones import Shift, Zone, next_shift

Way = Literal["advance", "jump"]

TURN_CAP = 100_000


@dataclass(frozen=True, slots=True)
class Target:
    """One coming target: record id, instant (epoch ms), and the change of the zone's offset since the row before."""

    id: str
    at: int
    shift: Shift | None


@dataclass(frozen=True, slots=True)
class PlannedTurn:
    """One turn that would run: a queued ``prompt``, a ``one-shot`` or a ``batch``, with the occurrences it delivers;
    or a ``reminder`` that lies queued since before."""

    kind: Literal["prompt", "reminder", "one-shot", "batch"]
    items: tuple[Occurrence, ...] = ()


def preview(fold: Fold, now: int, zone: Zone, count: int, only: str | None = None) -> list[Target]:
    """The next ``count`` targets of all active records or of one, in time order, the offset changes of ``zone`` marked.

    What an overdue record missed is one delivery: after the target that waits come those after ``now``. A shift is
    looked for between ``now`` (epoch ms) and the first target, and then from each target to the next.
    """
    records = [record for record in fold.active.values() if only in (None, record.id)]
    coming = sorted(
        (at, place, record.id) for place, record in enumerate(records) for at in _coming(record, now, count)
    )
    rows: list[Target] = []
    before = now
    for at, _, record_id in coming[:count]:
        rows.append(Target(record_id, at, next_shift(zone, before, at) if at > before else None))
        before = max(before, at)
    return rows


def _coming(record: Record, now: int, count: int) -> list[int]:
    overdue = targets(record, 1) if record.target <= now else []
    return [*overdue, *targets(record, count - len(overdue), after=now if overdue else None)]


def plan(fold: Fold, now: int, queued: Iterable[Message]) -> list[PlannedTurn]:
    """The turns that would run if the agent became idle at ``now`` (epoch ms): what is ``queued``, one-shots, one
    batch."""
    turns = [PlannedTurn("reminder" if is_reminder(message) else "prompt") for message in queued]
    ahead = fold.copy()
    while not isinstance(decision := decide(ahead, now), Wait):
        if isinstance(decision, OneShot):
            record = decision.record
            turns.append(PlannedTurn("one-shot", (Occurrence(record, record.target, None, 0),)))
            ahead.apply(Dispatch(record.id, None))
        else:
            turns.append(PlannedTurn("batch", tuple(decision.items)))
            for item in decision.items:
                ahead.apply(Dispatch(item.record.id, now))
    return turns


def turns_of(fold: Fold, way: Way, start: int, to: int, turn_ms: int) -> int:
    """How many turns that way of moving from ``start`` to ``to`` (epoch ms) runs, an idle agent given.

    The count stops at :data:`TURN_CAP`. The fold given is used up.
    """
    now = start if way == "advance" else to
    turns = 0
    while turns < TURN_CAP:
        target = fold.next_target()
        if target is None or max(now, target) > to:
            break
        now = max(now, target)
        decision = decide(fold, now)
        if isinstance(decision, Wait):
            break
        turns += 1
        if isinstance(decision, OneShot):
            fold.apply(Dispatch(decision.record.id, None))
        else:
            for item in decision.items:
                fold.apply(Dispatch(item.record.id, now))
        now += turn_ms
    return turns
