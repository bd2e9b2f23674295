"""The validator itself: silent on true stories, and it names every rule that a story can break."""

import copy
import json

import pytest

from support.conformance import conformance_files, needs_conformance
from support.harness_rules import envelope_problems, problems
from support.stories import AT, START, Story

pytestmark = pytest.mark.req("LOG-19", "LOG-16")
REAL_LOGS = [*conformance_files("sessions/none/**/session.jsonl"), *conformance_files("sessions/zstd/**/*.zstd")]


def good_events():
    """Three turns: a prompt that makes a schedule with a plan and a refused call, its reminder, one more prompt."""
    events = []

    def append(kind, data, *, time, surface, sources):
        event = {"type": kind, "seq": len(events), "time": time, "data": copy.deepcopy(data)}
        if sources is not None:
            event["sourceEventSeqs"] = list(sources)
        if surface:
            event["surfaceOp"] = "append"
        events.append(event)
        return event["seq"]

    story = Story(append, "good")
    story.begin(story.queue("Remind me."))
    story.create("schedule-1")
    story.next_step()
    call = story.call("todo_write")
    story.add("todo/write", {"todos": [{"content": "a", "status": "pending"}]})
    story.result(call)
    story.next_step()
    story.result(story.call("schedule_create"), "no prompt", {"name": "ToolArgsError", "code": "INVALID_ARGS"})
    story.next_step()
    story.answer(chunks=3)
    story.end()
    story.add("session/end-seed", {})
    story.header_reason = "resume"
    story.reminder_turn("schedule-1")
    story.prompt_turn("More.", schedule="schedule-2", kind="every")
    return events


def save(tmp_path, events, header=None):
    path = tmp_path / "session.jsonl"
    top = {"type": "session", "version": 0, "id": "good", "createdAt": START, "delegationDepth": 0} | (header or {})
    path.write_text("".join(json.dumps(each) + "\n" for each in [top, *events]))
    return path


def first(events, kind, at=0):
    return [event for event in events if event["type"] == kind][at]


def renumbered(events):
    """The same events with seqs in order; what they cite moves along."""
    places = {event["seq"]: at for at, event in enumerate(events)}
    for at, event in enumerate(events):
        event["seq"] = at
        if "sourceEventSeqs" in event:
            event["sourceEventSeqs"] = [places[each] for each in event["sourceEventSeqs"] if each in places]
    return events


def without(kind, at=0):
    def change(events):
        events.remove(first(events, kind, at))
        renumbered(events)

    return change


def moved(kind, target, at=0, target_at=0):
    """Take one event and put it directly before another."""

    def change(events):
        event = first(events, kind, at)
        events.remove(event)
        events.insert(events.index(first(events, target, target_at)), event)
        renumbered(events)

    return change


def doubled(kind, at=0):
    def change(events):
        event = first(events, kind, at)
        events.insert(events.index(event), copy.deepcopy(event))
        renumbered(events)

    return change


def with_data(kind, at=0, **values):
    return lambda events: first(events, kind, at)["data"].update(values)


def with_envelope(kind, at=0, **values):
    return lambda events: first(events, kind, at).update(values)


def on_message(kind, at=0, **values):
    return lambda events: first(events, kind, at)["data"]["message"].update(values)


