"""Stories and tracks of records against a replay of every event."""

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from support.benches import DAY, HOUR, MINUTE, SECOND, START, create, events, new_bench, run
from support.bundled import LOGS
from support.conformance import conformance_files
from support.histories import LIVES, Replay, live
from workbench.bench.bench import Bench

BUNDLED = sorted(LOGS.glob("*/*/*/session.jsonl*"))
REAL = [*conformance_files("sessions/none/**/session.jsonl"), *conformance_files("sessions/zstd/**/*.zstd")]
some_lives = settings(max_examples=40)


def agrees(view, all_events, seq):
    """Every record's story and track, as of event ``seq``, say what the replay says."""
    history = view.history.view_at(seq).history
    replay = Replay(all_events, seq, view.seed_length or 0)
    for name, told in replay.told.items():
        story = history.story(name)
        assert (story.id, story.kind, story.prompt, story.seconds) == (
            name, told.record.kind, told.record.prompt, told.record.seconds,
        )  # fmt: skip
        assert (story.origin.seq, story.origin.time, story.origin.target) == (*told.created, told.record.target)
        assert story.deliveries == replay.fold.dispatches(name)
        assert story.next_target == told.target
        assert story.deleted == told.deleted
        last = told.deliveries[-1] if told.deliveries else None
        if last is not None and last.turn == 0:  # its turn has not started
            last = msgspec.structs.replace(last, turn=story.last.turn)
        assert story.last == last
        passed = (story.passed.count, story.passed.first, story.passed.last) if story.passed else None
        assert passed == (
            (last.passed, told.before, last.occurrence - last.seconds * 1000) if last and last.passed else None
        )
        assert story.batch == batch_of(replay, last)
        assert story.state == state_of(told, view.history.view_at(seq).now)
        tracks(history.track(name), told)
    return replay


def batch_of(replay, last):
    if last is None or last.kind != "every":
        return ()
    together = [
        each for told in replay.told.values() for each in told.deliveries
        if each.kind == "every" and replay.queued[each.seq] == replay.queued[last.seq]
    ]  # fmt: skip
    return tuple(each.id for each in sorted(together, key=lambda each: each.seq)) if len(together) > 1 else ()


def state_of(told, now):
    if told.deleted:
        return "deleted"
    if told.target is None:
        return "ended"
    return "overdue" if told.target <= now else "scheduled"


def tracks(track, told):
    """The track says of every grid cell what the deliveries say."""
    assert (track.created, track.first, track.target) == (told.created[1], told.record.target, told.target)
    if told.deleted:
        assert track.ended == told.deleted[1]
    elif told.target is None:
        assert track.ended == told.deliveries[-1].decided
    else:
        assert track.ended is None
    occurrences = [each.occurrence for each in told.deliveries]
    near = {START - 1, *(each + by for each in occurrences[:8] for by in (-300_000, -1, 0, 1, 299_999))}
    for first in near:
        for length in (1, 2, 60_000, 300_000, DAY):
            expected = any(first <= each < first + length for each in occurrences)
            assert track.last_in(first, first + length) is expected
        assert not track.last_in(first, first)


@pytest.mark.req("BEN-16", "SCH-8")
@given(LIVES, st.data())
@some_lives
def test_stories_and_tracks_say_what_a_replay_says(tmp_path_factory, life, data):
    bench = live(tmp_path_factory.mktemp("story"), *life)
    view, found = bench.view(), events(bench)
    for seq in data.draw(st.lists(st.integers(-1, max(-1, view.events - 1)), min_size=1, max_size=4)):
        agrees(view, found, seq)
    agrees(view, found, view.events - 1)


