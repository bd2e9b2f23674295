"""A screen with nothing on it, to open one dialog over: what a dialog does is tested without a session below it."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from textual.app import App
from textual.pilot import Pilot
from textual.screen import ModalScreen, Screen

from workbench.fronts.tui.dialogs.sheet import Sheet
from workbench.fronts.tui.launch import Launch
from workbench.fronts.tui.program import WorkbenchApp


class _Desk(Screen[None]):
    DEFAULT_CSS = "_Desk { background: $wb-ground; }"


class Host(WorkbenchApp):
    """The app over an empty screen; ``answers`` are those of the dialogs that were opened with :meth:`ask`."""

    def __init__(self, home: Path) -> None:
        super().__init__(Launch(target=None, home=home))
        self.answers: list[Any] = []

    def get_default_screen(self) -> Screen[None]:
        return _Desk()

    def ask(self, dialog: ModalScreen[Any]) -> None:
        """Open a dialog and keep what it answers."""
        self.push_screen(dialog, self.answers.append)


@asynccontextmanager
async def opened(
    dialog: ModalScreen[Any], home: Path, size: tuple[int, int] = (120, 40)
) -> AsyncIterator[tuple[Host, Pilot[int]]]:
    """The app with ``dialog`` open."""
    host = Host(home)
    async with host.run_test(size=size) as pilot:
        host.ask(dialog)
        await pilot.pause()
        yield host, pilot


def sheet_rows(app: App[Any]) -> list[str]:
    """The rows of the dialog's box as text, frame included, without what is beside it."""
    region = app.screen.query_one("#sheet", Sheet).region
    strips = app.screen._compositor.render_strips()[region.y : region.bottom]
    return [strip.crop(region.x, region.right).text for strip in strips]


def screen_rows(app: App[Any]) -> list[str]:
    """All rows of the screen as text."""
    return [strip.text for strip in app.screen._compositor.render_strips()]
