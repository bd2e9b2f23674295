"""The ways into the comparison and out of it, with both benches as they are.

Owns who has which driver afterwards: the child's own session screen, a new one on the parent, or the list.
"""

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from workbench.fronts.tui.compare.sides import PARENT, Side
from workbench.fronts.tui.panes.scene import Notice
from workbench.fronts.tui.screens.shared import go_to
from workbench.fronts.tui.screens.shared import to_list as leave_for_list

if TYPE_CHECKING:
    from collections.abc import Callable

    from textual.screen import Screen

    from workbench.fronts.tui.compare.screen import CompareScreen
    from workbench.fronts.tui.drive.driver import Driver
    from workbench.fronts.tui.drive.reports import Report
    from workbench.fronts.tui.launch import Launch
    from workbench.fronts.tui.screens.session import SessionScreen


def compare_screen(launch: "Launch", child: Path) -> "Screen[None]":
    """The comparison of the fork at ``child`` with its parent; both are opened from it."""
    from workbench.fronts.tui.compare.screen import CompareScreen

    return CompareScreen(launch, child)


def compare_from(origin: "SessionScreen") -> "Screen[None]":
    """The comparison of the fork on a session screen, whose bench goes on; that screen comes back as it was."""
    from workbench.fronts.tui.compare.screen import CompareScreen

    return CompareScreen(origin.launch, origin.path, origin)


def compare_with(origin: "SessionScreen", fork: Path) -> "Screen[None]":
    """The comparison of the parent on a session screen, whose bench goes on, with its fork at that path."""
    from workbench.fronts.tui.compare.screen import CompareScreen

    return CompareScreen(origin.launch, fork, origin, own=PARENT)


def close(screen: "CompareScreen") -> None:
    """Back to where the comparison came from."""
    if screen.origin is not None:
        _back_to(screen, screen.origin)
    else:
        to_list(screen)


def to_list(screen: "CompareScreen") -> None:
    """Go to the list of sessions; the session screen below is left as well."""
    origin = screen.origin
    if origin is None:
        leave_for_list(screen)
        return
    screen.app.pop_screen()
    leave_for_list(origin)


def open_side(screen: "CompareScreen") -> None:
    """Go on with the side that has the focus alone."""
    side = screen.sides[screen.side]
    if side.number == screen.own and screen.origin is not None:
        _back_to(screen, screen.origin)
    elif side.view is None or side.driver is None:
        screen.say(side.missing or Notice(f"the {side.word} is not open yet"))
    else:
        _open_alone(screen, side)


def _back_to(screen: "CompareScreen", origin: "SessionScreen") -> None:
    own, other = screen.sides[screen.own], screen.sides[1 - screen.own]
    if own.driver is not None:
        own.driver.report_to(origin.tell)
    if other.driver is not None:
        other.driver.report_to(_nobody)
        if origin.scene.tour is not None and origin.scene.tour.left:
            # A step of the scenario may want that log.
            other.driver.retire()
    origin.companion = other
    screen.app.pop_screen()
    changed = origin.scene.view is not own.view
    scene = origin.scene.but(view=own.view or origin.scene.view, zone=screen.scene.zone, notice=None)
    if not scene.past:
        scene = scene.but(selected=own.scene.selected if changed else scene.selected)
    origin.show(scene)


def _open_alone(screen: "CompareScreen", side: Side) -> None:
    """A session screen of its own on a bench that is open already; the other side's rests beside it."""
    from workbench.fronts.tui.screens.session import SessionScreen

    launch, driver, view = screen.launch, side.driver, side.view
    if driver is None or view is None:
        return
    others = [each.driver for each in screen.sides if each is not side and each.driver is not None]
    launch.driver = driver
    launch.others = [each for each in dict.fromkeys((*launch.others, *others)) if each is not driver]
    launch.listed.opened = launch.listed.chosen = view.path
    following = SessionScreen(launch, view.source or view.path, None, partial(_go_on, launch, driver, view.path))
    following.scene = side.scene.but(page=None, progress=None, notice=None)
    if screen.origin is not None:
        screen.app.pop_screen()
    go_to(screen.origin or screen, following)


def _nobody(report: "Report") -> None:
    """A bench that rests has nothing to tell."""
    del report


def _go_on(
    launch: "Launch", driver: "Driver", path: Path, tell: "Callable[[Report], None]", *, fresh: bool = False
) -> "Driver":
    if fresh:
        return launch.drive(path, tell, fresh=True)
    driver.report_to(tell)
    return driver
