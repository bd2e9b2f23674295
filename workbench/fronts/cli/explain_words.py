"""The explanation of one schedule in sentences: why it came when it came, and what it waits for (BEN-15).

Owns their order and words. What is true is the bench's business, making it safe for a terminal the printer's.
"""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from workbench.fronts.cli.journal_json import is_unreadable
from workbench.fronts.cli.journal_words import WHY, WOKE, held_words, item_lines, sentence
from workbench.fronts.cli.moments import lateness, moment, moment_near, plural

if TYPE_CHECKING:
    from workbench.bench.explaining import Dispatched, Explanation, Told
    from workbench.bench.story import Held, HeldBy
    from workbench.time.zones import Zone

_STATE: Final = {
    "scheduled": "waits for its time", "overdue": "is due", "ended": "has ended", "deleted": "was deleted",
}  # fmt: skip
_HELD: "Final[dict[HeldBy, str]]" = {
    "busy": "the agent is busy in a turn; it goes as soon as that ends",
    "held": "the agent is held; it goes once it is released",
    "cold": "the session is not running; it goes when the session is opened and resumed",
    "asleep": "the clock leapt over its time",
    "one-shots first": "due one-shots go first, one a turn",
    "queued prompts": "prompts that were queued before go first",
    "read-only": "the log is only looked at, so nothing runs",
    "faulted": "delivery has stopped: a text was queued and could not be recorded; suspend and resume the session",
    "barrier failed": "the log could not be made safe on disk; the next activity tries again",
    "queueing failed": "it could not be queued; the next activity tries again",
    "framing failed": "its text could not be built; the next activity tries again",
}


_THEN: "Final[dict[HeldBy, str]]" = {
    "busy": "the agent was busy in a turn",
    "cold": "the session was closed",
    "asleep": "the clock leapt",
    "slow barrier": "it had to wait for the log to be safe on disk,",
    "faulted": "delivery had stopped: a text was queued and could not be recorded",
    "barrier failed": "the log could not be made safe on disk and nothing tried again,",
    "queueing failed": "it could not be queued and nothing tried again,",
    "framing failed": "its text could not be built and nothing tried again,",
}


def text_of(found: "Explanation", zone: "Zone", limit: int) -> Iterator[str]:
    """The whole explanation, with the newest ``limit`` deliveries and journal entries."""
    from workbench.time.durations import format_duration

    story = found.story
    rule = story.kind if story.kind == "at" else f"{story.kind} {format_duration(story.seconds * 1000)}"
    yield f"{story.id}  {rule}  {_STATE[story.state]}"
    yield f"  {story.prompt}"
    yield ""
    yield from _origin(found, zone)
    yield ""
    yield from _deliveries(found, zone, limit)
    yield from _last(found, zone)
    yield ""
    yield from _next(found, zone)
    yield ""
    yield from _journal(found, zone, limit)


def _origin(found: "Explanation", zone: "Zone") -> Iterator[str]:
    created = found.created
    if created is None:
        yield "Where it comes from is not in this log."
        return
    by = f" by {created.by}" if created.by is not None else ""
    turn = f" in turn {created.turn}" if created.turn is not None else ""
    yield f"Created{by}{turn}, event {created.seq}, {moment(created.time, zone)}."
    if created.words is not None:
        yield f"  The user had said: {created.words}"
    if created.tool is not None:
        yield f"  The call: {created.tool} {_arguments(created.arguments)}"
    yield f"  Its first target: {moment(created.target, zone)}."


def _arguments(given: object) -> str:
    from workbench.text import jsontext

    return given if isinstance(given, str) else jsontext.dumps(given)


def _deliveries(found: "Explanation", zone: "Zone", limit: int) -> Iterator[str]:
    count = found.dispatches
    if not count:
        yield "Never delivered."
        return
    first = max(0, count - limit)
    shown = f"; the last {count - first:,}" if first else ""
    yield f"Delivered {plural(count, 'time')}{shown}:"
    for number in range(first, count):
        told = found.dispatch(number)
        yield f"  {_delivery(told, zone)}"
        yield from (f"    before: {_before(each, zone)}" for each in told.before)


def _delivery(told: "Dispatched", zone: "Zone") -> str:
    one = told.delivery
    parts = [f"turn {one.turn}, event {one.seq}: {moment(one.decided, zone)}, {lateness(one.late)}"]
    if one.late:
        parts.append(f"for its target {moment_near(one.occurrence, one.decided, zone)}")
    if one.passed:
        parts.append(f"{plural(one.passed, 'earlier target')} passed, only the latest is delivered")
    if told.woke is not None and told.woke != "target":
        parts.append(f"decided because {WOKE[told.woke]}")
    if told.repeat:
        event = f", event {told.queued}" if told.queued is not None else ""
        parts.append(f"a repeat: it had been queued before{event}, and that was never recorded")
    if told.recovered:
        parts.append("the journal had it from the log")
    return "; ".join(parts)


