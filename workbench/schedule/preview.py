"""Targets to come (BEN-15): what a record will aim at if nothing stops it.

Owns plain enumeration for display. Deliveries follow :mod:`workbench.schedule.occurrence`, which never lists.
"""

from workbench.schedule.records import Record
from workbench.time.instant import MAX_MS


def targets(record: Record, count: int, after: int | None = None) -> list[int]:
    """The next ``count`` targets (epoch ms) of ``record``, its stored one first; with ``after`` only later ones.

    Fewer for a one-shot, and where the next target does not fit year 9999.
    """
    first = record.target
    if record.kind != "every":
        return [first] if count > 0 and (after is None or first > after) else []
    step = record.seconds * 1000
    if after is not None and after >= first:
        first = after - (after - first) % step + step
    return list(range(first, min(first + max(count, 0) * step, MAX_MS + 1), step))
