"""A desk for the todo tests: one database, a clock that only the test moves, callers, and calls as short as can be."""

import itertools
from pathlib import Path

import msgspec
import pytest

from workbench.services.identity import Identity
from workbench.services.refusal import ServiceError
from workbench.services.store.database import open_database
from workbench.services.todos.refusals import CODES
from workbench.services.todos.todos import Todos
from workbench.time.zones import load_zone

BOTH = frozenset({"memory:read", "memory:write"})
ME = Identity("me", "mine", scopes=BOTH, projects=frozenset({"apollo", "gemini"}))
START = 1_786_000_000_000  # 2026-08-06T07:06:40Z, 09:06:40 in Berlin
DAY = 86_400_000


def whoever(**changes):
    """Me, but for these fields."""
    return msgspec.structs.replace(ME, **changes)


def code_of(call):
    """The code that ``call`` is refused with, or None."""
    try:
        call()
    except ServiceError as error:
        return error.code
    return None


class Desk:
    """The todos of one folder; ``now`` (epoch ms) and ``zone`` may be set."""

    def __init__(self, folder: Path, zone: str = "Europe/Berlin") -> None:
        self.now = START
        self.zone = load_zone(zone)
        self.database = open_database(folder / "workbench.db")
        self.todos = Todos(self.database, lambda: self.now, lambda: self.zone)
        self.keys = (f"key-{number}" for number in itertools.count())

    def call(self, action, identity=ME, **args):
        return self.todos.call(identity, {"action": action, **args})

    def create(self, content="Call the lab", identity=ME, **args):
        """The item of a new todo, with a key of its own unless one is given."""
        args = {"client_mutation_id": next(self.keys), **args}
        return self.call("create", identity, content=content, **args)["item"]

    def update(self, item, identity=ME, **args):
        args = {"expected_version": item["version"], **args}
        return self.call("update", identity, todo_id=item["todo_id"], **args)

    def list(self, identity=ME, **args):
        return self.call("list", identity, **args)["items"]

    def capability(self, project="apollo", operations=("create", "update", "complete", "forget"), identity=ME):
        return self.todos.grant(identity, project, operations)

    def inside(self, project="apollo"):
        """The two arguments that a change in a project needs."""
        return {"project_id": project, "mount_capability": self.capability(project)}

    def rows(self):
        """Everything that is stored."""
        with self.database.read() as connection:
            todos = connection.execute("SELECT * FROM todos ORDER BY key").fetchall()
            kept = connection.execute("SELECT * FROM todo_mutations").fetchall()
        return [tuple(row) for row in (*todos, *kept)]

    def refused(self, call):
        """The refusal of ``call``, one of the closed set, after which everything is as it was."""
        before = self.rows()
        with pytest.raises(ServiceError) as raised:
            call()
        assert raised.value.code in CODES
        assert raised.value.message
        assert self.rows() == before
        return raised.value

    def refused_call(self, action, identity=ME, **args):
        return self.refused(lambda: self.call(action, identity, **args))
