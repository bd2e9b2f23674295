"""Sessions to look at, and the app opened on them."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from textual.pilot import Pilot

from support.lists import make_sessions
from support.screens import QUICK, make_overnight, scene, until
from workbench.fronts.tui.drive import following
from workbench.fronts.tui.launch import Launch
from workbench.fronts.tui.program import WorkbenchApp
from workbench.fronts.tui.screens.session import SessionScreen


@pytest.fixture(scope="session")
def overnight(tmp_path_factory) -> Path:
    """The log of a session with every kind of record."""
    return make_overnight(tmp_path_factory.mktemp("made") / "home")


@pytest.fixture
def unwatched(monkeypatch):
    """Keys come before a driver has looked by itself whether anything is new."""
    monkeypatch.setattr(following, "POLL", 600.0)


@pytest.fixture
def open_app(tmp_path):
    """Run the app on a log as a user would, its data folder fresh; a log is read whole before the test goes on."""

    @asynccontextmanager
    async def opened(
        target: Path | None, *, size: tuple[int, int] = (120, 40), zone: str | None = "Europe/Berlin"
    ) -> AsyncIterator[Pilot[int]]:
        launch = Launch(target=target, home=tmp_path / "home", zone=zone, options=QUICK)
        app = WorkbenchApp(launch)
        try:
            async with app.run_test(size=size) as pilot:
                if isinstance(app.screen, SessionScreen):
                    await until(pilot, lambda: not isinstance(app.screen, SessionScreen) or scene(app).view is not None)
                yield pilot
        finally:
            launch.close()

    return opened


@pytest.fixture
def sessions(tmp_path, monkeypatch):
    """The logs of a list with everything in it; paths are shown from the test's own folder."""
    monkeypatch.setenv("HOME", str(tmp_path))
    return make_sessions(tmp_path / "home", tmp_path / "elsewhere")


@pytest.fixture
def open_list(tmp_path):
    """Run the app on the list of the test's own data folder, or on ``folder``."""

    def opened(size=(120, 40), *, root=None, folder=None, zone="Europe/Berlin"):
        launch = Launch(target=folder, home=tmp_path / "home", zone=zone, root=root, options=QUICK)
        return WorkbenchApp(launch).run_test(size=size)

    return opened


@pytest.fixture
def walk(tmp_path):
    """Open a scenario as a user would: a file, or steps of one that starts at nine."""

    def opened(given, *, size=(120, 40), zone=None):
        path = given
        if isinstance(given, str):
            path = tmp_path / "probe.toml"
            path.write_text(f'title = "Probe"\nstart = "2026-08-07T09:00:00Z"\nsteps = [{given}]\n', encoding="utf-8")
        app = WorkbenchApp(Launch(target=path, home=tmp_path / "home", zone=zone, options=QUICK))
        return app.run_test(size=size)

    return opened
