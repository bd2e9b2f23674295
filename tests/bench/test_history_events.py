"""What an event changed, against the states that feeding every event gives; and histories of odd logs and threads."""

import threading

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from support.bad_logs import BAD_LOGS
from support.benches import HOUR, MINUTE, create, events, new_bench
from support.bundled import LOGS
from support.conformance import conformance_files
from support.histories import LIVES, live
from workbench.bench.bench import Bench
from workbench.errors import WorkbenchError
from workbench.session.state import SessionState

BUNDLED = sorted(LOGS.glob("*/*/*/session.jsonl*"))
REAL = [*conformance_files("sessions/none/**/session.jsonl"), *conformance_files("sessions/zstd/**/*.zstd")]
DAMAGED = [path for path in conformance_files("sessions/**/session.jsonl*") if path not in REAL]
some_lives = settings(max_examples=30)


def states(found, fold_from, wanted):
    """The state before each wanted event and after it."""
    state = SessionState(fold_from)
    for event in found:
        before = state.copy() if event.seq in wanted else state
        state.apply(event.type, event.seq, event.time, event.data)
        if event.seq in wanted:
            yield event, before, state


def named(story):
    return {each.what: (each.before, each.after) for each in story.differences}


def agree(bench, wanted):
    view = bench.view()
    found = events(bench)
    changes = [event for event in found if event.type == "schedule/change"]
    for event, before, after in states(found, view.seed_length or 0, wanted):
        story = view.history.event_story(event.seq)
        assert (story.seq, story.time, story.type) == (event.seq, event.time, event.type)
        differences = named(story)
        assert ("turn" in differences) == (before.turn != after.turn)
        assert ("plan" in differences) == (before.plan != after.plan)
        assert ("title" in differences) == (before.title != after.title)
        queued = [len(each.next_turn) + len(each.next_step) for each in (before, after)]
        assert ("inbox" in differences) == (queued[0] != queued[1])
        same = [name for name, record in before.schedules.active.items() if after.schedules.active.get(name) == record]
        assert story.unchanged[0] == len(same)
        schedule(story, event, before.schedules, after.schedules, differences)
        near = [each for each in changes if story.record is None or about(each) == story.record]
        if story.record is None or view.seed_length is None:
            earlier = [(each.seq, each.time) for each in near if each.seq < event.seq]
            later = [(each.seq, each.time) for each in near if each.seq > event.seq]
            assert story.previous == max(earlier, default=None)
            assert story.following == min(later, default=None)


def schedule(story, event, before, after, differences):
    """What the event did to its record."""
    if before.active == after.active:
        assert not {"schedule", "target", "dispatches"} & differences.keys()
        assert story.delivery is None
        return
    name = about(event)
    assert story.record == name
    old, new = before.active.get(name), after.active.get(name)
    expected = {"target": (old.target if old else None, new.target if new else None)}
    if old is None or new is None:
        expected["schedule"] = (name if old else None, name if new else None)
    if before.dispatches(name) != after.dispatches(name):
        expected["dispatches"] = (str(before.dispatches(name)), str(after.dispatches(name)))
        assert story.delivery.seq == event.seq
        assert story.delivery.next_target == expected["target"][1]
    else:
        assert story.delivery is None
    assert {key: differences[key] for key in ("schedule", "target", "dispatches") if key in differences} == expected


def about(event):
    return event.data["schedule"]["id"] if "schedule" in event.data else event.data["id"]


@pytest.mark.req("BEN-16", "SCH-24")
@given(LIVES, st.integers(1, 5))
@some_lives
def test_an_event_changed_what_feeding_it_changes(tmp_path_factory, life, every):
    bench = live(tmp_path_factory.mktemp("events"), *life)
    agree(bench, range(0, bench.view().events, every))


