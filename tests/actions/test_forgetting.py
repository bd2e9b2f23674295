"""Forgetting: only what is one's own goes, to the trash, never while somebody writes it; no other log is touched."""

import os

import pytest

from support.cli import workbench
from support.screens import QUICK, START
from workbench.actions.cleaning import free, freeable
from workbench.actions.forgetting import forget, forgettable
from workbench.actions.places import Places
from workbench.bench.bench import Bench
from workbench.errors import WorkbenchError
from workbench.session.copies import copy_for_simulation, existing_copy
from workbench.session.lock import WriterLock, lock_path
from workbench.session.paths import find_logs
from workbench.session.reader import read_log


@pytest.fixture
def places(tmp_path):
    return Places(tmp_path / "home")


def make(places, name="mine", cwd="/srv", root=None):
    bench = Bench.new(places.home, start=START, session_id=name, cwd=cwd, options=QUICK, root=root)
    bench.say("every 10 minutes look")
    bench.close()
    return bench.path


def test_a_session_goes_to_the_trash_whole_and_can_be_moved_back(places):
    log = make(places)
    before = log.read_bytes()
    item = forgettable(log, places)
    there = sorted(each.name for each in log.parent.iterdir())
    assert (item.kind, item.moved, item.others) == ("session", log.parent, 0)
    assert item.size == sum(each.stat().st_size for each in log.parent.iterdir())
    trashed = forget(item, places)
    assert trashed == places.trash / "mine-1" / log.parent.relative_to(places.home)
    assert (trashed / log.name).read_bytes() == before
    assert sorted(each.name for each in trashed.iterdir()) == there
    assert not list(find_logs(places.sessions))
    # The project's folder went with its last session, the root of all sessions stays.
    assert list(places.sessions.iterdir()) == []
    log.parent.parent.mkdir()
    trashed.rename(log.parent)
    assert read_log(log).verdict == "ok"


def test_what_else_lies_in_its_folder_is_counted(places):
    log = make(places)
    assert forgettable(log, places).others == 0
    for name in (".git/config", "deep/deeper/f"):
        file = log.parent / name
        file.parent.mkdir(parents=True)
        file.write_text("12345")
    lock_path(log).touch()
    (log.parent / "journal.jsonl").touch()
    (log.parent / "link").symlink_to(places.home)
    item = forgettable(log, places)
    assert item.others == 3
    assert item.size > log.stat().st_size + 10
    # Of a folder that holds several logs only the log itself goes.
    assert not forgettable(make(places, "other", cwd=None), places).others


def test_of_a_copy_its_note_is_its_own(places, tmp_path):
    log = make(places, root=tmp_path / "foreign")
    copy = copy_for_simulation(log, places.home)
    assert forgettable(log, places).others == 0
    (copy.parent / "notes").touch()
    assert forgettable(log, places).others == 1


@pytest.mark.parametrize("way", ["forget", "clean"])
def test_a_place_in_the_trash_goes_once_all_was_moved_back(way, places):
    log = make(places)
    trashed = forget(forgettable(log, places), places)
    log.parent.parent.mkdir()
    trashed.rename(log.parent)
    kept = forget(forgettable(make(places, "kept"), places), places)
    (places.trash / "mine-1/sessions/--srv--").mkdir(parents=True)
    assert [item.folder.name for item in freeable(places)] == ["kept-1"]
    if way == "forget":
        forget(forgettable(make(places, "third"), places), places)
        assert sorted(each.name for each in places.trash.iterdir()) == ["kept-1", "third-1"]
        assert kept.is_dir()
    else:
        assert workbench("clean", home=places.home).status == 0
        assert sorted(each.name for each in places.trash.iterdir()) == ["kept-1", "mine-1"]
        assert workbench("clean", "--yes", home=places.home).status == 0
        assert list(places.trash.iterdir()) == []
    assert log.is_file()


