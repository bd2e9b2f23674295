"""Rows of requests: one per key, from acceptance to 24 hours after its end (REQ-2, REQ-3, REQ-4).

Owns the record and the statements about it. When to call which is service.py's business.
"""

import sqlite3
from typing import Final, Literal, NamedTuple

from workbench.services.identity import Identity
from workbench.services.requests.executed import Executed, FinalStatus
from workbench.time.instant import HOUR

KEPT_MS: Final = 24 * HOUR
# So many forgotten rows go whenever a new one comes: more than one, so that they become fewer, and never a long wait.
_SWEPT: Final = 100
# The columns of a :class:`Run`, in its order.
MINE: Final = (
    "SELECT request_id, idempotency_key, message, zone, created_at, ready_at, state, status, response, keep_until,"
    " runs, replays FROM requests WHERE user = :user AND account = :account"
)
Status = Literal["pending"] | FinalStatus


class Run(NamedTuple):
    """One row; instants in epoch ms, ``zone`` the name of the zone that was known, ``status`` None until it ended."""

    request_id: str
    key: str
    message: str
    zone: str | None
    created_at: int
    ready_at: int
    state: Literal["accepted", "started", "ended"]
    status: FinalStatus | None
    response: str | None
    keep_until: int | None
    runs: int
    replays: int

    def shown_status(self, now: int) -> Status:
        """``pending`` until ``ready_at``; a clock set back to before the request hides no result."""
        ended = self.status is not None and (now >= self.ready_at or now < self.created_at)
        return self.status if ended and self.status is not None else "pending"

    def ready_in(self, now: int) -> int:
        """Milliseconds until the result is shown, 0 when nothing but the work itself is waited for."""
        return self.ready_at - now if self.created_at <= now < self.ready_at else 0

    def forgotten(self, now: int) -> bool:
        """Whether its 24 hours are over."""
        return self.keep_until is not None and self.keep_until <= now


def scope(identity: Identity) -> dict[str, object]:
    """The values of every statement that must not leave the user's account."""
    return {"user": identity.user, "account": identity.account}


def run_of_key(connection: sqlite3.Connection, identity: Identity, key: str, now: int) -> Run | None:
    """The run of this key that is still kept."""
    row = connection.execute(MINE + " AND idempotency_key = :key", scope(identity) | {"key": key}).fetchone()
    return _kept(row, now)


def run_of_id(connection: sqlite3.Connection, identity: Identity, request_id: str, now: int) -> Run | None:
    """The run of this id that is still kept and belongs to this user and account."""
    row = connection.execute(MINE + " AND request_id = :id", scope(identity) | {"id": request_id}).fetchone()
    return _kept(row, now)


def unfinished(connection: sqlite3.Connection, identity: Identity) -> list[Run]:
    """The runs that have not ended, oldest first."""
    rows = connection.execute(MINE + " AND status IS NULL ORDER BY created_at, request_id", scope(identity))
    return [Run(*row) for row in rows]


def accept(connection: sqlite3.Connection, identity: Identity, run: Run) -> None:
    """Add a new run; a forgotten one of the same key gives way, and some other forgotten ones go."""
    connection.execute(
        "DELETE FROM requests WHERE user = :user AND account = :account AND idempotency_key = :key",
        scope(identity) | {"key": run.key},
    )
    connection.execute(
        "DELETE FROM requests WHERE request_id IN (SELECT request_id FROM requests WHERE keep_until <= ? LIMIT ?)",
        (run.created_at, _SWEPT),
    )
    connection.execute(
        "INSERT INTO requests (user, account, request_id, idempotency_key, message, zone, created_at, ready_at, state)"
        " VALUES (:user, :account, :request_id, :key, :message, :zone, :created_at, :ready_at, :state)",
        scope(identity) | run._asdict(),
    )


def count_replay(connection: sqlite3.Connection, request_id: str) -> None:
    """Note that its key came again."""
    connection.execute("UPDATE requests SET replays = replays + 1 WHERE request_id = ?", (request_id,))


def start(connection: sqlite3.Connection, request_id: str) -> None:
    """Note that its work begins."""
    connection.execute("UPDATE requests SET state = 'started', runs = runs + 1 WHERE request_id = ?", (request_id,))


def end(connection: sqlite3.Connection, run: Run, executed: Executed, now: int) -> None:
    """Make its result final; the key is kept 24 hours from when the result can be seen."""
    connection.execute(
        "UPDATE requests SET state = 'ended', status = ?, response = ?, keep_until = ? WHERE request_id = ?",
        (executed.status, executed.response, max(now, run.ready_at) + KEPT_MS, run.request_id),
    )


def _kept(row: sqlite3.Row | None, now: int) -> Run | None:
    run = Run(*row) if row else None
    return None if run is None or run.forgotten(now) else run
