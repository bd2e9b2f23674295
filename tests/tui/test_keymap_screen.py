"""Keys on the screen: the user's own work and are shown, the bar shows as many as fit, the palette finds the rest."""

from contextlib import asynccontextmanager
from types import SimpleNamespace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from support.frames import frame
from support.screens import QUICK, START, scene, session, settled, until
from workbench.actions.commands import COMMANDS, applying
from workbench.actions.situation import Situation
from workbench.bench.bench import Bench
from workbench.fronts.tui.dialogs.palette import CommandFinder
from workbench.fronts.tui.launch import Launch
from workbench.fronts.tui.panes.keybar import KeyBar, key_name
from workbench.fronts.tui.program import WorkbenchApp
from workbench.fronts.tui.screens.help import Help
from workbench.fronts.tui.screens.session import SessionScreen
from workbench.fronts.tui.theme.cells import width
from workbench.fronts.tui.theme.paint import fit

pytestmark = pytest.mark.req("TUI-4")

MINUTE = 60_000
# At the right edge, from 110 columns on all of them.
PINNED = ("view.filter", "app.palette", "app.help")
OWN = {"time.next": "N", "agent.hold": "B", "app.help": "h", "view.write": "W", "view.copy": "ö", "time.step": "%"}


@pytest.fixture
def with_keys(tmp_path):
    """Run the app with a user's own keys."""

    @asynccontextmanager
    async def opened(target, keys, size=(120, 40)):
        launch = Launch(target=target, home=tmp_path / "home", zone="Europe/Berlin", options=QUICK, keys=keys)
        app = WorkbenchApp(launch)
        try:
            async with app.run_test(size=size) as pilot:
                if target is not None:
                    await until(pilot, lambda: scene(app).view is not None)
                yield pilot
        finally:
            launch.close()

    return opened


def keys_shown(app):
    return frame(app).splitlines()[-1]


async def test_own_keys_work_and_the_old_ones_do_not(with_keys, overnight):
    async with with_keys(overnight, OWN) as pilot:
        start = scene(pilot.app).view.now
        await pilot.press("n")
        await settled(pilot)
        assert scene(pilot.app).view.now == start
        await pilot.press("N")
        await settled(pilot)
        assert scene(pilot.app).view.now == start + 10 * MINUTE
        await pilot.press("percent_sign")
        await settled(pilot)
        assert scene(pilot.app).view.now > start + 10 * MINUTE


async def test_who_shared_a_key_keeps_it(with_keys, overnight):
    async with with_keys(overnight, OWN) as pilot:
        await pilot.press("b")
        await settled(pilot)
        assert not scene(pilot.app).view.held
        await pilot.press("B")
        await settled(pilot)
        assert scene(pilot.app).view.held
        await pilot.press("b")
        await settled(pilot)
        assert not scene(pilot.app).view.held


async def test_own_keys_are_in_bar_palette_and_help(with_keys, overnight):
    async with with_keys(overnight, OWN) as pilot:
        app = pilot.app
        assert " N next " in keys_shown(app)
        assert " B hold " in keys_shown(app)
        assert keys_shown(app).endswith("h help")
        await pilot.press("colon")
        await until(pilot, lambda: isinstance(app.screen, CommandFinder))
        await pilot.press(*"hold")
        await pilot.pause()
        assert any("Agent: hold" in row and " B" in row for row in frame(app).splitlines())
        await pilot.press("escape", "h")
        await until(pilot, lambda: isinstance(app.screen, Help))
        await pilot.pause()
        assert any(row.split()[1:3] == ["N", "next:"] for row in frame(app).splitlines())


async def test_a_sentence_that_names_a_key_names_the_own_one(with_keys, overnight, monkeypatch):
    monkeypatch.setattr("textual.app.App.copy_to_clipboard", lambda app, text: None)
    async with with_keys(overnight, OWN) as pilot:
        await pilot.press("ö")
        await pilot.pause()
        assert "; W writes them to a file instead" in scene(pilot.app).notice.text


async def test_own_keys_work_on_the_session_list(with_keys):
    async with with_keys(None, {"session.new": "N", "app.quit": "Q"}) as pilot:
        await pilot.app.workers.wait_for_complete()
        await pilot.pause()
        assert " N new session " in keys_shown(pilot.app)
        await pilot.press("q")
        assert pilot.app.is_running
        await pilot.press("Q")
        await pilot.pause()
        assert pilot.app.return_code == 0


async def test_time_is_played_at_the_rate_of_the_settings(with_keys, overnight, monkeypatch):
    rates = []
    monkeypatch.setattr("workbench.fronts.tui.drive.driver.Driver.play", lambda driver, rate: rates.append(rate))
    async with with_keys(overnight, {}) as pilot:
        pilot.app.launch.play_rate = 600
        await pilot.press("space")
        await pilot.pause()
    assert rates == [600]


