"""``workbench run``: what it prints, where logs go, how it exits."""

import subprocess
import sys
from pathlib import Path

import pytest

from support.cli import files_below, workbench, workbench_process
from support.repo import ROOT
from workbench.bench.journal import writing
from workbench.errors import BarrierFailed, WorkbenchError
from workbench.session.reader import read_log

PASSING = '{do="say", text="remind me in 20 minutes to stretch"}, {do="advance", by="1h"}, {do="expect", dispatches=1}'
FAILING = '{do="say", text="hello"}, {do="expect", turns=7}, {do="say", text="never said"}'
REFUSED = '{do="say", text="hello"}, {do="release"}, {do="say", text="never said"}'


@pytest.fixture
def scenario(tmp_path):
    def write(steps, head='start = "2026-08-07T09:00:00Z"\n', name="mine"):
        file = tmp_path / f"{name}.toml"
        file.write_text(f"{head}steps = [{steps}]\n", encoding="utf-8")
        return file

    return write


@pytest.mark.parametrize(
    ("steps", "result", "status", "failed"),
    [(PASSING, "passed", 0, None), (FAILING, "failed", 1, 2), (REFUSED, "error", 2, 2)],
)
def test_the_exit_status_and_the_last_line_say_how_it_went(scenario, tmp_path, steps, result, status, failed):
    ran = workbench("run", scenario(steps), "--json", home=tmp_path / "home")
    assert ran.status == status
    *lines, last = ran.objects
    assert (last["result"], last["failed_step"], last["steps"]) == (result, failed, len(lines))
    assert {"step", "do", "now", "ok", "turns", "appended", "message"} <= set(lines[0])
    assert [line["ok"] for line in lines] == [True] * (len(lines) - 1) + [failed is None]
    assert last["log"] == last["logs"][0]
    assert read_log(Path(last["log"])).verdict == "ok"


@pytest.mark.parametrize(("steps", "word", "status"), [(PASSING, "passed", 0), (FAILING, "failed at step 2", 1)])
def test_as_text_each_step_is_a_line(scenario, tmp_path, steps, word, status):
    ran = workbench("run", scenario(steps), home=tmp_path / "home")
    assert ran.status == status
    assert f"\n{word}: " in ran.out
    assert ran.out.startswith("ok     1  say      said ")
    assert "[1 turn, 1" in ran.out
    assert ran.out.splitlines()[-1].startswith("log /")
    if status:
        assert "FAIL   2  expect   turns: expected 7, got 1" in ran.out


def test_the_logs_go_below_the_data_folder_each_run_to_its_own_place(scenario, tmp_path):
    home, file = tmp_path / "home", scenario(PASSING)
    first, second = (workbench("run", file, "--json", home=home).objects[-1]["log"] for _ in range(2))
    assert first == str(home / "runs/mine-1/_no-cwd/mine/session.jsonl")
    assert second == str(home / "runs/mine-2/_no-cwd/mine/session.jsonl")
    assert (home / "settings.toml").is_file()
    assert Path(first).read_bytes() == Path(second).read_bytes()


def test_or_where_out_says_and_then_nowhere_else(scenario, tmp_path):
    home, out = tmp_path / "home", tmp_path / "out"
    ran = workbench("run", scenario(PASSING), "--out", out, "--json", home=home)
    assert ran.objects[-1]["log"] == str(out / "_no-cwd/mine/session.jsonl")
    assert not home.exists()


def test_a_log_that_is_there_is_not_written_over(scenario, tmp_path):
    file, out = scenario(PASSING), tmp_path / "out"
    assert workbench("run", file, "--out", out).status == 0
    before = (out / "_no-cwd/mine/session.jsonl").read_bytes()
    ran = workbench("run", file, "--out", out, "--json")
    assert (ran.status, ran.error["code"]) == (2, "session_exists")
    assert ran.objects == [{"result": "error", "steps": 0, "failed_step": None, "log": None, "logs": []}]
    assert (out / "_no-cwd/mine/session.jsonl").read_bytes() == before


