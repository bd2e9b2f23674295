"""Where turns begin in a log, by index columns alone.

Owns the arithmetic of a turn's beginning: for the reader a turn that delivers reminders starts with the queueing and
the dispatches that stand right before its ``turn/start``. Everything is O(log n), and nothing is read from the file.
"""

from bisect import bisect_left, bisect_right
from typing import Final

from workbench.session.columns import Columns
from workbench.session.events import TYPE_CODE

TURN: Final = TYPE_CODE["turn/start"]
TURN_END: Final = TYPE_CODE["turn/end"]
CHANGE: Final = TYPE_CODE["schedule/change"]
QUEUED: Final = TYPE_CODE["agent/inbox/spliced"]


def changes_before(index: Columns, start: int) -> range:
    """The rows of the schedule changes that stand right before ``start``, without a gap."""
    changes = index.changes
    last = bisect_left(changes, start) - 1
    if last < 0 or changes[last] != start - 1:
        return range(start, start)
    # Rows that follow each other differ from their places by the same number; before them the difference is smaller.
    first = bisect_left(range(last + 1), changes[last] - last, key=lambda at: changes[at] - at)
    return range(changes[first], start)


def opening(index: Columns, start: int) -> int:
    """The first row of the turn whose ``turn/start`` is row ``start``."""
    first = changes_before(index, start).start
    return first - 1 if first and index.type_code(first - 1) == QUEUED else first


def turn_of(index: Columns, row: int, rows: int) -> int | None:
    """The row of the ``turn/start`` of the turn that ``row`` belongs to; None before the first turn.

    Only what stands below ``rows`` is looked at.
    """
    turns = index.turns
    at = bisect_right(turns, row)
    if at < len(turns) and turns[at] < rows and opening(index, turns[at]) <= row:
        return turns[at]
    return turns[at - 1] if at else None


def begins_at(index: Columns, row: int, rows: int) -> int:
    """Where a band before ``row`` stands: the first row of its turn if nothing of the turn proper precedes it."""
    turn = turn_of(index, row, rows)
    return opening(index, turn) if turn is not None and turn >= row else row


def turns_within(index: Columns, first: int, last: int) -> list[int]:
    """The rows of ``turn/start`` in ``first <= row < last``."""
    turns = index.turns
    return list(turns[bisect_left(turns, first) : bisect_left(turns, last)])


def neighbours(index: Columns, start: int) -> tuple[int | None, int | None]:
    """The ``turn/start`` rows of the turns before and after the one that starts in row ``start``."""
    turns = index.turns
    at = bisect_left(turns, start)
    before = turns[at - 1] if at else None
    return before, turns[at + 1] if at + 1 < len(turns) else None
