"""Every rule that a log must keep to load in the harness, checked on a file's bytes (LOG-16, LOG-18, LOG-19).

``problems(path)`` gives one sentence per broken rule and nothing for a good file. It is a second, independent reading
of the rules: no product code takes part, so product and validator can only agree by both being right.
"""

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

from support.harness_lines import Lines, is_int, read

Event = dict[str, Any]
END_KINDS = {"completed", "aborted", "interrupted", "blocked", "max-tokens", "error"}
CUT_SHORT = {"aborted", "interrupted", "error"}  # a turn that ended before it could surface what it had claimed


def problems(path: Path) -> list[str]:
    """What is wrong with the file at ``path``, in the order of its events."""
    lines = read(path)
    return lines.problems + Transcript(lines).problems


def envelope_problems(path: Path) -> list[str]:
    """What is wrong with its lines alone, whatever story its events tell."""
    return read(path).problems


class Transcript:
    """The story of a log: which event may come when. One method per event type."""

    def __init__(self, lines: Lines) -> None:
        self.problems: list[str] = []
        self.header = lines.header
        self.seed: int = lines.header.get("seedLength", 0)
        self.turn: int | None = None
        self.step: int | None = None
        self.last_turn = self.last_step = self.turns = self.openings = 0
        self.headers = self.titles = 0
        self.header_due = True
        self.context: Any = None
        self.inbox: dict[str, list[Event]] = {"next-turn": [], "next-step": []}
        self.claimed: list[Event] = []
        self.next_turn_claims = 0
        self.messages: set[int] = set()
        self.ids: set[str] = set()
        self.chunks: list[int] = []
        self.answered = False
        self.spoken = 0
        self.requested: dict[str, Event] = {}
        self.called: dict[str, int] = {}
        self.call_ids: set[str] = set()
        self.framed: list[str] = []
        self.schedules: dict[str, str] = {}
        self.used: set[str] = set()
        self.at: Event = {}
        for event in lines.events:
            self._take(event)
        self._check_seed(lines.events)

    def _take(self, event: Event) -> None:
        if self.seed and event["seq"] == self.seed:
            self.need(self.turn is None, "the seed ends inside an open turn")
            # A fork adopts nothing: what its prefix left behind does not count.
            self.inbox = {"next-turn": [], "next-step": []}
            self.schedules, self.used, self.framed = {}, set(), []
        self.at = event
        handler = HANDLERS.get(event["type"])
        try:
            if handler is not None:
                handler(self, event["data"])
        except (KeyError, TypeError, IndexError) as error:
            self.need(False, f"data of another shape: {error!r}")
        if event["type"] not in ("assistant/message", "tool/result"):
            self.need("sourceEventSeqs" not in event, "only an answer or a result cites events")

    def need(self, truth: object, otherwise: str) -> None:
        if not truth:
            self.problems.append(f"event {self.at.get('seq')} ({self.at.get('type')}): {otherwise}")

    def need_own(self, truth: object, otherwise: str) -> None:
        """A rule of inbox or Schedule: in an inherited prefix an earlier fork may have begun both anew."""
        self.need(truth or self.at["seq"] < self.seed, otherwise)

    def _check_seed(self, events: list[Event]) -> None:
        if "seedLength" not in self.header:
            return
        around = [event["type"] for event in events[max(0, self.seed - 1) : self.seed + 1]]
        self.need("session/end-seed" in around, f"seedLength {self.seed} is not followed by session/end-seed")

    # -- turns and steps

    def _turn_start(self, data: Event) -> None:
        self.need(self.turn is None, "a turn is open")
        self.need(data["turn"] == self.last_turn + 1, f"turn {data['turn']} after {self.last_turn}")
        self.turn = self.last_turn = data["turn"]
        self.turns += 1
        self.last_step = self.next_turn_claims = 0
        self.framed = []

    def _step_start(self, data: Event) -> None:
        self.need(self.turn is not None and self.step is None, "needs an open turn without an open step")
        self.need(data == {"turn": self.turn, "step": self.last_step + 1}, f"{data} after step {self.last_step}")
        self.step = self.last_step = data["step"]
        self.chunks, self.answered, self.spoken = [], False, 0

    def _step_end(self, data: Event) -> None:
        self._in_step(data)
        self.need(not self.requested, f"calls without a result: {list(self.requested)}")
        self.step = None

    def _turn_end(self, data: Event) -> None:
        kind = data["reason"]["kind"]
        self.need(self.turn is not None and data["turn"] == self.turn, f"turn {data['turn']} is not the open one")
        self.need(self.step is None, "a step is open")
        self.need(kind in END_KINDS, f"unknown kind {kind!r}")
        self.need(kind != "aborted" or data["reason"]["reason"]["kind"], "an aborted turn says why")
        self.need(not self.claimed or kind in CUT_SHORT, "a claimed message was never surfaced")
        self.turn, self.claimed, self.requested = None, [], {}

    def _end_seed(self, data: Event) -> None:
        self.need(data == {}, "carries data")
        self.need(self.turn is None, "a turn is open")
        self.openings += 1
        self.header_due = True
        self.framed = []

    def _in_step(self, data: Event) -> None:
        self.need(self.step is not None, "no step is open")
        self.need((data["turn"], data["step"]) == (self.turn, self.step), f"not of turn {self.turn}, step {self.step}")

    # -- what enters

    def _spliced(self, data: Event) -> None:
        queue = self.inbox[data["target"]]
        removed, inserted, start = data.get("removedCount", 0), data["inserted"], data["start"]
        self.need_own(0 <= start <= len(queue) and start + removed <= len(queue), f"{start}+{removed} of {len(queue)}")
        self.need(removed or inserted, "changes nothing")
        for message in inserted:
            self._message(message, "user")
        taken = queue[start : start + removed]
        queue[start : start + removed] = inserted
        if removed and data.get("outcome") is None:
            self._claim(data["target"], taken)
        self.need(data.get("outcome", "canceled") == "canceled", f"unknown outcome {data.get('outcome')!r}")
        self.framed = [name for message in inserted for name in framed_schedules(message)]

    def _claim(self, target: str, taken: list[Event]) -> None:
        self.need(self.turn is not None and self.step is None, "a claim lies in a turn, before a step")
        self.claimed += taken
        if target == "next-turn":
            self.next_turn_claims += len(taken)
            self.need(self.last_step == 0, "a next-turn message is claimed at the turn's start")
            self.need_own(self.next_turn_claims == 1, f"a turn claims {self.next_turn_claims} next-turn messages")

    def _user_message(self, data: Event) -> None:
        self.need(self.step is not None, "no step is open")
        self.need(not self.answered and not self.chunks, "comes after the step's answer began")
        self._message(data, "user")
        self._new_id(data["id"])
        self.messages.add(self.at["seq"])
        self.spoken += 1
        if self.claimed:
            self.need_own(data == self.claimed[0], f"differs from the claimed message {self.claimed[0].get('id')}")
            del self.claimed[0]
        else:
            source = data["source"]
            self.need_own(
                source["kind"] == "plugin" and source["plugin"] != "schedule", "was not claimed from the inbox"
            )

    def _title(self, data: Event) -> None:
        self._before_the_answer()
        self.titles += 1
        self.need(self.titles == 1, "a second title")
        self.need(isinstance(data["title"], str) and data["source"]["kind"], "needs a title and a source")
        self.need(set(data["messageSeqs"]) <= self.messages, f"names {data['messageSeqs']}, which are no messages")

    def _request_header(self, data: Event) -> None:
        self._before_the_answer()
        config, reason = data["header"]["config"], data["reason"]
        self.need(config["provider"] and config["model"], "names no provider and model")
        whole = isinstance(data["header"]["system"], str) and isinstance(data["header"]["tools"], list)
        self.need(whole, "is not whole")
        if reason == "change":
            self.need(not self.header_due, "the first header of an opening is not a change")
        else:
            self.need(self.header_due, f"a second header after one opening: {reason}")
            self.need(reason != "initial" or not self.headers, "initial, but there was one before")
            self.need(reason != "resume" or (self.openings and self.turns > 1), "resume in a log's first turn")
            self.need(reason in ("initial", "resume"), f"unknown reason {reason!r}")
        self.headers += 1
        self.header_due = False

    def _request_context(self, data: Event) -> None:
        self._before_the_answer()
        self.need(data["provider"] and data["model"] and is_int(data["contextWindow"]), "is not whole")
        self.need(data != self.context, "is the same as the last one")
        self.context = data

    def _before_the_answer(self) -> None:
        self.need(self.step is not None, "no step is open")
        self.need(self.spoken and not self.claimed, "comes before the step's messages")
        self.need(not self.answered and not self.chunks, "comes after the step's answer began")

    # -- what the model does

    def _chunk(self, data: Event) -> None:
        self._in_step(data)
        self.need(not self.answered, "comes after the step's answer")
        self.chunks.append(self.at["seq"])

    def _assistant_message(self, data: Event) -> None:
        self._in_step(data)
        message = data["message"]
        self._message(message, "assistant")
        self._new_id(message["id"])
        source = message["source"]
        self.need(source["kind"] == "model" and source["provider"] and source["model"], "names no provider and model")
        self.need(not self.header_due and self.headers, "no request/header since the log was opened")
        self.need(not self.answered, "a second answer in one step")
        self.need(not self.claimed, "a claimed message was not surfaced before the answer")
        self.need(self.at.get("sourceEventSeqs") == self.chunks, f"cites something else than its chunks {self.chunks}")
        self.answered = True
        for block in message["content"]:
            if block["type"] == "tool-call":
                self.need(block["id"] not in self.call_ids, f"call id {block['id']} is used twice")
                self.need(isinstance(block["arguments"], str), "arguments are raw JSON text")
                self.call_ids.add(block["id"])
                self.requested[block["id"]] = block

    def _tool_call(self, data: Event) -> None:
        self._in_step(data)
        block = self.requested.get(data["callId"], {})
        same = [data.get(key) == block.get(key) for key in ("name", "arguments")]
        self.need(block and all(same), "is not what the answer asked for")
        self.need(data["callId"] not in self.called, "the call was made already")
        self.called[data["callId"]] = self.at["seq"]

    def _tool_result(self, data: Event) -> None:
        self._in_step(data)
        message = data["message"]
        self._message(message, "user")
        self._new_id(message["id"])
        call_id, block = message["source"]["callId"], message["content"][0]
        self.need(message["source"]["kind"] == "tool" and block["toolCallId"] == call_id, "answers two calls")
        self.need(self.requested.pop(call_id, None), "answers no open call")
        call = self.called.pop(call_id, None)
        self.need(self.at.get("sourceEventSeqs") == ([] if call is None else [call]), "does not cite its tool/call")
        self.need(block["type"] == "tool-result" and isinstance(block["isError"], bool), "is no tool-result block")
        self.need(all(part["type"] == "text" for part in block["content"]), "holds something else than text")
        self._refusal(data.get("error"), block)

    def _refusal(self, error: Event | None, block: Event) -> None:
        if error is None:
            return
        self.need(block["isError"] and error["name"] and error["code"], "an error is named and marked")
        if error["name"] == "ToolArgsError":
            self.need(error["code"] == "INVALID_ARGS", f"ToolArgsError with {error['code']}")
            self.need(not _is_json(block["content"][0]["text"]), "a refused argument is explained in prose")

    # -- what changes the session

    def _schedule_change(self, data: Event) -> None:
        self.need(data["version"] == 1, f"version {data['version']!r}")
        operation = data["operation"]
        if operation == "dispatch":
            self._dispatch(data)
            return
        self.need(self._inside_call(f"schedule_{operation}"), f"a {operation} outside a schedule_{operation} call")
        if operation == "create":
            name = data["schedule"]["id"]
            self.need_own(name not in self.used, f"{name} is used already")
            self.used.add(name)
            self.schedules[name] = data["schedule"]["kind"]
        else:
            self.need_own(self.schedules.pop(data["id"], None), f"{data['id']} is not active")

    def _dispatch(self, data: Event) -> None:
        name = data["id"]
        self.need(self.turn is None, "a dispatch inside an open turn")
        self.need(self.framed[:1] == [name], f"{name} is not what the queued message says next: {self.framed}")
        self.framed = self.framed[1:]
        kind = self.schedules.get(name)
        self.need_own(kind, f"{name} is not active")
        self.need_own((kind == "every") == ("acceptedAt" in data), f"acceptedAt and kind {kind} do not go together")
        if kind != "every":
            self.schedules.pop(name, None)

    def _todo_write(self, data: Event) -> None:
        self.need(self._inside_call("todo_write"), "outside a todo_write call")
        for todo in data["todos"]:
            self.need(set(todo) == {"content", "status"}, f"a todo of {sorted(todo)}")
            self.need(todo["status"] in ("pending", "in_progress", "completed"), f"status {todo['status']!r}")

    def _inside_call(self, name: str) -> bool:
        return any(self.requested[call]["name"] == name for call in self.called)

    def _message(self, message: Event, role: str) -> None:
        self.need(message.get("role") == role, f"role {message.get('role')!r}")
        self.need(isinstance(message.get("id"), str) and message["id"], "a message without id")
        self.need(isinstance(message.get("source"), dict) and message["source"].get("kind"), "a message without source")
        self.need(isinstance(message.get("content"), list), "a message without content")

    def _new_id(self, name: str) -> None:
        self.need(name not in self.ids, f"message id {name} is used twice")
        self.ids.add(name)


