"""Pages of todos in their fixed order, by key and not by number, so that edits between pages move nothing (TODO-7).

The order is due (none last), priority, creation, id. A position is the last shown item's own values: it stays valid
when that item changes or goes. Each status is one range of the index; several are merged.
"""

from collections.abc import Sequence
from typing import Any, Final, NamedTuple

import msgspec

from workbench.services.todos.capabilities import Signer
from workbench.services.todos.fields import STATUSES
from workbench.services.todos.refusals import refusal
from workbench.services.todos.rows import COLUMNS, OWNED, Scope, Todo

_PURPOSE: Final = "cursor"
_ORDER: Final = "due, rank, created, todo_id"


class Position(NamedTuple):
    """Where a page ended: the sort key of its last item."""

    due: int
    rank: int
    created: int
    todo_id: str


class Query(NamedTuple):
    """What a list is of. ``text`` is case-folded and looked for in content and note; empty finds all."""

    scope: Scope
    statuses: tuple[str, ...] = STATUSES
    rank: int | None = None
    text: str = ""

    @classmethod
    def of(cls, scope: Scope, item_status: str, rank: int | None = None, text: str = "") -> "Query":
        """``item_status`` is one of the three, or ``all``."""
        folded = text.encode("utf-8", "replace").decode().casefold()
        return cls(scope, STATUSES if item_status == "all" else (item_status,), rank, folded)


def read_page(connection: Any, query: Query, after: Position | None, limit: int) -> tuple[list[Todo], Position | None]:
    """Up to ``limit`` todos behind ``after``, and where to go on; None exactly when there are no more."""
    statement, values = _statement(query, after, limit + 1)
    todos = [Todo(*row) for row in connection.execute(statement, values)]
    if len(todos) <= limit:
        return todos, None
    last = todos[limit - 1]
    return todos[:limit], Position(last.due, last.rank, last.created, last.todo_id)


def sealed(signer: Signer, query: Query, position: Position | None) -> str | None:
    """``position`` as a cursor that belongs to this query alone."""
    return None if position is None else signer.seal(_PURPOSE, msgspec.json.encode(position), _bound(query))


def opened(signer: Signer, query: Query, cursor: str) -> Position | None:
    """The position of a cursor, None for ``""``; raises ``invalid_cursor`` for that of another owner or filter."""
    if not cursor:
        return None
    body = signer.open(_PURPOSE, cursor, _bound(query))
    if body is None:
        message = "cursor is not a next_cursor of this list; give the same filters with it, or begin again without one"
        raise refusal("invalid_cursor", message, "cursor")
    return msgspec.json.decode(body, type=Position)


def matching(query: Query) -> tuple[str, list[Any]]:
    """Table and condition of all filters but the status, and the values they bind.

    Text is in no index, so it is looked for in the order of the table: by the index each row would be a jump.
    """
    parts, values = [OWNED, "deleted IS NULL"], list[Any](query.scope)
    if query.rank is not None:
        parts.append("rank = ?")
        values.append(query.rank)
    if query.text:
        parts.append("instr(folded, ?)")
        values.append(query.text)
    return f"todos {'NOT INDEXED' if query.text else ''} WHERE {' AND '.join(parts)}", values


def _statement(query: Query, after: Position | None, count: int) -> tuple[str, Sequence[Any]]:
    source, values = matching(query)
    behind = f" AND ({_ORDER}) > (?, ?, ?, ?)" if after else ""
    # With a text one scan finds all statuses; without, each status is read in order from where the page begins.
    parts = [query.statuses] if query.text else [(status,) for status in query.statuses]
    selects, bound = [], []
    for statuses in parts:
        is_one = f"status IN ({', '.join('?' * len(statuses))})"
        selects.append(
            f"SELECT * FROM (SELECT key, {_ORDER} FROM {source} AND {is_one}{behind} ORDER BY {_ORDER} LIMIT ?)"  # noqa: S608
        )
        bound += [*values, *statuses, *(after or ()), count]
    keys = f"SELECT key FROM ({' UNION ALL '.join(selects)} ORDER BY {_ORDER} LIMIT ?)"  # noqa: S608 - constants only
    return f"SELECT {COLUMNS} FROM todos WHERE key IN ({keys}) ORDER BY {_ORDER}", [*bound, count]  # noqa: S608


def _bound(query: Query) -> bytes:
    return msgspec.json.encode(query)
