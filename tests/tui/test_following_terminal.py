"""Following in a real terminal: quickly seen, silent while nothing is new, and two workbenches on one session."""

import signal

import pytest

from support.screens import QUICK, START
from support.terminal import Terminal
from workbench.bench.bench import Bench
from workbench.session.check import check_file
from workbench.session.lock import holder_of
from workbench.session.reader import read_log

pytestmark = pytest.mark.slow

MINUTE = 60_000


def go_on(bench, minutes):
    for _ in bench.advance(by=minutes * MINUTE):
        pass
    bench.log.barrier()


@pytest.fixture
def own(tmp_path):
    bench = Bench.new(tmp_path / "home", start=START, session_id="own", options=QUICK)
    bench.say("every 10 minutes look")
    bench.close()
    return bench.path


@pytest.fixture
def start(tmp_path):
    """Start the program on a log, or on the list, in the test's own data folder."""

    def started(*more, **options):
        return Terminal(["-m", "workbench", "--home", str(tmp_path / "home"), *map(str, more)], **options)

    return started


@pytest.mark.req("LOG-15", "TUI-10")
def test_what_is_new_is_seen_within_half_a_second_and_nothing_is_written_in_between(start, own, tmp_path):
    writer = Bench.open(own, home=tmp_path / "home", options=QUICK)
    writer.say("hello")
    with start(own) as terminal:
        terminal.wait_for(b"writes this log")
        terminal.settle(0.5)
        waits = []
        for _ in range(3):
            before = terminal.settle(0.5)
            go_on(writer, 10)
            wanted = f"turn {writer.log.state.last_turn}".encode()
            begun = terminal.press("")
            waits.append(terminal.wait_for(wanted, after=before) - begun)
        # One that is late is the machine's business.
        assert min(waits) < 0.5
        before = terminal.settle(0.5)
        assert terminal.settle(10.0) == before
        terminal.press("q")
        assert terminal.wait() == 0
    writer.close()


@pytest.mark.req("LOG-11", "LOG-15", "TUI-9")
def test_the_second_workbench_takes_over_when_the_first_is_killed(start, own):
    with start(own) as first, start(own) as second:
        first.wait_for(b"1 active")
        second.wait_for(b"1 active")
        before = second.settle()
        first.press("n")
        first.wait_for(b"went ")
        second.wait_for(f"process {first.pid} writes this log".encode(), after=before)
        before = second.settle()
        second.press("i")
        second.wait_for(f"{first.pid}".encode(), after=before)
        before = second.settle()
        first.press("n")
        # The first one's turns appear in the second one.
        second.wait_for(b"turn 3", after=before)
        before = second.settle()
        first.kill(signal.SIGKILL)
        assert first.wait() == -signal.SIGKILL
        second.wait_for(b"let this log go", after=before)
        before = second.settle()
        second.press("r")
        second.wait_for(b"taken over with all", after=before)
        assert holder_of(own).pid == second.pid
        before = second.settle()
        second.press("n")
        second.wait_for(b"went ", after=before)
        second.press("q")
        assert second.wait() == 0
    assert holder_of(own) is None
    assert check_file(own).verdict == "ok"
    assert read_log(own).state.last_turn >= 4


@pytest.mark.req("LOG-11")
def test_the_list_follows_who_uses_a_session(start, own, tmp_path):
    with start(size=(140, 40)) as watching:
        watching.wait_for(b"every")
        before = watching.settle()
        with start(own) as first:
            first.wait_for(b"1 active")
            first.press("n")
            first.wait_for(b"went ")
            watching.wait_for(f"in use by pid {first.pid}".encode(), after=before)
            before = watching.settle()
            first.kill(signal.SIGKILL)
            first.wait()
        watching.wait_for(lambda output: b"own" in output and b"in use" not in output, after=before)
        before = watching.settle(1.5)
        assert watching.settle(3.0) == before
        watching.press("q")
        assert watching.wait() == 0
