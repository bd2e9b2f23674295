"""Folder names of sessions, and finding logs below a folder (LOG-1)."""

import os
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from support.loggen import header_line, write_log
from support.logmaker import framed_log
from workbench.errors import UsageError
from workbench.session.events import Header
from workbench.session.paths import (
    check_identity,
    compression_of,
    decode_id,
    encode_id,
    find_logs,
    is_taken,
    log_path,
    project_key,
    real_path,
)


@pytest.mark.req("LOG-1")
@pytest.mark.parametrize(
    ("cwd", "key"),
    [
        (None, "_no-cwd"),
        ("", "--root--"),
        ("/", "--root--"),
        ("///", "--root--"),
        ("/srv/demo", "--srv-demo--"),
        ("/srv/demo/", "--srv-demo---"),
        ("C:\\Users\\me", "--C-Users-me--"),
        ("a:/\\:b", "--a-b--"),
        ("-x", "--x--"),
        ("/a b", "--a~0020b--"),
        ("/ü", "--~00FC--"),
        ("/\U0001f680", "--~D83D~DE80--"),
        ("/~", "--~007E--"),
        ("/" + "x" * 300, "--" + "x" * 251 + "--"),
        ("/a.b_c-D9", "--a.b_c-D9--"),
    ],
)
def test_project_keys(cwd, key):
    assert project_key(cwd) == key


@pytest.mark.req("LOG-1")
@pytest.mark.parametrize(
    ("session_id", "name"),
    [
        ("all-kinds", "all-kinds"), (".", "~002E"), ("..", "~002E~002E"), ("...", "..."), ("a/b", "a~002Fb"),
        ("../x", "..~002Fx"), ("a\x00b", "a~0000b"), ("\ud83d", "~D83D"), ("é", "~00E9"), ("~", "~007E"),
        ("\U0001f680", "~D83D~DE80"),
    ],
)  # fmt: skip
def test_ids_become_safe_folder_names_and_back(session_id, name):
    assert encode_id(session_id) == name
    assert decode_id(name) == session_id


@pytest.mark.req("LOG-1")
@given(st.text(st.characters(codec=None, exclude_categories=()), max_size=20))
def test_every_id_has_one_safe_name(session_id):
    name = encode_id(session_id)
    assert name not in {".", ".."}
    assert set(name) <= set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789._-~")
    assert encode_id(decode_id(name)) == name


@pytest.mark.req("LOG-1")
@given(st.text(max_size=20))
def test_a_folder_name_that_nobody_made_decodes_to_something(name):
    assert isinstance(decode_id(name), str)


@pytest.mark.req("LOG-1", "LOG-6")
@pytest.mark.parametrize(("compression", "file"), [("none", "session.jsonl"), ("zstd", "session.jsonl.zstd")])
def test_where_a_log_lies(compression, file):
    path = log_path(Path("root"), "/srv/demo", "x/y", compression)
    assert path == Path("root/--srv-demo--/x~002Fy") / file
    assert compression_of(path) == compression


@pytest.mark.req("LOG-1")
@pytest.mark.parametrize(
    ("cwd", "session_id", "code"),
    [
        ("/" + "x" * 5000, "x" * 255, None),
        ("/" + "é" * 50, "é" * 51, None),
        ("/" + "é" * 51, "a", "invalid_cwd"),
        ("/" + "日" * 5000, "a", "invalid_cwd"),
        (None, "x" * 256, "invalid_id"),
        (None, "é" * 52, "invalid_id"),
        (None, "a" * 5000, "invalid_id"),
    ],
)
def test_a_name_that_no_file_system_takes_has_no_place(tmp_path, cwd, session_id, code):
    if code is None:
        log_path(tmp_path, cwd, session_id).parent.mkdir(parents=True)
        return
    with pytest.raises(UsageError, match="255 are accepted") as refusal:
        log_path(tmp_path, cwd, session_id)
    assert refusal.value.code == code
    assert len(refusal.value.message) < 200


@pytest.mark.req("LOG-1")
def test_names_that_the_system_does_not_take_are_not_taken_and_lead_nowhere_else(tmp_path):
    loop = tmp_path / "loop"
    loop.symlink_to(loop)
    assert is_taken(loop)
    assert real_path(loop) == loop
    for name in ("a" * 300, "a\0b", "b/" * 3000):
        assert not is_taken(tmp_path / name)
        assert real_path(tmp_path / name) == tmp_path / name


HEADER = Header(id="..", created_at=1, cwd="/srv/demo")


@pytest.mark.req("LOG-1")
@pytest.mark.parametrize(
    ("path", "root", "sound"),
    [
        ("r/--srv-demo--/~002E~002E/session.jsonl", None, True),
        ("r/--srv-demo--/~002E~002E/session.jsonl.zstd", None, True),
        ("r/--srv-demo--/other/session.jsonl", None, False),
        ("r/--other--/~002E~002E/session.jsonl", None, False),
        ("r/_no-cwd/~002E~002E/session.jsonl", None, False),
        ("r/--srv-demo--/other/session.v4.jsonl", None, False),
        ("r/--srv-demo--/other/copy.jsonl", None, True),
        ("r/anything/other/session.jsonl", None, True),
        ("session.jsonl", None, True),
        ("r/--srv-demo--/~002E~002E/session.jsonl", "r", True),
        ("r/--srv-demo--/~002E~002E/session.jsonl", "other", False),
        ("r/x/--srv-demo--/~002E~002E/session.jsonl", "r", False),
        ("r/session.jsonl", "r", False),
    ],
)
def test_identity_is_checked_below_a_root_or_where_the_path_has_the_shape(path, root, sound):
    problem = check_identity(Path(path), HEADER, Path(root) if root else None)
    assert (problem is None) == sound
    if problem is not None:
        assert (problem.kind, problem.line, problem.expected) == ("wrong_identity", 1, "--srv-demo--/~002E~002E")


@pytest.mark.req("LOG-1", "LOG-13")
def test_logs_are_found_by_name_or_by_their_first_bytes(tmp_path):
    def put(name, data=b""):
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
        return path

    wanted = [
        put("--srv-demo--/a/session.jsonl", b"damaged beyond words"),
        put("--srv-demo--/b/session.jsonl.zstd"),
        put("--srv-demo--/c/session.v4.jsonl"),
        put("deep/down/here/any name.jsonl", header_line()),
        put("deep/mark.jsonl", b"\xef\xbb\xbf" + header_line()),
        put("deep/packed.zstd", framed_log([])),
    ]
    for stranger in ("data.jsonl", "notes.txt", "deep/session.json", "deep/other.zstd"):
        put(stranger, b'{"a":1}\n')
    (tmp_path / "link.jsonl").symlink_to(wanted[3])
    (tmp_path / "folder").symlink_to(tmp_path)
    os.mkfifo(tmp_path / "session.jsonl")
    assert list(find_logs(tmp_path)) == sorted(wanted, key=lambda path: (path.parent.as_posix(), path.name))


@pytest.mark.req("LOG-13")
def test_a_folder_that_is_gone_holds_no_logs(tmp_path):
    assert list(find_logs(tmp_path / "nowhere")) == []
    write_log(tmp_path / "session.jsonl", 3)
    assert list(find_logs(tmp_path / "session.jsonl")) == []
