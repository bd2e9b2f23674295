"""One word for the state of a log, whoever asks: the check, ``state``, the bench, the list on the screen (LOG-13)."""

import pytest

from support.benches import run
from support.cli import workbench
from support.conformance import conformance_files, needs_conformance
from support.loggen import event_line, event_lines
from support.logmaker import plain_log
from workbench.actions.known import facts_of
from workbench.bench.bench import Bench
from workbench.bench.options import BenchOptions
from workbench.errors import WorkbenchError
from workbench.session.check import check_file
from workbench.session.reader import read_log

LINES = list(event_lines(60))
BROKEN_CHANGE = event_line("schedule/change", 60, 5, {"version": 1})
SECOND_DELETE = [
    event_line("schedule/change", seq, 5, {"version": 1, "operation": "delete", "id": "schedule-1"}) for seq in (60, 61)
]
END = event_line("turn/end", 60, 5, {"turn": 9, "reason": {"kind": "completed"}})
PLACED = "--srv-generated--/generated/session.jsonl"

# Where the log lies, what it holds, the word, whether it can be driven.
LOGS = {
    "sound": (PLACED, plain_log(LINES), "ok", True),
    "an open turn": (PLACED, plain_log(LINES[:17]), "ok", True),
    "a torn end": (PLACED, plain_log(LINES)[:-5], "torn", True),
    "a change that is none": (PLACED, plain_log([*LINES, BROKEN_CHANGE]), "corrupt", True),
    "a change that breaks a rule": (PLACED, plain_log([*LINES, *SECOND_DELETE]), "corrupt", True),
    "a broken rule and a torn end": (PLACED, plain_log([*LINES, BROKEN_CHANGE])[:-5] + b"\n", "torn", True),
    "a seed that is too long": (PLACED, plain_log(LINES, seedLength=61), "corrupt", False),
    "a seed that its torn end was part of": (PLACED, plain_log(LINES, seedLength=60)[:-5], "corrupt", False),
    "a negative seed": (PLACED, plain_log(LINES, seedLength=-1), "corrupt", True),
    "the wrong place": ("--elsewhere--/generated/session.jsonl", plain_log(LINES), "corrupt", True),
    "a hole": (PLACED, plain_log([*LINES[:5], b"garbage\n", *LINES[6:], END]), "corrupt", False),
    "no header": (PLACED, b"".join(LINES), "corrupt", False),
    "an unknown type": (PLACED, plain_log([*LINES, event_line("my/own", 60, 5, {})]), "unsupported", False),
    "another format": (PLACED, plain_log(LINES, version=4), "unsupported", False),
    "a time after year 9999": (PLACED, plain_log([*LINES, event_line("goal/change", 60, 2**53 - 1, {})]), "ok", True),
}


@pytest.fixture(params=LOGS.values(), ids=LOGS)
def log(request, tmp_path):
    place, data, word, drivable = request.param
    path = tmp_path / "logs" / place
    path.parent.mkdir(parents=True)
    path.write_bytes(data)
    return path, word, drivable


@pytest.mark.req("LOG-13", "LOG-14", "SCH-7", "BEN-11")
def test_check_state_bench_and_list_say_the_same_word(log, tmp_path):
    path, word, drivable = log
    home = tmp_path / "home"
    checked = workbench("check", path, "--json", home=home)
    told = workbench("state", path, "--json", home=home)
    assert (checked.objects[0]["verdict"], checked.status) == (word, 0 if word == "ok" else 1)
    assert told.objects[0]["verdict"] == word
    assert told.status == (0 if word in {"ok", "torn"} else 1)
    assert told.objects[0]["problems"] == checked.objects[0]["problems"]
    text = workbench("state", path, home=home).out.splitlines()[0]
    assert text.split("  ")[-1] == word
    assert facts_of(read_log(path)).verdict == word
    view = Bench.open(path, home=home).view()
    assert (view.verdict, view.drivable) == (word, drivable)
    assert not home.exists()


@pytest.mark.req("LOG-13", "LOG-14", "BEN-11")
def test_what_can_be_driven_is_driven_and_keeps_its_word(log, tmp_path):
    path, word, drivable = log
    bench = Bench.open(path, home=tmp_path / "home", options=BenchOptions(fsync=False))
    if not drivable:
        with pytest.raises(WorkbenchError) as refused:
            bench.say("Hello.")
        assert refused.value.code in {"corrupt_log", "unsupported_format"}
        assert bench.view().problem.partition(": ")[2] in refused.value.message
        return
    turns = bench.view().last_turn
    bench.say("Hello.")
    view = bench.view()
    assert view.last_turn > turns
    # A torn end is gone once the log is written on, and a copy lies where no place is asked for.
    kept = "ok" if word == "torn" or "elsewhere" in str(path) else word
    assert view.verdict == check_file(bench.path).verdict == kept
    assert view.drivable
    bench.suspend()
    assert bench.view().verdict == view.verdict
    assert bench.view().drivable
    assert run(bench.jump(by=-1000))[-1].kind == "arrived"


@pytest.mark.req("LOG-14", "SCH-7")
@pytest.mark.parametrize("name", ["a change that is none", "a negative seed"])
def test_schedules_of_a_broken_history_are_not_guessed(tmp_path, name):
    path = tmp_path / "log.jsonl"
    path.write_bytes(LOGS[name][1])
    bench = Bench.open(path, home=tmp_path / "home", options=BenchOptions(fsync=False))
    assert not bench.view().schedules_known
    assert facts_of(read_log(path)).active is None
    bench.say("Hello.")
    assert not bench.view().schedules_known
    answer = bench.call("schedule_list", {}, front="test")
    assert "corrupt_schedule_log" in str(answer)


@pytest.mark.req("BEN-16", "LOG-14")
def test_before_the_break_schedules_are_known_and_the_log_is_corrupt_all_the_same(tmp_path):
    path = tmp_path / "log.jsonl"
    path.write_bytes(plain_log([*LINES, BROKEN_CHANGE]))
    told = workbench("state", path, "--at", "59", "--json", home=tmp_path)
    assert (told.status, told.objects[0]["verdict"], len(told.objects[0]["schedules"])) == (1, "corrupt", 10)
    assert told.error["code"] == "corrupt_schedule_log"
    assert workbench("preview", path, "--at", "59", home=tmp_path).status == 0
    assert workbench("preview", path, home=tmp_path).status == 1


@pytest.mark.req("LOG-1", "LOG-13")
def test_in_the_wrong_place_schedules_are_known_and_the_place_is_told(tmp_path):
    path = tmp_path / "--elsewhere--" / "generated" / "session.jsonl"
    path.parent.mkdir(parents=True)
    path.write_bytes(plain_log(LINES))
    told = workbench("state", path, "--json", home=tmp_path)
    assert (told.error["code"], len(told.objects[0]["schedules"])) == ("wrong_identity", 10)
    assert workbench("plan", path, home=tmp_path).status == 0


@needs_conformance
@pytest.mark.req("LOG-13")
@pytest.mark.parametrize("path", conformance_files("sessions/**/session.jsonl*"), ids=lambda path: path.parent.name)
def test_the_word_for_a_real_log_is_the_same(path, tmp_path):
    told = workbench("state", path, "--json", home=tmp_path / "home")
    word = told.objects[0]["verdict"]
    assert word == check_file(path).verdict
    assert told.status == (0 if word in {"ok", "torn"} else 1)
