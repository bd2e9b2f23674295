"""Why it came when it came: log and journal of one record joined, for every story the issue names (BEN-15)."""

import msgspec
import pytest

from support.benches import DAY, HOUR, MINUTE, START, create, events, new_bench, run
from support.conformance import conformance_files
from workbench.bench.bench import Bench
from workbench.bench.explaining import explain
from workbench.bench.journal.reading import JournalView, read_journal
from workbench.bench.lookback import history_of
from workbench.errors import WorkbenchError
from workbench.session.reader import read_log

pytestmark = pytest.mark.req("BEN-15")
REAL = [*conformance_files("sessions/none/**/session.jsonl"), *conformance_files("sessions/zstd/**/*.zstd")]
WINDOW = conformance_files("sessions/crash-window/**/session.jsonl")


@pytest.fixture
def bench(tmp_path):
    return new_bench(tmp_path)


def dispatches(found):
    return [found.dispatch(number) for number in range(found.dispatches)]


def before(told):
    """What stood before a delivery: the reasons it was held back for, and the kinds of the rest."""
    return [each.item.why if each.item is not None and each.item.why else each.entry.what for each in told.before]


def test_who_made_it_and_with_what(bench):
    bench.say("remind me in 20 minutes to stretch")
    create(bench, "look", every_seconds=600)
    said, called = bench.explain("schedule-1").created, bench.explain("schedule-2").created
    assert (said.by, said.tool, said.words) == ("built-in", "schedule_create", "remind me in 20 minutes to stretch")
    assert said.arguments == '{"prompt":"stretch","after_seconds":1200}'
    assert (said.time, said.target, said.turn) == (START, START + 20 * MINUTE, 1)
    assert (called.by, called.words, called.turn) == ("test", None, 2)
    assert msgspec.json.decode(called.arguments) == {"prompt": "look", "every_seconds": 600}
    call = next(event for event in events(bench) if event.type == "tool/call" and event.data["callId"] == called.call)
    assert call.seq < called.seq


def test_without_a_journal_the_log_alone_tells_the_same(bench):
    bench.say("remind me in 20 minutes to stretch")
    create(bench, "look", every_seconds=600)
    run(bench.advance(by=HOUR))
    for name in ("schedule-1", "schedule-2"):
        full = bench.explain(name)
        bare = explain(bench.view().history, JournalView(), name)
        assert bare.created == full.created
        assert [told.delivery for told in dispatches(bare)] == [told.delivery for told in dispatches(full)]
        assert (bare.entries, bare.told(5), bare.repeats, bare.held_by) == ([], (), (), None)
        assert not any(told.noted for told in dispatches(bare))
        assert all(told.noted for told in dispatches(full))


def test_what_is_not_there_cannot_be_explained(bench):
    create(bench, "look", every_seconds=600)
    with pytest.raises(WorkbenchError) as refused:
        bench.explain("schedule-2")
    assert refused.value.code == "schedule_not_found"
    assert "schedule-1" in refused.value.message
    with pytest.raises(IndexError):
        bench.explain("schedule-1").dispatch(0)


@pytest.mark.req("SCH-27", "SCH-28")
def test_busy_for_two_hours(bench):
    name = create(bench, "look", every_seconds=600)
    run(bench.advance(by=5 * MINUTE))
    bench.hold()
    run(bench.advance(by=2 * HOUR))
    waits = bench.explain(name)
    assert (waits.story.waiting.by, waits.held_by) == ("held", ("busy", START + 10 * MINUTE))
    bench.release()
    found = bench.explain(name)
    (told,) = dispatches(found)
    assert (told.delivery.decided, told.delivery.passed) == (START + 2 * HOUR + 5 * MINUTE, 11)
    assert before(told) == ["busy"]
    assert told.woke in ("release", "turn_end")
    assert found.held_by is None


@pytest.mark.req("SCH-31")
def test_the_laptop_slept(bench):
    name = create(bench, "look", every_seconds=600)
    bench.suspend()
    run(bench.advance(by=DAY))
    asleep = bench.explain(name)
    assert (asleep.story.waiting.by, asleep.story.state) == ("cold", "overdue")
    bench.resume()
    (told,) = dispatches(bench.explain(name))
    assert before(told) == ["resume", "cold"]
    assert told.woke == "resume"


@pytest.mark.req("SCH-30", "BEN-12")
def test_crashed_in_between_it_comes_again_and_says_so(bench):
    name = create(bench, "look", every_seconds=600)
    bench.arm("crash_after_queue")
    run(bench.advance(by=HOUR))
    bench.resume()
    found = bench.explain(name)
    first = found.dispatch(0)
    assert first.repeat
    assert found.repeats == (first.delivery.seq,)
    kinds = before(first)
    assert kinds[:2] == ["fault", "decision"]
    assert kinds[2:4] == ["crash", "resume"]
    assert all(not told.repeat for told in dispatches(found)[1:])


