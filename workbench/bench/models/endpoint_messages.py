"""A session's history as the messages of a chat-completion request.

Owns that translation: which events a model sees, how much of a long history, and that every call it once made has an
answer. Sending is endpoint.py's business.
"""

from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Final

from workbench.session.events import Event

Message = dict[str, Any]
_NO_RESULT: Final = "this call has no result; its outcome is unknown"


def chat_messages(events: Iterable[Event], limit: int) -> list[Message]:
    """System text and conversation; of a history over ``limit`` characters the newest part, from a user message on."""
    system = ""
    kept: deque[tuple[int, Message]] = deque()
    size = 0
    for event in events:
        if event.type == "request/header":
            system = _system(event.data) or system
        for message in _messages(event):
            length = sum(len(str(value)) for value in message.values())
            kept.append((length, message))
            size += length
        while size > limit and len(kept) > 1:
            size -= kept.popleft()[0]
    messages = [message for _, message in kept]
    start = next((place for place, message in enumerate(messages) if message["role"] == "user"), 0)
    return [*([{"role": "system", "content": system}] if system else []), *_answered(messages[start:])]


def _system(data: Mapping[str, Any]) -> str:
    header = data.get("header")
    system = header.get("system") if isinstance(header, dict) else None
    return system if isinstance(system, str) else ""


def _messages(event: Event) -> Iterator[Message]:
    if event.type == "user/message":
        yield {"role": "user", "content": _text(event.data["content"])}
    elif event.type == "assistant/message":
        yield _assistant(event.data["message"]["content"])
    elif event.type == "tool/result":
        for block in event.data["message"]["content"]:
            if block.get("type") == "tool-result":
                yield {"role": "tool", "tool_call_id": block["toolCallId"], "content": _text(block["content"])}


def _assistant(content: Sequence[Mapping[str, Any]]) -> Message:
    message: Message = {"role": "assistant", "content": _text(content)}
    calls = [
        {
            "id": block["id"],
            "type": "function",
            "function": {"name": block["name"], "arguments": block["arguments"]},
        }
        for block in content
        if block.get("type") == "tool-call"
    ]
    return {**message, "tool_calls": calls} if calls else message


def _text(content: Sequence[Mapping[str, Any]]) -> str:
    return "\n".join(str(block.get("text", "")) for block in content if block.get("type") == "text")


def _answered(messages: Iterable[Message]) -> Iterator[Message]:
    """Every call followed at once by its result, as endpoints demand; one that was cut off gets a plain statement."""
    waiting: dict[str, None] = {}
    for message in messages:
        if message["role"] == "tool":
            if message["tool_call_id"] in waiting:
                del waiting[message["tool_call_id"]]
                yield message
            continue
        yield from _unanswered(waiting)
        waiting = {call["id"]: None for call in message.get("tool_calls", ())}
        yield message
    yield from _unanswered(waiting)


def _unanswered(waiting: Iterable[str]) -> Iterator[Message]:
    for call_id in waiting:
        yield {"role": "tool", "tool_call_id": call_id, "content": _NO_RESULT}
