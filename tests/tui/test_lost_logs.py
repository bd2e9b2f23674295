"""A log that is cut or overwritten while it is on the screen: what is wrong is said, and the program stays."""

import os

import pytest

from support.comparing import comparing, rows
from support.screens import QUICK, START, fill, press, scene, settled, until
from workbench.bench.bench import Bench
from workbench.bench.options import BenchOptions
from workbench.errors import WorkbenchError
from workbench.fronts.tui.screens.problem import ProblemScreen
from workbench.fronts.tui.screens.session import SessionScreen
from workbench.fronts.tui.screens.sessions import SessionsScreen
from workbench.session.lock import holder_of

DAY = 86_400_000
KEYS = ("home", "pagedown", "v", "end", "pageup", "t", "p", "t", "2", "down", "enter", "escape", "n", "f", "escape")


@pytest.fixture(scope="session")
def long(tmp_path_factory):
    """Logs with more than is kept in memory, plain and compressed."""
    made = {}
    for kind in ("none", "zstd"):
        home = tmp_path_factory.mktemp(kind) / "home"
        options = BenchOptions(fsync=False, compression=kind)
        bench = Bench.new(home, start=START, session_id="long", options=options)
        bench.say("every 5 minutes hum")
        for _ in bench.advance(by=4 * DAY):
            pass
        bench.close()
        made[kind] = bench.path
    return made


def cut(path):
    os.truncate(path, 0)


def halve(path):
    os.truncate(path, path.stat().st_size // 2)


def overwrite(path):
    size = path.stat().st_size
    with path.open("r+b") as file:
        file.write(b"\xff\x00" * (size // 2))


def add(path):
    with path.open("ab") as file:
        file.write(b"garbage\n" * 1000)


@pytest.mark.req("TUI-9", "LOG-10")
@pytest.mark.parametrize("kind", ["none", "zstd"])
@pytest.mark.parametrize("harm", [cut, halve, overwrite, add])
async def test_a_log_that_is_harmed_while_it_is_looked_at_ends_nothing(open_app, tmp_path, long, kind, harm):
    path = tmp_path / long[kind].name
    path.write_bytes(long[kind].read_bytes())
    async with open_app(path) as pilot:
        app = pilot.app
        harm(path)
        for key in KEYS:
            if not isinstance(app.screen, ProblemScreen):
                await pilot.press(key)
                await pilot.pause()
        if isinstance(app.screen, ProblemScreen):
            assert any("log_changed" in row for row in rows(app))
            await pilot.press("o")
            await until(pilot, lambda: isinstance(app.screen, SessionsScreen))
        assert app.is_running


def lose(*_, **__):
    raise WorkbenchError("log_changed", "row 7 is no longer in the file")


@pytest.mark.req("TUI-9", "LOG-10")
@pytest.mark.parametrize(
    ("part", "keys"),
    [
        ("workbench.fronts.tui.panes.clockbar.ClockBar.bar_lines", ("2", "1", "u")),
        ("workbench.fronts.tui.screens.session.SessionScreen.situation", ("n",)),
    ],
)
async def test_whatever_cannot_be_read_any_more_gives_way_to_the_reason(open_app, overnight, monkeypatch, part, keys):
    async with open_app(overnight) as pilot:
        app = pilot.app
        monkeypatch.setattr(part, lose)
        for key in keys:
            press(app, key)
        await until(pilot, lambda: isinstance(app.screen, ProblemScreen))
        assert any("log_changed" in row for row in rows(app))
        assert len(app.screen_stack) == 2
        monkeypatch.undo()
        await pilot.press("o")
        await until(pilot, lambda: isinstance(app.screen, SessionsScreen))
        await pilot.press("q")


@pytest.mark.req("TUI-9", "LOG-10")
async def test_a_comparison_that_cannot_be_read_any_more_gives_way_too(open_app, monkeypatch):
    async with comparing(open_app) as pilot:
        app = pilot.app
        monkeypatch.setattr("workbench.fronts.tui.compare.log.SideLog.shared_bands", lose)
        press(app, "u")
        await until(pilot, lambda: isinstance(app.screen, ProblemScreen))
        monkeypatch.undo()
        await pilot.press("o")
        await until(pilot, lambda: isinstance(app.screen, SessionsScreen))


@pytest.mark.req("TUI-9", "LOG-10", "LOG-11")
@pytest.mark.parametrize("harm", [cut, add])
async def test_a_log_that_is_harmed_while_it_is_driven_is_let_go(open_app, tmp_path, long, harm):
    path = tmp_path / "home/sessions/_no-cwd/long/session.jsonl"
    path.parent.mkdir(parents=True)
    path.write_bytes(long["none"].read_bytes())
    async with open_app(path) as pilot:
        app = pilot.app
        await pilot.press("n")
        await settled(pilot)
        assert scene(app).view.mode == "live"
        harm(path)
        await pilot.press("n")
        await settled(pilot)
        for key in KEYS[:5]:
            if not isinstance(app.screen, ProblemScreen):
                await pilot.press(key)
                await pilot.pause()
        await pilot.press("o")
        await until(pilot, lambda: isinstance(app.screen, SessionsScreen))
        await until(pilot, lambda: holder_of(path) is None)
        # What could not be written is still told at the end.
        assert app.launch.close().code == "log_changed"


@pytest.mark.req("LOG-11")
async def test_after_a_refused_write_the_log_can_be_opened_again(open_app, tmp_path):
    made = Bench.new(tmp_path / "home", start=START, session_id="own", options=QUICK)
    made.say("every 10 minutes look")
    made.close()
    async with open_app(made.path) as pilot:
        app = pilot.app
        await pilot.press("n")
        await settled(pilot)
        with made.path.open("ab") as file:
            file.write(b'{"half')
        await pilot.press("i")
        await fill(pilot, "hello")
        await settled(pilot)
        following = app.launch.session_screen(made.path)
        app.go_to(following)
        await until(pilot, lambda: isinstance(app.screen, SessionScreen) and app.screen is following)
        await until(pilot, lambda: scene(app).view is not None)
        assert scene(app).view.drivable
