"""Leaving never waits for a log that is being read, and what is read gives way to what is wanted sooner."""

import signal
import threading
import time
from queue import Queue

import pytest

from support.lists import text_of
from support.loggen import write_log
from support.screens import QUICK, session, until
from support.terminal import Terminal
from workbench.actions.known import Facts
from workbench.actions.listing import Found, Group
from workbench.bench.bench import Bench
from workbench.fronts.tui.drive.driver import Driver
from workbench.fronts.tui.launch import Launch
from workbench.fronts.tui.listing.reading import Reader, Work
from workbench.fronts.tui.program import WorkbenchApp
from workbench.fronts.tui.screens.sessions import SessionsScreen
from workbench.session.frames import MAGIC
from workbench.session.interruption import current_check
from workbench.session.reader import read_log

PATIENCE = 20
# Seconds that leaving may take on a busy machine.
_SOON = 5
BIG, SMALL = 1 << 30, 1 << 10


class Endless:
    """The reading of a log that takes for ever, unless it is interrupted."""

    def __init__(self):
        self.begun = threading.Event()
        self.readings = 0

    def __call__(self, *_, **__):
        self.readings += 1
        self.begun.set()
        never = threading.Event()
        while True:
            current_check()()
            never.wait(0.001)


@pytest.mark.req("TUI-9")
def test_a_driver_that_opens_a_log_ends_at_once_and_tells_nothing():
    told, endless = Queue(), Endless()
    driver = Driver(endless, told.put)
    driver.start()
    assert endless.begun.wait(PATIENCE)
    assert driver.close() is None
    assert driver.finished
    assert told.empty()


@pytest.mark.req("TUI-9", "LOG-12")
def test_closing_writes_everything_and_does_not_read_it_again(tmp_path, monkeypatch):
    bench = Bench.new(tmp_path / "home", start=0, session_id="driven", options=QUICK)
    told = Queue()
    driver = Driver(lambda: bench, told.put)
    driver.start()
    told.get(timeout=PATIENCE)
    driver.do(lambda bench: bench.inject("never lost") and None)
    told.get(timeout=PATIENCE)
    monkeypatch.setattr("workbench.bench.life.read_log", Endless())
    assert driver.close() is None
    assert driver.finished
    assert b"never lost" in bench.path.read_bytes()
    assert read_log(bench.path).verdict == "ok"


def found(name, size, tmp_path):
    return Found(Group("Here", tmp_path, "foreign"), tmp_path / name, size, 0)


def reading(*files, read, glance=None):
    """A reader of these files and an event for each time that it tells something."""
    told = threading.Semaphore(0)
    work = Work(begin=lambda: None, find=lambda: iter([list(files)]), read=read, glance=glance or read)
    return Reader(work, told.release, lambda _: False), told


def wait_for(reader, told, condition):
    learnt = []
    while not condition(learnt):
        assert told.acquire(timeout=PATIENCE)
        learnt += [file for file, _ in reader.take().facts]


@pytest.mark.req("TUI-9")
def test_a_big_file_in_hand_gives_way_to_a_small_one_that_comes_into_sight(tmp_path):
    big, small = found("big", BIG, tmp_path), found("small", SMALL, tmp_path)
    endless = Endless()

    def read(file):
        return endless() if file == big else Facts(name="small")

    reader, told = reading(big, read=read)
    reader.start()
    assert endless.begun.wait(PATIENCE)
    reader._work = Work(begin=lambda: None, find=lambda: iter([[big, small]]), read=read, glance=read)
    reader.in_sight([big.path, small.path])
    reader.search_again()
    wait_for(reader, told, lambda learnt: small in learnt)
    # It is not forgotten.
    assert reader.busy
    reader.stop()


def test_a_big_file_out_of_sight_comes_last(tmp_path):
    big, small = found("big", BIG, tmp_path), found("small", SMALL, tmp_path)
    read = []
    reader, told = reading(big, small, read=lambda file: read.append(file) or Facts(name="x"))
    reader.start()
    wait_for(reader, told, lambda _: len(read) == 2)
    assert read == [small, big]
    reader.stop()


