"""The deeds of time: next due, step, advance, jump, play, stop."""

from functools import partial
from typing import TYPE_CHECKING, Final

import msgspec

from workbench.actions.moments import example_moments, explain_move, read_target
from workbench.errors import WorkbenchError
from workbench.fronts.tui.deeds import past
from workbench.fronts.tui.deeds.common import driver_of, view_of
from workbench.fronts.tui.panes.scene import Notice, Progress

if TYPE_CHECKING:
    from workbench.fronts.tui.screens.session import SessionScreen


def next_due(screen: "SessionScreen") -> None:
    """Go to the next delivery; right after the last step of a walk the first press only says that it is over."""
    if _ends_the_walk(screen):
        return
    screen.begin(Progress("Going on", view_of(screen).now))
    driver_of(screen).move(lambda bench: bench.next_due())


def _ends_the_walk(screen: "SessionScreen") -> bool:
    """Whether the key was the one of the next step until now: then say so, once."""
    scene, key = screen.scene, screen.scene.key("time.next")
    tour = scene.tour
    if tour is None or tour.left or tour.closed or not tour.stands or key != scene.key("scenario.step"):
        return False
    said = f"the scenario {'failed' if tour.failed else 'is finished'}; {key} again goes to the next delivery"
    screen.show(scene.but(tour=msgspec.structs.replace(tour, closed=True), notice=Notice(said)))
    return True


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


# What is typed as a length: only one of the ways goes back.
_LENGTHS: Final = {"advance": "2h 30m", "jump": "2h 30m, or back: -2h"}


def _ask_and_move(screen: "SessionScreen", way: str, title: str, hint: str) -> None:
    from workbench.fronts.tui.dialogs.ask import Ask, Question

    now, zone = view_of(screen).now, screen.scene.zone
    _, instant = example_moments(now, zone)
    question = Question(
        title=title,
        verb=way,
        hints=(hint, f'A length ({_LENGTHS[way]}) or a moment (11:00, "tomorrow 9:00", {instant}).'),
        means=partial(explain_move, way, now=now, zone=zone),
        recall=way,
    )

    def answered(text: str | None) -> None:
        if text is None:
            return
        to = read_target(text, now, zone)
        if way == "advance":
            _advance_to(screen, to)
        else:
            _jump_to(screen, to)

    screen.app.push_screen(Ask(question), answered)


def _advance_to(screen: "SessionScreen", to: int) -> None:
    """Advance, unless that would be large: then ask first."""
    from workbench.fronts.tui.dialogs.large import advance_or_ask

    screen.begin(Progress("Advancing", view_of(screen).now, to))
    ask = partial(screen.call_later, _ask_for_large, screen, to)
    driver_of(screen).move(lambda bench: advance_or_ask(bench, to, ask))


def _jump_to(screen: "SessionScreen", to: int) -> None:
    screen.begin(Progress("Jumping", view_of(screen).now, to))
    driver_of(screen).move(lambda bench: bench.jump(to=to))


def _ask_for_large(screen: "SessionScreen", to: int, large: WorkbenchError) -> None:
    from workbench.fronts.tui.dialogs.large import ALL_THE_SAME, JUMP, LargeMove

    def answered(answer: str | None) -> None:
        if answer == ALL_THE_SAME:
            screen.begin(Progress("Advancing", view_of(screen).now, to))
            driver_of(screen).move(lambda bench: bench.advance(to=to))
        elif answer == JUMP:
            _jump_to(screen, to)

    screen.app.push_screen(LargeMove(large), answered)


def play(screen: "SessionScreen") -> None:
    """Let simulated time run."""
    screen.begin(Progress("Playing", view_of(screen).now), playing=True)
    driver_of(screen).play(screen.launch.play_rate)


def stop(screen: "SessionScreen") -> None:
    """Stop what moves, between two events, or the playing history."""
    if screen.scene.past is not None:
        past.stop(screen)
    else:
        driver_of(screen).stop()
