"""Moving the clock: advance, jump, step and the next delivery, and what each does to the same schedules."""

import pytest

from support.benches import DAY, HOUR, MINUTE, SECOND, START, create, dispatched, events, new_bench, of_type, run, types
from workbench.errors import UsageError, WorkbenchError


@pytest.mark.req("BEN-2", "BEN-6")
def test_six_hours_by_advance_give_each_target_its_turn(tmp_path):
    bench = new_bench(tmp_path)
    create(bench, every_seconds=300)
    before = bench.view().last_turn
    happened = run(bench.advance(by=6 * HOUR))
    assert sum(each.turns for each in happened) == 72
    assert bench.view().last_turn - before == 72
    assert bench.now == START + 6 * HOUR
    assert bench.view().move.turns == 72
    assert bench.view().move.passed == 0


@pytest.mark.req("BEN-3", "BEN-6", "SCH-8")
def test_six_hours_by_jump_give_one_turn_with_the_latest_occurrence(tmp_path):
    bench = new_bench(tmp_path)
    schedule = create(bench, every_seconds=300)
    happened = run(bench.jump(by=6 * HOUR))
    assert sum(each.turns for each in happened) == 1
    (delivery,) = happened[0].delivered
    assert (delivery.id, delivery.occurrence, delivery.passed) == (schedule, START + 6 * HOUR, 71)
    assert bench.view().schedules[0].target == START + 6 * HOUR + 300 * SECOND


@pytest.mark.req("BEN-2")
def test_advance_includes_what_is_due_at_its_very_end_and_stops_there(tmp_path):
    bench = new_bench(tmp_path)
    create(bench, after_seconds=60)
    create(bench, after_seconds=61)
    run(bench.advance(to=START + MINUTE))
    assert dispatched(bench) == ["schedule-1"]
    assert bench.now == START + MINUTE


@pytest.mark.req("BEN-2")
def test_advance_refuses_the_past(tmp_path):
    bench = new_bench(tmp_path)
    with pytest.raises(UsageError) as refusal:
        run(bench.advance(to=START - 1))
    assert refusal.value.code == "not_future"
    assert bench.now == START


@pytest.mark.req("BEN-2")
@pytest.mark.parametrize("arguments", [{}, {"by": 1, "to": 2}])
def test_a_move_takes_exactly_one_of_by_and_to(tmp_path, arguments):
    bench = new_bench(tmp_path)
    with pytest.raises(UsageError, match="exactly one"):
        run(bench.jump(**arguments))


@pytest.mark.req("BEN-3", "SCH-32")
def test_the_clock_may_go_back_and_nothing_fires_early(tmp_path):
    bench = new_bench(tmp_path)
    create(bench, every_seconds=300)
    run(bench.advance(by=10 * MINUTE))
    target = bench.view().schedules[0].target
    run(bench.jump(to=START))
    assert bench.view().move.note == "clock went back"
    assert bench.view().schedules[0].target == target
    run(bench.advance(to=target - 1))
    assert dispatched(bench) == ["schedule-1", "schedule-1"]
    run(bench.advance(to=target))
    assert dispatched(bench) == ["schedule-1"] * 3


@pytest.mark.req("BEN-4")
def test_step_handles_just_the_next_event(tmp_path):
    bench = new_bench(tmp_path)
    create(bench, after_seconds=60)
    create(bench, after_seconds=120)
    run(bench.step())
    assert (bench.now, dispatched(bench)) == (START + MINUTE, ["schedule-1"])
    run(bench.step())
    assert (bench.now, dispatched(bench)) == (START + 2 * MINUTE, ["schedule-1", "schedule-2"])
    run(bench.step())
    assert bench.now == START + 2 * MINUTE


@pytest.mark.req("BEN-4", "BEN-8")
def test_with_a_turn_duration_the_end_of_the_turn_is_a_step_of_its_own(tmp_path):
    bench = new_bench(tmp_path, turn_ms=5000)
    run(bench.advance(by=MINUTE))
    create(bench, after_seconds=60)
    seen = []
    for _ in range(2):
        happened = run(bench.step())
        seen.append((happened[0].kind, bench.now, bench.view().agent))
    due = START + 2 * MINUTE
    assert seen == [("one-shot", due, "running"), ("turn-end", due + 5000, "idle")]


@pytest.mark.req("BEN-4")
def test_next_due_goes_to_the_next_delivery_and_finishes_its_instant(tmp_path):
    bench = new_bench(tmp_path)
    create(bench, after_seconds=60)
    create(bench, after_seconds=60)
    create(bench, after_seconds=61)
    run(bench.next_due())
    assert (bench.now, dispatched(bench)) == (START + MINUTE, ["schedule-1", "schedule-2"])


@pytest.mark.req("BEN-4")
def test_a_move_can_be_left_between_two_events(tmp_path):
    bench = new_bench(tmp_path)
    create(bench, every_seconds=300)
    moving = bench.advance(by=DAY)
    for _ in range(3):
        next(moving)
    moving.close()
    assert bench.now == START + 15 * MINUTE
    assert bench.view().move.note == "stopped"
    run(bench.advance(by=5 * MINUTE))
    assert len(dispatched(bench)) == 4


@pytest.mark.req("BEN-3", "BEN-8")
def test_jump_with_a_turn_duration_stops_at_the_first_open_turn(tmp_path):
    bench = new_bench(tmp_path, turn_ms=1000)
    create(bench, after_seconds=60)
    create(bench, after_seconds=120)
    run(bench.jump(by=HOUR))
    assert dispatched(bench) == ["schedule-1"]
    assert bench.view().agent == "running"
    run(bench.advance(by=SECOND))
    assert dispatched(bench) == ["schedule-1", "schedule-2"]


@pytest.mark.req("BEN-3")
def test_jump_ends_a_running_turn_whose_end_it_passed(tmp_path):
    bench = new_bench(tmp_path, turn_ms=HOUR)
    bench.say("hello")
    assert bench.view().agent == "running"
    run(bench.jump(by=2 * HOUR))
    assert bench.view().agent == "idle"
    assert events(bench)[-1].time == START + 2 * HOUR


@pytest.mark.req("BEN-1", "SCH-1")
@pytest.mark.parametrize("to", [-62135596800001, 253402300800000])
def test_the_clock_stays_within_the_years_of_the_format(tmp_path, to):
    bench = new_bench(tmp_path)
    with pytest.raises(WorkbenchError) as refusal:
        run(bench.jump(to=to))
    assert refusal.value.code == "time_out_of_range"
    assert bench.now == START


@pytest.mark.req("BEN-1")
def test_the_same_steps_give_the_same_bytes_and_a_fork_differs(tmp_path):
    logs = []
    for place in ("one", "two"):
        bench = new_bench(tmp_path / place, zone="Europe/Berlin")
        bench.say("remind me in 20 minutes to stretch")
        create(bench, every_seconds=600)
        run(bench.advance(by=HOUR))
        bench.suspend()
        run(bench.jump(by=HOUR))
        bench.resume()
        bench.close()
        logs.append(bench.path.read_bytes())
    assert logs[0] == logs[1]
    child = bench.fork(session_id="other")
    child.say("list reminders")
    ids = {data["id"] for data in of_type(child, "user/message")}
    assert len(ids) == len(of_type(child, "user/message"))


@pytest.mark.req("SCH-32")
def test_waits_of_any_length_are_exact(tmp_path):
    bench = new_bench(tmp_path)
    create(bench, at="2999-12-31T23:59:59.999Z")
    run(bench.next_due())
    assert events(bench)[-1].time == bench.now == 32503679999999
    assert types(bench)[-1] == "turn/end"