BROKEN = {
    "surfaceOp missing": (lambda events: first(events, "user/message").pop("surfaceOp"), "surfaceOp None"),
    "surfaceOp elsewhere": (with_envelope("turn/start", surfaceOp="append"), "surfaceOp 'append' on turn/start"),
    "another envelope key": (with_envelope("turn/start", note=1), "unknown keys ['note']"),
    "unknown type": (with_envelope("turn/start", type="my/turn"), "unknown type 'my/turn'"),
    "time not whole": (with_envelope("turn/start", time=1.5), "seq and time must be integers"),
    "data missing": (lambda events: first(events, "session/end-seed").pop("data"), "data must be an object"),
    "ignorable false": (with_envelope("turn/start", ignorable=False), "ignorable can only be true"),
    "cites itself": (with_envelope("tool/result", sourceEventSeqs=[999]), "distinct earlier seqs"),
    "cites twice": (with_envelope("tool/result", sourceEventSeqs=[1, 1]), "distinct earlier seqs"),
    "seq repeated": (with_envelope("turn/start", seq=0), "has seq 0"),
    "citation on a message": (with_envelope("user/message", sourceEventSeqs=[]), "only an answer or a result cites"),
    "chunks not cited": (with_envelope("assistant/message", 3, sourceEventSeqs=[]), "cites something else"),
    "citation missing": (
        lambda events: first(events, "assistant/message").pop("sourceEventSeqs"), "cites something else"),
    "call not cited": (with_envelope("tool/result", sourceEventSeqs=[0]), "does not cite its tool/call"),
    "no role": (with_data("user/message", role=None), "role None"),
    "wrong role": (on_message("tool/result", role="tool"), "role 'tool'"),
    "no id": (with_data("user/message", id=""), "a message without id"),
    "no source": (with_data("user/message", source=None), "a message without source"),
    "no provider": (
        on_message("assistant/message", source={"kind": "model", "provider": "", "model": "m"}), "names no provider"),
    "no request header": (without("request/header"), "no request/header"),
    "no request header after opening": (without("request/header", 1), "no request/header"),
    "header reason": (with_data("request/header", 1, reason="initial"), "initial, but there was one before"),
    "header reason first": (with_data("request/header", reason="resume"), "resume in a log's first turn"),
    "header twice": (doubled("request/header"), "a second header after one opening"),
    "header before messages": (moved("request/header", "user/message"), "comes before the step's messages"),
    "header after answer": (moved("request/header", "tool/call"), "comes after the step's answer began"),
    "context again": (doubled("request/context"), "is the same as the last one"),
    "second title": (doubled("session/title"), "a second title"),
    "title of nothing": (with_data("session/title", messageSeqs=[0]), "which are no messages"),
    "turn number": (with_data("turn/start", 1, turn=7), "turn 7 after 1"),
    "turn in a turn": (doubled("turn/start"), "a turn is open"),
    "turn never ends": (without("turn/end", 1), "a turn is open"),
    "unknown end": (with_data("turn/end", reason={"kind": "tired"}), "unknown kind 'tired'"),
    "step left open": (without("step/end", 4), "a step is open"),
    "step number": (with_data("step/start", step=2), "after step 0"),
    "step of another turn": (with_data("step/end", turn=9), "not of turn 1"),
    "claim missing": (without("agent/inbox/spliced", 1), "was not claimed from the inbox"),
    "claim before its turn": (moved("agent/inbox/spliced", "turn/start", 1), "a claim lies in a turn"),
    "claim of two": (with_data("agent/inbox/spliced", 1, removedCount=2), "0+2 of 1"),
    "claim not surfaced": (without("user/message"), "before the answer"),
    "claimed message changed": (with_data("user/message", content=[]), "differs from the claimed message"),
    "message after the answer": (moved("user/message", "tool/call", 0), "comes after the step's answer"),
    "message outside a step": (moved("user/message", "step/start"), "no step is open"),
    "message id twice": (lambda events: first(events, "user/message", 2)["data"].update(
        id=first(events, "user/message", 1)["data"]["id"]), "is used twice"),
    "dispatch not queued": (moved("schedule/change", "agent/inbox/spliced", 1, 2), "what the queued message says"),
    "dispatch in a turn": (moved("schedule/change", "step/start", 1, 4), "a dispatch inside an open turn"),
    "dispatch of another": (with_data("schedule/change", 1, id="schedule-2"), "is not what the queued message says"),
    "one-shot with acceptedAt": (with_data("schedule/change", 1, acceptedAt=AT), "do not go together"),
    "create before its call": (moved("schedule/change", "tool/call"), "outside a schedule_create call"),
    "create after its result": (moved("schedule/change", "step/end"), "outside a schedule_create call"),
    "schedule id again": (lambda events: first(events, "schedule/change", 2)["data"]["schedule"].update(
        id="schedule-1"), "is used already"),
    "plan outside its call": (moved("todo/write", "step/end", 0, 1), "outside a todo_write call"),
    "plan status": (with_data("todo/write", todos=[{"content": "a", "status": "done"}]), "status 'done'"),
    "call not asked for": (with_data("tool/call", name="bash"), "is not what the answer asked for"),
    "call twice": (doubled("tool/call"), "the call was made already"),
    "result missing": (without("tool/result"), "calls without a result"),
    "result twice": (doubled("tool/result"), "answers no open call"),
    "refusal without mark": (lambda events: first(events, "tool/result", 2)["data"]["message"]["content"][0].update(
        isError=False), "an error is named and marked"),
    "refusal as JSON": (lambda events: first(events, "tool/result", 2)["data"]["message"]["content"][0].update(
        content=[{"type": "text", "text": "{}"}]), "explained in prose"),
    "two answers": (doubled("assistant/message", 3), "a second answer"),
    "end-seed in a turn": (moved("session/end-seed", "step/end"), "a turn is open"),
    "end-seed with data": (with_data("session/end-seed", note=1), "carries data"),
    "another shape": (lambda events: first(events, "turn/end")["data"].pop("reason"), "data of another shape"),
}  # fmt: skip


