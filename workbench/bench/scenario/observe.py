"""What happened in a scenario since the last expect, read back from the logs themselves.

Owns counting: turns, dispatches, new messages. It keeps row ranges, not events, so that a step of a million events
costs nothing until an expect asks for its text.
"""

from bisect import bisect_left
from collections.abc import Iterator
from typing import Any

from workbench.session.events import TYPE_CODE, Event
from workbench.session.index import LogIndex
from workbench.session.packed import PackedRun

_TURN_END = TYPE_CODE["turn/end"]
_MESSAGES = frozenset(TYPE_CODE[name] for name in ("user/message", "assistant/message", "tool/result"))


class Span:
    """The rows that one step added to one log."""

    __slots__ = ("first", "index", "last")

    def __init__(self, index: LogIndex, first: int, last: int) -> None:
        self.index = index
        self.first = first
        self.last = last

    @property
    def turns(self) -> int:
        """How many turns started."""
        rows = self.index.turns
        return bisect_left(rows, self.last) - bisect_left(rows, self.first)

    @property
    def events(self) -> int:
        """How many events there are; what the bench writes is one event a line."""
        return self.last - self.first

    def dispatches(self) -> Iterator[str]:
        """The ids that were dispatched, in order."""
        rows = self.index.changes
        for row in rows[bisect_left(rows, self.first) : bisect_left(rows, self.last)]:
            data = _event(self.index, row).data
            if data.get("operation") == "dispatch":
                yield str(data.get("id"))

    def texts(self) -> Iterator[str]:
        """The texts of the messages, in order: what was said, answered, and returned by tools."""
        for row in range(self.first, self.last):
            if self.index.type_code(row) in _MESSAGES:
                yield from _texts(_event(self.index, row).data)

    def ended(self) -> str | None:
        """How the last turn that ended here ended: the kind of its reason."""
        row = self.index.rfind_type(_TURN_END, self.first, self.last)
        return str(_event(self.index, row).data["reason"]["kind"]) if row >= 0 else None


def turn_end_before(index: LogIndex, row: int) -> str | None:
    """How the last turn of the log's first ``row`` rows ended, None where none did."""
    return Span(index, 0, row).ended()


def _event(index: LogIndex, row: int) -> Event:
    found = index.event(row)
    assert not isinstance(found, PackedRun)  # noqa: S101 - no message or change is ever packed
    return found


def _texts(value: Any) -> Iterator[str]:
    """Every text block below a message, tool results included."""
    if isinstance(value, list):
        for item in value:
            yield from _texts(item)
    elif isinstance(value, dict):
        if value.get("type") == "text" and isinstance(value.get("text"), str):
            yield value["text"]
        else:
            yield from _texts(value.get("message"))
            yield from _texts(value.get("content"))
