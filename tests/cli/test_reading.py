"""``state``, ``preview`` and ``plan``: cursors, stable JSON, and that nothing is ever written."""

import pytest

from support.cli import files_below, workbench, workbench_process
from support.conformance import FOLDER, needs_conformance
from workbench.schedule.records import view_json
from workbench.session.reader import read_log
from workbench.time.instant import format_utc, parse_utc

MIDNIGHT, MORNING = "2026-10-24T23:00:00.000Z", "2026-10-25T02:45:00.000Z"
SCENARIO = """
start = "2026-10-24T22:30:00Z"
steps = [
  {do="say", text="plan: one; two"},
  {do="call", tool="schedule_create", args={prompt="night watch", every_seconds=3600}},
  {do="call", tool="schedule_create", args={prompt="call \\u001b[31mthe lab\\u202e", after_seconds=5400}},
  {do="advance", by="2h"},
  {do="call", tool="todo_write", args={todos=[
    {content="one", status="completed"}, {content="two", status="in_progress"}]}},
  {do="suspend"},
]
"""


@pytest.fixture(scope="module")
def log(tmp_path_factory):
    folder = tmp_path_factory.mktemp("made")
    (folder / "night.toml").write_text(SCENARIO, encoding="utf-8")
    assert workbench("run", folder / "night.toml", "--out", folder / "logs").status == 0
    return folder / "logs/_no-cwd/night/session.jsonl"


@pytest.fixture
def ask(log, tmp_path):
    """Run a reading command on the log; it must leave log and data folder as they were."""

    def run(command, *more, status=0):
        before, around = log.read_bytes(), files_below(log.parents[2])
        ran = workbench(command, log, *more, "--json", home=tmp_path / "home")
        assert ran.status == status, ran.err
        assert log.read_bytes() == before
        assert files_below(log.parents[2]) == around
        assert not (tmp_path / "home").exists()
        return ran.objects[0] if status == 0 else ran.error

    return run


@pytest.mark.req("BEN-16", "SCH-24", "SCH-21")
def test_state_has_the_stable_keys(ask, log):
    read = read_log(log)
    value = ask("state")
    assert value["session"] == {"id": "night", "parent": None, "seed_length": None, "format": 0}
    assert value["cursor"] == {"seq": read.index.events - 1, "time": "2026-10-25T00:30:00.000Z"}
    assert value["now"] == value["cursor"]["time"]
    assert value["agent"] == {"status": "idle"}
    assert [view["id"] for view in value["schedules"]] == ["schedule-1"]
    (view,) = value["schedules"]
    assert (view["everySeconds"], view["scheduledAt"], view["state"]) == (3600, "2026-10-25T01:30:00.000Z", "scheduled")
    assert view["deliveryMode"] == "session-local"
    assert value["plan"] == [{"content": "one", "status": "completed"}, {"content": "two", "status": "in_progress"}]
    assert value["todos"] is value["reminders"] is None
    assert value["problems"] == []


@pytest.mark.req("BEN-16", "LOG-17")
def test_every_seq_of_the_log_is_a_cursor(ask, log):
    read = read_log(log)
    for event in read.index.events_from(0):
        value = ask("state", "--at", event.seq)
        state = read.state_at(event.seq)
        assert value["cursor"] == {"seq": event.seq, "time": format_utc(event.time)}
        assert value["now"] == format_utc(event.time)
        assert value["agent"]["status"] == ("idle" if state.turn is None else "running")
        assert value["schedules"] == [view_json(record, event.time) for record in state.schedules.active.values()]
        cleared = state.plan.cleared_turn is not None
        assert len(value["plan"]) == (0 if cleared or state.plan.written_turn is None else 2)


