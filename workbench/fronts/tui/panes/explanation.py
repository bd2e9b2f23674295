"""Everything about one record, below its ladder: where it came from, each decision and each dispatch (BEN-15).

Owns which of them are shown, in which order, and their words. Log and journal are joined by ``bench.explaining``; only
the newest are read, more when they are asked for.
"""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from msgspec import structs

from workbench.fronts.tui.panes.instants import counted, lateness, local_moment, utc_moment
from workbench.fronts.tui.panes.journaltext import words_of_entry
from workbench.fronts.tui.panes.ladder import Telling, ladder_rows
from workbench.fronts.tui.panes.rungs import BLANK_ROW, Row, Rung, rung_row
from workbench.fronts.tui.panes.waiting import WOKE, then_words
from workbench.fronts.tui.theme.cells import pad, wrap
from workbench.fronts.tui.theme.paint import Line, Span
from workbench.text.jsontext import dumps
from workbench.text.safe import safe_line
from workbench.time.durations import format_duration

if TYPE_CHECKING:
    from workbench.bench.explaining import Dispatched, Explanation, Told
    from workbench.bench.journal.entries import Entry, Item

# How many decisions and dispatches are told at first, and how many times as many whenever more are asked for.
FIRST: Final = 60
MORE: Final = 4
# The name of the row that asks for more.
EARLIER: Final = "earlier"
_LABEL: Final = 11
_LEAST: Final = 10
# Characters of arguments and of what the user said that are shown.
_MOST_SAID: Final = 2_000
# What stands at one instant: first what was held back, then what went.
_HELD, _WENT = 0, 1


def explanation_rows(explanation: "Explanation", telling: Telling, width: int, most: int) -> list[Row]:
    """The rows for a pane ``width`` cells wide; ``most`` bounds decisions and dispatches, the newest of each."""
    return [
        *ladder_rows(structs.replace(explanation.story, held=explanation.held), telling, width, whole=True),
        *_section("Where it came from", width),
        *_origin(explanation, width),
        *_section("Every decision and dispatch", width, _counts(explanation)),
        *_course(explanation, telling, width, most),
    ]


def _section(title: str, width: int, beside: str = "") -> list[Row]:
    del width
    return [BLANK_ROW, Row(Line((Span(f" {title}", "text", True), Span(f"  {beside}" if beside else "", "dim"))))]


def _counts(explanation: "Explanation") -> str:
    counts = [counted(explanation.dispatches, "dispatch").replace("dispatchs", "dispatches")]
    repeats = len(explanation.repeats)
    if repeats:
        counts.append(counted(repeats, "repeat"))
    if explanation.journal_problem is not None:
        counts.append(explanation.journal_problem)
    return ", ".join(counts)


def _origin(explanation: "Explanation", width: int) -> Iterator[Row]:
    created = explanation.created
    if created is None:
        yield from _fact("", "the log does not tell", width)
        return
    turn = f", turn {created.turn}" if created.turn is not None else ""
    yield from _fact("event", f"seq {created.seq}{turn}", width, seq=created.seq)
    if created.words is not None:
        yield from _fact("said", created.words[:_MOST_SAID], width)
    if created.by is not None or created.tool is not None:
        by = f"by {created.by}" if created.by is not None else ""
        yield from _fact("call", ", ".join(part for part in (created.tool, by, created.call) if part), width)
    if created.arguments is not None:
        given = created.arguments if isinstance(created.arguments, str) else dumps(created.arguments)
        yield from _fact("arguments", given[:_MOST_SAID], width)


def _fact(label: str, value: str, width: int, seq: int | None = None) -> Iterator[Row]:
    head = f"   {pad(label, _LABEL)}"
    for piece in wrap(safe_line(value), max(_LEAST, width - len(head) - 1)):
        line = Line((Span(head, "dim"), Span(piece, "soft")))
        yield Row(line, label if seq is not None and head.strip() else "", seq)
        head = " " * len(head)