def framed_schedules(message: Event) -> list[str]:
    """The schedule ids that a reminder message presents, in order; none for any other message."""
    if message["source"] != {"kind": "plugin", "plugin": "schedule"}:
        return []
    text = message["content"][0]["text"]
    if found := re.search(r"^reminders_json: (.*)$", text, re.MULTILINE):
        return [item["schedule_id"] for item in json.loads(found[1])]
    found = re.search(r"^schedule_id_json: (.*)$", text, re.MULTILINE)
    return [json.loads(found[1])] if found else []


def _is_json(text: str) -> bool:
    try:
        json.loads(text)
    except ValueError:
        return False
    return True


HANDLERS: dict[str, Callable[[Transcript, Event], None]] = {
    "turn/start": Transcript._turn_start,
    "turn/end": Transcript._turn_end,
    "step/start": Transcript._step_start,
    "step/end": Transcript._step_end,
    "session/end-seed": Transcript._end_seed,
    "agent/inbox/spliced": Transcript._spliced,
    "user/message": Transcript._user_message,
    "session/title": Transcript._title,
    "request/header": Transcript._request_header,
    "request/context": Transcript._request_context,
    "assistant/chunk": Transcript._chunk,
    "assistant/message": Transcript._assistant_message,
    "tool/call": Transcript._tool_call,
    "tool/result": Transcript._tool_result,
    "schedule/change": Transcript._schedule_change,
    "todo/write": Transcript._todo_write,
}
