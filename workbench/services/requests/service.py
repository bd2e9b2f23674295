"""The message call (REQ-1 to REQ-5): one key is one run, however often and from however many processes it is asked for.

Owns the order of checks and the life of a run: accepted, started, ended. What a message means is the grammar's, notes
are memory.py's, and everything else is carried out by the function that was given.
"""

from collections.abc import Callable
from contextlib import ExitStack
from typing import Any, Final
from uuid import uuid4

from workbench.errors import WorkbenchError
from workbench.services.identity import Identity
from workbench.services.requests.account_commands import AccountCommand
from workbench.services.requests.asked_run import run_asked_for
from workbench.services.requests.body import Asked, read_body
from workbench.services.requests.claims import Claim, Claims
from workbench.services.requests.executed import Executed
from workbench.services.requests.page import DEFAULT_LIMIT, RequestPage, next_ready, read_page
from workbench.services.requests.refusals import RequestError
from workbench.services.requests.reply import reply
from workbench.services.requests.runs import (
    Run,
    accept,
    count_replay,
    end,
    run_of_id,
    run_of_key,
    start,
    unfinished,
)
from workbench.services.requests.usage import use_one
from workbench.services.requests.work import Begun, begin, with_time
from workbench.services.store.database import Database
from workbench.time.zones import Zone, load_zone

RUN_MS: Final = 3_000
Execute = Callable[[AccountCommand, Identity, str | None], Executed]
_BROKEN: Final = "Something went wrong while this was carried out, and it may be done in part; look at the lists first."


class Requests:
    """Message requests in ``database``, on the clock ``now`` (epoch ms), in ``zone`` where a message names none.

    ``execute`` carries a command out for an identity in a zone (its name, or None); a :class:`WorkbenchError` of its
    is the run's failure. ``run_ms`` is how long a run takes on that clock; ``paused`` says whether the clock stands
    still. Safe to use from several threads and processes.
    """

    def __init__(
        self,
        database: Database,
        now: Callable[[], int],
        zone: Callable[[], Zone | None],
        execute: Execute,
        *,
        run_ms: int = RUN_MS,
        paused: Callable[[], bool] = lambda: False,
    ) -> None:
        self._database = database
        self._claims = Claims.beside(database.path)
        self._now = now
        self._zone = zone
        self._execute = execute
        self._run_ms = run_ms
        self._paused = paused

    def message(self, identity: Identity, body: object, *, zone: str | None = None) -> dict[str, Any]:
        """The four keys of REQ-1 for ``body``, parsed JSON; ``zone`` is the one zone of the turn it comes from, if any.

        Raises :class:`RequestError`, or ``invalid_time_zone`` for ``zone``; then nothing was executed or counted.
        Errors of the database pass through.
        """
        if "proactive" not in identity.access:
            raise RequestError(
                "proactive_required", "message requests need proactive access, which this caller has not"
            )
        run, claim = self._accepted(identity, read_body(body), zone)
        if run.state != "ended":
            run = self._worked_on(identity, run, claim)
        return reply(run, self._now(), paused=self._paused())

    def take_up(self, identity: Identity) -> int:
        """Finish what died with its process, or end it as failed; how many runs that were. For the start of a front."""
        with self._database.read() as connection:
            left = unfinished(connection, identity)
        return sum(self._worked_on(identity, run, None).state == "ended" for run in left)

    def page(self, identity: Identity, *, limit: int = DEFAULT_LIMIT, after: str | None = None) -> RequestPage:
        """A page for screens, newest first; a read that changes nothing. ``after`` is a page's ``next``."""
        with self._database.read() as connection:
            return read_page(connection, identity, self._now(), limit, after)

    def next_ready(self, identity: Identity) -> int | None:
        """The next instant (epoch ms) at which a result appears, for a clock that moves from event to event."""
        with self._database.read() as connection:
            return next_ready(connection, identity, self._now())

    def _accepted(self, identity: Identity, asked: Asked, zone: str | None) -> tuple[Run, Claim | None]:
        """The run of this key, and the claim on it if it is new."""
        now = self._now()
        with ExitStack() as undo:
            with self._database.write() as connection:
                found = run_asked_for(
                    asked,
                    run_of_key(connection, identity, asked.key, now),
                    run_of_id(connection, identity, asked.request_id, now) if asked.request_id else None,
                )
                if found is not None:
                    count_replay(connection, found.request_id)
                    return found, None
                use_one(connection, identity, now)
                run = self._new_run(asked, zone, now)
                # Held before anyone else can see the run, so that nobody takes it for one whose process died.
                claim = self._claims.take(run.request_id)
                if claim is not None:
                    undo.callback(claim.release, ended=True)
                accept(connection, identity, run)
            undo.pop_all()
        return run, claim

    def _new_run(self, asked: Asked, zone: str | None, now: int) -> Run:
        known = self._zone() if zone is None else load_zone(zone)
        name = None if known is None else known.name
        ready = now + self._run_ms
        return Run(str(uuid4()), asked.key, asked.message, name, now, ready, "accepted", None, None, None, 0, 0)

    def _worked_on(self, identity: Identity, run: Run, claim: Claim | None) -> Run:
        """The run after its work, or as it is while another process works on it."""
        claim = claim or self._claims.take(run.request_id)
        if claim is None:
            return run
        ended = False
        try:
            self._work(identity, run.request_id)
            with self._database.read() as connection:
                run = run_of_id(connection, identity, run.request_id, self._now()) or run
            ended = run.state == "ended"
        finally:
            claim.release(ended=ended)
        return run

    def _work(self, identity: Identity, request_id: str) -> None:
        try:
            begun = self._begun(identity, request_id)
            if begun is not None:
                self._end(identity, request_id, self._carried_out(identity, *begun))
        except WorkbenchError:
            raise
        except Exception:
            # A bug must not leave the run to be begun again by every poll.
            self._end(identity, request_id, Executed("failed", _BROKEN))
            raise

    def _begun(self, identity: Identity, request_id: str) -> tuple[Begun, Run] | None:
        """What is to be carried out, noted as started; None where the run ended without that."""
        now = self._now()
        with self._database.write() as connection:
            run = run_of_id(connection, identity, request_id, now)
            if run is None or run.state == "ended":
                return None
            begun = begin(connection, identity, run, now)
            if run.state == "accepted" or isinstance(begun, Begun):
                start(connection, request_id)
            if isinstance(begun, Begun):
                return begun, run
            end(connection, run, begun, now)
        return None

    def _carried_out(self, identity: Identity, begun: Begun, run: Run) -> Executed:
        try:
            executed = self._execute(begun.command, identity, run.zone)
        except WorkbenchError as error:
            return Executed("failed", error.message)
        return with_time(executed, begun, run.zone)

    def _end(self, identity: Identity, request_id: str, executed: Executed) -> None:
        now = self._now()
        with self._database.write() as connection:
            run = run_of_id(connection, identity, request_id, now)
            if run is not None and run.state != "ended":
                end(connection, run, executed, now)
