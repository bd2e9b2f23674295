"""What the scan follows besides the lines themselves: the Schedule fold, and where the inbox was empty (SCH-10, BEN-7).

Owns only what would cost another pass to find out later. The rest of a session's state is picked from the end of the
log in ``past``.
"""

from array import array
from collections.abc import Iterable
from typing import Any, Final

import msgspec

from workbench.errors import ScheduleError
from workbench.schedule.changes import Change, Dispatch, decode_change
from workbench.schedule.fold import Fold
from workbench.schedule.wire import CreateWire, DeleteWire, DispatchWire, from_wire
from workbench.time.instant import parse_utc

_WIRES: Final = (CreateWire, DeleteWire, DispatchWire)
_SNAPSHOT_EVERY: Final = 4096  # changes
_SNAPSHOT_MAX_IDS: Final = 1024


class Tracker:
    """The fold of the changes so far and two queue lengths; only seqs from ``fold_from`` count."""

    def __init__(self, fold_from: int, fold: Fold | None = None) -> None:
        self.fold_from = fold_from
        self.fold = Fold() if fold is None else fold
        self.error: ScheduleError | None = None
        # (changes folded, copy of the fold): where a view of the past may start.
        self.snapshots: list[tuple[int, Fold]] = []
        # Rows after which no message waited, in order: where a fold of the inbox may start.
        self.empty_rows = array("I")
        # How many rows have been followed, and how many changes were among them.
        self.rows = 0
        self._changes = 0
        self._next_turn = 0
        self._next_step = 0

    def change(self, seq: int, data: Any) -> bool:
        """Fold the change of event ``seq``, typed or as parsed; False when it is the first one to break a rule."""
        self._changes += 1
        if seq < self.fold_from or self.error is not None:
            return True
        try:
            self.fold.apply(_decoded(data, seq), seq)
        except ScheduleError as error:
            self.error = error
        return self.error is None

    def changes(self, events: Iterable[Any]) -> int | None:
        """Fold the changes of many events as the quick scan decodes them; the seq of the first one to break a rule."""
        apply, active, fold_from = self.fold.apply, self.fold.active, self.fold_from
        for event in events:
            wire = event.data
            if self.error is not None or event.seq < fold_from:
                self._changes += 1
                continue
            try:
                # An active id is known to be well-formed, which leaves little to decode for most changes.
                quick = type(wire) is DispatchWire and wire.id in active
                apply(_dispatch(wire) if quick else from_wire(wire), event.seq)
            except (ValueError, ScheduleError):
                if not self.change(event.seq, wire):
                    return int(event.seq)
            else:
                self._changes += 1
        return None

    def spliced(self, events: Iterable[Any]) -> None:
        """Follow the lengths of the inbox queues through many changes of them."""
        fold_from, length = self.fold_from, self._next_turn
        for event in events:
            data = event.data
            if event.seq < fold_from:
                continue
            if data.target == "next-step":
                self._next_step = _after(self._next_step, data.start, data.removed_count) + len(data.inserted)
            elif data.removed_count:
                length = _after(length, data.start, data.removed_count) + len(data.inserted)
            else:
                length += len(data.inserted)
        self._next_turn = length

    def spliced_data(self, seq: int, data: Any) -> None:
        """The same for one event from data as parsed, however odd."""
        if seq < self.fold_from or not isinstance(data, dict):
            return
        inserted = data.get("inserted")
        added = sum(isinstance(each, dict) for each in inserted) if isinstance(inserted, list) else 0
        start, removed = _count(data.get("start")), _count(data.get("removedCount"))
        if data.get("target") == "next-step":
            self._next_step = _after(self._next_step, start, removed) + added
        else:
            self._next_turn = _after(self._next_turn, start, removed) + added

    def settle(self, rows: int) -> None:
        """The first ``rows`` rows have been followed: remember what a view of the past can start from."""
        self.rows = rows
        if not self._next_turn and not self._next_step:
            self.empty_rows.append(rows)
        last = self.snapshots[-1][0] if self.snapshots else 0
        due = self._changes - last >= _SNAPSHOT_EVERY and self.fold.used_count <= _SNAPSHOT_MAX_IDS
        if due and self.error is None:
            self.snapshots.append((self._changes, self.fold.copy()))


def _after(length: int, start: int, removed: int) -> int:
    """How many of ``length`` messages are left when ``removed`` go from place ``start`` on."""
    end = start + removed
    return length - removed if end <= length else min(start, length)


def _dispatch(wire: DispatchWire) -> Dispatch:
    accepted = wire.accepted_at
    return Dispatch(wire.id, None if accepted is msgspec.UNSET else parse_utc(accepted))


def _decoded(data: Any, seq: int) -> Change:
    """The change in ``data``; raises ``corrupt_schedule_log``."""
    if not isinstance(data, _WIRES):
        return decode_change(data, seq)
    try:
        return from_wire(data)
    except ValueError:
        return decode_change(msgspec.to_builtins(data), seq)


def _count(value: object) -> int:
    return value if isinstance(value, int) and not isinstance(value, bool) and value >= 0 else 0
