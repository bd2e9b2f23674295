"""The life of a session on the bench: opened, copied, resumed, forked, looked at in advance."""

import json

import pytest

from support.benches import DAY, HOUR, MINUTE, START, create, dispatched, new_bench, of_type, run, types
from workbench.bench import life
from workbench.bench.bench import Bench
from workbench.bench.options import BenchOptions
from workbench.errors import WorkbenchError
from workbench.time.instant import parse_utc

QUICK = BenchOptions(fsync=False)


@pytest.fixture
def foreign(tmp_path):
    """A log that lies outside the data folder."""
    bench = new_bench(tmp_path / "elsewhere")
    bench.say("remind me in 20 minutes to stretch")
    create(bench, every_seconds=600)
    bench.close()
    path = tmp_path / "foreign.jsonl"
    path.write_bytes(bench.path.read_bytes())
    return path


@pytest.mark.req("BEN-4", "BEN-11")
def test_opening_only_looks_and_the_clock_stands_at_the_last_event(tmp_path, foreign):
    home = tmp_path / "home"
    bench = Bench.open(foreign, home=home, options=QUICK)
    assert bench.now == START
    assert bench.view().mode == "read-only"
    assert [row.id for row in bench.view().schedules] == ["schedule-1", "schedule-2"]
    assert not home.exists()


@pytest.mark.req("BEN-11")
def test_a_foreign_log_is_driven_on_a_copy_and_never_touched(tmp_path, foreign):
    before = (foreign.read_bytes(), foreign.stat().st_mtime_ns, sorted(tmp_path.iterdir()))
    bench = Bench.open(foreign, home=tmp_path / "home", options=QUICK)
    run(bench.advance(by=HOUR))
    bench.close()
    assert bench.path != foreign
    assert bench.view().source == foreign
    assert (foreign.read_bytes(), foreign.stat().st_mtime_ns) == before[:2]
    assert {path.name for path in tmp_path.iterdir()} - {path.name for path in before[2]} == {"home"}


@pytest.mark.req("BEN-11")
def test_reopening_the_source_continues_the_copy_or_starts_over(tmp_path, foreign):
    home = tmp_path / "home"
    first = Bench.open(foreign, home=home, options=QUICK)
    run(first.advance(by=HOUR))
    first.close()
    again = Bench.open(foreign, home=home, options=QUICK)
    assert again.now == first.view().index.time(first.view().rows - 1)
    assert again.view().events == first.view().events
    fresh = Bench.open(foreign, home=home, options=QUICK, fresh=True)
    assert (fresh.now, fresh.path) == (START, foreign)


@pytest.mark.req("BEN-11")
def test_a_session_of_ones_own_is_driven_in_place(tmp_path):
    bench = new_bench(tmp_path)
    create(bench, every_seconds=600)
    bench.close()
    again = Bench.open(bench.path, home=tmp_path / "home", options=QUICK)
    run(again.advance(by=HOUR))
    assert (again.path, again.view().source) == (bench.path, None)
    assert len(dispatched(again)) == 6


@pytest.mark.req("BEN-11", "SCH-31")
def test_suspending_a_log_that_was_only_opened_keeps_it_cold(tmp_path, foreign):
    bench = Bench.open(foreign, home=tmp_path / "home", options=QUICK)
    bench.suspend()
    run(bench.jump(by=DAY))
    assert not (tmp_path / "home").exists()
    with pytest.raises(WorkbenchError) as refusal:
        bench.say("hello")
    assert refusal.value.code == "session_cold"
    bench.resume()
    assert dispatched(bench) == ["schedule-1", "schedule-2"]


