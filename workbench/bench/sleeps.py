"""The stretches in which the clock went on and nothing could be decided: known for a bench's own moves, inferred for
what was in the log before.

Owns finding and looking up. A sleep of this bench is noted when the clock leaps or a session comes back; one of the
past shows in a dispatch that came late although the agent was idle.
"""

import threading
from bisect import bisect_left, bisect_right
from itertools import accumulate
from typing import Final

from workbench.bench.leftovers import queued_at
from workbench.bench.passages import END_SEED, SPLICED, Passages
from workbench.bench.story import Sleep
from workbench.session.book import RecordBook
from workbench.session.index import LogIndex

_IDLE: Final = frozenset((END_SEED, SPLICED))
_MOST_IDLE: Final = 64  # rows without a turn that are looked through for one dispatch


class Sleeps:
    """Some sleeps in the order of their seqs, to be asked by instant and by seq; never changed."""

    def __init__(self, items: tuple[Sleep, ...]) -> None:
        self.items = items
        # A clock may be set back, so the order of seqs need not be that of instants.
        self._by_time = sorted(items, key=lambda sleep: (sleep.started, sleep.seq))
        self._starts = [sleep.started for sleep in self._by_time]
        self._latest = list(accumulate((sleep.ended for sleep in self._by_time), max))
        self._seqs = [sleep.seq for sleep in items]

    def between(self, first_ms: int, last_ms: int) -> tuple[Sleep, ...]:
        """Those that overlap ``first_ms <= t < last_ms``, by their start."""
        first, last = bisect_right(self._latest, first_ms), bisect_left(self._starts, last_ms)
        return tuple(sleep for sleep in self._by_time[first:last] if sleep.ended > first_ms)

    def by_seq(self, first_seq: int, last_seq: int) -> tuple[Sleep, ...]:
        """Those whose seq is one of ``first_seq`` to ``last_seq``, the last included."""
        return self.items[bisect_left(self._seqs, first_seq) : bisect_right(self._seqs, last_seq)]

    def over(self, instant: int, seq: int) -> Sleep | None:
        """The last sleep that ended by event ``seq`` and lay over ``instant`` (epoch ms)."""
        found = (sleep for sleep in self.between(instant, instant + 1) if sleep.seq <= seq)
        return max(found, key=lambda sleep: sleep.seq, default=None)


class SleepBook:
    """The sleeps of one bench's session. Those before event ``known_from``, and of what others wrote since, are
    inferred, once and when first asked."""

    def __init__(self, known_from: int) -> None:
        self.known: tuple[Sleep, ...] = ()
        self._lock = threading.Lock()
        self._inferred: tuple[Sleep, ...] = ()
        # Stretches of events that were not looked through yet.
        self._unread: list[tuple[int, int]] = [(0, known_from)]
        self._made: tuple[tuple[Sleep, ...], Sleeps] | None = None

    def reach(self, first: int, last: int) -> None:
        """Others wrote the events ``first <= seq < last``: nothing is known of the sleeps among them."""
        with self._lock:
            self._unread.append((first, last))

    def add(self, started: int, ended: int, seq: int, *, cold: bool = False) -> None:
        """Note a sleep of this bench's own; times are epoch ms, and one that lasts no time is none."""
        if ended > started:
            self.known = (*self.known, Sleep(started, ended, seq, cold))

    def all(self, known: tuple[Sleep, ...], book: RecordBook, index: LogIndex) -> Sleeps:
        """All sleeps, of which ``known`` are this bench's own. Safe from any thread."""
        with self._lock:
            made = self._made
            if made is not None and made[0] is known and not self._unread:
                return made[1]
            for first, last in self._unread:
                self._inferred += inferred(book, index, last, first)
            self._unread.clear()
            sleeps = Sleeps(tuple(sorted((*self._inferred, *known), key=lambda sleep: sleep.seq)))
            self._made = (known, sleeps)
            return sleeps


def inferred(book: RecordBook, index: LogIndex, until: int, since: int = 0) -> tuple[Sleep, ...]:
    """The sleeps that late dispatches from event ``since`` on and before event ``until`` speak of."""
    passages = Passages(index)
    found: list[Sleep] = []
    start = bisect_left(book.late, since)
    # A batch that was half there before was told of then.
    told = since - 1 if start and book.late[start - 1] == since - 1 else -2
    for place in range(start, bisect_left(book.late, until)):
        seq = book.late[place]
        if seq == told + 1:  # of the same batch
            told = seq
            continue
        row = index.row_of(seq)
        gaps = _gaps(passages, passages.prelude(row)[0], book.late_targets[place]) if row is not None else ()
        fresh = [gap for gap in gaps if not found or found[-1].seq < gap.seq]
        if fresh:
            found += fresh
            told = seq
    return tuple(found)


def _gaps(passages: Passages, first: int, target: int) -> tuple[Sleep, ...]:
    """The gaps before the turn whose prelude starts at row ``first``, in order, from the one that ``target`` (epoch ms)
    lies inside; none where it lies in none.

    There is one before the turn, or before the session came back; between the two may stand what a crash left queued,
    and then the session came back more than once.
    """
    index = passages.index
    if first <= 0 or not passages.is_idle(first):
        return ()
    found: list[Sleep] = []
    for row in range(first, max(0, first - _MOST_IDLE), -1):
        cold = index.type_code(row) == END_SEED
        began, ended = index.time(row - 1), index.time(row)
        leap = began < target and (row == first or queued_at(passages, row))
        if began < ended and ended > target and (cold or leap):
            found.append(Sleep(began, ended, index.seq(row), cold))
        if began < target or index.type_code(row - 1) not in _IDLE:
            break
    return tuple(reversed(found)) if found and found[-1].started < target else ()
