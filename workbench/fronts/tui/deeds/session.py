"""The deeds of schedules and sessions: delete a schedule, fork, quit. Each asks first."""

from typing import TYPE_CHECKING

from workbench.fronts.tui.deeds.common import act, driver_of, view_of
from workbench.fronts.tui.deeds.leaving import leave_saved
from workbench.fronts.tui.panes.scene import Notice, Progress
from workbench.fronts.tui.screens.shared import leave

if TYPE_CHECKING:
    from workbench.bench.bench import Bench
    from workbench.fronts.tui.screens.session import SessionScreen


def delete(screen: "SessionScreen") -> None:
    """Ask, then delete the selected schedule through the tool."""
    from workbench.bench.tools.sentences import sentence_of
    from workbench.fronts.tui.dialogs.choose import Choose, Way

    record = next(row for row in view_of(screen).schedules if row.id == screen.scene.selected)
    ways = (Way("y", "yes", f"delete {record.id}"), Way("n", "no", "keep it"))

    def delete_it(bench: "Bench") -> str:
        outcome = bench.call("schedule_delete", {"id": record.id}, front="tui")
        return sentence_of("schedule_delete", outcome, bench.now, screen.scene.zone)

    def answered(answer: str | None) -> None:
        if answer == "yes":
            act(screen, delete_it)

    screen.app.push_screen(Choose("Delete a schedule", [f"{record.id}: {record.prompt}"], ways), answered)


def fork(screen: "SessionScreen") -> None:
    """Ask for a name, then fork at the end of the selected turn."""
    from workbench.bench.names import check_new_id
    from workbench.fronts.tui.dialogs.ask import Ask, Question
    from workbench.fronts.tui.panes.transcript import TranscriptPane

    view = view_of(screen)
    at = screen.query_one("#transcript", TranscriptPane).boundary()
    last = at if at is not None else view.events + len(view.closers) - 1
    upto = "all there are" if at is None else "up to the end of the selected turn"
    question = Question(
        title="Fork",
        verb="fork",
        hints=(
            f"The child inherits events 0 to {last:,} of {view.session_id}, {upto}, and adopts no schedules.",
            "Name the child, or leave the name to the workbench.",
        ),
        means=lambda text: f"The child is called {check_new_id(text)}.",
        may_be_empty=True,
    )

    def answered(text: str | None) -> None:
        if text is not None:
            screen.begin(Progress("Forking", view.now))
            driver_of(screen).fork(at, text or None)

    screen.app.push_screen(Ask(question), answered)


def take_over(screen: "SessionScreen") -> None:
    """Go on with a session that somebody let go."""
    screen.begin(Progress("Taking over", view_of(screen).now))
    driver_of(screen).take_over()


def start_over(screen: "SessionScreen") -> None:
    """Ask, then throw the copy away and go on from the log itself."""
    from workbench.fronts.tui.dialogs.choose import Choose, Way

    text = ["What was driven here is on a copy; the log itself was never touched. Starting over deletes the copy."]
    ways = (Way("y", "yes", "delete the copy and start over"), Way("n", "no", "keep it"))

    def answered(answer: str | None) -> None:
        if answer == "yes":
            screen.follow()
            screen.show(screen.scene.but(view=None, page=None, notice=Notice("starting over from the log")))
            screen.open_bench(fresh=True)

    screen.app.push_screen(Choose("Start over", text, ways), answered)


def leave_safely(screen: "SessionScreen") -> None:
    """Leave; while time is being moved, and where events would be lost, ask first."""
    if screen.scene.moving is None:
        leave_saved(screen)
        return
    from workbench.fronts.tui.dialogs.choose import Choose, Way

    # Pressing the key of quitting once more means it.
    ways = (
        Way("q", "yes", "stop the move between two events and quit"),
        Way("n", "no", "let it go on"),
    )

    def answered(answer: str | None) -> None:
        if answer == "yes":
            leave(screen)

    screen.app.push_screen(Choose("Quit", ["Time is being moved."], ways), answered)
