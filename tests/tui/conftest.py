"""Sessions to look at, and the app opened on them."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from textual.pilot import Pilot

from support.screens import QUICK, make_overnight, scene, until
from workbench.fronts.tui.launch import Launch
from workbench.fronts.tui.program import WorkbenchApp
from workbench.fronts.tui.screens.session import SessionScreen


@pytest.fixture(scope="session")
def overnight(tmp_path_factory) -> Path:
    """The log of a session with every kind of record."""
    return make_overnight(tmp_path_factory.mktemp("made") / "home")


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
