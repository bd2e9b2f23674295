"""A few words for an event: what it is about, without its type.

Owns the wording of a heading. The body of an event is the fronts' to show.
"""

from collections.abc import Callable, Mapping
from typing import Any, Final


def summary(kind: str, data: Any) -> str:
    """The words for an event of type ``kind``; empty where its type says it all."""
    teller = _TELLERS.get(kind)
    return teller(data) if teller is not None and isinstance(data, dict) else ""


def _change(data: Mapping[str, Any]) -> str:
    schedule = data.get("schedule")
    about = schedule.get("id") if isinstance(schedule, dict) else data.get("id")
    return f"{data.get('operation')} of {about}"


def _message(data: Mapping[str, Any]) -> str:
    source = data.get("source")
    kind = source.get("kind") if isinstance(source, dict) else None
    return f"from {source.get('plugin') if isinstance(source, dict) and kind == 'plugin' else kind}"


def _spliced(data: Mapping[str, Any]) -> str:
    inserted, removed = data.get("inserted"), data.get("removedCount")
    queued = len(inserted) if isinstance(inserted, list) else 0
    parts = [f"{queued} queued"] if queued else []
    if removed:
        parts.append(f"{removed} {data.get('outcome', 'claimed')}")
    return ", ".join(parts)


def _todos(data: Mapping[str, Any]) -> str:
    todos = data.get("todos")
    return f"{len(todos) if isinstance(todos, list) else 0} items"


def _ended(data: Mapping[str, Any]) -> str:
    reason = data.get("reason")
    kind = reason.get("kind") if isinstance(reason, dict) else None
    return f"turn {data.get('turn')}" + (f", {kind}" if kind else "")


def _step(data: Mapping[str, Any]) -> str:
    return f"step {data.get('step')} of turn {data.get('turn')}"


_TELLERS: Final[Mapping[str, Callable[[Mapping[str, Any]], str]]] = {
    "agent/inbox/spliced": _spliced,
    "request/header": lambda data: str(data.get("reason")),
    "schedule/change": _change,
    "session/title": lambda data: str(data.get("title")),
    "step/end": _step,
    "step/start": _step,
    "todo/write": _todos,
    "tool/call": lambda data: str(data.get("name")),
    "turn/end": _ended,
    "turn/start": lambda data: f"turn {data.get('turn')}",
    "user/message": _message,
}
