"""Carrying a repair out: a backup first, one step, and nothing half done whatever happens (LOG-13)."""

import errno
import os
import stat

import pytest

from support.damaged import KINDS, LINES, NAMES, stored
from support.killed_writer import DAMAGE
from support.killing import killed_at_every_boundary
from workbench.errors import WorkbenchError
from workbench.session import mended, publication
from workbench.session.check import check_file
from workbench.session.lock import WriterLock, lock_path
from workbench.session.mended import apply_repair
from workbench.session.mending import plan_repair
from workbench.session.paths import find_logs

pytestmark = pytest.mark.req("LOG-13")


@pytest.fixture(params=KINDS)
def path(request, tmp_path):
    log = tmp_path / NAMES[request.param]
    log.write_bytes(stored(LINES[:25] + LINES[26:], request.param))
    return log


def names(path):
    return sorted(each.name for each in path.parent.iterdir())


def refused(plan):
    """Why the plan is not carried out; the folder is as it was."""
    before = {each: each.read_bytes() for each in plan.path.parent.iterdir()}
    with pytest.raises(WorkbenchError) as error:
        apply_repair(plan)
    assert {each: each.read_bytes() for each in plan.path.parent.iterdir()} == before
    return error.value


def test_the_backup_is_the_file_as_it_was(path):
    path.chmod(0o640)
    before = path.read_bytes()
    done = apply_repair(plan_repair(path))
    assert done.backup.read_bytes() == before
    assert done.backup.name == f"{path.name}.backup-1"
    assert {stat.S_IMODE(each.stat().st_mode) for each in (path, done.backup)} == {0o640}
    assert done.backup.stat().st_ino != path.stat().st_ino
    assert names(path) == [path.name, done.backup.name]
    assert list(find_logs(path.parent)) == [path], "a backup is no session"


def test_a_backup_is_never_written_over(path):
    for name in ("backup-1", "backup-2"):
        path.with_name(f"{path.name}.{name}").write_bytes(b"mine")
    done = apply_repair(plan_repair(path))
    assert done.backup.name == f"{path.name}.backup-3"
    assert path.with_name(f"{path.name}.backup-1").read_bytes() == b"mine"


def test_what_a_killed_repair_left_is_in_nobodys_way(path):
    for leftover in (f".{path.name}.backup-new", f".{path.name}.new"):
        path.with_name(leftover).write_bytes(b"half of it")
    done = apply_repair(plan_repair(path))
    assert names(path) == [path.name, done.backup.name]


def test_the_progress_ends_at_all_of_it(path):
    told = []
    apply_repair(plan_repair(path), progress=lambda done, of: told.append((done, of)))
    assert told == sorted(told)
    assert told[0][0] < told[-1][0] <= told[-1][1]


def test_a_log_that_somebody_writes_is_left_alone(path):
    plan = plan_repair(path)
    with WriterLock(path):
        assert refused(plan).code == "locked"


@pytest.mark.parametrize("how", ["grown", "touched", "replaced", "gone"])
def test_only_the_file_that_was_planned_for_is_repaired(path, how):
    plan = plan_repair(path)
    data = path.read_bytes()
    if how == "grown":
        path.write_bytes(data + b"x")
    elif how == "touched":
        os.utime(path, ns=(1, 1))
    else:
        before = path.stat()
        path.rename(path.with_name("elsewhere"))
        if how == "replaced":
            path.write_bytes(data)
            os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns))
    assert refused(plan).code == {"gone": "not_found"}.get(how, "log_changed")


def test_a_file_that_changes_meanwhile_is_not_replaced(path, monkeypatch):
    plan = plan_repair(path)
    grown = path.read_bytes() + b"more"
    real = mended._parts

    def parts(*args):
        yield from real(*args)
        path.write_bytes(grown)

    monkeypatch.setattr(mended, "_parts", parts)
    with pytest.raises(WorkbenchError, match="changed while") as error:
        apply_repair(plan)
    assert error.value.code == "log_changed"
    assert path.read_bytes() == grown
    assert names(path)[0] == path.name


@pytest.mark.parametrize("room", [0, 1, 3000, 20_000])
def test_a_full_disk_changes_nothing(path, monkeypatch, room):
    plan = plan_repair(path)
    left = min(path.stat().st_size + 100, room)
    real = publication.write_all

    def write_all(fd, data):
        nonlocal left
        real(fd, bytes(data)[:left])
        left -= len(data)
        if left < 0:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(publication, "write_all", write_all)
    error = refused(plan)
    assert (error.code, error.hint) == ("not_writable", "nothing was changed")
    assert "No space left" in error.message


@pytest.mark.parametrize("name", NAMES.values())
def test_a_repair_killed_at_any_boundary_leaves_the_old_file_or_the_new_one(tmp_path, name):
    deaths, life = killed_at_every_boundary("repair", tmp_path / "lives", name)
    new = (life / "logs" / name).read_bytes()
    [backup] = (life / "logs").glob("*.backup-1")
    old = backup.read_bytes()
    assert old.endswith(DAMAGE)
    seen = set()
    for death in deaths:
        folder = death / "logs"
        found = (folder / name).read_bytes()
        backups = [each.read_bytes() for each in folder.glob(f"{name}.backup-*")]
        assert found in (old, new)
        assert backups in ([], [old])
        assert found == old or backups == [old]
        seen.add((found == new, bool(backups)))
        assert list(find_logs(folder)) == [folder / name]
        if found == old:
            apply_repair(plan_repair(folder / name), fsync=False)
        assert (folder / name).read_bytes() == new
        assert check_file(folder / name).verdict == "ok"
        left = {each.name.replace("backup-2", "backup-1") for each in folder.iterdir()}
        assert left - {lock_path(folder / name).name} == {name, f"{name}.backup-1"}
    assert seen == {(False, False), (False, True), (True, True)}
