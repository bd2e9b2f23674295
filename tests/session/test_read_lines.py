"""What one line of a log may say (LOG-3, LOG-4, LOG-5, LOG-7): each rule broken alone, and what is odd but read."""

from pathlib import Path

import pytest

from support.loggen import event_line, header_line
from workbench.session.reader import read_stored
from workbench.session.source import BytesSource

MESSAGE = {"content": [], "source": {"kind": "user"}, "role": "user", "id": "m"}
NESTED = {"turn": 1, "step": 1, "message": MESSAGE}
RUN = {"turn": 1, "step": 1, "index": 0, "dt": [1, 2], "texts": ["a", "b", "c"]}
CALLS = {"turn": 1, "step": 1, "index": 0, "dt": [1, 2], "id": "c", "name": "bash", "args": ["a", "b", "c"]}
END = {"turn": 1, "reason": {"kind": "completed"}}


def read(*lines, **header):
    return read_stored(BytesSource(header_line(**header) + b"".join(lines)), Path("log.jsonl"))


def raw(text):
    return text.encode() + b"\n"


def first(kind, data, **more):
    return event_line(kind, 0, 5, data, **more)


def without(value, key):
    return {name: found for name, found in value.items() if name != key}


GOOD_END = event_line("turn/end", 1, 6, END)
REFUSED = {
    "another envelope key": first("turn/start", {}, extra=1),
    "a non-integer time": raw('{"type":"turn/start","seq":0,"time":5.5,"data":{}}'),
    "a time that is text": raw('{"type":"turn/start","seq":0,"time":"5","data":{}}'),
    "a time that is true": raw('{"type":"turn/start","seq":0,"time":true,"data":{}}'),
    "a time that is null": raw('{"type":"turn/start","seq":0,"time":null,"data":{}}'),
    "a time beyond safe integers": raw('{"type":"turn/start","seq":0,"time":9007199254740992,"data":{}}'),
    "a time of many digits": raw('{"type":"turn/start","seq":0,"time":' + "9" * 5000 + ',"data":{}}'),
    "no time": raw('{"type":"turn/start","seq":0,"data":{}}'),
    "no seq": raw('{"type":"turn/start","time":5,"data":{}}'),
    "a negative seq": raw('{"type":"turn/start","seq":-1,"time":5,"data":{}}'),
    "a fractional seq": raw('{"type":"turn/start","seq":0.5,"time":5,"data":{}}'),
    "no data": raw('{"type":"turn/start","seq":0,"time":5}'),
    "no type": raw('{"seq":0,"time":5,"data":{}}'),
    "a type that is a number": raw('{"type":5,"seq":0,"time":5,"data":{}}'),
    "ignorable false": first("turn/start", {}, ignorable=False),
    "ignorable text": first("my/own", {}, ignorable="true"),
    "ignorable null": first("my/own", {}, ignorable=None),
    "surfaceOp missing": first("user/message", MESSAGE),
    "surfaceOp null": first("user/message", MESSAGE, surfaceOp=None),
    "surfaceOp off a surface event": first("turn/start", {}, surfaceOp="append"),
    "surfaceOp on an unknown type": first("my/own", {}, surfaceOp="append", ignorable=True),
    "a source that is not earlier": first("assistant/message", NESTED, surfaceOp="append", sourceEventSeqs=[0]),
    "a negative source": first("assistant/message", NESTED, surfaceOp="append", sourceEventSeqs=[-1]),
    "sources that are no list": first("assistant/message", NESTED, surfaceOp="append", sourceEventSeqs=0),
    "sources null": first("assistant/message", NESTED, surfaceOp="append", sourceEventSeqs=None),
    "a fractional source": first("turn/start", {}, sourceEventSeqs=[0.5]),
    "a message without id": first("user/message", without(MESSAGE, "id"), surfaceOp="append"),
    "a message without role": first("user/message", without(MESSAGE, "role"), surfaceOp="append"),
    "a message without source": first("user/message", without(MESSAGE, "source"), surfaceOp="append"),
    "a reply without message": first("assistant/message", {"turn": 1}, surfaceOp="append"),
    "a result without id": first("tool/result", {"message": without(MESSAGE, "id")}, surfaceOp="append"),
    "an array": raw("[1]"),
    "a number": raw("5"),
    "no JSON": raw("{oops"),
    "two values": raw('{"type":"turn/start","seq":0,"time":5,"data":{}}{}'),
    "NaN": raw('{"type":"turn/start","seq":0,"time":5,"data":{"x":NaN}}'),
    "a byte order mark": b"\xef\xbb\xbf" + first("turn/start", {}),
    "nested too deeply": raw('{"type":"turn/start","seq":0,"time":5,"data":' + "[" * 100_000 + "]" * 100_000 + "}"),
    "a packed row with seq": raw('{"type":"text-chunks","seq":0,"time":5,"data":{}}'),
    "gaps that do not fit": raw(
        '{"type":"text-chunks","seq0":0,"time0":5,"data":{"turn":1,"step":1,"index":0,"dt":[1],"texts":["a","b","c"]}}'
    ),
    "an empty packed row": raw(
        '{"type":"text-chunks","seq0":0,"time0":5,"data":{"turn":1,"step":1,"index":0,"dt":[],"texts":[]}}'
    ),
    "a piece that is no text": raw(
        '{"type":"text-chunks","seq0":0,"time0":5,"data":{"turn":1,"step":1,"index":0,"dt":[1],"texts":["a",5]}}'
    ),
    "a packed row with another key": raw(
        '{"type":"text-chunks","seq0":0,"time0":5,"data":{"turn":1,"step":1,"index":0,"dt":[1],"texts":["a","b"],"x":1}}'
    ),
    "a packed call without id": raw(
        '{"type":"tool-call-chunks","seq0":0,"time0":5,"data":{"turn":1,"step":1,"index":0,"dt":[1],"args":["a","b"]}}'
    ),
}


