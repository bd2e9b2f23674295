"""The book of a log's changes against a fold that takes them one by one."""

import random
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from support.loggen import START, event_line, header_line, utc
from support.logmaker import make_events, plain_log, stored_lines
from workbench.errors import ScheduleError
from workbench.schedule.changes import Create, Dispatch, decode_change
from workbench.schedule.fold import Fold
from workbench.schedule.preview import targets
from workbench.session.book import LATE_MS
from workbench.session.events import Header
from workbench.session.live import LiveLog
from workbench.session.reader import read_stored
from workbench.session.source import BytesSource

seeds = st.integers(0, 2**32)
MINUTE = 60_000


def read(data):
    return read_stored(BytesSource(data), Path("log.jsonl"))


def agree(log, events, fold_from=0):
    """The book says of every event what folding up to there says."""
    book, index = log.past.book(log.index.rows), log.index
    fold, seqs, decided, late = Fold(), {}, {}, []
    for event in events:
        seq, data = event["seq"], event["data"]
        if event["type"] == "schedule/change" and seq >= fold_from:
            change = decode_change(data)
            applied = fold.apply(change, seq)
            name = change.record.id if isinstance(change, Create) else change.id
            seqs.setdefault(name, []).append(seq)
            if isinstance(change, Dispatch):
                when = event["time"] if change.accepted is None else change.accepted
                decided.setdefault(name, []).append(when)
                late += [(seq, applied.before.target)] if when - applied.before.target >= LATE_MS else []
            assert [trail.id for trail in book.active_at(seq)] == list(fold.active)
            assert list(book.records_at(seq, index)) == list(fold.active.values())
            for each in fold.used_ids:
                trail = book.trails[each]
                assert book.record(trail, seq, index) == fold.active.get(each)
                assert trail.dispatches_until(seq) == fold.dispatches(each)
    assert list(book.trails) == list(seqs)
    assert {name: list(trail.seqs) for name, trail in book.trails.items()} == seqs
    assert {name: list(trail.decided) for name, trail in book.trails.items() if trail.decided} == decided
    assert list(zip(book.late, book.late_targets, strict=True)) == late


@pytest.mark.req("BEN-16", "SCH-8", "SCH-10")
@given(seeds, st.integers(0, 40), st.sampled_from((0, 1)), st.integers(0, 40))
def test_the_book_says_what_folding_to_every_event_says(seed, growths, packing, seed_length):
    rng = random.Random(seed)
    events = make_events(rng, growths)
    header = {"seedLength": seed_length} if seed_length % 4 == 0 and seed_length <= len(events) else {}
    log = read(plain_log(stored_lines(events, rng, packing), **header))
    try:
        agree(log, events, header.get("seedLength", 0))
    except ScheduleError as error:  # a seed length may cut a create from its dispatches
        assert log.state.schedule_error.message == error.message  # noqa: PT017


@pytest.mark.req("BEN-16")
@given(seeds, st.integers(1, 25), st.data())
def test_a_live_log_is_followed_whenever_it_is_asked(tmp_path_factory, seed, growths, data):
    events = make_events(random.Random(seed), growths)
    path = tmp_path_factory.mktemp("book") / "log.jsonl"
    log = LiveLog.create(path, Header(id="book", created_at=START), fsync=False)
    asked = data.draw(st.sets(st.integers(0, len(events)), max_size=4))
    try:
        for event in events:
            surface = "surfaceOp" in event
            log.append(
                event["type"], event["data"], time=event["time"], surface=surface,
                sources=event.get("sourceEventSeqs"),
            )  # fmt: skip
            if event["seq"] in asked:
                log.past.book(log.index.rows)
        agree(log, events)
    finally:
        log.abandon()


def change(seq, time, **data):
    return event_line("schedule/change", seq, time, {"version": 1, **data})


def every(seq, name="schedule-1", target=START + 5 * MINUTE):
    record = {"id": name, "kind": "every", "prompt": "look", "everySeconds": 300, "scheduledAt": utc(target)}
    return change(seq, START, operation="create", schedule=record)


def dispatch(seq, accepted, name="schedule-1", time=None):
    return change(seq, time or accepted, operation="dispatch", id=name, acceptedAt=utc(accepted))