@pytest.mark.req("BEN-16")
def test_a_time_is_the_longest_prefix_that_is_not_later(ask, log):
    read = read_log(log)
    for at in ("2026-10-24T23:29:59.999Z", "2026-10-24T23:30:00.000Z", "2026-10-25T00:00:00.000Z"):
        value = ask("state", "--at", at)
        assert value["now"] == at
        last = max(event.seq for event in read.index.events_from(0) if event.time <= parse_utc(at))
        assert value["cursor"]["seq"] == last
    before = ask("state", "--at", "2020-01-01T00:00:00.000Z")
    assert before["cursor"] == {"seq": None, "time": None}
    assert (before["schedules"], before["now"]) == ([], "2020-01-01T00:00:00.000Z")
    after = ask("state", "--at", "2030-01-01T00:00:00.000Z")
    assert after["cursor"]["seq"] == read.index.events - 1
    assert (after["schedules"][0]["state"], after["now"]) == ("overdue", "2030-01-01T00:00:00.000Z")


def test_now_moves_what_is_overdue_and_not_the_cursor(ask, log):
    value = ask("state", "--now", "+1h")
    assert value["now"] == "2026-10-25T01:30:00.000Z"
    assert value["cursor"]["seq"] == read_log(log).index.events - 1
    assert value["schedules"][0]["state"] == "overdue"
    assert ask("state", "--at", MIDNIGHT, "--now", MORNING)["now"] == MORNING


@pytest.mark.parametrize("command", ["state", "preview", "plan"])
@pytest.mark.parametrize(
    ("options", "code"),
    [
        (["--at", "999999"], "invalid_cursor"),
        (["--at", "9" * 15], "invalid_cursor"),
        (["--at", "9" * 400], "invalid_time"),
        (["--at", "-1"], "invalid_time"),
        (["--at", "sometime"], "invalid_time"),
        (["--at", "2026-02-30T00:00:00Z"], "invalid_time"),
        (["--now", "sometime"], "invalid_time"),
        (["--now", "5"], "invalid_time"),
        (["--zone", "Mars/Olympus"], "invalid_time_zone"),
    ],
)
def test_a_cursor_that_cannot_be_is_refused(ask, command, options, code):
    assert ask(command, *options, status=2)["code"] == code


@pytest.mark.req("BEN-15")
def test_preview_gives_the_next_targets_with_the_shift_of_the_zone(ask):
    value = ask("preview", "--zone", "Europe/Berlin", "--count", "3", "--at", MIDNIGHT)
    assert (value["now"], value["zone"]) == ("2026-10-24T23:00:00.000Z", "Europe/Berlin")
    rows = [(row["id"], row["target"], row["local"], row["offset"]) for row in value["targets"]]
    assert rows == [
        ("schedule-1", "2026-10-24T23:30:00.000Z", "Sun 2026-10-25 01:30:00", "+02:00"),
        ("schedule-2", "2026-10-25T00:00:00.000Z", "Sun 2026-10-25 02:00:00", "+02:00"),
        ("schedule-1", "2026-10-25T00:30:00.000Z", "Sun 2026-10-25 02:30:00", "+02:00"),
    ]
    assert [row["in_ms"] for row in value["targets"]] == [1_800_000, 3_600_000, 5_400_000]
    later = ask("preview", "--zone", "Europe/Berlin", "--id", "schedule-1", "--count", "2")["targets"]
    assert later[0]["shift"] == {"at": "2026-10-25T01:00:00.000Z", "before": "+02:00", "after": "+01:00"}
    assert (later[0]["local"], later[1]["shift"]) == ("Sun 2026-10-25 02:30:00", None)


@pytest.mark.parametrize(("schedule", "said"), [("schedule-2", "ended"), ("schedule-9", "unknown")])
def test_preview_of_a_schedule_that_is_not_active(ask, schedule, said):
    error = ask("preview", "--id", schedule, status=1)
    assert error["code"] == "schedule_not_found"
    assert said in error["message"]


@pytest.mark.req("BEN-15", "SCH-26")
def test_plan_says_which_turns_would_run(ask):
    assert ask("plan") == {"now": "2026-10-25T00:30:00.000Z", "turns": []}
    value = ask("plan", "--at", MIDNIGHT, "--now", MORNING)
    one_shot, batch = value["turns"]
    assert (one_shot["kind"], [item["id"] for item in one_shot["delivers"]]) == ("one-shot", ["schedule-2"])
    assert batch["kind"] == "batch"
    (item,) = batch["delivers"]
    assert (item["occurrence"], item["passed"], item["next_target"], item["late_ms"]) == (
        "2026-10-25T02:30:00.000Z", 3, "2026-10-25T03:30:00.000Z", 900_000,
    )  # fmt: skip


