"""The scripted model: replies one a step, from plain values or from a recorded log, and a clear end."""

import json

import pytest

from support.conformance import conformance_files, needs_conformance
from support.turns import request, said
from workbench.bench.models.base import Reply, ToolCall
from workbench.bench.models.scripted import ScriptedModel, read_replies, replies_from_log
from workbench.errors import UsageError, WorkbenchError
from workbench.session.events import Event

SCRIPT = [
    "Hello.",
    {"tool": "schedule_list"},
    {"text": "Both.", "calls": [{"tool": "a", "args": {"ü": 1}}, {"tool": "b", "args": '{"broken'}]},
]


@pytest.mark.req("BEN-9")
def test_replies_come_one_a_step_over_all_turns():
    model = ScriptedModel(read_replies(SCRIPT))
    replies = [model.reply(request(said("x"), turn=turn)) for turn in (1, 1, 2)]
    assert replies == [
        Reply("Hello."),
        Reply("", (ToolCall("schedule_list", "{}"),)),
        Reply("Both.", (ToolCall("a", '{"ü":1}'), ToolCall("b", '{"broken'))),
    ]
    assert model.left == 0


@pytest.mark.req("BEN-9")
@pytest.mark.parametrize("replies", [(), (Reply("only"),)])
def test_a_script_that_runs_out_says_so(replies):
    model = ScriptedModel(replies)
    for _ in replies:
        model.reply(request())
    with pytest.raises(WorkbenchError) as caught:
        model.reply(request(turn=7, step=2))
    assert caught.value.code == "script_ended"
    assert f"all {len(replies)} replies" in caught.value.message
    assert "turn 7, step 2" in caught.value.message


@pytest.mark.parametrize(
    "value",
    [
        None,
        5,
        [],
        {},
        {"txt": "x"},
        {"text": 5},
        {"text": "x", "calls": {}},
        {"text": "x", "calls": ["a"]},
        {"calls": [{"args": {}}]},
        {"calls": [{"tool": "a", "args": 5}]},
        {"tool": "a", "arguments": {}},
        {"tool": 5},
    ],
)
def test_a_script_of_another_shape_is_refused_with_its_place(value):
    with pytest.raises(UsageError) as caught:
        read_replies(["fine", value])
    assert caught.value.code == "invalid_script"
    assert "reply 2" in caught.value.message
    assert "calls" in caught.value.message


def assistant(content, provider="elsewhere", model="m", seq=0):
    message = {
        "role": "assistant",
        "content": content,
        "source": {"kind": "model", "provider": provider, "model": model},
        "id": "i",
    }
    return Event(
        type="assistant/message", seq=seq, time=0, data={"turn": 1, "step": 1, "message": message}, surface=True
    )


@pytest.mark.req("BEN-9")
def test_a_recorded_log_gives_its_models_replies():
    events = [
        Event(type="turn/start", seq=0, time=0, data={"turn": 1}),
        assistant(
            [{"type": "reasoning", "text": "hm"}, {"type": "text", "text": "One "}, {"type": "text", "text": "two"}]
        ),
        assistant([{"type": "tool-call", "id": "c", "name": "a", "arguments": '{"x'}], "workbench", "cli"),
        assistant([{"type": "tool-call", "id": "c", "name": "b", "arguments": '{"x'}], "workbench", "built-in"),
        assistant([], "workbench", "scripted"),
    ]
    assert list(replies_from_log(events)) == [Reply("One two"), Reply("", (ToolCall("b", '{"x'),)), Reply("")]


@needs_conformance
@pytest.mark.req("BEN-9")
def test_a_real_log_gives_as_many_replies_as_it_has():
    (path,) = conformance_files("sessions/none/*/all-kinds/session.jsonl") or [None]
    lines = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()[1:]]
    events = [Event(type=line["type"], seq=0, time=0, data=line["data"]) for line in lines]
    replies = list(replies_from_log(events))
    assert len(replies) == sum(line["type"] == "assistant/message" for line in lines)
    assert sum(len(reply.calls) for reply in replies) == sum(line["type"] == "tool/call" for line in lines)


def test_names_for_the_log_can_be_chosen():
    plain, named = ScriptedModel(()), ScriptedModel((), provider="p", model="m", context_window=5)
    assert (plain.provider, plain.model, plain.context_window) == ("workbench", "scripted", 128_000)
    assert (named.provider, named.model, named.context_window) == ("p", "m", 5)
