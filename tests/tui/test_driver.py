"""The driver on a real bench: one thread, reports in order, stops between two events, and nothing lost at the end."""

import threading
from queue import Empty, Queue

import pytest

from support.screens import QUICK, START
from workbench.bench.bench import Bench
from workbench.errors import WorkbenchError
from workbench.fronts.tui.drive.driver import Driver
from workbench.fronts.tui.drive.reports import Broken, Done, Forked, Opened, Refused, Snapshot
from workbench.session.check import check_file

PATIENCE = 20


@pytest.fixture
def bench(tmp_path):
    made = Bench.new(tmp_path / "home", start=START, session_id="driven", cwd="/srv", options=QUICK)
    made.say("every 10 minutes look")
    return made


@pytest.fixture
def drive(bench):
    """A started driver and the queue of what it tells, its first report taken."""
    told = Queue()
    driver = Driver(lambda: bench, told.put)
    driver.start()
    assert isinstance(told.get(timeout=PATIENCE), Opened)
    yield driver, told
    driver.close()


def test_opening_happens_in_the_drivers_thread(bench):
    told, threads = Queue(), []

    def opening():
        threads.append(threading.current_thread())
        return bench

    driver = Driver(opening, told.put)
    assert not threads
    driver.start()
    assert isinstance(told.get(timeout=PATIENCE), Opened)
    driver.close()
    assert threads[0] is not threading.current_thread()


def test_a_refused_opening_is_told_and_ends_the_thread(tmp_path):
    told = Queue()

    def opening():
        raise WorkbenchError("not_found", "no such file")

    driver = Driver(opening, told.put)
    driver.start()
    report = told.get(timeout=PATIENCE)
    assert isinstance(report, Refused)
    assert (report.opening, report.error.code) == (True, "not_found")
    assert driver.close() is None


def test_a_defect_is_told_and_does_not_vanish(drive):
    driver, told = drive

    def broken(bench):
        raise ZeroDivisionError

    driver.do(broken)
    report = told.get(timeout=PATIENCE)
    assert isinstance(report, Broken)
    assert isinstance(report.error, ZeroDivisionError)


@pytest.mark.req("BEN-2")
def test_a_move_is_told_when_it_is_done(drive):
    driver, told = drive
    driver.move(lambda bench: bench.advance(by=3_600_000))
    report = told.get(timeout=PATIENCE)
    assert isinstance(report, Done)
    assert report.view.now == START + 3_600_000
    assert report.view.move.turns == 6


@pytest.mark.req("BEN-4", "TUI-5")
def test_a_move_stops_between_two_events_and_the_log_stays_valid(drive):
    driver, told = drive
    driver.move(lambda bench: bench.advance(by=3_650 * 86_400_000))
    driver.want_snapshot()
    first = told.get(timeout=PATIENCE)
    assert isinstance(first, Snapshot)
    driver.stop()
    report = told.get(timeout=PATIENCE)
    assert isinstance(report, Done)
    assert report.view.move.note == "stopped"
    assert report.view.turn is None
    driver.close()
    assert check_file(report.view.path).verdict == "ok"


def test_a_snapshot_is_told_only_when_wanted(drive):
    driver, told = drive
    driver.move(lambda bench: bench.advance(by=10 * 86_400_000))
    assert isinstance(told.get(timeout=PATIENCE), Done)
    with pytest.raises(Empty):
        told.get_nowait()


@pytest.mark.req("TUI-5")
def test_a_move_rests_after_a_key_so_that_the_screen_answers_first(drive, monkeypatch):
    # A rest without an end: what moves on is the stop alone.
    monkeypatch.setattr("workbench.fronts.tui.drive.driver.COURTESY", PATIENCE)
    driver, told = drive
    driver.give_way()
    driver.move(lambda bench: bench.advance(by=10 * 86_400_000))
    with pytest.raises(Empty):
        told.get(timeout=0.3)
    driver.stop()
    assert told.get(timeout=PATIENCE).view.move.note == "stopped"


def test_what_is_refused_leaves_the_bench_as_it_was(drive):
    driver, told = drive
    driver.move(lambda bench: bench.advance(by=-1))
    refused, after = told.get(timeout=PATIENCE), told.get(timeout=PATIENCE)
    assert isinstance(refused, Refused)
    assert refused.error.code == "not_future"
    assert not refused.opening
    assert isinstance(after, Done)
    assert after.view.now == START


@pytest.mark.req("BEN-4")
def test_a_playing_clock_goes_on_until_it_is_stopped(drive, monkeypatch):
    monkeypatch.setattr("workbench.fronts.tui.drive.driver.TICK", 0.001)
    driver, told = drive
    driver.play(600_000)
    report = told.get(timeout=PATIENCE)
    while not (isinstance(report, Snapshot) and report.view.move.delivered_count >= 2):
        report = told.get(timeout=PATIENCE)
    driver.stop()
    while not isinstance(report, Done):
        report = told.get(timeout=PATIENCE)
    assert report.view.move.move == "play"
    # Ticks at which nothing fell due took no delivery out of the report: all of it is one move.
    assert report.view.move.delivered_count >= 2
    assert report.view.now > START


@pytest.mark.req("LOG-18")
def test_a_fork_goes_on_with_the_child(drive):
    driver, told = drive
    driver.fork(None, "child")
    report = told.get(timeout=PATIENCE)
    assert isinstance(report, Forked)
    assert (report.view.session_id, report.parent, report.view.active) == ("child", "driven", 0)
    driver.move(lambda bench: bench.advance(by=3_600_000))
    assert told.get(timeout=PATIENCE).view.move.turns == 0


def test_closing_writes_what_is_pending_and_waits(drive, bench):
    driver, told = drive
    driver.do(lambda bench: "done")
    assert told.get(timeout=PATIENCE).said == "done"
    assert driver.close() is None
    assert driver.close() is None
    assert not driver._thread.is_alive()
    assert bench.mode == "cold"


def test_the_next_driver_waits_until_the_files_are_free(drive, bench):
    driver, _ = drive
    told = Queue()
    following = Driver(lambda: bench, told.put, after=driver)
    driver.retire()
    following.start()
    report = told.get(timeout=PATIENCE)
    assert isinstance(report, Opened)
    assert report.view.mode == "cold"
    following.close()
