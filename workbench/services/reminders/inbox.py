"""The inbox as screens page it: due, upcoming, completed and expired, equal subjects counted together (REM-8).

Owns the groups, their order, and their sizes. It only reads; times are epoch ms, and "expires in" is
``row.reminder.expires - now``.
"""

import sqlite3
from typing import Any, Final, Literal, NamedTuple

from workbench.services.reminders.records import COLUMNS, LISTED_FOR, Reminder, Scope, from_row

Group = Literal["due", "upcoming", "completed", "expired"]
After = tuple[int, int, str]
GROUPS: Final[tuple[Group, ...]] = ("due", "upcoming", "completed", "expired")


class InboxRow(NamedTuple):
    """One reminder, and how many of its group have the same subject, itself included; 1 without a subject."""

    reminder: Reminder
    alike: int


class InboxPage(NamedTuple):
    """A page of one group; ``counts`` has the size of every group, ``next`` the place to go on from or None."""

    rows: tuple[InboxRow, ...]
    counts: dict[Group, int]
    next: After | None


class _Kind(NamedTuple):
    """What makes a group, and the two times that order it before the id; ``newest`` comes first where that is set."""

    condition: str
    order: tuple[str, str]
    newest: bool = False


_KINDS: Final[dict[Group, _Kind]] = {
    "due": _Kind("completed IS NULL AND due <= :now AND created > :cutoff", ("due", "created")),
    "upcoming": _Kind("completed IS NULL AND due > :now AND created > :cutoff", ("due", "created")),
    "completed": _Kind("completed IS NOT NULL", ("completed", "created"), newest=True),
    "expired": _Kind("completed IS NULL AND created <= :cutoff", ("created", "due"), newest=True),
}
_MINE: Final = "FROM reminders WHERE user = :user AND account = :account"
_OPEN_COUNTS: Final = (
    "SELECT count(*) FILTER (WHERE due <= :now AND created > :cutoff),"
    " count(*) FILTER (WHERE due > :now AND created > :cutoff),"
    f" count(*) FILTER (WHERE created <= :cutoff) {_MINE} AND completed IS NULL"
)
_COMPLETED_COUNT: Final = f"SELECT count(*) {_MINE} AND completed IS NOT NULL"


class Query(NamedTuple):
    """One page that is asked for: whose, which group, how many rows, after which place, of which subject, and when."""

    scope: Scope
    group: Group
    limit: int
    after: After | None
    subject: str | None
    now: int

    @property
    def values(self) -> dict[str, Any]:
        """What the statements bind."""
        user, account = self.scope
        places = dict(zip(("first", "second", "id"), self.after or (), strict=False))
        bounds = {"now": self.now, "cutoff": self.now - LISTED_FOR, "limit": self.limit + 1}
        return {"user": user, "account": account, "subject": self.subject, **bounds, **places}


def page(connection: sqlite3.Connection, query: Query) -> InboxPage:
    """The page that ``query`` asks for, in one state of the database."""
    found = [from_row(row) for row in connection.execute(statement(query), query.values)]
    shown = found[: query.limit]
    alike = _alike(connection, query, {reminder.subject for reminder in shown if reminder.subject is not None})
    rows = tuple(InboxRow(reminder, alike.get(reminder.subject, 1)) for reminder in shown)
    more = _place(shown[-1], query.group) if len(found) > query.limit else None
    return InboxPage(rows, _counts(connection, query), more)


def statement(query: Query) -> str:
    """The query for one page and one row more."""
    kind = _KINDS[query.group]
    order = (*kind.order, "id")
    sql = f"SELECT {COLUMNS} {_MINE} AND {kind.condition}"
    if query.subject is not None:
        sql += " AND subject = :subject"
    if query.after is not None:
        sql += f" AND ({', '.join(order)}) {'<' if kind.newest else '>'} (:first, :second, :id)"
    direction = " DESC" if kind.newest else ""
    return f"{sql} ORDER BY {', '.join(column + direction for column in order)} LIMIT :limit"


def _alike(connection: sqlite3.Connection, query: Query, subjects: set[str]) -> dict[str | None, int]:
    """How many of the group have each subject."""
    names = {f"subject{number}": subject for number, subject in enumerate(sorted(subjects))}
    return dict(connection.execute(_alike_statement(query.group, len(names)), {**query.values, **names}).fetchall())


def _alike_statement(group: Group, subjects: int) -> str:
    wanted = ", ".join(f":subject{number}" for number in range(subjects))
    return f"SELECT subject, count(*) {_MINE} AND subject IN ({wanted}) AND {_KINDS[group].condition} GROUP BY subject"


def counting(group: Group, subjects: int) -> tuple[str, ...]:
    """The statements that count for one page: each group, and so many subjects in this one."""
    return _OPEN_COUNTS, _COMPLETED_COUNT, _alike_statement(group, subjects)


def _counts(connection: sqlite3.Connection, query: Query) -> dict[Group, int]:
    due, upcoming, expired = connection.execute(_OPEN_COUNTS, query.values).fetchone()
    completed = connection.execute(_COMPLETED_COUNT, query.values).fetchone()[0]
    return {"due": due, "upcoming": upcoming, "completed": completed, "expired": expired}


def _place(reminder: Reminder, group: Group) -> After:
    first, second = (getattr(reminder, column) for column in _KINDS[group].order)
    return first, second, reminder.id
