"""What one event of the past changed: before and after side by side, its delivery, its neighbours, its body (page 10,
section 6, *Event*).

Owns the words and the two columns of what differs. Other rows are rungs like those of *why*.
"""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Final, NamedTuple

import msgspec

from workbench.fronts.tui.panes.instants import apart, counted, lateness, utc_moment
from workbench.fronts.tui.panes.rungs import MARK_CELLS, Row, Rung, rung_row
from workbench.fronts.tui.theme.cells import clean, pad
from workbench.fronts.tui.theme.cells import width as cell_width
from workbench.fronts.tui.theme.glyphs import Glyphs
from workbench.fronts.tui.theme.paint import Line, Span

if TYPE_CHECKING:
    from workbench.bench.story import Difference, EventStory
    from workbench.bench.view import Delivery

_LABEL_CELLS: Final = 11
_LEAST_LABEL: Final = 5
_LEAST_COLUMN: Final = 13
# A pane narrower than this shows what is after, not what was before.
_BOTH_FROM: Final = 56
_BRACE: Final = "{"


class EventTelling(msgspec.Struct, frozen=True):
    """What the words need beside the story: signs, ``passed`` targets of the following change, the body as one line."""

    glyphs: Glyphs
    body: str = ""
    passed_next: int | None = None


def event_rows(story: "EventStory", telling: EventTelling, width: int, *, whole: bool) -> list[Row]:
    """The rows for a pane ``width`` cells wide; without ``whole`` neither head nor what stayed as it was."""
    rows = [Row(_head(story))] if whole else []
    rows += _changes(story, telling.glyphs, width, whole=whole)
    return [*rows, *(rung_row(rung, width) for rung in _rungs(story, telling, whole=whole))]


def _head(story: "EventStory") -> Line:
    left = (Span(f" {story.type}", "text", True), Span("  "), Span(story.summary, "dim"))
    return Line(left, (Span(f"{utc_moment(story.time, story.time)} ", "dim"),))


class _Change(NamedTuple):
    """A difference in words: what it is, what was before, what is after, how far that is."""

    what: str
    before: str
    after: str
    note: str


def _changes(story: "EventStory", glyphs: Glyphs, width: int, *, whole: bool) -> Iterator[Row]:
    if not story.differences:
        return
    changes = [
        _Change(
            each.what,
            _text(each, each.before, story.time, glyphs),
            _text(each, each.after, story.time, glyphs),
            _distance(each),
        )
        for each in story.differences
    ]
    column = _column(changes, width)
    if whole and column:
        heads = f"{'before':<{column + 4}} after"
        yield Row(Line((Span(" " * (MARK_CELLS + _LABEL_CELLS)), Span(heads, "dim"))))
    for change in changes:
        line = _beside(change, column, glyphs) if column else _after(change, width, glyphs)
        yield Row(line, change.what, story.seq)


def _beside(change: _Change, column: int, glyphs: Glyphs) -> Line:
    """What was before, ``column`` cells wide, and what is after."""
    spans = (
        Span(f" {glyphs.changed} ", "past", True),
        Span(f"{pad(clean(change.what, _LABEL_CELLS), _LABEL_CELLS - 1)} ", "soft"),
        Span(f"{pad(clean(change.before, column), column)}  "),
        Span(f"{glyphs.arrow}  ", "past"),
        Span(change.after, "past", True),
    )
    return Line(spans, (Span(f"{change.note} ", "dim"),) if change.note else (), look="past")


def _after(change: _Change, width: int, glyphs: Glyphs) -> Line:
    """What is after alone; the label gives way to it."""
    rest = MARK_CELLS + cell_width(clean(change.after, width)) + 2 + len(change.note) + bool(change.note)
    label = max(_LEAST_LABEL, min(_LABEL_CELLS, width - rest))
    spans = (
        Span(f" {glyphs.changed} ", "past", True),
        Span(f"{pad(clean(change.what, label), label - 1)} ", "soft"),
        Span(f"{glyphs.arrow} ", "past"),
        Span(change.after, "past", True),
    )
    return Line(spans, (Span(change.note, "dim"),) if change.note else (), look="past")


def _column(changes: Sequence[_Change], width: int) -> int:
    """The cells of what was before: as many as it needs, at most half of the room; 0 where there is none for both."""
    if width < _BOTH_FROM:
        return 0
    room = width - MARK_CELLS - _LABEL_CELLS - 5 - max(cell_width(change.note) for change in changes) - 2
    longest = max(cell_width(clean(change.before, width)) for change in changes)
    return max(_LEAST_COLUMN, min(longest, room // 2))


def _text(each: "Difference", value: int | str | None, now: int, glyphs: Glyphs) -> str:
    if value is None:
        return glyphs.none
    return utc_moment(value, now) if each.instant and isinstance(value, int) else str(value)


def _distance(each: "Difference") -> str:
    """How far it went: a length of time, or a number that grew or shrank."""
    before, after = each.before, each.after
    if each.instant and isinstance(before, int) and isinstance(after, int):
        return apart(after, before)
    if _number(before) and _number(after):
        return f"{int(str(after)) - int(str(before)):+,}"
    return ""


def _number(value: object) -> bool:
    text = str(value)
    return text.isascii() and text.isdecimal() and len(text) < 16


def _rungs(story: "EventStory", telling: EventTelling, *, whole: bool) -> Iterator[Rung]:
    glyphs = telling.glyphs
    if whole or not story.differences:
        yield _unchanged(story, glyphs)
    if story.delivery is not None:
        yield _delivered(story.delivery, story, glyphs)
    for mark, label, found in (
        (glyphs.before, "previous", story.previous),
        (glyphs.after, "following", story.following),
    ):
        if found is not None:
            passed = telling.passed_next if label == "following" else None
            yield _neighbour(Span(mark, "dim"), label, found, story.time, passed)
    yield Rung(Span(_BRACE, "dim"), "body", Span(""), (telling.body,), "enter opens", seq=story.seq)


def _unchanged(story: "EventStory", glyphs: Glyphs) -> Rung:
    schedules, todos = story.unchanged
    parts = [counted(schedules, "schedule")] * bool(schedules) + [counted(todos, "todo")] * bool(todos)
    text = f"{', '.join(parts)} unchanged" if parts else "there is nothing else"
    label = "the rest" if story.differences else "all"
    return Rung(Span(glyphs.same, "dim"), label, Span(""), (text,), seq=story.seq)


def _delivered(delivery: "Delivery", story: "EventStory", glyphs: Glyphs) -> Rung:
    detail = (f"{lateness(delivery.late)}, {delivery.passed:,} passed",)
    mark = Span(glyphs.shape(delivery.kind, delivered=True), "fired")
    value = Span(utc_moment(delivery.occurrence, story.time))
    return Rung(mark, "delivered", value, detail, f"turn {delivery.turn}", seq=story.seq)


def _neighbour(mark: Span, label: str, found: tuple[int, int], time: int, passed: int | None) -> Rung:
    seq, when = found
    detail = utc_moment(when, time)
    if passed is not None:
        detail = f"{detail}, {passed:,} passed"
    # Said of changes, since the keys beside them go from event to event.
    return Rung(mark, label, Span(f"change {seq}"), (detail,), apart(when, time), seq=seq)
