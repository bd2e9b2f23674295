"""What one event changed: the state before it against the state after it (page 10, section 6, Event).

Owns the comparison alone. Where the two states come from is the history's business, how an event is worded the front's.
"""

from collections.abc import Iterator

from workbench.bench.story import Difference
from workbench.schedule.records import Record
from workbench.session.state import Plan, SessionState


def state_differences(before: SessionState, after: SessionState) -> Iterator[Difference]:
    """What differs besides schedules."""
    pairs = (
        ("turn", _number(before.turn), _number(after.turn)),
        ("plan", _plan_text(before.plan), _plan_text(after.plan)),
        ("inbox", _waiting(before), _waiting(after)),
        ("title", before.title, after.title),
    )
    return (Difference(what, old, new) for what, old, new in pairs if old != new)


def record_differences(
    before: Record | None, after: Record | None, dispatches: tuple[int, int]
) -> Iterator[Difference]:
    """What differs about the record that an event is about; ``dispatches`` are their numbers before and after."""
    old, new = (record.id if record is not None else None for record in (before, after))
    if old != new:
        yield Difference("schedule", old, new)
    was, is_now = (record.target if record is not None else None for record in (before, after))
    if was != is_now:
        yield Difference("target", was, is_now, instant=True)
    if dispatches[0] != dispatches[1]:
        yield Difference("dispatches", str(dispatches[0]), str(dispatches[1]))


def unchanged_items(before: Plan, after: Plan) -> int:
    """How many lines of the plan are the same before and after; a plan that was cleared has none."""
    if after.cleared_turn is not None:
        return 0
    return sum(old == new for old, new in zip(before.items, after.items, strict=False))


def _number(value: int | None) -> str | None:
    return str(value) if value is not None else None


def _waiting(state: SessionState) -> str | None:
    count = len(state.next_turn) + len(state.next_step)
    return f"{count} waiting" if count else None


def _plan_text(plan: Plan) -> str | None:
    if not plan.items and plan.written_turn is None:
        return None
    if plan.cleared_turn is not None:
        return f"cleared by turn {plan.cleared_turn}"
    done = sum(status == "completed" for _, status in plan.items)
    return f"{done} of {len(plan.items)} done: " + ", ".join(f"{content} ({status})" for content, status in plan.items)
