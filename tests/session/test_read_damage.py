"""Damage to plain logs: what is torn, what is corrupt, and what is still shown (LOG-8, LOG-9, LOG-14)."""

import random
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from support.loggen import compact, event_line, event_lines, header_line
from support.logmaker import make_events, plain_log, stored_lines
from workbench.errors import WorkbenchError
from workbench.session.reader import read_stored
from workbench.session.runs import CHUNK
from workbench.session.source import BytesSource

END = {"turn": 1, "reason": {"kind": "completed"}}


def read(data):
    return read_stored(BytesSource(data), Path("log.jsonl"))


def read_or_code(data):
    """The log, or the code of its refusal; any other exception is the test's."""
    try:
        return read(data)
    except WorkbenchError as error:
        return error.code


def turn(number, first):
    """Three events of one turn."""
    return [
        event_line("turn/start", first, 5, {"turn": number}),
        event_line("goal/change", first + 1, 6, {}),
        event_line("turn/end", first + 2, 7, END | {"turn": number}),
    ]


TWO_TURNS = turn(1, 0) + turn(2, 3)


def kinds(log):
    return [each.kind for each in log.problems]


def seqs(log):
    return [each.seq for each in log.index.events_from()]


@pytest.mark.req("LOG-8", "LOG-9")
@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize("packing", [0, 1])
def test_a_plain_log_cut_at_any_byte_of_its_end_keeps_every_complete_event(seed, packing):
    rng = random.Random(seed)
    events = make_events(rng, 10)
    lines = stored_lines(events, rng, packing)
    whole = plain_log(lines)
    last = sum(map(len, lines[-2:]))
    for cut in range(len(whole) - last, len(whole) + 1):
        log = read(whole[:cut])
        complete = whole[:cut].count(b"\n") - 1
        clean = cut == len(whole) or whole[:cut].endswith(b"\n")
        assert log.verdict == ("ok" if clean else "torn")
        assert [log.index.raw(row) + b"\n" for row in range(log.index.rows)] == lines[:complete]
        assert log.good_size == len(header_line()) + sum(map(len, lines[:complete]))
        assert (log.state.turn is None) == (not log.closers)
        assert ("torn_tail" in kinds(log)) == (not clean)


@pytest.mark.req("LOG-8", "LOG-14")
@pytest.mark.parametrize("at", range(6))
def test_an_unreadable_line_is_corrupt_before_a_turn_end_and_torn_after_the_last(at):
    lines = list(TWO_TURNS)
    lines[at] = b"{oops\n"
    log = read(plain_log(lines))
    if at == 5:
        assert (log.verdict, seqs(log), kinds(log)) == ("torn", [0, 1, 2, 3, 4], ["torn_tail", "open_turn"])
        return
    assert (log.verdict, seqs(log)) == ("corrupt", [seq for seq in range(6) if seq != at])
    assert kinds(log) == ["unreadable_line", "missing_number"]
    assert [each.line for each in log.problems] == [at + 2, at + 3]
    assert {each.row for each in log.problems} == {at}


@pytest.mark.req("LOG-8", "LOG-14")
@pytest.mark.parametrize("gone", range(6))
def test_a_missing_number_is_told_apart(gone):
    lines = TWO_TURNS[:gone] + TWO_TURNS[gone + 1 :]
    log = read(plain_log(lines))
    assert seqs(log) == [seq for seq in range(6) if seq != gone]
    if gone == 5:
        assert log.verdict == "ok"
        return
    [problem] = [each for each in log.problems if each.kind == "missing_number"]
    assert (problem.line, problem.seq) == (gone + 2, gone + 1)
    assert (problem.expected, problem.found) == (str(gone), str(gone + 1))
    assert log.verdict == "corrupt"


@pytest.mark.req("LOG-8", "LOG-14")
@pytest.mark.parametrize("again", range(6))
def test_a_line_written_twice_is_shown_twice_and_named(again):
    lines = TWO_TURNS[: again + 1] + TWO_TURNS[again:]
    log = read(plain_log(lines))
    assert (log.verdict, kinds(log)) == ("corrupt", ["repeated_number"])
    assert seqs(log) == sorted([*range(6), again])
    assert (log.problems[0].line, log.problems[0].seq, log.problems[0].row) == (again + 3, again, again + 1)
    assert log.index.row_of(again) == again


