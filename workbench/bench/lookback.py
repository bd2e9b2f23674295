"""The history of a log that is only read, without a bench: for questions from the command line (BEN-15, BEN-16).

Owns what such a history says of the session: that nothing runs in it, or who runs it elsewhere.
"""

from dataclasses import replace

from workbench.bench.history import History
from workbench.bench.prefixes import Prefixes
from workbench.bench.sleeps import SleepBook
from workbench.bench.viewing import Situation
from workbench.session.lock import holder_of
from workbench.session.reader import SessionLog


def history_of(log: SessionLog, now: int, seq: int | None = None) -> History:
    """The history of ``log``, all of it or up to event ``seq`` (-1: before the first), looked at from ``now`` (epoch
    ms). A log that somebody writes right now counts as live.

    Raises ``invalid_cursor`` as :meth:`History.view_at`.
    """
    live = holder_of(log.path) is not None
    situation = Situation(
        path=log.path,
        source=None,
        mode="live" if live else "cold",
        problem=None,
        verdict=log.judged,
        drivable=log.drivable,
        now=now,
        zone=None,
        held=False,
        running=live and log.state.turn is not None,
        closers=() if live else log.closers,
        cold_since=None if live else log.last_instant,
    )
    prefixes = Prefixes(log.past, log.index, log.header, log.index.rows, situation.closers)
    turn = log.state.turn if live else None
    history = History(prefixes, situation, prefixes.last_seq, turn, SleepBook(log.index.events), ())
    if seq is None:
        return history
    then = history.view_at(seq).history
    assert then is not None  # noqa: S101 - a view of the past is made by a history
    return replace(then, situation=replace(then.situation, now=now))
