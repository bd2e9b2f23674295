"""The deeds of the agent: say, hold and release, suspend and resume."""

from typing import TYPE_CHECKING

from workbench.fronts.tui.deeds.common import act

if TYPE_CHECKING:
    from workbench.fronts.tui.screens.session import SessionScreen


def say(screen: "SessionScreen") -> None:
    """Ask what to say, and send it as the user."""
    from workbench.fronts.tui.dialogs.ask import Ask, Question

    zone = screen.launch.zone
    question = Question(
        title="Say to the agent",
        verb="send",
        hints=(
            'Such as "remind me in 20 minutes to stretch" or "every 10 minutes check the build".',
            f"Your zone is sent along: {zone}." if zone else "No zone is chosen: the agent will ask about a bare time.",
        ),
        recall="say",
    )

    def answered(text: str | None) -> None:
        if text:
            act(screen, lambda bench: bench.say(text))

    screen.app.push_screen(Ask(question), answered)


def hold(screen: "SessionScreen") -> None:
    """Keep the agent busy."""
    act(screen, lambda bench: bench.hold(), "the agent is held: what falls due waits until release")


def release(screen: "SessionScreen") -> None:
    """Let the held turn end."""
    act(screen, lambda bench: bench.release())


def suspend(screen: "SessionScreen") -> None:
    """Put the session to sleep."""
    act(screen, lambda bench: bench.suspend(), "suspended: the clock can go on, nothing is delivered until resume")


def resume(screen: "SessionScreen") -> None:
    """Reopen the sleeping session."""
    act(screen, lambda bench: bench.resume())
