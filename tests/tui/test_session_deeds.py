"""What keys do to a session: time, agent, forks and schedules, on a real bench in its own thread."""

import pytest

from support.screens import fill, pane_text, press, scene, session, settled, until
from workbench.session.copies import existing_copy

MINUTE = 60_000


@pytest.mark.req("BEN-2")
async def test_next_due_and_step_move_a_copy(open_app, overnight, tmp_path):
    before = overnight.read_bytes()
    async with open_app(overnight) as pilot:
        app = pilot.app
        start = scene(app).view.now
        assert scene(app).view.path == overnight
        await pilot.press("n")
        await settled(pilot)
        view = scene(app).view
        assert view.now == start + 10 * MINUTE
        assert {row.id for row in view.schedules if row.delivered} == {"schedule-1", "schedule-3"}
        assert view.path == existing_copy(overnight, tmp_path / "home")
        await pilot.press("full_stop")
        await settled(pilot)
        assert scene(app).view.now == start + 20 * MINUTE
    assert overnight.read_bytes() == before


@pytest.mark.req("BEN-2", "TUI-5")
async def test_advance_asks_how_far_and_says_what_it_did(open_app, overnight):
    async with open_app(overnight) as pilot:
        app = pilot.app
        start = scene(app).view.now
        await pilot.press("a")
        await fill(pilot, "1h", enter=False)
        await pilot.pause()
        assert "1h later" in "".join(strip.text for strip in app.screen._compositor.render_strips())
        await pilot.press("enter")
        await settled(pilot)
        view = scene(app).view
        assert view.now == start + 60 * MINUTE
        assert view.move.turns == 7
        assert "jump would have run" in app.screen._compositor.render_strips()[1].text


async def test_a_goal_that_cannot_be_is_refused_in_the_dialog(open_app, overnight):
    async with open_app(overnight) as pilot:
        app = pilot.app
        await pilot.press("a")
        await fill(pilot, "soon")
        await pilot.pause()
        shown = "".join(strip.text for strip in app.screen._compositor.render_strips())
        assert "× invalid_time" in shown
        await pilot.press("escape")
        assert app.screen is session(app)
        assert scene(app).view.move is None


@pytest.mark.req("BEN-4", "TUI-5")
async def test_a_long_move_shows_progress_and_stops_between_two_events(open_app, overnight, monkeypatch):
    monkeypatch.setattr("workbench.fronts.tui.screens.moving.PATIENCE", 0.01)
    async with open_app(overnight) as pilot:
        app = pilot.app
        start = scene(app).view.now
        await pilot.press("a")
        await fill(pilot, "150d")
        await until(pilot, lambda: scene(app).progress is not None and scene(app).view.now > start)
        assert session(app).offered()[0].id == "move.stop"
        assert "esc stops between two events" in app.screen._compositor.render_strips()[1].text
        press(app, "escape")
        await settled(pilot)
        view = scene(app).view
        assert start < view.now < start + 150 * 86_400_000
        assert view.move.note == "stopped"
        assert not session(app)._move_timers
        await pilot.press("n")
        await settled(pilot)
        assert scene(app).view.move.delivered_count >= 1


@pytest.mark.req("BEN-4")
async def test_play_and_pause(open_app, overnight):
    async with open_app(overnight) as pilot:
        app = pilot.app
        start = scene(app).view.now
        press(app, "space")
        await until(pilot, lambda: scene(app).view.now > start)
        assert "PLAYING" in app.screen._compositor.render_strips()[0].text
        press(app, "space")
        await settled(pilot)
        assert scene(app).view.move.move == "play"
        assert "PAUSED" in app.screen._compositor.render_strips()[0].text


@pytest.mark.req("BEN-17")
async def test_saying_something_runs_the_agent(open_app, overnight):
    async with open_app(overnight) as pilot:
        app = pilot.app
        active = scene(app).view.active
        await pilot.press("i")
        await fill(pilot, "remind me in 20 minutes to breathe")
        await until(pilot, lambda: scene(app).view.active == active + 1)
        await settled(pilot)
        index = scene(app).view.index
        prompts = [event.data for event in index.events_from() if event.type == "user/message"]
        spoken = next(data for data in prompts if "breathe" in data["content"][0]["text"])
        assert spoken["source"]["clientTimeZone"] == "Europe/Berlin"
        assert any("breathe" in row for row in pane_text(app, "schedules"))


