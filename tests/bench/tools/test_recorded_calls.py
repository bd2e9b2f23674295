"""The calls of real logs, made again: the same successes to the letter, the same kinds of refusal."""

import json

import pytest

from support.conformance import conformance_files, needs_conformance
from support.ports import Port, call
from workbench.bench.tools.registry import Registry
from workbench.schedule.changes import Dispatch
from workbench.schedule.fold import Fold
from workbench.time.instant import parse_utc

LOGS = conformance_files("sessions/none/*/*/session.jsonl")
REGISTRY = Registry()


def recorded(path):
    """``(call, result, now, dispatches before it)`` for every call of our tools; now is that of its change, if any."""
    lines = path.read_text(encoding="utf-8").split("\n")
    seed = json.loads(lines[0]).get("seedLength", 0)
    calls, now, before = {}, None, []
    for event in map(json.loads, filter(None, lines[1:])):
        data = event.get("data", {})
        if event.get("seq", -1) < seed:
            continue
        if event["type"] == "tool/call":
            calls[data["callId"]] = data
            now = None
        elif event["type"] == "schedule/change":
            if data["operation"] == "dispatch":
                before.append(data)
            now = event["time"]
        elif event["type"] == "tool/result":
            made = calls.get(data["message"]["source"]["callId"])
            if made and REGISTRY.get(made["name"]):
                yield made, data, now or event["time"], before
                before = []


def dispatch(data):
    return Dispatch(data["id"], parse_utc(data["acceptedAt"]) if "acceptedAt" in data else None)


@needs_conformance
@pytest.mark.req("SCH-13", "SCH-21", "SCH-22", "SCH-25")
@pytest.mark.parametrize("path", LOGS or [None], ids=lambda path: path.parent.name if path else "unset")
def test_recorded_calls_end_as_they_did(path):
    folded = Fold()
    made_again = 0
    for made, data, now, dispatches in recorded(path):
        for each in dispatches:
            folded.apply(dispatch(each))
        outcome = call(made["name"], made["arguments"], Port(clock=now, folded=folded))
        block = data["message"]["content"][0]
        text = block["content"][0]["text"]
        where = f"{made['name']} {made['arguments']}: {outcome.text}"
        error = data.get("error") or {}
        assert outcome.is_error == block["isError"], where
        assert (outcome.error_name, outcome.error_code) == (error.get("name"), error.get("code")), where
        if not block["isError"] and made["name"] != "todo_write":
            value = json.loads(text)
            if isinstance(value, dict) and "message" in value:
                assert outcome.structured.keys() == value.keys(), where
                assert outcome.code == value["code"], where
            else:
                assert outcome.text == text
        made_again += 1
    assert made_again


@needs_conformance
def test_the_real_logs_hold_every_kind_of_call():
    names = {made["name"] for path in LOGS for made, *_ in recorded(path)}
    assert names == {"schedule_create", "schedule_delete", "schedule_list", "todo_write"}
