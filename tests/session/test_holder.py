"""Asking who writes a log: nothing is made or changed, and a lock that a dead holder left counts for nobody."""

import os
import socket

import pytest

from workbench.session.lock import Holder, WriterLock, holder_of, lock_path

pytestmark = pytest.mark.req("LOG-11")


@pytest.fixture
def log(tmp_path):
    return tmp_path / "session.jsonl"


def test_nobody_writes_a_log_without_a_lock(log):
    assert holder_of(log) is None
    assert list(log.parent.iterdir()) == []


def test_the_holder_is_named_while_it_holds(log):
    with WriterLock(log):
        assert holder_of(log) == Holder(os.getpid(), socket.gethostname())
    assert holder_of(log) is None


def test_a_lock_left_by_a_dead_holder_counts_for_nobody_and_stays(log):
    lock_path(log).write_bytes(b'{"pid":1,"host":"gone"}\n')
    assert holder_of(log) is None
    assert lock_path(log).read_bytes() == b'{"pid":1,"host":"gone"}\n'
    with WriterLock(log) as lock:
        assert lock.dead == Holder(1, "gone")


def test_a_holder_without_a_name_is_process_0(log):
    with WriterLock(log):
        lock_path(log).write_bytes(b"")
        assert holder_of(log) == Holder(0, "")


@pytest.mark.parametrize("make", [os.mkfifo, os.mkdir, lambda path: path.symlink_to("nowhere")])
def test_what_is_no_lock_file_is_nobody(log, make):
    make(lock_path(log))
    assert holder_of(log) is None


def test_a_path_no_file_can_have_is_nobody(log):
    assert holder_of(log.with_name("a\0b")) is None
