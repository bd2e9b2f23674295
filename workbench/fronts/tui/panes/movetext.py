"""What the last move did, as one sentence (TUI-5): how far, turns, deliveries, targets passed, the other way."""

from typing import TYPE_CHECKING

from workbench.fronts.tui.theme.paint import Span
from workbench.time.durations import format_duration

if TYPE_CHECKING:
    from workbench.bench.view import MoveReport

_VERBS = {
    "advance": "advanced", "jump": "jumped", "step": "stepped", "next": "went", "play": "played", "say": "said",
    "call": "called", "release": "released", "resume": "resumed",
}  # fmt: skip
_CAP = 100_000


def move_spans(move: "MoveReport", now: int) -> list[Span]:
    """The report of ``move``; it has to be read left to right, so the least needed stands last."""
    length = move.ended - move.started
    back = " back" if length < 0 else ""
    far = f" {format_duration(length)}{back}" if length else ""
    spans = [Span(f"{_VERBS[move.move]}{far}  ", "dim"), Span(_done(move), "text")]
    if move.note is not None:
        spans.append(Span(f"  {move.note}", "overdue"))
    if move.ended != now:
        spans.append(Span(f"  {format_duration(now - move.ended)} ago", "dim"))
    if move.other is not None:
        spans.append(Span(f"   {_other(*move.other)}", "dim"))
    return spans


def _done(move: "MoveReport") -> str:
    parts = [_count(move.turns, "turn"), f"{move.delivered_count:,} delivered"]
    if move.passed:
        parts.append(f"{_count(move.passed, 'target')} passed")
    return ", ".join(parts)


def _other(way: str, turns: int) -> str:
    more = "at least " if turns >= _CAP else ""
    return f"{way} would have run {more}{_count(turns, 'turn')}"


def _count(number: int, noun: str) -> str:
    return f"{number:,} {noun}{'' if number == 1 else 's'}"
