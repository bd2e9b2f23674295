"""Where in a log a reading command looks (BEN-16): ``--at SEQ|TIME`` and ``--now``, and the state folded up to there.

Owns what those options mean (page 6). It reads and never writes; the fold is the session layer's.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeVar

import click

from workbench.errors import UsageError, WorkbenchError
from workbench.fronts.cli.call import Call

if TYPE_CHECKING:
    from workbench.schedule.fold import Fold
    from workbench.session.reader import SessionLog
    from workbench.session.state import SessionState
    from workbench.time.zones import Zone

F = TypeVar("F", bound=Callable[..., Any])
_MAX_DIGITS = 15


@dataclass(frozen=True)
class Cursor:
    """A prefix of a log, up to and with event ``seq`` (None: nothing), and the instant it is looked at from.

    ``time`` is that event's, whatever the log says, and ``now``, within the years 0001-9999, what states are told
    against, both epoch ms; ``running`` says that the prefix ends inside a turn.
    """

    log: "SessionLog"
    seq: int | None
    time: int | None
    now: int
    state: "SessionState"
    running: bool


def cursor_options(command: F) -> F:
    """Add ``--at`` and ``--now``."""
    command = click.option("--now", metavar="TIME", help="The instant to look from (default: that of the cursor).")(
        command
    )
    return click.option("--at", metavar="SEQ|TIME", help="Look at the log as it was then (default: its end).")(command)


def read_at(call: Call, target: str, at: str | None, now: str | None) -> Cursor:
    """The cursor in the log that ``target`` names; UsageError ``invalid_cursor`` or ``invalid_time`` for options."""
    from workbench.actions.places import find_session
    from workbench.session.reader import read_log

    log = read_log(find_session(call.places, target))
    zone = call.shown_zone
    if at is None:
        cursor = _end(log)
    elif _is_seq(at):
        cursor = _at_seq(log, int(at))
    else:
        cursor = _at_time(log, at, zone)
    if now is None:
        return cursor
    from dataclasses import replace

    from workbench.time.phrases import parse_moment

    return replace(cursor, now=parse_moment(now, cursor.now, zone))


def complaint(cursor: Cursor) -> WorkbenchError | None:
    """What is wrong with the log, at the cursor or elsewhere; None where at most its end is torn."""
    log = cursor.log
    what = log.chief_problem.message if log.chief_problem is not None else "it has no header"
    if log.verdict == "unsupported":
        return WorkbenchError("unsupported_format", f"{log.path} can only be looked at: {what}")
    if log.verdict == "corrupt":
        return WorkbenchError("corrupt_log", f"{log.path} is damaged and can only be looked at: {what}")
    if cursor.state.schedule_error is not None or log.state.schedule_error is not None:
        return cursor.state.schedule_error or log.state.schedule_error
    misplaced = next((problem for problem in log.problems if problem.kind == "wrong_identity"), None)
    return WorkbenchError("wrong_identity", misplaced.message) if misplaced is not None else None


def known_schedules(cursor: Cursor) -> "Fold":
    """The schedules at the cursor; raises what keeps them from being known. Before a hole they still are."""
    error = complaint(cursor)
    if error is not None and (error.code == "unsupported_format" or not schedules_known(cursor)):
        raise error
    return cursor.state.schedules


def schedules_known(cursor: Cursor) -> bool:
    """Whether the schedules at the cursor follow from the log, and are no guess over damage or an unknown format."""
    log = cursor.log
    return cursor.state.schedule_error is None and log.header is not None and log.format == 0


def _end(log: "SessionLog") -> Cursor:
    seq = log.events_shown - 1 if log.events_shown else None
    return Cursor(log, seq, log.state.last_time, log.last_instant, log.state, running=False)


def _at_seq(log: "SessionLog", seq: int) -> Cursor:
    if not 0 <= seq < log.events_shown:
        accepted = f"0 to {log.events_shown - 1} are accepted" if log.events_shown else "the log has none"
        raise UsageError("invalid_cursor", f"there is no event {seq}: {accepted}")
    closers = [event for event in log.closers if event.seq <= seq]
    if closers:
        running = not any(event.type == "turn/end" for event in closers)
        return Cursor(log, seq, closers[-1].time, log.last_instant, log.state, running)
    from workbench.time.instant import clamped

    state = log.state_at(seq)
    time = log.index.event_at(seq).time
    return Cursor(log, seq, time, clamped(time), state, running=state.turn is not None)


def _at_time(log: "SessionLog", text: str, zone: "Zone") -> Cursor:
    from workbench.time.phrases import parse_moment

    now = parse_moment(text, log.last_instant, zone)
    seq = log.prefix_seq(now)
    if seq < 0:
        return Cursor(log, None, None, now, log.state_at(-1), running=False)
    if seq >= log.index.events - 1:
        found = _end(log)
        return Cursor(log, found.seq, found.time, now, found.state, running=False)
    state = log.state_at(seq)
    return Cursor(log, seq, log.index.event_at(seq).time, now, state, running=state.turn is not None)


def _is_seq(text: str) -> bool:
    """A bare whole number is a seq; no accepted time is one."""
    return text.isascii() and text.isdigit() and len(text) <= _MAX_DIGITS
