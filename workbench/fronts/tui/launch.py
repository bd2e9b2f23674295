"""What the app was started with, and the making of screens and drivers from it.

Owns the way from a path to a screen: the newest page first, the bench in its own thread after the first frame. It is
also where a screen finds the driver in use, so that the way out can close it.
"""

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec
from textual.screen import Screen

from workbench.errors import WorkbenchError
from workbench.time.zones import UTC, Zone, load_zone

if TYPE_CHECKING:
    from collections.abc import Callable

    from workbench.bench.bench import Bench
    from workbench.bench.options import BenchOptions
    from workbench.fronts.tui.drive.driver import Driver
    from workbench.fronts.tui.drive.reports import Report


class Launch(msgspec.Struct):
    """``target`` is a log, a folder or None; ``zone`` the chosen zone's name; ``root`` the extra root to look in."""

    target: Path | None
    home: Path
    zone: str | None = None
    root: Path | None = None
    options: "BenchOptions | None" = None
    driver: "Driver | None" = None
    trouble: WorkbenchError | None = None
    shown_zone: Zone = UTC

    def __post_init__(self) -> None:
        if self.zone is not None:
            self.shown_zone = load_zone(self.zone)

    def first_screen(self) -> Screen[None]:
        """The screen to start with."""
        if self.target is None:
            return self.list_screen()
        if self.target.is_dir():
            return self.list_screen(self.target)
        return self.session_screen(self.target)

    def session_screen(self, path: Path) -> Screen[None]:
        """The screen on one log, its newest page read already; what cannot be opened at all gets its own screen."""
        from workbench.fronts.tui.panes.page import read_page
        from workbench.fronts.tui.screens.session import SessionScreen

        try:
            page = read_page(path)
        except WorkbenchError as error:
            return self.problem_screen(path, error)
        return SessionScreen(self, path, page)

    def list_screen(self, folder: Path | None = None) -> Screen[None]:
        """The list of one's own sessions and the examples, or of the logs in ``folder``."""
        from workbench.fronts.tui.screens.sessions import SessionsScreen

        return SessionsScreen(self, folder)

    def problem_screen(self, path: Path, error: WorkbenchError) -> Screen[None]:
        """Says why ``path`` is not on the screen."""
        from workbench.fronts.tui.screens.problem import ProblemScreen

        return ProblemScreen(self, path, error)

    def drive(self, path: Path, tell: "Callable[[Report], None]", *, fresh: bool = False) -> "Driver":
        """A started driver for the log at ``path``; it opens once the one before it has let go."""
        from workbench.fronts.tui.drive.driver import Driver

        before = self.driver
        if before is not None:
            before.retire()
        driver = self.driver = Driver(partial(self._open, path, fresh=fresh), tell, after=before)
        driver.start()
        return driver

    def create(self, start: int) -> Path:
        """A new empty session of one's own, born at ``start`` (epoch ms), and its log's path."""
        from workbench.bench.bench import Bench

        bench = Bench.new(self.home, start=start, zone=self.zone, options=self.options)
        bench.close()
        return bench.path

    def rest(self) -> None:
        """Let the bench in use go, without waiting for it."""
        if self.driver is not None:
            self.driver.retire()

    def close(self) -> WorkbenchError | None:
        """Close the driver in use, if there is one; what it could not write is returned."""
        driver, self.driver = self.driver, None
        if driver is None:
            return None
        return driver.close()

    def _open(self, path: Path, *, fresh: bool) -> "Bench":
        from workbench.bench.bench import Bench

        return Bench.open(path, home=self.home, zone=self.zone, options=self.options, fresh=fresh)