@pytest.mark.req("BEN-8")
async def test_hold_and_release(open_app, overnight):
    async with open_app(overnight) as pilot:
        app = pilot.app
        await pilot.press("b")
        await settled(pilot)
        assert scene(app).view.held
        await pilot.press("n")
        await settled(pilot)
        await pilot.press("a")
        await fill(pilot, "30m")
        await settled(pilot)
        assert [row.state for row in scene(app).view.schedules[:3]] == ["overdue"] * 3
        assert any("held back" in row for row in pane_text(app, "detail"))
        await pilot.press("b")
        await settled(pilot)
        view = scene(app).view
        assert not view.held
        assert {row.id for row in view.schedules if row.delivered} >= {"schedule-1", "schedule-2", "schedule-3"}


@pytest.mark.req("SCH-31")
async def test_a_suspended_session_delivers_nothing_until_it_is_resumed(open_app, overnight):
    async with open_app(overnight) as pilot:
        app = pilot.app
        await pilot.press("r")
        await settled(pilot)
        assert scene(app).view.mode == "cold"
        await pilot.press("a")
        await fill(pilot, "1h")
        await settled(pilot)
        assert scene(app).view.move.delivered_count == 0
        assert "COLD" in app.screen._compositor.render_strips()[0].text
        await pilot.press("r")
        await settled(pilot)
        assert scene(app).view.mode == "live"
        assert scene(app).view.move.delivered_count >= 3


@pytest.mark.req("LOG-18", "BEN-11")
async def test_fork_at_the_end_and_at_a_turn(open_app, overnight):
    before = overnight.read_bytes()
    async with open_app(overnight) as pilot:
        app = pilot.app
        events_before = scene(app).view.events
        await pilot.press("f", "enter")
        await until(pilot, lambda: scene(app).view.parent == "overnight")
        await settled(pilot)
        view = scene(app).view
        assert view.session_id == "overnight-fork"
        assert view.seed_length == events_before
        assert view.active == 0
        assert "0 schedules adopted" in app.screen._compositor.render_strips()[1].text
        assert any("0 schedules adopted" in row for row in pane_text(app, "schedules"))
    assert overnight.read_bytes() == before


@pytest.mark.req("LOG-18")
async def test_a_fork_at_the_selected_turn_inherits_up_to_its_end(open_app, overnight):
    async with open_app(overnight) as pilot:
        app = pilot.app
        await pilot.press("home", "down", "f")
        await fill(pilot, "early")
        await until(pilot, lambda: scene(app).view.session_id == "early")
        view = scene(app).view
        first_end = next(event.seq for event in view.index.events_from() if event.type == "turn/end")
        assert view.seed_length == first_end + 1


async def test_a_refused_fork_says_why(open_app, overnight):
    async with open_app(overnight) as pilot:
        app = pilot.app
        await pilot.press("f")
        await fill(pilot, "overnight")
        await until(pilot, lambda: scene(app).notice is not None)
        assert scene(app).notice.code == "session_exists"
        assert "× session_exists" in app.screen._compositor.render_strips()[1].text
        await pilot.press("v")
        assert scene(app).notice is None


@pytest.mark.req("SCH-22")
async def test_delete_asks_first(open_app, overnight):
    async with open_app(overnight) as pilot:
        app = pilot.app
        await pilot.press("2", "down", "d", "n")
        await settled(pilot)
        assert scene(app).view.active == 5
        selected = scene(app).selected
        await pilot.press("d", "y")
        await until(pilot, lambda: scene(app).view.active == 4)
        assert selected not in {row.id for row in scene(app).view.schedules}


async def test_quit_asks_while_time_is_moving(open_app, overnight):
    async with open_app(overnight) as pilot:
        app = pilot.app
        await pilot.press("a")
        await fill(pilot, "150d")
        await until(pilot, lambda: scene(app).moving is not None)
        press(app, "q")
        await until(pilot, lambda: app.screen is not session(app))
        press(app, "n")
        await until(pilot, lambda: app.screen is session(app))
        press(app, "escape")
        await settled(pilot)
        await pilot.press("q")
        await until(pilot, lambda: app.return_value == 0)
