"""A screen that is left at any moment, even before it was shown, leaves without a trace; defects are still told."""

import asyncio

import pytest
from textual._context import active_message_pump
from textual.css.query import NoMatches
from textual.dom import NoScreen
from textual.widget import MountError

from support.screens import until
from workbench.fronts.tui.deeds import filtering
from workbench.fronts.tui.gone import came_too_late
from workbench.fronts.tui.panes.filterbar import FilterBar
from workbench.fronts.tui.screens.desk import Desk
from workbench.fronts.tui.screens.session import SessionScreen
from workbench.fronts.tui.screens.sessions import SessionsScreen

MISSING = [NoMatches("gone"), NoScreen("gone"), MountError("gone")]


@pytest.mark.req("TUI-9")
async def test_leaving_while_the_parts_of_a_screen_are_put_up(open_app, overnight, monkeypatch):
    prepared, done = SessionScreen._prepare, []

    def leaving(self):
        for field in self.query(FilterBar):
            field.remove()
        self.app.exit(0)
        desk = self.query_one(Desk)
        assert desk.is_mounted
        assert not desk.is_attached
        prepared(self)
        done.append(True)

    monkeypatch.setattr(SessionScreen, "_prepare", leaving)
    async with open_app(overnight) as pilot:
        app = pilot.app
        screen = app.launch.session_screen(overnight)
        app.go_to(screen)
        await until(pilot, lambda: done)
    assert app.return_code == 0


@pytest.mark.req("TUI-9")
async def test_a_screen_that_is_replaced_before_it_is_shown_gets_no_field(open_app, overnight):
    async with open_app(overnight) as pilot:
        app = pilot.app
        screen = app.launch.session_screen(overnight)
        filtering.prepare(screen)
        app.go_to(screen)
        app.go_to(app.launch.list_screen())
        await until(pilot, lambda: isinstance(app.screen, SessionsScreen))


@pytest.mark.req("TUI-9")
@pytest.mark.parametrize("error", MISSING, ids=lambda error: type(error).__name__)
async def test_what_comes_for_a_program_that_is_leaving_is_not_told(open_app, overnight, error):
    async with open_app(overnight) as pilot:
        app = pilot.app

        leaving = asyncio.Event()

        def too_late():
            app.exit(0)
            leaving.set()
            raise error

        app.screen.call_later(too_late)
        await leaving.wait()
    assert app.return_code == 0
    assert app._exception is None


@pytest.mark.parametrize("error", MISSING, ids=lambda error: type(error).__name__)
async def test_a_part_that_is_missing_on_the_screen_in_place_is_a_defect(open_app, overnight, error):
    async def broken():
        async with open_app(overnight) as pilot:
            pilot.app.screen.call_later(_raise, error)
            await pilot.pause()

    with pytest.raises(type(error)):
        await broken()


@pytest.mark.parametrize("error", MISSING, ids=lambda error: type(error).__name__)
async def test_what_comes_for_a_screen_that_was_left_is_no_defect(open_app, overnight, error):
    async with open_app(overnight) as pilot:
        app = pilot.app
        left = app.launch.list_screen()
        app.go_to(left)
        await until(pilot, lambda: app.screen is left)
        part = left.pane
        app.go_to(app.launch.session_screen(overnight))
        await until(pilot, lambda: left not in app.screen_stack)
        for pump, late in ((left, True), (part, True), (app.screen, False), (app.screen.query_one(Desk), False)):
            token = active_message_pump.set(pump)
            assert came_too_late(app, error) is late
            assert not came_too_late(app, ValueError("a defect"))
            active_message_pump.reset(token)


def _raise(error):
    raise error
