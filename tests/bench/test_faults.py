"""Faults made on purpose: each does what its name says, once or as often as armed, and leaves the defined state."""

import pytest

from support.benches import DAY, HOUR, MINUTE, START, create, dispatched, new_bench, of_type, run, texts, types
from workbench.bench.faults import FAULTS, MOST, Armed, Faults
from workbench.bench.models.base import Reply, ToolCall
from workbench.bench.models.scripted import ScriptedModel
from workbench.errors import UsageError, WorkbenchError
from workbench.schedule.framing import parse_frame


def framed(bench):
    """The ids of every reminder that was said to the agent, in order."""
    return [item.id for text in texts(bench, "plugin") for item in parse_frame(text) or ()]


def noted(bench, what):
    """The journal's entries of one kind."""
    view = bench.journal
    return [entry for entry in view.entries(0, len(view)) if entry.what == what]


@pytest.fixture
def bench(tmp_path):
    made = new_bench(tmp_path)
    create(made, "stretch", after_seconds=60)
    return made


@pytest.mark.req("BEN-13")
@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault.name)
def test_every_fault_can_be_armed_seen_and_disarmed(bench, fault):
    bench.arm(fault.name, 3)
    assert [(armed.name, armed.left) for armed in bench.view().armed] == [(fault.name, 3)]
    bench.arm(fault.name, 0)
    assert bench.view().armed == ()
    assert [(entry.fault, entry.left, entry.message) for entry in noted(bench, "fault")] == [
        (fault.name, 3, "armed"),
        (fault.name, 0, "disarmed"),
    ]


@pytest.mark.req("BEN-13")
@pytest.mark.parametrize(
    ("name", "count", "seconds", "code"),
    [
        ("barrier", 1, None, "unknown_fault"),
        ("", 1, None, "unknown_fault"),
        ("barrier_fails", -1, None, "invalid_fault"),
        ("barrier_fails", MOST + 1, None, "invalid_fault"),
        ("barrier_fails", 1, 5, "invalid_fault"),
        ("barrier_slow", 1, 0, "invalid_fault"),
        ("barrier_slow", 1, 86_401, "invalid_fault"),
    ],
)
def test_what_cannot_be_armed_is_refused_and_changes_nothing(name, count, seconds, code):
    faults = Faults()
    with pytest.raises(UsageError) as refused:
        faults.arm(name, count, seconds)
    assert refused.value.code == code
    assert faults.armed == ()


@pytest.mark.req("BEN-13")
def test_armed_faults_outlive_a_suspension_and_a_crash(bench):
    bench.arm("queue_fails", 2)
    bench.suspend()
    bench.resume()
    bench.crash()
    assert bench.view().armed == (Armed("queue_fails", 2),)


@pytest.mark.req("SCH-29", "BEN-13", "BEN-14")
@pytest.mark.parametrize(
    ("fault", "why", "told"),
    [
        ("barrier_fails", "barrier_failed", "barrier failed"),
        ("queue_fails", "queue_failed", "queueing failed"),
        ("frame_fails", "frame_failed", "framing failed"),
    ],
)
def test_a_failure_before_the_record_leaves_it_active_until_the_next_activity(bench, fault, why, told):
    before = bench.view().events
    bench.arm(fault)
    run(bench.advance(by=MINUTE))
    assert types(bench, before) == []
    assert bench.stuck == why
    assert bench.view().history.story("schedule-1").waiting.by == told
    assert [(entry.code, len(entry.items)) for entry in noted(bench, "failure")] == [(why, 0)]
    assert [item.why for entry in noted(bench, "decision") for item in entry.items] == [why]
    run(bench.advance(by=DAY))
    assert dispatched(bench) == []
    bench.say("hello")
    assert dispatched(bench) == ["schedule-1"]
    assert framed(bench) == ["schedule-1"]
    assert bench.stuck is None


@pytest.mark.req("SCH-29")
def test_another_record_that_falls_due_wakes_the_owner_for_both(bench):
    create(bench, "drink", after_seconds=3600)
    bench.arm("queue_fails")
    run(bench.advance(by=2 * HOUR))
    assert dispatched(bench) == ["schedule-1", "schedule-2"]
    decided = [entry.at for entry in noted(bench, "decision") if entry.chosen == "one-shot"]
    assert decided == [START + HOUR, START + HOUR]


@pytest.mark.req("SCH-29", "BEN-13")
def test_a_counted_fault_strikes_so_many_times(bench):
    bench.arm("barrier_fails", 2)
    run(bench.advance(by=MINUTE))
    bench.say("hello")
    assert dispatched(bench) == []
    assert bench.view().armed == ()
    bench.say("hello again")
    assert dispatched(bench) == ["schedule-1"]