@pytest.mark.parametrize("command", ["state", "preview", "plan"])
def test_as_text_everything_is_safe_for_a_terminal(log, tmp_path, command):
    ran = workbench(command, log, "--at", MIDNIGHT, "--now", MORNING, home=tmp_path / "home")
    assert ran.status == 0
    assert "schedule-2" in ran.out
    assert "the lab" in ran.out or command == "preview"
    assert not set(ran.out) & {"\x1b", "\u202e"}


@pytest.mark.parametrize("encoding", ["ascii", "latin-1", "utf-8"])
def test_any_terminal_encoding_will_do(tmp_path, encoding):
    file = tmp_path / "s.toml"
    file.write_text(
        'start = "2026-08-07T09:00:00Z"\nsteps = [{do="call", tool="schedule_create",'
        ' args={prompt="写早晨的报告 📝", after_seconds=60}}]\n',
        encoding="utf-8",
    )
    env = {"PYTHONIOENCODING": encoding, "PYTHONUTF8": "0"}
    ran = workbench_process("run", file, "--out", tmp_path / "out", env=env)
    assert (ran.status, ran.err) == (0, "")
    log = tmp_path / "out/_no-cwd/s/session.jsonl"
    text = workbench_process("state", log, "--home", tmp_path / "home", env=env)
    assert (text.status, text.err) == (0, "")
    assert ("写早晨的报告" if encoding == "utf-8" else r"\u5199") in text.out
    value = workbench_process("state", log, "--json", "--home", tmp_path / "home", env=env).objects[0]
    assert value["schedules"][0]["prompt"] == "写早晨的报告 📝"


def test_json_keeps_the_text_but_no_character_a_terminal_obeys(log, tmp_path):
    ran = workbench("state", log, "--at", "2026-10-24T23:00:00Z", "--json", home=tmp_path / "home")
    assert not set(ran.out) & {"\x1b", "\u202e"}
    assert ran.objects[0]["schedules"][1]["prompt"] == "call \x1b[31mthe lab\u202e"


def test_a_session_is_found_by_its_id(tmp_path):
    home = tmp_path / "home"
    made = workbench("new", "--id", "mine", "--start", "2026-08-07T09:00:00Z", "--json", home=home).objects[0]
    assert workbench("state", "mine", "--json", home=home).objects[0]["path"] == made["log"]


@needs_conformance
@pytest.mark.req("LOG-9", "BEN-16")
@pytest.mark.parametrize("name", ["basic-after", "all-kinds", "cold-catchup", "busy-wait", "fork-parent", "fork-child"])
def test_real_logs_have_a_state_at_every_turn(tmp_path, name):
    log = FOLDER / "sessions/none/--srv-demo--" / name / "session.jsonl"
    read = read_log(log)
    for event in read.index.events_from(0):
        if event.type in {"turn/start", "turn/end", "schedule/change", "todo/write"}:
            ran = workbench("state", log, "--at", event.seq, "--json", home=tmp_path)
            assert ran.status == 0
            state = read.state_at(event.seq)
            (value,) = ran.objects
            assert value["session"]["parent"] == read.header.parent
            assert value["schedules"] == [view_json(record, event.time) for record in state.schedules.active.values()]
            if event.type == "todo/write":
                assert value["plan"] == event.data["todos"]


@needs_conformance
@pytest.mark.req("LOG-9")
def test_a_log_that_ends_inside_a_turn_is_shown_closed(tmp_path):
    log = FOLDER / "sessions/crash-unrepaired/--srv-demo--/crash-start-tool/session.jsonl"
    read = read_log(log)
    value = workbench("state", log, "--json", home=tmp_path).objects[0]
    assert read.closers
    assert value["cursor"]["seq"] == read.events_shown - 1
    assert value["agent"]["status"] == "idle"
    open_turn = workbench("state", log, "--at", read.index.events - 1, "--json", home=tmp_path).objects[0]
    assert open_turn["agent"]["status"] == "running"
    last = workbench("state", log, "--at", read.events_shown - 1, "--json", home=tmp_path).objects[0]
    assert last["agent"]["status"] == "idle"
