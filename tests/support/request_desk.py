"""Message requests for tests: a database in a folder, a clock set by hand, a function that carries out and counts."""

from workbench.errors import WorkbenchError
from workbench.services.identity import Identity
from workbench.services.requests.executed import Executed
from workbench.services.requests.service import Requests
from workbench.services.store.database import open_database
from workbench.time.instant import parse_utc
from workbench.time.zones import load_zone

FRIDAY = parse_utc("2026-08-07T09:00:00.000Z")
SECOND, HOUR = 1_000, 3_600_000


def caller(user="ada", account="home", *, quota=1_000, access=("proactive",)):
    return Identity(
        user, account, frozenset({account}), frozenset({"memory:read", "memory:write"}), frozenset(access), quota=quota
    )


ADA = caller()


class Desk:
    """``done`` lists every command that was carried out; ``answer`` may be an answer, an exception, or a function."""

    def __init__(self, folder, *, run_ms=3_000, zone="Europe/Berlin"):
        self.path = folder / "account.db"
        self.database = open_database(self.path)
        self.now = FRIDAY
        self.zone = zone
        self.paused = False
        self.done = []
        self.answer = Executed("completed", "Done.")
        self.requests = Requests(
            self.database,
            lambda: self.now,
            lambda: load_zone(self.zone) if self.zone else None,
            self._execute,
            run_ms=run_ms,
            paused=lambda: self.paused,
        )

    def _execute(self, command, identity, zone):
        self.done.append((command, identity.user, zone))
        answer = self.answer(command) if callable(self.answer) else self.answer
        if isinstance(answer, BaseException):
            raise answer
        return answer

    def send(self, message="list my todos", key="k", identity=ADA, **more):
        return self.requests.message(identity, {"idempotency_key": key, "message": message, **more})

    def finish(self, message="list my todos", key="k", identity=ADA, **more):
        """The final answer: sent, waited for, polled."""
        first = self.send(message, key, identity, **more)
        self.now += (first["retry_after_seconds"] or 0) * SECOND
        return self.send(message, key, identity, request_id=first["request_id"])

    def refused(self, message="list my todos", key="k", identity=ADA, **more):
        """The refusal of a call."""
        try:
            answer = self.send(message, key, identity, **more)
        except WorkbenchError as error:
            return error
        raise AssertionError(f"not refused: {answer}")

    def rows(self, sql, *values):
        with self.database.read() as connection:
            return [tuple(row) for row in connection.execute(sql, values)]
