"""Two workbenches in two real processes on one session: one writes, and what becomes of its lock (LOG-10, LOG-11)."""

import os
import select
import signal
import socket

import pytest

from support.other_workbench import Other
from support.screens import QUICK, START
from workbench.bench.bench import Bench
from workbench.errors import WorkbenchError
from workbench.session.lock import Holder, WriterLock, held_since, holder_of, lock_path
from workbench.session.reader import read_log

pytestmark = [pytest.mark.req("LOG-11"), pytest.mark.slow]

MINUTE = 60_000


@pytest.fixture
def home(tmp_path):
    return tmp_path / "home"


@pytest.fixture
def own(home):
    bench = Bench.new(home, start=START, session_id="own", options=QUICK)
    bench.say("every 10 minutes look")
    bench.close()
    return bench.path


@pytest.fixture
def other(home, own):
    with Other(home, own) as process:
        yield process


def test_the_second_is_told_who_holds_it_and_reads_what_that_one_writes(home, own, other):
    other.ask("say", "hello")
    bench = Bench.open(own, home=home, options=QUICK)
    assert holder_of(own) == Holder(other.pid, socket.gethostname())
    assert abs(held_since(own) - own.stat().st_mtime_ns // 1_000_000) < 60_000
    with pytest.raises(WorkbenchError) as error:
        bench.say("me too")
    assert (error.value.code, error.value.details["pid"]) == ("locked", other.pid)
    events = other.ask("advance", 30 * MINUTE)
    assert bench.follow().kind == "grew"
    assert bench.log.index.events == events


@pytest.mark.req("LOG-12")
def test_a_killed_holder_is_replaced_and_nothing_that_it_acknowledged_is_lost(home, own, other):
    other.ask("say", "hello")
    bench = Bench.open(own, home=home, options=QUICK)
    events = other.ask("advance", 30 * MINUTE)
    other.kill()
    assert lock_path(own).exists()
    assert holder_of(own) is None
    bench.follow()
    assert bench.log.index.events == events
    bench.resume()
    assert holder_of(own) == Holder(os.getpid(), socket.gethostname())
    assert bench.log.index.events > events
    bench.close()
    assert read_log(own).verdict == "ok"


def test_a_suspended_holder_still_holds(own, other):
    other.ask("say", "hello")
    other.kill(signal.SIGSTOP)
    assert holder_of(own) == Holder(other.pid, socket.gethostname())
    with pytest.raises(WorkbenchError) as error:
        WriterLock(own)
    assert error.value.details["pid"] == other.pid
    other.kill(signal.SIGCONT)
    assert other.ask("events") > 0


def test_of_two_that_take_over_at_once_one_wins_and_the_other_is_told(home, own, other):
    other.ask("say", "hello")
    with Other(home, own) as second, Other(home, own) as third:
        other.kill()
        for each in (second, third):
            each.tell("resume")
        answers = {each.pid: each.answer() for each in (second, third)}
        (winner,) = [pid for pid, answer in answers.items() if isinstance(answer, int)]
        (refused,) = [answer for answer in answers.values() if not isinstance(answer, int)]
        # In the instant before the winner has noted who it is, the loser is told that somebody holds it.
        assert (refused["code"], refused.get("pid", winner)) == ("locked", winner)
        assert holder_of(own) == Holder(winner, socket.gethostname())


def test_whoever_only_asks_never_keeps_anybody_from_a_free_log(own):
    lock_path(own).write_bytes(b'{"pid":1,"host":"gone"}\n')
    asking = os.fork()
    if not asking:
        while True:
            holder_of(own)
    try:
        for _ in range(300):
            with WriterLock(own):
                assert holder_of(own) == Holder(os.getpid(), socket.gethostname())
            lock_path(own).write_bytes(b'{"pid":1,"host":"gone"}\n')
    finally:
        os.kill(asking, signal.SIGKILL)
        os.waitpid(asking, 0)


def test_many_that_race_for_one_log_see_one_winner_and_name_it(own):
    lock_path(own).write_bytes(b'{"pid":%d,"host":"%s"}\n' % (2**22 - 7, socket.gethostname().encode()))
    start, begin = os.pipe()
    said, say = os.pipe()
    children = []
    for _ in range(8):
        pid = os.fork()
        if not pid:
            race(own, start, say)
        children.append(pid)
    os.write(begin, b"!" * 8)
    words = [read_word(said) for _ in children]
    for pid in children:
        os.kill(pid, signal.SIGKILL)
        os.waitpid(pid, 0)
    (winner,) = {int(word[1:]) for word in words if word.startswith("w")}
    assert winner in children
    assert sorted(word for word in words if not word.startswith("w")) == [f"r{winner:08}"] * 7
    assert [word[0] for word in words].count("w") == 1


def race(log, start, say):
    """In a child: try for the lock once all are told to, say how it went, and wait for the end."""
    os.read(start, 1)
    try:
        lock = WriterLock(log)
        word = f"w{os.getpid():08}"
    except WorkbenchError as error:
        lock, word = None, f"r{error.details.get('pid', 0):08}"
    os.write(say, word.encode())
    signal.pause()
    del lock


def read_word(fd):
    assert select.select([fd], [], [], 30)[0]
    return os.read(fd, 9).decode()


def test_a_lock_that_nobody_refers_to_any_more_is_free(own):
    WriterLock(own)
    WriterLock(own).release()


@pytest.mark.req("LOG-12")
def test_a_close_that_failed_leaves_no_lock_behind_once_it_is_given_up(home, own, monkeypatch):
    bench = Bench.open(own, home=home, options=QUICK)
    bench.resume()
    bench.inject("this is pending")

    def refuse(_sync):
        raise OSError(28, "No space left on device")

    bench.log.before_write = refuse
    with pytest.raises((WorkbenchError, OSError)):
        bench.close()
    assert holder_of(own) is not None
    bench.abandon()
    assert holder_of(own) is None
    again = Bench.open(own, home=home, options=QUICK)
    again.resume()
    again.close()
