"""Views of the past and where the changes lie, against logs opened up to there and events replayed one by one."""

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from support.benches import HOUR, MINUTE, START, create, events, new_bench, run
from support.bundled import LOGS
from support.conformance import conformance_files
from support.histories import LIVES, facts, live, prefix_file
from workbench.bench.bench import Bench
from workbench.errors import WorkbenchError

BUNDLED = sorted(LOGS.glob("*/*/*/session.jsonl*"))
REAL = [*conformance_files("sessions/none/**/session.jsonl"), *conformance_files("sessions/zstd/**/*.zstd")]
some_lives = settings(max_examples=40)


def agree_at(bench: Bench, seq: int, folder: Path) -> None:
    """The view of the past after ``seq`` is what a bench on just that prefix shows."""
    past = bench.view().history.view_at(seq)
    alone = Bench.open(prefix_file(past.index, seq + 1, folder), home=folder / "other", read_only=True).view()
    assert facts(past) == facts(alone)
    whole = past.rows == 0 or past.index.seq(past.rows - 1) + past.index.members(past.rows - 1) == seq + 1
    assert past.rows == alone.rows or not whole
    assert past.mode == "past"
    assert past.move is None
    assert (past.agent == "running") == (past.turn is not None)


@pytest.mark.req("BEN-16", "SCH-24")
@given(LIVES, st.data())
@some_lives
def test_a_view_of_the_past_is_what_a_prefix_shows(tmp_path_factory, life, data):
    folder = tmp_path_factory.mktemp("past")
    bench = live(folder, *life)
    count = bench.view().events
    for seq in data.draw(st.lists(st.integers(-1, max(-1, count - 1)), min_size=1, max_size=6)):
        agree_at(bench, seq, folder)
    if count:
        agree_at(bench, count - 1, folder)