def test_the_log_under_the_cursor_is_looked_at_before_a_big_file_is_read_to_its_end_and_only_once(tmp_path):
    big, chosen = found("big", BIG, tmp_path), found("chosen", BIG, tmp_path)
    endless, looking, go_on = Endless(), threading.Event(), threading.Event()
    glances = []

    def glance(file):
        glances.append(file)
        looking.set()
        assert go_on.wait(PATIENCE)
        current_check()()
        return Facts(name="seen"), None

    reader, told = reading(big, read=endless, glance=glance)
    reader.start()
    assert endless.begun.wait(PATIENCE)
    reader.look_at(chosen)
    assert looking.wait(PATIENCE)
    reader.look_at(chosen)
    go_on.set()
    wait_for(reader, told, lambda learnt: chosen in learnt)
    assert glances == [chosen]
    reader.stop()


def test_a_list_that_is_covered_reads_no_big_file_and_goes_on_later(tmp_path):
    big = found("big", BIG, tmp_path)
    endless = Endless()
    reader, _ = reading(big, read=endless)
    reader.start()
    assert endless.begun.wait(PATIENCE)
    endless.begun.clear()
    reader.pause(True)
    reader.pause(False)
    assert endless.begun.wait(PATIENCE)
    assert endless.readings == 2
    reader.stop()


@pytest.fixture
def opening(tmp_path, monkeypatch):
    """An app whose log takes for ever to open."""
    path = tmp_path / "long.jsonl"
    write_log(path, 300)
    endless = Endless()
    monkeypatch.setattr("workbench.bench.life.read_log", endless)
    return WorkbenchApp(Launch(target=path, home=tmp_path / "home", zone="Europe/Berlin", options=QUICK)), endless


@pytest.mark.req("TUI-9")
@pytest.mark.parametrize("key", ["o", "escape"])
async def test_a_log_that_is_being_opened_is_left_for_the_list(opening, key):
    app, endless = opening
    async with app.run_test(size=(120, 40)) as pilot:
        await until(pilot, endless.begun.is_set)
        driver = app.launch.driver
        assert session(app).scene.view is None
        await pilot.press(key)
        await until(pilot, lambda: isinstance(app.screen, SessionsScreen))
        await until(pilot, lambda: not driver._thread.is_alive())
        await until(pilot, lambda: "Bundled examples" in text_of(app))


async def test_a_list_that_has_not_looked_yet_says_so(tmp_path, monkeypatch):
    looked = threading.Event()

    def find(*_):
        assert looked.wait(PATIENCE)
        yield []

    monkeypatch.setattr("workbench.fronts.tui.screens.sessions.find_all", find)
    app = WorkbenchApp(Launch(target=None, home=tmp_path / "home", zone="Europe/Berlin", options=QUICK))
    async with app.run_test(size=(120, 40)) as pilot:
        await until(pilot, lambda: "Looking for sessions" in text_of(app))
        assert "No sessions here yet" not in text_of(app)
        assert "0 sessions" not in text_of(app)
        looked.set()
        await until(pilot, lambda: "No sessions here yet" in text_of(app))


@pytest.mark.slow
@pytest.mark.req("TUI-9", "LOG-8")
@pytest.mark.parametrize("way", ["key", "signal"])
def test_a_hostile_file_keeps_nobody_from_leaving(tmp_path, way):
    hostile = tmp_path / "hostile.jsonl.zst"
    with hostile.open("wb") as file:
        file.write(MAGIC)
        file.truncate(3 << 30)
    with Terminal(["-m", "workbench", "--home", str(tmp_path / "home"), str(hostile)]) as terminal:
        terminal.wait_for(b"\x1b[?1049h")
        terminal.settle()
        begun = time.perf_counter()
        if way == "key":
            terminal.press("q")
        else:
            terminal.kill(signal.SIGTERM)
        assert terminal.wait() == (0 if way == "key" else 128 + signal.SIGTERM)
        # Reading it all takes far longer, and so did waiting for whoever reads it.
        assert time.perf_counter() - begun < _SOON
