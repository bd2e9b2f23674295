"""What must be true of a bench at any moment of its history, against the model and without it."""

from typing import Any

from support.history_bench import Driven
from support.history_steps import Step
from support.model_facts import facts_of
from support.model_life import Life
from support.model_records import Fact
from workbench.bench.bench import Bench
from workbench.bench.view import BenchView
from workbench.session.events import Event
from workbench.session.live import LiveLog

Row = tuple[str, str, str, int, int]


class Pair:
    """A bench and its model, driven together and compared after every step."""

    def __init__(self, driven: Driven, life: Life) -> None:
        self.driven = driven
        self.life = life
        self._log: object = None
        self._known: list[Fact] = []
        self._read = 0

    def do(self, step: Step) -> None:
        """One step of both; they agree on its outcome, the facts, the clock, and what is in the file."""
        outcome = self.driven.do(*step)
        told = outcome, self.facts(), self.driven.bench.now
        if step == ("step",) and self.driven.stepped == ["waiting", "arrived"]:
            # When exactly a record is told to wait is the screen's business, that nothing else happens is not.
            following = self.life.next_event()
            if following is None or self.driven.bench.now < following:
                step = ("waits", self.driven.bench.now)
        outcome = self._follow() if step[0] == "leave" else self.life.do(*step)
        expected = outcome, self.life.facts, self.life.now
        if step == ("next",) and "waiting" in self.driven.stepped and self.driven.bench.now > self.life.now:
            self.life.do("waits", self.driven.bench.now)
            expected = *expected[:2], self.life.now
        assert told == expected
        self.agree()

    def _follow(self) -> None:
        """Event by event to where a move was left, which no step of the model says."""
        bench, life = self.driven.bench, self.life
        while (self.facts(), armed(bench.view())) != (life.facts, life.left):
            following = life.next_event()
            if following is None or following > bench.now:
                break
            life.do("step")
        if life.now < bench.now:
            life.do("waits", bench.now)

    def facts(self) -> list[Fact]:
        """The facts of the bench's log; what was read before is read again only where another log took its place."""
        log = self.driven.bench.log
        if self._log is not log or not isinstance(log, LiveLog):
            self._log, self._known, self._read = log, [], log.header.seed_length or 0 if log.header else 0
        events = [_plain(event) for event in log.index.events_from(self._read)]
        self._read += len(events)
        self._known = self._known + facts_of(events)
        return self._known

    def agree(self) -> None:
        """The views of both say the same."""
        bench, life = self.driven.bench, self.life
        view = bench.view()
        assert view.mode == ("live" if life.awake is not None else "cold")
        assert (view.crashed is not None) == life.crashed
        assert rows_of(view) == [tuple(vars(known).values())[:5] for known in life.state.active.values()]
        assert (view.last_turn, view.queued) == (
            life.state.last_turn,
            len(life.state.next_turn) + len(life.state.next_step),
        )
        assert armed(view) == life.left


def facts(bench: Bench) -> list[Fact]:
    """The facts of the log as it stands, pending events included."""
    log = bench.log
    assert log.header is not None
    return facts_of([_plain(event) for event in log.index.events_from(0)], log.header.seed_length or 0)


def _plain(event: Event) -> dict[str, Any]:
    return {"type": event.type, "time": event.time, "data": event.data}


def fold(bench: Bench) -> list[Row]:
    """The active records in creation order."""
    return rows_of(bench.view())


def rows_of(view: BenchView) -> list[Row]:
    """The active records of a view, without those that the last move ended."""
    return [(row.id, row.kind, row.prompt, row.seconds, row.target) for row in view.schedules if row.state != "ended"]


def armed(view: BenchView) -> dict[str, int]:
    """The faults that will strike, and how often."""
    return {each.name: each.left for each in view.armed}
