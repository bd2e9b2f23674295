"""Files that cannot be used: each has its code, and the message names the file and what to do. Nothing is touched."""

import os
import shutil
import sqlite3
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from workbench.errors import WorkbenchError
from workbench.services.store.database import open_database

pytestmark = pytest.mark.req("REM-1")
ROOT = Path(__file__).parents[3]
INSERT = "INSERT INTO keys VALUES (?, zeroblob(?))"


@pytest.fixture
def path(tmp_path):
    return tmp_path / "account.db"


@pytest.fixture
def database(path):
    made = open_database(path, busy_ms=0)
    yield made
    made.close()


def kept(database):
    """The keys that a test stored."""
    with database.read() as connection:
        return {row["name"] for row in connection.execute("SELECT name FROM keys WHERE length(secret) <> 32")}


def check(error, code, path):
    assert error.value.code == code
    assert str(path) in error.value.message
    assert error.value.hint
    assert error.value.hint in error.value.message
    assert error.value.details == {"path": str(path)}


def refused_to_open(path, code):
    with pytest.raises(WorkbenchError) as error:
        open_database(path, busy_ms=0)
    check(error, code, path)
    return error.value.message


def test_locked(database, path):
    holder = sqlite3.connect(path, isolation_level=None)
    holder.execute("BEGIN IMMEDIATE")
    with pytest.raises(WorkbenchError) as error, database.write():
        pytest.fail("somebody else holds the lock")
    check(error, "database_locked", path)
    assert kept(database) == set()
    holder.execute("ROLLBACK")
    with database.write() as connection:
        connection.execute(INSERT, ("later", 1))
    holder.close()


def test_locked_while_it_is_made(path):
    path.touch()
    holder = sqlite3.connect(path, isolation_level=None)
    holder.execute("BEGIN EXCLUSIVE")
    refused_to_open(path, "database_locked")
    holder.execute("ROLLBACK")
    holder.close()
    open_database(path).close()


def test_waits_for_a_writer_that_lets_go(path):
    database = open_database(path)
    inside, done = threading.Event(), threading.Event()

    def hold():
        with database.write() as connection:
            connection.execute(INSERT, ("first", 1))
            inside.set()
            done.wait(10)

    thread = threading.Thread(target=hold)
    thread.start()
    inside.wait(10)
    threading.Timer(0.05, done.set).start()
    with database.write() as connection:
        connection.execute(INSERT, ("second", 1))
    thread.join()
    assert kept(database) == {"first", "second"}
    database.close()


@pytest.mark.parametrize("what", ["file", "folder"])
def test_read_only(path, what):
    """Asked in a process without a superuser's rights, to whom every file is writable."""
    open_database(path).close()
    path.chmod(0o444)
    path.parent.chmod(0o555 if what == "folder" else 0o777)
    for folder in path.parents[1:-2]:
        if folder.owner() == path.owner() and folder.stat().st_uid == os.getuid():
            folder.chmod(folder.stat().st_mode | 0o055)
    program = (
        "import os, sys\n"
        "from pathlib import Path\n"
        "from workbench.errors import WorkbenchError\n"
        "from workbench.services.store.database import open_database\n"
        "import workbench.services.store.migrations\n"
        "if os.getuid() == 0: os.setgroups([]); os.setgid(65534); os.setuid(65534)\n"
        "try: open_database(Path(sys.argv[1]))\n"
        "except WorkbenchError as error: print(error.code, error.message)\n"
    )
    before = path.read_bytes()
    run = subprocess.run([sys.executable, "-c", program, path], cwd=ROOT, capture_output=True, text=True, check=True)
    path.parent.chmod(0o700)
    assert run.stdout.startswith("database_read_only ")
    assert str(path) in run.stdout
    assert path.read_bytes() == before


def test_becomes_read_only_while_open(database, path):
    with database.write() as connection:
        connection.execute("PRAGMA query_only = ON")
        with pytest.raises(WorkbenchError) as error, database.write():
            connection.execute(INSERT, ("more", 1))
    check(error, "database_read_only", path)


def test_full(database, path):
    with database.read() as connection:
        pages = connection.execute("PRAGMA page_count").fetchone()[0]
        connection.execute(f"PRAGMA max_page_count = {pages}")
    with pytest.raises(WorkbenchError) as error, database.write() as connection:  # noqa: PT012 - undone as a whole
        connection.execute(INSERT, ("small", 1))
        connection.execute(INSERT, ("large", 1_000_000))
    check(error, "database_full", path)
    assert kept(database) == set()
    with database.write() as connection:
        connection.execute(INSERT, ("small", 1))
    assert kept(database) == {"small"}


@pytest.fixture
def small_disk(tmp_path):
    disk = tmp_path / "disk"
    disk.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=512k", "tmpfs", str(disk)]
    if (
        os.getuid() != 0
        or not shutil.which("mount")
        or subprocess.run(mount, check=False, capture_output=True).returncode
    ):
        pytest.skip("needs the right to mount a small disk")
    yield disk
    subprocess.run(["umount", "-l", str(disk)], check=True)


