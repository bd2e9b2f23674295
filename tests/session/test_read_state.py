"""Properties of reading valid logs: every event comes back, and the state is what feeding every event would give."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from support.loggen import event_line, event_lines, header_line
from support.logmaker import batched, framed_log, make_events, plain_log, stored_lines
from workbench.session.check import check_stored
from workbench.session.reader import read_stored
from workbench.session.source import BytesSource
from workbench.session.state import SessionState

seeds = st.integers(0, 2**32)


def read(data: bytes, tmp="log.jsonl"):
    from pathlib import Path

    return read_stored(BytesSource(data), Path(tmp))


def folded(events, fold_from=0, upto=None):
    state = SessionState(fold_from)
    for event in events[:upto]:
        state.apply(event["type"], event["seq"], event["time"], event["data"])
    return state


def facts(state):
    """Everything a state holds, comparable."""
    held = {name: getattr(state, name) for name in SessionState.__slots__ if name not in {"schedules", "calls"}}
    held["schedule_error"] = state.schedule_error and state.schedule_error.code
    held["calls"] = [(key, call.id, call.name, call.step, call.call_seq) for key, call in state.calls.items()]
    fold = state.schedules
    held["schedules"] = (list(fold.active.items()), fold.used_ids, [fold.dispatches(each) for each in fold.used_ids])
    held["next_target"] = fold.next_target()
    return held


def stored(seed, growths, packing, compressed, **header):
    rng = random.Random(seed)
    events = make_events(rng, growths)
    lines = stored_lines(events, rng, packing)
    return events, framed_log(batched(lines, rng), **header) if compressed else plain_log(lines, **header)


def plain_events(events):
    return [(each["type"], each["seq"], each["time"], each["data"]) for each in events]


@pytest.mark.req("LOG-3", "LOG-4", "LOG-6", "LOG-7")
@given(seeds, st.integers(0, 30), st.sampled_from((0, 0.5, 1)), st.booleans())
def test_every_event_comes_back_as_it_was(seed, growths, packing, compressed):
    events, data = stored(seed, growths, packing, compressed)
    log = read(data)
    assert (log.verdict, [each.kind for each in log.problems if each.kind != "open_turn"]) == ("ok", [])
    assert log.index.events == len(events) == log.index.next_seq
    found = list(log.index.events_from())
    assert [(each.type, each.seq, each.time, each.data) for each in found] == plain_events(events)
    assert [each.surface for each in found] == ["surfaceOp" in each for each in events]
    assert [each.sources for each in found] == [
        tuple(each["sourceEventSeqs"]) if "sourceEventSeqs" in each else None for each in events
    ]


@pytest.mark.req("BEN-16", "LOG-4", "LOG-17", "SCH-12")
@given(seeds, st.integers(0, 30), st.sampled_from((0, 1)), st.booleans(), st.integers(0, 40))
def test_the_state_is_the_fold_of_all_events(seed, growths, packing, compressed, seed_length):
    header = {"seedLength": seed_length} if seed_length % 3 == 0 else {}
    events, data = stored(seed, growths, packing, compressed, **header)
    log = read(data)
    if header and seed_length > len(events):
        assert log.state.schedule_error.code == "corrupt_schedule_log"
        return
    assert facts(log.state) == facts(folded(events, header.get("seedLength", 0)))


@pytest.mark.req("BEN-16")
@given(seeds, st.integers(1, 20), st.sampled_from((0, 1)), st.data())
def test_the_state_at_any_cursor_is_the_fold_of_the_prefix(seed, growths, packing, data):
    events, text = stored(seed, growths, packing, compressed=False)
    log = read(text)
    for cursor in data.draw(st.lists(st.integers(-1, len(events) - 1), max_size=5)):
        assert facts(log.state_at(cursor)) == facts(folded(events, upto=cursor + 1))


@pytest.mark.req("BEN-16")
@given(seeds, st.integers(1, 20), st.sampled_from((0, 1)), st.data())
def test_a_time_cursor_is_the_longest_prefix_that_is_not_later(seed, growths, packing, data):
    events, text = stored(seed, growths, packing, compressed=False)
    log = read(text)
    times = [each["time"] for each in events]
    for time in data.draw(st.lists(st.sampled_from(times or [0]), min_size=5, max_size=5)):
        for near in (time - 1, time, time + 1):
            expected = next((seq for seq, each in enumerate(times) if each > near), len(times)) - 1
            assert log.prefix_seq(near) == expected


@pytest.mark.req("BEN-16")
@pytest.mark.parametrize("cursor", [-2, 3, 10**20])
def test_a_cursor_outside_the_log_is_refused(cursor):
    from workbench.errors import WorkbenchError

    log = read(header_line() + b"".join(event_lines(3)))
    with pytest.raises(WorkbenchError, match="0 to 2 are accepted") as caught:
        log.state_at(cursor)
    assert caught.value.code == "invalid_cursor"


@pytest.mark.req("BEN-16", "SCH-12")
def test_views_of_the_past_of_a_long_log_agree():
    events = 60_000
    log = read(header_line() + b"".join(event_lines(events)))
    assert log.verdict == "ok"
    state = SessionState()
    for event in log.index.events_from():
        state.apply(event.type, event.seq, event.time, event.data)
        if event.seq in {9, 20_001, 45_678, events - 1}:
            assert facts(log.state_at(event.seq)) == facts(state)
    assert facts(log.state) == facts(state)


@pytest.mark.req("BEN-16", "SCH-7")
def test_a_broken_rule_stays_known_however_many_changes_follow():
    nope = {"version": 1, "operation": "delete", "id": "nope"}
    broken = event_line("schedule/change", 10, 5, nope)
    later = list(event_lines(60_000))[11:]
    log = read(header_line() + b"".join([*event_lines(10), broken, *later]))
    for cursor in (10, 20_000, 55_000, 59_999):
        assert log.state_at(cursor).schedule_error.code == "corrupt_schedule_log"
    assert log.state_at(9).schedule_error is None


@pytest.mark.req("BEN-16", "SCH-24")
def test_changing_the_state_does_not_change_views_of_the_past():
    log = read(header_line() + b"".join(event_lines(200)))
    before = facts(log.state_at(199))
    log.state.apply("schedule/change", 200, 0, {"version": 1, "operation": "delete", "id": "schedule-1"})
    log.state.apply("turn/start", 201, 0, {"turn": 99})
    assert facts(log.state_at(199)) == before


@pytest.mark.req("BEN-16")
def test_the_past_follows_a_log_that_grows():
    from workbench.session.events import TYPE_CODE

    log = read(header_line() + b"".join(event_lines(20)))
    for seq, (kind, data) in enumerate(
        (
            ("agent/inbox/spliced", b'{"target":"next-turn","start":0,"inserted":[{"id":"x"}]}'),
            ("schedule/change", b'{"version":1,"operation":"delete","id":"schedule-2"}'),
            ("turn/start", b'{"turn":7}'),
        ),
        20,
    ):
        raw = b'{"type":"%b","seq":%d,"time":5,"data":%b}' % (kind.encode(), seq, data)
        log.index.add(TYPE_CODE[kind], seq, 5, raw)
    assert "schedule-2" in log.state_at(20).schedules.active
    assert log.state_at(20).next_turn == [{"id": "x"}]
    assert "schedule-2" not in log.state_at(21).schedules.active
    assert (log.state_at(21).turn, log.state_at(22).turn) == (None, 7)


@pytest.mark.req("LOG-13")
@given(seeds, st.integers(0, 15), st.booleans())
def test_check_says_the_same_as_reading(seed, growths, compressed):
    from pathlib import Path

    events, data = stored(seed, growths, 0.5, compressed)
    log, result = read(data), check_stored(BytesSource(data), Path("-"))
    assert (result.verdict, result.events, result.id) == (log.verdict, log.events_shown, "generated")
    assert result.events == len(events) + len(log.closers)
