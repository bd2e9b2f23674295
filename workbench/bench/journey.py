"""The moves of one bench under a tally that every view shows: what the last one did, and what the other way would have.

Owns which move counts as the last one, and since when nothing was decided. How a move runs is moves.py's, how it is
counted tally.py's, how sleeps are looked up sleeps.py's.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from workbench.bench import forecast
from workbench.bench.clock import Clock
from workbench.bench.happening import Happening
from workbench.bench.history import History
from workbench.bench.prefixes import Prefixes
from workbench.bench.sleeps import SleepBook
from workbench.bench.tally import Tally
from workbench.bench.view import Move
from workbench.bench.viewing import Ground, Situation
from workbench.schedule.fold import Fold
from workbench.session.past import Past


@dataclass(frozen=True, slots=True)
class Course:
    """Where a move of time goes: ``to`` (epoch ms), and a copy of the fold it starts from, None for a cold session."""

    to: int
    ahead: Fold | None
    turn_ms: int


class Journey:
    """``tally`` is the last move's, None before the first. ``events`` counts the events of the log as it stands.

    ``cold_since`` is the instant (epoch ms) from which the session is closed, None while it is live.
    """

    def __init__(self, clock: Clock, events: Callable[[], int]) -> None:
        self._clock = clock
        self._events = events
        self.tally: Tally | None = None
        self.sleeps = SleepBook(events())
        self.cold_since: int | None = clock.now()

    def fell_cold(self) -> None:
        """The session was closed."""
        self.cold_since = self._clock.now()

    def came_back(self, seq: int) -> None:
        """The session went live; ``seq`` is the first event it wrote, or would have written, since."""
        if self.cold_since is not None:
            self.sleeps.add(self.cold_since, self._clock.now(), seq, cold=True)
        self.cold_since = None

    def leap(self, to: int) -> None:
        """The clock of a live session is about to leap to ``to`` (epoch ms)."""
        if self.cold_since is None:
            self.sleeps.add(self._clock.now(), to, self._events())

    def looked_on(self, first: int, since: int) -> None:
        """Others wrote on the log that is looked at, from event ``first`` on; the clock may have gone on with it from
        ``since`` (epoch ms)."""
        self.sleeps.reach(first, self._events())
        if self.cold_since == since:
            self.cold_since = self._clock.now()

    def begin_anew(self) -> None:
        """Another log is looked at in the place of the former."""
        self.tally, self.sleeps, self.cold_since = None, SleepBook(self._events()), self._clock.now()

    def history(self, past: Past, situation: Situation, ground: Ground, turn: int | None) -> History:
        """What was before the view of ``ground``, in which ``turn`` is open."""
        log = Prefixes(past, ground.index, ground.header, ground.rows, situation.closers)
        return History(log, situation, log.last_seq, turn, self.sleeps, self.sleeps.known)

    def move(self, move: Move, steps: Iterator[Happening], course: Course | None = None) -> Iterator[Happening]:
        """Run a move of time; one that is left early says so."""
        tally = Tally(move, self._clock.now(), self._events())
        tally.note = "clock went back" if course is not None and course.to < tally.started else None
        self.tally = tally
        finished = False
        try:
            for happening in steps:
                tally.add(happening)
                yield happening
            finished = True
        finally:
            if not finished:
                tally.note = "stopped"
            elif course is not None and tally.note != "crashed":
                tally.other = _other_way(move, tally, course)

    def settle(self, move: Move, steps: Iterator[Happening]) -> list[Happening]:
        """Run what can run at this instant; it counts as a move only where it delivered something."""
        tally = Tally(move, self._clock.now(), self._events())
        happenings: list[Happening] = []
        for happening in steps:
            tally.add(happening)
            happenings.append(happening)
        if tally.delivered or tally.note is not None:
            self.tally = tally
        return happenings


def _other_way(move: Move, tally: Tally, course: Course) -> tuple[str, int] | None:
    """The name of the other way and its turns, where both go forward and the choice mattered (TUI-5)."""
    if course.ahead is None or course.to <= tally.started or not tally.delivered:
        return None
    way: forecast.Way = "jump" if move == "advance" else "advance"
    return way, forecast.turns_of(course.ahead, way, tally.started, course.to, course.turn_ms)