@pytest.mark.req("BEN-16", "SCH-24")
@pytest.mark.parametrize("path", [*BUNDLED, *REAL], ids=lambda path: "/".join(path.parts[-4:-1]))
def test_events_of_real_logs_changed_what_feeding_them_changes(path, tmp_path):
    stored = path.read_bytes()
    bench = Bench.open(path, home=tmp_path, read_only=True)
    count = bench.view().events
    agree(bench, range(0, count, max(1, count // 200)))
    assert path.read_bytes() == stored


@pytest.mark.req("LOG-17")
def test_a_plan_is_told_by_its_lines(tmp_path):
    bench = new_bench(tmp_path)
    todos = [{"content": "one", "status": "completed"}, {"content": "two", "status": "pending"}]
    bench.call("todo_write", {"todos": todos}, front="test")
    history = bench.view().history
    seq = next(event.seq for event in events(bench) if event.type == "todo/write")
    assert named(history.event_story(seq))["plan"][0] is None
    assert "1 of 2 done" in named(history.event_story(seq))["plan"][1]
    assert history.event_story(seq + 1).unchanged == (0, 2)
    bench.say("next")
    starts = [event.seq for event in events(bench) if event.type == "turn/start"]
    assert "cleared by turn 2" in named(bench.view().history.event_story(starts[-1]))["plan"][1]


@pytest.mark.req("LOG-14", "LOG-2", "BEN-16")
@pytest.mark.parametrize("bad", [each for each in BAD_LOGS if each.shown], ids=lambda bad: bad.name)
def test_a_bad_log_has_as_much_of_a_past_as_can_be_read(tmp_path, bad):
    path = tmp_path / bad.name
    bad.make(path)
    walk(path, tmp_path)


@pytest.mark.req("LOG-8", "LOG-14", "BEN-16")
@pytest.mark.parametrize("path", DAMAGED, ids=lambda path: "/".join(path.parts[-5:-1]))
def test_a_damaged_real_log_has_as_much_of_a_past_as_can_be_read(tmp_path, path):
    walk(path, tmp_path)


def walk(path, tmp_path):
    """Every event that can be read can be asked about; what is missing is refused; nothing else happens."""
    stored = path.read_bytes()
    bench = Bench.open(path, home=tmp_path / "home", read_only=True)
    view = bench.view()
    history = view.history
    last = history.log.last_seq + len(view.closers)
    for seq in range(-1, min(last, 400) + 1):
        try:
            past = history.view_at(seq)
        except WorkbenchError as error:
            assert error.code == "invalid_cursor"  # noqa: PT017
            continue
        for row in past.schedules:
            assert past.history.story(row.id).next_target == row.target
            assert past.history.track(row.id).target == row.target
        history.change_before(seq)
        history.change_after(seq)
        if seq >= 0 and view.index.row_of(seq - 1) is not None:
            history.event_story(seq)
    assert history.view_at(-1).active == 0
    history.sleeps(-(10**15), 10**15)
    history.sleeps_by_seq(0, last + 1)
    if view.verdict in {"ok", "torn"} and view.events:
        assert history.view_at(history.log.last_seq).schedules == view.schedules
    assert path.read_bytes() == stored


@pytest.mark.req("BEN-16")
def test_any_thread_may_ask_while_the_log_grows(tmp_path):
    bench = new_bench(tmp_path)
    names = [create(bench, every_seconds=300 + 60 * each) for each in range(5)]
    views, wrong, done = [bench.view()], [], threading.Event()

    def ask():
        while not done.is_set():
            view = views[-1]
            try:
                for name in names:
                    story, track = view.history.story(name), view.history.track(name)
                    row = next(each for each in view.schedules if each.id == name)
                    assert story.next_target == track.target == row.target
                past = view.history.view_at(view.events - 1)
                assert [each.target for each in past.schedules] == [each.target for each in view.schedules]
                assert past.last_turn == view.last_turn
                view.history.sleeps(0, view.now)
            except Exception as error:  # noqa: BLE001 - whatever it is, the test says it
                wrong.append(error)
                return

    askers = [threading.Thread(target=ask) for _ in range(2)]
    for each in askers:
        each.start()
    for hours in range(12):
        move = bench.jump(by=HOUR) if hours % 4 == 3 else bench.advance(by=30 * MINUTE)
        views.extend(bench.view() for _ in move)
    done.set()
    for each in askers:
        each.join()
    assert not wrong
