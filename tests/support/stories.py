"""Small true stories for writers' tests: turns as the harness has them, appended one event at a time.

``append`` is any function like ``LiveLog.append``; nothing here decides when to write.
"""

import json
from collections.abc import Callable
from typing import Any

from workbench.session.identity import made_id

Append = Callable[..., int]
START = 1_785_920_400_000  # 2026-08-05T09:00:00.000Z
AT = "2026-08-05T09:20:00.000Z"
HEADER = {"config": {"provider": "workbench", "model": "built-in"}, "system": "", "tools": []}
CONTEXT = {"provider": "workbench", "model": "built-in", "contextWindow": 100_000}


class Story:
    """Appends turns to one session; ``time`` (epoch ms) stands still unless a test moves it."""

    def __init__(self, append: Append, session_id: str, *, turn: int = 0, seq: int = 0, time: int = START) -> None:
        self._append = append
        self.session_id = session_id
        self.turn = turn
        self.seq = seq
        self.time = time
        self.step = 0
        self.header_reason: str | None = "resume" if turn else "initial"
        self.told = bool(turn)

    def add(self, kind: str, data: Any, sources: Any = None) -> int:
        surface = kind in {"user/message", "assistant/message", "tool/result"}
        self.seq = self._append(kind, data, time=self.time, surface=surface, sources=sources) + 1
        return self.seq - 1

    def message(self, text: str, source: dict[str, Any]) -> dict[str, Any]:
        name = made_id(self.session_id, self.seq, 0)
        return {"content": [{"type": "text", "text": text}], "source": source, "role": "user", "id": name}

    def queue(self, text: str, source: dict[str, Any] | None = None) -> dict[str, Any]:
        message = self.message(text, source or {"kind": "user"})
        self.add("agent/inbox/spliced", {"target": "next-turn", "start": 0, "inserted": [message]})
        return message

    def remind(self, name: str, accepted: str | None = None) -> dict[str, Any]:
        """Queue and record one due reminder."""
        message = self.queue(f"due\nschedule_id_json: {json.dumps(name)}\n", {"kind": "plugin", "plugin": "schedule"})
        extra = {} if accepted is None else {"acceptedAt": accepted}
        self.add("schedule/change", {"version": 1, "operation": "dispatch", "id": name} | extra)
        return message

    def begin(self, message: dict[str, Any]) -> None:
        """Start a turn up to its first step's messages."""
        self.turn += 1
        self.step = 1
        self.add("turn/start", {"turn": self.turn})
        self.add("agent/inbox/spliced", {"target": "next-turn", "start": 0, "removedCount": 1, "inserted": []})
        self.add("step/start", self.place())
        seq = self.add("user/message", message)
        if not self.told:
            self.add("session/title", {"title": "A story", "messageSeqs": [seq], "source": {"kind": "fallback"}})
        if self.header_reason:
            self.add("request/header", {"header": HEADER, "reason": self.header_reason})
            self.header_reason = None
        if not self.told:
            self.add("request/context", CONTEXT)
            self.told = True

    def next_step(self) -> None:
        self.add("step/end", self.place())
        self.step += 1
        self.add("step/start", self.place())
        source = {"kind": "plugin", "plugin": "time-context"}
        self.add("user/message", self.message("It is now.", source))

    def answer(self, text: str = "Done.", calls: tuple[dict[str, Any], ...] = (), *, chunks: int = 0) -> None:
        delta = {"type": "text-delta", "index": 0, "text": text}
        cited = [self.add("assistant/chunk", self.place() | {"chunk": delta}) for _ in range(chunks)]
        content = [{"type": "text", "text": text}, *calls]
        source = {"kind": "model", "provider": "workbench", "model": "built-in"}
        message = {"role": "assistant", "content": content, "source": source, "id": self._id()}
        self.add("assistant/message", self.place() | {"message": message}, cited)

    def call(self, name: str, arguments: str = "{}") -> dict[str, Any]:
        """Answer with one call and make it; :meth:`result` ends it."""
        block = {"type": "tool-call", "id": made_id(self.session_id, self.seq, 1, "call_"), "name": name}
        block["arguments"] = arguments
        self.answer("", (block,))
        data = {"callId": block["id"], "name": name, "arguments": arguments}
        return block | {"seq": self.add("tool/call", self.place() | data)}

    def result(self, call: dict[str, Any], text: str = "[]", error: dict[str, str] | None = None) -> None:
        part = {"type": "tool-result", "toolCallId": call["id"], "content": [{"type": "text", "text": text}]}
        part["isError"] = error is not None
        source = {"kind": "tool", "callId": call["id"]}
        data = self.place() | {"message": {"source": source, "content": [part], "role": "user", "id": self._id()}}
        self.add("tool/result", data | ({"error": error} if error else {}), [call["seq"]])

    def create(self, name: str, kind: str = "after") -> None:
        """A call that makes a schedule."""
        call = self.call("schedule_create")
        rule = {"after": "afterSeconds", "every": "everySeconds"}[kind]
        schedule = {"id": name, "kind": kind, "prompt": "stretch", rule: 1200, "scheduledAt": AT}
        self.add("schedule/change", {"version": 1, "operation": "create", "schedule": schedule})
        self.result(call)

    def end(self) -> int:
        """End step and turn; the seq of ``turn/end``."""
        self.add("step/end", self.place())
        return self.add("turn/end", {"turn": self.turn, "reason": {"kind": "completed"}})

    def prompt_turn(self, text: str = "Hello.", *, schedule: str | None = None, kind: str = "after") -> int:
        """A whole turn of a prompt, which may make a schedule; the seq of its ``turn/end``."""
        self.begin(self.queue(text))
        if schedule is not None:
            self.create(schedule, kind)
            self.next_step()
        self.answer(chunks=2)
        return self.end()

    def reminder_turn(self, name: str, accepted: str | None = None) -> int:
        """A whole turn of one due reminder; the seq of its ``turn/end``."""
        self.begin(self.remind(name, accepted))
        self.answer()
        return self.end()

    def place(self) -> dict[str, int]:
        return {"turn": self.turn, "step": self.step}

    def _id(self) -> str:
        return made_id(self.session_id, self.seq, 0)