@pytest.mark.req("SCH-7", "BEN-16")
def test_a_log_that_breaks_a_rule_is_told_up_to_there():
    due = START + 5 * MINUTE
    log = read(b"".join((header_line(), every(0), dispatch(1, due), dispatch(2, due), dispatch(3, due + 300_000))))
    book = log.past.book(log.index.rows)
    assert list(book.trails["schedule-1"].seqs) == [0, 1]
    assert log.past.schedule_error(2, 1) is None
    assert log.past.schedule_error(3, 2).code == "corrupt_schedule_log"
    assert log.past.schedule_error(4, 3).code == "corrupt_schedule_log"
    assert log.state_at(1).schedule_error is None


@pytest.mark.req("LOG-14", "BEN-16")
def test_a_damaged_log_is_told_up_to_the_damage():
    due = START + 5 * MINUTE
    end = event_line("turn/end", 4, due, {"turn": 1, "reason": {"kind": "completed"}})
    log = read(b"".join((header_line(), every(0), dispatch(1, due), b"garbage\n", dispatch(3, due + 300_000), end)))
    assert log.verdict == "corrupt"
    book = log.past.book(log.index.rows)
    assert list(book.trails["schedule-1"].seqs) == [0, 1]
    assert log.past.schedule_error(2, 1) is None
    assert log.past.schedule_error(3, 3).code == "corrupt_schedule_log"


@pytest.mark.req("SCH-8", "SCH-9")
@pytest.mark.parametrize(("by", "late"), [(0, 0), (LATE_MS - 1, 0), (LATE_MS, 1), (11 * MINUTE, 1)])
def test_late_is_a_second_after_the_stored_target_by_the_decision(by, late):
    due = START + 5 * MINUTE
    # The event's own time says nothing about an every record (SCH-9).
    log = read(b"".join((header_line(), every(0), dispatch(1, due + by, time=due + 50 * MINUTE))))
    assert len(log.past.book(log.index.rows).late) == late


@pytest.mark.req("SCH-8")
def test_a_record_that_runs_out_of_years_ends_with_its_dispatch():
    last = 253_402_300_799_999
    far = every(0, target=last - 1).replace(utc(last - 1).encode(), b"9999-12-31T23:59:59.998Z")
    data = {"version": 1, "operation": "dispatch", "id": "schedule-1", "acceptedAt": "9999-12-31T23:59:59.999Z"}
    log = read(b"".join((header_line(), far, event_line("schedule/change", 1, last, data))))
    book, index = log.past.book(2), log.index
    trail = book.trails["schedule-1"]
    assert [book.standing(trail, seq, index).target for seq in (0, 1)] == [last - 1, None]
    assert (book.active_at(0), book.active_at(1)) == ([trail], [])
    assert book.standing(trail, -1, index) is None
    assert not log.state.schedules.active


@pytest.mark.req("BEN-16")
def test_targets_follow_the_grid_from_the_first():
    times = [START + 5 * MINUTE, START + 17 * MINUTE + 1, START + 20 * MINUTE]
    log = read(b"".join((header_line(), every(0), *(dispatch(seq, time) for seq, time in enumerate(times, 1)))))
    book = log.past.book(log.index.rows)
    trail = book.trails["schedule-1"]
    grid = targets(book.created(trail, log.index), 10)
    found = [book.standing(trail, seq, log.index).target for seq in range(4)]
    assert found == [grid[0], grid[1], grid[3], grid[4]]


@pytest.mark.req("SCH-12", "BEN-16")
def test_many_ended_ids_leave_the_past_quick_to_tell():
    """State at a cursor reads the lines of what is active there, never those of what ended before."""
    lines = [header_line()]
    for at in range(2_000):
        record = {"id": f"schedule-{at + 1}", "kind": "at", "prompt": "call", "scheduledAt": utc(START + at)}
        lines.append(change(2 * at, START + at, operation="create", schedule=record))
        lines.append(change(2 * at + 1, START + at, operation="dispatch", id=f"schedule-{at + 1}"))
    log = read(b"".join(lines))
    read_rows = []
    raw = log.index.raw
    log.index.raw = lambda row: (read_rows.append(row), raw(row))[1]
    state = log.state_at(2_000)
    assert (list(state.schedules.active), state.schedules.used_count) == (["schedule-1001"], 1_001)
    assert len(read_rows) < 10
