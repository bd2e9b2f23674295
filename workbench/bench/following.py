"""A log that is only looked at goes on when others write it: the bench sees that, its clock at the end of it (LOG-15).

Owns what follows for clock and sleeps. Taking the lines in is the session layer's (``session/follow``).
"""

from collections.abc import Callable

from workbench.bench.clock import SimulatedClock
from workbench.bench.journey import Journey
from workbench.bench.life import SessionFiles
from workbench.session.follow import Followed
from workbench.session.reader import SessionLog

GoOn = Callable[[], bool]


def follow_log(files: SessionFiles, log: SessionLog, clock: SimulatedClock, go_on: GoOn) -> tuple[SessionLog, Followed]:
    """The log as it is now, and what became of it. A clock that stood at its former end stands at its end."""
    before = log.last_instant
    log, found = files.follow(log, go_on)
    if found.kind != "nothing" and clock.now() == before:
        clock.set(log.last_instant)
    return log, found


def note(journey: Journey, found: Followed, events: int, since: int) -> None:
    """Let the journey know of what was found; the log had ``events``, its clock stood at ``since`` (epoch ms)."""
    if found.kind == "replaced":
        journey.begin_anew()
    elif found.kind != "nothing":
        journey.looked_on(events, since)
