"""How the built-in agent changes its plan: a new one, or other statuses in the last one it wrote (LOG-17).

Owns no state: the last plan is read from the log, where a new turn has cleared it and its text still stands.
"""

from collections.abc import Callable, Iterator

from workbench.services.requests.commands import MarkPlan, WritePlan
from workbench.session.events import Event

Plan = list[dict[str, str]]


def changed_plan(
    command: WritePlan | MarkPlan, current: Plan | None, history: Callable[[], Iterator[Event]]
) -> tuple[Plan | None, str]:
    """The plan after ``command`` and "", or the plan before it and why there is no such item.

    ``current`` is the plan that this turn's earlier messages make, None when they make none.
    """
    if isinstance(command, WritePlan):
        return [{"content": item, "status": "pending"} for item in command.items], ""
    plan = _last_plan(history()) if current is None else current
    missing = [number for number in command.numbers if not 1 <= number <= len(plan)]
    if missing:
        return current, _no_item(missing[0], len(plan))
    return [
        {"content": item["content"], "status": command.status if number in command.numbers else item["status"]}
        for number, item in enumerate(plan, 1)
    ], ""


def _no_item(number: int, items: int) -> str:
    if not items:
        return "There is no plan yet. For example: plan: draft; review; send"
    return f"The last plan has {items} item{'' if items == 1 else 's'}, so there is no item {number}."


def _last_plan(events: Iterator[Event]) -> Plan:
    """The latest ``todo/write``, or nothing where it is not of the shape that this version writes."""
    last = None
    for event in events:
        if event.type == "todo/write":
            last = event.data
    todos = last.get("todos") if isinstance(last, dict) else None
    return todos if isinstance(todos, list) and all(map(_is_item, todos)) else []


def _is_item(value: object) -> bool:
    return isinstance(value, dict) and isinstance(value.get("content"), str) and isinstance(value.get("status"), str)
