"""Where the parent of a fork is looked for, in which order, and that nothing of it ever fails."""

import shutil

import pytest

from support.loggen import header_line, write_log
from support.screens import QUICK, START
from workbench.bench.bench import Bench
from workbench.fronts.tui.compare.parents import find_parent
from workbench.session.copies import copy_for_simulation
from workbench.session.paths import log_path


@pytest.fixture
def home(tmp_path):
    return tmp_path / "home"


@pytest.fixture(autouse=True)
def bundled(tmp_path, monkeypatch):
    """The folder of examples: empty unless a test puts something there."""
    folder = tmp_path / "examples"
    folder.mkdir()
    monkeypatch.setattr("workbench.actions.places.bundled_folder", lambda: folder)
    return folder


def put(root, session_id, compression="none"):
    path = log_path(root, None, session_id, compression)
    path.parent.mkdir(parents=True)
    path.write_bytes(header_line(session_id, None))
    return path


def child_in(root):
    return put(root, "child")


def test_next_to_the_child_comes_first(tmp_path, home):
    child = child_in(tmp_path / "there")
    beside = put(tmp_path / "there", "parent")
    put(home / "sessions", "parent")
    assert find_parent("parent", (child,), home, None).path == beside


@pytest.mark.parametrize("place", ["sessions", "sessions/zstd", "runs/fork-pair-1"])
def test_ones_own_sessions_and_runs_are_looked_through(tmp_path, home, place):
    found = put(home / place, "parent")
    assert find_parent("parent", (child_in(tmp_path / "there"),), home, None).path == found


def test_a_copy_is_known_by_what_it_was_copied_from(tmp_path, home):
    child = child_in(tmp_path / "there")
    copy = copy_for_simulation(put(tmp_path / "far", "parent"), home, fsync=False)
    shutil.rmtree(tmp_path / "far")
    assert find_parent("parent", (child,), home, None).path == copy


def test_beside_what_the_child_is_a_copy_of(tmp_path, home):
    source = child_in(tmp_path / "there")
    beside = put(tmp_path / "there", "parent")
    copy = copy_for_simulation(source, home, fsync=False)
    assert find_parent("parent", (source, copy), home, None).path == beside


def test_then_the_extra_root_then_the_examples(tmp_path, home, bundled):
    child = child_in(tmp_path / "there")
    example = put(bundled, "parent")
    assert find_parent("parent", (child,), home, None).path == example
    extra = put(tmp_path / "root", "parent")
    assert find_parent("parent", (child,), home, tmp_path / "root").path == extra


def test_a_log_that_lies_loose_beside_the_child_is_known_by_its_header(tmp_path, home):
    write_log(tmp_path / "one.jsonl", 20, session_id="parent", cwd=None)
    child = tmp_path / "two.jsonl"
    write_log(child, 10, session_id="child", cwd=None)
    assert find_parent("parent", (child,), home, None).path == tmp_path / "one.jsonl"


def test_a_log_with_another_id_in_its_header_is_passed_by(tmp_path, home):
    child = child_in(tmp_path / "there")
    wrong = put(tmp_path / "there", "parent")
    wrong.write_bytes(header_line("stranger", None))
    right = put(home / "sessions", "parent")
    assert find_parent("parent", (child,), home, None).path == right


def test_a_session_is_never_its_own_parent(tmp_path, home):
    child = child_in(tmp_path / "there")
    assert find_parent("child", (child,), home, None).path is None


@pytest.mark.parametrize("name", ["", ".", "..", "a/b", "x" * 5000, "nul\0byte", "half \ud800", "~", "../../etc"])
def test_no_id_is_too_strange(tmp_path, home, name):
    child = child_in(tmp_path / "there")
    found = find_parent(name, (child, tmp_path / "loose.jsonl"), home, tmp_path / "nowhere")
    assert found.path is None
    assert "next to it" in found.looked


def test_the_places_are_named(tmp_path, home):
    looked = find_parent("parent", (child_in(tmp_path),), home, tmp_path / "root").looked
    assert looked == (
        f"next to it, in your sessions, copies and runs, below {tmp_path / 'root'}, among the bundled examples"
    )


def test_of_several_runs_the_newest_is_taken(tmp_path, home):
    older, newer = (put(home / f"runs/pair-{number}", "parent") for number in (1, 2))
    shutil.copystat(newer, older)
    newer.write_bytes(newer.read_bytes())
    import os

    os.utime(older, ns=(1, 1))
    assert find_parent("parent", (child_in(tmp_path / "there"),), home, None).path == newer


def test_a_real_fork_finds_its_parent(home):
    parent = Bench.new(home, start=START, session_id="night", options=QUICK)
    parent.say("every 10 minutes check the build")
    child = parent.fork(session_id="day")
    parent.close()
    child.close()
    assert find_parent("night", (child.path,), home, None).path == parent.path
