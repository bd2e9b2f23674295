"""What each command does on the session screen: one function a command, as a table.

Owns asking for what a command needs and handing the work to the driver. Whether a command applies was asked before.
"""

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Final

from workbench.actions.moments import explain_move, read_target
from workbench.fronts.tui.panes.scene import Progress
from workbench.fronts.tui.screens.shared import SHARED, leave
from workbench.time.zones import UTC

if TYPE_CHECKING:
    from workbench.bench.bench import Bench
    from workbench.bench.view import BenchView
    from workbench.fronts.tui.drive.driver import Driver
    from workbench.fronts.tui.screens.session import SessionScreen

PLAY_RATE: Final = 60


def _driver(screen: "SessionScreen") -> "Driver":
    driver = screen.launch.driver
    assert driver is not None  # noqa: S101 - commands that need one apply only where a bench is open
    return driver


def _view(screen: "SessionScreen") -> "BenchView":
    view = screen.scene.view
    assert view is not None  # noqa: S101 - as above
    return view


def _next_due(screen: "SessionScreen") -> None:
    screen.begin(Progress("Going on", _view(screen).now))
    _driver(screen).move(lambda bench: bench.next_due())


def _step(screen: "SessionScreen") -> None:
    screen.begin(Progress("Stepping", _view(screen).now))
    _driver(screen).move(lambda bench: bench.step())


def _advance(screen: "SessionScreen") -> None:
    _ask_and_move(screen, "advance", "Advance to", "Every event on the way happens at its own instant.")


def _jump(screen: "SessionScreen") -> None:
    hint = "The clock goes there at once, also backwards; then what is due is caught up."
    _ask_and_move(screen, "jump", "Jump to", hint)


def _ask_and_move(screen: "SessionScreen", way: str, title: str, hint: str) -> None:
    from workbench.fronts.tui.dialogs.ask import Ask, Question

    now, zone = _view(screen).now, screen.scene.zone
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
            _driver(screen).move(lambda bench: bench.advance(to=to))
        else:
            _driver(screen).move(lambda bench: bench.jump(to=to))

    screen.app.push_screen(Ask(question), answered)


def _play(screen: "SessionScreen") -> None:
    screen.begin(Progress("Playing", _view(screen).now), playing=True)
    _driver(screen).play(PLAY_RATE)


def _stop(screen: "SessionScreen") -> None:
    _driver(screen).stop()


def _say(screen: "SessionScreen") -> None:
    from workbench.fronts.tui.dialogs.ask import Ask, Question

    zone = screen.launch.zone
    question = Question(
        title="Say to the agent",
        verb="send",
        hints=(
            "remind me in 20 minutes to stretch",
            "every 10 minutes check the build",
            f"Your zone is sent along: {zone}." if zone else "No zone is chosen: the agent will ask about a bare time.",
        ),
    )

    def answered(text: str | None) -> None:
        if text:
            _act(screen, lambda bench: bench.say(text))

    screen.app.push_screen(Ask(question), answered)


def _act(screen: "SessionScreen", action: "Callable[[Bench], object]", said: str | None = None) -> None:
    """Hand one short action to the driver; nothing else can start before it is done.

    A text that it returns is said on the screen afterwards, else ``said``.
    """
    screen.begin(Progress("Working", _view(screen).now))

    def act(bench: "Bench") -> str | None:
        result = action(bench)
        return result if isinstance(result, str) else said

    _driver(screen).do(act)


def _hold(screen: "SessionScreen") -> None:
    _act(screen, lambda bench: bench.hold(), "the agent is held: what falls due waits until release")


def _release(screen: "SessionScreen") -> None:
    _act(screen, lambda bench: bench.release())


def _suspend(screen: "SessionScreen") -> None:
    _act(screen, lambda bench: bench.suspend(), "suspended: the clock can go on, nothing is delivered until resume")


