"""What a log that ends inside a turn is shown with, and gets when it is opened for writing (LOG-9).

Owns the order and the shapes of these events. Whether they are written is the writer's business.
"""

from typing import Any, Final

from workbench.session.events import Event
from workbench.session.identity import made_id
from workbench.session.state import OpenCall, SessionState

# Whether the call was seen to start -> its code, and what a model reads.
_OUTCOMES: Final = {
    True: ("TOOL_OUTCOME_UNKNOWN", "The session was interrupted while this tool ran: its outcome is unknown."),
    False: ("TOOL_NOT_STARTED", "The session was interrupted before this tool was started: it did nothing."),
}


def closing_events(state: SessionState, session_id: str) -> tuple[Event, ...]:
    """The events that end the open turn of ``state``, none where no turn is open. All have the last event's time."""
    if state.turn is None:
        return ()
    found: list[tuple[str, dict[str, Any], tuple[int, ...] | None]] = []
    for call in state.calls.values():
        sources = () if call.call_seq is None else (call.call_seq,)
        message_id = made_id(session_id, state.events + len(found), 0)
        found.append(("tool/result", _result(call, state.turn, message_id), sources))
    if state.step is not None:
        found.append(("step/end", {"turn": state.turn, "step": state.step}, None))
    found.append(("turn/end", {"turn": state.turn, "reason": {"kind": "interrupted"}}, None))
    time = state.last_time or 0
    return tuple(
        Event(type=kind, seq=seq, time=time, data=data, surface=sources is not None, sources=sources)
        for seq, (kind, data, sources) in enumerate(found, state.events)
    )


def _result(call: OpenCall, turn: int, message_id: str) -> dict[str, Any]:
    code, text = _OUTCOMES[call.call_seq is not None]
    block = {"type": "tool-result", "toolCallId": call.id, "content": [{"type": "text", "text": text}], "isError": True}
    message = {"source": {"kind": "tool", "callId": call.id}, "content": [block], "role": "user", "id": message_id}
    error = {"name": "ToolInterruptedError", "code": code}
    return {"turn": turn, "step": call.step, "message": message, "error": error}
