"""The deed of a scenario that is walked: its next step, asked about first where it would be very long."""

from typing import TYPE_CHECKING

from workbench.fronts.tui.deeds.common import driver_of, view_of
from workbench.fronts.tui.panes.scene import Progress

if TYPE_CHECKING:
    from workbench.fronts.tui.screens.session import SessionScreen


def next_step(screen: "SessionScreen", *, allow_large: bool = False) -> None:
    """Do the next step and compare with what is expected after it."""
    driver, view, tour = driver_of(screen), view_of(screen), screen.scene.tour
    if tour is not None:
        # What is shown on the way would hide what the step began with.
        screen.scene = screen.scene.but(tour=tour.begun(view))
    to = driver.stage.to if driver.stage is not None else None
    screen.begin(Progress("Walking", view.now, to))
    driver.walk_on(allow_large=allow_large)


def ask_for_large(screen: "SessionScreen", why: str) -> None:
    """Ask whether to do a step that would run or write very much."""
    from workbench.fronts.tui.dialogs.choose import Choose, Way

    ways = (Way("y", "yes", "do it; esc stops it between two events"), Way("n", "no", "leave it"))

    def answered(answer: str | None) -> None:
        if answer == "yes":
            next_step(screen, allow_large=True)

    screen.app.push_screen(Choose("A long step", [why], ways), answered)
