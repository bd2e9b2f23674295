"""What a journal entry says, in sentences for somebody who never saw one (BEN-14).

Owns the words of the command line. Ids, messages and names come from files: whoever prints makes them safe.
"""

from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, Final

from workbench.fronts.cli.moments import lateness, moment, moment_near, plural

if TYPE_CHECKING:
    from workbench.bench.journal.entries import Entry, HeldBack, Item, Woke
    from workbench.time.zones import Zone

MOST_ITEMS: Final = 8
WHY: "Final[Mapping[HeldBack, str]]" = {
    "busy": "the agent was busy in a turn",
    "one_shot_first": "due one-shots go first, one a turn",
    "prompt_first": "a prompt that was queued before goes first",
    "barrier_failed": "the log could not be made safe on disk",
    "cold": "the session was closed",
    "faulted": "delivery had stopped, because a text was queued and could not be recorded",
    "clock_went_back": "the clock was set back, so its time has not come yet",
    "queue_failed": "the reminder could not be queued",
    "frame_failed": "the reminder's text could not be built",
}
WOKE: "Final[Mapping[Woke, str]]" = {
    "target": "its time had come",
    "turn_end": "a turn had ended",
    "prompt": "a prompt had come",
    "reminder": "a reminder that was queued before was taken up",
    "call": "a tool had been called",
    "clock": "the clock had been moved",
    "resume": "the session came back",
    "release": "the agent was released",
    "retry": "an earlier try had failed",
}


_NONE: Final[frozenset[str]] = frozenset()


def sentence(entry: "Entry", zone: "Zone", unrecorded: frozenset[str] = _NONE) -> str:
    """What happened, without when. ``unrecorded`` are the records whose dispatch a crash lost."""
    said = _SENTENCES[entry.what](entry, zone) if not unrecorded else _lost_decision(entry, unrecorded)
    return f"{said} (recovered from the log)" if entry.recovered else said


def item_lines(
    entry: "Entry", zone: "Zone", about: str | None = None, unrecorded: frozenset[str] = _NONE
) -> Iterator[str]:
    """One line for each record in an entry, of many the first few; for ``about`` alone where that is given."""
    items = [item for item in entry.items if about is None or item.id == about]
    for item in items[:MOST_ITEMS]:
        if item.occurrence is not None and (item.id in unrecorded or entry.code == "faulted"):
            queued = f"{item.id} was queued{' again' if item.repeat else ''} for"
            became = "could not be recorded: it may come again" if entry.code == "faulted" else "lost with the crash"
            yield f"{queued} {moment_near(item.occurrence, entry.at, zone)}, and {became}"
        else:
            yield item_words(item, zone, at=entry.at, lost=entry.what == "resume")
    if len(items) > MOST_ITEMS:
        yield f"and {len(items) - MOST_ITEMS:,} more"


def item_words(item: "Item", zone: "Zone", *, at: int, lost: bool = False) -> str:
    """What became of one due record: delivered, or held back and why. ``at`` is when (epoch ms)."""
    if item.occurrence is None:
        return f"{item.id} was not delivered: {held_words(item, zone, at)}"
    for_when = moment_near(item.occurrence, at, zone)
    if lost:
        return f"{item.id} had been queued for {for_when} and was not recorded: it may come again"
    again = " again" if item.repeat else ""
    return f"{item.id} was delivered{again} for {for_when}, {'; '.join(_details(item, zone, at))}"


def held_words(item: "Item", zone: "Zone", at: int) -> str:
    """Why a due record was held back, without its name."""
    why = WHY[item.why] if item.why is not None else "no reason was noted"
    due = "due since" if item.target <= at else "its time is"
    passed = f", {plural(item.passed, 'further target')} passed meanwhile" if item.passed else ""
    return f"{why}; {due} {moment_near(item.target, at, zone)}{passed}"