# ----------------------------------------------------------------------------------------------------------- key bar


@given(st.lists(st.sampled_from(COMMANDS), unique=True, max_size=40), st.integers(1, 160))
def test_the_bar_is_dropped_from_the_end_and_never_cuts(commands, cells):
    bar = KeyBar(id="keys")
    bar.offer(commands)
    (line,) = bar.bar_lines(cells, 1)
    text = "".join(span.text for span in fit(line, cells))
    assert width(text) == cells
    shown = bar._fitting(cells)
    wanted = PINNED if cells >= 110 else PINNED[-1:]
    pinned_ones = [command for command in commands if command.id in wanted]
    others = [command for command in commands if command.id not in wanted]
    assert shown == others[: len(shown)]
    assert "…" not in text or cells < 9
    if len(shown) < len(others) and shown:
        # The next one would not have fitted.
        pinned = sum(width(key_name(c)) + 1 + width(c.label) + 2 for c in pinned_ones)
        used = sum(width(key_name(c)) + 1 + width(c.label) + 2 for c in [*shown, others[len(shown)]]) - 2
        assert used > cells - 2 - pinned


@pytest.mark.parametrize(("cells", "shown"), [(120, 10), (80, 8), (40, 3)])
def test_the_bar_at_the_sizes_of_the_pictures(cells, shown):
    bar = KeyBar(id="keys")
    view = SimpleNamespace(
        mode="live", drivable=True, held=False, events=9, schedules=(), parent=None, source=None, path=None
    )
    bar.offer(applying("session", Situation(view, pane="transcript")))
    (line,) = bar.bar_lines(cells, 1)
    text = "".join(span.text for span in fit(line, cells))
    assert text.startswith(" n next  . step  a advance  j jump"[: cells - 12])
    assert text.endswith("  / filter  : palette  ? help " if cells >= 110 else "  ? help ")
    assert len(bar._fitting(cells)) == shown


async def test_a_click_on_the_bar_does_what_the_key_does(with_keys, overnight):
    async with with_keys(overnight, {}) as pilot:
        app = pilot.app
        start = scene(app).view.now
        at = keys_shown(app).index("next")
        await pilot.click("#keys", offset=(at, 0))
        await settled(pilot)
        assert scene(app).view.now > start
        await pilot.click("#keys", offset=(keys_shown(app).index("help"), 0))
        await until(pilot, lambda: isinstance(app.screen, Help))


# ----------------------------------------------------------------------------------------------------------- palette


@pytest.mark.parametrize("noun", ["Time", "Agent", "Schedule", "Session", "View"])
async def test_typing_a_noun_lists_all_that_can_be_done_with_it(with_keys, overnight, noun):
    async with with_keys(overnight, {}) as pilot:
        app = pilot.app
        known = [*session(app).offered(), *(each.command for each in session(app).refused())]
        offered = {c.id for c in known if c.title.startswith(noun) and c.id != "app.palette"}
        await pilot.press("colon")
        await until(pilot, lambda: isinstance(app.screen, CommandFinder))
        await pilot.press(*noun.lower(), "colon")
        await pilot.pause()
        assert {entry.value for entry in app.screen._shown} == offered
        assert offered


async def test_the_palette_offers_what_applies_first_and_then_dimmed_what_does_not(with_keys, overnight):
    async with with_keys(overnight, {}) as pilot:
        app = pilot.app
        offered = {command.id for command in session(app).offered()} - {"app.palette"}
        await pilot.press("colon")
        await until(pilot, lambda: isinstance(app.screen, CommandFinder))
        entries = [entry.value for entry in app.screen._entries]
        assert set(entries[: len(offered)]) == offered
        assert {"agent.release", "past.on", "session.compare", "agent.resume"} <= set(entries[len(offered) :])
        assert not set(entries) & {"time.pause", "move.stop", "view.unzoom", "scenario.step"}
        assert {app.screen.role(entry) for entry in app.screen._entries[: len(offered)]} == {"text"}
        assert {app.screen.role(entry) for entry in app.screen._entries[len(offered) :]} == {"dim"}


async def test_picking_what_does_not_apply_says_why(with_keys, overnight):
    async with with_keys(overnight, {"session.fork": "F"}) as pilot:
        app = pilot.app
        await pilot.press("colon")
        await until(pilot, lambda: isinstance(app.screen, CommandFinder))
        await pilot.press(*"compare")
        await pilot.pause()
        assert "Session: compare with its parent or fork" in frame(app)
        assert keys_shown(app).strip().startswith("up down move  enter say why")
        assert sum("only in a fork; F makes one" in row for row in frame(app).splitlines()) >= 1
        await pilot.press("enter")
        await until(pilot, lambda: app.screen is session(app))
        await pilot.pause()
        assert scene(app).notice.text == "compare: only in a fork; F makes one"