@pytest.mark.req("LOG-14")
def test_an_old_line_that_comes_again_late_hides_nothing():
    log = read(plain_log([*TWO_TURNS[:5], TWO_TURNS[1], TWO_TURNS[5]]))
    assert (log.verdict, kinds(log), seqs(log)) == ("corrupt", ["repeated_number"], [0, 1, 2, 3, 4, 1, 5])


@pytest.mark.req("LOG-14")
def test_a_line_that_comes_too_late_is_a_missing_number_twice():
    log = read(plain_log([*TWO_TURNS[:2], TWO_TURNS[3], TWO_TURNS[2], *TWO_TURNS[4:]]))
    assert (log.verdict, seqs(log)) == ("corrupt", [0, 1, 3, 2, 4, 5])
    assert [(each.kind, each.line, each.seq) for each in log.problems] == [
        ("missing_number", 4, 3),
        ("missing_number", 5, 2),
    ]
    assert [log.index.row_of(seq) for seq in range(6)] == [0, 1, 3, 2, 4, 5]


@pytest.mark.req("LOG-13", "LOG-14")
def test_two_writers_are_told_from_a_repeat_and_both_are_kept():
    other = [event_line("goal/change", seq, 6, {"other": True}) for seq in (3, 4)]
    log = read(plain_log([*TWO_TURNS[:4], other[0], TWO_TURNS[4], other[1], TWO_TURNS[5]]))
    assert (log.verdict, kinds(log)) == ("corrupt", ["second_writer", "second_writer"])
    assert seqs(log) == [0, 1, 2, 3, 3, 4, 4, 5]
    assert log.index.event_at(3).type == "turn/start"
    assert [each.row for each in log.problems] == [4, 6]


@pytest.mark.req("LOG-8")
@pytest.mark.parametrize("blank", [b"\n", b"\r\n", b"  \t\n"])
@pytest.mark.parametrize("at", range(7))
def test_a_blank_line_is_damage_except_as_the_last(blank, at):
    log = read(plain_log([*TWO_TURNS[:at], blank, *TWO_TURNS[at:]]))
    assert seqs(log) == list(range(6))
    assert (log.verdict, kinds(log)) == (("ok", []) if at == 6 else ("corrupt", ["blank_line"]))
    if at == 6:
        assert log.good_size == len(plain_log(TWO_TURNS))


@pytest.mark.req("LOG-8")
def test_a_blank_line_where_the_reader_takes_breath_is_damage_all_the_same():
    empty = event_line("goal/change", 0, 5, {"x": ""})
    filler = event_line("goal/change", 0, 5, {"x": "y" * (CHUNK - 1 - len(empty) - len(header_line()))})
    later = [event_line("goal/change", 1, 5, {}), event_line("turn/end", 2, 6, END)]
    data = plain_log([filler, b"\n", *later])
    assert data[CHUNK - 2 : CHUNK] == b"\n\n"
    log = read(data)
    assert (log.verdict, kinds(log), seqs(log)) == ("corrupt", ["blank_line"], [0, 1, 2])


@pytest.mark.req("LOG-8")
@pytest.mark.parametrize("tail", [b"\n\n", b"\n{"])
def test_a_blank_line_that_something_follows_is_cut_off_at_the_end(tail):
    log = read(plain_log([*TWO_TURNS, tail]))
    assert (log.verdict, seqs(log), kinds(log)) == ("torn", list(range(6)), ["torn_tail"])


