"""Opening: which files are read, how big they may be, and that reading leaves everything as it was (LOG-1, LOG-8)."""

import json
import os
import random
import socket
from pathlib import Path

import pytest

from support.loggen import event_line, event_lines, header_line, write_log
from support.logmaker import framed_log
from workbench.errors import WorkbenchError
from workbench.session.limits import Limits
from workbench.session.reader import read_log, read_stored
from workbench.session.source import BytesSource
from workbench.session.tail import read_tail

END = {"turn": 1, "reason": {"kind": "completed"}}


def refused(path, **more):
    with pytest.raises(WorkbenchError) as caught:
        read_log(path, **more)
    with pytest.raises(WorkbenchError) as again:
        read_tail(path, 5)
    assert caught.value.code == again.value.code
    return caught.value.code


@pytest.mark.req("LOG-1")
def test_names_that_lead_nowhere(tmp_path):
    (tmp_path / "file").write_text("x")
    (tmp_path / "loop").symlink_to("loop")
    (tmp_path / "dangling").symlink_to("nothing")
    assert refused(tmp_path / "missing.jsonl") == "not_found"
    assert refused(tmp_path / "file" / "below") == "not_found"
    assert refused(tmp_path / "dangling") == "not_found"
    assert refused(tmp_path) == "is_folder"
    assert refused(tmp_path / "loop") == "not_readable"
    assert refused(tmp_path / ("x" * 300)) == "not_readable"


@pytest.mark.req("LOG-1")
@pytest.mark.parametrize("name", ["a\x00b", "a\nb", "a\x1b[31mb", "a\x7fb", "a\x9bb"])
def test_a_name_with_control_characters_is_refused_before_it_is_used(tmp_path, name):
    assert refused(tmp_path / name) == "unsafe_name"


@pytest.mark.req("LOG-8")
def test_what_is_no_regular_file_never_blocks(tmp_path):
    os.mkfifo(tmp_path / "pipe")
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind(str(tmp_path / "socket"))
        assert refused(tmp_path / "pipe") == "not_readable"
        assert refused(tmp_path / "socket") == "not_readable"
    assert refused(Path("/dev/zero")) == "not_readable"


@pytest.mark.req("LOG-8")
@pytest.mark.skipif(os.geteuid() == 0, reason="root may read everything")
def test_a_file_that_may_not_be_read(tmp_path):
    path = tmp_path / "secret.jsonl"
    path.write_bytes(header_line())
    path.chmod(0)
    assert refused(path) == "not_readable"


@pytest.mark.req("LOG-1")
def test_a_relative_path_and_a_link_to_a_log_open(tmp_path, monkeypatch):
    (tmp_path / "below").mkdir()
    write_log(tmp_path / "log.jsonl", 30)
    (tmp_path / "link").symlink_to("log.jsonl")
    monkeypatch.chdir(tmp_path / "below")
    assert read_log(Path("../log.jsonl")).verdict == "ok"
    assert read_log(Path("../link")).verdict == "ok"


@pytest.mark.req("LOG-9", "SCH-24")
@pytest.mark.parametrize("compressed", [False, True])
@pytest.mark.parametrize("cut", [0, 5])
def test_reading_changes_neither_the_file_nor_its_folder(tmp_path, compressed, cut):
    lines = list(event_lines(200))
    data = framed_log([lines[:100], lines[100:]]) if compressed else header_line() + b"".join(lines)
    path = tmp_path / "log"
    path.write_bytes(data[: len(data) - cut])
    path.chmod(0o400)
    tmp_path.chmod(0o500)
    before = path.stat()
    log = read_log(path)
    list(log.index.events_from())
    log.state_at(50)
    tmp_path.chmod(0o700)
    after = path.stat()
    assert (before.st_mtime_ns, before.st_size, before.st_ino) == (after.st_mtime_ns, after.st_size, after.st_ino)
    assert list(tmp_path.iterdir()) == [path]
    assert path.read_bytes() == data[: len(data) - cut]


