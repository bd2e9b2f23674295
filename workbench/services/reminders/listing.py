"""What ``agent_reminder_list_due`` answers: open, unexpired and due, by due time, creation and id (REM-7).

Owns its question and its pages. A page goes on after a place, not a count, so that a reminder which stays as it is
between two pages is seen exactly once, whatever happens to the others.
"""

import sqlite3
from collections.abc import Mapping
from typing import Any, Final

import msgspec

from workbench.services.reminders.arguments import LIMIT, check_subject, check_tags
from workbench.services.reminders.cursors import Place, make_cursor, read_cursor
from workbench.services.reminders.records import COLUMNS, LISTED_FOR, SEPARATOR, Scope, from_row, reminder_json
from workbench.services.store.keys import secret_key

_DUE: Final = (
    f"SELECT {COLUMNS} FROM reminders"  # noqa: S608 - constants; every value is bound
    " WHERE user = ? AND account = ? AND completed IS NULL AND due <= ? AND created > ?"
)
_ORDER: Final = " ORDER BY due, created, id LIMIT ?"


class Question(msgspec.Struct, frozen=True):
    """Whose reminders, which of them, how many and from where on."""

    scope: Scope
    subject: str | None
    prefix: str | None
    tags: tuple[str, ...]
    limit: int = LIMIT
    cursor: str = ""

    @property
    def asked(self) -> tuple[object, ...]:
        """What a cursor is bound to: all but the size of a page and the cursor itself."""
        return (self.scope, self.subject, self.prefix, sorted(self.tags))


def read_question(scope: Scope, args: Mapping[str, Any]) -> Question:
    """The question in checked arguments; an empty cursor is none."""
    return Question(
        scope,
        check_subject(args.get("subject")),
        check_subject(args.get("subject_prefix"), "subject_prefix"),
        check_tags(args.get("tags", [])),
        int(args.get("limit", LIMIT)),
        args.get("cursor", ""),
    )


def list_due(connection: sqlite3.Connection, question: Question, now: int) -> dict[str, Any]:
    """The page, and ``next_cursor`` exactly when more is; ``now`` is epoch ms."""
    key = secret_key(connection)
    place = read_cursor(key, question.asked, question.cursor) if question.cursor else None
    sql, values = statement(question, place, now)
    found = [from_row(row) for row in connection.execute(sql, values)]
    shown = found[: question.limit]
    more = None
    if len(found) > question.limit:
        last = shown[-1]
        more = make_cursor(key, question.asked, (last.due, last.created, last.id))
    return {"reminders": [reminder_json(reminder) for reminder in shown], "next_cursor": more}


def statement(question: Question, place: Place | None, now: int) -> tuple[str, list[object]]:
    """The query for one page and one row more, with its values."""
    sql, values = _DUE, [*question.scope, now, now - LISTED_FOR]
    for condition, bound in _conditions(question, place):
        sql += f" AND {condition}"
        values += bound
    return sql + _ORDER, [*values, question.limit + 1]


def _conditions(question: Question, place: Place | None) -> list[tuple[str, list[object]]]:
    found: list[tuple[str, list[object]]] = []
    if question.subject is not None:
        found.append(("subject = ?", [question.subject]))
    if question.prefix is not None:
        # Not LIKE, which folds case and has wildcards; instr compares the text as it is.
        found.append(("instr(subject, ?) = 1", [question.prefix]))
    found += [("instr(labels, ?) > 0", [SEPARATOR + tag + SEPARATOR]) for tag in question.tags]
    if place is not None:
        found.append(("(due, created, id) > (?, ?, ?)", list(place)))
    return found
