"""The facts of a real log, read from its bytes by the standard library alone (see ``model_records``)."""

import json
import re
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from support.harness_lines import Lines, read
from support.model_records import Fact

EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


def facts_of_file(path: Path) -> list[Fact]:
    """The facts of the file at ``path``; a fork's begin at its seed."""
    lines: Lines = read(path)
    assert lines.problems == []
    return facts_of(lines.events, lines.header.get("seedLength", 0))


def facts_of(events: list[dict[str, Any]], seed: int = 0) -> list[Fact]:
    """The facts of decoded events from seq ``seed`` on, in order."""
    return [fact for event in events[seed:] for fact in _facts(event)]


def _facts(event: dict[str, Any]) -> list[Fact]:
    kind, time, data = event["type"], event["time"], event["data"]
    if kind == "schedule/change":
        return [(time, *_change(data))]
    if kind == "agent/inbox/spliced":
        return [(time, *each) for each in _spliced(data)]
    if kind == "turn/start":
        return [(time, "turn", data["turn"])]
    if kind == "turn/end":
        how = data["reason"]["kind"]
        # What closes a log on reopening has the last event's time, which need not be one that is a fact.
        return [(None if how == "interrupted" else time, "end", data["turn"], how)]
    return [(time, "opened")] if kind == "session/end-seed" else []


def _change(data: dict[str, Any]) -> Fact:
    if data["operation"] == "create":
        made = data["schedule"]
        seconds = made.get("everySeconds", made.get("afterSeconds", 0))
        return "create", made["id"], made["kind"], made["prompt"], seconds, ms(made["scheduledAt"])
    if data["operation"] == "delete":
        return "delete", data["id"]
    return "dispatch", data["id"], ms(data["acceptedAt"]) if "acceptedAt" in data else None


def _spliced(data: dict[str, Any]) -> list[Fact]:
    assert data["start"] == 0 or data["inserted"], "messages are taken from the front"
    facts: list[Fact] = [("insert", data["target"], message(each)) for each in data["inserted"]]
    if removed := data.get("removedCount", 0):
        facts.append(("cancel" if data.get("outcome") == "canceled" else "claim", data["target"], removed))
    return facts


def message(data: dict[str, Any]) -> Fact:
    """``("user", text)``, or ``("reminder", (id, occurrence, prompt), ...)`` for what Schedule queued (SCH-33)."""
    text = data["content"][0]["text"]
    if data["source"].get("plugin") != "schedule":
        return data["source"]["kind"], text
    lines = text.split("\n")
    if lines[0] == "[SCHEDULE REMINDER BATCH]":
        items = json.loads(lines[2].removeprefix("reminders_json: "))
        return "reminder", *(
            (each["schedule_id"], ms(each["occurrence_at"]), each["reminder_prompt"]) for each in items
        )
    name, at, prompt = (line.partition(": ")[2] for line in lines[2:5])
    return "reminder", (json.loads(name), ms(at), json.loads(prompt))


def ms(text: str) -> int:
    """Epoch ms of a durable instant (SCH-1)."""
    assert re.fullmatch(r"[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}\.[0-9]{3}Z", text)
    delta = datetime.fromisoformat(text) - EPOCH
    return (delta.days * 86_400 + delta.seconds) * 1000 + delta.microseconds // 1000
