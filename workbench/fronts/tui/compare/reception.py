"""What the comparison does with each report of either driver: one function a report, as a table."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final

import msgspec

from workbench.fronts.tui.compare import entry
from workbench.fronts.tui.compare.seeking import lose_parent, seek_parent
from workbench.fronts.tui.compare.sides import PARENT, Side
from workbench.fronts.tui.drive.reports import Broken, Done, Followed, Opened, Refused, Report, Snapshot
from workbench.fronts.tui.panes.refusals import notice_of, notice_of_problem
from workbench.fronts.tui.panes.scene import Notice
from workbench.fronts.tui.screens.reception import OUTDATED
from workbench.fronts.tui.screens.shared import go_to

if TYPE_CHECKING:
    from workbench.fronts.tui.compare.screen import CompareScreen


def receive(screen: "CompareScreen", side: Side, report: Report) -> None:
    """Let ``report`` of ``side`` change the screen."""
    receiver = _RECEIVERS.get(type(report))
    if receiver is not None:
        receiver(screen, side, report)


def _opened(screen: "CompareScreen", side: Side, report: Opened) -> None:
    view = report.view
    side.take(view)
    selected = view.next_target[0] if view.next_target is not None else None
    side.scene = side.scene.but(selected=selected)
    if report.holder is not None:
        screen.notice = Notice(side.hindrance())
    elif report.again and not (screen.notice is not None and screen.notice.code in OUTDATED):
        screen.notice = Notice(f"the {side.word} was read anew; it can be driven now")
    elif view.problem is not None and view.verdict != "torn":
        notice = notice_of_problem(view.problem)
        screen.notice = msgspec.structs.replace(notice, text=f"the {side.word}: {notice.text}")
    screen.together = screen.together and all(each.drivable for each in screen.sides)
    if side.number == PARENT or screen.parent_side.driver is not None:
        _check(screen)
        screen.renew()
    else:
        seek_parent(screen)


def _check(screen: "CompareScreen") -> None:
    """A log of the parent's name need not be the one that the child came from."""
    parent, child = screen.parent_side.view, screen.child.view
    if parent is None or child is None:
        return
    shared = child.index.first_row_from(child.seed_length or 0)
    rows = min(shared, parent.rows)
    if parent.index.codes(0, rows) != child.index.codes(0, rows) or parent.events + len(parent.closers) < (
        child.seed_length or 0
    ):
        said = f"{parent.path} does not hold the events that {child.session_id} inherited"
        screen.notice = Notice(said, code="other_parent", bad=True)
    else:
        screen.launch.forks.setdefault(parent.path, child.path)


def _refused(screen: "CompareScreen", side: Side, report: Refused) -> None:
    notice = notice_of(report.error)
    if not report.opening:
        screen.notice = msgspec.structs.replace(notice, text=f"the {side.word}: {notice.text}")
        screen.renew()
        if report.error.code in OUTDATED and side.driver is not None:
            side.driver.look_again()
    elif side.number == PARENT:
        lose_parent(screen, msgspec.structs.replace(notice, text=f"the parent {side.scene.name}: {notice.text}"))
    elif screen.origin is not None:
        side.driver = None
        entry.close(screen)
        screen.origin.say(msgspec.structs.replace(notice, text=f"the fork: {notice.text}"))
    else:
        go_to(screen, screen.launch.problem_screen(screen.path, report.error))


def _followed(screen: "CompareScreen", side: Side, report: Followed) -> None:
    """A side that is only looked at went on by itself."""
    side.take(report.view)
    if report.freed is not None:
        screen.notice = Notice(f"{report.freed} let the {side.word} go; it can be driven now")
    elif report.holder is not None:
        screen.notice = Notice(side.hindrance())
    elif report.found.kind in ("replaced", "gone"):
        screen.notice = Notice(f"the {side.word}: {report.found.why}", code="log_changed", bad=True)
    screen.together = screen.together and all(each.drivable for each in screen.sides)
    screen.renew()


def _snapshot(screen: "CompareScreen", side: Side, report: Snapshot) -> None:
    side.take(report.view)
    screen.renew()


def _done(screen: "CompareScreen", side: Side, report: Done) -> None:
    side.end()
    side.take(report.view)
    screen.moved = True
    screen.mover.rest()
    screen.renew()


def _broken(screen: "CompareScreen", side: Side, report: Broken) -> None:
    side.end()
    screen.mover.rest()
    raise report.error


_RECEIVERS: Final[dict[type, Callable[["CompareScreen", Side, Any], None]]] = {
    Opened: _opened,
    Refused: _refused,
    Followed: _followed,
    Snapshot: _snapshot,
    Done: _done,
    Broken: _broken,
}
