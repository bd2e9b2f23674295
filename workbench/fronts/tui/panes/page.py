"""The newest page of a log, on the screen before anything else of it was read.

Owns reading it and presenting it like an index, so that the transcript draws both in one way.
"""

from collections.abc import Sequence
from pathlib import Path
from typing import Final

import msgspec

from workbench.errors import WorkbenchError
from workbench.session.columns import Columns
from workbench.session.events import TYPE_CODE, UNKNOWN_TYPE, Event
from workbench.session.packed import PackedRun
from workbench.session.tail import read_tail
from workbench.time.instant import clamped

# Structural rows are hidden, so a page of the screen takes several times as many lines of the log.
_LINES: Final = 240
# These say what the file is; anything else that is wrong with it is found, and said, when the log is read whole.
_FATAL: Final = frozenset(("not_found", "is_folder", "not_readable", "unsafe_name", "not_a_log", "too_large"))


class PageIndex(Columns):
    """Events in memory, presented as the rows of an index."""

    def __init__(self, events: Sequence[Event | PackedRun]) -> None:
        super().__init__()
        self._events = events
        for event in events:
            members = len(event) if isinstance(event, PackedRun) else 1
            self.place(TYPE_CODE.get(event.type, UNKNOWN_TYPE), event.seq, event.time, self.end, 0, members)

    def event(self, row: int) -> Event | PackedRun:
        """The event of that row."""
        return self._events[row]

    def head(self, row: int, size: int) -> bytes:
        """Nothing: the lines themselves were not kept."""
        del row, size
        return b""

    def length(self, row: int) -> int:
        """No bytes are waiting to be decoded: the event is in memory."""
        del row
        return 0


class Page(msgspec.Struct, frozen=True):
    """``name`` is the session's id, ``last_time`` the instant of its newest event (epoch ms) or None without events."""

    name: str
    index: PageIndex
    last_time: int | None


def read_page(path: Path) -> Page | None:
    """The newest page of the log at ``path``; None where its end cannot be read but the log may still be shown.

    Raises what says that there is nothing to show: ``not_found``, ``is_folder``, ``not_readable``, ``unsafe_name``,
    ``not_a_log``, ``too_large``.
    """
    try:
        tail = read_tail(path, _LINES)
    except WorkbenchError as error:
        if error.code in _FATAL:
            raise
        return None
    events = tail.events
    name = tail.header.id if tail.header is not None else path.parent.name
    return Page(name, PageIndex(events), clamped(events[-1].time) if events else None)