@pytest.mark.req("BEN-16", "SCH-8", "SCH-24")
@pytest.mark.parametrize("path", [*BUNDLED, *REAL], ids=lambda path: "/".join(path.parts[-4:-1]))
def test_stories_of_real_logs_say_what_a_replay_says(path, tmp_path):
    stored = path.read_bytes()
    bench = Bench.open(path, home=tmp_path / "home", read_only=True)
    view, found = bench.view(), events(bench)
    for seq in range(0, view.events, max(1, view.events // 12)):
        agrees(view, found, seq)
    replay = agrees(view, found, view.events - 1)
    for told in replay.told.values():
        origin = view.history.story(told.record.id).origin
        call = next((each for each in found[: origin.seq][::-1] if each.type == "tool/call"), None)
        if call is not None:
            assert origin.call == call.data["callId"]
    assert path.read_bytes() == stored


def story_of(bench, name):
    return bench.view().history.story(name)


def night(tmp_path, turn_ms=500):
    """Two one-shots and three routines that a jump of three hours delivers together."""
    bench = new_bench(tmp_path, turn_ms=turn_ms)
    routines = [create(bench, f"routine {each}", every_seconds=each) for each in (3600, 600, 1800)]
    shots = [create(bench, "notes", after_seconds=9000), create(bench, "summary", after_seconds=8000)]
    run(bench.advance(by=7100 * SECOND))
    run(bench.advance(by=SECOND))
    slept = bench.now
    run(bench.jump(by=3 * HOUR + 123))
    while bench.view().agent == "running":
        run(bench.advance(by=turn_ms))
    return bench, routines, shots, slept


@pytest.mark.req("SCH-26", "TUI-5")
@pytest.mark.parametrize("turn_ms", [0, 500])
def test_what_a_sleep_held_back_says_so(tmp_path, turn_ms):
    bench, routines, shots, slept = night(tmp_path, turn_ms)
    woke = slept + 3 * HOUR + 123
    for name in shots:
        held = story_of(bench, name).held
        assert (held.by, held.since, held.until) == ("asleep", slept, woke)
    for name in routines:
        story = story_of(bench, name)
        assert story.passed.asleep
        assert (story.held.by, story.held.ids, story.held.turns) == ("one-shots first", (shots[1], shots[0]), 2)
        assert story.held.until == story.last.decided == woke + 2 * turn_ms
        assert story.batch == tuple(sorted(routines, key=lambda each: story_of(bench, each).last.seq))
        assert story.waiting is None


@pytest.mark.req("SCH-26")
def test_a_record_between_its_wake_and_its_turn_waits_for_the_one_shots_before_it(tmp_path):
    bench = new_bench(tmp_path)
    routine = create(bench, every_seconds=600)
    late, early = create(bench, after_seconds=700), create(bench, after_seconds=650)
    move = bench.jump(by=HOUR)
    next(move)
    move.close()
    assert (story_of(bench, early).state, story_of(bench, late).waiting) == ("ended", None)
    waiting = story_of(bench, routine).waiting
    assert (waiting.by, waiting.ids) == ("one-shots first", (late,))


@pytest.mark.req("SCH-28", "BEN-8")
def test_a_busy_agent_is_what_held_a_record_back(tmp_path):
    bench = new_bench(tmp_path)
    name = create(bench, every_seconds=600)
    run(bench.advance(by=9 * MINUTE))
    bench.hold()
    held_at = bench.now
    run(bench.advance(by=3 * MINUTE))
    assert story_of(bench, name).waiting.by == "held"
    bench.release()
    story = story_of(bench, name)
    assert (story.held.by, story.held.since, story.held.until) == ("busy", held_at, bench.now)
    assert (story.last.late, story.passed, story.waiting) == (2 * MINUTE, None, None)


@pytest.mark.req("SCH-28", "BEN-8")
def test_a_jump_while_the_agent_is_held_leaves_it_busy(tmp_path):
    bench = new_bench(tmp_path)
    name = create(bench, every_seconds=600)
    bench.hold()
    run(bench.jump(by=11 * MINUTE))
    run(bench.advance(by=MINUTE))
    bench.release()
    assert story_of(bench, name).held.by == "busy"


@pytest.mark.req("SCH-28")
def test_an_open_turn_keeps_a_due_record_waiting(tmp_path):
    bench = new_bench(tmp_path, turn_ms=MINUTE)
    name, other = create(bench, every_seconds=600), create(bench, after_seconds=590)
    run(bench.advance(by=10 * MINUTE))
    assert story_of(bench, name).waiting.by == "busy"
    assert story_of(bench, other).state == "ended"
    run(bench.advance(by=MINUTE))
    story = story_of(bench, name)
    assert (story.held.by, story.last.late) == ("busy", 50 * SECOND)


@pytest.mark.req("SCH-26", "BEN-5")
def test_a_prompt_that_was_queued_goes_first(tmp_path):
    bench = new_bench(tmp_path, turn_ms=MINUTE)
    name = create(bench, every_seconds=600)
    run(bench.advance(to=START + 9 * MINUTE))
    bench.say("first")
    bench.say("second")
    run(bench.advance(to=START + 12 * MINUTE))
    story = story_of(bench, name)
    assert story.last.decided == START + 11 * MINUTE
    assert (story.held.by, story.held.turns, story.held.since) == ("queued prompts", 1, START + 10 * MINUTE)


@pytest.mark.req("SCH-31", "BEN-11")
def test_a_cold_session_holds_everything_back(tmp_path):
    bench = new_bench(tmp_path)
    name = create(bench, after_seconds=600)
    run(bench.advance(by=MINUTE))
    bench.suspend()
    closed = bench.now
    run(bench.advance(by=HOUR))
    waiting = story_of(bench, name).waiting
    assert (waiting.by, waiting.since) == ("cold", closed)
    bench.resume()
    held = story_of(bench, name).held
    assert (held.by, held.since, held.until) == ("cold", closed, bench.now)
    bench.close()
    again = Bench.open(bench.path, home=tmp_path / "home", read_only=True)
    assert story_of(again, name).held.by == "cold"


@pytest.mark.req("BEN-11")
def test_a_log_that_is_only_looked_at_holds_what_is_due_back(tmp_path):
    bench = new_bench(tmp_path)
    name = create(bench, after_seconds=600)
    bench.close()
    for options in ({}, {"read_only": True}):
        looking = Bench.open(bench.path, home=tmp_path / "home", now=START + HOUR, **options)
        assert story_of(looking, name).waiting.by == "read-only"
        assert looking.view().history.story("schedule-9") is None


@pytest.mark.req("SCH-26")
def test_what_came_on_time_was_held_back_by_nothing(tmp_path):
    bench = new_bench(tmp_path)
    name = create(bench, every_seconds=600)
    run(bench.advance(by=HOUR))
    story = story_of(bench, name)
    assert (story.held, story.passed, story.waiting, story.batch, story.last.late) == (None, None, None, (), 0)
    assert story.deliveries == 6


@pytest.mark.req("SCH-30")
def test_a_record_that_is_deleted_tells_when(tmp_path):
    bench = new_bench(tmp_path)
    name = create(bench, every_seconds=600)
    run(bench.advance(by=11 * MINUTE))
    bench.call("schedule_delete", {"id": name}, front="test")
    story, track = story_of(bench, name), bench.view().history.track(name)
    assert (story.state, story.next_target, story.deleted[1]) == ("deleted", None, bench.now)
    assert (track.ended, track.target) == (bench.now, None)
    assert story.deliveries == 1
    assert bench.view().history.view_at(story.deleted[0] - 1).history.story(name).state == "scheduled"
