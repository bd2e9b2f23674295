"""Who made a record, and how: the tool call with its arguments as they were given, and the words that led to it.

Owns reading the few lines around an origin. Where that is, ``origins`` has found out.
"""

from typing import Any, Final

import msgspec

from workbench.bench.journal.reading import JournalView
from workbench.bench.passages import TOOL_CALL, USER_MESSAGE, Passages
from workbench.bench.story import Origin
from workbench.session.events import TYPE_CODE

_ANSWER: Final = TYPE_CODE["assistant/message"]
_MOST_CALLS: Final = 16
_MOST_MESSAGES: Final = 16


class Creation(msgspec.Struct, frozen=True):
    """The create of a record: its event, first ``target`` and ``turn``, times in epoch ms.

    ``by`` is the front or model that called, ``tool`` and ``arguments`` what it called with, as the log has it (JSON
    text, where it was text); ``words`` is what the user had said in that turn. None is *the log does not tell*.
    """

    seq: int
    time: int
    target: int
    turn: int | None
    call: str | None
    by: str | None = None
    tool: str | None = None
    arguments: Any = None
    words: str | None = None


def creation_of(passages: Passages, origin: Origin, journal: JournalView) -> Creation:
    """All that log and journal tell of this origin."""
    entry = journal.at_seq(origin.seq)
    noted = entry.by if entry is not None and entry.what == "create" else None
    row = passages.index.row_of(origin.seq)
    call = _call_row(passages, origin.call, row) if row is not None and origin.call is not None else None
    if row is None or call is None:
        return Creation(origin.seq, origin.time, origin.target, origin.turn, origin.call, noted)
    data = passages.data(call)
    by = noted or _caller(passages, call)
    words, tool = _words(passages, row), _text(data.get("name"))
    arguments = data.get("arguments")
    return Creation(origin.seq, origin.time, origin.target, origin.turn, origin.call, by, tool, arguments, words)


def _call_row(passages: Passages, call: str, row: int) -> int | None:
    """The row of the call with that id, not far before ``row``."""
    for _ in range(_MOST_CALLS):
        row = passages.index.rfind_type(TOOL_CALL, 0, row)
        if row < 0:
            return None
        if passages.data(row).get("callId") == call:
            return row
    return None


def _caller(passages: Passages, row: int) -> str | None:
    """The model of the answer that made the call at ``row``; for a call from outside that is the front."""
    answer = passages.index.rfind_type(_ANSWER, 0, row)
    message = passages.data(answer).get("message") if answer >= 0 else None
    source = message.get("source") if isinstance(message, dict) else None
    return _text(source.get("model")) if isinstance(source, dict) else None


def _words(passages: Passages, row: int) -> str | None:
    """What the user said last before ``row`` in its turn."""
    turn = passages.open_turn(row)
    for _ in range(_MOST_MESSAGES if turn is not None else 0):
        row = passages.index.rfind_type(USER_MESSAGE, turn.row if turn is not None else 0, row)
        if row < 0:
            return None
        data = passages.data(row)
        source = data.get("source")
        if isinstance(source, dict) and source.get("kind") == "user":
            return _said(data.get("content"))
    return None


def _said(content: object) -> str | None:
    blocks = content if isinstance(content, list) else []
    texts = [block.get("text") for block in blocks if isinstance(block, dict)]
    return "\n".join(text for text in texts if isinstance(text, str)) or None


def _text(value: object) -> str | None:
    return value if isinstance(value, str) else None
