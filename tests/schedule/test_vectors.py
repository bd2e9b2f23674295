"""The reference implementation's answers, one test a vector, compared as JSON text."""

import json

import pytest

from support.conformance import conformance_files, needs_conformance
from workbench.errors import ScheduleError
from workbench.schedule.changes import change_json, decode_change
from workbench.schedule.create import create_after, create_at, create_every
from workbench.schedule.decision import Batch, OneShot, decide
from workbench.schedule.fold import Fold
from workbench.schedule.framing import frame_batch, frame_one
from workbench.schedule.integers import safe_integer
from workbench.schedule.occurrence import Occurrence, occurrence
from workbench.schedule.records import record_json, view_json
from workbench.schedule.replay import fold_events
from workbench.time.instant import format_utc, parse_utc

COUNT = 617
# json, not msgspec: numbers beyond a double and lone surrogates are among the inputs.
VECTORS = [
    json.loads(line)
    for path in conformance_files("schedule-vectors.jsonl")
    for line in path.read_text(encoding="utf-8").split("\n")
    if line
]


def name_of(vector):
    return f"{vector['n']}-{vector['in']['op']}" if vector else "unset"


def read_record(form):
    return decode_change({"version": 1, "operation": "create", "schedule": form}).record


def created(rule, key):
    def run(given):
        return record_json(rule(given.get("prompt", "p"), given[key], "schedule-1", given["now"]))

    return run


def fold(given):
    state = fold_events(given["events"], given.get("seedLength", 0))
    return {"active": [record_json(record) for record in state.active.values()], "seenIds": list(state.used_ids)}


def one_occurrence(given):
    accepted = safe_integer(given["acceptedAt"])
    if accepted is None:
        # A decision time that is no whole number can only come from a log, where the decoder meets it first.
        decode_change({"version": 1, "operation": "dispatch", "id": "a", "acceptedAt": given["acceptedAt"]})
        pytest.fail("the decoder took a decision time that is no whole number")
    found = occurrence(read_record(given["record"]), accepted)
    form = {"occurrenceAt": format_utc(found.at)}
    return form if found.next_target is None else {**form, "nextScheduledAt": format_utc(found.next_target)}


def decision(given):
    found = decide(fold_events(given["events"]), given["now"])
    if isinstance(found, OneShot):
        return {"kind": "one-shot", "record": record_json(found.record)}
    if isinstance(found, Batch):
        reminders = [{"record": record_json(item.record), "occurrenceAt": format_utc(item.at)} for item in found.items]
        return {"kind": "every", "acceptedAt": format_utc(found.accepted), "reminders": reminders}
    return {"kind": "wait"} if found.target is None else {"kind": "wait", "target": found.target}


def allocate(given):
    state = Fold()
    for used in given["seenIds"]:
        form = {"id": used, "kind": "at", "prompt": "p", "scheduledAt": "2030-01-01T00:00:00.000Z"}
        state.apply(decode_change({"version": 1, "operation": "create", "schedule": form}))
    return state.allocate()


def frame_form(text):
    first, _, *rest = text.split("\n")
    return {"first_line": first, "from_third_line": rest}


def batch(given):
    items = [
        Occurrence(read_record(item["record"]), parse_utc(item["occurrenceAt"]), None, 0) for item in given["reminders"]
    ]
    return frame_form(frame_batch(items))


OPERATIONS = {
    "decode": lambda given: change_json(decode_change(given["value"])),
    "fold": fold,
    "create_after": created(create_after, "afterSeconds"),
    "create_at": created(create_at, "at"),
    "create_every": created(create_every, "everySeconds"),
    "occurrence": one_occurrence,
    "decision": decision,
    "view": lambda given: view_json(read_record(given["record"]), given["now"]),
    "allocate": allocate,
    "frame": lambda given: frame_form(frame_one(read_record(given["record"]))),
    "frame_batch": batch,
}


def answer(given):
    try:
        return {"ok": OPERATIONS[given["op"]](given)}
    except ScheduleError as error:
        return {"error": {"code": error.code}}


@needs_conformance
@pytest.mark.tz
@pytest.mark.req("SCH-2", "SCH-3", "SCH-4", "SCH-5", "SCH-6", "SCH-7", "SCH-8", "SCH-10", "SCH-11", "SCH-14")
@pytest.mark.req("SCH-15", "SCH-16", "SCH-17", "SCH-18", "SCH-19", "SCH-20", "SCH-21", "SCH-26", "SCH-33")
@pytest.mark.parametrize("vector", VECTORS or [None], ids=name_of)
def test_vector(vector):
    # As text, so that the order of keys and 300 against 300.0 count too.
    assert json.dumps(answer(vector["in"])) == json.dumps(vector["out"])


@needs_conformance
@pytest.mark.req("SCH-4")
def test_all_vectors_are_there():
    assert len(VECTORS) == COUNT
    assert len({vector["n"] for vector in VECTORS}) == COUNT
    assert {vector["in"]["op"] for vector in VECTORS} == set(OPERATIONS)
