"""Many at once: processes and threads that create and change the same reminders, and processes that are killed."""

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from support.reminder_desk import START, Desk
from workbench.services.store.database import open_database

pytestmark = [pytest.mark.req("REM-1"), pytest.mark.slow]
ROOT = Path(__file__).parents[3]
WORKER = ROOT / "tests" / "support" / "reminder_worker.py"
PROCESSES, THREADS = 5, 10


def start(path, name, threads, *args):
    folders = os.pathsep.join(map(str, (ROOT, ROOT / "tests")))
    command = [sys.executable, str(WORKER), str(path), str(name), str(threads), *map(str, args)]
    return subprocess.Popen(command, stdout=subprocess.PIPE, env={**os.environ, "PYTHONPATH": folders})


def acknowledged(process):
    """What the process was told, until it ended."""
    # By the same reader as before: what it holds already, communicate would leave out.
    with process:
        said = process.stdout.read()
    return [json.loads(line) for line in said.splitlines() if line.endswith(b"}")]


def crowd(path, *args):
    """The acknowledged answers of 50 workers, ten threads in each of five processes."""
    processes = [start(path, number, THREADS, *args) for number in range(PROCESSES)]
    answers = [answer for process in processes for answer in acknowledged(process)]
    assert [process.returncode for process in processes] == [0] * PROCESSES
    return answers


def check_whole(path):
    database = open_database(path)
    with database.read() as connection:
        assert connection.execute("PRAGMA integrity_check").fetchone()[0] == "ok"
    database.close()


def test_fifty_create_in_a_database_that_none_of_them_has_yet(tmp_path):
    path = tmp_path / "account.db"
    answers = crowd(path, "create", 2)
    assert len({answer["id"] for answer in answers}) == 2 * PROCESSES * THREADS
    desk = Desk(path)
    desk.now += 3_600_000
    stored = desk.due({"limit": 100})["reminders"]
    assert sorted(stored, key=str) == sorted(answers, key=str)
    desk.database.close()


def test_fifty_change_one(tmp_path):
    desk = Desk(tmp_path / "account.db")
    made = desk.make()
    answers = crowd(desk.path, "change", 2, made["id"])
    last = desk.put({"id": made["id"]})
    assert last in answers
    assert all(
        answer["prompt"] == answer["subject"] * 50 and answer["tags"] == [answer["subject"]] for answer in answers
    )
    desk.database.close()


@pytest.mark.req("REM-2")
def test_fifty_complete_one_and_the_first_time_stays(tmp_path):
    desk = Desk(tmp_path / "account.db")
    made = desk.make()
    answers = crowd(desk.path, "complete", 2, made["id"])
    assert len({answer["completed_at"] for answer in answers}) == 1
    assert desk.put({"id": made["id"]}) == answers[0]
    desk.database.close()


@pytest.mark.parametrize("after", [0, 1, 7, 20])
def test_killed_while_creating(tmp_path, after):
    path = tmp_path / "account.db"
    process = start(path, "k", 3, "create", 10_000)
    said = [json.loads(process.stdout.readline()) for _ in range(after)]
    process.send_signal(signal.SIGKILL)
    said += acknowledged(process)
    assert process.returncode == -signal.SIGKILL
    check_whole(path)
    desk = Desk(path)
    for answer in said:
        assert desk.put({"id": answer["id"]}) == answer
    rows = desk.everything()
    # Each of three threads may have had one that was saved and not yet told.
    assert len(said) <= len(rows) <= len(said) + 3
    assert len(said) >= after
    desk.database.close()


@pytest.mark.parametrize("after", [1, 5, 15])
def test_killed_while_changing(tmp_path, after):
    desk = Desk(tmp_path / "account.db")
    desk.now = START
    made = desk.make()
    process = start(desk.path, "k", 1, "change", 10_000, made["id"])
    said = [json.loads(process.stdout.readline()) for _ in range(after)]
    process.send_signal(signal.SIGKILL)
    said += acknowledged(process)
    check_whole(desk.path)
    found = desk.put({"id": made["id"]})
    assert found["prompt"] == found["subject"] * 50
    assert found["tags"] == [found["subject"]]
    number, last = (int(answer["subject"].rpartition("-")[2]) for answer in (found, said[-1]))
    assert last <= number <= last + 1
    desk.database.close()


def test_killed_while_the_database_is_made(tmp_path):
    """At any moment of it: what is left opens, and is complete or made anew."""
    for number in range(6):
        path = tmp_path / f"{number}.db"
        process = start(path, "k", 1, "create", 10_000)
        while not path.exists():
            assert process.poll() is None
        for _ in range(number * 3):
            path.stat()
        process.kill()
        process.communicate(timeout=60)
        check_whole(path)
        desk = Desk(path)
        assert desk.make()
        desk.database.close()
