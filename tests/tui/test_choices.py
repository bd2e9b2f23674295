"""Choosing on the session screen: zone, theme, an event to go to, a fork's name, and moves that would be large."""

import pytest

from support.screens import QUICK, START, fill, pane, scene, session, settled, until
from workbench.bench import large_moves
from workbench.bench.bench import Bench
from workbench.fronts.tui.deeds import past
from workbench.fronts.tui.dialogs.ask import Ask
from workbench.fronts.tui.dialogs.choose import Choose
from workbench.fronts.tui.dialogs.large import LargeMove
from workbench.fronts.tui.dialogs.themes import ThemePick
from workbench.fronts.tui.dialogs.zones import ZonePick

HOUR = 3_600_000


async def open_dialog(pilot, key, kind):
    await pilot.press(key)
    await until(pilot, lambda: isinstance(pilot.app.screen, kind))
    await pilot.pause()
    return pilot.app.screen


@pytest.mark.req("TUI-7", "BEN-17")
async def test_a_zone_is_shown_at_once_and_told_to_the_agent(open_app, overnight):
    async with open_app(overnight) as pilot:
        app = pilot.app
        pick = await open_dialog(pilot, "Z", ZonePick)
        pick.query_one("#text").value = "new york"
        await pilot.pause()
        await pilot.press("enter")
        await until(pilot, lambda: scene(app).view.zone == "America/New_York")
        await settled(pilot)
        assert scene(app).zone.name == "America/New_York"
        assert session(app).launch.zone == "America/New_York"
        assert "the agent is told America/New_York" in scene(app).notice.text
        await open_dialog(pilot, "Z", ZonePick)
        await pilot.press(*["pageup"] * 60, "enter")
        await until(pilot, lambda: scene(app).view.zone is None)
        await settled(pilot)
        assert scene(app).zone.name == "UTC"
        assert session(app).launch.zone is None


async def test_escape_leaves_the_zone_as_it_was(open_app, overnight):
    async with open_app(overnight) as pilot:
        await open_dialog(pilot, "Z", ZonePick)
        await pilot.press("down", "down", "escape")
        await pilot.pause()
        assert scene(pilot.app).zone.name == "Europe/Berlin"
        assert scene(pilot.app).view.zone == "Europe/Berlin"


@pytest.mark.req("TUI-6")
async def test_a_theme_is_kept_for_what_is_opened_later(open_app, overnight):
    async with open_app(overnight) as pilot:
        await open_dialog(pilot, "T", ThemePick)
        await pilot.press("down", "enter")
        await pilot.pause()
        assert pilot.app.theme == session(pilot.app).launch.theme == "workbench-light"
        paint = pilot.app.paint
        assert paint.roles["ground"] == "#fbfaf6"


@pytest.mark.req("BEN-16")
@pytest.mark.parametrize(("text", "seq"), [("5", 5), ("0", 0), ("now", -1), ("9 minutes ago", None)])
async def test_go_to_an_event_or_a_time(open_app, overnight, monkeypatch, text, seq):
    reached = []
    monkeypatch.setattr(past, "show_at", lambda screen, seq: reached.append(seq))
    async with open_app(overnight) as pilot:
        view = scene(pilot.app).view
        if seq is None:
            seq = view.history.seq_at(view.now - 9 * 60_000)
        wanted = seq if seq >= 0 else view.index.next_seq - 1
        await open_dialog(pilot, "g", Ask)
        await fill(pilot, text, enter=False)
        rows = "".join(strip.text for strip in pilot.app.screen._compositor.render_strips())
        assert f"event {wanted:,} {view.index.type_name(view.index.row_of(wanted))}" in rows
        await pilot.press("enter")
        await until(pilot, lambda: reached)
        assert reached == [wanted]


@pytest.mark.parametrize(
    ("text", "code"),
    [("99999", "invalid_cursor"), ("2026-08-01T09:00:00Z", "invalid_cursor"), ("soon", "invalid_time")],
)
async def test_a_place_that_the_log_does_not_have_is_refused_in_the_dialog(open_app, overnight, text, code):
    async with open_app(overnight) as pilot:
        dialog = await open_dialog(pilot, "g", Ask)
        await fill(pilot, text)
        await pilot.pause()
        assert pilot.app.screen is dialog
        assert code in "".join(strip.text for strip in dialog._compositor.render_strips())


