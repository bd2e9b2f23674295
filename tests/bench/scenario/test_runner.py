"""What each step does, what an expect compares, and how a run ends."""

import pytest

from workbench.bench.scenario.parse import read_scenario
from workbench.bench.scenario.result import run_json, step_json
from workbench.bench.scenario.runner import ScenarioRun
from workbench.errors import WorkbenchError
from workbench.session.reader import read_log

START = 'start = "2026-08-07T09:00:00Z"\nzone = "Europe/Berlin"\n'
EVERY_300 = '{do="call", tool="schedule_create", args={prompt="tick", every_seconds=300}}'


def run(tmp_path, steps, head=START, name="probe", **options):
    scenario = read_scenario(f"{head}steps = [\n{steps}\n]\n".encode(), name, tmp_path)
    running = ScenarioRun(scenario, root=tmp_path / "out", home=tmp_path / "home", **options)
    try:
        return list(running), running.result
    finally:
        running.close()


def passed(tmp_path, steps, **more):
    results, result = run(tmp_path, steps, **more)
    assert result.result == "passed", results[-1].message
    return results


def failure(tmp_path, steps, **more):
    """The message of the last step of a run that failed."""
    results, result = run(tmp_path, steps, **more)
    assert result.result == "failed"
    assert result.failed_step == result.steps == results[-1].step
    return results[-1].message


@pytest.mark.req("BEN-6", "BEN-2", "BEN-3")
@pytest.mark.parametrize(("move", "turns"), [("advance", 72), ("jump", 1)])
def test_six_hours_over_an_every_300_record(tmp_path, move, turns):
    results = passed(
        tmp_path,
        f'{EVERY_300}, {{do="expect", turns=1}}, {{do="{move}", by="6h"}}, {{do="expect", turns={turns},'
        f' dispatches={turns}, target={{schedule-1="2026-08-07T15:05:00Z"}}}}',
    )
    assert results[2].turns == turns


def test_every_step_reports_time_turns_and_events(tmp_path):
    results = passed(tmp_path, '{do="say", text="remind me in 20 minutes to stretch"}, {do="advance", by="1h"}')
    said, advanced = map(step_json, results)
    assert set(said) == {"step", "do", "now", "ok", "turns", "appended", "message"}
    assert (said["step"], said["do"], said["ok"], said["turns"]) == (1, "say", True, 1)
    assert said["now"] == "2026-08-07T09:00:00.000Z"
    assert (advanced["step"], advanced["turns"], advanced["now"]) == (2, 1, "2026-08-07T10:00:00.000Z")
    log = read_log(tmp_path / "out/_no-cwd/probe/session.jsonl")
    assert said["appended"] + advanced["appended"] == log.index.events


def test_the_result_names_every_log_the_first_one_first(tmp_path):
    _, result = run(tmp_path, '{do="say", text="hi"}, {do="fork", id="child"}, {do="say", text="hi"}')
    value = run_json(result)
    assert value["result"] == "passed"
    assert (value["steps"], value["failed_step"]) == (3, None)
    assert value["log"] == value["logs"][0] == str(tmp_path / "out/_no-cwd/probe/session.jsonl")
    assert value["logs"][1] == str(tmp_path / "out/_no-cwd/child/session.jsonl")


@pytest.mark.parametrize(
    ("expect", "said"),
    [
        ("turns=2", "turns: expected 2, got 1"),
        ("dispatches=1", "dispatches: expected 1, got 0"),
        ('dispatches=["schedule-1"]', 'dispatches: expected ["schedule-1"], got []'),
        ('state={schedule-1="overdue"}', 'state of "schedule-1": expected overdue, got scheduled'),
        ('state={schedule-9="ended"}', 'state of "schedule-9": expected ended, got never created'),
        ('target={schedule-1="2026-08-07T09:05:00Z"}', "got 2026-08-07T09:20:00.000Z"),
        ('target={schedule-9="2026-08-07T09:05:00Z"}', "got never created"),
        ('code="invalid_rule"', 'code: expected "invalid_rule", got ""'),
        ('reason="aborted"', "reason: expected aborted, got completed"),
        ('reason="busy"', "reason: expected busy, got completed"),
        ('text="no such words"', "is in none of the"),
        ('text=["stretch", "no such words"]', '"no such words" is in none'),
        ("lines=3", "lines: expected 3, got"),
        ('lines=["no such line"]', '"no such line" is no line'),
        ('turns=2, text="no such words"', "turns: expected 2, got 1; text:"),
    ],
)
def test_an_expect_that_is_not_met_says_what_was_expected_and_what_was_got(tmp_path, expect, said):
    message = failure(
        tmp_path, f'{{do="say", text="remind me in 20 minutes to stretch"}}, {{do="expect", {expect}}}, {{do="hold"}}'
    )
    assert said in message


