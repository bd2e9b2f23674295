"""How long a line of the log is, without reading it where it is long."""

from typing import TYPE_CHECKING, Final

from workbench.session.index import LogIndex

if TYPE_CHECKING:
    from workbench.fronts.tui.panes.page import PageIndex

# A line longer than this (bytes) is not decoded for its row: the row says how long it is.
LONG_LINE: Final = 1 << 17


def line_size(index: "LogIndex | PageIndex", row: int) -> int:
    """Bytes of the row's line without its LF; 0 where the event is in memory anyway."""
    if not isinstance(index, LogIndex) or row >= index.pending_from:
        return index.length(row)
    number = index.block_of(row)
    first, start, end = index.block(number)
    # Only a block of several small lines has to be read to know where each of them ends.
    alone = row == first and (row + 1 == index.rows or index.block_of(row + 1) != number)
    return end - start - 1 if alone else index.length(row)