@pytest.mark.req("LOG-3", "LOG-4", "LOG-7", "LOG-8")
@pytest.mark.parametrize("line", REFUSED.values(), ids=REFUSED)
def test_a_line_that_breaks_one_rule_is_corrupt_when_a_turn_ends_after_it(line):
    log = read(line, GOOD_END)
    assert log.verdict == "corrupt"
    first_problem = log.problems[0]
    assert (first_problem.kind, first_problem.line, first_problem.row) == ("unreadable_line", 2, 0)
    assert [each.type for each in log.index.events_from()] == ["turn/end"]


@pytest.mark.req("LOG-3", "LOG-8")
@pytest.mark.parametrize("line", REFUSED.values(), ids=REFUSED)
def test_the_same_line_at_the_end_is_a_torn_tail(line):
    log = read(event_line("turn/start", 0, 5, {"turn": 1}), GOOD_END, line)
    assert log.verdict == "torn"
    assert (log.index.events, [each.kind for each in log.problems]) == (2, ["torn_tail"])


CITED = [event_line("assistant/chunk", seq, 5, {"turn": 1, "step": 1, "chunk": {"type": "usage"}}) for seq in range(3)]


@pytest.mark.req("LOG-3")
@pytest.mark.parametrize(
    ("sources", "sound"),
    [([], True), ([0], True), ([2, 0, 1], True), ([3], False), ([0, 0], False), ([0, 1, 2, 1], False), ([4, 0], False)],
)
@pytest.mark.parametrize("kind", ["assistant/message", "tool/result"])
def test_cited_events_are_earlier_and_differ(kind, sources, sound):
    citing = event_line(kind, 3, 5, NESTED, sourceEventSeqs=sources, surfaceOp="append")
    log = read(*CITED, citing, event_line("turn/end", 4, 6, END))
    assert log.verdict == ("ok" if sound else "corrupt")


ACCEPTED = {
    "an integral float as time": (raw('{"type":"turn/start","seq":0,"time":5.0,"data":{"turn":1}}'), "turn/start"),
    "an exponent as seq": (raw('{"type":"turn/start","seq":0e0,"time":5,"data":{"turn":1}}'), "turn/start"),
    "another key order": (raw('{"data":{"turn":1},"time":5,"seq":0,"type":"turn/start"}'), "turn/start"),
    "spaces": (raw(' { "type" : "turn/start" , "seq":0,"time":5, "data":{"turn":1} } '), "turn/start"),
    "a repeated key, last wins": (raw('{"type":"turn/start","seq":9,"time":5,"data":{},"seq":0}'), "turn/start"),
    "a repeated type, last wins": (
        raw('{"type":"turn/end","type":"turn/start","seq":0,"time":5,"data":{}}'),
        "turn/start",
    ),
    "CRLF": (raw('{"type":"turn/start","seq":0,"time":5,"data":{"turn":1}}\r'), "turn/start"),
    "an ignorable known type": (first("turn/start", {"turn": 1}, ignorable=True), "turn/start"),
    "an ignorable unknown type": (first("my/own", {"x": 1}, ignorable=True), "my/own"),
    "data null": (first("session/end-seed", None), "session/end-seed"),
    "data a list": (first("goal/change", [1]), "goal/change"),
    "data text": (first("turn/start", "x"), "turn/start"),
    "sources on another event": (first("turn/start", {}, sourceEventSeqs=[]), "turn/start"),
    "another surfaceOp": (first("user/message", MESSAGE, surfaceOp="replace"), "user/message"),
    "a lone surrogate": (raw('{"type":"session/title","seq":0,"time":5,"data":{"title":"\\ud83d"}}'), "session/title"),
    "invalid UTF-8": (b'{"type":"session/title","seq":0,"time":5,"data":{"title":"\xff"}}\n', "session/title"),
    "an infinite number": (raw('{"type":"goal/change","seq":0,"time":5,"data":{"x":1e400}}'), "goal/change"),
    "separators in a text": (first("session/title", {"title": "a\u2028b\u2029c\x85d\x0b\x0c"}), "session/title"),
    "a negative time": (event_line("turn/start", 0, -5, {"turn": 1}), "turn/start"),
    "a change that breaks a rule": (first("schedule/change", {"version": 9}), "schedule/change"),
    "an inbox change without sense": (first("agent/inbox/spliced", {"target": 5}), "agent/inbox/spliced"),
}


