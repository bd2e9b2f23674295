"""Why a reminder came when it came, or why not: one record's log and journal told together (BEN-15).

Owns joining the two. What the log alone tells is ``story``'s, what was decided the journal's; nothing is written, and
what neither tells is left out, never guessed.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final

import msgspec

from workbench.bench.creating import Creation, creation_of
from workbench.bench.history import History
from workbench.bench.journal.decoding import speaks_of
from workbench.bench.journal.entries import Entry, HeldBack, Item, Woke
from workbench.bench.journal.outcome import unrecorded
from workbench.bench.journal.reading import JournalView
from workbench.bench.leftovers import Leftover, leftovers
from workbench.bench.story import Held, HeldBy, Story
from workbench.bench.view import Delivery
from workbench.errors import WorkbenchError
from workbench.text.quote import quote

_NAMED: Final = 20
_AROUND: Final = 6  # entries before and after one about the record that may have to do with it
_LOOK: Final = 256  # entries looked through for what delayed one delivery
_TROUBLE: Final = frozenset(("fault", "failure", "crash"))
# What the log alone shows where nothing tells more.
_GUESSED: Final[frozenset[HeldBy]] = frozenset(("asleep", "queued prompts", "one-shots first"))
_FAILED: Final[dict[HeldBack, HeldBy]] = {
    "barrier_failed": "barrier failed",
    "queue_failed": "queueing failed",
    "frame_failed": "framing failed",
    "faulted": "faulted",
}
# How a session went cold and came back: trouble for what fell due meanwhile alone.
_REST: Final = frozenset(("crash", "suspend", "resume"))


class Dispatched(msgspec.Struct, frozen=True):
    """One dispatch: the ``number``-th from 0, as the log has it, and what the journal adds: why the owner looked, how
    many went together, that it was ``recovered``, and what stood ``before`` it since its target came. ``noted`` is
    False where the journal does not tell of it. It is a ``repeat`` of what a crash lost (SCH-30) where the journal says
    so, or where the log itself has an insert of that occurrence before, that of event ``queued``."""

    number: int
    delivery: Delivery
    noted: bool = False
    woke: Woke | None = None
    together: int = 1
    repeat: bool = False
    recovered: bool = False
    before: "tuple[Told, ...]" = ()
    queued: int | None = None


class Told(msgspec.Struct, frozen=True):
    """Entry ``number`` of the journal: about the record with ``item`` where it was due, or a trouble beside one.
    ``unrecorded`` are the records that it says were delivered and whose dispatch a crash lost."""

    number: int
    entry: Entry
    item: Item | None = None
    about: bool = True
    unrecorded: frozenset[str] = frozenset()


@dataclass(frozen=True)
class Explanation:
    """All there is to tell of one record as of a view. Reading it costs what is asked for, not the length of its life.

    ``story`` is what the log tells: state, last delivery and what held it back, next target and what holds it now.
    """

    story: Story
    now: int
    _history: History
    _journal: JournalView

    @cached_property
    def created(self) -> Creation | None:
        """Where it comes from."""
        origin = self.story.origin
        return creation_of(self._history.log.passages, origin, self._journal) if origin is not None else None

    @property
    def dispatches(self) -> int:
        """How often it was dispatched."""
        return self.story.deliveries

    def dispatch(self, number: int) -> Dispatched:
        """Dispatch ``number``, the first being 0; IndexError where there is none."""
        if not 0 <= number < self.dispatches:
            raise IndexError(number)
        delivery = self._history.delivery(self.story.id, number)
        place = self._journal.number_at(delivery.seq)
        entry = self._journal.entry(place) if place is not None else None
        item = _item(entry, self.story.id) if entry is not None else None
        again = self._left_of(delivery)
        if place is None or entry is None or item is None:
            return Dispatched(number, delivery, repeat=again is not None, queued=again)
        together = sum(each.occurrence is not None for each in entry.items)
        repeat = item.repeat or again is not None
        delayed = (delivery.late or delivery.passed or repeat) and not entry.recovered
        before = tuple(self._between(item.target, place)) if delayed else ()
        return Dispatched(number, delivery, True, entry.woke, together, repeat, entry.recovered, before, again)

    @property
    def journal_problem(self) -> str | None:
        """What is wrong with the journal's file."""
        return self._journal.problem

    @cached_property
    def entries(self) -> Sequence[int]:
        """The numbers of the journal's entries about this record, oldest first."""
        found = self._journal.about(self.story.id)
        if self._history.situation.mode != "past":
            return found
        return [number for number in found if was_known(self._journal.entry(number), self._history.seq, self.now)]

    def told(self, most: int) -> tuple[Told, ...]:
        """The newest ``most`` of :attr:`entries` in order, with the faults, crashes and the like right beside them."""
        own = self.entries[max(0, len(self.entries) - most) :] if most > 0 else ()
        found = {number: self._told(number) for number in own}
        for number in own:
            found = {told.number: told for told in self._beside(number)} | found
        return tuple(found[number] for number in sorted(found))

    @cached_property
    def repeats(self) -> tuple[int, ...]:
        """The seqs of the dispatches that delivered again what had been queued before a crash (SCH-30)."""
        told = ((entry, _item(entry, self.story.id)) for entry in map(self._journal.entry, self.entries))
        noted = {_seq_in(entry, item) for entry, item in told if item is not None and item.repeat}
        after = (self._after(left) for left in self._leftovers)
        return tuple(sorted(noted.union(one.seq for one in after if one is not None)))

    @property
    def queued(self) -> Leftover | None:
        """What was queued of this record and never recorded, as the log itself shows, and will come again."""
        target = self.story.next_target
        left = next(reversed(self._leftovers), None)
        return left if left is not None and target is not None and target <= left.occurrence else None

    @cached_property
    def held(self) -> Held | None:
        """What held the last delivery back: as the log shows it, and where the journal tells that something failed
        that it cannot show, that."""
        shown = self.story.held
        if not self.dispatches or (shown is not None and shown.by not in _GUESSED):
            return shown
        last = self.dispatch(self.dispatches - 1)
        for told in last.before if last.delivery.late else ():
            by = _failed(told)
            if by is not None:
                return Held(by, since=told.entry.at, until=last.delivery.decided)
        return shown

    @cached_property
    def held_by(self) -> tuple[HeldBack, int] | None:
        """What the journal says holds back the target that the record waits for, and since when (epoch ms).

        Once the record is due; before, only that the clock was set back to before its target. None where it says
        nothing of that target.
        """
        target = self.story.next_target
        if target is None:
            return None
        for number in reversed(self.entries):
            entry = self._journal.entry(number)
            item = _item(entry, self.story.id)
            if item is None:
                continue
            if item.target != target or item.why is None:
                return None
            due = target <= self.now
            return (item.why, entry.at) if due != (item.why == "clock_went_back") else None
        return None

    @cached_property
    def set_back(self) -> tuple[int, int] | None:
        """From when to when (epoch ms) the clock was set back last, since the journal last spoke of this record."""
        if self._history.situation.mode == "past":
            return None
        last = max(self.entries, default=-1)
        recent = self._journal.entries(max(last, len(self._journal) - _LOOK), len(self._journal))
        clocks = (entry for entry in reversed(recent) if entry.what == "clock" and entry.since is not None)
        return next(((entry.since, entry.at) for entry in clocks if entry.since is not None), None)

    @cached_property
    def _leftovers(self) -> tuple[Leftover, ...]:
        """Those of this record."""
        history = self._history
        mine = history.log.book.trails[self.story.id].seqs[0]
        found = leftovers(history.log.passages, ended=history.situation.mode != "live")
        return tuple(left for left in found if left.id == self.story.id and mine < left.seq <= history.seq)

    def _unrecorded(self, entry: Entry) -> frozenset[str]:
        """The records that an entry says were delivered, and whose dispatch a crash lost."""
        book, live = self._history.log.book, self._history.situation.mode == "live"
        return unrecorded(self._journal, entry, book, ended=not live)

    def _left_of(self, delivery: Delivery) -> int | None:
        """The event that had queued this delivery's occurrence before."""
        mine = (left for left in self._leftovers if left.seq < delivery.seq)
        return next((left.seq for left in mine if left.occurrence == delivery.occurrence), None)

    def _after(self, left: Leftover) -> Delivery | None:
        """The delivery that repeated it: the record's next one, if that was of the same occurrence."""
        number = self._history.log.book.trails[self.story.id].dispatches_until(left.seq)
        if number >= self.dispatches:
            return None
        delivery = self._history.delivery(self.story.id, number)
        return delivery if delivery.occurrence == left.occurrence else None

    def _between(self, target: int, place: int) -> Iterator[Told]:
        """What held the record back since its ``target`` (epoch ms), and what went wrong, before entry ``place``."""
        first = max(0, place - _LOOK)
        for number, entry in enumerate(self._journal.entries(first, place), first):
            item = _item(entry, self.story.id)
            if item is not None and item.target == target:
                yield Told(number, entry, item, unrecorded=self._unrecorded(entry))
            elif entry.at >= target and (entry.what in _REST or _went_wrong(entry)):
                yield Told(number, entry, about=False)

    def _told(self, number: int, *, about: bool = True) -> Told:
        entry = self._journal.entry(number)
        item = _item(entry, self.story.id) if about else None
        return Told(number, entry, item, about, self._unrecorded(entry))

    def _beside(self, number: int) -> Iterator[Told]:
        """What went wrong right before and after an entry: nothing but trouble stands between the two."""
        own, item = self._journal.entry(number), self._told(number).item
        came_back = own.woke == "resume" or (item is not None and (item.why == "cold" or item.repeat))
        for step in (-1, 1):
            for other in range(number + step, number + step * (_AROUND + 1), step):
                entry = self._journal.entry(other) if 0 <= other < len(self._journal) else None
                if entry is None or speaks_of(entry, self.story.id):
                    break
                rest = came_back and step < 0 and entry.what in _REST
                if not rest and (entry.what not in _TROUBLE or entry.at != own.at):
                    break
                if rest or _went_wrong(entry):
                    yield Told(other, entry, about=False)


