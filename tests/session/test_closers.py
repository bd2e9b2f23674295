"""What an interrupted log is shown with (LOG-9)."""

from pathlib import Path

import pytest

from support.loggen import event_line, header_line
from support.logmaker import plain_log
from workbench.session.reader import read_stored
from workbench.session.source import BytesSource

WHERE = {"turn": 3, "step": 2}


def reply(seq, *calls):
    blocks = [{"type": "tool-call", "id": call, "name": "bash", "arguments": "{}"} for call in calls]
    message = {"role": "assistant", "content": blocks, "source": {"kind": "model"}, "id": "m"}
    data = WHERE | {"message": message}
    return event_line("assistant/message", seq, 50, data, sourceEventSeqs=[], surfaceOp="append")


def call(seq, name):
    return event_line("tool/call", seq, 60, WHERE | {"callId": name, "name": "bash", "arguments": "{}"})


def result(seq, name):
    message = {"source": {"kind": "tool", "callId": name}, "content": [], "role": "user", "id": "r"}
    return event_line("tool/result", seq, 70, WHERE | {"message": message}, sourceEventSeqs=[], surfaceOp="append")


OPEN = [event_line("turn/start", 0, 5, {"turn": 3}), event_line("step/start", 1, 6, WHERE)]


def closers(*lines):
    log = read_stored(BytesSource(plain_log(lines)), Path("x"))
    assert log.verdict == "ok"
    return log.closers


def short(events):
    return [(each.type, each.data.get("error", {}).get("code"), each.sources) for each in events]


@pytest.mark.req("LOG-9")
def test_calls_are_closed_in_call_order_each_by_what_was_seen_of_it():
    found = closers(*OPEN, reply(2, "a", "b", "c", "d"), call(3, "a"), result(4, "a"), call(5, "c"))
    assert short(found) == [
        ("tool/result", "TOOL_NOT_STARTED", ()),
        ("tool/result", "TOOL_OUTCOME_UNKNOWN", (5,)),
        ("tool/result", "TOOL_NOT_STARTED", ()),
        ("step/end", None, None),
        ("turn/end", None, None),
    ]
    assert [each.data["message"]["source"]["callId"] for each in found[:3]] == ["b", "c", "d"]
    assert [each.surface for each in found] == [True, True, True, False, False]
    assert [each.seq for each in found] == [6, 7, 8, 9, 10]
    assert {each.time for each in found} == {60}
    assert found[-1].data == {"turn": 3, "reason": {"kind": "interrupted"}}
    assert found[-2].data == WHERE
    assert len({each.data["message"]["id"] for each in found[:3]}) == 3


@pytest.mark.req("LOG-9")
@pytest.mark.parametrize(
    ("lines", "kinds"),
    [
        (OPEN[:1], ["turn/end"]),
        (OPEN, ["step/end", "turn/end"]),
        ([*OPEN, event_line("step/end", 2, 7, WHERE)], ["turn/end"]),
        ([*OPEN, event_line("turn/end", 2, 7, {"turn": 3, "reason": {"kind": "error"}})], []),
        ([], []),
    ],
)
def test_what_is_open_is_closed(lines, kinds):
    assert [each.type for each in closers(*lines)] == kinds


@pytest.mark.req("LOG-9", "LOG-16")
def test_a_log_with_its_closers_written_is_whole():
    found = closers(*OPEN, reply(2, "a"), call(3, "a"))
    written = [
        event_line(
            each.type, each.seq, each.time, each.data,
            **({"sourceEventSeqs": list(each.sources), "surfaceOp": "append"} if each.surface else {}),
        )
        for each in found
    ]  # fmt: skip
    log = read_stored(BytesSource(header_line() + b"".join([*OPEN, reply(2, "a"), call(3, "a"), *written])), Path("x"))
    assert (log.verdict, log.problems, log.closers, log.last_turn_end) == ("ok", (), (), "interrupted")


@pytest.mark.req("LOG-9", "BEN-1")
def test_the_same_log_gets_the_same_closers():
    lines = [*OPEN, reply(2, "a")]
    assert closers(*lines) == closers(*lines)
