"""Checking folders: links, loops, what cannot be read, and files beside logs that are none (LOG-13)."""

import os
import stat

import pytest

from support.cli import workbench
from support.damaged import CASES, LINES, stored
from workbench.session.check import check_paths
from workbench.session.paths import find_logs

pytestmark = pytest.mark.req("LOG-13")
NEWER = b'{"type":"session","version":4,"id":"n","createdAt":1}\n'


def put(folder, data, name="session.jsonl"):
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / name
    path.write_bytes(data)
    return path


def checked(folder):
    return {result.path.removeprefix(f"{folder}/"): result for result in check_paths([folder])}


def test_a_link_to_a_log_is_checked_once_with_the_log(tmp_path):
    log = put(tmp_path / "logs" / "one", stored(LINES, "none"))
    outside = put(tmp_path / "outside", stored(LINES[:25] + LINES[26:], "none"))
    (tmp_path / "logs" / "again.jsonl").symlink_to(log)
    (tmp_path / "logs" / "other.jsonl").symlink_to(outside)
    found = checked(tmp_path / "logs")
    assert {name: result.verdict for name, result in found.items()} == {"again.jsonl": "ok", "other.jsonl": "corrupt"}
    assert list(find_logs(tmp_path / "logs")) == [log], "other searches follow no link"


def test_loops_and_links_to_folders_end(tmp_path):
    folder = tmp_path / "logs"
    put(folder / "one", stored(LINES, "none"))
    (folder / "loop").symlink_to(folder)
    (folder / "session.jsonl").symlink_to(folder / "session.jsonl")
    (folder / "one" / "session.jsonl.zstd").symlink_to(tmp_path / "nowhere")
    found = checked(folder)
    assert {name: (result.readable, [each.kind for each in result.problems]) for name, result in found.items()} == {
        "session.jsonl": (False, ["not_readable"]),
        "one/session.jsonl": (True, []),
        "one/session.jsonl.zstd": (False, ["not_found"]),
    }


@pytest.mark.skipif(os.geteuid() == 0, reason="nothing is unreadable to root")
def test_a_folder_that_cannot_be_read_is_said_for_real(tmp_path):
    put(tmp_path / "shut", stored(LINES, "none"))
    (tmp_path / "shut").chmod(0)
    try:
        [result] = check_paths([tmp_path])
    finally:
        (tmp_path / "shut").chmod(stat.S_IRWXU)
    assert (result.path, result.readable) == (str(tmp_path / "shut"), False)


def test_a_folder_that_cannot_be_read_is_said(tmp_path, monkeypatch):
    put(tmp_path / "open", stored(LINES, "none"))
    shut = tmp_path / "shut"
    put(shut, stored(LINES, "none"))
    real = os.scandir

    def scandir(path):
        if os.fspath(path) == os.fspath(shut):
            raise PermissionError(13, "Permission denied", os.fspath(path))
        return real(path)

    monkeypatch.setattr(os, "scandir", scandir)
    found = checked(tmp_path)
    assert found["open/session.jsonl"].verdict == "ok"
    assert [(each.kind, each.message) for each in found["shut"].problems] == [
        ("not_readable", f"the folder {shut} cannot be read: Permission denied")
    ]


def test_what_lies_beside_a_log_is_no_log(tmp_path):
    put(tmp_path, stored(LINES, "none"))
    put(tmp_path, b'{"what":"create","at":1}\n', "journal.jsonl")
    put(tmp_path, stored(LINES, "none"), "session.jsonl.backup-1")
    put(tmp_path, b"{}", "session.jsonl.lock")
    put(tmp_path, b'{"path":"x"}', "source.json")
    assert list(checked(tmp_path)) == ["session.jsonl"]


def test_a_whole_harness_home_in_words(tmp_path):
    """A missing number, a repeated one, a second writer and a newer format are told apart, and the sum is said."""
    named = {case.name: case for case in CASES}
    for name in ("missing number", "repeated line", "second writer"):
        put(tmp_path / "--srv-generated--" / name.replace(" ", "-"), named[name].stored("none"), "log.jsonl")
    put(tmp_path / "--srv-generated--" / "newer", NEWER, "session.v4.jsonl")
    put(tmp_path / "--srv-generated--" / "generated", stored(LINES, "none"))
    put(tmp_path / "--srv-generated--" / "text", b"dear diary\n")
    ran = workbench("check", tmp_path)
    assert ran.status == 1
    lines = ran.out.splitlines()
    for words in (
        "  missing_number: line 27 is event 26: event 25 is missing",
        "  repeated_number: line 27 repeats event 23",
        "  second_writer: line 27 is another event 15: two writers have written here",
        "  newer_format: the log is written by format 4; this version reads format 0 and shows the rest raw",
    ):
        assert words in lines
    assert lines[-1] == "6 files: 1 ok, 3 corrupt, 1 unsupported, 1 unreadable"
    assert sum("shows what a repair would keep and lose" in each for each in lines) == 3
    assert len(workbench("check", tmp_path, "--json").objects) == 6
