"""Finds where a record comes from: its creating event, the turn that was open and the call that was under way.

Owns the walk from the create back to its call (LOG-16), which never leaves the turn.
"""

from collections.abc import Mapping
from typing import Any

from workbench.bench.passages import TOOL_CALL, TOOL_RESULT, Passages
from workbench.bench.story import Origin

_CREATE_TOOL = "schedule_create"
_MOST_CALLS = 16


def origin_of(passages: Passages, seq: int, target: int) -> Origin:
    """The origin of the record that event ``seq`` created with its first ``target`` (epoch ms)."""
    index = passages.index
    row = index.row_of(seq)
    if row is None:
        return Origin(seq, 0, target)
    turn = passages.open_turn(row)
    if turn is None:
        return Origin(seq, index.time(row), target)
    return Origin(seq, index.time(row), target, _call_around(passages, row, turn.row), turn.number)


def _call_around(passages: Passages, row: int, since: int) -> str | None:
    """The id of the call to create that was under way at ``row``, in the turn that started at row ``since``."""
    index, at, answered = passages.index, row, set[str | None]()
    for _ in range(_MOST_CALLS):
        at = max(index.rfind_type(TOOL_CALL, since, at), index.rfind_type(TOOL_RESULT, since, at))
        if at < 0:
            return None
        data = passages.data(at)
        if index.type_code(at) == TOOL_RESULT:
            answered.add(_answered(data))
        elif data.get("name") == _CREATE_TOOL and data.get("callId") not in answered:
            return str(data.get("callId"))
    return None


def _answered(data: Mapping[str, Any]) -> str | None:
    """The id of the call that a result answers."""
    message = data.get("message")
    source = message.get("source") if isinstance(message, dict) else None
    found = source.get("callId") if isinstance(source, dict) else None
    return found if isinstance(found, str) else None
