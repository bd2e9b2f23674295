"""What the last move did, as one sentence (TUI-5): how far, turns, deliveries, targets passed, the other way."""

from collections.abc import Sequence
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
# What a note means for what is to come, where the note alone does not say it.
_NOTES = {"clock went back": "clock went back, nothing fires early"}
# Moves that look for what comes next.
_SEEKING = ("next", "step")
_CAP = 100_000
_ROOMY = 76


def move_spans(
    move: "MoveReport", now: int, room: int = 1000, *, waiting: bool = False, due: Sequence[Span] = ()
) -> list[Span]:
    """The report of ``move`` in ``room`` cells; it is read left to right, so the least needed stands last and goes
    first. ``waiting`` says that there are schedules that wait for their time, ``due`` what it left waiting."""
    if move.move in _SEEKING and not move.turns and not move.events and move.ended == move.started:
        nothing = Part(2, [Span(_nothing(move, waiting=waiting))])
        return together((nothing, Part(3, due), Part(1, _since(move, now))), room, 2)
    length = move.ended - move.started
    back = " back" if length < 0 else ""
    far = f" {format_duration(length)}{back}" if length else ""
    noted = [Span(_NOTES.get(move.note, move.note), "overdue")] if move.note is not None else []
    other = [Span(f" {_other(*move.other)}", "dim")] if move.other is not None else []
    parts = (
        Part(4, [Span(f"{_VERBS[move.move]}{far}", "dim")]),
        Part(5, [Span(_done(move, short=room < _ROOMY))]),
        Part(6, due),
        Part(3, noted),
        Part(2, _since(move, now)),
        Part(1, other),
    )
    return together(parts, room, 2)


def _since(move: "MoveReport", now: int) -> list[Span]:
    return [Span(f"{format_duration(now - move.ended)} ago", "dim")] if move.ended != now else []


def _nothing(move: "MoveReport", *, waiting: bool) -> str:
    """Why a search for what comes next found nothing."""
    if waiting:
        return f"nothing can be delivered now{f', {move.note}' if move.note else ''}"
    return (
        "nothing is due: no schedule is waiting"
        if move.move == "next"
        else "nothing is to come: no schedule is waiting"
    )


def _done(move: "MoveReport", *, short: bool) -> str:
    parts = [counted(move.turns, "turn"), f"{move.delivered_count:,} delivered"]
    if move.passed:
        parts.append(f"{move.passed:,} passed" if short else f"{counted(move.passed, 'target')} passed")
    return ", ".join(parts)


def _other(way: str, turns: int) -> str:
    more = "at least " if turns >= _CAP else ""
    return f"{way} would have run {more}{counted(turns, 'turn')}"
