"""Records, their fold and what is due, told a second time from page 2 alone: plain lists and loops, no product code.

A *fact* is a tuple ``(time, what, ...)``: what a session's log says, without how it says it. ``model_facts`` takes
them from a file, ``model_session`` makes its own, and the two must be equal.
"""

from dataclasses import dataclass, replace
from typing import Any

Fact = tuple[Any, ...]
LAST_MS = 253_402_300_799_999  # 9999-12-31T23:59:59.999Z


@dataclass(frozen=True)
class Known:
    """An active record. ``first`` is the target it was created with, the anchor of every later one (SCH-8)."""

    id: str
    kind: str
    prompt: str
    seconds: int
    target: int
    first: int

    def at(self, decided: int) -> "Occurrence":
        """What a dispatch decided at ``decided`` (epoch ms) delivers, and where the record goes on (SCH-8)."""
        if self.kind != "every":
            return Occurrence(self.id, self.target, 0, None)
        interval = self.seconds * 1000
        passed = (decided - self.target) // interval
        occurrence = self.target + passed * interval
        following = occurrence + interval
        return Occurrence(self.id, occurrence, passed, following if following <= LAST_MS else None)


@dataclass(frozen=True)
class Occurrence:
    """One delivered target, how many were passed over for it, and the next one."""

    id: str
    target: int
    passed: int
    following: int | None


class State:
    """The fold of facts: active records in creation order, ids ever used, the inbox, the open turn."""

    def __init__(self) -> None:
        self.active: dict[str, Known] = {}
        self.used: set[str] = set()
        self.next_turn: list[Fact] = []
        self.next_step: list[Fact] = []
        self.turn: int | None = None
        self.last_turn = 0

    @classmethod
    def of(cls, facts: list[Fact], last_turn: int = 0) -> "State":
        state = cls()
        state.last_turn = last_turn
        for fact in facts:
            state.apply(fact)
        return state

    def apply(self, fact: Fact) -> None:
        time, what, *rest = fact
        getattr(self, f"_{what}")(time, *rest)

    def due(self, now: int) -> list[Known]:
        """What the next turn would deliver at ``now``: one one-shot, or every due record of the other kind (SCH-26)."""
        places = {name: place for place, name in enumerate(self.active)}
        waiting = [known for known in self.active.values() if known.target <= now]
        waiting.sort(key=lambda known: (known.target, places[known.id]))
        singles = [known for known in waiting if known.kind != "every"]
        return singles[:1] or waiting

    def next_id(self) -> str:
        number = len(self.used) + 1
        while f"schedule-{number}" in self.used:
            number += 1
        return f"schedule-{number}"

    def _create(self, _time: int, name: str, kind: str, prompt: str, seconds: int, target: int) -> None:
        assert name not in self.used, "an id is never used twice (SCH-7)"
        self.used.add(name)
        self.active[name] = Known(name, kind, prompt, seconds, target, target)

    def _delete(self, _time: int, name: str) -> None:
        del self.active[name]

    def _dispatch(self, _time: int, name: str, accepted: int | None) -> None:
        known = self.active[name]
        assert (accepted is None) == (known.kind != "every")
        following = None if accepted is None else known.at(accepted).following
        if following is None:
            del self.active[name]
        else:
            self.active[name] = replace(known, target=following)

    def _insert(self, _time: int, target: str, message: Fact) -> None:
        (self.next_turn if target == "next-turn" else self.next_step).append(message)

    def _claim(self, _time: int, target: str, count: int) -> None:
        del (self.next_turn if target == "next-turn" else self.next_step)[:count]

    _cancel = _claim

    def _turn(self, _time: int, number: int) -> None:
        assert self.turn is None, "never a turn inside a turn"
        self.turn = self.last_turn = number

    def _end(self, _time: int, number: int, _how: str) -> None:
        assert self.turn == number
        self.turn = None

    def _opened(self, _time: int) -> None:
        """A session was opened for writing."""
