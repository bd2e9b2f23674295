"""Valid logs of every kind of event, made from a random source, and ways to store and damage them.

A test draws the random source with Hypothesis and gets events as dictionaries in log order; :func:`stored_lines` packs
some runs of chunks or none. Nothing here uses the code under test.
"""

import json
import random
from collections.abc import Iterable, Iterator
from itertools import pairwise

from backports import zstd

from support.loggen import START, compact, header_line, utc

TEXTS = (
    "hello",
    "ünïcode",
    "line\u2028sep\u2029 \x85 \x0b\x0c end",
    "\U0001f680 rocket",
    '}\n{"type":"',
    "",
    "\ud83d lone",
    "a" * 300,
)
DELTAS = {
    "text": ("text-delta", "text"),
    "reasoning": ("reasoning-delta", "text"),
    "tool-call": ("tool-call-delta", "argumentsDelta"),
}
ROWS = {"text-delta": "text-chunks", "reasoning-delta": "reasoning-chunks", "tool-call-delta": "tool-call-chunks"}
CHECKSUM = {zstd.CompressionParameter.checksum_flag: 1}


class Maker:
    """Appends events of plausible turns; ``events`` is the log so far."""

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng
        self.events: list[dict] = []
        self.time = START
        self.turn = 0
        self.step = 0
        self.records: dict[str, list[int]] = {}
        self.used = 0
        self.waiting: dict[str, list[dict]] = {"next-turn": [], "next-step": []}

    def add(self, kind: str, data: object, **more: object) -> int:
        """One event; time mostly grows."""
        self.time += self.rng.choice((0, 0, 1, 7, 1000, 400_000, -3))
        seq = len(self.events)
        self.events.append({"type": kind, "seq": seq, "time": self.time, "data": data} | more)
        return seq

    def text(self) -> str:
        return self.rng.choice(TEXTS)

    def message(self, kind: str = "user", **source: object) -> dict:
        number = self.rng.randrange(10**9)
        text = [{"type": "text", "text": self.text()}]
        return {"content": text, "source": {"kind": kind} | source, "role": "user", "id": f"message-{number}"}

    def queue(self) -> None:
        target = self.rng.choice(("next-turn", "next-turn", "next-step"))
        waiting = self.waiting[target]
        messages = [self.message() for _ in range(self.rng.choice((1, 1, 2)))]
        start = self.rng.randrange(len(waiting) + 1)
        waiting[start:start] = messages
        self.add("agent/inbox/spliced", {"target": target, "start": start, "inserted": messages})

    def claim(self) -> None:
        target = self.rng.choice(("next-turn", "next-step"))
        removed = min(len(self.waiting[target]), self.rng.choice((1, 1, 2)))
        del self.waiting[target][:removed]
        data = {"target": target, "start": 0, "removedCount": removed, "inserted": []}
        self.add("agent/inbox/spliced", data | ({"outcome": "canceled"} if self.rng.random() < 0.1 else {}))

    def change(self) -> None:
        choice = self.rng.random()
        if not self.records or choice < 0.3:
            self.create()
        elif choice < 0.4:
            name = self.rng.choice(list(self.records))
            del self.records[name]
            self.add("schedule/change", {"version": 1, "operation": "delete", "id": name})
        else:
            self.dispatch(self.rng.choice(list(self.records)))

    def create(self) -> None:
        self.used += 1
        name = f"schedule-{self.used}"
        kind = self.rng.choice(("after", "at", "every", "every"))
        seconds = self.rng.choice((300, 301, 3600))
        target = self.time + seconds * 1000
        rule = {"after": {"afterSeconds": seconds}, "every": {"everySeconds": seconds}, "at": {}}[kind]
        self.records[name] = [target, seconds * 1000 if kind == "every" else 0]
        record = {"id": name, "kind": kind, "prompt": "Look", **rule, "scheduledAt": utc(target)}
        self.add("schedule/change", {"version": 1, "operation": "create", "schedule": record})

    def dispatch(self, name: str) -> None:
        target, interval = self.records[name]
        data = {"version": 1, "operation": "dispatch", "id": name}
        if interval:
            accepted = max(target, self.time)
            self.records[name][0] = target + ((accepted - target) // interval + 1) * interval
            data["acceptedAt"] = utc(accepted)
        else:
            del self.records[name]
        self.add("schedule/change", data)

    def start_turn(self) -> None:
        self.turn += 1
        self.step = 0
        self.add("turn/start", {"turn": self.turn})

    def chunks(self, block: str) -> None:
        delta, field = DELTAS[block]
        where = {"turn": self.turn, "step": self.step}
        call = {"id": f"call-{self.rng.randrange(100)}", "name": "bash"} if block == "tool-call" else {}
        self.add("assistant/chunk", {**where, "chunk": {"type": "block-start", "index": 0, "blockType": block}})
        for _ in range(self.rng.choice((0, 1, 2, 3, 4, 20))):
            self.add("assistant/chunk", {**where, "chunk": {"type": delta, "index": 0, **call, field: self.text()}})

    def run_step(self) -> None:
        self.step += 1
        where = {"turn": self.turn, "step": self.step}
        self.add("step/start", dict(where))
        first = len(self.events)
        if self.rng.random() < 0.5:
            self.add("user/message", self.message("user", clientTimeZone="Europe/Berlin"), surfaceOp="append")
        first = len(self.events)
        for block in self.rng.sample(list(DELTAS), self.rng.randrange(3)):
            self.chunks(block)
        calls = [f"call-{first}-{at}" for at in range(self.rng.choice((0, 0, 1, 2)))]
        self.reply(where, list(range(first, len(self.events))), calls)
        for call in calls:
            self.call(where, call)
        if self.rng.random() < 0.95:
            self.add("step/end", dict(where))

    def reply(self, where: dict, sources: list[int], calls: list[str]) -> None:
        blocks = [{"type": "text", "text": self.text()}]
        blocks += [{"type": "tool-call", "id": call, "name": "bash", "arguments": "{}"} for call in calls]
        source = {"kind": "model", "provider": "p", "model": "m"}
        message = {"role": "assistant", "content": blocks, "source": source, "id": f"reply-{len(self.events)}"}
        self.add("assistant/message", {**where, "message": message}, sourceEventSeqs=sources, surfaceOp="append")

    def call(self, where: dict, call: str) -> None:
        if self.rng.random() < 0.1:
            return
        seq = self.add("tool/call", {**where, "callId": call, "name": "bash", "arguments": "{}"})
        if self.rng.random() < 0.3:
            self.change()
        if self.rng.random() < 0.2:
            items = [{"content": self.text(), "status": "pending"} for _ in range(self.rng.randrange(3))]
            self.add("todo/write", {"todos": items})
        if self.rng.random() < 0.9:
            result = {"type": "tool-result", "toolCallId": call, "content": [], "isError": False}
            source = {"kind": "tool", "callId": call}
            message = {"source": source, "content": [result], "role": "user", "id": f"result-{seq}"}
            self.add("tool/result", {**where, "message": message}, sourceEventSeqs=[seq], surfaceOp="append")

    def other(self) -> None:
        kind, data = self.rng.choice(
            (
                ("session/title", {"title": self.text(), "messageSeqs": [], "source": {"kind": "fallback"}}),
                ("request/header", {"header": {"config": {}}, "reason": "initial"}),
                ("request/context", {"provider": "p", "model": self.text(), "contextWindow": 1}),
                ("session/end-seed", {}),
                ("todo/write", {"todos": [{"content": self.text(), "status": "completed"}]}),
                ("goal/change", {"anything": [1, {"deep": []}]}),
            )
        )
        self.add(kind, data)

    def grow(self) -> None:
        """Something happens: mostly a turn, sometimes only part of one."""
        choice = self.rng.random()
        if choice < 0.25:
            self.queue()
        elif choice < 0.4:
            self.change()
        elif choice < 0.5:
            self.other()
        else:
            self.start_turn()
            self.claim()
            for _ in range(self.rng.randrange(3)):
                self.run_step()
            if self.rng.random() < 0.9:
                self.add("turn/end", {"turn": self.turn, "reason": {"kind": self.rng.choice(("completed", "error"))}})


def make_events(rng: random.Random, growths: int) -> list[dict]:
    """A valid log of ``growths`` things that happen."""
    maker = Maker(rng)
    for _ in range(growths):
        maker.grow()
    return maker.events


def stored_lines(events: list[dict], rng: random.Random, packing: float) -> list[bytes]:
    """Lines with LF; each run of three or more deltas of a block is packed with probability ``packing``."""
    lines = []
    at = 0
    while at < len(events):
        length = _run_length(events, at)
        if length >= 3 and rng.random() < packing:
            length = rng.randrange(3, length + 1)
            lines.append(line_of(packed(events[at : at + length])))
        else:
            length = 1
            lines.append(line_of(events[at]))
        at += length
    return lines


def line_of(value: dict) -> bytes:
    """One line with LF; a lone surrogate is written as its escape."""
    try:
        return compact(value) + b"\n"
    except UnicodeEncodeError:
        return json.dumps(value, separators=(",", ":")).encode() + b"\n"


def packed(run: list[dict]) -> dict:
    """The packed row of a run of delta events."""
    first = run[0]
    chunk = first["data"]["chunk"]
    field = "argumentsDelta" if chunk["type"] == "tool-call-delta" else "text"
    data = {key: first["data"][key] for key in ("turn", "step")} | {"index": chunk["index"]}
    data["dt"] = [later["time"] - earlier["time"] for earlier, later in pairwise(run)]
    data |= {key: chunk[key] for key in ("id", "name") if key in chunk}
    data["args" if field == "argumentsDelta" else "texts"] = [each["data"]["chunk"][field] for each in run]
    return {"type": ROWS[chunk["type"]], "seq0": first["seq"], "time0": first["time"], "data": data}


def plain_log(lines: Iterable[bytes], **header: object) -> bytes:
    """An uncompressed log."""
    return header_line(**header) + b"".join(lines)


def frame(text: bytes) -> bytes:
    """One Zstandard frame with checksum."""
    return zstd.compress(text, options=CHECKSUM)


def framed_log(batches: Iterable[list[bytes]], **header: object) -> bytes:
    """A compressed log: the header's frame, then one per batch of lines."""
    return frame(header_line(**header)) + b"".join(frame(b"".join(batch)) for batch in batches if batch)


def batched(lines: list[bytes], rng: random.Random) -> Iterator[list[bytes]]:
    """Lines in batches of random size."""
    at = 0
    while at < len(lines):
        size = rng.choice((1, 2, 5, 30))
        yield lines[at : at + size]
        at += size


def _run_length(events: list[dict], at: int) -> int:
    """How many events from ``at`` on are deltas of one block and may share a row."""
    length = 0
    while at + length < len(events):
        event = events[at + length]
        chunk = event["data"].get("chunk", {}) if event["type"] == "assistant/chunk" else {}
        if chunk.get("type") not in ROWS or (length and not _same_block(events[at], event)):
            break
        length += 1
    return length


def _same_block(one: dict, other: dict) -> bool:
    keys = ("type", "index", "id", "name")
    return one["data"]["turn"] == other["data"]["turn"] and all(
        one["data"]["chunk"].get(key) == other["data"]["chunk"].get(key) for key in keys
    )
