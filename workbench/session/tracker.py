"""What the scan follows besides the lines themselves: the Schedule fold with the book of its changes, and where the
inbox was empty (SCH-10, BEN-7).

Owns only what would cost another pass to find out later. The rest of a session's state is picked from the end of the
log in ``past``.
"""

from array import array
from collections.abc import Iterable
from typing import Any, Final

import msgspec

from workbench.errors import ScheduleError
from workbench.schedule.changes import Change, decode_change
from workbench.schedule.fold import Fold
from workbench.schedule.wire import CreateWire, DeleteWire, DispatchWire, from_wire
from workbench.session.book import LATE_MS, RecordBook
from workbench.time.instant import parse_utc

_WIRES: Final = (CreateWire, DeleteWire, DispatchWire)


class Tracker:
    """The fold of the changes so far and two queue lengths; only seqs from ``fold_from`` count."""

    def __init__(self, fold_from: int) -> None:
        self.fold_from = fold_from
        self.fold = Fold()
        # Where each record's changes lie: what it was at any earlier event follows from that.
        self.book = RecordBook()
        self.error: ScheduleError | None = None
        # The event that broke the rule.
        self.error_seq: int | None = None
        # Rows after which no message waited, in order: where a fold of the inbox may start.
        self.empty_rows = array("I")
        # How many rows have been followed.
        self.rows = 0
        self._next_turn = 0
        self._next_step = 0

    def change(self, seq: int, time: int, data: Any) -> bool:
        """Fold the change of event ``seq`` at ``time`` (epoch ms), typed or as parsed; False when it is the first one
        to break a rule."""
        if seq < self.fold_from or self.error is not None:
            return True
        try:
            change = _decoded(data, seq)
            self.book.add(change, self.fold.apply(change, seq), seq, time)
        except ScheduleError as error:
            self.error, self.error_seq = error, seq
        return self.error is None

    def changes(self, events: Iterable[Any]) -> int | None:
        """Fold the changes of many events as the quick scan decodes them; the seq of the first one to break a rule."""
        if self.error is not None:
            return None
        apply, dispatch = self.fold.apply, self.fold.dispatch
        book, fold_from = self.book, self.fold_from
        trails = book.trails
        for event in events:
            wire = event.data
            seq = event.seq
            if seq < fold_from:
                continue
            try:
                trail = trails.get(wire.id) if type(wire) is DispatchWire else None
                if trail is None or wire.accepted_at is msgspec.UNSET:
                    change = from_wire(wire)
                    book.add(change, apply(change, seq), seq, event.time)
                else:
                    # The id of a record is known to be well-formed, which leaves little to do for most changes.
                    decided = parse_utc(wire.accepted_at)
                    applied = dispatch(wire.id, decided, seq)
                    before = applied.before
                    if before is None or applied.after is None or decided - before.target >= LATE_MS:
                        book.dispatched(trail, applied, seq, decided)
                    else:
                        trail.seqs.append(seq)
                        trail.decided.append(decided)
            except (ValueError, ScheduleError):
                if not self.change(seq, event.time, wire):
                    return int(seq)
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


def _after(length: int, start: int, removed: int) -> int:
    """How many of ``length`` messages are left when ``removed`` go from place ``start`` on."""
    end = start + removed
    return length - removed if end <= length else min(start, length)


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