# ------------------------------------------------------------------------------------------- keys that do nothing now


async def said_after(pilot, *keys):
    await pilot.press(*keys)
    await pilot.pause()
    return scene(pilot.app).notice.text if scene(pilot.app).notice is not None else None


async def test_in_the_past_a_key_of_the_present_says_how_to_get_back(with_keys, overnight):
    async with with_keys(overnight, {}) as pilot:
        assert await said_after(pilot, "t", "a") == "this is the past: end goes back to now"
        assert pilot.app.screen is session(pilot.app)
        assert await said_after(pilot, "end") is None
        assert await said_after(pilot, "p") == "previous change: only in the past; t goes there"


async def test_a_suspended_session_says_which_key_wakes_it(with_keys, overnight):
    async with with_keys(overnight, {"agent.resume": "R"}) as pilot:
        await pilot.press("r")
        await settled(pilot)
        for key in ("i", "s", "b", "r"):
            assert await said_after(pilot, key) == "the session is suspended: R resumes it"
        await pilot.press("R")
        await settled(pilot)
        assert scene(pilot.app).notice is None


async def test_while_time_moves_a_key_says_how_to_stop_it_and_that_goes_with_the_move(with_keys, overnight):
    async with with_keys(overnight, {}) as pilot:
        await pilot.press("space")
        await until(pilot, lambda: scene(pilot.app).moving == "play")
        for key in ("n", "o", "s", "i", "d", "a"):
            session(pilot.app).say(None)
            pilot.app.simulate_key(key)
            await until(pilot, lambda: scene(pilot.app).notice is not None)
            assert scene(pilot.app).notice.text == "time is being moved: esc stops it"
        pilot.app.simulate_key("escape")
        await settled(pilot)
        assert scene(pilot.app).notice is None


async def test_a_read_only_log_says_what_a_key_would_have_changed(with_keys, overnight):
    async with with_keys(None, {"list.open": "O", "session.list": "L"}) as pilot:
        app = pilot.app
        app.go_to(app.launch.session_screen(overnight, read_only=True))
        await until(pilot, lambda: isinstance(app.screen, SessionScreen) and scene(app).view is not None)
        said = "read-only: {} would change the log; L, then O opens it to be driven"
        for key, label in (("a", "advance"), ("n", "next"), ("i", "say"), ("s", "new"), ("f", "fork")):
            assert await said_after(pilot, key) == said.format(label)
        assert await said_after(pilot, "m") == "compare: only in a fork; f makes one"


async def test_a_key_that_nobody_knows_says_nothing(with_keys, overnight):
    async with with_keys(overnight, {}) as pilot:
        assert await said_after(pilot, "Q", "K", "5", "escape") is None


async def test_on_the_list_a_key_that_needs_a_log_says_so(with_keys):
    async with with_keys(None, {}) as pilot:
        await pilot.app.workers.wait_for_complete()
        screen = pilot.app.screen
        await until(pilot, lambda: screen.entry().found.kind == "scenario")
        await pilot.press("v")
        await pilot.pause()
        assert screen.said().text == "check: a scenario is no log yet; enter begins a run of it"


async def test_hints_in_panes_name_the_users_own_keys(with_keys, tmp_path):
    bench = Bench.new(tmp_path / "made", start=START, session_id="blank", options=QUICK)
    bench.close()
    own = {"schedule.new": "N", "agent.say": "I", "time.goto": "G", "view.finer": "F"}
    async with with_keys(bench.path, own) as pilot:
        await pilot.pause()
        text = frame(pilot.app)
        assert "N creates one" in text
        assert "I asks the agent" in text
        assert "I says something to the agent" in text
        assert "- and F change the scale" in text
        assert "G goes to a time" in text


@pytest.mark.parametrize("size", [(120, 40), (80, 24), (40, 12)])
async def test_the_palette_says_what_the_command_does_where_there_is_room(with_keys, overnight, size):
    async with with_keys(overnight, {}, size) as pilot:
        app = pilot.app
        await pilot.press("colon")
        await until(pilot, lambda: isinstance(app.screen, CommandFinder))
        await pilot.press(*"suspend")
        await pilot.pause()
        assert "Agent: suspend" in frame(app)
        assert ("Put the session to sleep" in frame(app)) is (size[1] > 12)
        await pilot.press("enter")
        await until(pilot, lambda: app.screen is session(app))
        await settled(pilot)
        assert scene(app).view.mode == "cold"