@pytest.mark.req("BEN-11", "LOG-8")
def test_a_damaged_log_can_be_seen_and_not_driven(tmp_path, foreign):
    lines = foreign.read_bytes().splitlines(keepends=True)
    foreign.write_bytes(b"".join([*lines[:5], b"not json\n", *lines[5:]]))
    bench = Bench.open(foreign, home=tmp_path / "home", options=QUICK)
    assert bench.view().verdict == "corrupt"
    assert bench.view().problem
    with pytest.raises(WorkbenchError) as refusal:
        run(bench.advance(by=HOUR))
    assert refusal.value.code == "corrupt_log"
    assert not (tmp_path / "home").exists()


@pytest.mark.req("LOG-18", "BEN-11", "SCH-10")
def test_a_fork_adopts_nothing_and_leaves_its_parent_alone(tmp_path):
    parent = new_bench(tmp_path)
    create(parent, "first", every_seconds=600)
    parent.say("hello")
    child = parent.fork(session_id="child")
    before = parent.path.read_bytes()
    view = child.view()
    assert (view.active, view.parent, view.session_id) == (0, "probe", "child")
    assert view.last_turn == parent.view().last_turn
    assert create(child, "own", after_seconds=60) == "schedule-1"
    run(child.advance(by=HOUR))
    assert parent.path.read_bytes() == before
    assert dispatched(child)[-1:] == ["schedule-1"]
    run(parent.advance(by=HOUR))
    assert len(dispatched(parent)) == 6


@pytest.mark.req("LOG-18")
@pytest.mark.parametrize(("at", "code"), [(10_000, "invalid_boundary"), (-1, "invalid_boundary"), (3, "open_turn")])
def test_a_fork_refuses_a_boundary_that_cannot_be(tmp_path, at, code):
    parent = new_bench(tmp_path)
    parent.say("hello")
    with pytest.raises(WorkbenchError) as refusal:
        parent.fork(at=at)
    assert refusal.value.code == code


@pytest.mark.req("LOG-18")
def test_a_fork_needs_a_new_id(tmp_path):
    parent = new_bench(tmp_path)
    parent.say("hello")
    parent.fork(session_id="child")
    with pytest.raises(WorkbenchError) as refusal:
        parent.fork(session_id="child")
    assert refusal.value.code == "session_exists"
    assert parent.fork().view().session_id == "probe-fork"
    assert parent.fork().view().session_id == "probe-fork-2"


@pytest.mark.req("BEN-15")
def test_preview_lists_coming_targets_and_marks_where_local_time_shifts(tmp_path):
    bench = new_bench(tmp_path, zone="Europe/Berlin")
    run(bench.jump(to=parse_utc("2026-10-24T10:00:00.000Z")))
    create(bench, every_seconds=86_400)
    rows = bench.preview(count=3)
    assert [row.at - bench.now for row in rows] == [DAY, 2 * DAY, 3 * DAY]
    assert [row.shift is not None for row in rows] == [True, False, False]
    assert (rows[0].shift.before_ms, rows[0].shift.after_ms) == (2 * HOUR, HOUR)


@pytest.mark.req("BEN-15")
def test_preview_of_one_record_and_of_an_unknown_one(tmp_path):
    bench = new_bench(tmp_path)
    create(bench, after_seconds=60)
    create(bench, every_seconds=300)
    assert [row.id for row in bench.preview("schedule-1")] == ["schedule-1"]
    assert [row.id for row in bench.preview(count=3)] == ["schedule-1", "schedule-2", "schedule-2"]
    with pytest.raises(WorkbenchError) as refusal:
        bench.preview("schedule-9")
    assert refusal.value.code == "schedule_not_found"


@pytest.mark.req("BEN-15")
def test_an_overdue_record_shows_the_target_that_waits_and_then_those_to_come(tmp_path):
    bench = new_bench(tmp_path)
    create(bench, every_seconds=600)
    bench.suspend()
    run(bench.advance(by=DAY + 60_000))
    waits, *coming = [row.at for row in bench.preview(count=3)]
    assert waits == START + 600_000
    assert coming == [START + DAY + 600_000, START + DAY + 1_200_000]


