"""The deeds that drive one side or both: next due, advance, jump, say, stop.

Owns asking and handing over. What a text means for two clocks is ``moves``'.
"""

from collections.abc import Iterable
from functools import partial
from typing import TYPE_CHECKING

from workbench.errors import WorkbenchError
from workbench.fronts.tui.compare import moves
from workbench.fronts.tui.compare.moves import Clock
from workbench.fronts.tui.compare.sides import Side
from workbench.fronts.tui.panes.scene import Notice, Progress

if TYPE_CHECKING:
    from workbench.fronts.tui.compare.screen import CompareScreen


def next_due(screen: "CompareScreen") -> None:
    """Each driven side goes to its next delivery."""
    for side in _ready(screen):
        screen.mover.begin(side, Progress("Going on", _now(side)), lambda bench: bench.next_due())


def advance(screen: "CompareScreen") -> None:
    """Ask how far, then let time pass."""
    _ask_and_move(screen, "advance", "Every event on the way happens at its own instant.")


def jump(screen: "CompareScreen") -> None:
    """Ask where to, then set the clocks."""
    _ask_and_move(screen, "jump", "The clock goes there at once, also backwards; then what is due is caught up.")


def say(screen: "CompareScreen") -> None:
    """Ask what to say, and send it as the user."""
    from workbench.fronts.tui.dialogs.ask import Ask, Question

    sides = _ready(screen)
    if not sides:
        return
    zone = screen.launch.zone
    hints = (
        'Such as "remind me in 20 minutes to stretch" or "every 10 minutes check the build".',
        f"Your zone is sent along: {zone}." if zone else "No zone is chosen: the agent will ask about a bare time.",
    )

    def answered(text: str | None) -> None:
        for side in sides if text else ():
            screen.mover.act(side, lambda bench: bench.say(text or ""))

    title = f"Say to {_whom(sides)}"
    screen.app.push_screen(Ask(Question(title=title, verb="send", hints=hints)), answered)


def stop(screen: "CompareScreen") -> None:
    """Stop whatever moves, on both sides, between two events."""
    for side in screen.sides:
        if side.driver is not None:
            side.driver.stop()


def can_drive(screen: "CompareScreen", sides: Iterable[Side]) -> bool:
    """Whether all ``sides`` can be driven. Else it is said why not, and looked whether that has changed meanwhile."""
    hindered = [side for side in sides if not side.drivable]
    for side in hindered:
        screen.say(Notice(side.hindrance(), bad=True))
        if side.driver is not None and side.driver.holder is not None:
            side.driver.look_again()
    return not hindered


def _ready(screen: "CompareScreen") -> list[Side]:
    """The sides to drive, that with the focus first; none where one of them cannot be driven."""
    wanted = screen.to_drive()
    return wanted if can_drive(screen, wanted) else []


def _ask_and_move(screen: "CompareScreen", way: str, hint: str) -> None:
    from workbench.fronts.tui.dialogs.ask import Ask, Question

    sides = _ready(screen)
    if not sides:
        return
    clocks, zone = [Clock(side.word, _now(side)) for side in sides], screen.scene.zone
    forms = 'A length (2h 30m) or a moment (11:00, "tomorrow 9:00", 2026-08-07T11:00:00Z).'
    both = "A length counts from each side's own clock; a moment is the same instant for both."
    question = Question(
        title=f"{way.title()} {_whom(sides)}",
        verb=way,
        hints=(hint, forms, *([both] if len(sides) > 1 else [])),
        means=lambda text: moves.explain(way, text, clocks, zone),
        recall=way,
    )

    def answered(text: str | None) -> None:
        if text is None:
            return
        for side, to in zip(sides, moves.going(way, text, clocks, zone), strict=True):
            if to is not None and way == "advance":
                _advance_to(screen, side, to)
            elif to is not None:
                _jump_to(screen, side, to)

    screen.app.push_screen(Ask(question), answered)


def _advance_to(screen: "CompareScreen", side: Side, to: int) -> None:
    """Advance a side, unless that would be large: then ask first."""
    from workbench.fronts.tui.dialogs.large import advance_or_ask

    ask = partial(screen.call_later, _ask_for_large, screen, side, to)
    screen.mover.begin(side, Progress("Advancing", _now(side), to), lambda bench: advance_or_ask(bench, to, ask))


def _jump_to(screen: "CompareScreen", side: Side, to: int) -> None:
    screen.mover.begin(side, Progress("Jumping", _now(side), to), lambda bench: bench.jump(to=to))


def _ask_for_large(screen: "CompareScreen", side: Side, to: int, large: WorkbenchError) -> None:
    from workbench.fronts.tui.dialogs.large import ALL_THE_SAME, JUMP, LargeMove

    def answered(answer: str | None) -> None:
        if answer == ALL_THE_SAME:
            screen.mover.begin(side, Progress("Advancing", _now(side), to), lambda bench: bench.advance(to=to))
        elif answer == JUMP:
            _jump_to(screen, side, to)

    told = WorkbenchError(large.code, f"on the {side.word}'s side {large.message}")
    screen.app.push_screen(LargeMove(told), answered)


def _whom(sides: list[Side]) -> str:
    return "both sides" if len(sides) > 1 else f"the {sides[0].word}, {sides[0].scene.name}"


def _now(side: Side) -> int:
    return side.view.now if side.view is not None else 0
