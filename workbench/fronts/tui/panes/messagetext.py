"""The texts of messages and tool calls as they stand in a log: what was said, what was framed, what was passed on.

Owns taking them out of data of any shape. What a row makes of them is ``eventtext``'s.
"""

import json
from collections.abc import Iterator, Mapping
from typing import Any, Final

import msgspec

from workbench.text.jsontext import dumps

# More of a text than this never fits a row; what is longer is cut before it is looked at.
LOOKED_AT: Final = 2000
_WORD: Final = 64
_FRAME_HEADS: Final = ("[SCHEDULE REMINDER]", "[SCHEDULE REMINDER BATCH]")


def message_text(message: Mapping[str, Any]) -> str:
    """The text blocks of a message's content, one after the other, each cut."""
    blocks = message.get("content")
    if not isinstance(blocks, list):
        return ""
    texts = (block.get("text") for block in blocks if isinstance(block, Mapping) and block.get("type") == "text")
    return "\n".join(text[:LOOKED_AT] for text in texts if isinstance(text, str))


def whole_text(data: Mapping[str, Any]) -> str:
    """The text of the message in an event's data, uncut; empty where there is none."""
    message = data.get("message", data)
    blocks = message.get("content") if isinstance(message, Mapping) else None
    texts: list[str] = []
    for block in blocks if isinstance(blocks, list) else ():
        inner = block.get("content", [block]) if isinstance(block, Mapping) else ()
        parts = inner if isinstance(inner, list) else ()
        texts += [part["text"] for part in parts if isinstance(part, Mapping) and isinstance(part.get("text"), str)]
    return "\n".join(texts)


def framed_count(message: Mapping[str, Any]) -> int:
    """How many reminders a message frames; 0 for any other message."""
    text = message_text(message)
    head, _, _ = text.partition("\n")
    source = message.get("source")
    by_plugin = isinstance(source, Mapping) and source.get("plugin") == "schedule"
    if not by_plugin and head not in _FRAME_HEADS:
        return 0
    # All of a batch is counted, not what a row would show of it.
    return 1 if head == _FRAME_HEADS[0] else whole_text(message).count('"schedule_id":')


def plain(text: str) -> str:
    """A JSON object as its keys and values, in the log's own spelling; any other text as it is."""
    if not text.startswith("{") or len(text) > LOOKED_AT:
        return text[:LOOKED_AT]
    try:
        entries = msgspec.json.decode(text, type=dict[str, msgspec.Raw])
        # The prompt stands last: the row of the record that is made says it too.
        ordered = sorted(entries.items(), key=lambda entry: entry[0] == "prompt")
        return ", ".join(f"{key} {_spelled(bytes(value).decode())}" for key, value in ordered)
    except (ValueError, RecursionError):
        return text


def _spelled(value: str) -> str:
    """A JSON value: a string without its quotes, anything else as it was written, escapes of other scripts resolved."""
    if value.startswith('"'):
        return str(json.loads(value))
    return dumps(json.loads(value)) if "\\u" in value else value


def texts_in(value: object, *, keys: bool = False) -> Iterator[str]:
    """Every string in ``value``, however deep, in order; with ``keys`` those of objects and whole numbers too."""
    waiting = [value]
    while waiting:
        value = waiting.pop()
        if isinstance(value, str):
            yield value
        elif isinstance(value, list):
            waiting += reversed(value)
        elif isinstance(value, Mapping):
            parts = [part for pair in value.items() for part in pair] if keys else list(value.values())
            waiting += reversed(parts)
        elif keys and isinstance(value, int) and value.bit_length() < _WORD:
            yield str(value)
