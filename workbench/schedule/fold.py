"""The fold of Schedule changes: which records are active, what was ever used, what is due (SCH-7 to SCH-12).

Owns the state and its two heaps. One change costs O(log active) whatever the log's length; nothing here reads a clock
or a log. A refused change leaves the fold as it was.
"""

from collections.abc import Iterable, Mapping
from heapq import heapify, heappop, heappush, heapreplace
from typing import Final

import msgspec

from workbench.schedule.changes import Change, Create, Dispatch
from workbench.schedule.corrupt import corrupt
from workbench.schedule.occurrence import next_target, not_due
from workbench.schedule.records import Record
from workbench.text.quote import quote
from workbench.time.instant import MAX_MS, describe_instant

# Target, creation number, id: heap order is the order of SCH-26. An entry counts while it is the record's current one.
_Entry = tuple[int, int, str]
_SPARE_ENTRIES: Final = 64


class Applied(msgspec.Struct, frozen=True, gc=False):
    """What one change did to its record: as it stood before (None for a create) and after (None when it ended)."""

    before: Record | None
    after: Record | None


class Fold:
    """Schedule state after some prefix of a log: starts empty, takes changes in order, can be copied to branch."""

    __slots__ = ("_current", "_dispatches", "_every", "_one_shot", "_records")

    def __init__(self) -> None:
        self._records: dict[str, Record] = {}
        self._current: dict[str, _Entry] = {}
        self._dispatches: dict[str, int] = {}
        self._one_shot: list[_Entry] = []
        self._every: list[_Entry] = []

    @classmethod
    def of(cls, ids: Iterable[tuple[str, int, Record | None]]) -> "Fold":
        """The fold in which these ids were used, in creation order, each with its number of dispatches and its record
        as it stands, None where it ended."""
        fold = cls()
        for number, (record_id, dispatches, record) in enumerate(ids):
            fold._dispatches[record_id] = dispatches
            if record is not None:
                fold._records[record_id] = record
                fold._current[record_id] = entry = (record.target, number, record_id)
                (fold._every if record.kind == "every" else fold._one_shot).append(entry)
        heapify(fold._every)
        heapify(fold._one_shot)
        return fold

    @property
    def active(self) -> Mapping[str, Record]:
        """Active records by id, in creation order; a live view, not to be changed."""
        return self._records

    @property
    def used_ids(self) -> tuple[str, ...]:
        """Every id ever created, in order."""
        return tuple(self._dispatches)

    @property
    def used_count(self) -> int:
        """How many ids were ever created."""
        return len(self._dispatches)

    def was_used(self, record_id: str) -> bool:
        """Whether ``record_id`` was ever created, active or ended."""
        return record_id in self._dispatches

    def dispatches(self, record_id: str) -> int:
        """How often ``record_id`` was dispatched; 0 for an unknown id."""
        return self._dispatches.get(record_id, 0)

    def apply(self, change: Change, seq: int | None = None) -> Applied:
        """Apply one change; ``seq`` only serves the message.

        Raises ``corrupt_schedule_log`` for an id used before, a delete or dispatch of an id that is not active, a
        one-shot dispatch with a decision time, an every dispatch without one or with one before the target.
        """
        if isinstance(change, Dispatch):
            return self.dispatch(change.id, change.accepted, seq)
        if isinstance(change, Create):
            return self._apply_create(change.record, seq)
        return self._end(self._active_record(change.id, "delete", seq))

    def dispatch(self, record_id: str, accepted: int | None, seq: int | None = None) -> Applied:
        """The same for a dispatch alone, decided at ``accepted`` (epoch ms), which is None for a one-shot."""
        record = self._records.get(record_id) or self._active_record(record_id, "dispatch", seq)
        if record.kind != "every":
            if accepted is not None:
                found = f"acceptedAt {describe_instant(accepted)}"
                raise corrupt(
                    f"dispatch of one-shot {quote(record.id)}", expected="no acceptedAt", found=found, seq=seq
                )
            self._dispatches[record_id] += 1
            return self._end(record)
        if accepted is None:
            raise corrupt(f"dispatch of every {quote(record.id)}", expected="an acceptedAt", found="none", seq=seq)
        if not record.target <= accepted <= MAX_MS:
            raise not_due(record, accepted, seq)
        self._dispatches[record_id] += 1
        target = next_target(record.target, record.seconds * 1000, accepted)
        return self._end(record) if target > MAX_MS else self._advance(record, target)

    def next_target(self) -> int | None:
        """The earliest target (epoch ms) of any active record, due or not; None without records."""
        if not self._one_shot:
            return self._every[0][0] if self._every else None
        first = self._one_shot[0][0]
        return min(first, self._every[0][0]) if self._every else first

    def due_one_shot(self, now: int) -> Record | None:
        """The one-shot to deliver next: of those with target <= ``now`` the earliest, then first created."""
        if self._one_shot and self._one_shot[0][0] <= now:
            return self._records[self._one_shot[0][2]]
        return None

    def due_one_shots(self, now: int) -> list[Record]:
        """All one-shots with target <= ``now``, in the order in which they are delivered."""
        return self._due(self._one_shot, now)

    def due_every(self, now: int) -> list[Record]:
        """All every records with target <= ``now``, by stored target, then creation."""
        return self._due(self._every, now)

    def _due(self, heap: list[_Entry], now: int) -> list[Record]:
        size, records = len(heap), self._records
        due: list[_Entry] = []
        places = [0] if size and heap[0][0] <= now else []
        # A heap's child is never earlier than its parent, so a walk from the top meets every due entry and few others.
        for place in places:
            entry = heap[place]
            due.append(entry)
            left = 2 * place + 1
            if left < size and heap[left][0] <= now:
                places.append(left)
            if left + 1 < size and heap[left + 1][0] <= now:
                places.append(left + 1)
        due.sort()
        current = self._current
        return [records[entry[2]] for entry in due if current.get(entry[2]) is entry]

    def allocate(self) -> str:
        """The id for a new record (SCH-11): ``schedule-N``, N from ids used + 1 up past any taken one."""
        number = len(self._dispatches) + 1
        while f"schedule-{number}" in self._dispatches:
            number += 1
        return f"schedule-{number}"

    def copy(self) -> "Fold":
        """An independent fold with the same state."""
        twin = Fold()
        for slot in self.__slots__:
            setattr(twin, slot, getattr(self, slot).copy())
        return twin

    def _apply_create(self, record: Record, seq: int | None) -> Applied:
        if record.id in self._dispatches:
            state = "active" if record.id in self._records else "ended"
            found = f"{quote(record.id)} again, {state} since"
            raise corrupt("create with a used id", expected="an id never used before", found=found, seq=seq)
        entry = (record.target, len(self._dispatches), record.id)
        self._records[record.id] = record
        self._current[record.id] = entry
        self._dispatches[record.id] = 0
        heappush(self._every if record.kind == "every" else self._one_shot, entry)
        return Applied(None, record)

    def _active_record(self, record_id: str, operation: str, seq: int | None) -> Record:
        record = self._records.get(record_id)
        if record is None:
            state = "an ended one" if record_id in self._dispatches else "an unknown one"
            found = f"{quote(record_id)}, {state}"
            raise corrupt(f"{operation} of an id that is not active", expected="an active id", found=found, seq=seq)
        return record

    def _advance(self, record: Record, target: int) -> Applied:
        key, current, heap = record.id, self._current, self._every
        self._records[key] = advanced = Record(key, "every", record.prompt, record.seconds, target)
        old = current[key]
        current[key] = entry = (target, old[1], key)
        # A batch is dispatched in heap order, so the record's old entry nearly always is the top.
        if heap[0] is old:
            heapreplace(heap, entry)
            top = heap[0]
            if current.get(top[2]) is not top:
                self._drop_stale(heap)
        else:
            heappush(heap, entry)
            self._drop_surplus(heap)
        return Applied(record, advanced)

    def _end(self, record: Record) -> Applied:
        del self._records[record.id]
        del self._current[record.id]
        heap = self._every if record.kind == "every" else self._one_shot
        self._drop_stale(heap)
        self._drop_surplus(heap)
        return Applied(record, None)

    def _drop_stale(self, heap: list[_Entry]) -> None:
        """Keep the top of ``heap`` current, which makes every question about the next target a look at it."""
        current = self._current
        while heap and current.get(heap[0][2]) is not heap[0]:
            heappop(heap)

    def _drop_surplus(self, heap: list[_Entry]) -> None:
        """Drop all stale entries of ``heap`` once they outnumber the active records: it cannot grow for ever, and the
        cost of one change stays O(log active) on average."""
        current = self._current
        if len(heap) > 2 * len(current) + _SPARE_ENTRIES:
            heap[:] = [entry for entry in heap if current.get(entry[2]) is entry]
            heapify(heap)
