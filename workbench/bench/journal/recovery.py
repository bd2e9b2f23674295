"""Brings a journal up to its log when a session is reopened: what it lacks is added, what never happened is named.

Owns the comparison of the two since the session last came to life: all before was compared then (BEN-14, SCH-30).
"""

from array import array
from bisect import bisect_left
from collections.abc import Iterable, Iterator
from itertools import groupby
from math import inf
from typing import Final, Protocol

import msgspec

from workbench.bench.journal.decoding import decoded
from workbench.bench.journal.entries import Chosen, Entry, Item
from workbench.bench.journal.reading import JournalView
from workbench.bench.journal.writing import Journal
from workbench.bench.transcript import message_text
from workbench.schedule.framing import parse_frame
from workbench.schedule.occurrence import occurrence
from workbench.session.book import RecordBook, Trail, target_after
from workbench.session.index import LogIndex
from workbench.session.past import Past
from workbench.session.state import SessionState, is_reminder
from workbench.time.instant import clamped

_RESUME: Final = b'"what":"resume"'
_AT_ONCE: Final = 10_000  # entries between two flushes


class Reconciled(msgspec.Struct, frozen=True):
    """``recovered`` dispatches were added to the journal; ``lost`` were queued and never became durable, oldest first:
    delivered again, they are repeats."""

    recovered: int
    lost: tuple[Item, ...]


class Readable(Protocol):
    """A log, read or live."""

    @property
    def index(self) -> LogIndex: ...  # noqa: D102 - as in the log
    @property
    def past(self) -> Past: ...  # noqa: D102
    @property
    def state(self) -> SessionState: ...  # noqa: D102


class _Dispatches:
    """The dispatches of a log from event ``first`` on, and which of them the journal tells."""

    def __init__(self, book: RecordBook, first: int) -> None:
        self._book = book
        found = sorted(
            (trail.seqs[place + 1], trail.number)
            for trail, end in zip(book.order, book.ends, strict=False)
            if end >= first
            for place in range(max(0, bisect_left(trail.seqs, first) - 1), len(trail.decided))
        )
        self.seqs = array("q", [seq for seq, _ in found])
        self._trails = array("q", [number for _, number in found])
        self._told = bytearray(len(found))

    def tell(self, seq: int, record_id: str) -> bool:
        """Note that the journal tells of this dispatch; False where the log has no such one."""
        at = bisect_left(self.seqs, seq)
        if at == len(self.seqs) or self.seqs[at] != seq or self._trail(at).id != record_id:
            return False
        self._told[at] = 1
        return True

    def untold(self) -> Iterator[tuple[int, Trail]]:
        """The seqs and trails of those that the journal does not tell of, in log order."""
        at = self._told.find(0)
        while at >= 0:
            yield self.seqs[at], self._trail(at)
            at = self._told.find(0, at + 1)

    def _trail(self, at: int) -> Trail:
        return self._book.order[self._trails[at]]


def reconcile(journal: Journal, log: Readable) -> Reconciled:
    """Add to ``journal`` the dispatches of ``log`` that it lacks, marked recovered, and find what never was recorded.

    It is read backwards, up to where the session last came to life with a log that this one goes on from.
    """
    view = journal.view()
    known, floor, owed = _last_life(view, log.index.events)
    book = log.past.book(log.index.rows)
    dispatches = _Dispatches(book, known)
    lost, done = _outcomes(_decisions(view, floor), dispatches)
    still = [item for item in owed if _may_come(item, done)]
    recovered = _recover(journal, dispatches, book, log.index)
    told = {(item.id, item.occurrence): item for item in (*_only_queued(log.state), *still, *reversed(lost))}
    return Reconciled(recovered, tuple(told.values()))


def _outcomes(decisions: Iterable[Entry], dispatches: _Dispatches) -> tuple[list[Item], dict[str, float]]:
    """What never was recorded, newest first; and by record the occurrence up to which nothing can come again."""
    lost: list[Item] = []
    done: dict[str, float] = {}
    for entry in decisions:
        if entry.what == "delete" and entry.id is not None:
            done[entry.id] = inf
        for item, recorded in _delivered(entry, dispatches):
            if not recorded:
                lost.append(item)
            elif item.occurrence is not None:
                done[item.id] = max(done.get(item.id, -inf), item.occurrence)
    return lost, done


