"""The deeds of what goes wrong on purpose: arm faults, crash, and make turns last so that due work has to wait."""

from functools import partial
from typing import TYPE_CHECKING

from workbench.fronts.tui.deeds.common import act, view_of
from workbench.fronts.tui.panes.faulttext import armed_words, crash_words, title_of
from workbench.fronts.tui.panes.instants import counted
from workbench.fronts.tui.panes.keybar import key_in

if TYPE_CHECKING:
    from workbench.bench.bench import Bench
    from workbench.bench.faults import FaultName
    from workbench.fronts.tui.screens.session import SessionScreen


def arm(screen: "SessionScreen") -> None:
    """Open the faults panel; what is changed in it is armed at once."""
    from workbench.fronts.tui.dialogs.faults import FaultsPanel

    def change(name: "FaultName", count: int, seconds: int | None) -> None:
        act(screen, partial(_arm, name, count, seconds))
        # Fewer left is what was asked for here, and no stroke.
        screen.armed_before = None

    screen.app.push_screen(FaultsPanel(view_of(screen).armed, change))


def _arm(name: "FaultName", count: int, seconds: int | None, bench: "Bench") -> str:
    armed = bench.arm(name, count, seconds)
    return f"armed: {armed_words(armed)}" if count else f"disarmed: {title_of(name)}"


def crash(screen: "SessionScreen") -> None:
    """Find out in the bench's thread what would be lost, then ask, then let the process die."""

    def look(bench: "Bench") -> None:
        screen.call_later(_ask_to_crash, screen, _pending(bench))

    act(screen, look)


def _pending(bench: "Bench") -> int:
    """How many events of a live session are not on disk."""
    from workbench.session.live import LiveLog

    return bench.log.pending if isinstance(bench.log, LiveLog) else 0


def _ask_to_crash(screen: "SessionScreen", pending: int) -> None:
    from workbench.fronts.tui.dialogs.choose import Choose, Way

    lost = f"{counted(pending, 'event')} {'is' if pending == 1 else 'are'} not on disk and will be lost."
    again = key_in(screen, "agent.resume")
    text = [
        lost if pending else "Everything is on disk: no event will be lost.",
        f"The session is cold after it; {again} resumes it as after a real crash.",
    ]
    ways = (Way("y", "yes", "let the process die here"), Way("n", "no", "go on"))

    def answered(answer: str | None) -> None:
        if answer == "yes":
            act(screen, lambda bench: f"{crash_words(bench.crash())}; {again} resumes")

    screen.app.push_screen(Choose("Crash", text, ways), answered)


def lasts(screen: "SessionScreen") -> None:
    """Ask how long turns last."""
    from workbench.fronts.tui.dialogs.ask import Ask, Question
    from workbench.time.durations import format_duration

    now = view_of(screen).turn_ms
    question = Question(
        title="How long turns last",
        verb="set",
        hints=(
            "What falls due while a turn lasts waits for its end; 0 ends every turn at once.",
            f'Such as "30s", "5m" or "2h". Now: {format_duration(now)}.',
        ),
        means=lambda text: _meaning(turn_length(text)),
        recall="turn length",
    )

    def answered(text: str | None) -> None:
        if text is not None:
            act(screen, partial(_let_last, turn_length(text)))

    screen.app.push_screen(Ask(question), answered)


def turn_length(text: str) -> int:
    """Ms of a typed turn length; raises ``invalid_duration`` and ``invalid_turn``."""
    from workbench.bench.bench import LONGEST_TURN
    from workbench.errors import UsageError
    from workbench.time.durations import format_duration, parse_duration

    lasts = 0 if text.strip() == "0" else parse_duration(text)
    if lasts > LONGEST_TURN:
        raise UsageError("invalid_turn", f"a turn lasts at most {format_duration(LONGEST_TURN)}; got {text.strip()!r}")
    return lasts


def _meaning(ms: int) -> str:
    from workbench.time.durations import format_duration

    if not ms:
        return "Every turn ends at the instant it began."
    return f"Every turn that begins from now on lasts {format_duration(ms)}."


def _let_last(ms: int, bench: "Bench") -> str:
    bench.turn_ms = ms
    return f"turn length set: {_meaning(ms)[0].lower()}{_meaning(ms)[1:-1]}"
