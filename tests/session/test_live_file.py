import errno
import os

import pytest

from support.faulty_os import FaultyOs, fails, short_writes
from workbench.errors import WorkbenchError
from workbench.session import logfile, publication
from workbench.session.logfile import LogFile

pytestmark = pytest.mark.req("LOG-12")


@pytest.fixture
def path(tmp_path):
    path = tmp_path / "session.jsonl"
    path.write_bytes(b"header\n")
    return path


@pytest.fixture
def file(path):
    file = LogFile(path)
    yield file
    file.close()


def swap(monkeypatch, **replaced):
    faulty = FaultyOs(**replaced)
    monkeypatch.setattr(logfile, "os", faulty)
    monkeypatch.setattr(publication, "os", faulty)
    return faulty


def code_of(call, *args, **options):
    with pytest.raises(WorkbenchError) as error:
        call(*args, **options)
    return error.value.code


def test_batches_follow_each_other(file, path):
    file.append(b"one\n", sync=False)
    assert not file.synced
    file.append(b"two\n", sync=True)
    assert file.synced
    assert path.read_bytes() == b"header\none\ntwo\n"


@pytest.mark.parametrize("size", [1, 3, 1000])
def test_short_writes_are_finished(file, path, monkeypatch, size):
    swap(monkeypatch, write=short_writes(size))
    file.append(b"0123456789\n", sync=True)
    assert path.read_bytes() == b"header\n0123456789\n"


@pytest.mark.parametrize("room", range(11))
def test_a_full_disk_leaves_the_former_length(file, path, monkeypatch, room):
    with monkeypatch.context() as patch:
        swap(patch, write=short_writes(4, room=room))
        with pytest.raises(OSError, match="No space"):
            file.append(b"0123456789\n", sync=True)
    assert path.read_bytes() == b"header\n"
    file.append(b"later\n", sync=True)
    assert path.read_bytes() == b"header\nlater\n"


def test_a_write_that_writes_nothing_is_an_error(file, path, monkeypatch):
    swap(monkeypatch, write=lambda fd, data: 0)
    with pytest.raises(OSError, match="nothing could be written"):
        file.append(b"x\n", sync=False)
    assert path.read_bytes() == b"header\n"


def test_a_failed_flush_rolls_its_own_batch_back_and_writes_the_earlier_ones_again(file, path, monkeypatch):
    file.append(b"one\n", sync=False)
    with monkeypatch.context() as patch:
        swap(patch, fsync=fails(errno.EIO))
        with pytest.raises(OSError, match="Input/output"):
            file.append(b"two\n", sync=True)
    assert path.read_bytes() == b"header\none\n"
    assert not file.synced
    calls = swap(monkeypatch)
    file.append(b"two\n", sync=True)
    # "one" was taken for flushed by the system though it may not be: it goes to the disk once more.
    assert "pwrite" in calls.log
    assert path.read_bytes() == b"header\none\ntwo\n"
    assert file.synced
    calls.log.clear()
    file.append(b"three\n", sync=True)
    assert calls.log == ["write", "fsync"]


def test_a_failed_roll_back_is_made_up_for_before_the_next_batch(file, path, monkeypatch):
    with monkeypatch.context() as patch:
        swap(patch, write=short_writes(4, room=6), ftruncate=fails(errno.EIO))
        with pytest.raises(OSError, match="Input/output"):
            file.append(b"0123456789\n", sync=True)
        with pytest.raises(OSError, match="Input/output"):
            file.append(b"0123456789\n", sync=True)
    assert path.read_bytes() == b"header\n012345"
    file.append(b"later\n", sync=True)
    assert path.read_bytes() == b"header\nlater\n"


def test_an_interrupt_rolls_back_too(file, path, monkeypatch):
    def interrupted(fd, data):
        os.write(fd, data[:2])
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        swap(patch, write=interrupted)
        with pytest.raises(KeyboardInterrupt):
            file.append(b"0123456789\n", sync=True)
    assert path.read_bytes() == b"header\n"


def test_without_fsync_only_the_flush_is_left_out(path, monkeypatch):
    calls = swap(monkeypatch)
    file = LogFile(path, fsync=False)
    calls.log.clear()
    file.append(b"one\n", sync=True)
    assert file.synced
    assert calls.log == ["write"]
    file.close()


