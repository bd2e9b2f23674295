"""Requests as screens show them: key, status, new or replayed, ready in, usage left (REQ-4, REQ-5).

Owns reading pages; nothing here changes or begins anything.
"""

import sqlite3
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from workbench.services.identity import Identity
from workbench.services.requests.runs import MINE, Run, Status, scope
from workbench.services.requests.usage import used_today

DEFAULT_LIMIT: Final = 50
MAX_LIMIT: Final = 1_000
STATUSES: Final[tuple[Status, ...]] = ("pending", "completed", "needs_input", "failed")
_KEPT: Final = " AND (keep_until IS NULL OR keep_until > :now)"
_ORDER: Final = " ORDER BY created_at DESC, request_id DESC LIMIT :limit"
# A page that follows a request which is gone meanwhile is empty: its place is not known any more.
_FOLLOWING: Final = (
    " AND (created_at, request_id) < (SELECT created_at, request_id FROM requests"
    " WHERE request_id = :after AND user = :user AND account = :account)"
)
_COUNTS: Final = (
    "SELECT CASE WHEN status IS NULL OR (:now < ready_at AND :now >= created_at) THEN 'pending' ELSE status END"
    " AS shown, count(*) FROM requests WHERE user = :user AND account = :account"
    " AND (keep_until IS NULL OR keep_until > :now) GROUP BY shown"
)
_NEXT: Final = "SELECT min(ready_at) FROM requests WHERE user = :user AND account = :account AND ready_at > :now"


@dataclass(frozen=True, slots=True)
class RequestRow:
    """One request; instants in epoch ms. ``response`` is None while it is pending; ``ready_in`` is in ms, 0 if ready.

    ``replays`` counts how often its key came again: 0 is new. ``runs`` counts how often its work was begun.
    """

    request_id: str
    key: str
    message: str
    status: Status
    response: str | None
    created_at: int
    ready_in: int
    replays: int
    runs: int


@dataclass(frozen=True, slots=True)
class RequestPage:
    """``counts`` is by status, of all kept requests; ``next`` is what to ask the next page with, None at the end."""

    rows: tuple[RequestRow, ...]
    counts: Mapping[Status, int]
    used: int
    quota: int
    next: str | None

    @property
    def left(self) -> int:
        """How many new requests this UTC day still has."""
        return max(0, self.quota - self.used)


def read_page(
    connection: sqlite3.Connection, identity: Identity, now: int, limit: int, after: str | None
) -> RequestPage:
    """The page of up to ``limit`` requests (at most 1,000), newest first, that follows the request ``after``."""
    limit = min(max(limit, 1), MAX_LIMIT)
    runs = _runs(connection, identity, now, limit + 1, after)
    rows = tuple(_row(run, now) for run in runs[:limit])
    following = rows[-1].request_id if len(runs) > limit else None
    return RequestPage(
        rows, _counts(connection, identity, now), used_today(connection, identity, now), identity.quota, following
    )


def next_ready(connection: sqlite3.Connection, identity: Identity, now: int) -> int | None:
    """The first instant after ``now`` at which a result appears."""
    row = connection.execute(_NEXT, scope(identity) | {"now": now}).fetchone()
    return None if row[0] is None else int(row[0])


def _runs(connection: sqlite3.Connection, identity: Identity, now: int, limit: int, after: str | None) -> list[Run]:
    values = scope(identity) | {"now": now, "limit": limit, "after": after}
    found = connection.execute(MINE + _KEPT + ("" if after is None else _FOLLOWING) + _ORDER, values)
    return [Run(*row) for row in found]


def _counts(connection: sqlite3.Connection, identity: Identity, now: int) -> dict[Status, int]:
    counted = {str(row[0]): int(row[1]) for row in connection.execute(_COUNTS, scope(identity) | {"now": now})}
    return {status: counted.get(status, 0) for status in STATUSES}


def _row(run: Run, now: int) -> RequestRow:
    status = run.shown_status(now)
    return RequestRow(
        run.request_id,
        run.key,
        run.message,
        status,
        None if status == "pending" else run.response,
        run.created_at,
        run.ready_in(now),
        run.replays,
        run.runs,
    )
