"""A disk that refuses: nothing is swallowed, nothing pending is lost, and it all goes on once it can be written."""

import pytest

from support.benches import HOUR, MINUTE, create, dispatched, new_bench, of_type, run, texts
from support.harness_rules import problems
from workbench.bench.scenario.parse import read_scenario
from workbench.bench.scenario.runner import ScenarioRun
from workbench.errors import BarrierFailed, WorkbenchError
from workbench.session.reader import read_log


@pytest.fixture
def disk():
    """Whether the disk is full, and the hook that says so to a log."""

    class Disk:
        full = False

        def attach(self, bench):
            def before_write(_):
                if self.full:
                    raise BarrierFailed("no space is left")

            bench.log.before_write = before_write

    return Disk()


@pytest.mark.req("LOG-12", "SCH-23", "SCH-29")
def test_prompts_go_on_while_nothing_can_be_written_and_all_of_it_is_written_later(tmp_path, disk):
    bench = new_bench(tmp_path)
    create(bench, every_seconds=600)
    disk.attach(bench)
    disk.full = True
    size = bench.path.stat().st_size
    bench.say("list reminders")
    run(bench.advance(by=HOUR))
    assert bench.path.stat().st_size == size
    assert bench.view().agent == "idle"
    assert "no space" in bench.view().problem
    assert dispatched(bench) == []
    refused = bench.call("schedule_create", {"prompt": "late", "after_seconds": 60}, front="test")
    assert refused.code == "persistence_uncertain"
    disk.full = False
    bench.say("hello again")
    assert bench.view().problem is None
    assert dispatched(bench) == ["schedule-1"]
    bench.close()
    assert read_log(bench.path).verdict == "ok"
    assert problems(bench.path) == []
    assert texts(bench, "user")[0] == "list reminders"
    assert len(of_type(bench, "turn/end")) == bench.view().last_turn


@pytest.mark.req("LOG-12", "BEN-11")
@pytest.mark.parametrize("leave", ["suspend", "close"])
def test_a_session_that_cannot_be_written_stays_live_when_one_wants_to_leave(tmp_path, disk, leave):
    bench = new_bench(tmp_path)
    disk.attach(bench)
    disk.full = True
    bench.say("every 10 minutes check the build")
    events = bench.view().events
    with pytest.raises(BarrierFailed):
        getattr(bench, leave)()
    assert (bench.view().mode, bench.view().events) == ("live", events)
    disk.full = False
    getattr(bench, leave)()
    assert read_log(bench.path).index.events == events


@pytest.mark.req("LOG-10")
def test_a_log_that_someone_else_changed_is_refused_every_time_and_leaves_no_turn_open(tmp_path):
    bench = new_bench(tmp_path)
    bench.say("hello")
    with bench.path.open("ab") as file:
        file.write(b'{"type":"turn/start","seq":99,"time":0,"data":{"turn":9}}\n')
    changed = bench.path.read_bytes()
    for attempt in (lambda: bench.say("hello"), lambda: run(bench.advance(by=MINUTE)), lambda: bench.say("hello")):
        try:
            attempt()
        except WorkbenchError as error:
            assert error.code == "log_changed"  # noqa: PT017 - a move with nothing to write need not notice
        assert bench.view().agent == "idle"
    with pytest.raises(WorkbenchError, match="no longer the file"):
        bench.suspend()
    assert bench.path.read_bytes() == changed


@pytest.mark.req("BEN-10", "LOG-16", "LOG-19")
@pytest.mark.parametrize("turn_ms", [0, 60_000])
def test_the_reply_after_a_joined_call_has_a_step_of_its_own(tmp_path, turn_ms):
    bench = new_bench(tmp_path, turn_ms=turn_ms)
    bench.say("hello")
    if not turn_ms:
        bench.hold()
    create(bench, after_seconds=600)
    create(bench, after_seconds=700)
    if turn_ms:
        run(bench.advance(by=MINUTE))
    else:
        bench.release()
    bench.close()
    assert problems(bench.path) == []
    last_turn = [data["step"] for data in of_type(bench, "step/end") if data["turn"] == bench.view().last_turn]
    assert last_turn == [1, 2, 3, 4]


@pytest.mark.req("SCH-29", "LOG-12")
def test_a_scenario_step_that_is_not_on_disk_is_no_success(tmp_path, disk):
    steps = '{do="say", text="every 10 minutes check the build"}, {do="advance", by="1h"}, {do="say", text="hello"}'
    text = f'start = "2026-08-07T09:00:00Z"\nsteps = [{steps}]\n'
    scenario = read_scenario(text.encode(), name="full", folder=tmp_path)
    running = ScenarioRun(scenario, root=tmp_path / "out", home=tmp_path / "home")
    disk.attach(running.bench)
    results = []
    for result in running:
        results.append((result.do, result.ok, result.code))
        disk.full = True
    assert results == [("say", True, None), ("advance", False, "persistence_uncertain")]
    assert (running.result.result, running.result.failed_step) == ("error", 2)
    disk.full = False
    running.close()