def _before(told: "Told", zone: "Zone") -> str:
    """What stood before a delivery, and when."""
    entry, item = told.entry, told.item
    said = sentence(entry, zone, told.unrecorded)
    if item is not None and item.why is not None:
        said = held_words(item, zone, entry.at)
    elif item is not None and entry.what == "decision":
        said = "it was queued, and lost with the crash: that was never recorded"
    return f"{moment(entry.at, zone)}: {said}"


def _last(found: "Explanation", zone: "Zone") -> Iterator[str]:
    story = found.story
    if story.last is None:
        return
    if found.held is not None:
        yield f"  The last one came late because {_was_held(found.held, zone)}."
    if story.passed is not None:
        passed = story.passed
        slept = " while the session was closed" if passed.cold else " while the clock leapt over them"
        asleep = slept if passed.asleep else ""
        yield (
            f"  {plural(passed.count, 'target')} went by before it{asleep}, "
            f"from {moment(passed.first, zone)} to {moment(passed.last, zone)}."
        )
    if story.batch:
        others = [name for name in story.batch if name != story.id]
        yield f"  It went in one batch with {', '.join(others[:8])}{', ...' if len(others) > 8 else ''}."


def _was_held(held: "Held", zone: "Zone") -> str:
    since = f" from {moment(held.since, zone)}" if held.since is not None else ""
    until = f" until {moment(held.until, zone)}" if held.until is not None else ""
    if held.by == "one-shots first":
        return f"{plural(held.turns, 'one-shot')} went before it, one a turn: {', '.join(held.ids[:8])}"
    if held.by == "queued prompts":
        return f"{plural(held.turns, 'queued prompt')} ran before it{since}{until}"
    return f"{_THEN.get(held.by, held.by)}{since}{until}"


def _next(found: "Explanation", zone: "Zone") -> Iterator[str]:
    from workbench.time.durations import format_duration

    story = found.story
    if story.deleted is not None:
        yield f"It was deleted, event {story.deleted[0]}, {moment(story.deleted[1], zone)}, and comes no more."
    elif story.next_target is None:
        yield "It has ended and comes no more."
    elif story.next_target > found.now:
        yield f"Next: {moment(story.next_target, zone)}, in {format_duration(story.next_target - found.now)}."
        if found.held_by is not None:
            yield f"  It was due before: {WHY[found.held_by[0]]}."
    else:
        late = format_duration(found.now - story.next_target)
        yield f"It is due since {moment(story.next_target, zone)}, {late} ago."
        yield from _waits(found, zone)
    left = found.queued
    if left is not None:
        when = moment(left.occurrence, zone)
        yield f"  It was queued already for {when}, event {left.seq}, and that was never recorded: it comes twice."
    if found.set_back is not None:
        since, to = (moment(each, zone) for each in found.set_back)
        yield f"  The clock was set back from {since} to {to}; what was delivered stays delivered, nothing comes early."


def _waits(found: "Explanation", zone: "Zone") -> Iterator[str]:
    waiting = found.story.waiting
    if waiting is not None:
        before = f" ({', '.join(waiting.ids[:8])})" if waiting.ids else ""
        yield f"  Not delivered yet because {_HELD[waiting.by]}{before}."
    elif found.held_by is None:
        yield "  Nothing holds it back: it goes with the next decision."
    if found.held_by is not None:
        yield f"  The journal says, {moment(found.held_by[1], zone)}: {WHY[found.held_by[0]]}."


def _journal(found: "Explanation", zone: "Zone", limit: int) -> Iterator[str]:
    count = len(found.entries)
    if found.journal_problem is not None:
        yield f"The journal could not be read as a whole: {found.journal_problem}."
    if not count:
        if found.journal_problem is None:
            yield "The journal says nothing of it."
        return
    shown = f", the last {limit:,} of {plural(count, 'entry', 'entries')} with what went wrong beside them"
    yield f"The journal{shown if count > limit else ''}:"
    for told in found.told(limit):
        yield from _entry(told, zone, found.story.id)


def _entry(told: "Told", zone: "Zone", about: str) -> Iterator[str]:
    when = "time unknown" if is_unreadable(told.entry) else moment(told.entry.at, zone)
    yield f"  {when}: {sentence(told.entry, zone, told.unrecorded)}"
    yield from (f"    {text}" for text in item_lines(told.entry, zone, about, told.unrecorded))