@pytest.mark.parametrize(
    ("head", "steps", "code"),
    [
        ('start = "soon"\n', "", "invalid_scenario"),
        ('start = "2026-08-07T09:00:00Z"\nstrat = 1\n', "", "invalid_scenario"),
        ('start = "2026-08-07T09:00:00Z"\nzone = "CET"\n', "", "invalid_scenario"),
        ('start = "2026-08-07T09:00:00Z"\n', '{do="explode"}', "invalid_scenario"),
        ('log = "missing.jsonl"\n', "", "not_found"),
        ('log = "mine.toml"\n', "", "not_a_log"),
        ('log = "."\n', "", "is_folder"),
        ('log = "/dev/null"\n', "", "not_readable"),
    ],
)
def test_a_scenario_that_cannot_begin_is_status_2_and_writes_nothing(scenario, tmp_path, head, steps, code):
    file, home, out = scenario(steps, head), tmp_path / "home", tmp_path / "out"
    for more in ([], ["--out", out]):
        ran = workbench("run", file, *more, "--json", home=home)
        assert (ran.status, ran.error["code"]) == (2, code)
        assert ran.objects[-1]["result"] == "error"
    assert files_below(home) == files_below(out) == []


def test_the_zone_of_the_command_line_counts_but_not_that_of_the_environment(scenario, tmp_path, monkeypatch):
    file = scenario('{do="advance", to="2026-08-07 12:00"}')
    monkeypatch.setenv("WORKBENCH_ZONE", "Asia/Tokyo")
    assert workbench("run", file, "--json", home=tmp_path).objects[0]["now"] == "2026-08-07T12:00:00.000Z"
    ran = workbench("run", file, "--zone", "Europe/Berlin", "--json", home=tmp_path)
    assert ran.objects[0]["now"] == "2026-08-07T10:00:00.000Z"


def test_a_large_move_needs_yes(scenario, tmp_path):
    steps = ",".join(
        f'{{do="call", tool="schedule_create", args={{prompt="{"x" * 5000}", every_seconds=300}}}}' for _ in range(5)
    )
    file = scenario(steps + ', {do="advance", by="30d"}')
    ran = workbench("run", file, "--json", home=tmp_path / "home")
    assert ran.status == 2
    assert ran.objects[-2]["code"] == "confirmation_required"
    assert "--yes" in workbench("run", file, home=tmp_path / "home").out
    small = scenario(steps + ', {do="advance", by="20m"}', name="small")
    assert workbench("run", small, home=tmp_path / "home").status == 0


def test_yes_lets_a_large_move_run(scenario, tmp_path, monkeypatch):
    monkeypatch.setattr("workbench.bench.large_moves.MAX_BYTES", 10_000)
    create = '{do="call", tool="schedule_create", args={prompt="x", every_seconds=300}}'
    file = scenario(f'{create}, {{do="advance", by="1h"}}')
    assert workbench("run", file, home=tmp_path / "home").status == 2
    assert workbench("run", file, "--yes", home=tmp_path / "home").status == 0


def test_text_from_a_log_reaches_the_terminal_safe(scenario, tmp_path):
    text = "evil \\u001b]0;title\\u0007 \\u202e end"
    ran = workbench("run", scenario(f'{{do="say", text="{text}"}}'), home=tmp_path / "home")
    assert ran.status == 0
    assert not set(ran.out) & {"\x1b", "\x07", "\u202e"}
    ran = workbench("run", scenario(f'{{do="say", text="{text}"}}'), "--json", home=tmp_path / "home")
    assert not set(ran.out) & {"\x1b", "\x07", "\u202e"}


def test_the_same_bytes_from_another_process(scenario, tmp_path):
    file = scenario(PASSING)
    assert workbench("run", file, "--out", tmp_path / "one").status == 0
    done = workbench_process("run", file, "--out", tmp_path / "two", env={"TZ": "Asia/Tokyo", "PYTHONHASHSEED": "7"})
    assert done.status == 0, done.err
    one, two = (tmp_path / name / "_no-cwd/mine/session.jsonl" for name in ("one", "two"))
    assert one.read_bytes() == two.read_bytes()


def test_a_run_that_ends_in_error_says_so_on_standard_error_too(tmp_path, scenario):
    steps = '{do="advance", by="1h"}, {do="advance", to="2026-08-07T09:00:00Z"}'
    ran = workbench("run", scenario(steps), "--json", home=tmp_path / "home")
    assert ran.status == 2
    assert ran.objects[-1]["result"] == "error"
    assert ran.error["code"] == "not_future"
    assert "step 2" in workbench("run", scenario(steps), home=tmp_path / "home").err