@pytest.mark.req("SCH-30", "BEN-12")
def test_what_was_durable_is_no_repeat(bench):
    name = create(bench, "look", every_seconds=600)
    bench.arm("crash_after_barrier")
    run(bench.advance(by=HOUR))
    bench.resume()
    found = bench.explain(name)
    assert found.repeats == ()
    assert [told.delivery.occurrence for told in dispatches(found)][:1] == [START + 10 * MINUTE]


@pytest.mark.req("SCH-29", "BEN-13")
def test_the_barrier_failed(bench):
    name = create(bench, "stretch", after_seconds=60)
    bench.arm("barrier_fails")
    run(bench.advance(by=HOUR))
    waits = bench.explain(name)
    assert (waits.story.state, waits.dispatches, waits.held_by) == ("overdue", 0, ("barrier_failed", START + MINUTE))
    told = waits.told(10)
    assert [each.entry.what for each in told if not each.about] == ["fault", "failure"]
    bench.say("hello")
    (delivered,) = dispatches(bench.explain(name))
    assert delivered.delivery.late == 59 * MINUTE
    assert before(delivered) == ["fault", "failure", "barrier_failed"]


@pytest.mark.req("SCH-32")
def test_the_clock_went_back(bench):
    name = create(bench, "stretch", after_seconds=3600)
    bench.hold()
    run(bench.advance(by=2 * HOUR))
    run(bench.jump(by=-90 * MINUTE))
    found = bench.explain(name)
    assert (found.story.state, found.dispatches) == ("scheduled", 0)
    assert found.held_by == ("clock_went_back", START + 30 * MINUTE)
    bench.release()
    run(bench.jump(by=-MINUTE))
    run(bench.advance(by=HOUR))
    (told,) = dispatches(bench.explain(name))
    assert told.delivery.late == 0
    assert bench.explain(name).held_by is None


@pytest.mark.req("SCH-32")
def test_an_advanced_record_keeps_its_target_when_the_clock_goes_back(bench):
    name = create(bench, "look", every_seconds=600)
    run(bench.advance(by=HOUR))
    run(bench.jump(by=-30 * MINUTE))
    found = bench.explain(name)
    assert found.story.next_target == START + 70 * MINUTE
    assert found.set_back == (START + HOUR, START + 30 * MINUTE)
    run(bench.advance(by=HOUR))
    assert bench.explain(name).set_back is None


@pytest.mark.req("SCH-26")
def test_one_shots_go_first_and_are_told_together(bench):
    first = create(bench, "one", after_seconds=600)
    every = create(bench, "look", every_seconds=600)
    other = create(bench, "watch", every_seconds=600)
    run(bench.advance(by=10 * MINUTE))
    (told,) = dispatches(bench.explain(every))
    assert (told.together, told.woke, told.delivery.late) == (2, "turn_end", 0)
    found = bench.explain(other)
    assert [each.item.why for each in found.told(10) if each.item] == ["one_shot_first", None]
    assert dispatches(bench.explain(first))[0].woke == "target"


def test_an_end_and_a_deletion(bench):
    gone = create(bench, "look", every_seconds=600)
    done = create(bench, "one", after_seconds=60)
    run(bench.advance(by=MINUTE))
    bench.call("schedule_delete", {"id": gone}, front="cli")
    assert bench.explain(done).story.state == "ended"
    found = bench.explain(gone)
    assert found.story.state == "deleted"
    assert [told.entry.what for told in found.told(10)] == ["create", "delete"]
    assert found.told(10)[-1].entry.by == "cli"
    assert [told.entry.what for told in found.told(1)] == ["delete"]
    assert found.told(0) == ()


@pytest.mark.req("BEN-16")
def test_the_past_knows_only_what_was_known(bench):
    name = create(bench, "look", every_seconds=600)
    run(bench.advance(by=HOUR))
    now = bench.explain(name)
    for told in dispatches(now):
        view = bench.view().history.view_at(told.delivery.seq)
        then = explain(view.history, bench.journal, name)
        assert then.dispatches == told.number + 1
        assert dispatches(then)[-1].delivery == told.delivery
        assert len(then.entries) == told.number + 2
    with pytest.raises(WorkbenchError):
        explain(bench.view().history.view_at(0).history, bench.journal, name)


def test_a_deleted_journal_is_recovered_and_says_so(bench, tmp_path):
    name = create(bench, "look", every_seconds=600)
    run(bench.advance(by=HOUR))
    bench.close()
    bench.path.with_name("journal.jsonl").unlink()
    again = Bench.open(bench.path, home=tmp_path / "home")
    again.resume()
    told = dispatches(again.explain(name))
    assert len(told) == 6
    assert all(each.noted and each.recovered and not each.repeat for each in told)
    again.close()


