"""The tool ``todo_write``: the agent's plan of this session, always written whole (LOG-17).

Owns its schema and answer. The todos of an account are another thing and not here.
"""

from typing import Any, Final

from workbench.bench.tools.base import Outcome, SessionPort, Steps, Tool
from workbench.text.trim import trim

STATUSES: Final = ("pending", "in_progress", "completed")
INVALID_ITEM: Final = "invalid_todo"
_ITEM: Final[dict[str, Any]] = {
    "type": "object",
    "properties": {
        "content": {"type": "string", "description": "One thing to do, in a few words; not blank."},
        "status": {"type": "string", "enum": list(STATUSES)},
    },
    "required": ["content", "status"],
    "additionalProperties": False,
}
_SCHEMA: Final[dict[str, Any]] = {
    "type": "object",
    "properties": {
        "todos": {"type": "array", "items": _ITEM, "description": "Every item of the plan, in order."},
    },
    "required": ["todos"],
}
_DESCRIPTION: Final = (
    "Write your plan for the current work. Each call replaces the whole plan, so send all items, done ones too; an"
    " empty list clears it. The next turn starts without a plan."
)


def _write(port: SessionPort, args: dict[str, Any]) -> Steps:
    yield from ()
    todos = [{"content": trim(item["content"]), "status": item["status"]} for item in args["todos"]]
    for place, item in enumerate(todos):
        if not item["content"]:
            message = f"todos[{place}].content is blank; accepted is text with something in it, and nothing was written"
            return Outcome(message, is_error=True, code=INVALID_ITEM)
    port.append_plan(todos)
    return Outcome(_summary(todos), structured={"todos": todos})


def _summary(todos: list[dict[str, str]]) -> str:
    counts = (sum(item["status"] == status for item in todos) for status in STATUSES)
    shares = ", ".join(f"{count} {status.replace('_', ' ')}" for count, status in zip(counts, STATUSES, strict=True))
    return f"The plan now has {len(todos)} item{'' if len(todos) == 1 else 's'}: {shares}."


TOOLS: Final[tuple[Tool, ...]] = (
    Tool(
        name="todo_write",
        description=_DESCRIPTION,
        input_schema=_SCHEMA,
        output_schema={"type": "object", "properties": {"todos": {"type": "array", "items": _ITEM}}},
        changes_session=True,
        handler=_write,
        idempotent=True,
    ),
)