@pytest.mark.parametrize("key", ['compression = ""', 'zone = ""'])
def test_an_empty_value_is_not_taken_for_none(tmp_path, key):
    file = tmp_path / "s.toml"
    file.write_text(f'start = "2026-08-07T09:00:00Z"\n{key}\nsteps = [{{do="say", text="hello"}}]\n', encoding="utf-8")
    ran = workbench("run", file, "--json", home=tmp_path / "home")
    assert ran.status == 2
    assert not (tmp_path / "home").exists()


@pytest.mark.req("LOG-12")
def test_a_run_whose_log_cannot_be_written_at_the_end_is_an_error_with_a_result(tmp_path, scenario, monkeypatch):
    def full(_run):
        raise BarrierFailed("no space is left")

    monkeypatch.setattr("workbench.bench.scenario.runner.ScenarioRun.close", full)
    ran = workbench("run", scenario(PASSING), "--json", home=tmp_path / "home")
    assert (ran.status, ran.objects[-1]["result"], ran.error["code"]) == (2, "error", "persistence_uncertain")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is always full")
def test_standard_output_that_cannot_be_written_is_said(tmp_path):
    program = [sys.executable, "-m", "workbench", "run", "cold-catchup", "--home", str(tmp_path / "home")]
    with Path("/dev/full").open("wb") as full:
        ran = subprocess.run(program, stdout=full, stderr=subprocess.PIPE, cwd=ROOT, check=False)
    assert ran.returncode == 1
    assert ran.stderr.startswith(b"workbench: output_failed: ")
    closed = subprocess.run(
        ["/bin/sh", "-c", '"$@" >&-', "sh", *program], stderr=subprocess.PIPE, cwd=ROOT, check=False
    )
    assert b"Traceback" not in closed.stderr
    assert b"internal_error" not in closed.stderr


@pytest.mark.req("BEN-13")
def test_a_fault_is_armed_before_the_first_step(tmp_path):
    file = tmp_path / "one.toml"
    call = '{do="call", tool="schedule_create", args={prompt="p", after_seconds=60}}'
    file.write_text(f'start = 2026-08-07T09:00:00Z\nsteps = [{call}, {{do="expect", code="persistence_uncertain"}}]\n')
    ran = workbench("run", file, "--fault", "barrier_fails", home=tmp_path / "home")
    assert ran.status == 0, ran
    assert workbench("run", file, home=tmp_path / "home").status == 1


@pytest.mark.req("BEN-13")
@pytest.mark.parametrize(
    ("given", "code"),
    [("nope", "unknown_fault"), ("barrier_fails=x", "invalid_fault"), ("barrier_fails=1001", "invalid_fault")],
)
def test_a_fault_that_cannot_be_armed_is_status_2_and_writes_nothing(tmp_path, given, code):
    ran = workbench("run", "after-reminder", "--fault", given, "--json", home=tmp_path / "home")
    assert (ran.status, ran.error["code"]) == (2, code)
    assert files_below(tmp_path / "home") == []


@pytest.mark.req("BEN-14")
def test_a_journal_that_cannot_be_written_is_a_warning(tmp_path, monkeypatch):
    def refused(path, flags):
        raise WorkbenchError("not_writable", f"the journal {path} cannot be opened: no room")

    monkeypatch.setattr(writing, "open_journal", refused)
    ran = workbench("run", "after-reminder", "--out", tmp_path / "logs", home=tmp_path / "home")
    assert ran.status == 0
    assert "workbench: journal_not_written: the journal " in ran.err
    monkeypatch.undo()
    assert "journal_not_written" not in workbench("run", "after-reminder", "--out", tmp_path / "more").err


@pytest.mark.req("BEN-14")
def test_what_lies_in_the_place_of_the_journal_is_set_aside(tmp_path):
    logs = tmp_path / "logs"
    log = workbench("run", "after-reminder", "--out", logs, "--json").objects[-1]["log"]
    Path(log).unlink()
    ran = workbench("run", "after-reminder", "--out", logs)
    assert (ran.status, ran.err) == (0, "")
    assert Path(log).with_name("journal.jsonl.1").exists()
