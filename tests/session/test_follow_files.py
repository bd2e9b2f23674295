"""Files that are cut, replaced, moved away, written over or only just made while they are followed (LOG-15)."""

import contextlib
import os
import threading

import pytest

from support.following import Growing, told
from support.loggen import event_line, event_lines, header_line
from support.logmaker import frame, framed_log, plain_log
from workbench.errors import WorkbenchError
from workbench.session.follow import NOTHING, Follower
from workbench.session.lock import WriterLock
from workbench.session.reader import read_log

pytestmark = pytest.mark.req("LOG-15")

LINES = list(event_lines(200))
NAMES = ["session.jsonl", "session.jsonl.zstd"]


def log_of(name, lines, **header):
    return plain_log(lines, **header) if name.endswith("l") else framed_log([lines], **header)


@pytest.fixture(params=NAMES)
def name(request):
    return request.param


@pytest.fixture
def log(tmp_path, name):
    made = Growing(tmp_path / name, log_of(name, LINES[:50]))
    yield made
    made.close()


def test_a_log_that_was_cut_starts_over_and_what_was_seen_of_it_says_so(log, name):
    before = log.follower.log
    os.truncate(log.path, 0)
    log.write(log_of(name, LINES[:20]))
    found = log.check()
    assert (found.kind, found.events) == ("replaced", 20)
    assert "cut" in found.why
    assert before.index.rows == 50
    # What the panes still show of it can be asked for, and is told to be gone at worst.
    before.index._kept = ()
    with contextlib.suppress(WorkbenchError):
        before.index.raw(49)


def test_a_log_that_was_replaced_starts_over_and_what_was_seen_of_the_old_one_stays(log, name):
    before = told(log.follower.log)
    old = log.follower.log
    other = log.path.with_name("other")
    other.write_bytes(log_of(name, LINES[:70]))
    other.rename(log.path)
    found = log.check()
    assert (found.kind, found.events) == ("replaced", 70)
    assert told(old) == before
    assert log.follower.look() == NOTHING


def test_a_log_that_was_written_over_starts_over(log, name):
    data = log_of(name, LINES[:150], session_id="otherwise")
    with log.path.open("r+b") as file:
        file.write(data)
    found = log.check()
    assert found.kind == "replaced"
    assert "written over" in found.why


def test_a_log_that_is_gone_is_said_once_and_goes_on_when_it_is_back(log, name):
    away = log.path.with_name("away")
    log.path.rename(away)
    assert log.follower.look().kind == "gone"
    assert log.follower.look() == NOTHING
    log.write(log_of(name, LINES[:60])[len(log_of(name, LINES[:50])) :] if name.endswith("l") else frame(LINES[50]))
    away.rename(log.path)
    found = log.check()
    assert found.kind == "grew"
    assert found.events > 0


def test_another_log_that_comes_back_in_its_place_is_another_log(log, name):
    log.path.rename(log.path.with_name("away"))
    log.follower.look()
    log.path.write_bytes(log_of(name, LINES[:5]))
    assert (log.check().kind, log.follower.log.index.rows) == ("replaced", 5)


def test_what_cannot_be_read_in_its_place_leaves_what_was_seen(log):
    log.path.rename(log.path.with_name("away"))
    log.path.write_bytes(b"dear diary\n")
    found = log.follower.look()
    assert (found.kind, log.follower.log.index.rows) == ("gone", 50)
    assert log.follower.look() == NOTHING
    log.path.with_name("away").rename(log.path)
    assert log.check().kind == "replaced"


def test_a_batch_that_was_rolled_back_before_a_line_of_it_was_taken_is_nothing(log, name):
    size = log.path.stat().st_size
    whole = LINES[50] if name.endswith("l") else frame(b"".join(LINES[50:52]))
    log.write(whole[:20])
    assert log.check() == NOTHING
    os.truncate(log.path, size)
    log.write(whole)
    assert log.check().kind == "grew"


def test_a_touch_is_nothing(log):
    os.utime(log.path, (1, 1))
    assert log.check() == NOTHING


