"""What a front may know of a bench: immutable snapshots, made between two events and safe to read from any thread.

Owns shapes only. :meth:`workbench.bench.bench.Bench.view` makes them; fronts draw them and never reach behind them.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

import msgspec

from workbench.bench.faults import Armed
from workbench.session.events import Event
from workbench.session.index import LogIndex
from workbench.session.marks import NO_MARKS, Marks

if TYPE_CHECKING:
    from workbench.bench.history import History
    from workbench.bench.journal.reading import JournalView

Mode = Literal["live", "cold", "read-only", "past"]
Move = Literal["advance", "jump", "step", "next", "play", "say", "call", "release", "resume"]


class Delivery(msgspec.Struct, frozen=True):
    """One record delivered by one dispatch. Times are epoch ms, ``late`` is ms from occurrence to decision."""

    id: str
    kind: str
    prompt: str
    seconds: int
    seq: int
    turn: int
    occurrence: int
    decided: int
    late: int
    passed: int
    next_target: int | None


@dataclass(frozen=True, slots=True)
class MoveReport:
    """What the last move did (TUI-5): from and to in epoch ms, the turns it ran, what it delivered, what passed by.

    ``note`` says what a bare number cannot: ``clock went back``, ``stopped``, ``waiting for an open turn``.
    ``other`` is what the other way of moving would have done: its name and turns, or None where it is the same move.
    """

    move: Move
    started: int
    ended: int
    turns: int
    events: int
    delivered: tuple[Delivery, ...]
    delivered_count: int
    passed: int
    note: str | None = None
    other: tuple[str, int] | None = None


@dataclass(frozen=True, slots=True)
class ScheduleRow:
    """One record as the schedules pane shows it; ``state`` is ``scheduled``, ``overdue`` or, for one that the last
    move ended, ``ended``. ``delivered`` is set when the last move delivered it."""

    id: str
    kind: str
    prompt: str
    seconds: int
    target: int
    state: Literal["scheduled", "overdue", "ended"]
    delivered: Delivery | None = None


@dataclass(frozen=True, slots=True)
class PlanItem:
    """One line of the log's plan (LOG-17): status is ``pending``, ``in_progress`` or ``completed``."""

    content: str
    status: str


@dataclass(frozen=True, slots=True)
class PlanView:
    """The latest ``todo/write``. ``written_turn`` wrote it; ``cleared_turn`` is the turn that cleared it, or None."""

    items: tuple[PlanItem, ...] = ()
    written_turn: int | None = None
    cleared_turn: int | None = None


@dataclass(frozen=True, slots=True)
class BenchView:
    """The whole state a screen needs at one instant. ``rows`` and ``events`` bound what of ``index`` may be read.

    ``mode`` is ``read-only`` for a log that was opened and not driven yet, or cannot be; ``cold`` for a suspended one;
    ``past`` for the fold of a prefix, made by ``history``, which answers everything about what was before.
    ``next_id`` is what the next schedule created would be called. ``waiting`` are the first few of the ``queued``
    messages, in the order in which they will be taken.
    ``armed`` are the faults that will strike; ``crashed`` is how many events the crash lost that made the session cold,
    None where it did not crash; ``holder`` names who writes the log where that is why it is only looked at;
    ``turn_ms`` is how long a turn lasts (simulated); ``journal`` is what was decided so far, None past and unread;
    ``marks`` is what is damaged where (LOG-14).
    ``closers`` are the events an interrupted log would get when opened for writing (LOG-9). ``verdict`` is what a check
    of the log says; it can be ``corrupt`` for a log that is ``drivable`` all the same, whose Schedule history breaks a
    rule (``schedules_known`` is False then, as over damage) or which lies in the wrong place.
    """

    session_id: str
    title: str | None
    path: Path
    source: Path | None
    mode: Mode
    problem: str | None
    now: int
    zone: str | None
    agent: Literal["idle", "running"]
    held: bool
    turn: int | None
    last_turn: int
    events: int
    rows: int
    seed_length: int | None
    parent: str | None
    schedules: tuple[ScheduleRow, ...]
    active: int
    plan: PlanView
    next_target: tuple[str, int] | None
    queued: int
    move: MoveReport | None
    index: LogIndex
    closers: tuple[Event, ...] = ()
    verdict: str = "ok"
    drivable: bool = True
    schedules_known: bool = True
    history: "History | None" = field(default=None, compare=False)
    next_id: str = "schedule-1"
    waiting: tuple[Mapping[str, Any], ...] = ()
    armed: tuple[Armed, ...] = ()
    crashed: int | None = None
    holder: str | None = None
    turn_ms: int = 0
    journal: "JournalView | None" = field(default=None, compare=False)
    marks: Marks = field(default=NO_MARKS, compare=False)
