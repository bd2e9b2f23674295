"""The database: how it is made, whole transactions, threads, forks."""

import os
import sqlite3
import stat
import threading

import pytest

from workbench.errors import WorkbenchError
from workbench.services.refusal import ServiceError, error_json
from workbench.services.store import preparing
from workbench.services.store.database import open_database
from workbench.services.store.keys import secret_key

pytestmark = pytest.mark.req("REM-1")


@pytest.fixture
def path(tmp_path):
    return tmp_path / "new" / "account.db"


@pytest.fixture
def database(path):
    made = open_database(path)
    with made.write() as connection:
        connection.execute("CREATE TABLE thing (name TEXT PRIMARY KEY)")
    yield made
    made.close()


def add(connection, name):
    connection.execute("INSERT INTO thing VALUES (?)", (name,))


def names(database):
    with database.read() as connection:
        return [row["name"] for row in connection.execute("SELECT name FROM thing ORDER BY name")]


def test_made_private_with_its_folder(path):
    open_database(path).close()
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700


def test_settings(database):
    with database.read() as connection:
        pragma = {
            name: connection.execute(f"PRAGMA {name}").fetchone()[0]
            for name in ("journal_mode", "foreign_keys", "busy_timeout", "application_id", "synchronous")
        }
    assert pragma == {
        "journal_mode": "wal",
        "foreign_keys": 1,
        "busy_timeout": 5_000,
        "application_id": preparing.APPLICATION_ID,
        "synchronous": 2,
    }


def test_files_of_the_write_ahead_log_are_private_too(database, path):
    beside = [file for file in path.parent.iterdir() if file != path]
    assert len(beside) == 2
    assert {stat.S_IMODE(file.stat().st_mode) for file in beside} == {0o600}


def test_opened_again_keeps_all(database, path):
    with database.write() as connection:
        add(connection, "a")
    database.close()
    again = open_database(path)
    assert names(again) == ["a"]
    again.close()


def test_an_empty_file_is_a_new_database(path):
    path.parent.mkdir()
    path.touch()
    database = open_database(path)
    with database.read() as connection:
        assert connection.execute("SELECT count(*) FROM reminders").fetchone()[0] == 0
    database.close()


def test_an_exception_undoes_the_whole_change(database):
    with pytest.raises(ZeroDivisionError), database.write() as connection:  # noqa: PT012 - undone as a whole
        add(connection, "a")
        raise ZeroDivisionError
    assert names(database) == []


def test_a_broken_constraint_stays_what_it_is_and_undoes(database):
    with pytest.raises(sqlite3.IntegrityError), database.write() as connection:  # noqa: PT012 - undone as a whole
        add(connection, "a")
        add(connection, "a")
    assert names(database) == []


def test_an_inner_change_is_undone_alone(database):
    with database.write() as outer:
        add(outer, "a")
        with pytest.raises(ZeroDivisionError), database.write() as inner:  # noqa: PT012 - undone as a whole
            add(inner, "b")
            raise ZeroDivisionError
        with database.write() as inner:
            add(inner, "c")
    assert names(database) == ["a", "c"]


def test_an_outer_exception_undoes_inner_changes(database):
    with pytest.raises(ZeroDivisionError), database.write():  # noqa: PT012 - undone as a whole
        with database.write() as inner:
            add(inner, "b")
        raise ZeroDivisionError
    assert names(database) == []


def test_reading_writes_nothing(database):
    with pytest.raises(WorkbenchError) as refused, database.read() as connection:
        add(connection, "a")
    assert refused.value.code == "database_read_only"
    assert names(database) == []


def test_a_change_inside_reading_is_a_mistake(database):
    with database.read(), pytest.raises(RuntimeError), database.write():
        pass
    with database.write() as connection:
        add(connection, "a")
    assert names(database) == ["a"]


def test_reading_inside_a_change_sees_it(database):
    with database.write() as connection:
        add(connection, "a")
        assert names(database) == ["a"]


def test_reading_sees_one_state_throughout(database, path):
    other = open_database(path)
    with database.read() as connection:
        before = connection.execute("SELECT count(*) FROM thing").fetchone()[0]
        with other.write() as writing:
            add(writing, "a")
        assert connection.execute("SELECT count(*) FROM thing").fetchone()[0] == before
    assert names(database) == ["a"]
    other.close()


def test_many_threads(database):
    failed = []

    def work(number):
        try:
            for step in range(5):
                with database.write() as connection:
                    add(connection, f"{number:02d}-{step}")
        except BaseException as error:  # noqa: BLE001 - shown by the assertion
            failed.append(error)

    threads = [threading.Thread(target=work, args=(number,)) for number in range(20)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not failed
    assert len(names(database)) == 100


def test_a_thread_closes_its_connection_at_its_end(database):
    thread = threading.Thread(target=names, args=(database,))
    thread.start()
    thread.join()
    assert len(database._open) == 1


def test_closed_is_refused_in_every_thread(database):
    database.close()
    with pytest.raises(WorkbenchError, match="it was closed") as refused, database.read():
        pass
    assert refused.value.code == "not_writable"


def test_closed_while_it_is_read(database):
    with pytest.raises(WorkbenchError, match="it was closed"), database.read() as connection:  # noqa: PT012 - by another
        database.close()
        connection.execute("SELECT 1")


@pytest.mark.filterwarnings("ignore:This process:DeprecationWarning")
def test_a_fork_gets_a_connection_of_its_own(database):
    with database.read() as connection:
        mine = id(connection)
    child = os.fork()
    if child == 0:
        try:
            with database.write() as connection:
                add(connection, "child")
                os._exit(3 if id(connection) == mine else 0)
        finally:
            os._exit(4)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
    with database.write() as connection:
        add(connection, "parent")
    assert names(database) == ["parent"]


@pytest.mark.req("REM-7")
def test_each_database_has_a_secret_of_its_own(database, tmp_path):
    other = open_database(tmp_path / "other.db")
    with database.read() as one, other.read() as two:
        assert len(secret_key(one)) == 32
        assert secret_key(one) != secret_key(two)
    other.close()


def test_an_error_has_only_what_it_has():
    bare = ServiceError("a_code", "why")
    full = ServiceError("a_code", "why", field="name", details={"limit": 3})
    assert error_json(bare) == {"code": "a_code", "message": "why"}
    assert error_json(full) == {"code": "a_code", "message": "why", "field": "name", "details": {"limit": 3}}
    assert error_json(WorkbenchError("other", "why")) == {"code": "other", "message": "why"}
