"""A bench that only looks at a log follows what others write: lines, clock, history, sleeps (LOG-15, BEN-11)."""

import pytest

from support.benches import run
from support.screens import QUICK, START
from workbench.bench.bench import Bench
from workbench.session.follow import NOTHING
from workbench.session.reader import read_log

pytestmark = pytest.mark.req("LOG-15")

MINUTE = 60_000


@pytest.fixture
def writer(tmp_path):
    bench = Bench.new(tmp_path / "home", start=START, session_id="own", options=QUICK)
    bench.say("every 10 minutes look")
    yield bench
    bench.close()


@pytest.fixture
def reader(writer, tmp_path):
    writer.log.barrier()
    return Bench.open(writer.path, home=tmp_path / "home", options=QUICK)


def go_on(bench, minutes):
    run(bench.advance(by=minutes * MINUTE))
    bench.log.barrier()


def test_what_others_write_is_taken_in_and_the_clock_stands_at_its_end(writer, reader):
    before = writer.log.index.events
    go_on(writer, 30)
    found = reader.follow()
    assert (found.kind, found.events) == ("grew", writer.log.index.events - before)
    assert reader.now == read_log(writer.path).last_instant
    assert reader.view().schedules == Bench.open(writer.path, home=writer.path).view().schedules
    assert reader.follow() == NOTHING


def test_a_clock_that_was_set_stays(writer, tmp_path):
    writer.log.barrier()
    reader = Bench.open(writer.path, home=tmp_path / "home", options=QUICK, now=START + 5)
    go_on(writer, 30)
    reader.follow()
    assert reader.now == START + 5


def test_a_live_session_follows_nothing(writer):
    assert writer.follow() == NOTHING


def test_a_view_made_before_stays_what_it_was(writer, reader):
    go_on(writer, 20)
    reader.follow()
    before = reader.view()
    story = before.history.story("schedule-1")
    go_on(writer, 60)
    reader.follow()
    after = reader.view()
    assert after.index is before.index
    assert after.rows > before.rows
    assert before.history.story("schedule-1") == story
    assert before.history.view_at(before.events - 1).schedules == before.schedules
    assert before.history.change_after(before.events - 1) is None
    assert before.history.records == 1


def test_the_sleeps_of_what_others_wrote_are_told_as_in_a_log_just_opened(writer, reader, tmp_path):
    for _ in range(3):
        run(writer.jump(by=95 * MINUTE))
        writer.log.barrier()
        reader.follow()
        reader.view().history.prepare()
        go_on(writer, 20)
        reader.follow()
    fresh = Bench.open(writer.path, home=tmp_path / "home", options=QUICK).view().history
    told = reader.view().history.sleeps_by_seq(0, 10_000)
    assert len(told) == 3
    assert told == fresh.sleeps_by_seq(0, 10_000)


def test_another_log_in_its_place_is_begun_anew(writer, reader, tmp_path):
    go_on(writer, 30)
    reader.follow()
    other = Bench.new(tmp_path / "other", start=START, session_id="other", options=QUICK)
    other.say("hello")
    other.close()
    other.path.rename(writer.path)
    assert reader.follow().kind == "replaced"
    view = reader.view()
    assert (view.session_id, view.active, view.now) == ("other", 0, START)
    writer.abandon()


def test_a_suspended_session_follows_who_goes_on_with_it(tmp_path):
    first = Bench.new(tmp_path / "home", start=START, session_id="own", options=QUICK)
    first.say("every 10 minutes look")
    first.suspend()
    second = Bench.open(first.path, home=tmp_path / "home", options=QUICK)
    go_on(second, 30)
    second.close()
    assert first.follow().kind == "grew"
    assert first.now == second.now
    first.resume()
    assert first.log.index.events > second.log.index.events
    go_on(first, 10)
    first.close()
    assert read_log(first.path).verdict == "ok"


@pytest.mark.req("LOG-11", "LOG-10")
def test_what_was_followed_can_be_driven_once_it_is_let_go(writer, reader):
    go_on(writer, 30)
    reader.follow()
    before = writer.log.index.events
    writer.suspend()
    reader.follow()
    reader.resume()
    assert reader.log.index.events >= before
    go_on(reader, 10)
    reader.close()
    assert read_log(reader.path).verdict == "ok"
    assert read_log(reader.path).state.last_turn == 5
