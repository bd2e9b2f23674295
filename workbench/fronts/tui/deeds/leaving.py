"""Leaving a session whose events could not be written: try again first, and ask before any are lost (LOG-12).

Owns the question. A session that nothing is wrong with is left at once.
"""

from collections.abc import Callable, Iterable
from functools import partial
from typing import TYPE_CHECKING

from workbench.errors import WorkbenchError
from workbench.fronts.tui.panes.instants import counted
from workbench.fronts.tui.screens.shared import leave, to_list

if TYPE_CHECKING:
    from workbench.bench.bench import Bench
    from workbench.bench.view import BenchView
    from workbench.fronts.tui.drive.driver import Driver
    from workbench.fronts.tui.screens.commanded import CommandScreen
    from workbench.fronts.tui.screens.session import SessionScreen


def leave_saved(screen: "SessionScreen") -> None:
    """Quit, once everything is on disk or nobody minds."""
    when_saved(screen, [(screen.launch.driver, screen.scene.view)], partial(leave, screen))


def list_saved(screen: "SessionScreen") -> None:
    """Go to the list of sessions, once everything is on disk or nobody minds."""
    when_saved(screen, [(screen.launch.driver, screen.scene.view)], partial(to_list, screen))


def when_saved(
    screen: "CommandScreen", driven: "Iterable[tuple[Driver | None, BenchView | None]]", then: Callable[[], None]
) -> None:
    """Do ``then``; where one of the sessions that are ``driven`` has trouble, once that is on disk or was asked for."""
    troubled = [driver for driver, view in driven if driver is not None and _is_troubled(view)]
    if not troubled:
        then()
        return
    first, *others = troubled
    after = partial(_save, screen, others[0], then) if others else then
    _save(screen, first, after)


def _is_troubled(view: "BenchView | None") -> bool:
    return view is not None and view.mode == "live" and view.problem is not None


def _save(screen: "CommandScreen", driver: "Driver", then: Callable[[], None]) -> None:
    """In the bench's thread: try to write what is pending."""
    from workbench.session.live import LiveLog

    def write(bench: "Bench") -> None:
        log = bench.log
        try:
            if isinstance(log, LiveLog):
                log.barrier()
        except WorkbenchError as error:
            pending = log.pending if isinstance(log, LiveLog) else 0
            screen.call_later(_ask, screen, driver, then, pending, error)
        else:
            screen.call_later(then)

    driver.do(write)


def _ask(
    screen: "CommandScreen", driver: "Driver", then: Callable[[], None], pending: int, error: WorkbenchError
) -> None:
    from workbench.fronts.tui.dialogs.choose import Choose, Way

    what = f"{counted(pending, 'event')} {'is' if pending == 1 else 'are'} not on disk and will be lost"
    text = [f"{what if pending else 'It is not certain that everything is on disk'}: {error.message}"]
    ways = (
        Way("n", "no", "stay here"),
        Way("t", "again", "try again to write, then leave"),
        Way("y", "yes", "leave, and lose what is not on disk"),
    )

    def answered(answer: str | None) -> None:
        if answer == "yes":
            then()
        elif answer == "again":
            _save(screen, driver, then)

    screen.app.push_screen(Choose("Not on disk", text, ways), answered)