@pytest.mark.req("LOG-3", "LOG-5", "LOG-7", "SCH-4")
@pytest.mark.parametrize(("line", "kind"), ACCEPTED.values(), ids=ACCEPTED)
def test_what_is_odd_is_read_all_the_same(line, kind):
    log = read(line, GOOD_END)
    assert log.verdict == "ok"
    assert [(each.type, each.seq) for each in log.index.events_from()] == [(kind, 0), ("turn/end", 1)]
    assert log.index.event(0).time in {5, -5}
    assert log.index.raw(0) == line[:-1]


@pytest.mark.req("LOG-7")
@pytest.mark.parametrize("text", ["a\u2028b\u2029c\x85d\x0be\x0cf\x1cg\x1dh\x1ei", "\U0001f680", "\x7f\x9b", ""])
def test_odd_separators_are_data(text):
    log = read(first("session/title", {"title": text}), GOOD_END)
    assert (log.state.title, log.index.events) == (text, 2)


@pytest.mark.req("LOG-7")
def test_text_that_no_utf8_can_say_survives_or_is_replaced():
    lone = raw('{"type":"session/title","seq":0,"time":5,"data":{"title":"\\ud83d!"}}')
    assert read(lone).state.title == "\ud83d!"
    broken = b'{"type":"session/title","seq":0,"time":5,"data":{"title":"\xff!"}}\n'
    assert read(broken).state.title == "\ufffd!"


@pytest.mark.req("LOG-5")
@pytest.mark.parametrize("at_end", [True, False])
def test_an_unknown_type_makes_the_log_unsupported_but_it_is_shown(at_end):
    lines = [event_line("turn/start", 0, 5, {"turn": 1}), event_line("my/own", 1, 5, {"x": 1})]
    log = read(*lines, *(() if at_end else (event_line("turn/end", 2, 6, END),)))
    assert (log.verdict, log.closers) == ("unsupported", ())
    assert [each.type for each in log.index.events_from()][1] == "my/own"
    [problem] = [each for each in log.problems if each.kind == "unknown_type"]
    assert (problem.line, problem.seq, problem.found, problem.row) == (3, 1, "my/own", 1)


@pytest.mark.req("LOG-5")
def test_every_listed_type_is_known_and_keeps_its_name():
    from workbench.session.events import EVENT_TYPES, PACKED_TYPES

    data = {"user/message": MESSAGE, "assistant/message": NESTED, "tool/result": NESTED}
    kinds = [kind for kind in EVENT_TYPES if kind not in PACKED_TYPES]
    lines = [
        event_line(kind, seq, 5, data.get(kind, {}), **({"surfaceOp": "append"} if kind in data else {}))
        for seq, kind in enumerate(kinds)
    ]
    log = read(*lines)
    assert len(kinds) == 48
    assert log.verdict == "ok"
    assert [log.index.type_name(row) for row in range(log.index.rows)] == kinds


@pytest.mark.req("LOG-4")
def test_members_of_a_packed_row_have_their_own_seq_and_time():
    row = {"type": "text-chunks", "seq0": 1, "time0": 100, "data": RUN | {"dt": [5, -7]}}
    from support.logmaker import line_of

    log = read(event_line("turn/start", 0, 5, {"turn": 1}), line_of(row), event_line("turn/end", 4, 101, END))
    assert log.verdict == "ok"
    found = [log.index.event_at(seq) for seq in (1, 2, 3)]
    assert [(each.seq, each.time, each.data["chunk"]["text"]) for each in found] == [
        (1, 100, "a"), (2, 105, "b"), (3, 98, "c")
    ]  # fmt: skip
    assert (log.index.rows, log.index.events, log.index.members(1)) == (3, 5, 3)


@pytest.mark.req("LOG-4")
@pytest.mark.parametrize("kind", ["text-chunks", "reasoning-chunks", "tool-call-chunks"])
@pytest.mark.parametrize("members", [1, 2, 3, 40])
def test_a_packed_row_of_any_length_is_read(kind, members):
    from support.logmaker import line_of

    pieces = [str(each) for each in range(members)]
    data = CALLS | {"args": pieces} if kind == "tool-call-chunks" else RUN | {"texts": pieces}
    row = {"type": kind, "seq0": 0, "time0": 5, "data": data | {"dt": [1] * (members - 1)}}
    log = read(line_of(row), event_line("turn/end", members, 6, END))
    assert (log.verdict, log.index.events) == ("ok", members + 1)
