"""Leaving a session that could not be written: it is tried again, and nothing is lost unasked (LOG-12)."""

import pytest

from support.lists import text_of
from support.screens import QUICK, fill, scene, session, until
from workbench.bench.bench import Bench
from workbench.errors import BarrierFailed
from workbench.fronts.tui.launch import Launch
from workbench.fronts.tui.program import WorkbenchApp
from workbench.fronts.tui.screens.session import SessionScreen
from workbench.fronts.tui.screens.sessions import SessionsScreen
from workbench.session.live import LiveLog
from workbench.session.lock import holder_of


@pytest.fixture
def own(tmp_path):
    bench = Bench.new(tmp_path / "home", start=0, session_id="own", options=QUICK)
    bench.close()
    return bench.path


@pytest.fixture
def disk(monkeypatch):
    """Whether the disk is full, from now on."""

    class Disk:
        full = False

    disk, write = Disk(), LiveLog._write

    def writes(self, *, sync):
        if disk.full:
            raise BarrierFailed("no space is left")
        write(self, sync=sync)

    monkeypatch.setattr(LiveLog, "_write", writes)
    return disk


@pytest.fixture
def app(own, tmp_path):
    return WorkbenchApp(Launch(target=own, home=tmp_path / "home", zone="Europe/Berlin", options=QUICK))


async def say(pilot, text):
    await pilot.press("i")
    await fill(pilot, text)
    await until(pilot, lambda: scene(pilot.app).moving is None and scene(pilot.app).view.events > 2)


async def say_in_vain(pilot, disk, own):
    """Say something that is never written."""
    await until(pilot, lambda: scene(pilot.app).view is not None)
    await say(pilot, "written")
    disk.full = True
    before = scene(pilot.app).view.events
    await pilot.press("i")
    await fill(pilot, "never heard")
    await until(pilot, lambda: scene(pilot.app).moving is None and scene(pilot.app).view.events > before)
    assert "no space" in scene(pilot.app).view.problem
    assert b"never heard" not in own.read_bytes()


def asked(app):
    return "Not on disk" in text_of(app)


@pytest.mark.req("LOG-12", "TUI-9")
@pytest.mark.parametrize("key", ["o", "q"])
async def test_leaving_asks_before_anything_is_lost_and_staying_loses_nothing(app, own, disk, key):
    async with app.run_test(size=(120, 40)) as pilot:
        await say_in_vain(pilot, disk, own)
        await pilot.press(key)
        await until(pilot, lambda: asked(app))
        assert "are not on disk and will be lost: no space is left" in text_of(app)
        await pilot.press("n")
        await until(pilot, lambda: isinstance(app.screen, SessionScreen))
        disk.full = False
        await say(pilot, "again")
        await until(pilot, lambda: b"never heard" in own.read_bytes())
    assert app.launch.close() is None
    assert b"never heard" in own.read_bytes()


@pytest.mark.req("LOG-12")
async def test_what_can_be_written_by_now_is_written_and_nothing_is_asked(app, own, disk):
    async with app.run_test(size=(120, 40)) as pilot:
        await say_in_vain(pilot, disk, own)
        disk.full = False
        await pilot.press("o")
        await until(pilot, lambda: isinstance(app.screen, SessionsScreen))
        await until(pilot, lambda: holder_of(own) is None)
        assert b"never heard" in own.read_bytes()


@pytest.mark.req("LOG-12")
async def test_room_made_while_it_asks_is_used(app, own, disk):
    async with app.run_test(size=(120, 40)) as pilot:
        await say_in_vain(pilot, disk, own)
        await pilot.press("o")
        await until(pilot, lambda: asked(app))
        await pilot.press("t")
        await until(pilot, lambda: asked(app))
        disk.full = False
        await pilot.press("t")
        await until(pilot, lambda: isinstance(app.screen, SessionsScreen))
        assert b"never heard" in own.read_bytes()


@pytest.mark.req("LOG-12", "LOG-11")
async def test_whoever_leaves_all_the_same_is_told_and_can_open_the_session_again(app, own, disk):
    async with app.run_test(size=(120, 40)) as pilot:
        await say_in_vain(pilot, disk, own)
        await pilot.press("o")
        await until(pilot, lambda: asked(app))
        await pilot.press("y")
        await until(pilot, lambda: isinstance(app.screen, SessionsScreen))
        await until(pilot, lambda: "persistence_uncertain: no space is left" in text_of(app))
        disk.full = False
        app.go_to(app.launch.session_screen(own))
        await until(pilot, lambda: isinstance(app.screen, SessionScreen) and scene(app).view is not None)
        assert session(app).scene.view.drivable
        before = scene(app).view.events
        await pilot.press("i")
        await fill(pilot, "and on")
        await until(pilot, lambda: scene(app).moving is None and scene(app).view.events > before)
        assert scene(app).view.problem is None
