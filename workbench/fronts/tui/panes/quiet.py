"""Which events say nothing that another row does not say: hidden like the structural ones until all are asked for.

Owns the judgement, one event at a time. It needs the event itself, so it is made only of rows that come into sight: the
context of a step, a single reminder's frame, an assistant message that only calls tools, the result of a call whose
change has a row of its own.
"""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final

from workbench.errors import WorkbenchError
from workbench.fronts.tui.panes.lines import line_size
from workbench.fronts.tui.panes.messagetext import framed_count, message_text
from workbench.session.events import TYPE_CODE, Event
from workbench.session.packed import PackedRun

if TYPE_CHECKING:
    from workbench.fronts.tui.panes.page import PageIndex
    from workbench.session.index import LogIndex

_USER, _ASSISTANT = TYPE_CODE["user/message"], TYPE_CODE["assistant/message"]
_RESULT: Final = TYPE_CODE["tool/result"]
_TOLD: Final = bytes((TYPE_CODE["schedule/change"], TYPE_CODE["todo/write"]))
# The types that can be quiet, as a translation table: 1 where a type can.
MAY_BE_QUIET: Final = bytes(code in {_USER, _ASSISTANT, _RESULT} for code in range(256))
# A line longer than this (bytes) is not read for the judgement; what is so long is worth a row.
_LOOKED_AT: Final = 1 << 14


def is_quiet(index: "LogIndex | PageIndex", row: int) -> bool:
    """Whether the event of that row is quiet."""
    code = index.type_code(row)
    if code == _RESULT:
        return row > 0 and index.type_code(row - 1) in _TOLD
    try:
        if code not in {_USER, _ASSISTANT} or line_size(index, row) > _LOOKED_AT:
            return False
        event = index.event(row)
    except WorkbenchError:
        # What cannot be read any more is worth a row that says so.
        return False
    return isinstance(event, Event) and quiet_message(event)


def is_quiet_line(index: "LogIndex", row: int, raw: bytes, event: Event | PackedRun) -> bool:
    """As :func:`is_quiet` of a row whose line and event are at hand."""
    code = index.type_code(row)
    if code == _RESULT:
        return row > 0 and index.type_code(row - 1) in _TOLD
    if not MAY_BE_QUIET[code] or len(raw) > _LOOKED_AT:
        return False
    return isinstance(event, Event) and quiet_message(event)


def quiet_message(event: Event) -> bool:
    """The judgement on a message of the user's or the assistant's side."""
    try:
        return _quiet_context(event.data) if event.type == "user/message" else _only_calls(event.data["message"])
    except (LookupError, TypeError, ValueError, AttributeError):
        return False


def _quiet_context(data: Mapping[str, Any]) -> bool:
    source = data["source"]
    if source.get("kind") != "plugin":
        return False
    return bool(source.get("form") == "snapshot" or framed_count(data) == 1)


def _only_calls(message: Mapping[str, Any]) -> bool:
    calls = any(block.get("type") == "tool-call" for block in message["content"])
    return calls and not message_text(message).strip()