@pytest.mark.req("BEN-16", "SCH-24")
@pytest.mark.parametrize("path", [*BUNDLED, *REAL], ids=lambda path: "/".join(path.parts[-4:-1]))
def test_a_real_log_has_the_past_that_its_prefixes_show(path, tmp_path):
    stored = path.read_bytes()
    bench = Bench.open(path, home=tmp_path / "home", read_only=True)
    view = bench.view()
    first = view.seed_length or 0
    for seq in range(first - 1 if first else -1, view.events, max(1, view.events // 40)):
        agree_at(bench, seq, tmp_path)
    assert path.read_bytes() == stored


@pytest.mark.req("BEN-16")
def test_the_last_view_of_the_past_is_the_present(tmp_path):
    bench = new_bench(tmp_path)
    create(bench, every_seconds=600)
    run(bench.jump(by=3 * HOUR))
    view = bench.view()
    past = view.history.view_at(view.events - 1)
    assert [row.target for row in past.schedules] == [row.target for row in view.schedules]
    assert past.next_target == view.next_target
    assert past.now == bench.now


@pytest.mark.req("BEN-16")
def test_a_history_stays_that_of_its_view_while_the_log_goes_on(tmp_path):
    bench = new_bench(tmp_path)
    name = create(bench, every_seconds=600)
    run(bench.advance(by=HOUR))
    view = bench.view()
    before = view.history.story(name), view.history.track(name), view.history.view_at(view.events - 1)
    last = view.history.change_after(view.history.change_before(view.events) - 1)
    run(bench.advance(by=5 * HOUR))
    bench.call("schedule_delete", {"id": name}, front="test")
    assert (view.history.story(name), view.history.view_at(view.events - 1)) == (before[0], before[2])
    assert view.history.track(name).target == before[1].target
    assert view.history.change_after(last) is None
    assert view.history.seq_at(START + 10 * HOUR) == view.events - 1
    assert bench.view().history.story(name).state == "deleted"


@pytest.mark.req("BEN-16")
@pytest.mark.parametrize("seq", [-2, 10**9])
def test_an_event_that_the_log_does_not_have_is_refused(tmp_path, seq):
    bench = new_bench(tmp_path)
    create(bench, every_seconds=600)
    history = bench.view().history
    with pytest.raises(WorkbenchError) as caught:
        history.view_at(seq)
    assert caught.value.code == "invalid_cursor"
    with pytest.raises(WorkbenchError) as caught:
        history.event_story(seq)
    assert caught.value.code == "invalid_cursor"


@pytest.mark.req("LOG-9", "BEN-16")
def test_closers_are_events_of_the_past_too(tmp_path):
    bench = new_bench(tmp_path, turn_ms=MINUTE)
    create(bench, every_seconds=600)
    run(bench.advance(by=601_000))
    assert bench.view().turn is not None
    bench.log.write_out()
    view = Bench.open(bench.path, home=tmp_path / "home", read_only=True).view()
    assert view.closers
    last = view.events + len(view.closers) - 1
    past = view.history.view_at(last)
    assert past.turn is None
    assert past.closers == view.closers
    assert view.history.view_at(view.events - 1).turn == view.turn
    assert [each.what for each in view.history.event_story(last).differences] == ["turn"]
    with pytest.raises(WorkbenchError):
        view.history.view_at(last + 1)


@pytest.mark.req("BEN-16")
@given(LIVES, st.data())
@some_lives
def test_changes_before_and_after_any_event(tmp_path_factory, life, data):
    bench = live(tmp_path_factory.mktemp("near"), *life)
    history = bench.view().history
    changes = [(event.seq, _about(event.data)) for event in events(bench) if event.type == "schedule/change"]
    count = bench.view().events
    for seq in data.draw(st.lists(st.integers(-1, count), min_size=1, max_size=8)):
        for record in (None, "schedule-1", "schedule-2", "schedule-99"):
            near = [each for each, name in changes if record in (None, name)]
            assert history.change_before(seq, record) == max((each for each in near if each < seq), default=None)
            assert history.change_after(seq, record) == min((each for each in near if each > seq), default=None)


def _about(data):
    return data["schedule"]["id"] if "schedule" in data else data["id"]


@pytest.mark.req("LOG-18")
def test_a_fork_tells_where_its_own_events_begin(tmp_path):
    bench = new_bench(tmp_path)
    create(bench, every_seconds=600)
    run(bench.advance(by=HOUR))
    child = bench.fork()
    history = child.view().history
    assert bench.view().history.seed_row is None
    assert history.seed_row == child.view().seed_length
    assert history.story("schedule-1") is None
    assert history.track("schedule-1") is None
    name = create(child, every_seconds=900)
    assert name == "schedule-1"
    assert child.view().history.story(name).seconds == 900
    assert child.view().history.change_before(10**9, name) > history.seed_row
    assert child.view().history.change_before(history.seed_row) is not None


@pytest.mark.req("BEN-11", "SCH-24")
def test_a_bench_that_only_looks_refuses_every_change(tmp_path):
    bench = new_bench(tmp_path)
    name = create(bench, every_seconds=600)
    bench.close()
    stored = bench.path.read_bytes()
    files = sorted(bench.path.parent.iterdir())
    looking = Bench.open(bench.path, home=tmp_path / "home", read_only=True)
    actions = [
        lambda: run(looking.advance(by=HOUR)), lambda: run(looking.jump(by=HOUR)), lambda: run(looking.step()),
        lambda: run(looking.next_due()), lambda: run(looking.play([looking.now + 1])), lambda: looking.say("hello"),
        lambda: looking.steer("hello"), lambda: looking.inject("hello"), looking.hold, looking.release,
        looking.cancel, looking.suspend, looking.resume,
        lambda: looking.call("schedule_delete", {"id": name}, front="test"),
    ]  # fmt: skip
    for action in actions:
        with pytest.raises(WorkbenchError) as caught:
            action()
        assert caught.value.code == "read_only"
        assert caught.value.hint
    view = looking.view()
    assert (view.mode, view.drivable, view.active) == ("read-only", False, 1)
    looking.close()
    assert bench.path.read_bytes() == stored
    assert sorted(bench.path.parent.iterdir()) == files


@pytest.mark.req("BEN-11")
def test_a_foreign_log_that_is_only_looked_at_is_the_file_itself_whatever_its_copy_says(tmp_path):
    source = new_bench(tmp_path)
    create(source, every_seconds=600)
    source.close()
    home = tmp_path / "elsewhere"
    driven = Bench.open(source.path, home=home)
    run(driven.advance(by=HOUR))
    driven.close()
    assert driven.path != source.path
    copies = sorted(home.rglob("*"))
    looking = Bench.open(source.path, home=home, read_only=True, fresh=True)
    assert looking.path == source.path
    assert looking.view().events < driven.view().events
    assert sorted(home.rglob("*")) == copies
