"""A log that nobody waits for any more is read no further, wherever its reading is (TUI-9)."""

import threading

import pytest

from support.loggen import write_log
from workbench.session.frames import MAGIC
from workbench.session.interruption import Interrupted, Interruption, interrupted_by
from workbench.session.limits import LIMITS
from workbench.session.live import LiveLog
from workbench.session.reader import read_log
from workbench.session.stored import open_file


class After(Interruption):
    """Interrupts at the nth time that it is asked."""

    def __init__(self, times):
        super().__init__()
        self.left = times

    def check(self):
        self.left -= 1
        if self.left < 0:
            self.interrupt()
        super().check()


@pytest.fixture(scope="module")
def log(tmp_path_factory):
    path = tmp_path_factory.mktemp("long") / "long.jsonl"
    write_log(path, 8_000)
    return path


@pytest.mark.req("TUI-9")
@pytest.mark.parametrize("times", [0, 1, 3])
def test_reading_ends_between_two_portions(log, times):
    interruption = After(times)
    with pytest.raises(Interrupted), interrupted_by(interruption):
        read_log(log)
    assert interruption.left == -1


def test_a_reading_that_nobody_interrupts_is_asked_now_and_then_and_ends_as_ever(log):
    interruption = After(1_000_000)
    with interrupted_by(interruption):
        assert read_log(log).events_shown == read_log(log).events_shown
    asked = 1_000_000 - interruption.left
    assert 2 <= asked <= 2 + 2 * log.stat().st_size // (1 << 17)


@pytest.mark.req("TUI-9", "LOG-8")
def test_looking_for_a_frame_in_what_is_none_is_interrupted(tmp_path):
    hostile = tmp_path / "hostile.jsonl.zst"
    with hostile.open("wb") as file:
        file.write(MAGIC)
        file.truncate(1 << 30)
    interruption = After(20)
    with pytest.raises(Interrupted), interrupted_by(interruption):
        read_log(hostile)


def test_only_the_thread_that_said_so_is_interrupted(log):
    interruption = Interruption()
    interruption.interrupt()
    read = []
    with interrupted_by(interruption):
        other = threading.Thread(target=lambda: read.append(read_log(log).verdict))
        other.start()
        other.join()
    assert read == ["ok"]
    assert read_log(log).verdict == "ok"


def test_what_was_interrupted_can_be_read_again(log):
    interruption = Interruption()
    with interrupted_by(interruption):
        interruption.interrupt()
        with pytest.raises(Interrupted):
            read_log(log)
        interruption.forget()
        assert read_log(log).verdict == "ok"


@pytest.mark.req("LOG-11")
def test_opening_for_writing_that_is_interrupted_changes_nothing_and_holds_no_lock(tmp_path):
    path = tmp_path / "own" / "session.jsonl"
    path.parent.mkdir()
    write_log(path, 4_000)
    before = path.read_bytes()
    with pytest.raises(Interrupted), interrupted_by(After(1)):
        LiveLog.open(path, now=0)
    assert path.read_bytes() == before
    LiveLog.open(path, now=0, fsync=False).close()


def test_a_line_that_is_read_again_is_never_interrupted(log):
    interruption = Interruption()
    with interrupted_by(interruption):
        found = read_log(log)
        interruption.interrupt()
        assert found.index.event(found.index.rows - 1).seq >= 0
    assert open_file(log).size() <= LIMITS.decoded
