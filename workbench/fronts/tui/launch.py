"""What the app was started with, and the making of screens and drivers from it.

Owns the way from a path to a screen: the newest page first, the bench in its own thread after the first frame. It is
also where a screen finds the driver in use, so that the way out can close it, and where the list keeps what it knew.
"""

import os
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

import msgspec
from textual.screen import Screen

from workbench.errors import WorkbenchError
from workbench.time.zones import UTC, Zone, load_zone

if TYPE_CHECKING:
    from collections.abc import Callable

    from workbench.actions.known import Facts
    from workbench.bench.bench import Bench
    from workbench.bench.options import BenchOptions
    from workbench.bench.view import BenchView
    from workbench.fronts.tui.drive.driver import Driver
    from workbench.fronts.tui.drive.reports import Report

_SCENARIO = ".toml"
# Which of a log's parent folders is its root (LOG-1).
_ROOT = 2


class Start(Protocol):
    """Starts the driver of a session screen."""

    def __call__(self, tell: "Callable[[Report], None]", *, fresh: bool = False) -> object:
        """``tell`` takes its reports; ``fresh`` throws an earlier copy away."""
        ...


class Listed(msgspec.Struct):
    """What the session list keeps while other screens are shown: facts by path with the stamp of the file they are
    true of, the path the cursor was on, and the one that was opened last."""

    facts: "dict[Path, tuple[tuple[int, int], Facts]]" = {}
    chosen: Path | None = None
    opened: Path | None = None