# What decoding many lines at once would let pass: values and lines in equal number, but not one to one.
COMPENSATED = {
    "a blank line and two values on one": [TWO_TURNS[0], b"\n", TWO_TURNS[1][:-1] + TWO_TURNS[2], *TWO_TURNS[3:]],
    "a space line and two values": [TWO_TURNS[0], b"  \n", TWO_TURNS[1][:-1] + b" " + TWO_TURNS[2], *TWO_TURNS[3:]],
    "a value over two lines and two on one": [
        TWO_TURNS[0].replace(b',"time"', b',\n"time"'),
        TWO_TURNS[1][:-1] + TWO_TURNS[2],
        *TWO_TURNS[3:],
    ],
    "a value broken before its data": [
        b'{"type":"goal/change","seq":0,"time":5,"data":\n',
        b'{"type":"x"}}' + TWO_TURNS[1],
        *TWO_TURNS[2:],
    ],
    "a break between objects": [
        b'{"type":"goal/change","seq":0,"time":5,"data":{"a":{}\n',
        b"}}" + TWO_TURNS[1],
        *TWO_TURNS[2:],
    ],
    "a value over two lines": [TWO_TURNS[0].replace(b',"time"', b',\n"time"'), *TWO_TURNS[1:]],
    "two values on one line": [TWO_TURNS[0][:-1] + TWO_TURNS[1], *TWO_TURNS[2:]],
}


@pytest.mark.req("LOG-3", "LOG-8")
@pytest.mark.parametrize("lines", COMPENSATED.values(), ids=COMPENSATED)
def test_each_line_must_be_one_value(lines):
    log = read(plain_log(lines))
    assert log.verdict == "corrupt"
    assert {"unreadable_line", "blank_line"} & set(kinds(log))


@pytest.mark.req("LOG-8")
def test_damage_without_a_later_turn_end_is_cut_off_with_all_after_it():
    open_turn = [event_line("turn/start", 6, 8, {"turn": 3}), event_line("step/start", 7, 9, {"turn": 3, "step": 1})]
    late = [event_line("goal/change", seq, 9, {}) for seq in (9, 10)]
    data = plain_log([*TWO_TURNS, *open_turn, *late])
    log = read(data)
    assert (log.verdict, seqs(log)) == ("torn", list(range(8)))
    assert log.good_size == len(plain_log([*TWO_TURNS, *open_turn]))
    assert [each.type for each in log.closers] == ["step/end", "turn/end"]
    assert (log.state.turn, log.state.step, log.state.events) == (3, 1, 8)


@pytest.mark.req("LOG-8")
def test_a_gap_line_that_is_itself_a_turn_end_is_corrupt():
    log = read(plain_log([*TWO_TURNS[:4], event_line("turn/end", 9, 9, END)]))
    assert (log.verdict, seqs(log)) == ("corrupt", [0, 1, 2, 3, 9])


@pytest.mark.req("LOG-8")
def test_a_turn_end_that_cannot_be_read_does_not_count():
    broken = TWO_TURNS[5].replace(b'"time":7', b'"time":"7"')
    assert read(plain_log([*TWO_TURNS[:3], b"{oops\n", broken])).verdict == "torn"


@pytest.mark.req("LOG-8", "SCH-10")
def test_a_cut_takes_back_what_was_folded_and_seen_after_it():
    change = {"version": 1, "operation": "create", "schedule": {
        "id": "schedule-1", "kind": "at", "prompt": "p", "scheduledAt": "2030-01-01T00:00:00.000Z"}}  # fmt: skip
    lines = [*TWO_TURNS, b"{oops\n", event_line("schedule/change", 6, 8, change), event_line("my/own", 7, 8, {})]
    log = read(plain_log(lines))
    assert (log.verdict, kinds(log)) == ("torn", ["torn_tail"])
    assert (log.state.schedules.used_count, log.state.schedule_error) == (0, None)
    assert list(log.index.changes) == []


@pytest.mark.req("LOG-14", "SCH-7")
def test_schedule_state_over_a_hole_is_an_error_and_before_it_is_not():
    lines = list(event_lines(40))
    lines[25] = b"garbage\n"
    log = read(plain_log(lines))
    assert log.verdict == "corrupt"
    assert log.state.schedule_error.code == "corrupt_schedule_log"
    assert log.state_at(24).schedule_error is None
    assert len(log.state_at(24).schedules.active) == 10
    assert log.state_at(26).schedule_error.code == "corrupt_schedule_log"


