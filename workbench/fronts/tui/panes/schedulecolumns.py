"""The columns of the schedules pane and the order in which they give way (page 10, section 6)."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from workbench.fronts.tui.panes.columns import Column, choose
from workbench.fronts.tui.theme.cells import width as cell_width
from workbench.time.clocktext import table_moment
from workbench.time.zones import Zone

if TYPE_CHECKING:
    from workbench.bench.view import ScheduleRow

_SHORT: Final = 46
_IN_FROM: Final = 54
# Beside the transcript a narrow pane leaves the prompt no room unless the distance goes.
_IN_BESIDE: Final = 58
COLUMNS: Final = (
    Column("bar", 1, gap=0),
    Column("shape", 1),
    Column("id", 10),
    Column("rule", 6, shown_from=96),
    Column("rule", 6, hidden_from=_SHORT),
    Column("target", 9),
    Column("in", 8, right=True, gap=2, shown_from=_IN_FROM),
    Column("in", 8, right=True, gap=0, hidden_from=_SHORT),
    Column("state", 9, shown_from=_SHORT),
    Column("prompt", 0, gap=0, shown_from=_SHORT),
)
HEADS: Final = ("id", "rule", "target", "in", "state", "prompt")
# Where ids or dates are so long that the others do not fit.
_FIRST_TO_GO: Final = ("rule", "in")
_TARGET_CELLS: Final = 9
_MOST_ID_CELLS: Final = 24
_LEAST_PROMPT: Final = 10
# The widths of ids and dates are taken from this many rows, so that many more cost nothing.
_MEASURED: Final = 200


def schedule_columns(rows: Sequence["ScheduleRow"], now: int, zone: Zone, width: int, *, beside: bool) -> list[Column]:
    """The columns at ``width`` cells inside; ``beside`` says that the pane stands beside the transcript."""
    measured = rows[:_MEASURED]
    longest_id = min(_MOST_ID_CELLS, max((cell_width(row.id) for row in measured), default=10))
    # Ten where a row needs a year, up to twelve where one needs an offset.
    longest = max((len(table_moment(row.target, now, zone)) for row in measured), default=0)
    sizes = {"id": max(10, longest_id), "target": max(_TARGET_CELLS, longest)}
    without_in = beside and _SHORT <= width < _IN_BESIDE
    kept = tuple(column for column in COLUMNS if not (without_in and column.name == "in"))
    columns = choose(kept, width, sizes)
    for name in _FIRST_TO_GO:
        if sum(column.cells + column.gap for column in columns) > width:
            kept = tuple(column for column in kept if column.name != name)
            columns = choose(kept, width, sizes)
    if columns[-1].name == "prompt" and columns[-1].cells < _LEAST_PROMPT:
        columns = columns[:-1]
    return columns