@pytest.mark.parametrize("first", [b"", b"{", header_line()[:30]])
def test_a_log_that_is_only_just_being_made(tmp_path, first):
    path = tmp_path / "session.jsonl"
    path.write_bytes(b"")
    follower = Follower(read_log(path))
    assert follower.look() == NOTHING
    path.write_bytes(first)
    assert follower.look() == NOTHING
    path.write_bytes(header_line())
    assert follower.look().kind == "grew"
    assert follower.log.verdict == "ok"
    path.write_bytes(header_line() + LINES[0])
    assert follower.look().events == 1


def test_a_compressed_log_that_is_only_just_being_made(tmp_path):
    data = framed_log([LINES[:3]])
    path = tmp_path / "session.jsonl.zstd"
    path.write_bytes(b"")
    follower = Follower(read_log(path))
    came = 0
    for at in range(len(data)):
        with path.open("ab") as file:
            file.write(data[at : at + 1])
        came += follower.look().events
    assert (came, follower.log.verdict) == (3, "ok")


def test_a_line_beyond_the_limit_is_refused_once_and_costs_nothing_that_was_there(tmp_path, monkeypatch):
    log = Growing(tmp_path / "session.jsonl", plain_log(LINES[:50]))
    text = log.follower.log.reading.opened.text
    monkeypatch.setattr(text, "_limits", type(text._limits)(line=1000))
    log.write(b'{"type":"' + b"x" * 2000)
    with pytest.raises(WorkbenchError) as error:
        log.follower.look()
    assert error.value.code == "too_large"
    assert log.follower.look() == NOTHING
    assert log.follower.log.index.rows == 50
    log.close()


def test_the_log_of_a_writer_is_followed_without_asking_for_its_lock(log):
    with WriterLock(log.path):
        log.write(b"".join(LINES[50:60]) if log.path.suffix == ".jsonl" else frame(b"".join(LINES[50:60])))
        assert log.check().events == 10


@pytest.mark.req("TUI-10")
def test_a_look_at_a_log_that_stands_still_is_one_stat(log, monkeypatch):
    import builtins

    log.follower.look()
    calls = []
    for name in ("stat", "open", "pread", "read", "lseek", "fstat", "listdir"):
        real = getattr(os, name)
        monkeypatch.setattr(
            os, name, lambda *args, _name=name, _real=real, **more: calls.append(_name) or _real(*args, **more)
        )
    monkeypatch.setattr(builtins, "open", lambda *_args, **_more: calls.append("open"))
    log.follower.look()
    assert calls == ["stat"]


@pytest.mark.parametrize("name", NAMES)
def test_others_may_read_what_they_knew_while_it_grows(tmp_path, name):
    lines = list(event_lines(6000))
    log = Growing(tmp_path / name, log_of(name, lines[:1000]))
    old = log.follower.log
    index, past = old.index, old.past
    expected = told(old)
    stop, troubles = threading.Event(), []

    def ask():
        try:
            while not stop.is_set():
                state = past.state_of(1000)
                assert dict(state.schedules.active) == expected["schedules"][0]
                assert past.state_at(500).last_turn == 49
                assert [index.raw(row) for row in range(990, 1000)] == lines_of(lines[990:1000])
                assert [index.row_of(seq) for seq in (0, 400, 999)] == [0, 400, 999]
                assert past.prefix_seq(index.time(300)) >= 300
                assert past.book(1000).fold_at(999, index).active == state.schedules.active
        except BaseException as error:  # noqa: BLE001 - a thread's trouble is the test's
            troubles.append(error)

    threads = [threading.Thread(target=ask) for _ in range(2)]
    for thread in threads:
        thread.start()
    for at in range(1000, 6000, 250):
        batch = b"".join(lines[at : at + 250])
        log.write(batch if name.endswith("l") else frame(batch))
        log.follower.look()
    stop.set()
    for thread in threads:
        thread.join()
    assert troubles == []
    assert told(log.follower.log) == told(read_log(log.path))
    log.close()


def lines_of(stored):
    return [line.removesuffix(b"\n") for line in stored]


def test_a_hole_that_appears_is_told_from_there_on_and_not_before(tmp_path):
    log = Growing(tmp_path / "session.jsonl", plain_log(LINES[:50]))
    log.write(LINES[60] + event_line("turn/end", 61, 5, {"turn": 9, "reason": {"kind": "completed"}}))
    log.check()
    found = log.follower.log
    assert found.verdict == "corrupt"
    assert found.state.schedule_error is not None
    assert found.state_at(49).schedule_error is None
    log.close()
