"""Writes down what is decided in one live session, and why (BEN-14). It decides nothing and is asked by nothing.

Owns which entry each happening becomes, and that a record that is held back is told once a reason, not at every look.
"""

from collections.abc import Iterable, Sequence
from itertools import chain

import msgspec

from workbench.bench.clock import Clock
from workbench.bench.faults import FaultName
from workbench.bench.journal.entries import Chosen, Entry, HeldBack, Item, Woke
from workbench.bench.journal.writing import Journal
from workbench.bench.tools.base import Outcome
from workbench.schedule.changes import Change, Create, Delete
from workbench.schedule.occurrence import Occurrence, occurrence
from workbench.schedule.records import Record
from workbench.session.live import LiveLog

_MESSAGE_LENGTH = 500


class Scribe:
    """``woke`` is what made the owner look, ``caller`` the front or model whose call runs. ``lost`` are the ids and
    occurrences (epoch ms) that were queued and never recorded: delivered again, they are repeats (SCH-30)."""

    def __init__(self, journal: Journal, log: LiveLog, clock: Clock) -> None:
        self._journal = journal
        self._log = log
        self._clock = clock
        self.woke: Woke = "resume"
        self.caller: str | None = None
        self.lost: set[tuple[str, int]] = set()
        # What is told already of each record that waits: its target and the reason.
        self._told: dict[str, tuple[int, HeldBack]] = {}
        # How many are due, None where it has to be counted anew.
        self._due: int | None = None

    def look_again(self, woke: Woke) -> None:
        """Something happened after which other records may be due, or for another reason not."""
        self.woke = woke
        self._due = None

    def delivered(self, chosen: Chosen, items: Sequence[Occurrence], active: int, seq: int, turn: int) -> None:
        """These were queued and recorded from event ``seq`` on, ``active`` records given; the rest still waits."""
        now = self._clock.now()
        told = [self._delivered_item(item, now) for item in items]
        if chosen == "batch":
            # All that was due went: no one-shot was, or it had gone before.
            self._due = len(items)
        elif self._due is None:
            going = {item.record.id for item in items}
            waiting = [record for record in self._due_records(now) if record.id not in going]
            self._due = len(items) + len(waiting)
            told.extend(self._newly_held(waiting, "one_shot_first", now))
        self._journal.add(
            Entry(now, "decision", seq, chosen, self.woke, active=active, due=self._due, items=tuple(told), turn=turn)
        )
        self._due = self._due - len(items) or None

    def held(self, why: HeldBack) -> bool:
        """Nothing that is due may go now, because of ``why``; whether that was news of any record."""
        log, now = self._log.state, self._clock.now()
        if self._due is not None or log.schedule_error is not None:
            return False
        records = self._due_records(now)
        self._due = len(records)
        return self._waits(len(records), tuple(self._newly_held(records, why, now)))

    def failed(self, code: HeldBack, message: str) -> None:
        """A delivery could not be made; what was due stays active."""
        self._journal.add(Entry(self._clock.now(), "failure", code=code, message=message))
        self._due = None
        self.held(code)

    def unconfirmed(self, message: str) -> None:
        """The barrier after a delivery failed: it is queued and recorded, and not known to be on disk."""
        self._journal.add(Entry(self._clock.now(), "failure", code="unconfirmed", message=message))

    def faulted(self, message: str, items: Iterable[Occurrence]) -> None:
        """What was queued could not be recorded: the owner stops, and the text may come again."""
        now = self._clock.now()
        queued = tuple(_queued(item, now) for item in items)
        self.lost |= {(item.record.id, item.at) for item in items}
        self._journal.add(Entry(now, "failure", code="faulted", message=message, items=queued))
        self._due = None
        self.held("faulted")

    def changed(self, change: Change, seq: int) -> None:
        """A record was created or deleted by the call that runs."""
        if isinstance(change, Create):
            self._journal.add(Entry(self._clock.now(), "create", seq=seq, id=change.record.id, by=self.caller))
        elif isinstance(change, Delete):
            self._told.pop(change.id, None)
            self._journal.add(Entry(self._clock.now(), "delete", seq=seq, id=change.id, by=self.caller))
        self._due = None

    def refused(self, tool: str, by: str, outcome: Outcome) -> None:
        """A call was refused, or its answer is uncertain."""
        reason = _reason(outcome)
        self._journal.add(Entry(self._clock.now(), "refusal", tool=tool, by=by, code=outcome.code, message=reason))

    def fault(self, name: FaultName, left: int, how: str) -> None:
        """A fault was armed or disarmed, or it struck."""
        self._journal.add(Entry(self._clock.now(), "fault", fault=name, left=left, message=how))

    def crashed(self, lost: int, where: FaultName | None) -> None:
        """The process died; ``lost`` events never reached the disk."""
        self._journal.add(Entry(self._clock.now(), "crash", lost=lost, fault=where))

    def suspended(self) -> None:
        """The session goes cold in good order."""
        self._journal.add(Entry(self._clock.now(), "suspend", events=self._log.index.events))

    def resumed(self, since: int | None, events: int, lost: tuple[Item, ...]) -> None:
        """The session went live with ``events`` in its log, cold since ``since``; ``lost`` never became durable."""
        self.lost = {(item.id, item.occurrence) for item in lost if item.occurrence is not None}
        self._journal.add(Entry(self._clock.now(), "resume", since=since, events=events, items=lost))
        if since is not None and since < self._clock.now():
            self._cold(since)

    def set_back(self, since: int) -> None:
        """The clock was set back from ``since`` (epoch ms): what was due then is not any more."""
        log, now = self._log.state, self._clock.now()
        records = self._due_records(since) if log.schedule_error is None else []
        items = tuple(_item(record, now, "clock_went_back") for record in records if record.target > now)
        for item in items:
            self._told.pop(item.id, None)
        self._journal.add(Entry(self._clock.now(), "clock", since=since, items=items))
        self._due = None

    def flush(self) -> None:
        """Write what is pending; it waits for no disk, and what fails is tried again."""
        self._journal.flush()

    def _cold(self, since: int) -> None:
        """What fell due while the session was closed."""
        log, now = self._log.state, self._clock.now()
        if log.schedule_error is not None:
            return
        records = self._due_records(now)
        slept = (record for record in records if record.target >= since)
        self._waits(len(records), tuple(self._newly_held(slept, "cold", now)))

    def _waits(self, due: int, items: tuple[Item, ...]) -> bool:
        if items:
            active = len(self._log.state.schedules.active)
            now = self._clock.now()
            self._journal.add(Entry(now, "decision", -1, "wait", self.woke, active=active, due=due, items=items))
        return bool(items)

    def _due_records(self, now: int) -> list[Record]:
        fold = self._log.state.schedules
        return list(chain(fold.due_one_shots(now), fold.due_every(now)))

    def _newly_held(self, records: Iterable[Record], why: HeldBack, now: int) -> Iterable[Item]:
        for record in records:
            if self._told.get(record.id) != (record.target, why):
                self._told[record.id] = (record.target, why)
                yield _item(record, now, why)

    def _delivered_item(self, item: Occurrence, now: int) -> Item:
        record = item.record
        self._told.pop(record.id, None)
        repeat = bool(self.lost) and (record.id, item.at) in self.lost
        if repeat:
            self.lost.discard((record.id, item.at))
        told = _queued(item, now)
        return msgspec.structs.replace(told, repeat=True) if repeat else told


def _queued(item: Occurrence, now: int) -> Item:
    record, at = item.record, item.at
    return Item(record.id, record.kind, record.target, max(0, now - at), item.passed, at, item.next_target)


def _item(record: Record, now: int, why: HeldBack) -> Item:
    """A record that is held back: how late it is by now, and how many further targets have passed meanwhile."""
    late = max(0, now - record.target)
    passed = occurrence(record, now).passed if record.kind == "every" and late else 0
    return Item(record.id, record.kind, record.target, late, passed, why=why)


def _reason(outcome: Outcome) -> str:
    value = outcome.structured
    message = value.get("message") if isinstance(value, dict) else None
    return (message if isinstance(message, str) else outcome.text)[:_MESSAGE_LENGTH]
