"""The death of the process: what was not on disk is gone, and what comes again after it is marked (BEN-12, SCH-30)."""

import pytest

from support.benches import DAY, HOUR, MINUTE, create, dispatched, new_bench, run, types
from support.benches import texts as said
from workbench.bench.bench import Bench
from workbench.errors import WorkbenchError
from workbench.schedule.framing import parse_frame


@pytest.fixture
def bench(tmp_path):
    made = new_bench(tmp_path)
    create(made, "stretch", after_seconds=60)
    create(made, "look", every_seconds=600)
    return made


def framed(bench):
    return [item.id for text in said(bench, "plugin") for item in parse_frame(text) or ()]


def repeats(bench):
    view = bench.journal
    return [item.id for entry in view.entries(0, len(view)) for item in entry.items if item.repeat]


@pytest.mark.req("BEN-12", "LOG-12")
def test_a_crash_loses_exactly_what_was_pending(bench):
    durable = bench.path.read_bytes()
    bench.hold()
    pending = bench.log.pending
    assert pending
    assert bench.crash() == pending
    assert bench.path.read_bytes() == durable
    view = bench.view()
    assert (view.mode, view.crashed) == ("cold", pending)
    bench.resume()
    assert types(bench)[-1] == "session/end-seed"
    assert bench.view().crashed is None


@pytest.mark.req("BEN-12")
def test_only_what_runs_can_crash(bench):
    bench.suspend()
    with pytest.raises(WorkbenchError) as refused:
        bench.crash()
    assert refused.value.code == "session_cold"


@pytest.mark.req("BEN-12")
def test_a_crash_inside_a_turn_is_closed_on_resuming(bench):
    bench.hold()
    bench.call("schedule_create", {"prompt": "in the open turn", "after_seconds": 3600}, front="test")
    bench.crash()
    assert [event.type for event in bench.view().closers][-1] == "turn/end"
    bench.resume()
    assert bench.view().turn is None
    assert list(bench.state.schedules.active) == ["schedule-1", "schedule-2", "schedule-3"]


@pytest.mark.req("SCH-30", "BEN-12", "BEN-13", "BEN-14")
@pytest.mark.parametrize("how", ["here", "anew"])
@pytest.mark.parametrize(
    ("fault", "queued", "again"),
    [("crash_after_queue", 1, True), ("crash_after_append", 0, True), ("crash_after_barrier", 1, False)],
)
def test_what_a_crash_repeats_and_what_it_does_not(bench, tmp_path, fault, queued, again, how):
    bench.arm(fault)
    happenings = run(bench.advance(by=HOUR))
    assert [happening.kind for happening in happenings] == ["crashed"]
    assert bench.view().move.note == "crashed"
    assert len(bench.state.next_turn) == queued
    assert dispatched(bench) == ([] if again else ["schedule-1"])
    if how == "anew":
        bench = Bench.open(bench.path, home=tmp_path / "home", now=bench.now)
    bench.resume()
    bench.say("hello")
    run(bench.advance(by=MINUTE))
    assert dispatched(bench) == ["schedule-1"]
    assert framed(bench) == ["schedule-1"] * (1 + (fault == "crash_after_queue"))
    assert repeats(bench) == (["schedule-1"] if again else [])
    # What goes is never told as held back by itself.
    held = [item.id for entry in bench.journal.entries(0, len(bench.journal)) for item in entry.items if item.why]
    assert "schedule-1" not in held


@pytest.mark.req("SCH-30", "BEN-14")
def test_a_batch_that_is_lost_is_a_repeat_only_where_the_occurrence_is_the_same(bench):
    run(bench.advance(by=MINUTE))
    bench.arm("crash_after_append")
    run(bench.advance(by=10 * MINUTE))
    bench.resume()
    assert repeats(bench) == ["schedule-2"]
    bench.arm("crash_after_append")
    run(bench.advance(by=10 * MINUTE))
    run(bench.advance(by=DAY))
    bench.resume()
    # Another occurrence is delivered than the one that was lost.
    assert repeats(bench) == ["schedule-2"]


@pytest.mark.req("BEN-12", "SCH-31")
def test_the_clock_goes_on_over_a_crashed_session_and_resuming_catches_up(bench):
    bench.crash()
    run(bench.advance(by=DAY))
    assert dispatched(bench) == []
    bench.resume()
    assert dispatched(bench) == ["schedule-1", "schedule-2"]
