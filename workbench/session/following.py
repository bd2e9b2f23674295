"""Follows a log that grew: the changes and inbox events among its new rows, many lines at once where they are usual.

Owns which rows are read. What follows from them is the tracker's.
"""

from itertools import compress
from operator import not_
from typing import Any, Final

import msgspec

from workbench.session.events import TYPE_CODE
from workbench.session.index import LogIndex
from workbench.session.shapes import CODE_OF, QUICK
from workbench.session.tracker import Tracker

_CHANGE: Final = TYPE_CODE["schedule/change"]
_TURN_END: Final = TYPE_CODE["turn/end"]
_FOLLOWED: Final = bytes(code in {_CHANGE, TYPE_CODE["agent/inbox/spliced"]} for code in range(256))
_STRIDE: Final = 1 << 12  # rows
_decode_lines: Final = msgspec.json.Decoder(QUICK).decode_lines


def catch_up(tracker: Tracker, index: LogIndex, rows: int) -> None:
    """Follow what ``index`` got since, up to ``rows`` rows, and note where no message waited: mostly at turn ends."""
    while (first := tracker.rows) < rows:
        last = min(rows, first + _STRIDE)
        ended = index.rfind_type(_TURN_END, first, last)
        last = ended + 1 if ended >= 0 else last
        followed = index.codes(first, last).translate(_FOLLOWED)
        if 1 in followed:
            _follow_rows(index, first, list(compress(range(first, last), followed)), tracker)
        tracker.settle(last)


def _follow_rows(index: LogIndex, first: int, followed: list[int], tracker: Tracker) -> None:
    lines = index.lines(first, followed[-1] + 1)
    wanted = compress(lines, index.codes(first, followed[-1] + 1).translate(_FOLLOWED))
    try:
        events: list[Any] = _decode_lines(b"\n".join(wanted))
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        _follow_carefully(index, followed, tracker)
        return
    are_changes = [CODE_OF[type(event)] == _CHANGE for event in events]
    tracker.changes(compress(events, are_changes))
    tracker.spliced(compress(events, map(not_, are_changes)))


def _follow_carefully(index: LogIndex, followed: list[int], tracker: Tracker) -> None:
    for row in followed:
        if index.type_code(row) == _CHANGE:
            tracker.change(index.seq(row), index.time(row), _data(index, row))
        else:
            tracker.spliced_data(index.seq(row), _data(index, row))


def _data(index: LogIndex, row: int) -> Any:
    found: Any = index.event(row)
    return found.data
