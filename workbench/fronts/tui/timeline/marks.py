"""The marks of one lane, column by column, by integer arithmetic: no target is ever enumerated (page 10, section 7).

Pure. A step of work is a column that holds a mark, whatever the interval and however long the window.
"""

from collections.abc import Callable, Iterator
from typing import Final, NamedTuple

from workbench.fronts.tui.timeline.window import Window
from workbench.time.instant import MAX_MS

# What a column holds; of two the higher one is shown.
NOTHING: Final = 0
LATE: Final = 1
PASSED: Final = 2
BEFORE: Final = 3
DELIVERED: Final = 4
WAITING: Final = 5
_KINDS: Final = 2
# A code in a lane of all records: twice the code, and one more for a one-shot; the line of lateness is left out.
_TO_MERGED: Final = tuple(bytes(code * _KINDS + once if code > LATE else 0 for code in range(6)) + bytes(250)
                          for once in (False, True))  # fmt: skip


class Lane(NamedTuple):
    """A record as its lane needs it; times are epoch ms, ``period`` is 0 for a one-shot.

    Its targets were ``first`` and every ``period`` after that, up to but not including ``until``; ``was`` says whether
    one in a stretch was delivered. ``target`` waits. ``occurrence`` was delivered by the last move, at ``decided``.
    """

    period: int
    first: int | None = None
    until: int = 0
    target: int | None = None
    occurrence: int | None = None
    decided: int = 0
    was: Callable[[int, int], bool] | None = None


def marks(lane: Lane, window: Window) -> bytearray:
    """A code for each column of ``window``."""
    codes = bytearray(window.columns)
    left, step, _ = window
    if lane.first is not None and lane.period:
        for column in _columns(lane.first, lane.period, lane.until, window):
            start = left + column * step
            codes[column] = BEFORE if lane.was is not None and lane.was(start, start + step) else PASSED
    if lane.occurrence is not None:
        _deliver(codes, lane.occurrence, lane.decided, window)
    if lane.target is not None:
        for column in _columns(lane.target, lane.period, MAX_MS + 1, window):
            codes[column] = WAITING
    return codes


def merged(lanes: Iterator[tuple[Lane, bytearray]], columns: int) -> bytes:
    """One lane of all marks, without lateness: twice the code, plus one where the mark is a one-shot's."""
    codes = bytes(columns)
    for lane, own in lanes:
        codes = bytes(map(max, codes, own.translate(_TO_MERGED[not lane.period])))
    return codes


def _columns(first: int, period: int, until: int, window: Window) -> Iterator[int]:
    """The columns that hold a target of the grid ``first``, ``first + period``, ... before ``until``."""
    left, step, _ = window
    end = min(window.end, until)
    at = max(first, left)
    while at < end:
        target = first + -(-(at - first) // period) * period if period else first
        if not at <= target < end:
            return
        column = (target - left) // step
        yield column
        at = left + (column + 1) * step


def _deliver(codes: bytearray, occurrence: int, decided: int, window: Window) -> None:
    """The mark at the target, and the line from there to the decision, which is as long as it was late."""
    left, step, columns = window
    at, to = (occurrence - left) // step, (decided - left) // step
    for column in range(max(0, at + 1), min(columns, to + 1)):
        codes[column] = LATE
    if 0 <= at < columns:
        codes[at] = DELIVERED
