"""How much simulated time a column of the timeline stands for: the steps, their names, the one to start with.

Pure arithmetic on ms. Where the window lies is ``window``.
"""

from typing import Final, NamedTuple

from workbench.time.instant import DAY, HOUR, MINUTE, SECOND

# Page 10, section 7, with finer ones in seconds and coarser ones in days.
STEPS: Final = (
    *(SECOND * count for count in (1, 2, 5, 10, 15, 30)),
    *(MINUTE * count for count in (1, 2, 5, 10, 15, 30, 60, 120, 360, 1440)),
    *(DAY * count for count in (2, 7, 28, 91, 364)),
)
_UNITS: Final = ((DAY, "day", "days"), (HOUR, "h", "h"), (MINUTE, "min", "min"), (SECOND, "s", "s"))
_START: Final = 5 * MINUTE
_COARSEST_START: Final = 30 * MINUTE
# Columns that the way to the nearest target takes, where no interval says how fine it has to be.
_WAY: Final = 10
# The shares of the width (in hundredths) that lie left and right of now at the least.
_LEFT: Final = 55
_RIGHT: Final = 35


class Reach(NamedTuple):
    """What there is to see, in ms: the shortest interval of an active every record, how far ahead the nearest target
    is, how far back the earliest target is that the last move delivered late, how far ahead the first few targets
    reach, and how far back the latest target is that is overdue. None or 0 where there is no such thing.
    """

    interval: int | None = None
    ahead: int | None = None
    behind: int = 0
    few: int = 0
    due: int | None = None


def scale_text(step: int) -> str:
    """``5 min a column``."""
    for size, one, many in _UNITS:
        if step % size == 0:
            count = step // size
            return f"{count:,} {one if count == 1 else many} a column"
    return f"{step:,} ms a column"


def beside(step: int, by: int) -> int:
    """The next finer (``by`` -1) or coarser (1) step; the last one of that side stays."""
    if by < 0:
        return next((each for each in reversed(STEPS) if each < step), min(step, STEPS[0]))
    return next((each for each in STEPS if each > step), max(step, STEPS[-1]))


def at_most(length: int) -> int:
    """The coarsest step that is no longer than ``length``, else the finest one."""
    return next((each for each in reversed(STEPS) if each <= length), STEPS[0])


def holds(step: int, reach: Reach, columns: int) -> bool:
    """Whether a step that was chosen once still shows something at that many columns: targets can be told apart, and
    the nearest one, an overdue one or the earliest late delivery is in view. Where there is nothing to see, no other
    step shows more.
    """
    if reach.interval is not None and step > max(STEPS[0], reach.interval):
        return False
    if reach.ahead is None and reach.due is None and not reach.behind:
        return True
    left, right = step * (columns * _LEFT // 100), step * (columns * _RIGHT // 100)
    back = [length for length in (reach.due, reach.behind or None) if length is not None]
    return (reach.ahead is not None and reach.ahead <= right) or any(length <= left for length in back)


def first_step(reach: Reach, columns: int) -> int:
    """The step to start with at that many columns: the shortest interval takes two of them, or one where what the last
    move delivered late would not be in view else; without a short interval the nearest target is in view, and the first
    few as long as the nearest can be told from now.
    """
    left, right, ahead = columns * _LEFT // 100, columns * _RIGHT // 100, reach.ahead or 0
    if reach.interval is not None and reach.interval <= 2 * _COARSEST_START:
        step, coarsest = at_most(reach.interval // 2), at_most(reach.interval)
    elif reach.ahead is not None:
        step, coarsest = min(max(at_most(reach.ahead // _WAY), MINUTE), _COARSEST_START), DAY
        while step < _COARSEST_START and beside(step, 1) <= ahead and reach.few > step * right:
            step = beside(step, 1)
    else:
        step, coarsest = _START, DAY
    while step < coarsest and (ahead > step * right or reach.behind > step * left):
        step = beside(step, 1)
    return step
