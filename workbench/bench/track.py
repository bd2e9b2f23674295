"""What the timeline needs of one record: its grid, where it waits, and which of its occurrences were delivered.

Owns answers by arithmetic over the instants at which the record's dispatches were decided; no target is ever listed.
"""

from array import array
from bisect import bisect_left

import msgspec

from workbench.session.book import Standing, Trail
from workbench.session.index import LogIndex


class Track(msgspec.Struct, frozen=True, eq=False):
    """One record's life as of a view; instants are epoch ms. ``first`` is its first target, ``target`` the one it waits
    for, None once it ended, at ``ended``. Targets of an every record lie every ``seconds`` from ``first`` on."""

    id: str
    kind: str
    seconds: int
    created: int
    first: int
    target: int | None
    ended: int | None
    # Grows with the log; only the first ``_dispatches`` are this view's.
    _decided: "array[int]"
    _dispatches: int

    def last_in(self, first_ms: int, last_ms: int) -> bool:
        """Whether an occurrence in ``first_ms <= occurrence < last_ms`` was delivered."""
        if not self._dispatches or last_ms <= first_ms:
            return False
        if self.kind != "every":
            return first_ms <= self.first < last_ms
        # A dispatch decided from one target up to the next delivers that target.
        low, high = self._target_from(first_ms), self._target_from(last_ms)
        decided, end = self._decided, self._dispatches
        return bisect_left(decided, low, 0, end) < bisect_left(decided, high, 0, end)

    def _target_from(self, instant: int) -> int:
        """The first target at or after ``instant``."""
        step = self.seconds * 1000
        return self.first + max(0, -(-(instant - self.first) // step)) * step


def make_track(trail: Trail, standing: Standing, index: LogIndex) -> Track:
    """The track of a record that stands as ``standing``."""
    created = standing.created
    return Track(
        id=created.id,
        kind=created.kind,
        seconds=created.seconds,
        created=time_of(index, trail.seqs[0]),
        first=created.target,
        target=standing.target,
        ended=_ended(trail, standing, index),
        _decided=trail.decided,
        _dispatches=standing.dispatches,
    )


def time_of(index: LogIndex, seq: int) -> int:
    """The time of event ``seq``, which stands in a row of its own (epoch ms)."""
    row = index.row_of(seq)
    return index.time(row) if row is not None else 0


def _ended(trail: Trail, standing: Standing, index: LogIndex) -> int | None:
    if standing.deleted is not None:
        return time_of(index, standing.deleted)
    if standing.target is None:
        return trail.decided[standing.dispatches - 1]
    return None