@pytest.mark.req("LOG-8")
@pytest.mark.parametrize(
    ("length", "sound"), [(999_999, True), (1_000_000, True), (1_000_001, False), (5_000_000, False)]
)
@pytest.mark.parametrize("complete", [True, False])
def test_a_line_has_a_limit(length, sound, complete):
    empty = event_line("goal/change", 0, 5, {"x": ""})[:-1]
    line = event_line("goal/change", 0, 5, {"x": "y" * (length - len(empty))})[:-1]
    data = header_line() + line + (b"\n" if complete else b"")
    if sound:
        log = read_stored(BytesSource(data), Path("x"), limits=Limits(line=1_000_000))
        assert log.verdict == ("ok" if complete else "torn")
        return
    with pytest.raises(WorkbenchError, match="a line is larger") as caught:
        read_stored(BytesSource(data), Path("x"), limits=Limits(line=1_000_000))
    assert caught.value.code == "too_large"


@pytest.mark.req("LOG-8")
@pytest.mark.parametrize("compressed", [False, True])
def test_a_line_of_20_mb_is_read_shown_and_found_again(tmp_path, compressed):
    long = event_line("goal/change", 1, 5, {"x": random.Random(1).randbytes(10_000_000).hex()})
    lines = [event_line("turn/start", 0, 5, {"turn": 1}), long, event_line("turn/end", 2, 6, END)]
    path = tmp_path / "log"
    path.write_bytes(framed_log([[line] for line in lines]) if compressed else header_line() + b"".join(lines))
    log = read_log(path)
    assert (log.verdict, log.index.events) == ("ok", 3)
    assert log.index.head(1, 100) == long[:100]
    assert log.index.raw(1) == long[:-1]
    assert [log.index.raw(row) for row in (0, 2)] == [lines[0][:-1], lines[2][:-1]]
    assert read_tail(path, 1).events[0].type == "turn/end"


@pytest.mark.req("LOG-8")
@pytest.mark.parametrize("opener", ['{"a":', "["])
def test_deep_nesting_is_an_unreadable_line_wherever_it_stands(opener):
    deep = opener * 200_000
    for line in (deep, '{"type":"goal/change","seq":0,"time":5,"data":' + deep):
        log = read_stored(BytesSource(header_line() + line.encode() + b"\n"), Path("x"))
        assert (log.verdict, log.index.rows) == ("torn", 0)
    with pytest.raises(WorkbenchError) as caught:
        read_stored(BytesSource(deep.encode() + b"\n"), Path("x"))
    assert caught.value.code == "not_a_log"


@pytest.mark.req("LOG-1", "LOG-13")
def test_a_log_in_the_wrong_place_is_shown_with_a_problem(tmp_path):
    right = tmp_path / "--srv-generated--" / "generated" / "session.jsonl"
    wrong = tmp_path / "--srv-other--" / "generated" / "session.jsonl"
    for path in (right, wrong):
        path.parent.mkdir(parents=True)
        write_log(path, 30)
    assert read_log(right, root=tmp_path).problems == ()
    for root in (None, tmp_path):
        log = read_log(wrong, root=root)
        assert (log.verdict, log.index.events) == ("ok", 30)
        assert [(each.kind, each.line) for each in log.problems if each.kind != "open_turn"] == [("wrong_identity", 1)]
        assert (log.problems[0].expected, log.problems[0].found) == (
            "--srv-generated--/generated", "--srv-other--/generated"
        )  # fmt: skip


@pytest.mark.req("LOG-1")
def test_a_file_without_the_shape_of_a_log_path_has_no_identity_to_check(tmp_path):
    path = tmp_path / "copy.jsonl"
    write_log(path, 10)
    assert read_log(path).problems == ()
    assert [each.kind for each in read_log(path, root=tmp_path).problems] == ["wrong_identity"]


@pytest.mark.req("LOG-8")
def test_a_file_that_shrinks_while_it_is_open_is_an_error_with_a_code(tmp_path):
    path = tmp_path / "log.jsonl"
    write_log(path, 20_000)
    log = read_log(path)
    os.truncate(path, 1000)
    for look in (lambda: log.index.raw(9999), lambda: list(log.index.lines(0, 20_000)), lambda: log.state_at(9999)):
        with pytest.raises(WorkbenchError) as caught:
            look()
        assert caught.value.code == "log_changed"


@pytest.mark.req("LOG-8")
def test_the_message_of_a_foreign_file_says_what_a_log_starts_with(tmp_path):
    path = tmp_path / "data.json"
    path.write_text(json.dumps({"a": 1}, indent=2), encoding="utf-8")
    with pytest.raises(WorkbenchError, match="not a session log") as caught:
        read_log(path)
    assert '"type":"session"' in caught.value.hint