def explain(history: History, journal: JournalView, record_id: str) -> Explanation:
    """Explain a record as of ``history``; raises ``schedule_not_found`` for an id that was not there by then."""
    story = history.story(record_id)
    if story is None:
        trails = history.log.book.order
        known = [trail.id for trail in trails[:_NAMED] if trail.seqs[0] <= history.seq]
        there = ", ".join(known) + (", ..." if len(trails) > _NAMED else "") if known else "none"
        raise WorkbenchError("schedule_not_found", f"there is no schedule {quote(record_id)} here; there are: {there}")
    return Explanation(story, history.situation.now, history, journal)


def was_known(entry: Entry, seq: int, now: int) -> bool:
    """Whether the journal had this entry by event ``seq`` and instant ``now`` (epoch ms)."""
    return entry.seq <= seq if entry.seq >= 0 else entry.at <= now


def _item(entry: Entry, record_id: str) -> Item | None:
    return next((item for item in entry.items if item.id == record_id), None)


def _went_wrong(entry: Entry) -> bool:
    """Whether this is a trouble that happened; a fault that is only armed is none."""
    return entry.what in _TROUBLE and (entry.what != "fault" or entry.message == "struck")


def _failed(told: Told) -> HeldBy | None:
    """What of this kept the record from being delivered that no event of the log tells of."""
    if told.entry.fault == "barrier_slow" and not told.about:
        return "slow barrier"
    return _FAILED.get(told.item.why) if told.item is not None and told.item.why is not None else None


def _seq_in(entry: Entry, item: Item) -> int:
    return entry.seq + [each for each in entry.items if each.occurrence is not None].index(item)