@pytest.mark.req("LOG-14", "SCH-7")
def test_a_broken_schedule_rule_names_its_place_and_leaves_the_log_readable():
    nope = {"version": 1, "operation": "delete", "id": "nope"}
    log = read(plain_log([*event_lines(40), event_line("schedule/change", 40, 9, nope)]))
    assert log.verdict == "ok"
    [problem] = [each for each in log.problems if each.kind == "schedule_rule"]
    assert (problem.line, problem.seq, problem.row) == (42, 40, 40)
    assert "nope" in problem.found
    assert log.state.schedule_error.code == "corrupt_schedule_log"
    assert (log.state_at(39).schedule_error, log.state_at(40).schedule_error.code) == (None, "corrupt_schedule_log")


@pytest.mark.req("LOG-14")
def test_problems_stay_few_however_bad_the_file():
    log = read(plain_log([*TWO_TURNS[:3], *[b"x\n"] * 3000, *TWO_TURNS[3:]]))
    assert log.verdict == "corrupt"
    assert (len(log.problems), log.problems_left_out) == (1000, 2000)
    assert seqs(log) == list(range(6))


@pytest.mark.req("LOG-2", "LOG-8")
@pytest.mark.parametrize(
    ("header", "kind"),
    [
        (b"", "bad_header"),
        (b"{oops\n", "bad_header"),
        (b'{"type":"session","version":0}\n', "bad_header"),
        (b'{"type":"session"}\n', "bad_header"),
        (b'{"type":"session","version":"0","id":"x","createdAt":1,"delegationDepth":0}\n', "bad_header"),
        (header_line(id=5), "bad_header"),
        (header_line(id=""), "bad_header"),
        (header_line(createdAt="x"), "bad_header"),
        (header_line(cwd=None).replace(b'"delegationDepth":0', b'"cwd":null,"delegationDepth":0'), "bad_header"),
        (header_line(delegationDepth=-1), "bad_header"),
        (header_line(delegationDepth=None), "bad_header"),
        (header_line(origin="other"), "bad_header"),
        (header_line(seedLength="1"), "bad_header"),
        (header_line(seedLength=1.5), "bad_header"),
        (header_line(parentSession=1), "bad_header"),
        (b"\xef\xbb\xbf" + header_line(), "byte_order_mark"),
    ],
)
def test_a_log_without_a_sound_header_is_corrupt_and_browsable(header, kind):
    log = read(header + b"".join(TWO_TURNS))
    assert (log.verdict, log.problems[0].kind, log.problems[0].line) == ("corrupt", kind, 1)
    assert seqs(log) == list(range(6))
    assert log.state.schedule_error.code == "corrupt_schedule_log"


@pytest.mark.req("LOG-2")
def test_unknown_header_keys_are_kept_and_known_ones_read():
    more = {"origin": "subagent", "agentPreset": {"a": 1}, "parentSession": "p", "seedLength": 2.0, "later": [1]}
    log = read(header_line("x", "/srv", delegationDepth=3, **more) + b"".join(TWO_TURNS))
    header = log.header
    assert log.verdict == "ok"
    assert (header.id, header.cwd, header.origin, header.parent) == ("x", "/srv", "subagent", "p")
    assert (header.seed_length, header.fold_from, header.delegation_depth) == (2, 2, 3)
    assert (header.agent_preset, header.extra) == ({"a": 1}, {"later": [1]})


@pytest.mark.req("SCH-10")
@pytest.mark.parametrize(("seed", "sound"), [(0, True), (6, True), (7, False), (-1, False)])
def test_a_seed_length_outside_the_log_breaks_the_schedule_history(seed, sound):
    log = read(plain_log(TWO_TURNS, seedLength=seed))
    assert (log.state.schedule_error is None) == sound
    assert kinds(log) == ([] if sound else ["schedule_rule"])
    if not sound:
        assert log.state_at(2).schedule_error.code == "corrupt_schedule_log"


