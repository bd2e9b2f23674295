"""Which records have a lane, and what each lane has to show: the bridge from a view's rows to ``marks``.

Owns the choice of lanes where there are more than rows, and a record's short rule. How a lane looks is ``rows``.
"""

import heapq
from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

import msgspec

from workbench.fronts.tui.theme.cells import width
from workbench.fronts.tui.timeline.marks import Lane
from workbench.fronts.tui.timeline.scale import Reach
from workbench.time.durations import format_duration
from workbench.time.instant import DAY

if TYPE_CHECKING:
    from workbench.bench.history import History
    from workbench.bench.view import BenchView, ScheduleRow

RULE_CELLS: Final = 5
_YEAR: Final = 365 * DAY
# Later ids are hardly ever shorter than the first ones, so these and the last one say how long ids are.
_MEASURED: Final = 200
_FEW: Final = 4


class Survey(msgspec.Struct, frozen=True):
    """What all rows of a view together say, found out once a view: the reach, and how wide the widest id is."""

    reach: Reach
    id_cells: int


def survey(view: "BenchView") -> Survey:
    """The survey of a view; the one look at every record."""
    rows, now = view.schedules, view.now
    intervals = (row.seconds for row in rows if row.kind == "every" and row.state != "ended")
    interval = min(intervals, default=None)
    coming = heapq.nsmallest(_FEW, (row.target for row in rows if row.target > now and row.state != "ended"))
    due = max((row.target for row in rows if row.state == "overdue"), default=None)
    late = [row.delivered.occurrence for row in rows if row.delivered is not None and row.delivered.late]
    reach = Reach(
        None if interval is None else max(1, interval) * 1000,
        coming[0] - now if coming else None,
        now - min(late, default=now),
        coming[-1] - now if coming else 0,
        None if due is None else now - due,
    )
    measured = (*rows[:_MEASURED], *rows[-1:])
    return Survey(reach, max((width(row.id) for row in measured), default=0))


def chosen(rows: "Sequence[ScheduleRow]", room: int, selected: str | None) -> "list[ScheduleRow]":
    """At most ``room`` rows in table order: the selected one, those the last move delivered, then the nearest."""
    if len(rows) <= room:
        return list(rows)
    picked = {at: None for at, row in enumerate(rows) if row.id == selected}
    picked |= {at: None for at, row in enumerate(rows) if row.delivered is not None}
    if len(picked) < room:
        nearest = heapq.nsmallest(
            room, ((row.state == "ended", row.target, at) for at, row in enumerate(rows) if at not in picked)
        )
        picked |= {at: None for _, _, at in nearest}
    return [rows[at] for at in sorted(list(picked)[:room])]


def lane_of(row: "ScheduleRow", history: "History | None") -> Lane:
    """A row's lane. Without a history only what waits and what the last move delivered is known."""
    track = history.track(row.id) if history is not None else None
    ended = row.state == "ended"
    delivered = row.delivered
    target = None if ended else row.target
    return Lane(
        period=row.seconds * 1000 if row.kind == "every" else 0,
        first=track.first if track is not None else None,
        until=row.target + ended,
        target=target,
        occurrence=delivered.occurrence if delivered is not None else None,
        decided=_decided(row),
        was=track.last_in if track is not None else None,
    )


def _decided(row: "ScheduleRow") -> int:
    """Where the line of lateness ends: nowhere, for what was on time."""
    if row.delivered is None:
        return 0
    return row.delivered.decided if row.delivered.late else row.delivered.occurrence


def rule_text(row: "ScheduleRow") -> str:
    """A record's rule in five cells: its interval (``31d+`` where that is more), ``after`` or ``at``."""
    if row.kind != "every":
        return row.kind
    first, *rest = format_duration(row.seconds * 1000).split(" ")
    texts = ("".join((first, *rest)), f"{first}+", f"{row.seconds * 1000 // _YEAR}y+")
    return next((text for text in texts if len(text) <= RULE_CELLS), "")
