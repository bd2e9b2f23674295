"""Which occurrence a dispatch delivers and where the record goes next (SCH-8): integer arithmetic, nothing listed.

Owns the catch-up rule for one record. Which records are due together is :mod:`workbench.schedule.decision`'s.
"""

import msgspec

from workbench.errors import ScheduleError
from workbench.schedule.corrupt import corrupt
from workbench.schedule.records import Record
from workbench.text.quote import quote
from workbench.time.instant import MAX_MS, describe_instant, format_utc


class Occurrence(msgspec.Struct, frozen=True, gc=False):
    """One delivery of ``record`` (as stored before it). Times are epoch ms.

    ``at`` is the target delivered, ``next_target`` where the record goes, None when it ends; ``passed`` counts the
    targets that were due and are not delivered, the delivered one not included.
    """

    record: Record
    at: int
    next_target: int | None
    passed: int


def next_target(target: int, step: int, accepted: int) -> int:
    """The first multiple of ``step`` from ``target`` that is after ``accepted`` (all ms, ``accepted >= target``)."""
    return accepted - (accepted - target) % step + step


def occurrence(record: Record, accepted: int) -> Occurrence:
    """What dispatching ``record`` at decision time ``accepted`` delivers; a one-shot delivers its target and ends.

    Raises ``corrupt_schedule_log`` when an every record is not due at ``accepted``, or that is past year 9999.
    """
    target = record.target
    if record.kind != "every":
        return Occurrence(record, target, None, 0)
    if not target <= accepted <= MAX_MS:
        raise not_due(record, accepted)
    step = record.seconds * 1000
    following = next_target(target, step, accepted)
    at = following - step
    return Occurrence(record, at, following if following <= MAX_MS else None, (at - target) // step)


def not_due(record: Record, accepted: int, seq: int | None = None) -> ScheduleError:
    """The refusal of a decision time before the record's target or past year 9999."""
    return corrupt(
        f"dispatch of {quote(record.id)} at a decision time that cannot be",
        expected=f"acceptedAt from {format_utc(record.target)} to {format_utc(MAX_MS)}",
        found=describe_instant(accepted),
        seq=seq,
    )