@pytest.mark.req("LOG-2", "LOG-5")
def test_another_format_is_unsupported_and_opens_as_raw_events():
    header = compact({"type": "session", "version": 4, "sessionId": "s", "createdAt": 7, "id": "new"}) + b"\n"
    lines = [
        b'{"type":"turn/start","seq":0,"time":5,"data":{},"more":1}\n',
        b'{"type":"shiny/new","seq":1,"time":6,"payload":"x"}\n',
        b"\n",
        b"{oops\n",
        b'{"type":"text-chunks","seq0":2,"time0":7,"data":{}}\n',
        b'{"type":"no/numbers"}\n',
        b'{"type":"schedule/change","seq":9,"time":8,"data":{"version":1,"operation":"delete","id":"x"}}\n',
    ]
    log = read(header + b"".join(lines))
    assert (log.verdict, log.format, log.header.id, log.header.created_at) == ("unsupported", 4, "new", 7)
    assert [(each.type, each.seq, each.time) for each in map(log.index.event, range(log.index.rows))] == [
        ("turn/start", 0, 5),
        ("shiny/new", 1, 6),
        ("text-chunks", 2, 7),
        ("no/numbers", 3, 7),
        ("schedule/change", 9, 8),
    ]
    assert kinds(log) == ["newer_format", "unreadable_line"]
    assert "format 4" in log.problems[0].message
    assert log.closers == ()


@pytest.mark.req("LOG-8")
@pytest.mark.parametrize(
    ("data", "kind"),
    [(b"", "empty_file"), (header_line()[:-1], "bad_header"), (header_line()[:30], "bad_header"), (b"\n", None)],
)
def test_a_file_without_a_complete_header(data, kind):
    if kind is None:
        with pytest.raises(WorkbenchError) as caught:
            read(data)
        assert caught.value.code == "not_a_log"
        return
    log = read(data)
    assert (log.verdict, log.problems[0].kind, log.index.rows, log.header) == ("corrupt", kind, 0, None)


@pytest.mark.req("LOG-8")
@pytest.mark.parametrize(
    "data",
    [
        b"hello\n",
        b'{"a":1}\n',
        b'[{"type":"session"}]\n',
        b"\x7fELF\x02\x01\x01\x00" + bytes(500),
        b"\x89PNG\r\n\x1a\n",
        b"\xff\xfe{\x00",
        b"a,b,c\n1,2,3\n",
        b'{"type":"object","properties":{}}\n',
        b"[" * 100_000,
        b'"session"\n',
        b"\x00",
    ],
)
def test_a_foreign_file_is_not_a_log(data):
    with pytest.raises(WorkbenchError, match="not a session log") as caught:
        read(data)
    assert caught.value.code == "not_a_log"


@pytest.mark.req("LOG-8", "LOG-14")
@given(st.integers(0, 2**32), st.integers(1, 8), st.data())
def test_any_damage_gives_a_result_and_keeps_what_is_readable(seed, growths, data):
    rng = random.Random(seed)
    lines = stored_lines(make_events(rng, growths), rng, 0.5)
    text = bytearray(plain_log(lines))
    for _ in range(data.draw(st.integers(1, 3))):
        at = data.draw(st.integers(0, max(0, len(text) - 1)))
        edit = data.draw(st.sampled_from(("flip", "cut", "insert", "swap")))
        if edit == "flip" and text:
            text[at] ^= 1 << data.draw(st.integers(0, 7))
        elif edit == "cut":
            del text[at : at + data.draw(st.integers(1, 200))]
        elif edit == "insert":
            text[at:at] = data.draw(st.binary(max_size=20))
        elif lines:
            text[at:at] = rng.choice(lines)
    log = read_or_code(bytes(text))
    if isinstance(log, str):
        assert log in {"not_a_log", "too_large"}
        return
    assert log.index.events == len(list(log.index.events_from()))
    assert log.verdict in {"ok", "torn", "corrupt", "unsupported"}
    if log.verdict == "ok":
        assert set(kinds(log)) <= {"open_turn", "schedule_rule"}
    for row in range(log.index.rows):
        assert log.index.row_of(log.index.seq(row)) is not None


@pytest.mark.req("LOG-8")
@given(st.binary(max_size=300))
def test_random_bytes_raise_nothing_but_the_declared_error(data):
    for prefix in (b"", header_line(), b"\x28\xb5\x2f\xfd"):
        log = read_or_code(prefix + data)
        assert log in {"not_a_log", "too_large"} if isinstance(log, str) else len(list(log.index.events_from())) >= 0
