"""What the table *Compared* says: one line a question, the answer of each side, and whether the answers differ.

Owns the questions and their order, the most telling first: a low screen shows only the first ones.
"""

from bisect import bisect_left
from typing import TYPE_CHECKING, NamedTuple

from workbench.time.clocktext import clock_text, table_time
from workbench.time.durations import format_duration
from workbench.time.zones import Zone

if TYPE_CHECKING:
    from workbench.bench.view import BenchView

NONE = "—"
NAMES = ("since the fork", "schedules", "next target", "agent", "plan", "clock")


class Fact(NamedTuple):
    """One line; ``left`` and ``right`` are the parent's and the child's answers."""

    name: str
    left: str
    right: str
    differs: bool


def facts(parent: "BenchView | None", child: "BenchView | None", zone: Zone) -> list[Fact]:
    """The lines, as far as either side is known."""
    views = (parent, child)
    shared = shared_events(child)
    answers = [
        [_since(view, shared) for view in views],
        [_schedules(view) for view in views],
        [_next(view, zone) for view in views],
        [_agent(view) for view in views],
        [_plan(view) for view in views],
        [clock_text(view.now, zone) if view is not None else NONE for view in views],
    ]
    lines = [Fact(name, left, right, left != right) for name, (left, right) in zip(NAMES, answers, strict=True)]
    # Adopting nothing is what every fork does: it is said, and is no difference by itself.
    return [_adopting(line) if line.name == "schedules" and child is not None else line for line in lines]


def shared_events(child: "BenchView | None") -> int:
    """How many events the child inherited."""
    return (child.seed_length or 0) if child is not None else 0


def held_at_fork(parent: "BenchView", child: "BenchView") -> int | None:
    """How many schedules the parent had when the child was made; None where its log cannot tell."""
    last = (child.seed_length or 0) - 1
    if parent.history is None or not parent.schedules_known or not 0 <= last < parent.events:
        return None
    before = parent.history.view_at(last)
    return before.active if before.schedules_known else None


def _adopting(line: Fact) -> Fact:
    return line._replace(right=f"{line.right}, 0 adopted")


def _since(view: "BenchView | None", shared: int) -> str:
    if view is None:
        return NONE
    first, turns = view.index.first_row_from(shared), view.index.turns
    ran = bisect_left(turns, view.rows) - bisect_left(turns, first)
    return f"{count(ran, 'turn')}, {count(max(0, view.events - shared), 'event')}"


def _schedules(view: "BenchView | None") -> str:
    if view is None or not view.schedules_known:
        return NONE
    ended = sum(1 for row in view.schedules if row.state == "ended")
    return f"{view.active:,} active" + (f", {ended:,} ended" if ended else "")


def _next(view: "BenchView | None", zone: Zone) -> str:
    if view is None or not view.schedules_known:
        return NONE
    if view.next_target is None:
        return "nothing scheduled"
    record, target = view.next_target
    late = view.now - target
    when = f"in {format_duration(-late)}" if late < 0 else f"overdue {format_duration(late)}" if late else "due now"
    return f"{record}  {table_time(target, view.now, zone)}  {when}"


def _agent(view: "BenchView | None") -> str:
    if view is None:
        return NONE
    if view.mode == "cold":
        return "suspended"
    if view.agent != "running":
        return "idle"
    return f"{'held' if view.held else 'busy'}, turn {view.turn}"


def _plan(view: "BenchView | None") -> str:
    if view is None or not view.plan.items:
        return NONE
    done = sum(1 for item in view.plan.items if item.status == "completed")
    return f"{count(len(view.plan.items), 'todo')}, {done} completed"


def count(number: int, noun: str) -> str:
    """``1 turn``, ``2,345 turns``."""
    return f"{number:,} {noun}{'' if number == 1 else 's'}"
