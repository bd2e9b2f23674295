"""Says what kept a delivery from being on time, from the events before it (SCH-26, SCH-28).

Owns one walk back over the turns between the occurrence and the dispatch, bounded whatever the log holds.
"""

import msgspec

from workbench.bench.passages import CHANGE, SPLICED, TURN_END, Passages, Turn
from workbench.bench.sleeps import Sleeps
from workbench.bench.story import Held, HeldBy
from workbench.bench.view import Delivery

_MOST_TURNS = 256


class _Line(msgspec.Struct):
    """What ran while a record waited: ids of one-shots in the order they went, how many other turns, since when, and
    the open turn in which the record became due."""

    ids: list[str]
    others: int = 0
    since: int | None = None
    busy: tuple[int, int] | None = None


def held_back(passages: Passages, row: int, delivery: Delivery, sleeps: Sleeps, *, told: bool) -> Held | None:
    """What held the dispatch at ``row`` back; None where it was on time or nothing shows.

    ``told`` says that a sleep is told already, by the targets that passed in it.
    """
    if not delivery.late:
        return None
    line = _line_before(passages, row, delivery.occurrence)
    sleep = sleeps.over(delivery.occurrence, delivery.seq)
    # A turn whose end the sleep passed ended with it: then the sleep is what held the record back.
    busy = None if line.busy is None or (sleep is not None and line.busy[1] <= sleep.ended) else line.busy
    began = line.since if line.since is not None else delivery.decided
    if busy is not None and (not line.ids or busy[1] - delivery.occurrence > delivery.decided - began):
        return Held("busy", since=busy[0], until=busy[1])
    in_order = told and bool(line.ids)
    if sleep is not None and not in_order:
        return Held("cold" if sleep.cold else "asleep", since=sleep.started, until=sleep.ended)
    # Turns that took no time held nothing back; after a sleep that is told already they still say why in this order.
    if (began == delivery.decided and not in_order) or not (line.ids or line.others):
        return None
    by: HeldBy = "one-shots first" if line.ids else "queued prompts"
    return Held(by, tuple(line.ids), len(line.ids) or line.others, line.since, delivery.decided)


def _line_before(passages: Passages, row: int, occurrence: int) -> _Line:
    """The turns that ran one after the other from ``occurrence`` (epoch ms) up to the dispatch at ``row``."""
    index = passages.index
    line = _Line([])
    first, _ = passages.prelude(row)
    for _ in range(_MOST_TURNS):
        last = first - 1
        if last < 0 or index.type_code(last) != TURN_END or index.time(last) < occurrence:
            break
        turn = passages.last_turn(last)
        if turn is None:
            break
        if index.time(turn.row) < occurrence:
            line.busy = (index.time(turn.row), index.time(last)) if index.time(last) > occurrence else None
            break
        line.since = index.time(turn.row)
        first = _count(passages, turn, line)
    line.ids.reverse()
    return line


def _count(passages: Passages, turn: Turn, line: _Line) -> int:
    """Add one turn to the line; the first row of what comes before it."""
    last = turn.row - 1
    if last < 0 or passages.index.type_code(last) != CHANGE:
        line.others += 1
        return _before_prompt(passages, turn.row)
    data = passages.data(last)
    if data.get("operation") == "dispatch" and "acceptedAt" not in data:
        line.ids.append(str(data.get("id")))
    else:
        line.others += 1
    return passages.prelude(last)[0]


def _before_prompt(passages: Passages, row: int) -> int:
    """The first row of the messages queued just before the turn that starts at ``row``."""
    while row and passages.index.type_code(row - 1) == SPLICED:
        row -= 1
    return row
