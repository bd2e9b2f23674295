"""What would be lost with the end of a damaged log, stretch by stretch, in words (LOG-13).

Owns counting: lines, events, turns and changes of schedules. Where the cut is ``mending`` decides.
"""

from bisect import bisect_left
from typing import Final

import msgspec

from workbench.session.marks import Mark, marks_of
from workbench.session.reader import SessionLog
from workbench.session.runs import is_framing
from workbench.session.scan import Scan
from workbench.session.verdict import broken_off, is_torn
from workbench.session.verify import LineError, check_line

# Stretches that are told one by one.
_MOST: Final = 40
_PIECE: Final = 1 << 20


class Stretch(msgspec.Struct, frozen=True):
    """Part of what is lost. ``damage`` says what is wrong there; ``events`` and the like count what can be read after
    it. ``line`` counts from 1 and is None where it is not known; seqs are None where there is no event."""

    damage: str
    line: int | None = None
    events: int = 0
    first_seq: int | None = None
    last_seq: int | None = None
    turns: int = 0
    changes: int = 0


class Lost(msgspec.Struct, frozen=True):
    """All that is lost: readable ``events``, the ``turns`` that began among them, ``changes`` of schedules, and bytes
    of text (``size``). ``more`` stretches are left out of the list."""

    stretches: tuple[Stretch, ...] = ()
    events: int = 0
    turns: int = 0
    changes: int = 0
    size: int = 0
    more: int = 0


def lost_after(log: SessionLog, rows: int, end: int, why: str) -> Lost:
    """Everything behind the first ``rows`` rows, whose text ends at decoded offset ``end``; ``why`` is said of what
    goes though no damage lies before it."""
    index = log.index
    marks = _marks_from(log, rows)
    if not marks and rows == index.rows:
        return _lost_rest(log, end)
    if not marks or marks[0].row > rows:
        marks.insert(0, Mark(rows, "rule", (why,)))
    starts = [mark.row for mark in marks]
    stretches = [
        _stretch(log, mark, start, following)
        for mark, start, following in zip(marks, starts, [*starts[1:], index.rows], strict=True)
    ]
    return _all(stretches, max(0, index.source.size() - end))


def _marks_from(log: SessionLog, rows: int) -> list[Mark]:
    """The marks from there on, save those of frames that are only to be cut elsewhere: they cost nothing."""
    problems = [each for each in log.problems if not is_framing(each)]
    if len(problems) == len(log.problems):
        return list(log.marks.between(rows, log.index.rows + 1))
    left_out = log.problems_left_out if rows < log.index.rows else 0
    return list(marks_of(log.index, problems, left_out).between(rows, log.index.rows + 1))


def _lost_rest(log: SessionLog, end: int) -> Lost:
    """What a log that is damaged elsewhere breaks off with, behind its last row."""
    reading = log.reading
    if reading is None or not isinstance(reading.scan, Scan) or not is_torn(reading.opened.text):
        return Lost()
    torn = broken_off(reading.scan, reading.opened.text)
    return _all([Stretch(torn.message, torn.line)], max(0, log.index.source.size() - end))


def lost_tail(log: SessionLog, end: int) -> Lost:
    """The torn end, which begins at decoded offset ``end`` and is in no index: its lines are looked at once more."""
    source = log.index.source
    size = max(0, source.size() - end)
    torn = [mark for mark in log.marks.all if mark.kind == "torn"]
    held, found = b"", [0, 0, 0]
    for offset in range(end, end + size, _PIECE):
        *whole, held = (held + source.read(offset, min(_PIECE, end + size - offset))).split(b"\n")
        for raw in whole:
            _count(raw, found)
    events, turns, changes = found
    damage = torn[0].labels[0] if torn else "the end is torn"
    line = torn[0].line if torn else None
    return _all([Stretch(damage, line, events, turns=turns, changes=changes)], size)


def stretch_words(stretch: Stretch) -> str:
    """What a person is told of it."""
    said = f"{stretch.damage[:1].upper()}{stretch.damage[1:]}"
    if not stretch.events:
        return said
    parts = [f"{_counted(stretch.events, 'event')}{_seqs(stretch)}"]
    parts += [_counted(stretch.turns, "turn")] if stretch.turns else []
    parts += [_counted(stretch.changes, "change") + " of schedules"] if stretch.changes else []
    return f"{said}; with it {'goes' if stretch.events == 1 else 'go'} {', '.join(parts)}"


def loss_words(events: int, turns: int, changes: int) -> str:
    """How much that is in all."""
    if not events:
        return "no event that can be read"
    parts = [_counted(events, "event"), *([_counted(turns, "turn")] if turns else [])]
    parts += [f"{_counted(changes, 'change')} of schedules"] if changes else []
    return ", ".join(parts)


def _stretch(log: SessionLog, mark: Mark, first: int, last: int) -> Stretch:
    index = log.index
    if last <= first:
        return Stretch(mark.labels[0], mark.line)
    return Stretch(
        mark.labels[0],
        mark.line,
        events=sum(index.members(row) for row in range(first, last)),
        first_seq=index.seq(first),
        last_seq=index.seq(last - 1) + index.members(last - 1) - 1,
        turns=bisect_left(index.turns, last) - bisect_left(index.turns, first),
        changes=bisect_left(index.changes, last) - bisect_left(index.changes, first),
    )


def _seqs(stretch: Stretch) -> str:
    if stretch.first_seq is None or stretch.first_seq == stretch.last_seq:
        return "" if stretch.first_seq is None else f" ({stretch.first_seq})"
    return f" ({stretch.first_seq} to {stretch.last_seq})"


def _count(line: bytes, found: list[int]) -> None:
    try:
        checked = check_line(line)
    except LineError:
        return
    found[0] += checked.members
    found[1] += checked.kind == "turn/start"
    found[2] += checked.kind == "schedule/change"


def _all(stretches: list[Stretch], size: int) -> Lost:
    return Lost(
        tuple(stretches[:_MOST]),
        sum(each.events for each in stretches),
        sum(each.turns for each in stretches),
        sum(each.changes for each in stretches),
        size,
        max(0, len(stretches) - _MOST),
    )


def _counted(count: int, what: str) -> str:
    return f"{count:,} {what}{'' if count == 1 else 's'}"
