"""What the deeds of the session screen share: its driver, its view, and handing over one short action."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from workbench.fronts.tui.panes.scene import Progress

if TYPE_CHECKING:
    from workbench.bench.bench import Bench
    from workbench.bench.view import BenchView
    from workbench.fronts.tui.drive.driver import Driver
    from workbench.fronts.tui.screens.session import SessionScreen


def driver_of(screen: "SessionScreen") -> "Driver":
    """The driver at work."""
    driver = screen.launch.driver
    assert driver is not None  # noqa: S101 - commands that need one apply only where a bench is open
    return driver


def view_of(screen: "SessionScreen") -> "BenchView":
    """The state that the screen shows."""
    view = screen.scene.view
    assert view is not None  # noqa: S101 - as above
    return view


def act(screen: "SessionScreen", action: "Callable[[Bench], object]", said: str | None = None) -> None:
    """Hand one short action to the driver; nothing else can start before it is done.

    A text that it returns is said on the screen afterwards, else ``said``.
    """
    screen.begin(Progress("Working", view_of(screen).now))

    def carry_out(bench: "Bench") -> str | None:
        result = action(bench)
        return result if isinstance(result, str) else said

    driver_of(screen).do(carry_out)
