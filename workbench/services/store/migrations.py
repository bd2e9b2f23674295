"""Every area's numbered steps to its tables, in the order in which they are made (page 5: one database).

An area adds its module here. A step, once released, is never changed: a later one corrects it.
"""

from typing import Final

from sqlite_utils import Database
from sqlite_utils.migrations import Migrations

from workbench.services.reminders import tables as reminders
from workbench.services.requests import tables as requests
from workbench.services.store import tables as store
from workbench.services.todos import tables as todos

AREAS: Final[tuple[Migrations, ...]] = (store.STEPS, reminders.STEPS, requests.STEPS, todos.STEPS)


def apply_all(db: Database) -> None:
    """Make what is missing; the caller holds the write transaction, so that it is all of it or nothing."""
    for area in AREAS:
        area.apply(db)


def pending(db: Database) -> bool:
    """Whether this version knows a step that the file has not."""
    return any(area.pending(db) for area in AREAS)


def unknown_steps(db: Database) -> list[str]:
    """Steps the file has and this version does not know: a newer version made them."""
    if not db[Migrations.migrations_table].exists():
        return []
    # The private list of names is the library's only record of what was registered.
    known = {(area.name, step.name) for area in AREAS for step in area._migrations}  # noqa: SLF001
    rows = db.query(f'SELECT migration_set, name FROM "{Migrations.migrations_table}" ORDER BY id')  # noqa: S608
    found = [(str(row["migration_set"]), str(row["name"])) for row in rows]
    return [f"{area} {name}" for area, name in found if (area, name) not in known]