@pytest.mark.req("LOG-10")
@pytest.mark.parametrize(
    "change",
    [
        lambda path: path.write_bytes(b"other!\n"),
        lambda path: path.write_bytes(b"header\nmore\n"),
        lambda path: os.truncate(path, 3),
        lambda path: path.unlink(),
        lambda path: path.rename(path.with_name("moved")),
        lambda path: path.with_name("same").write_bytes(b"header\n") and path.with_name("same").replace(path),
        lambda path: path.rename(path.with_name("moved")) and path.symlink_to(path.with_name("moved")),
    ],
    ids=["rewritten", "longer", "shorter", "gone", "moved", "replaced", "linked"],
)
def test_a_file_that_is_no_longer_the_one_read_is_refused(file, path, change):
    change(path)
    left = path.read_bytes() if path.exists() else None
    assert code_of(file.append, b"x\n", sync=True) == "log_changed"
    assert (path.read_bytes() if path.exists() else None) == left


@pytest.mark.req("LOG-10")
def test_the_last_bytes_are_compared_however_long_the_file(path):
    path.write_bytes(b"a" * 100_000 + b"\n")
    file = LogFile(path)
    file.append(b"b" * 10 + b"\n", sync=False)
    with path.open("r+b") as other:
        other.seek(-20, os.SEEK_END)
        other.write(b"c")
    assert code_of(file.append, b"x\n", sync=True) == "log_changed"
    file.close()


@pytest.mark.parametrize("kind", ["missing", "folder", "link"])
def test_what_cannot_be_opened_is_not_writable(tmp_path, path, kind):
    target = tmp_path / kind
    if kind == "folder":
        target.mkdir()
    elif kind == "link":
        target.symlink_to(path)
    assert code_of(LogFile, target) == "not_writable"


def test_closing_twice_does_nothing(path):
    file = LogFile(path)
    file.close()
    file.close()


# -- the first publication


def test_a_file_is_published_whole_in_folders_made_for_it(tmp_path):
    path = tmp_path / "a" / "b" / "session.jsonl"
    publication.publish(path, [b"header\n", b"one\n"])
    assert path.read_bytes() == b"header\none\n"
    assert [each.name for each in path.parent.iterdir()] == ["session.jsonl"]


def test_publishing_syncs_the_file_before_its_name_and_the_name_after(tmp_path, monkeypatch):
    calls = swap(monkeypatch)
    publication.publish(tmp_path / "session.jsonl", [b"header\n"])
    assert calls.log == ["open", "write", "fsync", "link", "open", "fsync"]


def test_publishing_without_fsync_only_leaves_the_flush_out(tmp_path, monkeypatch):
    calls = swap(monkeypatch)
    publication.publish(tmp_path / "session.jsonl", [b"header\n"], fsync=False)
    assert calls.log == ["open", "write", "link"]


def test_a_name_that_is_taken_is_never_written_over(path):
    assert code_of(publication.publish, path, [b"mine\n"]) == "session_exists"
    assert path.read_bytes() == b"header\n"
    assert [each.name for each in path.parent.iterdir()] == ["session.jsonl"]


@pytest.mark.parametrize(
    "fault",
    [{"write": short_writes(3, room=5)}, {"fsync": fails()}, {"link": fails(errno.EPERM)}, {"fsync": fails(after=1)}],
    ids=["write", "fsync file", "link", "fsync folder"],
)
def test_a_publication_that_fails_leaves_nothing_and_can_be_tried_again(tmp_path, monkeypatch, fault):
    path = tmp_path / "session.jsonl"
    with monkeypatch.context() as patch:
        swap(patch, **fault)
        with pytest.raises(OSError, match=r"No space|not permitted"):
            publication.publish(path, [b"header\n", b"one\n"])
    assert not list(tmp_path.iterdir())
    publication.publish(path, [b"header\n"])
    assert path.read_bytes() == b"header\n"


def test_a_leftover_that_is_the_published_file_itself_is_unlinked_not_truncated(path):
    os.link(path, publication.temporary_path(path))
    assert code_of(publication.publish, path, [b"mine\n"]) == "session_exists"
    assert path.read_bytes() == b"header\n"


def test_a_replacement_keeps_the_permissions(path):
    path.chmod(0o640)
    publication.replace(path, [b"header\n", b"better\n"])
    assert path.read_bytes() == b"header\nbetter\n"
    assert path.stat().st_mode & 0o777 == 0o640


def test_a_replacement_that_fails_leaves_the_file(path, monkeypatch):
    with monkeypatch.context() as patch:
        swap(patch, write=short_writes(3, room=5))
        with pytest.raises(OSError, match="No space"):
            publication.replace(path, [b"something longer\n"])
    assert path.read_bytes() == b"header\n"
    assert [each.name for each in path.parent.iterdir()] == ["session.jsonl"]
