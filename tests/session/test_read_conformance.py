"""Logs that the real harness wrote, whole and damaged: every one must read as the harness reads it."""

import json

import pytest

from support.conformance import FOLDER, conformance_files, needs_conformance
from workbench.session.check import check_file, check_paths
from workbench.session.reader import read_log

EXPECTED = [
    json.loads(line)
    for file in conformance_files("sessions/torn/EXPECTED.jsonl")
    for line in file.read_bytes().split(b"\n")
    if line
]
WHOLE = [path for path in conformance_files("sessions/*/**/session.jsonl*") if "torn" not in path.parts]

pytestmark = needs_conformance


def case_name(path):
    return "/".join(path.relative_to(FOLDER / "sessions").parts[:-1])


@pytest.mark.req("LOG-1", "LOG-2", "LOG-3", "LOG-4", "LOG-6", "LOG-8")
@pytest.mark.parametrize("path", WHOLE, ids=case_name)
def test_every_real_log_is_ok(path):
    log = read_log(path)
    assert log.verdict == "ok"
    assert [each.kind for each in log.problems if each.kind != "open_turn"] == []
    assert log.index.events == log.index.next_seq == len(list(log.index.events_from()))
    assert (log.header.id, log.header.cwd, log.format) == (path.parent.name, "/srv/demo", 0)


@pytest.mark.req("LOG-4", "LOG-6")
@pytest.mark.parametrize("name", ["basic-after", "cold-catchup", "fork-child"])
def test_plain_and_compressed_logs_hold_the_same_kinds_of_events(name):
    logs = [read_log(FOLDER / f"sessions/{way}/--srv-demo--/{name}/{file}") for way, file in
            (("none", "session.jsonl"), ("zstd", "session.jsonl.zstd"))]  # fmt: skip
    assert [log.compression for log in logs] == ["none", "zstd"]
    assert logs[0].header.seed_length == logs[1].header.seed_length


@pytest.mark.req("LOG-5", "LOG-7", "LOG-8", "LOG-9")
@pytest.mark.parametrize("case", EXPECTED, ids=[each["case"] for each in EXPECTED])
def test_every_damaged_copy_gets_the_reference_verdict(case):
    [path] = (FOLDER / "sessions/torn" / case["case"]).glob("**/session.jsonl*")
    before = path.read_bytes()
    log = read_log(path)
    assert {"torn": "ok"}.get(log.verdict, log.verdict) == case["verdict"]
    if case["verdict"] == "ok":
        shown = [each.type for each in (*log.index.events_from(max(0, log.index.next_seq - 5)), *log.closers)]
        assert (log.events_shown, shown[-5:]) == (case["events"], case["last"])
        assert log.last_turn_end == case.get("last_turn_end")
    assert path.read_bytes() == before


@pytest.mark.req("LOG-13")
@pytest.mark.parametrize("case", EXPECTED, ids=[each["case"] for each in EXPECTED])
def test_check_agrees_and_names_a_problem(case):
    [path] = (FOLDER / "sessions/torn" / case["case"]).glob("**/session.jsonl*")
    result = check_file(path)
    assert {"torn": "ok"}.get(result.verdict, result.verdict) == case["verdict"]
    assert result.verdict == "ok" or result.problems
    if case["verdict"] == "ok":
        assert (result.events, result.last_turn_end) == (case["events"], case.get("last_turn_end"))


@pytest.mark.req("LOG-13")
def test_a_folder_is_checked_file_by_file():
    results = list(check_paths([FOLDER / "sessions"]))
    assert len(results) == len(WHOLE) + len(EXPECTED)
    assert all(result.readable for result in results)


@pytest.mark.req("LOG-9")
def test_a_log_killed_inside_a_tool_call_is_shown_with_closers():
    [path] = conformance_files("sessions/crash-unrepaired/**/session.jsonl")
    log = read_log(path)
    assert [each.type for each in log.closers] == ["tool/result", "tool/result", "step/end", "turn/end"]
    assert {each.time for each in log.closers} == {log.state.last_time}
    assert [each.seq for each in log.closers] == list(range(log.index.events, log.events_shown))


@pytest.mark.req("SCH-10", "LOG-18")
def test_a_real_fork_folds_only_what_it_did_itself():
    log = read_log(FOLDER / "sessions/none/--srv-demo--/fork-child/session.jsonl")
    assert log.header.fold_from == log.header.seed_length == 63
    assert "schedule-1" not in log.state_at(62).schedules.active
    assert log.state_at(62).schedules.used_count == 0
    assert log.state.schedules.was_used("schedule-1")