def test_an_expect_that_is_met_in_every_key(tmp_path):
    results = passed(
        tmp_path,
        '{do="say", text="remind me in 20 minutes to stretch"}, {do="advance", by="20m"},'
        '{do="expect", turns=2, dispatches=["schedule-1"], state={schedule-1="ended"}, code="", reason="completed",'
        ' text=["remind me in 20 minutes", "stretch"],'
        ' lines=["[SCHEDULE REMINDER]", \'schedule_id_json: "schedule-1"\','
        ' "occurrence_at: 2026-08-07T09:20:00.000Z", \'reminder_prompt_json: "stretch"\']}',
    )
    assert results[-1].message == "as expected"


def test_counts_are_since_the_previous_expect(tmp_path):
    passed(
        tmp_path,
        f'{EVERY_300}, {{do="expect", turns=1}}, {{do="advance", by="10m"}}, {{do="advance", by="5m"}},'
        '{do="expect", turns=3, dispatches=3}, {do="expect", turns=0, dispatches=0, lines=0},'
        '{do="advance", by="5m"}, {do="expect", turns=1, dispatches=["schedule-1"]}',
    )


def test_lines_in_the_wrong_order_are_not_met(tmp_path):
    assert "not in this order" in failure(
        tmp_path,
        '{do="say", text="remind me in 20 minutes to stretch"}, {do="advance", by="20m"},'
        '{do="expect", lines=["occurrence_at: 2026-08-07T09:20:00.000Z", "[SCHEDULE REMINDER]"]}',
    )


@pytest.mark.req("SCH-13", "SCH-14", "BEN-10")
@pytest.mark.parametrize(
    ("args", "code"),
    [
        ('prompt="a", every_seconds=299', "frequency_too_high"),
        ('prompt="a", after_seconds=1.5', "invalid_rule"),
        ('prompt=" ", after_seconds=5', "invalid_prompt"),
        ('prompt="a"', "invalid_selector"),
        ('prompt="a", after_seconds="5"', "INVALID_ARGS"),
        ('prompt="a", at="2026-08-07T09:00:00Z"', "not_future"),
    ],
)
def test_a_call_that_is_refused_is_a_result_with_a_code(tmp_path, args, code):
    results = passed(
        tmp_path,
        f'{{do="call", tool="schedule_create", args={{{args}}}}}, {{do="expect", code="{code}", dispatches=0}}',
    )
    assert (results[0].ok, results[0].code) == (True, code)


def test_the_code_is_that_of_the_last_refusal_and_forgotten_after_an_expect(tmp_path):
    passed(
        tmp_path,
        '{do="call", tool="schedule_create", args={prompt="a"}}, {do="call", tool="schedule_list"},'
        '{do="expect", code="invalid_selector"}, {do="call", tool="schedule_list"}, {do="expect", code=""}',
    )


def test_an_unknown_tool_is_refused_by_name(tmp_path):
    passed(tmp_path, '{do="call", tool="make_coffee"}, {do="expect", code="UNKNOWN_TOOL"}')