def test_a_neighbour_in_the_same_project_stays(places):
    log, other = make(places), make(places, "other")
    forget(forgettable(log, places), places)
    assert list(find_logs(places.sessions)) == [other]


def test_two_of_the_same_name_get_places_of_their_own(places):
    for number in (1, 2):
        trashed = forget(forgettable(make(places), places), places)
        assert trashed.relative_to(places.trash).parts[0] == f"mine-{number}"


def test_a_run_of_a_scenario_can_be_forgotten(places):
    log = make(places, root=places.runs / "probe-1")
    forget(forgettable(log, places), places)
    assert not log.exists()


def test_a_file_that_has_no_folder_of_its_own_goes_alone(places):
    log = make(places)
    stray = places.sessions / "stray.jsonl"
    stray.write_bytes(log.read_bytes())
    item = forgettable(stray, places)
    assert item.moved == stray
    assert forget(item, places).read_bytes() == log.read_bytes()
    assert list(find_logs(places.sessions)) == [log]


@pytest.mark.req("LOG-11")
def test_one_that_somebody_writes_is_left_alone(places):
    log = make(places)
    item = forgettable(log, places)
    with WriterLock(log), pytest.raises(WorkbenchError) as refused:
        forget(item, places)
    assert refused.value.code == "locked"
    assert str(os.getpid()) in refused.value.message
    assert log.exists()
    assert not lock_path(log).exists()
    assert not places.trash.exists()


@pytest.mark.req("BEN-11")
def test_of_a_foreign_log_only_the_copy_goes(places, tmp_path):
    log = make(Places(tmp_path / "elsewhere"))
    copy = copy_for_simulation(log, places.home)
    before, stamp = log.read_bytes(), log.stat().st_mtime_ns
    item = forgettable(log, places)
    assert (item.kind, item.source, item.log) == ("copy", log, copy)
    forget(item, places)
    assert existing_copy(log, places.home) is None
    assert (log.read_bytes(), log.stat().st_mtime_ns) == (before, stamp)


@pytest.mark.req("BEN-11", "LOG-11")
def test_a_copy_somebody_works_on_stays(places, tmp_path):
    log = make(Places(tmp_path / "elsewhere"))
    copy = copy_for_simulation(log, places.home)
    item = forgettable(copy, places)
    assert item.kind == "copy"
    with WriterLock(copy), pytest.raises(WorkbenchError) as refused:
        forget(item, places)
    assert refused.value.code == "locked"
    assert existing_copy(log, places.home) == copy


def test_a_foreign_log_without_a_copy_leaves_nothing_to_forget(places, tmp_path):
    log = make(Places(tmp_path / "elsewhere"))
    with pytest.raises(WorkbenchError) as refused:
        forgettable(log, places)
    assert refused.value.code == "nothing_to_forget"
    assert log.exists()
    assert not places.home.exists()


def test_one_that_is_gone_is_not_found(places):
    log = make(places)
    log.unlink()
    with pytest.raises(WorkbenchError) as refused:
        forgettable(log, places)
    assert refused.value.code == "not_found"


def test_a_trash_that_cannot_be_made_leaves_everything_in_place(places):
    log = make(places)
    places.trash.write_text("in the way", encoding="utf-8")
    with pytest.raises(WorkbenchError) as refused:
        forget(forgettable(log, places), places)
    assert refused.value.code == "not_writable"
    assert read_log(log).verdict == "ok"
    assert not lock_path(log).exists()


def test_clean_frees_the_trash_and_says_so_before(places):
    forget(forgettable(make(places), places), places)
    (item,) = freeable(places)
    assert (item.kind, item.of) == ("trash", "mine-1")
    assert item.size > 0
    assert "trash" in workbench("clean", home=places.home).out
    free(item)
    assert freeable(places) == []


def test_what_lies_in_the_trash_is_found_by_no_id(places):
    forget(forgettable(make(places), places), places)
    ran = workbench("state", "mine", home=places.home)
    assert ran.status == 2
    assert "not_found" in ran.err
