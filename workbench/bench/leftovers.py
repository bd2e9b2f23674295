"""Reminders that were queued and whose dispatch never was recorded, as the log alone shows them (SCH-30).

Owns finding them: the process died right after it had queued one, so its insert is the last event before the session
came back, or the last of all. What was queued and lost with it only the journal can tell.
"""

from collections.abc import Iterator

import msgspec

from workbench.bench.passages import END_SEED, SPLICED, Passages
from workbench.bench.transcript import message_text
from workbench.schedule.framing import Framed, parse_frame
from workbench.session.state import is_reminder


class Leftover(msgspec.Struct, frozen=True):
    """Event ``seq`` queued the record's ``occurrence`` (epoch ms), and no dispatch followed."""

    seq: int
    id: str
    occurrence: int


def leftovers(passages: Passages, *, ended: bool) -> tuple[Leftover, ...]:
    """All of them, in log order. ``ended`` says that nobody writes the log, so that its last event is one that nothing
    follows. Costs a search for each time the session came back."""
    index = passages.index
    found: list[Leftover] = []
    row = -1
    while (row := index.find_type(END_SEED, row + 1, passages.rows)) >= 0:
        found += _of_row(passages, row - 1)
    if ended:
        found += _of_row(passages, passages.rows - 1)
    return tuple(found)


def queued_at(passages: Passages, row: int) -> bool:
    """Whether the row queued a reminder of Schedule's."""
    return next(_framed(passages, row), None) is not None


def _of_row(passages: Passages, row: int) -> Iterator[Leftover]:
    for framed in _framed(passages, row):
        yield Leftover(passages.index.seq(row), framed.id, framed.occurrence_at)


def _framed(passages: Passages, row: int) -> Iterator[Framed]:
    """The reminders that the row put into the inbox."""
    if row < 0 or passages.index.type_code(row) != SPLICED:
        return
    inserted = passages.data(row).get("inserted")
    for message in inserted if isinstance(inserted, list) else ():
        if isinstance(message, dict) and is_reminder(message):
            yield from parse_frame(message_text(message), anyones=True) or ()
