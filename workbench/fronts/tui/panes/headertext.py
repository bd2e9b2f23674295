"""The header of a turn in the transcript: its number, its time, and what kind of turn it is."""

from bisect import bisect_left
from typing import TYPE_CHECKING, Final

from workbench.fronts.tui.panes.rows import Rows
from workbench.fronts.tui.theme.glyphs import Glyphs
from workbench.fronts.tui.theme.paint import Line, Span
from workbench.session.events import TYPE_CODE
from workbench.time.clocktext import WEEKDAYS, local_hms
from workbench.time.instant import weekday
from workbench.time.zones import Zone

if TYPE_CHECKING:
    from workbench.fronts.tui.panes.page import PageIndex
    from workbench.session.index import LogIndex

_CHANGE: Final = TYPE_CODE["schedule/change"]
_MOST_COUNTED: Final = 999


def header_line(index: "LogIndex | PageIndex", rows: Rows, row: int, zone: Zone, glyphs: Glyphs) -> Line:
    """The header in transcript row ``row``."""
    line = rows.at(row).at
    data = index.event(line).data
    number = data.get("turn") if isinstance(data, dict) else None
    spans = [Span(" "), Span(f"turn {number}", "soft", True), Span(f"  {_time(index, line, zone)}", "dim")]
    delivered = _deliveries(index, rows, row)
    if delivered > 1:
        spans.append(Span(f"  batch of {delivered}", "dim"))
    return Line([*spans, Span(" ")], fill=Span(glyphs.rule, "hair"))


def _time(index: "LogIndex | PageIndex", line: int, zone: Zone) -> str:
    """Weekday and local time, to the millisecond where a neighbouring turn falls in the same second."""
    ms = index.time(line)
    local = ms + zone.offset_ms(ms)
    text = f"{WEEKDAYS[weekday(local)]} {local_hms(ms, zone)}"
    neighbours = (index.time(at) for at in _neighbours(index, line))
    return f"{text}.{local % 1000:03d}" if any(abs(ms - other) < 1000 for other in neighbours) else text


def _neighbours(index: "LogIndex | PageIndex", line: int) -> list[int]:
    turns = index.turns
    at = bisect_left(turns, line)
    return [turns[near] for near in (at - 1, at + 1) if 0 <= near < len(turns)]


def _deliveries(index: "LogIndex | PageIndex", rows: Rows, row: int) -> int:
    """How many dispatches stand right under the header."""
    count = 0
    while row + count + 1 < len(rows) and count < _MOST_COUNTED:
        entry = rows.at(row + count + 1)
        if entry.header or index.type_code(entry.at) != _CHANGE:
            break
        count += 1
    return count
