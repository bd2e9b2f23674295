"""The fold over a whole sequence of events at once (SCH-7, SCH-10).

Owns the fold range. Logs are folded line by line where they are read; this is for lists that already are in memory.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from workbench.schedule.changes import decode_change
from workbench.schedule.corrupt import corrupt
from workbench.schedule.fold import Fold
from workbench.schedule.integers import safe_integer
from workbench.text.quote import quote

CHANGE_TYPE: Final = "schedule/change"


def check_seed_length(value: object, length: int) -> int:
    """A fork header's ``seedLength`` as an int; raises ``corrupt_schedule_log`` unless it is a whole number from 0 to
    ``length``, the number of events."""
    seed = safe_integer(value)
    if seed is None or not 0 <= seed <= length:
        expected = f"a whole number from 0 to {length}, the number of events"
        raise corrupt("seedLength of the header", expected=expected, found=quote(value))
    return seed


def fold_events(events: Sequence[Mapping[str, Any]], seed_length: object = 0) -> Fold:
    """The fold of ``{"type", "data"}`` events, each at the position of its seq; those before ``seed_length`` do not
    count."""
    fold = Fold()
    for seq in range(check_seed_length(seed_length, len(events)), len(events)):
        event = events[seq]
        if event.get("type") != CHANGE_TYPE:
            continue
        if "data" not in event:
            raise corrupt("the event has no data", expected="a change", found="nothing", seq=seq)
        fold.apply(decode_change(event["data"], seq), seq)
    return fold
