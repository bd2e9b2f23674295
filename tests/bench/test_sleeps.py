"""Sleeps: those of a bench's own moves exactly, those of an older log as far as late dispatches show them."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from support.benches import DAY, HOUR, MINUTE, START, create, new_bench, run
from support.conformance import conformance_files, needs_conformance
from support.histories import LIVES, SENSELESS, step
from workbench.bench.bench import Bench
from workbench.bench.sleeps import SleepBook, Sleeps
from workbench.bench.story import Sleep
from workbench.errors import WorkbenchError

EVER = (-(10**15), 10**15)
some_lives = settings(max_examples=40)


def all_sleeps(bench):
    return bench.view().history.sleeps(*EVER)


class Watched:
    """A bench whose clock is watched from outside while it lives."""

    def __init__(self, folder, turn_ms):
        self.bench = new_bench(folder, turn_ms=turn_ms)
        self.expected = []
        self.closed_at = None

    def go(self, name, number):
        bench, mode = self.bench, self.bench.mode
        now, seq = bench.now, bench.view().events
        try:
            step(bench, name, number)
        except WorkbenchError as error:
            if error.code not in SENSELESS:
                raise
        if name == "jump" and mode == "live":
            self.expected.append(Sleep(now, now + number, seq))
        if mode == "live" and bench.mode == "cold":
            self.closed_at = now
        if mode == "cold" and bench.mode == "live" and self.closed_at < now:
            first = next(each.seq for each in bench.log.index.events_from(seq) if each.time == now)
            self.expected.append(Sleep(self.closed_at, now, first, cold=True))


@pytest.mark.req("BEN-3", "SCH-31", "SCH-32")
@given(LIVES)
@some_lives
def test_the_sleeps_of_a_bench_are_its_leaps_and_its_cold_times(tmp_path_factory, life):
    watched = Watched(tmp_path_factory.mktemp("sleeps"), life[0])
    for each in life[1]:
        watched.go(*each)
    history = watched.bench.view().history
    going_on = [each for each in all_sleeps(watched.bench) if each.cold and each.seq == watched.bench.view().events]
    found = [each for each in all_sleeps(watched.bench) if each not in going_on or each in watched.expected]
    assert sorted(found, key=lambda each: (each.seq, each.started)) == sorted(
        watched.expected, key=lambda each: (each.seq, each.started)
    )
    for first in range(0, watched.bench.view().events, 7):
        within = tuple(each for each in watched.expected if first <= each.seq <= first + 9)
        assert history.sleeps_by_seq(first, first + 9) == within


@pytest.mark.req("BEN-3", "SCH-31")
@given(LIVES)
@some_lives
def test_what_is_inferred_from_a_log_was_a_sleep(tmp_path_factory, life):
    folder = tmp_path_factory.mktemp("inferred")
    watched = Watched(folder, life[0])
    for each in life[1]:
        watched.go(*each)
    watched.bench.close()
    again = Bench.open(watched.bench.path, home=folder / "home", read_only=True)
    for found in all_sleeps(again):
        inside = [each for each in watched.expected if each.started < found.ended and each.ended > found.started]
        assert inside, found
        assert any(each.ended == found.ended for each in inside)
        assert found.started < found.ended


@pytest.mark.req("BEN-3", "SCH-32")
def test_a_sleep_is_found_again_in_its_log(tmp_path):
    bench = new_bench(tmp_path)
    create(bench, every_seconds=600)
    create(bench, every_seconds=900)
    create(bench, after_seconds=7000)
    run(bench.advance(by=HOUR + MINUTE))
    run(bench.jump(by=5 * HOUR))
    run(bench.advance(by=HOUR))
    run(bench.jump(by=DAY))
    known = all_sleeps(bench)
    bench.close()
    found = all_sleeps(Bench.open(bench.path, home=tmp_path / "home", read_only=True))
    assert [(each.ended, each.seq, each.cold) for each in found] == [(each.ended, each.seq, False) for each in known]
    # The log knows when something was last written, not when the clock left.
    assert [each.started for each in found] == [START + HOUR, START + 7 * HOUR]


@pytest.mark.req("BEN-3")
def test_a_sleep_in_which_nothing_was_due_is_known_to_its_bench_alone(tmp_path):
    bench = new_bench(tmp_path)
    create(bench, every_seconds=3600)
    run(bench.jump(by=5 * MINUTE))
    assert all_sleeps(bench) == (Sleep(START, START + 5 * MINUTE, bench.view().events),)
    bench.close()
    assert all_sleeps(Bench.open(bench.path, home=tmp_path / "home", read_only=True)) == ()


@pytest.mark.req("BEN-3", "SCH-32")
def test_advancing_and_going_back_are_no_sleep(tmp_path):
    bench = new_bench(tmp_path)
    create(bench, every_seconds=600)
    run(bench.advance(by=HOUR))
    run(bench.jump(by=-HOUR))
    run(bench.jump(by=0))
    assert all_sleeps(bench) == ()


@pytest.mark.req("SCH-31")
def test_a_cold_time_that_goes_on_counts_up_to_now(tmp_path):
    bench = new_bench(tmp_path)
    create(bench, every_seconds=600)
    bench.suspend()
    assert all_sleeps(bench) == ()
    run(bench.advance(by=HOUR))
    view = bench.view()
    going_on = Sleep(START, START + HOUR, view.events, cold=True)
    assert all_sleeps(bench) == (going_on,)
    assert view.history.sleeps(START + HOUR, START + 2 * HOUR) == ()
    assert view.history.sleeps(START - HOUR, START) == ()
    assert view.history.sleeps_by_seq(0, view.events - 1) == ()
    bench.resume()
    assert all_sleeps(bench) == (going_on,)


@pytest.mark.req("SCH-31")
def test_a_session_that_goes_on_later_than_it_ended_was_cold_meanwhile(tmp_path):
    bench = new_bench(tmp_path)
    create(bench, after_seconds=600)
    bench.close()
    later = Bench.open(bench.path, home=tmp_path / "home", now=START + HOUR)
    seq = later.view().events
    run(later.step())
    assert all_sleeps(later) == (Sleep(START, START + HOUR, seq, cold=True),)


@needs_conformance
@pytest.mark.req("SCH-31")
def test_the_cold_time_of_a_real_log_is_found(tmp_path):
    (path,) = conformance_files("sessions/none/*/cold-catchup/session.jsonl")
    found = all_sleeps(Bench.open(path, home=tmp_path, read_only=True))
    assert [each.cold for each in found] == [True]


SLEEPS = st.lists(st.tuples(st.integers(0, 50), st.integers(1, 20), st.integers(0, 30)), max_size=12).map(
    lambda found: tuple(
        Sleep(started, started + lasted, seq)
        for (started, lasted, _), seq in zip(found, sorted(each[2] for each in found), strict=True)
    )
)


@pytest.mark.req("SCH-32")
@given(SLEEPS, st.integers(-5, 80), st.integers(0, 40), st.integers(-1, 31), st.integers(0, 20))
def test_looking_sleeps_up_is_the_same_as_trying_each(items, first, length, seq, more):
    sleeps = Sleeps(items)
    overlap = {each for each in items if each.started < first + length and each.ended > first} if length else set()
    assert set(sleeps.between(first, first + length)) == overlap
    assert list(sleeps.between(first, first + length)) == sorted(
        sleeps.between(first, first + length), key=lambda each: (each.started, each.seq)
    )
    assert sleeps.by_seq(seq, seq + more) == tuple(each for each in items if seq <= each.seq <= seq + more)
    over = [each for each in items if each.started <= first < each.ended and each.seq <= seq]
    found = sleeps.over(first, seq)
    assert (found.seq if found else None) == max((each.seq for each in over), default=None)


@pytest.mark.req("SCH-32")
def test_a_sleep_that_lasts_no_time_is_none():
    book = SleepBook(0)
    book.add(5, 5, 0)
    book.add(9, 4, 0)
    assert book.known == ()
