"""The deeds of time: next due, step, advance, jump, play, stop."""

from functools import partial
from typing import TYPE_CHECKING, Final

from workbench.actions.moments import explain_move, read_target
from workbench.fronts.tui.deeds.common import driver_of, view_of
from workbench.fronts.tui.panes.scene import Progress

if TYPE_CHECKING:
    from workbench.fronts.tui.screens.session import SessionScreen

PLAY_RATE: Final = 60


def next_due(screen: "SessionScreen") -> None:
    """Go to the next delivery."""
    screen.begin(Progress("Going on", view_of(screen).now))
    driver_of(screen).move(lambda bench: bench.next_due())


def step(screen: "SessionScreen") -> None:
    """Go to the next event."""
    screen.begin(Progress("Stepping", view_of(screen).now))
    driver_of(screen).move(lambda bench: bench.step())


def advance(screen: "SessionScreen") -> None:
    """Ask how far, then let time pass."""
    _ask_and_move(screen, "advance", "Advance to", "Every event on the way happens at its own instant.")


def jump(screen: "SessionScreen") -> None:
    """Ask where to, then set the clock."""
    hint = "The clock goes there at once, also backwards; then what is due is caught up."
    _ask_and_move(screen, "jump", "Jump to", hint)


def _ask_and_move(screen: "SessionScreen", way: str, title: str, hint: str) -> None:
    from workbench.fronts.tui.dialogs.ask import Ask, Question

    now, zone = view_of(screen).now, screen.scene.zone
    question = Question(
        title=title,
        verb=way,
        hints=(hint, 'A length (2h 30m) or a moment (11:00, "tomorrow 9:00", 2026-08-07T11:00:00Z).'),
        means=partial(explain_move, way, now=now, zone=zone),
    )

    def answered(text: str | None) -> None:
        if text is None:
            return
        to = read_target(text, now, zone)
        screen.begin(Progress("Advancing" if way == "advance" else "Jumping", now, to))
        if way == "advance":
            driver_of(screen).move(lambda bench: bench.advance(to=to))
        else:
            driver_of(screen).move(lambda bench: bench.jump(to=to))

    screen.app.push_screen(Ask(question), answered)


def play(screen: "SessionScreen") -> None:
    """Let simulated time run."""
    screen.begin(Progress("Playing", view_of(screen).now), playing=True)
    driver_of(screen).play(PLAY_RATE)


def stop(screen: "SessionScreen") -> None:
    """Stop what moves, between two events."""
    driver_of(screen).stop()
