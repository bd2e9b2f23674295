"""Counts what a move did while it does it (TUI-5), in memory that does not grow with the move."""

from workbench.bench.happening import Happening
from workbench.bench.view import Delivery, Move, MoveReport


class Tally:
    """The running count of one move from ``started`` (epoch ms); the last delivery of each record is kept."""

    def __init__(self, move: Move, started: int, events: int) -> None:
        self._move: Move = move
        self.started = started
        self._events = events
        self._turns = 0
        self._passed = 0
        self._count = 0
        self.delivered: dict[str, Delivery] = {}
        self.note: str | None = None
        self.other: tuple[str, int] | None = None

    def add(self, happening: Happening) -> None:
        """Take in one event of the move."""
        self._turns += happening.turns
        if happening.kind == "crashed":
            self.note = "crashed"
        if happening.delivered:
            self._count += len(happening.delivered)
            for delivery in happening.delivered:
                self._passed += delivery.passed
                self.delivered[delivery.id] = delivery

    def report(self, now: int, events: int) -> MoveReport:
        """The count as it stands at ``now`` (epoch ms), with ``events`` in the log."""
        return MoveReport(
            move=self._move,
            started=self.started,
            ended=now,
            turns=self._turns,
            events=events - self._events,
            delivered=tuple(self.delivered.values()),
            delivered_count=self._count,
            passed=self._passed,
            note=self.note,
            other=self.other,
        )