def _only_queued(state: SessionState) -> Iterator[Item]:
    """The reminders of the inbox whose dispatch never followed: a crash came between, and may have taken the entry."""
    active = {} if state.schedule_error is not None else state.schedules.active
    reminders = filter(is_reminder, state.next_turn)
    for framed in (each for message in reminders for each in parse_frame(message_text(message), anyones=True) or ()):
        record = active.get(framed.id)
        if record is not None and record.target <= framed.occurrence_at:
            yield Item(record.id, record.kind, record.target, occurrence=framed.occurrence_at)


def _last_life(view: JournalView, events: int) -> tuple[int, int, tuple[Item, ...]]:
    """How many events the log had when the session last came to life, the offset after that entry, and what it says
    was lost by then."""
    for after, line in view.newest_first():
        if _RESUME in line:
            entry = decoded(line, 0)
            if entry.what == "resume" and entry.events is not None and 0 <= entry.events <= events:
                return entry.events, after, entry.items
    return 0, 0, ()


def _decisions(view: JournalView, floor: int) -> Iterator[Entry]:
    """What was queued since offset ``floor``, newest first: decisions, and those that could not be recorded; and what
    was deleted."""
    entries = (decoded(line, 0) for _, line in view.newest_first(floor))
    return (
        entry
        for entry in entries
        if entry.code == "faulted" or entry.what == "delete" or (entry.what == "decision" and entry.seq >= 0)
    )


def _delivered(entry: Entry, dispatches: _Dispatches) -> list[tuple[Item, bool]]:
    """The delivered items of a decision, last first, and whether the log has them."""
    delivered = [item for item in entry.items if item.occurrence is not None]
    if entry.seq < 0:
        return [(item, False) for item in reversed(delivered)]
    told = [dispatches.tell(seq, item.id) for seq, item in enumerate(delivered, entry.seq)]
    return list(zip(delivered, told, strict=True))[::-1]


def _may_come(item: Item, done: dict[str, float]) -> bool:
    """Whether what an earlier crash lost, and nothing delivered since, can still be delivered again."""
    return item.occurrence is not None and item.occurrence > done.get(item.id, -inf)


def _recover(journal: Journal, dispatches: _Dispatches, book: RecordBook, index: LogIndex) -> int:
    items = ((seq, *_item(trail, seq, book, index)) for seq, trail in dispatches.untold())
    count = 0
    for number, (_, found) in enumerate(groupby(enumerate(items), key=_decision_of), 1):
        group = [item for _, item in found]
        seq, decided, first = group[0]
        chosen: Chosen = "batch" if first.kind == "every" else "one-shot"
        told = tuple(item for _, _, item in group)
        journal.add(Entry(decided, "decision", seq, chosen, items=told, recovered=True))
        count += len(group)
        if number % _AT_ONCE == 0:
            journal.flush()
    return count


def _decision_of(numbered: tuple[int, tuple[int, int, Item]]) -> tuple[int, int]:
    """The same for dispatches of one batch: they follow each other and were decided at one instant (SCH-26)."""
    place, (seq, decided, item) = numbered
    return (seq - place if item.kind == "every" else -seq, decided)


def _item(trail: Trail, seq: int, book: RecordBook, index: LogIndex) -> tuple[int, Item]:
    """When the dispatch at ``seq`` was decided (epoch ms), and what it delivered."""
    place = bisect_left(trail.seqs, seq) - 1
    created, decided = book.created(trail, index), trail.decided[place]
    before = target_after(created, trail, place)
    record = created if before is None else msgspec.structs.replace(created, target=before)
    found = occurrence(record, decided)
    decided = clamped(decided)
    late = max(0, decided - found.at)
    return decided, Item(trail.id, record.kind, record.target, late, found.passed, found.at, found.next_target)