@pytest.mark.req("LOG-18")
@pytest.mark.parametrize("name", ["a/b", "..", "x" * 101])
async def test_a_name_that_a_fork_cannot_have_is_refused_as_it_is_typed(open_app, overnight, name):
    async with open_app(overnight) as pilot:
        dialog = await open_dialog(pilot, "f", Ask)
        await fill(pilot, name)
        await pilot.pause()
        assert pilot.app.screen is dialog
        rows = "".join(strip.text for strip in dialog._compositor.render_strips())
        assert "invalid_id" in rows
        assert "The child inherits events 0 to" in rows


@pytest.fixture
def busy(tmp_path_factory):
    """A session whose next days are full of turns."""
    bench = Bench.new(tmp_path_factory.mktemp("made") / "home", start=START, session_id="busy", options=QUICK)
    bench.say("every 10 minutes check the build")
    bench.close()
    return bench.path


@pytest.mark.req("TUI-5", "BEN-2")
@pytest.mark.parametrize(("key", "way"), [("y", "advance"), ("j", "jump"), ("n", None), ("escape", None)])
async def test_a_large_advance_asks_first_with_the_figures(open_app, busy, monkeypatch, key, way):
    monkeypatch.setattr(large_moves, "MAX_BYTES", 20_000)
    async with open_app(busy) as pilot:
        app = pilot.app
        start = scene(app).view.now
        await open_dialog(pilot, "a", Ask)
        await fill(pilot, "5h")
        await until(pilot, lambda: isinstance(app.screen, LargeMove))
        await until(pilot, lambda: scene(app).moving is None)
        rows = "".join(strip.text for strip in app.screen._compositor.render_strips())
        assert "30 turns" in rows
        assert scene(app).view.now == start
        await pilot.press(key)
        await until(pilot, lambda: app.screen is session(app))
        await settled(pilot)
        move = scene(app).view.move
        assert (move.move if move is not None and move.ended > start else None) == way
        assert scene(app).view.now == start + (5 * HOUR if way else 0)


async def test_a_small_advance_does_not_ask(open_app, busy):
    async with open_app(busy) as pilot:
        await open_dialog(pilot, "a", Ask)
        await fill(pilot, "1h")
        await until(pilot, lambda: scene(pilot.app).view.move is not None)
        await settled(pilot)
        assert pilot.app.screen is session(pilot.app)


@pytest.mark.req("TUI-4")
async def test_the_last_goal_of_a_move_comes_back_with_up(open_app, busy):
    async with open_app(busy) as pilot:
        for key in ("a", "j"):
            dialog = await open_dialog(pilot, key, Ask)
            await fill(pilot, "20m" if key == "a" else "30m")
            await until(pilot, lambda dialog=dialog: pilot.app.screen is not dialog)
            await settled(pilot)
        await open_dialog(pilot, "a", Ask)
        await pilot.press("up")
        assert pilot.app.screen.query_one("#text").value == "20m"


async def test_quitting_while_time_moves_asks_and_a_second_q_means_it(open_app, busy):
    async with open_app(busy) as pilot:
        app = pilot.app
        await pilot.press("space")
        await until(pilot, lambda: scene(app).moving == "play")
        app.simulate_key("q")
        await until(pilot, lambda: isinstance(app.screen, Choose))
        app.simulate_key("q")
        await until(pilot, lambda: app._exit)


async def test_deleting_asks_first(open_app, busy):
    async with open_app(busy) as pilot:
        app = pilot.app
        session(app).want("schedules")
        await pilot.pause()
        await open_dialog(pilot, "d", Choose)
        await pilot.press("q")
        await pilot.pause()
        assert app.screen is session(app)
        assert len(pane(app, "schedules").scene.view.schedules) == 1
        await open_dialog(pilot, "d", Choose)
        await pilot.press("y")
        await until(pilot, lambda: not scene(app).view.schedules)