@pytest.mark.req("SCH-24", "BEN-15")
def test_explaining_reads_and_never_writes(bench):
    name = create(bench, "look", every_seconds=600)
    run(bench.advance(by=HOUR))
    bench.close()
    files = {each: each.read_bytes() for each in bench.path.parent.iterdir()}
    log = read_log(bench.path)
    found = explain(history_of(log, log.last_instant), read_journal(bench.path), name)
    assert (found.dispatches, found.created.by, len(found.told(100))) == (6, "test", 7)
    assert [each.delivery for each in dispatches(found)] == [each.delivery for each in dispatches(bench.explain(name))]
    assert {each: each.read_bytes() for each in bench.path.parent.iterdir()} == files


# ------------------------------------------------------------------------------ what the log tells without a journal


@pytest.mark.req("SCH-30", "BEN-15")
def test_a_log_without_a_journal_shows_what_was_queued_and_comes_again(bench):
    name = create(bench, "stretch", after_seconds=600)
    bench.arm("crash_after_queue")
    run(bench.advance(by=HOUR))
    run(bench.advance(by=HOUR))
    log = read_log(bench.path)
    insert = log.index.events - 1
    cold = explain(history_of(log, bench.now), JournalView(), name)
    assert (cold.queued.seq, cold.queued.occurrence) == (insert, START + 10 * MINUTE)
    assert cold.repeats == ()
    bench.resume()
    bench.close()
    log = read_log(bench.path)
    found = explain(history_of(log, log.last_instant), JournalView(), name)
    (told,) = dispatches(found)
    assert (told.repeat, told.queued, told.noted) == (True, insert, False)
    assert found.repeats == (told.delivery.seq,)
    assert found.queued is None
    # The crash came with the target itself: it was closed from then on.
    early = explain(history_of(log, log.last_instant, insert), JournalView(), name)
    assert early.queued.seq == insert


@pytest.mark.req("SCH-30", "BEN-15")
@pytest.mark.skipif(not WINDOW, reason="no conformance logs here")
def test_the_real_crash_window_has_its_reason_and_its_repeat():
    log = read_log(next(path for path in WINDOW if "after-resume" in path.parts))
    found = explain(history_of(log, log.last_instant), JournalView(), "schedule-4")
    times = {event.seq: event.time for event in log.index.events_from(140) if event.seq < 150}
    assert (found.held.by, found.held.since, found.held.until) == ("cold", times[144], times[145])
    assert [(told.repeat, told.queued) for told in dispatches(found)] == [(True, 146)]
    assert found.repeats == (149,)
    batch = explain(history_of(log, log.last_instant), JournalView(), "schedule-2")
    assert (batch.story.passed.asleep, batch.story.passed.cold) == (True, True)
    assert not any(told.repeat for told in dispatches(batch))
    log = read_log(next(path for path in WINDOW if "before-resume" in path.parts))
    assert explain(history_of(log, log.last_instant), JournalView(), "schedule-4").queued.seq == 146


@pytest.mark.req("BEN-15")
def test_what_passed_while_it_was_closed_is_not_what_a_leap_passed(tmp_path):
    for cold in (True, False):
        bench = new_bench(tmp_path / str(cold))
        name = create(bench, "look", every_seconds=600)
        if cold:
            bench.suspend()
        run(bench.jump(by=DAY))
        if cold:
            bench.resume()
        bench.close()
        log = read_log(bench.path)
        passed = explain(history_of(log, log.last_instant), JournalView(), name).story.passed
        assert (passed.asleep, passed.cold) == (True, cold)


@pytest.mark.req("SCH-29", "BEN-13", "BEN-15")
@pytest.mark.parametrize(("fault", "by"), [
    ("barrier_fails", "barrier failed"), ("queue_fails", "queueing failed"), ("frame_fails", "framing failed"),
    ("append_fails", "faulted"), ("barrier_slow", "slow barrier"),
])  # fmt: skip
def test_what_failed_held_it_back_and_no_leap_is_made_up(bench, fault, by):
    name = create(bench, "stretch", after_seconds=60)
    bench.arm(fault, seconds=300 if fault == "barrier_slow" else None)
    run(bench.advance(by=30 * MINUTE))
    if fault == "append_fails":
        bench.suspend()
        bench.resume()
    elif fault != "barrier_slow":
        bench.say("hello")
    bench.close()
    log = read_log(bench.path)
    found = explain(history_of(log, log.last_instant), read_journal(bench.path), name)
    assert found.dispatches == 1
    assert (found.held.by, found.held.since) == (by, START + MINUTE)
    assert found.held.until == found.story.last.decided


@pytest.mark.parametrize("real", REAL, ids=lambda path: f"{path.parent.parent.name}-{path.parent.name}")
def test_every_record_of_the_real_logs_is_explained(real):
    log = read_log(real)
    history = history_of(log, log.last_instant)
    dispatched = [
        event.data["id"] for event in log.index.events_from(log.header.fold_from)
        if event.type == "schedule/change" and event.data.get("operation") == "dispatch"
    ]  # fmt: skip
    for name in history.log.book.trails:
        found = explain(history, read_journal(real), name)
        assert len(dispatches(found)) == dispatched.count(name)
        assert found.created.seq == found.story.origin.seq
        if found.created.call is not None:
            assert found.created.tool == "schedule_create"
            assert found.created.arguments
