"""Real processes and threads on one database, and processes that are killed (TODO-5, TODO-6, TODO-8)."""

import json
import os
import signal
import subprocess
import sys
from collections import Counter

import pytest

from support.repo import ROOT
from support.todo_desk import ME, Desk

SUPPORT = ROOT / "tests" / "support"
PROCESSES = 5


def started(program, *arguments):
    environment = os.environ | {"PYTHONPATH": os.pathsep.join([str(ROOT), str(ROOT / "tests")])}
    command = [sys.executable, SUPPORT / program, *map(str, arguments)]
    return subprocess.Popen(command, env=environment, text=True, stdin=subprocess.PIPE, stdout=subprocess.PIPE)


def all_at_once(folder, args):
    """How the same call ended in ten threads of each of five processes."""
    rivals = [started("todo_rival.py", folder, "call", json.dumps(args)) for _ in range(PROCESSES)]
    for rival in rivals:
        assert json.loads(rival.stdout.readline()) == "ready"
    for rival in rivals:
        rival.stdin.write("go\n")
        rival.stdin.flush()
    ends = [end for rival in rivals for end in json.loads(rival.communicate()[0])]
    assert [rival.returncode for rival in rivals] == [0] * PROCESSES
    return Counter(ends)


@pytest.mark.slow
@pytest.mark.req("TODO-5")
def test_of_fifty_updates_with_one_version_one_succeeds(desk, tmp_path):
    item = desk.create()
    args = {"action": "update", "todo_id": item["todo_id"], "expected_version": 1, "note": "mine"}
    assert all_at_once(tmp_path, args) == {"applied": 1, "version_conflict": 49}
    assert desk.list() == [{**item, "note": "mine", "version": 2}]


@pytest.mark.slow
@pytest.mark.req("TODO-6")
def test_of_fifty_creates_with_one_key_one_row_is_left(desk, tmp_path):
    args = {"action": "create", "content": "Call the lab", "client_mutation_id": "k"}
    assert all_at_once(tmp_path, args) == {"applied": 1, "replayed": 49}
    assert [item["content"] for item in desk.list()] == ["Call the lab"]


def facts(desk):
    """All that a change could leave half done, without what differs from life to life."""
    with desk.database.read() as connection:
        assert connection.execute("PRAGMA integrity_check").fetchone()[0] == "ok"
        todos = connection.execute(
            "SELECT content, version, status, note, rank, deleted IS NOT NULL FROM todos ORDER BY content"
        ).fetchall()
        keys = connection.execute("SELECT mutation_id FROM todo_mutations ORDER BY 1").fetchall()
        batches = connection.execute("SELECT count(DISTINCT batch) FROM todos").fetchone()[0]
    return ([tuple(row) for row in todos], [row[0] for row in keys], batches)


def facts_in(folder):
    desk = Desk(folder)
    found = facts(desk)
    desk.database.close()
    return found


@pytest.mark.slow
@pytest.mark.req("TODO-5", "TODO-6", "TODO-8")
@pytest.mark.parametrize("change", ["create", "update", "complete", "delete_all", "forget", "restore"])
def test_a_death_in_the_middle_leaves_all_or_nothing(tmp_path, change):
    base, folder = tmp_path / "base", tmp_path / "lives"
    desk = Desk(base)
    for content in ("first", "second", "third"):
        desk.create(content)
    if change == "restore":
        desk.call("delete_all", confirm_delete_all=True)
    before = facts(desk)
    desk.database.close()
    program = started("todo_killed.py", base, folder, change)
    deaths = int(program.communicate()[0])
    assert deaths > 5
    after = facts_in(folder / f"{deaths:04d}")
    assert after != before
    found = [facts_in(folder / f"{number:04d}") for number in range(deaths)]
    assert [each for each in found if each not in (before, after)] == []
    assert found[0] == before


@pytest.mark.slow
@pytest.mark.req("TODO-5", "TODO-6")
@pytest.mark.parametrize("acknowledged", [1, 2, 7, 20])
def test_what_was_acknowledged_outlives_a_kill(tmp_path, acknowledged):
    worker = started("todo_rival.py", tmp_path, "work")
    told = [json.loads(worker.stdout.readline()) for _ in range(acknowledged)]
    worker.send_signal(signal.SIGKILL)
    # By the same reader as before: what it holds already, communicate would leave out.
    with worker:
        rest = worker.stdout.read()
    told += [json.loads(line) for line in rest.splitlines(keepends=True) if line.endswith("\n")]
    desk = Desk(tmp_path)
    items = {item["todo_id"]: item for item in desk.list(limit=100)}
    for todo_id, version, note in told:
        assert items[todo_id]["version"] >= version
        assert note in (None, items[todo_id]["note"])
    todos, keys, _ = facts(desk)
    assert len(keys) == sum(version for _, version, *_ in todos)
    assert all((version == 2) == (note is not None) for _, version, _, note, *_ in todos)
    assert len(keys) - len(told) in (0, 1)
    assert desk.create(identity=ME, content="after it")["version"] == 1
    desk.database.close()
