"""Where the changes of each record lie in a log, and what follows from that alone: the record after any event.

Owns seqs and instants, no lines: filled in the one pass that folds the changes (see ``tracker``), and only with those
that the fold took. What a record says is read once from the line that created it. One thread adds; any thread may ask
about events that were there when it got the book.
"""

from array import array
from bisect import bisect_right
from collections.abc import Iterator
from typing import Final

import msgspec

from workbench.errors import WorkbenchError
from workbench.schedule.changes import Change, Create, Dispatch, decode_change
from workbench.schedule.fold import Applied, Fold
from workbench.schedule.occurrence import next_target
from workbench.schedule.records import Record
from workbench.session.index import LogIndex
from workbench.time.instant import MAX_MS

LATE_MS: Final = 1000
_NEVER: Final = (1 << 63) - 1


class Trail:
    """The changes of one record: ``seqs`` of its create, dispatches and delete, ``decided`` the decision instants
    (epoch ms) of the dispatches. Both go up. ``number`` is its place in creation order."""

    __slots__ = ("decided", "id", "number", "seqs")

    def __init__(self, record_id: str, number: int) -> None:
        self.id = record_id
        self.number = number
        self.seqs = array("q")
        self.decided = array("q")

    def changes_until(self, seq: int) -> int:
        """How many of the changes lie at or before event ``seq``; 0 where the record was not there yet."""
        return bisect_right(self.seqs, seq)

    def dispatches_until(self, seq: int) -> int:
        """How many of the dispatches lie at or before event ``seq``."""
        # Only a delete, the last of all, stands between the dispatches and the end of the changes.
        return max(0, min(bisect_right(self.seqs, seq) - 1, len(self.decided)))


class Standing(msgspec.Struct, frozen=True):
    """A record after some event: ``created`` as it was made, how often dispatched, its ``target`` (epoch ms), None once
    it ended; ``deleted`` is the seq of its deletion."""

    created: Record
    dispatches: int
    target: int | None
    deleted: int | None = None


class RecordBook:
    """The trails of all records by id, in creation order.

    ``late`` are the seqs of the dispatches decided at least :data:`LATE_MS` after the target that was stored then, in
    log order; ``late_targets`` are those targets.
    """

    def __init__(self) -> None:
        self.trails: dict[str, Trail] = {}
        self.late = array("q")
        self.late_targets = array("q")
        # By creation: the trails again, and the seqs at which they ended.
        self.order: list[Trail] = []
        self.ends = array("q")
        self._created: dict[str, Record] = {}

    def add(self, change: Change, applied: Applied, seq: int, time: int) -> None:
        """Note a change that the fold took as event ``seq``, written at ``time`` (epoch ms)."""
        if isinstance(change, Create):
            self._open(change.record.id, seq)
        elif isinstance(change, Dispatch):
            decided = time if change.accepted is None else change.accepted
            self.dispatched(self.trails[change.id], applied, seq, decided)
        else:
            trail = self.trails[change.id]
            trail.seqs.append(seq)
            self.ends[trail.number] = seq

    def dispatched(self, trail: Trail, applied: Applied, seq: int, decided: int) -> None:
        """Note a dispatch that the fold took as event ``seq``, decided at ``decided`` (epoch ms)."""
        trail.seqs.append(seq)
        trail.decided.append(decided)
        if applied.after is None:
            self.ends[trail.number] = seq
        before = applied.before
        if before is not None and decided - before.target >= LATE_MS:
            self.late_targets.append(before.target)
            self.late.append(seq)  # last: it is what makes the entry visible to other threads

    def created(self, trail: Trail, index: LogIndex) -> Record:
        """The record as it was created; its line is read once."""
        record = self._created.get(trail.id)
        if record is None:
            change = decode_change(index.event_at(trail.seqs[0]).data)
            if not isinstance(change, Create):
                message = f"event {trail.seqs[0]} no longer creates {trail.id}: the file was replaced while it was open"
                raise WorkbenchError("log_changed", message, hint="open it again")
            self._created[trail.id] = record = change.record
        return record

    def active_at(self, seq: int) -> list[Trail]:
        """The trails of the records that are active after event ``seq``, in creation order."""
        return [self.order[at] for at, end in enumerate(self.ends[: self._born(seq)]) if end > seq]

    def records_at(self, seq: int, index: LogIndex) -> Iterator[Record]:
        """The active records after event ``seq`` as they stand then, in creation order."""
        return (self._advanced(trail, seq, index) for trail in self.active_at(seq))

    def fold_at(self, seq: int, index: LogIndex) -> Fold:
        """The fold of the changes up to event ``seq``."""
        born = self._born(seq)
        return Fold.of(
            (trail.id, trail.dispatches_until(seq), self._advanced(trail, seq, index) if end > seq else None)
            for trail, end in zip(self.order[:born], self.ends[:born], strict=True)
        )

    def record(self, trail: Trail, seq: int, index: LogIndex) -> Record | None:
        """A record as it stands after event ``seq``; None where it is not active then."""
        active = trail.seqs[0] <= seq < self.ends[trail.number]
        return self._advanced(trail, seq, index) if active else None

    def standing(self, trail: Trail, seq: int, index: LogIndex) -> Standing | None:
        """The record after event ``seq``; None where it was not created by then."""
        changes = trail.changes_until(seq)
        if not changes:
            return None
        created, done = self.created(trail, index), trail.dispatches_until(seq)
        deleted = trail.seqs[changes - 1] if changes - 1 > done else None
        return Standing(created, done, None if deleted is not None else target_after(created, trail, done), deleted)

    def _advanced(self, trail: Trail, seq: int, index: LogIndex) -> Record:
        created = self.created(trail, index)
        target = target_after(created, trail, trail.dispatches_until(seq))
        return created if target is None else msgspec.structs.replace(created, target=target)

    def _born(self, seq: int) -> int:
        """How many records were created up to event ``seq``."""
        return bisect_right(self.order, seq, key=_created_by)

    def _open(self, record_id: str, seq: int) -> None:
        trail = Trail(record_id, len(self.order))
        trail.seqs.append(seq)
        self.trails[record_id] = trail
        self.ends.append(_NEVER)
        self.order.append(trail)


def _created_by(trail: Trail) -> int:
    return trail.seqs[0]


def target_after(created: Record, trail: Trail, dispatches: int) -> int | None:
    """The stored target (epoch ms) after that many dispatches of a record that was not deleted; None once it ended.

    By the grid that an every record never leaves (SCH-8), so nothing in between is read.
    """
    if not dispatches:
        return created.target
    if created.kind != "every":
        return None
    target = next_target(created.target, created.seconds * 1000, trail.decided[dispatches - 1])
    return target if target <= MAX_MS else None
