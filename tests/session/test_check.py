"""Checking: one result a file, never a stop, and the stable JSON of it (LOG-13)."""

import io
import json
from pathlib import Path

import pytest

from support.loggen import event_line, event_lines, header_line, write_log
from support.logmaker import framed_log
from workbench.session.check import check_file, check_paths, check_stream, result_json
from workbench.session.source import BytesSource

LINES = list(event_lines(60))
NOPE = event_line("schedule/change", 60, 9, {"version": 1, "operation": "delete", "id": "nope"})
OPEN = [event_line("turn/start", 0, 5, {"turn": 1})]
CASES = {
    "ok": (header_line() + b"".join(LINES[:20]), "ok", [], 20),
    "open turn": (header_line() + b"".join(OPEN), "ok", ["open_turn"], 2),
    "torn": (header_line() + b"".join(LINES[:20]) + b'{"ty', "torn", ["torn_tail"], 20),
    "torn and open": (header_line() + b"".join(OPEN) + b'{"ty', "torn", ["torn_tail", "open_turn"], 2),
    "missing number": (header_line() + b"".join(LINES[:5] + LINES[6:20]), "corrupt", ["missing_number"], 19),
    "repeated number": (header_line() + b"".join(LINES[:5] + LINES[4:20]), "corrupt", ["repeated_number"], 21),
    "unknown type": (header_line() + event_line("my/own", 0, 5, {}), "unsupported", ["unknown_type"], 1),
    "newer format": (b'{"type":"session","version":4,"id":"x"}\n', "unsupported", ["newer_format"], 0),
    "broken rule": (header_line() + b"".join(LINES) + NOPE, "corrupt", ["schedule_rule"], 61),
    "empty": (b"", "corrupt", ["empty_file"], 0),
    "bad frame": (framed_log([LINES[:20]]) + b"xxxx", "corrupt", ["bad_frame"], 20),
    "foreign": (b'{"a":1}\n', "corrupt", ["not_a_log"], 0),
}


def result_of(tmp_path, data):
    path = tmp_path / "log.jsonl"
    path.write_bytes(data)
    return check_file(path)


@pytest.mark.req("LOG-13")
@pytest.mark.parametrize(("data", "verdict", "kinds", "events"), CASES.values(), ids=CASES)
def test_verdicts_kinds_and_counts(tmp_path, data, verdict, kinds, events):
    result = result_of(tmp_path, data)
    assert (result.verdict, [each.kind for each in result.problems], result.events) == (verdict, kinds, events)
    assert result.readable == (kinds != ["not_a_log"])
    piped = check_stream(io.BytesIO(data))
    assert (piped.path, piped.verdict, piped.problems, piped.events) == ("-", verdict, result.problems, events) or (
        piped.problems[0].kind == "not_a_log"
    )


@pytest.mark.req("LOG-13")
@pytest.mark.parametrize(("data", "verdict", "kinds", "events"), CASES.values(), ids=CASES)
def test_the_json_form_is_stable(tmp_path, data, verdict, kinds, events):
    form = json.loads(json.dumps(result_json(result_of(tmp_path, data))))
    unread = ["readable"] if kinds == ["not_a_log"] else []
    assert list(form) == ["path", "verdict", "format", "id", "events", "last_turn_end", "problems", *unread]
    assert form.get("readable", True) == (not unread)
    assert (form["path"], form["verdict"], form["events"]) == (str(tmp_path / "log.jsonl"), verdict, events)
    for problem in form["problems"]:
        assert list(problem) == ["kind", "line", "seq", "expected", "found", "message"]
        assert problem["message"]


@pytest.mark.req("LOG-13")
def test_problems_name_their_place(tmp_path):
    [problem] = result_of(tmp_path, CASES["missing number"][0]).problems
    assert (problem.line, problem.seq, problem.expected, problem.found) == (7, 6, "5", "6")
    [problem] = result_of(tmp_path, CASES["broken rule"][0]).problems
    assert (problem.line, problem.seq, problem.expected) == (62, 60, "an active id")


@pytest.mark.req("LOG-13", "LOG-1")
def test_a_log_in_the_wrong_place_does_not_pass(tmp_path):
    path = tmp_path / "--srv-other--" / "generated" / "session.jsonl"
    path.parent.mkdir(parents=True)
    write_log(path, 20)
    result = check_file(path)
    assert (result.verdict, [each.kind for each in result.problems]) == ("corrupt", ["wrong_identity"])


@pytest.mark.req("LOG-13")
def test_bad_files_never_stop_the_rest(tmp_path):
    folder = tmp_path / "logs"
    folder.mkdir()
    write_log(folder / "session.jsonl", 20)
    (folder / "session.jsonl.zstd").write_bytes(b"junk")
    write_log(tmp_path / "single.jsonl", 5)
    results = list(check_paths([tmp_path / "missing", folder, tmp_path / "single.jsonl"]))
    assert [(Path(each.path).name, each.verdict, each.readable) for each in results] == [
        ("missing", "corrupt", False),
        ("session.jsonl", "ok", True),
        ("session.jsonl.zstd", "corrupt", False),
        ("single.jsonl", "ok", True),
    ]
    assert results[0].problems[0].kind == "not_found"


@pytest.mark.req("LOG-13")
def test_how_the_last_turn_ended_is_told(tmp_path):
    assert result_of(tmp_path, CASES["ok"][0]).last_turn_end == "completed"
    assert result_of(tmp_path, CASES["open turn"][0]).last_turn_end == "interrupted"
    assert result_of(tmp_path, header_line()).last_turn_end is None
    odd = event_line("turn/end", 0, 5, {"reason": "x"})
    assert result_of(tmp_path, header_line() + odd).last_turn_end is None


@pytest.mark.req("LOG-13", "LOG-9")
def test_bytes_in_memory_are_checked_alike():
    from workbench.session.check import check_stored

    assert check_stored(BytesSource(CASES["torn"][0]), Path("-")).verdict == "torn"


@pytest.mark.req("LOG-13")
@pytest.mark.parametrize(
    ("name", "kind"), [("x" * 300, "not_readable"), ("a\x00b", "unsafe_name"), ("loop", "not_readable")]
)
def test_names_that_the_system_chokes_on_are_results_too(tmp_path, name, kind):
    (tmp_path / "loop").symlink_to("loop")
    [result] = check_paths([tmp_path / name])
    assert (result.verdict, result.readable, [each.kind for each in result.problems]) == ("corrupt", False, [kind])
