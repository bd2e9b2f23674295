"""Times outside the years 0001-9999 are read, told and shown as they are; no clock stands there, nothing breaks."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from support.benches import run
from support.cli import workbench
from support.harness_rules import envelope_problems
from support.loggen import event_line, event_lines, header_line
from support.logmaker import frame, line_of
from workbench.bench.bench import Bench
from workbench.bench.options import BenchOptions
from workbench.errors import WorkbenchError
from workbench.session.check import check_file
from workbench.session.live import LiveLog
from workbench.session.reader import read_log, read_stored
from workbench.session.source import BytesSource
from workbench.session.tail import read_tail
from workbench.time.instant import MAX_MS, MIN_MS, clamped

SAFE = 2**53 - 1
BEYOND = [SAFE, MAX_MS + 1, MIN_MS - 1, -SAFE]
LINES = list(event_lines(20))
PLAN = {"todos": [{"content": "a", "status": "pending"}]}
WHERE = {"turn": 1, "step": 1}


def packed(seq, time, gaps, **more):
    texts = {"texts": ["x"] * (len(gaps) + 1)}
    return line_of(
        {"type": "text-chunks", "seq0": seq, "time0": time, "data": WHERE | {"index": 0, "dt": gaps} | texts}
    )


def todo(seq, time):
    return event_line("todo/write", seq, time, PLAN)


def logs(time):
    """What the log holds, and the seq that the problem names (None for the header)."""
    return {
        "the only event": ([todo(0, time)], {}, 0),
        "the last event": ([*LINES, todo(20, time)], {}, 20),
        "an event in between": ([*LINES, todo(20, time), todo(21, 5)], {}, 20),
        "many events": ([todo(seq, time) for seq in range(30)], {}, 0),
        "inside a turn": ([event_line("turn/start", 0, time, {"turn": 1})], {}, 0),
        "of an unlisted type": ([event_line("my/own", 0, time, 1, ignorable=True)], {}, 0),
        "a packed row": ([packed(0, time, [0, 0, 0])], {}, 0),
        "a member of a packed row": ([packed(0, 0, [time, -time, 7])], {}, 0),
        "the last member of a packed row": ([*LINES, packed(20, 0, [time, 0])], {}, 20),
        "the birth": ([], {"createdAt": time}, None),
        "the birth, then events": (LINES, {"createdAt": time}, None),
    }


CASES = [
    pytest.param(lines, header, seq, time, id=f"{name}, {time}")
    for time in BEYOND
    for name, (lines, header, seq) in logs(time).items()
]


@pytest.fixture(params=[False, True], ids=["plain", "framed"])
def write(request, tmp_path):
    def put(lines, header):
        path = tmp_path / "log.jsonl"
        text = b"".join(lines)
        path.write_bytes(
            frame(header_line(**header)) + frame(text) if request.param and lines else header_line(**header) + text
        )
        return path

    return put


def fine(ran, *statuses):
    assert "internal_error" not in ran.err
    assert ran.status in (statuses or (0,)), ran.err
    return ran


@pytest.mark.req("LOG-3", "LOG-13", "BEN-4", "BEN-16")
@pytest.mark.parametrize(("lines", "header", "seq", "time"), CASES)
def test_every_command_takes_it_and_says_so(write, tmp_path, lines, header, seq, time):
    path, home = write(lines, header), tmp_path / "home"
    (checked,) = fine(workbench("check", path, "--json", home=home)).objects
    odd = [each for each in checked["problems"] if each["kind"] == "time_out_of_range"]
    assert checked["verdict"] == "ok"
    assert [(each["seq"], each["found"].lstrip("-").isdigit()) for each in odd] == [(seq, True)]
    (told,) = fine(workbench("state", path, "--json", home=home)).objects
    assert told["verdict"] == "ok"
    assert told["now"][0] in "0129"
    for args in (["state"], ["state", "--now", "+1h"], ["state", "--now", "1 day ago"], ["preview"], ["plan"]):
        fine(workbench(*args, path, home=home), *((2,) if "--now" in args else ()), 0)
    for at in range(told["cursor"]["seq"] or 0):
        fine(workbench("state", path, "--at", at, "--json", home=home))
        fine(workbench("plan", path, "--at", at, "--json", home=home))
    fine(workbench("state", path, "--at", "2026-08-07T09:00:00Z", "--json", home=home))
    if lines:
        child = fine(workbench("fork", path, "--json", home=home)).objects[0]
        assert MIN_MS <= read_log(home / "sessions" / child["log"]).header.created_at <= MAX_MS
    assert not workbench("check", path, home=home).err


@pytest.mark.req("BEN-4", "BEN-11", "SCH-1")
@pytest.mark.parametrize(("lines", "header", "seq", "time"), CASES)
def test_the_bench_stands_at_the_nearest_instant_and_is_driven_from_there(write, tmp_path, lines, header, seq, time):
    path = write(lines, header)
    bench = Bench.open(path, home=tmp_path / "home", options=BenchOptions(fsync=False))
    last = read_log(path).state.last_time
    assert bench.now == clamped(last if last is not None else time)
    assert "time_out_of_range" in bench.view().problem
    assert bench.preview() is not None
    assert bench.plan() is not None
    to = 1_786_093_200_000
    run(bench.jump(to=to))
    bench.say("remind me in 20 minutes to stretch")
    run(bench.advance(by=3_600_000))
    assert bench.now == to + 3_600_000
    assert bench.view().move is not None
    child = bench.fork()
    assert child.view().events > bench.view().events - 1
    bench.close()
    assert check_file(bench.path).verdict == "ok"
    assert [each for each in envelope_problems(bench.path) if "unknown" not in each and "data must" not in each] == []


@pytest.mark.req("LOG-9")
@pytest.mark.parametrize("time", BEYOND)
def test_closers_have_the_last_events_time_whatever_it_is(tmp_path, time):
    path = tmp_path / "log.jsonl"
    path.write_bytes(header_line() + event_line("turn/start", 0, time, {"turn": 1}))
    LiveLog.open(path, now=5).close()
    assert [event.time for event in read_log(path).index.events_from()] == [time, time, 5]


@pytest.mark.req("LOG-4", "LOG-8")
@pytest.mark.parametrize("gaps", [[SAFE, SAFE], [-SAFE, -SAFE], [SAFE] * 3000, [0, 1, SAFE, -SAFE, -SAFE]])
@pytest.mark.parametrize("quick_first", [True, False])
def test_a_packed_row_whose_times_are_no_safe_integers_cannot_be_read(gaps, quick_first):
    start = LINES if quick_first else [b" " + LINES[0], *LINES[1:]]
    text = header_line() + b"".join(start) + packed(20, 5, gaps)
    log = read_stored(BytesSource(text), Path("log.jsonl"))
    assert (log.verdict, log.index.rows) == ("torn", 20)
    assert "safe integers" in log.problems[0].message


@pytest.mark.req("LOG-4")
def test_whole_numbers_written_with_a_point_are_whole_numbers_all_the_way(tmp_path):
    path = tmp_path / "log.jsonl"
    path.write_bytes(header_line() + packed(0, 5.0, [1.0, 2.0]).replace(b'"time0":5,', b'"time0":5.0,'))
    for at, time in enumerate([5, 6, 8]):
        ran = workbench("state", path, "--at", at, "--json", home=tmp_path)
        assert ran.objects[0]["cursor"]["time"] == f"1970-01-01T00:00:00.00{time}Z"
    assert [type(event.time) for event in read_log(path).index.events_from()] == [int] * 3


@pytest.mark.req("LOG-2")
@pytest.mark.parametrize("time", BEYOND)
def test_a_log_of_another_format_is_shown_with_such_times(tmp_path, time):
    path = tmp_path / "log.jsonl"
    path.write_bytes(header_line(version=4, createdAt=time) + todo(0, time))
    ran = fine(workbench("state", path, "--json", home=tmp_path / "home"), 1)
    assert ran.objects[0]["verdict"] == "unsupported"
    assert Bench.open(path, home=tmp_path / "home").now == clamped(time)


@pytest.mark.req("SCH-1", "BEN-11")
@pytest.mark.parametrize("time", BEYOND)
def test_a_session_cannot_be_born_there(tmp_path, time):
    with pytest.raises(WorkbenchError) as refused:
        Bench.new(tmp_path / "home", start=time)
    assert refused.value.code == "time_out_of_range"
    assert not (tmp_path / "home").exists()


@pytest.mark.req("LOG-3", "LOG-4")
@given(st.lists(st.tuples(st.integers(-SAFE, SAFE), st.lists(st.integers(-SAFE, SAFE), max_size=3)), max_size=6))
def test_quick_and_careful_reading_agree_on_every_time(tmp_path_factory, rows):
    """A line that only the careful way takes, put last, changes nothing about the others."""
    lines, seq = [], 0
    for time, gaps in rows:
        lines.append(packed(seq, time, gaps) if gaps else todo(seq, time))
        seq += len(gaps) + 1
    path = tmp_path_factory.getbasetemp() / "odd.jsonl"
    path.write_bytes(header_line() + b"".join(lines) + todo(seq, 5))
    quick = read_log(path)
    path.write_bytes(header_line() + b"".join(lines) + b" " + todo(seq, 5))
    careful = read_log(path)
    assert (quick.problems, quick.verdict) == (careful.problems, careful.verdict)
    assert list(quick.index.events_from()) == list(careful.index.events_from())
    for event in quick.index.events_from():
        assert quick.state_at(event.seq).last_time == event.time
        assert quick.prefix_seq(event.time) == careful.prefix_seq(event.time)


def test_the_newest_page_holds_such_events(tmp_path):
    path = tmp_path / "log.jsonl"
    path.write_bytes(header_line() + todo(0, SAFE))
    assert read_tail(path, 5).events[0].time == SAFE
