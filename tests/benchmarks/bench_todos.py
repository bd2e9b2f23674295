"""Todos with 100,000 rows (page 8): a create against one raw committed insert, list pages at any depth, screens.

Both the create and the raw insert are on the same disk, write-ahead log, and wait for it with every commit.
"""

import sqlite3
import statistics
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

from harness import Row, interleave, seconds

from workbench.services.identity import Identity
from workbench.services.store.database import Database, open_database
from workbench.services.todos.screens import Filters
from workbench.services.todos.todos import Todos
from workbench.time.instant import HOUR
from workbench.time.zones import UTC

NOW = 1_786_000_000_000
ME = Identity("me", "mine", scopes=frozenset({"memory:read", "memory:write"}))
STATUSES = ("open", "open", "in_progress", "completed")
WORDS = ("review", "call the lab about", "answer", "order", "check the queue for")
PAGE = 100


def run(quick: bool) -> Iterator[Row]:
    """Fill a database, then measure creates, lists and screens on it."""
    rows = 10_000 if quick else 100_000
    times = 60 if quick else 400
    with tempfile.TemporaryDirectory() as folder:
        database = open_database(Path(folder) / "workbench.db")
        fill(database, rows)
        todos = Todos(database, lambda: NOW, lambda: UTC)
        yield _creates(todos, Path(folder), times)
        yield from _lists(todos)
        yield from _screens(todos)
        yield Row("delete them all", seconds(lambda: _all_gone(todos)) * 1000, "ms")
        database.close()


def fill(database: Database, rows: int) -> None:
    """Todos of one owner: four states in turn, four priorities, a third without a due time, long and short."""
    with database.write() as connection:
        connection.executemany(
            "INSERT INTO todos VALUES (NULL, ?, 'me', 'mine', '', ?, ?, ?, ?, 1, ?, ?, ?, NULL, NULL, ?, NULL, ?)",
            map(_stored, range(rows)),
        )


def _stored(number: int) -> tuple[object, ...]:
    status = STATUSES[number % 4]
    # A stride that is no divisor of the number of rows puts neighbours in the list far apart in the table.
    due = 1 << 62 if number % 3 == 0 else NOW + (number * 7919 % 100_003 - 50_000) * HOUR
    content = f"{WORDS[number % 5]} number {number:06d}, as we said when we met in the hall" + " and more" * (
        number % 20
    )
    completed = NOW if status == "completed" else None
    id_ = f"todo_{number * 7919 % 1_000_003:024d}"
    return id_, status, number % 4, due, None, NOW - number, NOW, completed, content, content.casefold()


def _creates(todos: Todos, folder: Path, times: int) -> Row:
    raw = sqlite3.connect(folder / "raw.db", isolation_level=None)
    raw.execute("PRAGMA journal_mode = WAL")
    raw.execute("PRAGMA synchronous = FULL")
    raw.execute("CREATE TABLE rows (key INTEGER PRIMARY KEY, content TEXT)")
    numbers = iter(range(times))

    def create() -> None:
        content = {"content": "Review the scope matrix", "client_mutation_id": f"key-{next(numbers)}"}
        todos.call(ME, {"action": "create", **content})

    def insert() -> None:
        raw.execute("BEGIN IMMEDIATE")
        raw.execute("INSERT INTO rows (content) VALUES (?)", ("Review the scope matrix",))
        raw.execute("COMMIT")

    ours, theirs = interleave(create, insert, times)
    raw.close()
    return Row("create", ours * 1000, "ms", theirs * 1000, "raw committed insert", 3)


def _lists(todos: Todos) -> Iterator[Row]:
    for status in ("open", "all"):
        cursors = _cursors(todos, status)
        for percent in (0, 25, 50, 75, 100):
            asked = {"action": "list", "item_status": status, "limit": PAGE}
            asked["cursor"] = cursors[(len(cursors) - 1) * percent // 100]
            took = _median(lambda asked=asked: todos.call(ME, asked), 15)
            yield Row(f"page of {PAGE}, {status}, {percent} % deep", took, "ms", target=2)


def _cursors(todos: Todos, status: str) -> list[str]:
    """Of all pages, the first one's included."""
    cursors: list[str] = [""]
    while cursors[-1] is not None:
        asked = {"action": "list", "item_status": status, "limit": PAGE, "cursor": cursors[-1]}
        cursors.append(todos.call(ME, asked)["next_cursor"])
    return cursors[:-1]


def _screens(todos: Todos) -> Iterator[Row]:
    for what, filters in {
        "opened": Filters(),
        "all": Filters(status="all"),
        "by priority": Filters(status="all", priority="low"),
        "by a text that many hold": Filters("LAB"),
        "by a text that one holds": Filters("number 004711", "all"),
        "by a text that none holds": Filters("nothing holds this", "all"),
    }.items():
        yield Row(f"screen {what}", _median(lambda filters=filters: todos.page(ME, filters, 50)), "ms", target=200)


def _median(action: Callable[[], object], times: int = 5) -> float:
    """The median, in ms."""
    return statistics.median(seconds(action) for _ in range(times)) * 1000


def _all_gone(todos: Todos) -> None:
    todos.call(ME, {"action": "delete_all", "confirm_delete_all": True})
