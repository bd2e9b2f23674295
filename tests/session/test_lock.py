import json
import os
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from workbench.errors import WorkbenchError
from workbench.session.lock import WriterLock, lock_path

pytestmark = pytest.mark.req("LOG-11")

HOLDER = """
import sys
from pathlib import Path
from workbench.session.lock import WriterLock
lock = WriterLock(Path(sys.argv[1]))
print("held", flush=True)
sys.stdin.readline()
if sys.argv[2] == "release":
    lock.release()
"""


@pytest.fixture
def log(tmp_path):
    return tmp_path / "session.jsonl"


@pytest.fixture
def hold():
    """Hold a log's lock in another process; ``end`` lets it go or kills the holder."""
    started = []

    def start(log, *, at_the_end="release"):
        process = subprocess.Popen(
            [sys.executable, "-c", HOLDER, str(log), at_the_end],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            cwd=Path(__file__).parents[2],
            text=True,
        )
        started.append(process)
        assert process.stdout.readline() == "held\n"
        return process

    yield start
    for process in started:
        process.kill()
        process.communicate()


def refusal(log):
    with pytest.raises(WorkbenchError) as error:
        WriterLock(log)
    return error.value


def test_the_second_writer_is_told_who_holds_the_log(log, hold):
    process = hold(log)
    error = refusal(log)
    assert error.code == "locked"
    assert error.details == {"pid": process.pid, "host": socket.gethostname()}
    assert str(process.pid) in error.message
    assert str(log) in error.message


def test_the_lock_holds_within_one_process_too(log):
    with WriterLock(log):
        assert refusal(log).details["pid"] == os.getpid()
    WriterLock(log).release()


def test_a_released_lock_is_free_and_leaves_no_file(log, hold):
    process = hold(log)
    process.communicate("\n")
    with WriterLock(log) as lock:
        assert lock.dead is None
    assert not list(log.parent.iterdir())


def test_a_dead_holders_lock_is_taken_over(log, hold):
    process = hold(log)
    process.kill()
    process.communicate()
    assert lock_path(log).exists()
    with WriterLock(log) as lock:
        assert lock.dead.pid == process.pid
        assert json.loads(lock_path(log).read_bytes())["pid"] == os.getpid()


@pytest.mark.parametrize("note", [b"", b"\xff\xfe", b"{}", b'{"pid":1}', b"x" * 10_000])
def test_any_file_left_at_the_locks_place_is_taken_over(log, note):
    lock_path(log).write_bytes(note)
    with WriterLock(log) as lock:
        assert lock.dead is None


def test_a_holder_without_a_note_still_holds(log):
    with WriterLock(log):
        os.truncate(lock_path(log), 0)
        error = refusal(log)
    assert error.code == "locked"
    assert "another process" in error.message


def test_a_lock_file_removed_under_its_holder_is_not_removed_from_the_next(log):
    first = WriterLock(log)
    lock_path(log).unlink()
    second = WriterLock(log)
    first.release()
    assert refusal(log).code == "locked"
    second.release()


def test_a_lock_won_on_a_file_just_removed_is_taken_again(log, monkeypatch):
    from workbench.session import lock as module

    real_flock = module.fcntl.flock
    waiting = []

    def remove_first(fd, operation):
        real_flock(fd, operation)
        if not waiting:
            waiting.append(fd)
            lock_path(log).unlink()

    monkeypatch.setattr(module.fcntl, "flock", remove_first)
    with WriterLock(log):
        assert refusal(log).code == "locked"


def test_a_lock_file_is_never_a_link(log, tmp_path):
    elsewhere = tmp_path / "elsewhere"
    lock_path(log).symlink_to(elsewhere)
    assert refusal(log).code == "not_writable"
    assert not elsewhere.exists()


def test_a_missing_folder_is_not_writable(tmp_path):
    assert refusal(tmp_path / "missing" / "session.jsonl").code == "not_writable"


def test_releasing_twice_does_nothing(log):
    lock = WriterLock(log)
    lock.release()
    with WriterLock(log):
        lock.release()
        assert refusal(log).code == "locked"