class Launch(msgspec.Struct):
    """``target`` is a log, a scenario, a folder or None; ``zone`` the chosen zone's name; ``root`` the extra root to
    look in. ``theme`` is a theme's name (None: the own dark one), ``ascii`` asks for signs of ASCII alone, ``keys`` are
    a user's own keys by command id, ``play_rate`` is in simulated seconds a real one, ``forks`` the youngest known fork
    of a log, ``others`` the drivers beside the main one, ``closing`` those that were let go and may still write.
    """

    target: Path | None
    home: Path
    zone: str | None = None
    root: Path | None = None
    options: "BenchOptions | None" = None
    driver: "Driver | None" = None
    trouble: WorkbenchError | None = None
    shown_zone: Zone = UTC
    theme: str | None = None
    ascii: bool = False
    keys: dict[str, str] = {}
    play_rate: int = 60
    others: "list[Driver]" = []
    forks: dict[Path, Path] = {}
    closing: "list[Driver]" = []
    listed: Listed = msgspec.field(default_factory=Listed)

    def __post_init__(self) -> None:
        if self.zone is not None:
            self.shown_zone = load_zone(self.zone)

    def first_screen(self) -> Screen[None]:
        """The screen to start with."""
        target = self.target
        return self.list_screen() if target is None or self._folder is not None else self.screen_of(target)

    def screen_of(self, path: Path) -> Screen[None]:
        """The screen on a log or on a scenario, as its name says."""
        return self.tour_screen(path) if path.suffix.lower() == _SCENARIO else self.session_screen(path)

    def session_screen(self, path: Path, *, read_only: bool = False) -> Screen[None]:
        """The screen on one log, its newest page read already; what cannot be opened at all gets its own screen."""
        from workbench.fronts.tui.panes.page import read_page
        from workbench.fronts.tui.screens.session import SessionScreen

        self._take_zone_back()
        try:
            page = read_page(path)
        except WorkbenchError as error:
            return self.problem_screen(path, error)
        self.listed.opened = self.listed.chosen = path
        return SessionScreen(self, path, page, partial(self.drive, path, read_only=read_only))

    def tour_screen(self, path: Path) -> Screen[None]:
        """The screen on a scenario, to be walked step by step in a new run of it."""
        from workbench.fronts.tui.screens.session import SessionScreen

        self._take_zone_back()
        self.listed.opened = self.listed.chosen = path
        return SessionScreen(self, path, None, partial(self.walk, path))

    def list_screen(self) -> Screen[None]:
        """The list of the folder that was named at the start, else of one's own sessions and the examples."""
        from workbench.fronts.tui.screens.sessions import SessionsScreen

        self._take_zone_back()
        return SessionsScreen(self, self._folder)

    def problem_screen(self, path: Path, error: WorkbenchError) -> Screen[None]:
        """Says why ``path`` is not on the screen."""
        from workbench.fronts.tui.screens.problem import ProblemScreen

        return ProblemScreen(self, path, error)

    def drive(
        self, path: Path, tell: "Callable[[Report], None]", *, fresh: bool = False, read_only: bool = False
    ) -> "Driver":
        """A started driver for the log at ``path``; it opens once those before it have let go."""
        from workbench.fronts.tui.drive.driver import Driver

        driver = Driver(lambda: self._open(driver, path, fresh=fresh, read_only=read_only), tell, self._let_go())
        return self._start(driver)

    def walk(self, path: Path, tell: "Callable[[Report], None]", *, fresh: bool = False) -> "Driver":
        """A started driver that walks the scenario at ``path`` in a new run, which is always fresh."""
        from workbench.actions.places import Places
        from workbench.fronts.tui.drive.driver import Driver
        from workbench.fronts.tui.drive.walk import Walk

        del fresh
        walk = Walk(path, Places(self.home, self.root))
        return self._start(Driver(walk.open, tell, self._let_go(), walk))

    def drive_beside(self, path: Path, tell: "Callable[[Report], None]") -> "Driver":
        """A further started driver, for a log that is shown beside the main one; the way out closes it as well."""
        from workbench.fronts.tui.drive.driver import Driver

        driver = Driver(lambda: self._open(driver, path), tell)
        self.others.append(driver)
        driver.start()
        return driver

    def fork_of(self, view: "BenchView | None") -> Path | None:
        """The log of the youngest fork of that session that is known without looking for one."""
        if view is None:
            return None
        found = self.forks.get(view.path)
        return found if found is not None or view.source is None else self.forks.get(view.source)

    def note_forks(self, view: "BenchView") -> None:
        """A log was opened: its forks that lie in the same root, as far as the list has read them already."""
        places = view.path.parents
        root = places[_ROOT] if len(places) > _ROOT else None
        forks = [
            (stamp, path)
            for path, (stamp, facts) in self.listed.facts.items()
            if getattr(facts, "parent", None) == view.session_id and root in path.parents
        ]
        if forks:
            self.forks.setdefault(view.path, max(forks)[1])

    def create(self, start: int) -> Path:
        """A new empty session of one's own, born at ``start`` (epoch ms), and its log's path."""
        from workbench.bench.bench import Bench

        bench = Bench.new(self.home, start=start, zone=self.zone, options=self.options)
        try:
            bench.close()
        except BaseException:
            # Nobody tries again: the log is to be had by whoever opens it next.
            bench.abandon()
            raise
        return bench.path

    @property
    def _folder(self) -> Path | None:
        """The folder that was named at the start; asking never raises, whatever was named."""
        target = self.target
        return target if target is not None and os.path.isdir(target) else None  # noqa: PTH112

    def lend_zone(self, name: str) -> None:
        """Show times in a scenario's zone while it is walked, where no zone was chosen."""
        if self.zone is None:
            self.shown_zone = load_zone(name)

    def give_way(self) -> None:
        """Let the screen answer a key before any move goes on."""
        for driver in (self.driver, *self.others):
            if driver is not None:
                driver.give_way()

    def rest(self) -> None:
        """Let the benches in use go, without waiting for them."""
        self._let_go()
        for driver in self.others:
            driver.retire()
        self._let_go()

    def close(self) -> WorkbenchError | None:
        """Close the drivers in use, if there are any; the first thing that could not be written is returned."""
        self.rest()
        troubles = [driver.close() for driver in self.closing]
        self.closing.clear()
        return next((trouble for trouble in troubles if trouble is not None), None)

    def _start(self, driver: "Driver") -> "Driver":
        self.driver = driver
        driver.start()
        return driver

    def _let_go(self) -> "tuple[Driver, ...]":
        """The main driver is not used from here on; those that whoever comes next has to wait for."""
        if self.driver is not None:
            self.driver.retire()
        unused = [self.driver] if self.driver is not None else []
        unused += [driver for driver in self.others if driver.retired]
        self.driver = None
        self.others = [driver for driver in self.others if not driver.retired]
        self.closing = [driver for driver in (*self.closing, *unused) if not driver.finished]
        return tuple(self.closing)

    def _take_zone_back(self) -> None:
        self.shown_zone = UTC if self.zone is None else load_zone(self.zone)

    def _open(self, driver: "Driver", path: Path, *, fresh: bool = False, read_only: bool = False) -> "Bench":
        """In the driver's thread: open the log, read-only where that was asked for; who writes it is noted."""
        from workbench.bench.bench import Bench
        from workbench.session.copies import existing_copy
        from workbench.session.lock import holder_of
        from workbench.session.paths import real_path

        given: dict[str, Any] = {"home": self.home, "zone": self.zone, "options": self.options}
        if read_only:
            return Bench.open(path, in_place=True, read_only=True, **given)
        own = real_path(path).is_relative_to(real_path(self.home))
        written = path if own else existing_copy(path, self.home)
        holder = holder_of(written) if written is not None else None
        if written is None or holder is None:
            try:
                # An earlier copy is thrown away once, not each time that the log is read anew.
                return Bench.open(path, fresh=fresh and not driver.opened, **given)
            except WorkbenchError as error:
                if not fresh or error.code != "locked":
                    raise
                # Somebody else starts over at this very moment: what comes of that is looked at.
                return Bench.open(path, **given)
        driver.holder = holder.name
        # Nothing is thrown away that somebody works on.
        return Bench.open(path, **given)