def _course(explanation: "Explanation", telling: Telling, width: int, most: int) -> Iterator[Row]:
    """Oldest first; what came before is one row that asks for more."""
    dispatches = explanation.dispatches
    went = [explanation.dispatch(number) for number in range(max(0, dispatches - most), dispatches)]
    told = [each for each in explanation.told(most) if not _is_dispatch(each)]
    left = dispatches - len(went)
    since = went[0].delivery.decided if left else None
    if len(explanation.entries) > most and told:
        first = told[0].entry.at
        since = first if since is None else max(since, first)
    steps = [(each.delivery.decided, _WENT, _went(each, telling)) for each in went]
    steps += [(each.entry.at, _HELD if each.item is not None else _WENT, _told(each, telling)) for each in told]
    shown = sorted((step for step in steps if since is None or step[0] >= since), key=lambda step: step[:2])
    if since is not None:
        yield _earlier(since, telling, width)
    for _, _, rung in shown:
        yield rung_row(rung, width)
    if explanation.queued is not None:
        queued = explanation.queued
        value = Span(utc_moment(queued.occurrence, telling.now), "overdue")
        mark, detail = Span(telling.glyphs.overdue, "overdue", True), ("never recorded: it comes twice",)
        yield rung_row(Rung(mark, "queued", value, detail, seq=queued.seq), width)
    if not shown and explanation.queued is None:
        yield from _fact("", "nothing was decided about it yet", width)


def _earlier(since: int, telling: Telling, width: int) -> Row:
    value = Span(f"all before {utc_moment(since, telling.now)}", "text")
    mark = Span(telling.glyphs.before, "dim")
    return rung_row(Rung(mark, EARLIER, value, ("enter shows more",)), width)


def _is_dispatch(told: "Told") -> bool:
    """Whether the dispatch itself tells it."""
    item = told.item
    if told.entry.what == "create":
        return True
    delivered = told.entry.what == "decision" and item is not None and item.occurrence is not None
    return delivered and item is not None and item.id not in told.unrecorded


def _went(each: "Dispatched", telling: Telling) -> Rung:
    delivery, now = each.delivery, telling.now
    pieces = [
        "repeat: queued before and never recorded" if each.repeat else "",
        f"occurrence {utc_moment(delivery.occurrence, now)}" if delivery.late else "",
        f"{counted(delivery.passed, 'target')} passed" if delivery.passed else "",
        f"batch of {each.together}" if each.together > 1 else "",
        f"next {utc_moment(delivery.next_target, now)}" if delivery.next_target is not None else "it ended",
        f"because {WOKE.get(each.woke, each.woke)}" if each.woke is not None and not each.recovered else "",
        "recovered from the log" if each.recovered else "" if each.noted else "not in the journal",
    ]
    sign = telling.glyphs.shape(delivery.kind, delivered=True)
    return Rung(
        Span(sign, "overdue" if each.repeat else "soft", each.repeat),
        "repeat" if each.repeat else "delivered",
        Span(utc_moment(delivery.decided, now), "text", each.repeat),
        tuple(piece for piece in pieces if piece),
        lateness(delivery.late),
        seq=delivery.seq,
    )


def _told(each: "Told", telling: Telling) -> Rung:
    entry, item = each.entry, each.item
    when = utc_moment(entry.at, telling.now)
    if item is not None and item.why is not None:
        return _held(entry, item, telling)
    words = words_of_entry(entry, telling.glyphs, lost=each.unrecorded)
    seq = entry.seq if entry.seq >= 0 else None
    more = (words.text, words.measure, local_moment(entry.at, telling.now, telling.zone))
    return Rung(
        Span(words.shape, words.role, words.bold), words.word, Span(when, "soft"), tuple(text for text in more if text),
        seq=seq,
    )  # fmt: skip


def _held(entry: "Entry", item: "Item", telling: Telling) -> Rung:
    passed = (f"{counted(item.passed, 'further target')} passed",) if item.passed else ()
    target = f"target {utc_moment(item.target, telling.now)}"
    late = f"{format_duration(item.late)} late" if item.late else ""
    because = (f"because {WOKE.get(entry.woke, entry.woke)}",) if entry.woke is not None else ()
    value = Span(then_words(item.why or ""), "overdue")
    detail = (utc_moment(entry.at, telling.now), target, *passed, *because)
    return Rung(Span(telling.glyphs.held, "overdue", True), "held back", value, detail, late)