def test_a_disk_that_is_really_full(small_disk):
    path = small_disk / "account.db"
    database = open_database(path)
    with database.write() as connection:
        connection.execute(INSERT, ("kept", 10))
    with pytest.raises(WorkbenchError) as error, database.write() as connection:
        connection.execute(INSERT, ("large", 1_000_000))
    check(error, "database_full", path)
    assert kept(database) == {"kept"}
    database.close()
    again = open_database(path)
    with again.read() as connection:
        assert connection.execute("PRAGMA integrity_check").fetchone()[0] == "ok"
    again.close()


@pytest.mark.parametrize("free", [0, 4_096, 40_960])
def test_a_disk_that_is_full_before_it_begins(small_disk, free):
    fill = small_disk / "fill"
    fill.write_bytes(bytes(512 * 1024 - free))
    path = small_disk / "account.db"
    refused_to_open(path, "database_full")
    fill.unlink()
    open_database(path).close()


def test_a_long_name_is_told_whole(tmp_path):
    path = tmp_path / ("x" * 200) / "\x1b[31mred\udcff.db"
    path.parent.mkdir()
    path.write_text("a letter")
    with pytest.raises(WorkbenchError) as error:
        open_database(path)
    assert "x" * 200 in error.value.message
    assert "\x1b" not in error.value.message
    error.value.message.encode()


@pytest.mark.parametrize(
    "content",
    [b"a letter to somebody\n" * 500, b"\x00" * 4096, b"SQLite format", b"\x89PNG\r\n\x1a\n", b"\n"],
)
def test_no_database(path, content):
    path.write_bytes(content)
    refused_to_open(path, "database_foreign")
    assert path.read_bytes() == content
    assert list(path.parent.iterdir()) == [path]


@pytest.mark.parametrize("mark", [0, 1, 252_006_674])
def test_another_programs_database(path, mark):
    other = sqlite3.connect(path)
    other.execute("CREATE TABLE reminders (mine TEXT)")
    other.execute(f"PRAGMA application_id = {mark}")
    other.commit()
    other.close()
    before = path.read_bytes()
    refused_to_open(path, "database_foreign")
    assert path.read_bytes() == before


def test_a_newer_versions_database(database, path):
    with database.write() as connection:
        connection.execute(
            "INSERT INTO _sqlite_migrations (migration_set, name, applied_at) VALUES ('reminders', '999-later', '')"
        )
    database.close()
    message = refused_to_open(path, "database_foreign")
    assert "newer version" in message
    assert "reminders 999-later" in message


def test_cut_in_two(database, path):
    with database.write() as connection:
        connection.execute(INSERT, ("large", 100_000))
    database.close()
    content = path.read_bytes()
    path.write_bytes(content[:5_000])
    refused_to_open(path, "database_corrupt")


def test_damaged_in_the_middle(database, path):
    with database.write() as connection:
        connection.execute(INSERT, ("more", 10))
    database.close()
    content = bytearray(path.read_bytes())
    content[100:4096] = b"\xff" * 3996
    path.write_bytes(content)
    refused_to_open(path, "database_corrupt")


def test_damage_that_is_met_later(database, path):
    with database.write() as connection:
        connection.executemany(INSERT, ((f"key {number}", 2_000) for number in range(50)))
    database.close()
    with sqlite3.connect(path) as raw:
        page = raw.execute("SELECT rootpage FROM sqlite_master WHERE name = 'keys'").fetchone()[0]
        size = raw.execute("PRAGMA page_size").fetchone()[0]
    raw.close()
    content = bytearray(path.read_bytes())
    content[(page - 1) * size : page * size] = b"\xff" * size
    path.write_bytes(content)
    again = open_database(path)
    with pytest.raises(WorkbenchError) as error, again.read() as connection:
        connection.execute("SELECT * FROM keys").fetchall()
    check(error, "database_corrupt", path)
    with again.read() as connection:
        assert connection.execute("SELECT count(*) FROM reminders").fetchone()[0] == 0
    again.close()


def test_our_mark_with_other_tables(path):
    other = sqlite3.connect(path)
    other.execute("CREATE TABLE reminders (mine TEXT)")
    other.execute("PRAGMA application_id = 1398227505")
    other.commit()
    other.close()
    message = refused_to_open(path, "database_corrupt")
    assert "tables" in message


@pytest.mark.parametrize("what", ["removed", "replaced"])
def test_the_file_goes_while_it_is_open(database, path, what):
    path.unlink()
    if what == "replaced":
        path.touch()
    with pytest.raises(WorkbenchError, match=what) as error, database.write():
        pytest.fail("nobody would find this change again")
    check(error, "not_writable", path)


def test_a_folder(path):
    path.mkdir()
    refused_to_open(path, "not_writable")


def test_a_pipe_is_not_waited_for(path):
    os.mkfifo(path)
    refused_to_open(path, "database_foreign")


def test_a_folder_that_cannot_be_made(tmp_path):
    (tmp_path / "file").touch()
    refused_to_open(tmp_path / "file" / "account.db", "not_writable")


def test_a_link_to_nowhere(path):
    path.symlink_to(path.parent / "nowhere" / "account.db")
    refused_to_open(path, "not_writable")