@pytest.mark.parametrize(
    ("steps", "code"),
    [
        ('{do="release"}', "not_held"),
        ('{do="hold"}, {do="hold"}', "already_held"),
        ('{do="advance", to="2026-08-07T08:59:00Z"}', "not_future"),
        ('{do="suspend"}, {do="say", text="hello"}', "session_cold"),
        ('{do="open", id="nobody"}', "not_found"),
        ('{do="fork", at=9999}', "invalid_boundary"),
        ('{do="say", text="hello"}, {do="fork", id="probe"}', "session_exists"),
        ('{do="say", text="hello"}, {do="fork", at=3}', "open_turn"),
        ('{do="jump", to="9999-12-31T23:59:59Z"}, {do="advance", by="2d"}', "time_out_of_range"),
    ],
)
def test_a_step_that_the_bench_refuses_ends_the_run_unless_it_is_expected(tmp_path, steps, code):
    results, result = run(tmp_path, f'{steps}, {{do="say", text="never"}}')
    assert result.result == "error"
    assert result.failed_step == len(results)
    assert (results[-1].ok, results[-1].code) == (False, code)
    assert results[-1].message.startswith(f"{code}: ")

    results, result = run(tmp_path, f'{steps}, {{do="expect", code="{code}"}}', name="again")
    assert result.result == "passed", results[-1].message


@pytest.mark.req("BEN-8", "SCH-28", "BEN-5")
def test_a_busy_agent_is_waited_for(tmp_path):
    passed(
        tmp_path,
        '{do="say", text="remind me in 5 minutes to drink"}, {do="hold"}, {do="advance", by="10m"},'
        '{do="expect", turns=2, dispatches=0, state={schedule-1="overdue"}, reason="busy"},'
        '{do="release"}, {do="expect", turns=1, dispatches=["schedule-1"], reason="completed"}',
    )


@pytest.mark.req("SCH-31", "BEN-11")
def test_a_cold_session_does_nothing_until_it_is_resumed(tmp_path):
    passed(
        tmp_path,
        f'{EVERY_300}, {{do="suspend"}}, {{do="suspend"}}, {{do="advance", by="1h"}}, {{do="jump", by="1h"}},'
        '{do="expect", turns=1, dispatches=0, state={schedule-1="overdue"}, reason="cold"},'
        '{do="resume"}, {do="resume"}, {do="expect", turns=1, dispatches=["schedule-1"],'
        ' target={schedule-1="2026-08-07T11:05:00Z"}}',
    )


@pytest.mark.req("SCH-32", "BEN-3")
def test_a_clock_that_goes_back_fires_nothing(tmp_path):
    passed(
        tmp_path,
        f'{EVERY_300}, {{do="advance", by="5m"}}, {{do="expect", dispatches=1}},'
        '{do="jump", to="2026-08-07T08:00:00Z"},'
        '{do="expect", turns=0, reason="clock_went_back", target={schedule-1="2026-08-07T09:10:00Z"}}',
    )


@pytest.mark.req("LOG-18", "BEN-11")
def test_a_fork_adopts_nothing_and_its_parent_goes_on(tmp_path):
    steps = (
        f'{EVERY_300}, {{do="advance", by="5m"}}, {{do="expect", dispatches=1}}, {{do="fork", id="child"}},'
        '{do="expect", turns=0, lines=1}, {do="advance", by="1h"}, {do="expect", turns=0, dispatches=0},'
        f'{EVERY_300}, {{do="expect", target={{schedule-1="2026-08-07T10:10:00Z"}}}},'
        '{do="open", id="probe"}, {do="expect", turns=1, dispatches=["schedule-1"],'
        ' target={schedule-1="2026-08-07T10:10:00Z"}}, {do="open", id="child"}, {do="advance", by="5m"},'
        '{do="expect", turns=1, dispatches=["schedule-1"]}'
    )
    passed(tmp_path, steps)
    child = read_log(tmp_path / "out/_no-cwd/child/session.jsonl")
    assert child.header.parent == "probe"
    assert child.verdict == read_log(tmp_path / "out/_no-cwd/probe/session.jsonl").verdict == "ok"


def test_opening_the_live_session_changes_nothing(tmp_path):
    results = passed(tmp_path, '{do="hold"}, {do="open", id="probe"}, {do="release"}')
    assert results[1].appended == 0


