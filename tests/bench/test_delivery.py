"""Delivery: what is due comes in the right order, only when idle, and stands in the log as the design says."""

import itertools

import pytest

from support.benches import (
    DAY,
    HOUR,
    MINUTE,
    SECOND,
    START,
    create,
    dispatched,
    events,
    new_bench,
    of_type,
    run,
    types,
)
from workbench.errors import BarrierFailed
from workbench.schedule.framing import parse_frame


@pytest.mark.req("SCH-26", "SCH-33", "LOG-16")
def test_a_due_one_shot_is_one_turn_in_the_order_of_the_format(tmp_path):
    bench = new_bench(tmp_path)
    bench.say("hello")
    create(bench, "stretch", after_seconds=60)
    first = bench.view().events
    run(bench.advance(by=MINUTE))
    assert types(bench, first) == [
        "agent/inbox/spliced", "schedule/change", "turn/start", "agent/inbox/spliced", "step/start", "user/message",
        "user/message", "assistant/message", "step/end", "turn/end",
    ]  # fmt: skip
    queued, _, _, claimed, _, message = (event.data for event in events(bench)[first : first + 6])
    assert queued["inserted"][0]["source"] == {"kind": "plugin", "plugin": "schedule"}
    assert claimed == {"target": "next-turn", "start": 0, "removedCount": 1, "inserted": []}
    assert message == queued["inserted"][0]
    (framed,) = parse_frame(message["content"][0]["text"])
    assert (framed.id, framed.prompt) == ("schedule-1", "stretch")


@pytest.mark.req("SCH-26", "BEN-5")
def test_one_shots_come_one_by_one_and_then_one_batch(tmp_path):
    bench = new_bench(tmp_path)
    create(bench, every_seconds=300)
    create(bench, every_seconds=420)
    create(bench, after_seconds=500)
    create(bench, after_seconds=400)
    create(bench, every_seconds=300)
    happened = run(bench.jump(by=HOUR))
    ids = [[delivery.id for delivery in each.delivered] for each in happened if each.delivered]
    assert ids == [["schedule-4"], ["schedule-3"], ["schedule-1", "schedule-5", "schedule-2"]]
    assert [each.kind for each in happened] == ["one-shot", "one-shot", "batch", "arrived"]
    batch = [data for data in of_type(bench, "schedule/change") if "acceptedAt" in data]
    assert len({data["acceptedAt"] for data in batch}) == 1


@pytest.mark.req("SCH-27", "BEN-7")
def test_a_user_prompt_that_waits_runs_before_the_reminder(tmp_path):
    bench = new_bench(tmp_path)
    create(bench, after_seconds=60)
    bench.hold()
    bench.say("first")
    run(bench.advance(by=HOUR))
    assert dispatched(bench) == []
    assert bench.view().schedules[0].state == "overdue"
    happened = bench.release()
    assert [each.kind for each in happened] == ["turn-end", "prompt", "one-shot"]


@pytest.mark.req("SCH-28")
def test_nothing_is_delivered_inside_an_open_turn(tmp_path):
    bench = new_bench(tmp_path, turn_ms=10 * MINUTE)
    create(bench, every_seconds=300)
    bench.say("hello")
    run(bench.advance(by=3 * HOUR))
    inside = None
    for event in events(bench):
        if event.type == "turn/start":
            inside = event.data["turn"]
        elif event.type == "turn/end":
            inside = None
        elif event.type == "schedule/change" and event.data["operation"] == "dispatch":
            assert inside is None, event


@pytest.mark.req("SCH-28", "LOG-12")
def test_the_dispatch_is_on_disk_before_its_turn_starts(tmp_path):
    bench = new_bench(tmp_path)
    create(bench, after_seconds=60)
    seen = []
    log = bench.log
    append = log.append

    def spy(kind, *args, **kwargs):
        if kind == "turn/start":
            seen.append((log.pending, b'"dispatch"' in bench.path.read_bytes()))
        return append(kind, *args, **kwargs)

    log.append = spy
    run(bench.advance(by=MINUTE))
    assert seen == [(0, True)]


@pytest.mark.req("SCH-31", "BEN-11")
def test_a_cold_session_does_nothing_and_catches_up_once(tmp_path):
    bench = new_bench(tmp_path)
    create(bench, every_seconds=300)
    create(bench, after_seconds=600)
    create(bench, after_seconds=900)
    bench.suspend()
    size = bench.path.stat().st_size
    run(bench.advance(by=DAY))
    assert bench.path.stat().st_size == size
    assert bench.view().mode == "cold"
    happened = bench.resume()
    assert [each.kind for each in happened] == ["one-shot", "one-shot", "batch"]
    assert dispatched(bench) == ["schedule-2", "schedule-3", "schedule-1"]


@pytest.mark.req("SCH-31", "LOG-10", "LOG-16")
def test_resuming_marks_the_opening_and_asks_for_a_new_request_header(tmp_path):
    bench = new_bench(tmp_path)
    bench.say("hello")
    bench.suspend()
    bench.resume()
    assert types(bench)[-1] == "session/end-seed"
    bench.say("hello again")
    reasons = [data["reason"] for data in of_type(bench, "request/header")]
    assert reasons == ["initial", "resume"]
    assert len(of_type(bench, "session/title")) == 1


@pytest.mark.req("SCH-23")
def test_a_failed_barrier_decides_nothing_and_the_next_activity_tries_again(tmp_path):
    bench = new_bench(tmp_path)
    create(bench, after_seconds=60)
    armed = [True]

    def fail(sync):
        if sync and armed[0]:
            raise BarrierFailed("the disk does not answer")

    bench.log._file._synced = -1
    bench.log.before_write = fail
    run(bench.advance(by=HOUR))
    assert dispatched(bench) == []
    armed[0] = False
    bench.say("hello")
    assert dispatched(bench) == ["schedule-1"]


@pytest.mark.req("SCH-23")
@pytest.mark.parametrize("barrier", [1, 2])
def test_a_create_whose_barrier_fails_says_that_nothing_is_certain(tmp_path, barrier):
    bench = new_bench(tmp_path)
    calls = itertools.count(1)

    def fail(sync):
        if sync and next(calls) == barrier:
            raise BarrierFailed("the disk does not answer")

    bench.log._file._synced = -1
    bench.log.before_write = fail
    outcome = bench.call("schedule_create", {"prompt": "stretch", "after_seconds": 60}, front="test")
    assert outcome.code == "persistence_uncertain"
    assert outcome.is_error is False
    assert outcome.structured["operation"] == "create"
    assert ("id" in outcome.structured) is (barrier == 2)
    bench.log.before_write = None
    listed = bench.call("schedule_list", {}, front="test").structured["schedules"]
    assert [view["id"] for view in listed] == (["schedule-1"] if barrier == 2 else [])


@pytest.mark.req("SCH-8", "SCH-32")
def test_an_advanced_record_keeps_its_anchor_over_every_kind_of_move(tmp_path):
    bench = new_bench(tmp_path)
    create(bench, every_seconds=420)
    anchor = START + 420 * SECOND
    for move in (
        lambda: bench.advance(by=HOUR),
        lambda: bench.jump(by=5 * HOUR + 17),
        lambda: bench.jump(to=START),
        lambda: bench.advance(by=DAY),
    ):
        run(move())
        assert (bench.view().schedules[0].target - anchor) % (420 * SECOND) == 0
