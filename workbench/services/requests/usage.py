"""Usage of message requests (REQ-5): 1 for each new run, counted by UTC day of the clock, against a quota.

Owns counting; replays, polls and refusals never reach it.
"""

import sqlite3

from workbench.services.identity import Identity
from workbench.services.requests.refusals import RequestError
from workbench.time.instant import DAY


def used_today(connection: sqlite3.Connection, identity: Identity, now: int) -> int:
    """How many runs the user and account began on the UTC day of ``now`` (epoch ms)."""
    row = connection.execute(
        "SELECT used FROM request_usage WHERE user = ? AND account = ? AND day = ?",
        (identity.user, identity.account, now // DAY),
    ).fetchone()
    return int(row[0]) if row else 0


def use_one(connection: sqlite3.Connection, identity: Identity, now: int) -> None:
    """Count one new run; raises ``quota_exceeded``, with the seconds until the next UTC day, when none is left."""
    used = used_today(connection, identity, now)
    if used >= identity.quota:
        wait = -(-(DAY - now % DAY) // 1000)
        raise RequestError(
            "quota_exceeded",
            f"all {identity.quota} requests of this day are used; the next day begins in {wait} seconds",
            details={"quota": identity.quota, "used": used, "retry_after_seconds": wait},
            retry_after=wait,
        )
    connection.execute(
        "INSERT INTO request_usage (user, account, day, used) VALUES (?, ?, ?, 1)"
        " ON CONFLICT (user, account, day) DO UPDATE SET used = used + 1",
        (identity.user, identity.account, now // DAY),
    )