@pytest.mark.req("BEN-1")
def test_the_same_steps_make_the_same_bytes(tmp_path):
    steps = f'{EVERY_300}, {{do="say", text="list reminders"}}, {{do="advance", by="1h"}}, {{do="fork", id="child"}}'
    for name in ("one", "two"):
        run(tmp_path / name, steps)
    for log in ("probe", "child"):
        first, second = (tmp_path / name / f"out/_no-cwd/{log}/session.jsonl" for name in ("one", "two"))
        assert first.read_bytes() == second.read_bytes()


@pytest.mark.req("BEN-8")
def test_a_turn_lasts_as_long_as_the_scenario_says(tmp_path):
    head = START + "agent = {turn_seconds = 60}\n"
    passed(
        tmp_path,
        '{do="say", text="remind me in 5 minutes to drink"}, {do="advance", by="59s"}, {do="expect", turns=1, code="",'
        ' dispatches=0}, {do="advance", by="1s"}, {do="advance", by="1h"}, {do="expect", turns=1, dispatches=1}',
        head=head,
    )


@pytest.mark.req("BEN-9")
def test_a_scripted_agent_says_what_the_scenario_says(tmp_path):
    replies = '{tool = "schedule_create", args = {prompt = "x", after_seconds = 60}}, "I set it.", "It is due."'
    passed(
        tmp_path,
        '{do="say", text="whatever"}, {do="expect", turns=1, text="I set it.", state={schedule-1="scheduled"}},'
        '{do="advance", by="1m"}, {do="expect", turns=1, text="It is due.", dispatches=1}',
        head=START + f'agent = {{model = "scripted", replies = [{replies}]}}\n',
    )


@pytest.mark.req("BEN-9")
def test_a_scripted_agent_repeats_what_the_models_of_a_recorded_log_said(tmp_path):
    passed(tmp_path, '{do="say", text="remind me in 20 minutes to stretch"}, {do="advance", by="1h"}', name="recorded")
    head = START + 'agent = {model = "scripted", replies_from = "out/_no-cwd/recorded/session.jsonl"}\n'
    passed(
        tmp_path,
        '{do="say", text="something else"}, {do="expect", turns=1, state={schedule-1="scheduled"}},'
        '{do="advance", by="1h"}, {do="expect", turns=1, dispatches=["schedule-1"], text="stretch"}',
        head=head,
        name="repeated",
    )
    with pytest.raises(WorkbenchError) as refusal:
        run(tmp_path, '{do="say", text="hi"}', head=head.replace("recorded", "missing"), name="lost")
    assert refusal.value.code == "not_found"


@pytest.mark.req("BEN-9")
@pytest.mark.parametrize(
    ("agent", "said"),
    [
        ('{replies_from = "a.jsonl"}', "for the model scripted only"),
        ('{model = "scripted", replies = ["a"], replies_from = "a.jsonl"}', "one of them"),
    ],
)
def test_a_script_has_one_source_and_a_model_that_reads_it(tmp_path, agent, said):
    with pytest.raises(WorkbenchError, match=said):
        run(tmp_path, '{do="say", text="hi"}', head=START + f"agent = {agent}\n")


@pytest.mark.req("BEN-17")
def test_a_prompt_carries_the_scenarios_zone_or_its_own(tmp_path):
    run(tmp_path, '{do="say", text="hi"}, {do="say", text="hi", zone="Asia/Tokyo"}')
    log = read_log(tmp_path / "out/_no-cwd/probe/session.jsonl")
    zones = [
        event.data["source"].get("clientTimeZone")
        for event in log.index.events_from(0)
        if event.type == "user/message" and event.data["source"]["kind"] == "user"
    ]
    assert zones == ["Europe/Berlin", "Asia/Tokyo"]


def test_a_large_advance_is_refused_unless_it_is_allowed(tmp_path):
    steps = f'{EVERY_300}, {{do="advance", by="400d"}}'
    results, result = run(tmp_path, steps)
    assert result.result == "error"
    assert results[-1].code == "confirmation_required"
    assert results[-1].now == results[0].now
    assert results[-1].turns == 0


