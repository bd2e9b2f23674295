"""What is damaged where, row by row, for whoever shows a log (LOG-14).

Owns putting the problems of a log and the numbers its lines claim in order, and the words for them. Nothing is read
from the file; looking a row up costs a bisection.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import Final, Literal

import msgspec

from workbench.session.columns import Columns
from workbench.session.problems import MAX_PROBLEMS, Problem

MarkKind = Literal["hole", "again", "rule", "torn"]
Claim = Literal["second claim", "again", "too late"]

_HOLES: Final = frozenset(("missing_number", "unreadable_line", "blank_line", "bad_frame"))
_REPEATS: Final = frozenset(("repeated_number", "second_writer"))
_HEADERS: Final = frozenset(("byte_order_mark", "bad_header", "empty_file"))
# Levels of a label, from all there is to say to one word.
_LEVELS: Final = 3
_GRAVEST: Final[tuple[Claim, ...]] = ("second claim", "again", "too late")


class Mark(msgspec.Struct, frozen=True):
    """Damage right before index row ``row`` (the number of rows: after the last one).

    ``labels`` say it, from the longest form to the shortest; ``line`` is the line of that row, or of what is damaged
    before it, counted from 1, where it is known.
    """

    row: int
    kind: MarkKind
    labels: tuple[str, ...]
    line: int | None = None


class Marks:
    """The marks of one log in order of their rows, as many as it has problems at most, and which rows claim a number
    that was there before: of those all."""

    def __init__(self, marks: Iterable[Mark] = (), claims: Sequence[tuple[int, int, Claim]] = ()) -> None:
        """``claims`` are stretches of rows, ``first <= row < last`` each, in order, that claim in the same way."""
        self.all = tuple(marks)
        self._rows = [mark.row for mark in self.all]
        self._claims = tuple(claims)
        self._firsts = [first for first, _, _ in claims]

    def __bool__(self) -> bool:
        return bool(self.all)

    def between(self, first: int, last: int) -> tuple[Mark, ...]:
        """The marks that stand before the rows ``first <= row < last``."""
        return self.all[bisect_left(self._rows, first) : bisect_left(self._rows, last)]

    def claim(self, row: int) -> Claim | None:
        """How the row comes by a number that is not its own alone: another event of that number, the same event once
        more, or one that belongs further up. None for every other row."""
        at = bisect_right(self._firsts, row) - 1
        if at < 0 or row >= self._claims[at][1]:
            return None
        return self._claims[at][2]


NO_MARKS: Final = Marks()


def claim_words(claim: Claim, seq: int) -> str:
    """What a row says of itself that has number ``seq`` in that way."""
    return f"second claim of {seq}" if claim == "second claim" else f"{seq} {claim}"


def marks_of(index: Columns, problems: Sequence[Problem], left_out: int = 0) -> Marks:
    """The marks of a log with these problems, of which ``left_out`` more were only counted."""
    claims = _claims(index, problems)
    placed = [each for each in problems if each.row is not None]
    found = [*_header_marks(problems), *_holes(placed, index), *_runs(index, claims, placed)]
    found += [_rule(each) for each in placed if each.kind == "schedule_rule"]
    found += [_torn(each) for each in placed if each.kind == "torn_tail"]
    if left_out:
        found.append(Mark(index.rows, "hole", (f"{left_out:,} more places are damaged and not marked", "more damage")))
    return Marks(sorted(found, key=lambda mark: mark.row), claims)


def is_late(problem: Problem) -> bool:
    """Whether a number that is missed was found, but after higher ones."""
    return problem.kind == "missing_number" and problem.expected is not None and (problem.seq or 0) < _expected(problem)


def _expected(problem: Problem) -> int:
    return int(problem.expected or 0)


def _header_marks(problems: Sequence[Problem]) -> list[Mark]:
    return [Mark(0, "hole", (each.message, "damaged header"), 1) for each in problems if each.kind in _HEADERS]


def _holes(placed: Sequence[Problem], index: Columns) -> list[Mark]:
    """One mark for all that is damaged before a row."""
    holes = [each for each in placed if each.kind in _HOLES and not is_late(each)]
    holes.sort(key=lambda each: each.row or 0)
    marks = []
    for row, group in groupby(holes, key=lambda each: each.row or 0):
        texts = list(_hole_texts(list(group)))
        labels = tuple("; ".join(text[level] for text in texts) for level in range(_LEVELS))
        line = next((each.line for each in holes if each.row == row), None)
        marks.append(Mark(min(row, index.rows), "hole", (*labels, "hole"), line))
    return marks


def _hole_texts(group: Sequence[Problem]) -> Iterable[tuple[str, str, str]]:
    """What is to be said of one place, in three lengths each."""
    unreadable = [each for each in group if each.kind in ("unreadable_line", "blank_line")]
    if unreadable:
        yield _unreadable_text(unreadable)
    for each in group:
        if each.kind == "bad_frame":
            yield each.message, "a frame is damaged", "bad frame"
    missing = [each for each in group if each.kind == "missing_number"]
    for each in missing:
        yield _missing_text(_expected(each), each.seq or 0)


def _unreadable_text(problems: Sequence[Problem]) -> tuple[str, str, str]:
    first, last = problems[0].line, problems[-1].line
    if len(problems) == 1:
        if problems[0].kind == "blank_line":
            return (f"line {first} is blank",) * 2 + (f"line {first} blank",)
        return problems[0].message, f"line {first} cannot be read", f"line {first} unreadable"
    said = f"{len(problems):,} lines cannot be read"
    return f"{said}, {first} to {last}", said, f"{len(problems):,} bad lines"


def _missing_text(first: int, following: int) -> tuple[str, str, str]:
    count = following - first
    if count == 1:
        return f"1 number missing: event {first}", f"1 number missing: {first}", "1 missing"
    said = f"{count:,} numbers missing"
    return f"{said}: events {first} to {following - 1}", f"{said}: {first} to {following - 1}", f"{count:,} missing"


def _claims(index: Columns, problems: Sequence[Problem]) -> list[tuple[int, int, Claim]]:
    """Rows whose numbers are below one seen before; what is known of one of a stretch holds for all of it."""
    kinds = {each.row: _claim_of(each) for each in problems if each.kind in _REPEATS or is_late(each)}
    known = sorted(row for row in kinds if row is not None)
    claims: list[tuple[int, int, Claim]] = []
    for first, last in index.behind():
        rows = known[bisect_left(known, first) : bisect_left(known, last)]
        ways = {kinds[row] for row in rows}
        claims.append((first, last, next((way for way in _GRAVEST if way in ways), _GRAVEST[0])))
    return claims


def _claim_of(problem: Problem) -> Claim:
    if problem.kind == "second_writer":
        return "second claim"
    return "again" if problem.kind == "repeated_number" else "too late"


def _runs(index: Columns, claims: Sequence[tuple[int, int, Claim]], placed: Sequence[Problem]) -> list[Mark]:
    lines = {each.row: each.line for each in placed if each.kind in _REPEATS or is_late(each)}
    return [_run(index, first, last, way, lines.get(first)) for first, last, way in claims[:MAX_PROBLEMS]]


def _run(index: Columns, first: int, last: int, way: Claim, line: int | None) -> Mark:
    low, high = index.seq(first), index.seq(last - 1) + index.members(last - 1) - 1
    events = f"event {low}" if low == high else f"events {low} to {high}"
    numbers = f"{low}" if low == high else f"{low} to {high}"
    if way == "second claim":
        labels = (f"second writer: {events} claimed again", f"second writer: {numbers} again", "second writer")
    elif way == "again":
        labels = (f"{events} repeated", f"{numbers} repeated", "repeated")
    else:
        labels = (f"{events} {'comes' if low == high else 'come'} too late", f"{numbers} too late", "too late")
    return Mark(first, "again", labels, line)


def _rule(problem: Problem) -> Mark:
    what = "Schedule's history breaks a rule here"
    return Mark(problem.row or 0, "rule", (f"{what}: {problem.message}", what, "rule broken"), problem.line)


def _torn(problem: Problem) -> Mark:
    return Mark(problem.row or 0, "torn", (problem.message, "the end is torn", "torn"), problem.line)