def _resume(screen: "SessionScreen") -> None:
    _act(screen, lambda bench: bench.resume())


def _delete(screen: "SessionScreen") -> None:
    from workbench.fronts.tui.dialogs.choose import Choose, Way

    record = next(row for row in _view(screen).schedules if row.id == screen.scene.selected)
    ways = (Way("y", "yes", f"delete {record.id}"), Way("n", "no", "keep it"))

    def delete(bench: "Bench") -> str:
        outcome = bench.call("schedule_delete", {"id": record.id}, front="tui")
        return f"schedule_delete: {outcome.text}"

    def answered(answer: str | None) -> None:
        if answer == "yes":
            _act(screen, delete)

    screen.app.push_screen(Choose("Delete a schedule", [f"{record.id}: {record.prompt}"], ways), answered)


def _fork(screen: "SessionScreen") -> None:
    from workbench.fronts.tui.dialogs.ask import Ask, Question
    from workbench.fronts.tui.panes.transcript import TranscriptPane

    view = _view(screen)
    at = screen.query_one("#transcript", TranscriptPane).boundary()
    last = at if at is not None else view.events - 1
    question = Question(
        title="Fork",
        verb="fork",
        hints=(
            f"The child inherits events 0 to {last:,} of {view.session_id} and adopts no schedules.",
            "Name the child, or leave the name to the workbench.",
        ),
        may_be_empty=True,
    )

    def answered(text: str | None) -> None:
        if text is not None:
            screen.begin(Progress("Forking", view.now))
            _driver(screen).fork(at, text or None)

    screen.app.push_screen(Ask(question), answered)


def _local(screen: "SessionScreen") -> None:
    screen.show(screen.scene.but(zone=screen.launch.shown_zone))


def _utc(screen: "SessionScreen") -> None:
    screen.show(screen.scene.but(zone=UTC))


def _all_events(screen: "SessionScreen") -> None:
    screen.show(screen.scene.but(all_events=True))


def _main_events(screen: "SessionScreen") -> None:
    screen.show(screen.scene.but(all_events=False))


def _detail(screen: "SessionScreen") -> None:
    from workbench.fronts.tui.panes.detail import DetailPane
    from workbench.fronts.tui.panes.transcript import TranscriptPane

    detail = screen.query_one("#detail", DetailPane)
    if screen.wanted == "transcript":
        detail.open_event(screen.query_one("#transcript", TranscriptPane).event_at_cursor())
    else:
        detail.open_event(None)
    screen.want("detail")


def _quit(screen: "SessionScreen") -> None:
    if screen.scene.moving is None:
        leave(screen)
        return
    from workbench.fronts.tui.dialogs.choose import Choose, Way

    ways = (Way("y", "yes", "stop the move between two events and quit"), Way("n", "no", "let it go on"))

    def answered(answer: str | None) -> None:
        if answer == "yes":
            leave(screen)

    screen.app.push_screen(Choose("Quit", ["Time is being moved."], ways), answered)


def _to(pane: str) -> "Callable[[SessionScreen], None]":
    return lambda screen: screen.want(pane)


DEEDS: Final[dict[str, "Callable[[SessionScreen], None]"]] = {
    **SHARED,
    "time.next": _next_due,
    "time.step": _step,
    "time.advance": _advance,
    "time.jump": _jump,
    "time.play": _play,
    "time.pause": _stop,
    "move.stop": _stop,
    "agent.say": _say,
    "agent.hold": _hold,
    "agent.release": _release,
    "agent.suspend": _suspend,
    "agent.resume": _resume,
    "schedule.delete": _delete,
    "session.fork": _fork,
    "view.local": _local,
    "view.utc": _utc,
    "view.all": _all_events,
    "view.main": _main_events,
    "view.detail": _detail,
    "view.transcript": _to("transcript"),
    "view.schedules": _to("schedules"),
    "view.todos": _to("todos"),
    "app.quit": _quit,
}