def test_a_run_can_be_left_between_two_steps(tmp_path):
    scenario = read_scenario(f'{START}steps = [{EVERY_300}, {{do="advance", by="1h"}}]\n'.encode(), "probe", tmp_path)
    running = ScenarioRun(scenario, root=tmp_path / "out", home=tmp_path / "home")
    first = next(iter(running))
    assert (first.step, running.result.steps) == (1, 1)
    assert [result.step for result in running] == [2]
    running.close()
    assert read_log(running.result.logs[0]).verdict == "ok"


@pytest.mark.req("BEN-11")
def test_a_log_that_cannot_be_begun_from_leaves_nothing_behind(tmp_path):
    (tmp_path / "other.jsonl").write_text("no log\n", encoding="utf-8")
    for head, code in (
        ('log = "missing.jsonl"\n', "not_found"),
        ('log = "other.jsonl"\n', "not_a_log"),
        ('log = "/dev/zero"\n', "not_a_log"),
    ):
        with pytest.raises(WorkbenchError) as caught:
            run(tmp_path, '{do="resume"}', head=head)
        assert caught.value.code in {code, "not_readable"}
    assert not (tmp_path / "out").exists()
    assert not (tmp_path / "home").exists()


@pytest.mark.req("LOG-12")
def test_a_session_that_is_there_is_not_written_over(tmp_path):
    run(tmp_path, '{do="say", text="hi"}')
    before = (tmp_path / "out/_no-cwd/probe/session.jsonl").read_bytes()
    with pytest.raises(WorkbenchError) as caught:
        run(tmp_path, '{do="say", text="something else"}')
    assert caught.value.code == "session_exists"
    assert (tmp_path / "out/_no-cwd/probe/session.jsonl").read_bytes() == before


def begin_from(tmp_path, first_events, start=None):
    """A log of two turns, and a scenario that begins from its first events."""
    run(tmp_path, f'{EVERY_300}, {{do="advance", by="5m"}}', name="source")
    log = tmp_path / "out/_no-cwd/source/session.jsonl"
    head = f'log = "{log}"\nfirst_events = {first_events}\n' + (f'start = "{start}"\n' if start else "")
    return log, head


@pytest.mark.req("BEN-11", "LOG-9", "LOG-10")
def test_beginning_inside_a_turn_closes_it(tmp_path):
    log, head = begin_from(tmp_path, 5)
    scenario = read_scenario(f'{head}steps = [{{do="resume"}}]\n'.encode(), "probe", tmp_path)
    running = ScenarioRun(scenario, root=tmp_path / "copy", home=tmp_path / "home")
    (resumed,) = running
    running.close()
    made = read_log(tmp_path / "copy/_no-cwd/source/session.jsonl")
    assert made.verdict == "ok"
    assert made.index.events == 5 + resumed.appended
    assert "interrupted" in {
        event.data["reason"]["kind"] for event in made.index.events_from(0) if event.type == "turn/end"
    }
    assert read_log(log).index.events > 5


def test_a_start_later_than_the_log_resumes_there(tmp_path):
    log, head = begin_from(tmp_path, 1, start="2026-08-07T12:02:00Z")
    events = read_log(log).index.events
    head = head.replace("first_events = 1", f"first_events = {events}")
    scenario = read_scenario(
        f'{head}steps = [{{do="expect", turns=0, target={{schedule-1="2026-08-07T12:05:00Z"}}}}]\n'.encode(),
        "p",
        tmp_path,
    )
    running = ScenarioRun(scenario, root=tmp_path / "copy", home=tmp_path / "home")
    (expected,) = running
    running.close()
    assert expected.ok, expected.message
    assert expected.now == running.scenario.start


def test_more_first_events_than_there_are_is_refused(tmp_path):
    _, head = begin_from(tmp_path, 10_000)
    scenario = read_scenario(f"{head}steps = []\n".encode(), "probe", tmp_path)
    with pytest.raises(WorkbenchError) as caught:
        ScenarioRun(scenario, root=tmp_path / "copy", home=tmp_path / "home")
    assert caught.value.code == "invalid_boundary"
    assert not (tmp_path / "copy").exists()