@pytest.mark.req("BEN-15", "SCH-26")
def test_plan_tells_the_turns_that_release_then_runs(tmp_path):
    bench = new_bench(tmp_path)
    create(bench, after_seconds=60)
    create(bench, every_seconds=300)
    create(bench, every_seconds=600)
    bench.hold()
    bench.say("hello")
    run(bench.advance(by=HOUR))
    planned = bench.plan()
    happened = [each for each in bench.release() if each.kind != "turn-end"]
    assert [turn.kind for turn in planned] == [each.kind for each in happened] == ["prompt", "one-shot", "batch"]
    assert [[item.record.id for item in turn.items] for turn in planned] == [
        [delivery.id for delivery in each.delivered] for each in happened
    ]


@pytest.mark.req("BEN-16")
def test_asking_for_a_past_state_changes_nothing_and_equals_the_state_of_then(tmp_path):
    bench = new_bench(tmp_path)
    create(bench, every_seconds=300)
    marks = {bench.view().events - 1: dict(bench.state.schedules.active)}
    for _ in range(5):
        run(bench.advance(by=7 * MINUTE))
        marks[bench.view().events - 1] = dict(bench.state.schedules.active)
    size = bench.path.stat().st_size
    for seq, active in marks.items():
        assert dict(bench.state_at(seq).schedules.active) == active
    assert bench.path.stat().st_size == size
    assert types(bench)[-1] == "turn/end"
    assert len(of_type(bench, "turn/start")) == bench.view().last_turn


@pytest.mark.req("LOG-1", "LOG-18")
def test_ones_own_sessions_keep_one_compression_a_root_and_one_session_an_id(tmp_path):
    home = tmp_path / "home"
    plain = Bench.new(home, start=START, session_id="a", options=QUICK)
    packed = Bench.new(home, start=START, session_id="b", options=BenchOptions(fsync=False, compression="zstd"))
    packed.say("hello")
    child = packed.fork(session_id="c")
    for bench in (plain, packed, child):
        bench.close()
    assert plain.path.relative_to(home).parts[:2] == ("sessions", "_no-cwd")
    assert (
        packed.path.relative_to(home).parts[:3]
        == child.path.relative_to(home).parts[:3]
        == ("sessions", "zstd", "_no-cwd")
    )
    for compression, taken in (("zstd", "a"), ("none", "b")):
        with pytest.raises(WorkbenchError) as refusal:
            Bench.new(home, start=START, session_id=taken, options=BenchOptions(fsync=False, compression=compression))
        assert refusal.value.code == "session_exists"


@pytest.mark.req("BEN-11")
def test_a_record_that_was_deleted_after_the_move_is_not_shown_as_ended_by_it(tmp_path):
    bench = new_bench(tmp_path)
    create(bench, every_seconds=600)
    create(bench, after_seconds=600)
    run(bench.advance(by=10 * MINUTE))
    assert [(row.id, row.state) for row in bench.view().schedules] == [
        ("schedule-1", "scheduled"),
        ("schedule-2", "ended"),
    ]
    assert bench.view().schedules[1].seconds == 600
    bench.call("schedule_delete", {"id": "schedule-1"}, front="test")
    assert [row.id for row in bench.view().schedules] == ["schedule-2"]


@pytest.mark.req("BEN-2", "BEN-3", "BEN-11")
@pytest.mark.parametrize(
    ("move", "to", "code"),
    [("advance", 1 << 60, "time_out_of_range"), ("jump", 1 << 60, "time_out_of_range"), ("advance", 0, "not_future")],
)
def test_a_move_that_cannot_be_made_writes_nothing(tmp_path, foreign, move, to, code):
    bench = Bench.open(foreign, home=tmp_path / "home", options=QUICK)
    with pytest.raises(WorkbenchError) as refusal:
        run(getattr(bench, move)(to=to))
    assert refusal.value.code == code
    assert not (tmp_path / "home").exists()
    assert bench.view().move is None