@pytest.mark.req("SCH-29")
def test_a_record_that_cannot_be_appended_faults_the_owner_which_says_so(bench):
    bench.arm("append_fails")
    run(bench.advance(by=MINUTE))
    assert framed(bench) == ["schedule-1"]
    assert dispatched(bench) == []
    assert bench.view().problem.startswith("append_failed:")
    bench.say("hello")
    run(bench.advance(by=DAY))
    assert dispatched(bench) == []
    assert bench.view().history.story("schedule-1").waiting.by == "faulted"
    bench.suspend()
    bench.resume()
    assert dispatched(bench) == ["schedule-1"]
    assert framed(bench) == ["schedule-1", "schedule-1"]
    (repeat,) = [item for entry in noted(bench, "decision") for item in entry.items if item.repeat]
    assert repeat.id == "schedule-1"


@pytest.mark.req("SCH-29", "SCH-28")
def test_a_barrier_that_fails_after_the_record_does_not_take_it_back(bench):
    bench.arm("barrier_slow", seconds=1)
    run(bench.advance(by=MINUTE))
    bench.arm("barrier_fails", 1)
    # The waking's barrier is over after a second; the one after the record is the next to come, and fails.
    bench.faults.arm("barrier_fails", 0)
    bench.faults.arm("barrier_slow", 1, 1)
    run(bench.advance(by=1000))
    bench.arm("barrier_fails")
    run(bench.advance(by=1000))
    assert dispatched(bench) == ["schedule-1"]
    assert [entry.code for entry in noted(bench, "failure")] == ["unconfirmed"]
    assert framed(bench) == ["schedule-1"]
    bench.suspend()
    bench.resume()
    run(bench.advance(by=DAY))
    assert dispatched(bench) == ["schedule-1"]


@pytest.mark.req("BEN-13", "SCH-28")
def test_a_slow_barrier_keeps_due_work_and_a_prompt_goes_first(bench):
    bench.arm("barrier_slow", seconds=30)
    kinds = [happening.kind for happening in run(bench.advance(by=MINUTE))]
    assert kinds == ["waiting", "arrived"]
    bench.say("hello")
    assert bench.view().last_turn == 2
    run(bench.advance(by=29_000))
    assert dispatched(bench) == []
    run(bench.advance(by=1000))
    assert dispatched(bench) == ["schedule-1"]
    assert bench.now == START + 90_000


@pytest.mark.req("SCH-28", "BEN-13")
def test_no_turn_starts_before_the_barrier_after_the_record_returned(bench):
    bench.arm("barrier_slow", 2, 30)
    run(bench.advance(by=90_000))
    assert dispatched(bench) == ["schedule-1"]
    last = bench.view().last_turn
    bench.say("hello")
    assert bench.view().last_turn == last
    run(bench.advance(by=30_000))
    assert bench.view().last_turn == last + 2


@pytest.mark.req("BEN-13", "SCH-23")
@pytest.mark.parametrize("barrier", [1, 2])
def test_a_create_behind_a_failed_barrier_is_uncertain_and_the_next_call_recovers(bench, barrier):
    if barrier == 2:
        bench.arm("barrier_slow", 1, 10)
        with pytest.raises(WorkbenchError) as waiting:
            bench.call("schedule_create", {"prompt": "drink", "after_seconds": 600}, front="test")
        assert waiting.value.code == "call_waiting"
        run(bench.advance(by=5000))
        bench.arm("barrier_slow", 1, 10)
        run(bench.advance(by=5000))
        bench.arm("barrier_fails")
        run(bench.advance(by=10_000))
        code = "persistence_uncertain"
        assert [entry.code for entry in noted(bench, "refusal")] == [code]
    else:
        bench.arm("barrier_fails")
        code = bench.call("schedule_create", {"prompt": "drink", "after_seconds": 600}, front="test").code
    assert code == "persistence_uncertain"
    listed = bench.call("schedule_list", {}, front="test").structured["schedules"]
    assert [view["id"] for view in listed] == ["schedule-1", "schedule-2"][:barrier]


@pytest.mark.req("BEN-13")
def test_a_change_that_cannot_be_appended_is_refused_and_nothing_is_there(bench):
    bench.arm("append_fails")
    outcome = bench.call("schedule_create", {"prompt": "drink", "after_seconds": 600}, front="test")
    assert outcome.code == "internal_error"
    assert list(bench.state.schedules.active) == ["schedule-1"]


@pytest.mark.req("BEN-13")
def test_an_answer_is_lost_to_a_front_and_the_work_is_done(bench):
    bench.arm("answer_lost")
    with pytest.raises(WorkbenchError) as lost:
        bench.call("schedule_create", {"prompt": "drink", "after_seconds": 600}, front="test")
    assert lost.value.code == "answer_lost"
    assert list(bench.state.schedules.active) == ["schedule-1", "schedule-2"]


@pytest.mark.req("BEN-13", "LOG-19")
def test_an_answer_is_lost_to_the_model_and_the_work_is_done(tmp_path):
    call = ToolCall("schedule_create", '{"prompt":"drink","after_seconds":600}')
    bench = new_bench(tmp_path, model=ScriptedModel((Reply("", (call,)), Reply("I do not know."))))
    bench.arm("answer_lost")
    bench.say("drink in ten minutes")
    (result,) = of_type(bench, "tool/result")
    assert result["error"] == {"name": "AnswerLostError", "code": "ANSWER_LOST"}
    assert list(bench.state.schedules.active) == ["schedule-1"]
