"""Makes the snapshot that fronts read out of a log, its state and the last move."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

from workbench.bench.faults import Armed
from workbench.bench.journal.entries import HeldBack
from workbench.bench.journal.reading import JournalView
from workbench.bench.tally import Tally
from workbench.bench.view import BenchView, Delivery, Mode, MoveReport, PlanItem, PlanView, ScheduleRow
from workbench.schedule.records import Record, state_of
from workbench.session.events import Event, Header
from workbench.session.index import LogIndex
from workbench.session.marks import NO_MARKS, Marks
from workbench.session.state import SessionState

if TYPE_CHECKING:
    from workbench.bench.history import History

# Queued messages that a view shows.
_WAITING: Final = 4


@dataclass(frozen=True, slots=True)
class Situation:
    """Everything about the bench at one instant that is not in the log's state.

    ``stuck`` is what failed in the owner's last delivery, ``parked`` says that one waits at a slow barrier.
    ``cold_since`` is when a session that is not live stopped:
    suspended then, or at the end of its log (epoch ms).
    """

    path: Path
    source: Path | None
    mode: Mode
    problem: str | None
    verdict: str
    drivable: bool
    now: int
    zone: str | None
    held: bool
    running: bool
    closers: tuple[Event, ...]
    cold_since: int | None = None
    next_id: str = "schedule-1"
    armed: tuple[Armed, ...] = ()
    crashed: int | None = None
    stuck: HeldBack | None = None
    parked: bool = False
    turn_ms: int = 0
    journal: JournalView | None = None
    marks: Marks = NO_MARKS


@dataclass(frozen=True, slots=True)
class Ground:
    """What a view is of: so many rows and events of a log, the records active after them and their earliest target."""

    header: Header | None
    index: LogIndex
    rows: int
    events: int
    records: Mapping[str, Record]
    target: int | None


def make_view(
    situation: Situation, ground: Ground, state: SessionState, tally: Tally | None, history: "History"
) -> BenchView:
    """The snapshot; its cost grows with the active records, never with the log. The schedules in ``state`` are not
    looked at."""
    header, index = ground.header, ground.index
    # Where Schedule's history is not whole, what is left of it would be a guess (LOG-14).
    known = state.schedule_error is None
    records = ground.records if known else {}
    return BenchView(
        session_id=header.id if header is not None else situation.path.parent.name,
        title=state.title,
        path=situation.path,
        source=situation.source,
        mode=situation.mode,
        problem=_problem(situation, state),
        now=situation.now,
        zone=situation.zone,
        agent="running" if situation.running else "idle",
        held=situation.held,
        turn=state.turn,
        last_turn=state.last_turn,
        events=ground.events,
        rows=ground.rows,
        seed_length=header.seed_length if header is not None else None,
        parent=header.parent if header is not None else None,
        schedules=_rows(records, situation.now, tally),
        active=len(records),
        plan=_plan(state),
        next_target=_nearest(records, ground.target if known else None),
        queued=len(state.next_turn) + len(state.next_step),
        move=_report(tally, situation.now, ground.events),
        index=index,
        closers=situation.closers,
        verdict=situation.verdict,
        drivable=situation.drivable,
        schedules_known=known,
        history=history,
        next_id=situation.next_id,
        armed=situation.armed,
        crashed=situation.crashed,
        turn_ms=situation.turn_ms,
        journal=situation.journal,
        marks=situation.marks,
        waiting=(*state.next_step[:_WAITING], *state.next_turn[:_WAITING])[:_WAITING],
    )


def _problem(situation: Situation, state: SessionState) -> str | None:
    if situation.problem is not None:
        return situation.problem
    error = state.schedule_error
    return f"{error.code}: {error.message}" if error is not None else None


def _rows(active: Mapping[str, Record], now: int, tally: Tally | None) -> tuple[ScheduleRow, ...]:
    """Active records in creation order, then those the last move ended (page 10, section 6)."""
    delivered = tally.delivered if tally is not None else {}
    rows = [
        ScheduleRow(
            record.id, record.kind, record.prompt, record.seconds, record.target, state_of(record, now),
            delivered.get(record.id),
        )
        for record in active.values()
    ]  # fmt: skip
    # A record that was deleted since was not ended by the move: nothing is said of it here.
    rows += [_ended(each) for each in delivered.values() if each.next_target is None and each.id not in active]
    return tuple(rows)


def _ended(delivery: Delivery) -> ScheduleRow:
    return ScheduleRow(
        delivery.id, delivery.kind, delivery.prompt, delivery.seconds, delivery.occurrence, "ended", delivery
    )


def _plan(state: SessionState) -> PlanView:
    items = tuple(PlanItem(content, status) for content, status in state.plan.items)
    return PlanView(items, state.plan.written_turn, state.plan.cleared_turn)


def _nearest(active: Mapping[str, Record], target: int | None) -> tuple[str, int] | None:
    if target is None:
        return None
    return next((record.id, target) for record in active.values() if record.target == target)


def _report(tally: Tally | None, now: int, events: int) -> MoveReport | None:
    return tally.report(now, events) if tally is not None else None
