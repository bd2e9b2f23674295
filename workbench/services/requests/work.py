"""Beginning a run's work: what its message asks for now, and whether that may be begun once more after a death (REQ-4).

Owns that decision and the sentence about the accepted time (REQ-7).
"""

import sqlite3
from dataclasses import dataclass, replace
from typing import Final

from workbench.services.identity import Identity
from workbench.services.requests.accept import future_problem, instant_of
from workbench.services.requests.account_commands import AccountCommand, AddTodo, Complete, ListDue, ListThings
from workbench.services.requests.arguments import anchored
from workbench.services.requests.commands import Every, NeedsInput, Remind, When
from workbench.services.requests.echo import echo
from workbench.services.requests.executed import Executed
from workbench.services.requests.grammar import parse_request
from workbench.services.requests.memory import through_notes
from workbench.services.requests.runs import Run
from workbench.time.durations import format_duration
from workbench.time.zones import Zone, load_zone

# Doing these once more changes nothing: they only read, or carry the key under which the todo tool knows them again.
_REPEATABLE: Final = (ListThings, ListDue, AddTodo, Complete)
_INTERRUPTED: Final = (
    "The process that carried this out ended before it could say how it went, so it may have been done or not; look at"
    " the lists before asking again with a new request."
)


@dataclass(frozen=True, slots=True)
class Begun:
    """A command to be carried out, and the instant from which its lengths of time count (epoch ms)."""

    command: AccountCommand
    since: int


def begin(connection: sqlite3.Connection, identity: Identity, run: Run, now: int) -> Begun | Executed:
    """The command that is to be carried out, or how the run ends without one.

    Notes are dealt with here, in the caller's transaction, which also ends the run: a death undoes both or neither.
    """
    read = parse_request(run.message, run.created_at, run.zone)
    if isinstance(read, NeedsInput):
        return Executed("needs_input", read.sentence)
    command = through_notes(connection, identity, read, now, _zone(run.zone))
    if isinstance(command, Executed):
        return command
    if run.state == "started" and not isinstance(command, _REPEATABLE):
        return Executed("failed", _INTERRUPTED)
    if isinstance(command, AddTodo):
        return Begun(anchored(replace(command, mutation_id=run.request_id), run.created_at), run.created_at)
    if isinstance(command, Remind) and now != run.created_at:
        return _begun_late(command, run, now)
    return Begun(command, now)


def with_time(executed: Executed, begun: Begun, zone: str | None) -> Executed:
    """``executed`` with the time that was accepted: weekday, local date and time, zone and UTC."""
    when = _when(begun.command)
    instant = None if when is None else instant_of(when, begun.since)
    if when is None or not isinstance(instant, int) or executed.status != "completed":
        return executed
    told = echo(when, instant, _zone(zone))
    if isinstance(when, Every):
        told = f"every {format_duration(when.seconds * 1000)}, first on {told}"
    return Executed("completed", f"{executed.response}\nTime: {told}.")


def _begun_late(command: Remind, run: Run, now: int) -> Begun | Executed:
    """A reminder of a run that was taken up after a death, at the instant that it would have had."""
    late = anchored(command, run.created_at)
    instant = instant_of(late.when, now)
    problem = future_problem(late.when, instant, now) if isinstance(instant, int) else instant
    return Begun(late, now) if problem is None else Executed("needs_input", problem.sentence)


def _when(command: AccountCommand) -> When | None:
    if isinstance(command, Remind):
        return command.when
    return command.due if isinstance(command, AddTodo) else None


def _zone(name: str | None) -> Zone | None:
    return None if name is None else load_zone(name)
