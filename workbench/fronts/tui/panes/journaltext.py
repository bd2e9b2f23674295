"""What one entry of the journal says in its row: a shape, a word, what it is about, and a measure (page 10, section 6).

Owns the words for every kind of entry, as a table. Bar, time and ground are ``journalline``'s, the entry whole is
``entrybody``'s.
"""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Final

import msgspec

from workbench.fronts.tui.panes.faulttext import title_of
from workbench.fronts.tui.panes.instants import counted, lateness
from workbench.fronts.tui.panes.waiting import then_words
from workbench.fronts.tui.theme.glyphs import Glyphs
from workbench.time.durations import format_duration

if TYPE_CHECKING:
    from workbench.bench.journal.entries import Entry, Item

# More ids than these never fit a row.
_MOST_NAMED: Final = 32
# Of a message no more is looked at for its row.
_MOST_SAID: Final = 400
_NONE: Final[frozenset[str]] = frozenset()


class EntryWords(msgspec.Struct, frozen=True):
    """A row's parts; ``measure`` stands at the right and is never cut for the text."""

    word: str
    text: str
    shape: str = " "
    role: str = "dim"
    measure: str = ""
    bold: bool = False


def words_of_entry(entry: "Entry", glyphs: Glyphs, kind: str | None = None, lost: frozenset[str] = _NONE) -> EntryWords:
    """The words for ``entry``; ``kind`` is that of the record which a create or delete is about, where it is known,
    ``lost`` are the records of a decision whose dispatch a crash lost."""
    if entry.what == "decision":
        words = _waiting(entry, glyphs) if entry.chosen == "wait" else _delivery(entry, glyphs, lost)
    elif entry.what == "create":
        shape = glyphs.shape(kind, delivered=False) if kind is not None else glyphs.todo_open
        words = EntryWords("create", _by(entry), shape, "link")
    else:
        words = _WORDERS[entry.what](entry, glyphs)
    if not entry.recovered:
        return words
    measure = f"{words.measure}, recovered" if words.measure else "recovered"
    return msgspec.structs.replace(words, measure=measure)


def records_of(entry: "Entry") -> tuple[str, ...]:
    """The ids of the records that the entry is about, in its order."""
    return (entry.id,) if entry.id is not None else tuple(dict.fromkeys(item.id for item in entry.items))


def delivered_items(entry: "Entry") -> "list[Item]":
    """The records that a decision delivered."""
    return [item for item in entry.items if item.occurrence is not None]


def held_items(entry: "Entry") -> "list[Item]":
    """The records that it held back, as far as that was news."""
    return [item for item in entry.items if item.occurrence is None]


def _delivery(entry: "Entry", glyphs: Glyphs, lost: frozenset[str]) -> EntryWords:
    done, held = delivered_items(entry), held_items(entry)
    names = _named([item.id for item in done])
    many = f"{len(done)}: {names}" if len(done) > 1 else names
    also = f"; {len(held)} held back" if held else ""
    repeated = [item for item in done if item.repeat]
    mark = ("repeat  " if len(repeated) == len(done) else f"{len(repeated)} repeats  ") if repeated else ""
    gone = sum(item.id in lost for item in done)
    if gone:
        measure = "queued, and lost with the crash" if gone == len(done) else f"{gone} of them lost with the crash"
        return EntryWords(entry.chosen or "delivery", f"{mark}{many}{also}", glyphs.corrupt, "bad", measure, bold=True)
    shape = glyphs.shape("every" if entry.chosen == "batch" else "once", delivered=True)
    return EntryWords(entry.chosen or "delivery", f"{mark}{many}{also}", shape, "soft", _measure(done), bold=bool(mark))


def _measure(items: "Sequence[Item]") -> str:
    """How late the latest was, and how many targets passed."""
    late = lateness(max((item.late for item in items), default=0))
    passed = sum(item.passed for item in items)
    return f"{late}, {passed:,} passed" if passed else late


def _waiting(entry: "Entry", glyphs: Glyphs) -> EntryWords:
    whys = dict.fromkeys(item.why for item in entry.items if item.why is not None)
    reason = ", ".join(then_words(why) for why in whys)
    many = f"{len(entry.items)}: " if len(entry.items) > 1 else ""
    return EntryWords("wait", f"{many}{_named(list(records_of(entry)))}", glyphs.held, "overdue", reason)


def _delete(entry: "Entry", glyphs: Glyphs) -> EntryWords:
    return EntryWords("delete", _by(entry), glyphs.none)


def _refusal(entry: "Entry", glyphs: Glyphs) -> EntryWords:
    said = f"{entry.tool or 'a call'}  {_said(entry)}"
    return EntryWords("refused", said, glyphs.corrupt, "bad", f"by {entry.by}" if entry.by else "")


def _failure(entry: "Entry", glyphs: Glyphs) -> EntryWords:
    about = f"{_named([item.id for item in entry.items])}  " if entry.items else ""
    measure = "the text may come again" if entry.code == "faulted" else ""
    return EntryWords("failed", f"{about}{_said(entry)}", glyphs.corrupt, "bad", measure)


def _fault(entry: "Entry", glyphs: Glyphs) -> EntryWords:
    how = entry.message or "changed"
    # What is armed once, or used up, says so by itself.
    least = 1 if how == "armed" else 0
    left = f"{entry.left:,} left" if entry.left is not None and entry.left > least and how != "disarmed" else ""
    return EntryWords("fault", f"{how}: {title_of(entry.fault or 'fault')}", glyphs.overdue, "overdue", left)


def _crash(entry: "Entry", glyphs: Glyphs) -> EntryWords:
    where = title_of(entry.fault) if entry.fault is not None else "the process died here"
    said = f"{counted(entry.lost or 0, 'event')} lost, {where}"
    return EntryWords("crash", said, glyphs.corrupt, "bad", bold=True)


def _suspend(entry: "Entry", glyphs: Glyphs) -> EntryWords:
    del entry
    return EntryWords("suspend", "the session became cold", glyphs.asleep, "overdue")


def _resume(entry: "Entry", glyphs: Glyphs) -> EntryWords:
    slept = entry.at - entry.since if entry.since is not None else 0
    cold = f"cold for {format_duration(slept)}" if slept > 0 else ""
    lost = f"; {_named([item.id for item in entry.items])} may come again" if entry.items else ""
    return EntryWords("resume", f"the session is live{lost}", glyphs.ok, "ok", cold)


def _clock(entry: "Entry", glyphs: Glyphs) -> EntryWords:
    back = f" by {format_duration(entry.since - entry.at)}" if entry.since is not None else ""
    waits = f"; not due any more: {_named([item.id for item in entry.items])}" if entry.items else ""
    return EntryWords("clock", f"set back{back}{waits}", glyphs.before, "overdue", "nothing fires early")


def _by(entry: "Entry") -> str:
    return f"{entry.id or 'a schedule'}{f'  by {entry.by}' if entry.by else ''}"


def _said(entry: "Entry") -> str:
    return ": ".join(part[:_MOST_SAID] for part in (entry.code, entry.message) if part)


def _named(ids: "Sequence[str]") -> str:
    return ", ".join(ids[:_MOST_NAMED])


_WORDERS: "Final[dict[str, Callable[[Entry, Glyphs], EntryWords]]]" = {
    "delete": _delete,
    "refusal": _refusal,
    "failure": _failure,
    "fault": _fault,
    "crash": _crash,
    "suspend": _suspend,
    "resume": _resume,
    "clock": _clock,
}
