"""What must be true of a bench at any moment of its history, against the model and without it."""

from typing import Any

from support.history_bench import Driven
from support.history_steps import Step
from support.model_facts import facts_of
from support.model_life import Life
from support.model_records import Fact, State
from workbench.bench.bench import Bench


class Pair:
    """A bench and its model, driven together and compared after every step."""

    def __init__(self, driven: Driven, life: Life) -> None:
        self.driven = driven
        self.life = life

    def do(self, step: Step) -> None:
        """One step of both; they agree on its outcome, the facts, the clock, and what is in the file."""
        outcome = self.driven.do(*step)
        told = outcome, facts(self.driven.bench), self.driven.bench.now
        if step == ("step",) and self.driven.stepped == ["waiting", "arrived"] and self._nothing_new(told[1]):
            # When exactly a record is told to wait is the screen's business, that nothing else happens is not.
            step = ("waits", self.driven.bench.now)
        expected = self.life.do(*step), self.life.facts, self.life.now
        if step == ("next",) and "waiting" in self.driven.stepped and self.driven.bench.now > self.life.now:
            self.life.do("waits", self.driven.bench.now)
            expected = *expected[:2], self.life.now
        assert told == expected
        self.agree()

    def _nothing_new(self, found: list[Fact]) -> bool:
        return len(found) == len(self.life.facts)

    def agree(self) -> None:
        """The views of both say the same."""
        bench, life = self.driven.bench, self.life
        view = bench.view()
        assert view.mode == ("live" if life.awake is not None else "cold")
        assert fold(bench) == [tuple(vars(known).values())[:5] for known in life.state.active.values()]
        assert (view.last_turn, view.queued) == (
            life.state.last_turn,
            len(life.state.next_turn) + len(life.state.next_step),
        )
        assert {each.name: each.left for each in view.armed} == {name: left for name, (left, _) in life.armed.items()}


def facts(bench: Bench) -> list[Fact]:
    """The facts of the log as it stands, pending events included."""
    log = bench.log
    events: list[dict[str, Any]] = [
        {"type": event.type, "time": event.time, "data": event.data} for event in log.index.events_from(0)
    ]
    assert log.header is not None
    return facts_of(events, log.header.seed_length or 0)


def fold(bench: Bench) -> list[tuple[str, str, str, int, int]]:
    """The active records in creation order."""
    return [
        (row.id, row.kind, row.prompt, row.seconds, row.target)
        for row in bench.view().schedules
        if row.state != "ended"
    ]


def fold_of(found: list[Fact]) -> State:
    """The fold of facts by the model."""
    return State.of(found)