def _details(item: "Item", zone: "Zone", at: int) -> Iterator[str]:
    yield lateness(item.late)
    if item.passed:
        yield f"{plural(item.passed, 'earlier target')} passed and {'is' if item.passed == 1 else 'are'} not caught up"
    yield "it ends" if item.next is None else f"next {moment_near(item.next, at, zone)}"
    if item.repeat:
        yield "a repeat, because the first time was never recorded"


def _decision(entry: "Entry", zone: "Zone") -> str:
    del zone
    delivered = sum(item.occurrence is not None for item in entry.items)
    turn = f" as turn {entry.turn}" if entry.turn is not None else ""
    if entry.chosen == "wait":
        said = "nothing could be delivered"
    elif entry.chosen == "batch":
        several = f"{delivered:,} repeating reminders delivered together"
        said = f"{several if delivered != 1 else 'one repeating reminder delivered'}{turn}"
    else:
        said = f"one reminder delivered{turn}"
    return said if entry.recovered else f"{said}: {_looked_at(entry)}"


def _lost_decision(entry: "Entry", unrecorded: frozenset[str]) -> str:
    delivered = [item.id for item in entry.items if item.occurrence is not None]
    lost = sum(name in unrecorded for name in delivered)
    if lost < len(delivered):
        many = f"{len(delivered):,} repeating reminders queued together, and {lost:,} of them lost with the crash"
    elif lost == 1:
        many = "one reminder queued, and lost with the crash"
    else:
        many = f"{lost:,} repeating reminders queued together, and lost with the crash"
    return f"{many}: {_looked_at(entry)}"


def _looked_at(entry: "Entry") -> str:
    woke = f", looked at because {WOKE[entry.woke]}" if entry.woke is not None else ""
    return f"{entry.due:,} of {entry.active:,} active due{woke}"


def _create(entry: "Entry", zone: "Zone") -> str:
    del zone
    return f"{entry.id} was created by {entry.by or 'somebody'}, event {entry.seq}"


def _delete(entry: "Entry", zone: "Zone") -> str:
    del zone
    return f"{entry.id} was deleted by {entry.by or 'somebody'}, event {entry.seq}"


def _refusal(entry: "Entry", zone: "Zone") -> str:
    del zone
    return f"{entry.tool or 'a tool'} refused a call of {entry.by or 'somebody'}, {entry.code}: {entry.message}"


def _failure(entry: "Entry", zone: "Zone") -> str:
    del zone
    if entry.code == "unreadable_entry":
        return f"{entry.message}"
    return f"a delivery failed, {entry.code}: {entry.message}"


def _fault(entry: "Entry", zone: "Zone") -> str:
    del zone
    left = f", {plural(entry.left, 'time')} left" if entry.left else ""
    return f"the fault {entry.fault} {_FAULT.get(entry.message or '', entry.message or 'changed')}{left}"


def _crash(entry: "Entry", zone: "Zone") -> str:
    del zone
    where = f", by the fault {entry.fault}" if entry.fault is not None else ""
    lost = f"{plural(entry.lost, 'event')} never reached the disk" if entry.lost else "nothing was lost"
    return f"the process died{where}: {lost}"


def _suspend(entry: "Entry", zone: "Zone") -> str:
    del zone
    return f"the session was closed with {plural(entry.events or 0, 'event')}"


def _resume(entry: "Entry", zone: "Zone") -> str:
    since = f", closed since {moment(entry.since, zone)}" if entry.since is not None else ""
    return f"the session came to life with {plural(entry.events or 0, 'event')}{since}"


def _clock(entry: "Entry", zone: "Zone") -> str:
    return "the clock was set back" + (f" from {moment(entry.since, zone)}" if entry.since is not None else "")


_FAULT: Final = {"armed": "was armed", "disarmed": "was disarmed", "struck": "struck"}
_SENTENCES: "Final[Mapping[str, Callable[[Entry, Zone], str]]]" = {
    "decision": _decision, "create": _create, "delete": _delete, "refusal": _refusal, "failure": _failure,
    "fault": _fault, "crash": _crash, "suspend": _suspend, "resume": _resume, "clock": _clock,
}  # fmt: skip