def test_a_true_story_breaks_no_rule(tmp_path):
    assert problems(save(tmp_path, good_events())) == []


@needs_conformance
@pytest.mark.parametrize("path", REAL_LOGS, ids=lambda path: f"{path.parent.name}{path.suffix}")
def test_real_logs_break_no_rule(path):
    assert problems(path) == []


@pytest.mark.parametrize("name", BROKEN)
def test_every_broken_rule_is_named(tmp_path, name):
    change, expected = BROKEN[name]
    events = good_events()
    change(events)
    found = problems(save(tmp_path, events))
    assert any(expected in each for each in found), found


@pytest.mark.req("LOG-18")
@pytest.mark.parametrize(("off", "fits"), [(-1, False), (0, True), (1, True), (2, False)])
def test_a_seed_ends_with_or_before_end_seed(tmp_path, off, fits):
    events = good_events()
    end = first(events, "session/end-seed")["seq"]
    path = save(tmp_path, events, {"parentSession": "parent", "seedLength": end + off})
    assert any("not followed by session/end-seed" in each for each in problems(path)) is not fits


@pytest.mark.req("LOG-2")
@pytest.mark.parametrize(
    ("header", "expected"),
    [
        ({"version": 4}, "version 0"),
        ({"id": ""}, "needs an id"),
        ({"createdAt": "now"}, "createdAt 'now'"),
        ({"delegationDepth": -1}, "delegationDepth -1"),
        ({"seedLength": 3}, "go together"),
        ({"color": "red"}, "unknown keys ['color']"),
    ],
)
def test_a_header_is_checked(tmp_path, header, expected):
    found = envelope_problems(save(tmp_path, [], header))
    assert any(expected in each for each in found), found


@pytest.mark.req("LOG-7")
@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (b'{"a":NaN}\n', "is not JSON"),
        (b"[]\n", "is not an object"),
        (b"\n", "is not JSON"),
        (b'{"type":"turn/start","type":"turn/end"}\n', "a key is repeated"),
        (b'{"type":"\xff"}\n', "is not JSON"),
        (b'{"type":"turn/start"}', "the last line has no LF"),
    ],
)
def test_a_line_is_checked(tmp_path, text, expected):
    path = save(tmp_path, [])
    path.write_bytes(path.read_bytes() + text)
    found = envelope_problems(path)
    assert any(expected in each for each in found), found
