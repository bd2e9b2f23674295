"""Finds in a log's columns where turns begin, what queued them and which turn an event belongs to.

Owns lookups that read a line or two each, never a stretch of the log. What they mean is the tellers' business.
"""

from bisect import bisect_left
from typing import Any, Final

import msgspec

from workbench.session.events import TYPE_CODE
from workbench.session.index import LogIndex

CHANGE: Final = TYPE_CODE["schedule/change"]
SPLICED: Final = TYPE_CODE["agent/inbox/spliced"]
TURN_START: Final = TYPE_CODE["turn/start"]
TURN_END: Final = TYPE_CODE["turn/end"]
END_SEED: Final = TYPE_CODE["session/end-seed"]
TOOL_CALL: Final = TYPE_CODE["tool/call"]
TOOL_RESULT: Final = TYPE_CODE["tool/result"]
_CHANGES: Final = bytes((CHANGE,))
USER_MESSAGE: Final = TYPE_CODE["user/message"]
_LOOK: Final = 1 << 12  # rows
_MESSAGES: Final = 32


class Turn(msgspec.Struct, frozen=True):
    """A turn of the log: its number and the row of its ``turn/start``."""

    number: int
    row: int


class Passages:
    """Questions about the first ``rows`` rows of a log (default: all there are now)."""

    def __init__(self, index: LogIndex, rows: int | None = None) -> None:
        self.index = index
        self.rows = index.rows if rows is None else rows

    def data(self, row: int) -> dict[str, Any]:
        """The row's data, empty where it is no object."""
        data = getattr(self.index.event(row), "data", None)
        return data if isinstance(data, dict) else {}

    def last_turn(self, row: int) -> Turn | None:
        """The last turn that started before ``row``."""
        place = bisect_left(self.index.turns, row) - 1
        if place < 0:
            return None
        start = self.index.turns[place]
        number = whole(self.data(start).get("turn"))
        return Turn(place + 1 if number is None else number, start)

    def open_turn(self, row: int) -> Turn | None:
        """The turn that is open just before ``row``."""
        turn = self.last_turn(row)
        return turn if turn is not None and self.index.find_type(TURN_END, turn.row, row) < 0 else None

    def turn_with(self, message_id: str | None, row: int) -> Turn | None:
        """The turn after ``row`` that took this message out of the inbox, if that was one of the next few messages."""
        for _ in range(_MESSAGES if message_id is not None else 0):
            row = self.index.find_type(USER_MESSAGE, row + 1, self.rows)
            if row < 0:
                return None
            if self.data(row).get("id") == message_id:
                return self.last_turn(row)
        return None

    def is_idle(self, row: int) -> bool:
        """Whether no turn is open just before ``row``."""
        place = bisect_left(self.index.turns, row) - 1
        return place < 0 or self.index.find_type(TURN_END, self.index.turns[place], row) >= 0

    def changes_around(self, row: int) -> tuple[int, int]:
        """The ``schedule/change`` rows that follow each other around ``row``: the first, and one past the last."""
        index, first, last = self.index, row, row + 1
        while first and index.type_code(first - 1) == CHANGE:
            before = index.codes(max(0, first - _LOOK), first)
            first -= len(before) - len(before.rstrip(_CHANGES))
        while last < self.rows and index.type_code(last) == CHANGE:
            after = index.codes(last, min(self.rows, last + _LOOK))
            last += len(after) - len(after.lstrip(_CHANGES))
        return first, last

    def prelude(self, row: int) -> tuple[int, int | None]:
        """What comes before the turn of a dispatch at ``row``: the first row of it, and the row of the queued message
        where there is one."""
        first, _ = self.changes_around(row)
        if first and self.index.type_code(first - 1) == SPLICED:
            return first - 1, first - 1
        return first, None


def queued_id(data: dict[str, Any]) -> str | None:
    """The id of the message that an inbox event inserts."""
    inserted = data.get("inserted")
    first = inserted[0] if isinstance(inserted, list) and inserted else None
    found = first.get("id") if isinstance(first, dict) else None
    return found if isinstance(found, str) else None


def whole(value: object) -> int | None:
    """A non-negative integer out of untrusted data, else None."""
    return value if isinstance(value, int) and not isinstance(value, bool) and value >= 0 else None