@pytest.mark.req("LOG-18")
@pytest.mark.parametrize("code", ["session_exists", "locked"])
def test_a_name_chosen_here_is_chosen_again_when_another_takes_it_first(tmp_path, monkeypatch, code):
    parent = new_bench(tmp_path)
    parent.say("hello")
    real, calls = life.fork_log, []

    def late(source, *, child_id, **options):
        calls.append(child_id)
        if len(calls) == 1:
            real(source, child_id=child_id, **options)
            raise WorkbenchError(code, "someone else was first")
        return real(source, child_id=child_id, **options)

    monkeypatch.setattr(life, "fork_log", late)
    assert parent.fork().view().session_id == "probe-fork-2"
    assert calls == ["probe-fork", "probe-fork-2"]
    with pytest.raises(WorkbenchError) as refusal:
        parent.fork(session_id="probe-fork")
    assert refusal.value.code == "session_exists"


@pytest.mark.req("LOG-12")
def test_a_session_that_cannot_be_made_leaves_no_folder(tmp_path, monkeypatch):
    def full(*_args, **_options):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("workbench.session.publication.publish", full)
    with pytest.raises(WorkbenchError) as refusal:
        Bench.new(tmp_path / "home", start=START, session_id="a", options=QUICK)
    assert refusal.value.code == "persistence_uncertain"
    assert [path for path in (tmp_path / "home").rglob("*") if path.name != "sessions"] == []


@pytest.mark.req("LOG-1", "LOG-18", "BEN-11")
@pytest.mark.parametrize("session_id", ["a" * 5000, "é" * 60])
def test_a_log_whose_id_fits_no_folder_is_driven_and_forked_under_a_shorter_name(tmp_path, foreign, session_id):
    lines = foreign.read_text().splitlines(keepends=True)
    lines[0] = json.dumps(json.loads(lines[0]) | {"id": session_id}) + "\n"
    foreign.write_text("".join(lines))
    bench = Bench.open(foreign, home=tmp_path / "home", options=QUICK)
    run(bench.advance(by=HOUR))
    first, second = bench.fork(), bench.fork()
    assert [child.log.header.parent for child in (first, second)] == [session_id] * 2
    assert first.log.header.id.endswith("-fork")
    assert second.log.header.id.endswith("-fork-2")
    with pytest.raises(WorkbenchError, match=r"255|200") as caught:
        bench.fork(session_id=session_id)
    assert caught.value.code == "invalid_id"


@pytest.mark.req("LOG-1")
@pytest.mark.parametrize("name", ["r" * 300, "r/" * 3000])
def test_a_data_folder_that_the_system_does_not_take_is_not_writable(tmp_path, foreign, name):
    home = tmp_path / name
    with pytest.raises(WorkbenchError) as caught:
        Bench.new(home, start=START, options=QUICK)
    assert caught.value.code == "not_writable"
    bench = Bench.open(foreign, home=home, options=QUICK)
    for act in (lambda: run(bench.advance(by=HOUR)), bench.fork):
        with pytest.raises(WorkbenchError) as caught:
            act()
        assert caught.value.code == "not_writable"


@pytest.mark.req("BEN-11")
def test_a_foreign_log_that_changed_since_it_was_opened_is_not_copied_unasked(tmp_path, foreign):
    bench = Bench.open(foreign, home=tmp_path / "home", options=QUICK)
    with foreign.open("ab") as file:
        line = '{"type":"session/end-seed","seq":%d,"time":1785920400000,"data":{}}\n'
        file.write((line % bench.view().events).encode())
    with pytest.raises(WorkbenchError) as refusal:
        run(bench.advance(by=HOUR))
    assert refusal.value.code == "log_changed"
    assert not (tmp_path / "home").exists()
    assert Bench.open(foreign, home=tmp_path / "home", options=QUICK).view().events == bench.view().events + 1
