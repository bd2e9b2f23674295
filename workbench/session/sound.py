"""How much of a damaged log is sound, and what may be left out of that without losing an event (LOG-13).

Owns telling damage that hides or contradicts something from what does not: a blank line, a line written twice running,
frames that are cut in other places than LOG-6 says. What a repair makes of it is ``mending``'s.
"""

from collections.abc import Iterable, Sequence
from typing import Final

import msgspec

from workbench.session.frames import State, read_frames
from workbench.session.header import BOM
from workbench.session.index import LogIndex
from workbench.session.limits import Limits
from workbench.session.paths import LOG_NAMES
from workbench.session.problems import MAX_PROBLEMS, Kind, Problem
from workbench.session.reader import SessionLog, read_stored
from workbench.session.repairplan import TextPart
from workbench.session.runs import is_framing
from workbench.session.stored import ByteSource

_DAMAGE: Final = frozenset[Kind](
    (
        "unreadable_line", "blank_line", "missing_number", "repeated_number", "second_writer", "bad_frame", "torn_tail"
    )
)  # fmt: skip
# What mending alone can put right, where a look at the lines bears it out, and what needs no mending.
_HARMLESS: Final = frozenset[Kind](
    ("byte_order_mark", "blank_line", "repeated_number", "open_turn", "time_out_of_range")
)
_SEARCHED: Final = 1 << 16


class Sound(msgspec.Struct, frozen=True):
    """The first ``rows`` rows are sound without these: ``blanks`` before a row, rows that are ``repeats`` of the one
    before. ``misframed`` are frames that decode well but are cut elsewhere than they should be."""

    rows: int
    blanks: tuple[Problem, ...] = ()
    repeats: tuple[Problem, ...] = ()
    misframed: tuple[Problem, ...] = ()


def sound_part(log: SessionLog, stored: ByteSource, limits: Limits) -> Sound:
    """What stands before the first damage; all rows where only the end is torn.

    What could be read out of a damaged frame is shown, but nothing vouches for it: its rows do not count.
    """
    if log.verdict != "corrupt":
        return Sound(log.index.rows)
    rows, problems, left_out = log.index.rows, log.problems, log.problems_left_out
    misframed = tuple(each for each in problems if is_framing(each))
    if any(each.kind == "bad_frame" for each in problems):
        proven = _proven(stored, limits)
        rows = _rows_within(log.index, proven)
        if left_out and misframed:
            # The same lines without their frames: problems of the lines themselves may have found no room.
            text = TextPart(log.index.source, [(0, proven)])
            again = read_stored(text, log.path.with_name(LOG_NAMES["none"]), limits=limits)
            problems, left_out = again.problems, again.problems_left_out
    placed = [each for each in problems if each.row is not None and each.kind in _DAMAGE and not is_framing(each)]
    if left_out and placed:
        # Problems were noted in order of their rows until there was no room: further on nothing is known.
        rows = min(rows, _row(placed[:MAX_PROBLEMS][-1]))
    blanks = [each for each in placed if each.kind == "blank_line"]
    repeats = [each for each in placed if _repeats_the_line_before(log.index, each)]
    harmless = frozenset((*blanks, *repeats))
    rows = min([rows, *(_row(each) for each in placed if each not in harmless)])
    return Sound(rows, _before(blanks, rows), _before(repeats, rows), misframed)


def spans_of(log: SessionLog, sound: Sound, rows: int) -> list[tuple[int, int]]:
    """Where the text of the header and of the first ``rows`` rows lies, without a byte order mark and what can be left
    out; the last span ends where that row does."""
    index = log.index
    gaps = {(end_of(index, _row(each)), index.offset(_row(each))) for each in _before(sound.blanks, rows)}
    gaps |= {(index.offset(_row(each)), end_of(index, _row(each) + 1)) for each in _before(sound.repeats, rows)}
    spans, first = [], len(BOM) if has_mark(log) else 0
    for gap, following in sorted(gaps):
        if gap > first:
            spans.append((first, gap))
        first = following
    return [*spans, (first, end_of(index, rows))]


def may_cost_nothing(problems: Iterable[Problem]) -> bool:
    """Whether a log that has these problems alone may be mended without losing an event; only a plan knows for sure."""
    return all(each.kind in _HARMLESS or is_framing(each) for each in problems)


def has_mark(log: SessionLog) -> bool:
    """Whether a byte order mark stands before the header."""
    return log.index.source.read(0, len(BOM)) == BOM


def end_of(index: LogIndex, rows: int) -> int:
    """Just after the line of the last of the first ``rows`` rows, or after the header."""
    return index.offset(rows - 1) + index.length(rows - 1) + 1 if rows else _end_of_line(index.source)


def _end_of_line(source: ByteSource) -> int:
    """Just after the first line, which is there."""
    offset = 0
    while text := source.read(offset, _SEARCHED):
        found = text.find(b"\n")
        if found >= 0:
            return offset + found + 1
        offset += len(text)
    return offset


def _proven(stored: ByteSource, limits: Limits) -> int:
    """How much text the frames hold before the first one that is damaged."""
    size = frame = 0
    for part in read_frames(stored, stored.size(), limits):
        if part.state is State.BAD:
            return size
        frame += len(part.text)
        if part.state is State.END:
            size, frame = size + frame, 0
    return size + frame


def _rows_within(index: LogIndex, size: int) -> int:
    """How many rows lie wholly in the first ``size`` bytes of text: a line may go on in a damaged frame."""
    rows = index.rows_before(size)
    return rows - 1 if rows and end_of(index, rows) > size else rows


def _repeats_the_line_before(index: LogIndex, problem: Problem) -> bool:
    row = problem.row
    return problem.kind == "repeated_number" and bool(row) and index.raw(_row(problem)) == index.raw(_row(problem) - 1)


def _before(problems: Sequence[Problem], rows: int) -> tuple[Problem, ...]:
    return tuple(each for each in problems if _row(each) < rows)


def _row(problem: Problem) -> int:
    return problem.row or 0
