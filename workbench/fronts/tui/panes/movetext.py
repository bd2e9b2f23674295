"""What the last move did, as one sentence (TUI-5): how far, turns, deliveries, targets passed, the other way."""

from typing import TYPE_CHECKING

from workbench.fronts.tui.panes.instants import counted
from workbench.fronts.tui.panes.together import Part, together
from workbench.fronts.tui.theme.paint import Span
from workbench.time.durations import format_duration

if TYPE_CHECKING:
    from workbench.bench.view import MoveReport

_VERBS = {
    "advance": "advanced", "jump": "jumped", "step": "stepped", "next": "went", "play": "played", "say": "said",
    "call": "called", "release": "released", "resume": "resumed",
}  # fmt: skip
_CAP = 100_000
_ROOMY = 76


def move_spans(move: "MoveReport", now: int, room: int = 1000) -> list[Span]:
    """The report of ``move`` in ``room`` cells; it is read left to right, so the least needed stands last and goes
    first."""
    length = move.ended - move.started
    back = " back" if length < 0 else ""
    far = f" {format_duration(length)}{back}" if length else ""
    noted = [Span(move.note, "overdue")] if move.note is not None else []
    since = [Span(f"{format_duration(now - move.ended)} ago", "dim")] if move.ended != now else []
    other = [Span(f" {_other(*move.other)}", "dim")] if move.other is not None else []
    parts = (
        Part(5, [Span(f"{_VERBS[move.move]}{far}", "dim")]),
        Part(4, [Span(_done(move, short=room < _ROOMY))]),
        Part(3, noted),
        Part(2, since),
        Part(1, other),
    )
    return together(parts, room, 2)


def _done(move: "MoveReport", *, short: bool) -> str:
    parts = [counted(move.turns, "turn"), f"{move.delivered_count:,} delivered"]
    if move.passed:
        parts.append(f"{move.passed:,} passed" if short else f"{counted(move.passed, 'target')} passed")
    return ", ".join(parts)


def _other(way: str, turns: int) -> str:
    more = "at least " if turns >= _CAP else ""
    return f"{way} would have run {more}{counted(turns, 'turn')}"
