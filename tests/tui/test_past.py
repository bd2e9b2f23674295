"""Time travel: the screen shows the fold of a prefix, nothing is changed, and there is always a way back."""

import pytest

from support.screens import pane, pane_text, press, scene, session, settled, until
from workbench.fronts.tui.deeds.past import show_at


async def travelled(pilot, *keys):
    for key in keys:
        await pilot.press(key)
    await pilot.pause()
    return scene(pilot.app)


@pytest.mark.req("TUI-1", "BEN-16")
async def test_t_shows_the_last_event_and_t_goes_back(open_app, overnight):
    before = overnight.read_bytes()
    async with open_app(overnight) as pilot:
        shown = await travelled(pilot, "t")
        assert shown.past.seq == shown.view.index.next_seq - 1
        assert (await travelled(pilot, "t")).past is None
    assert overnight.read_bytes() == before


@pytest.mark.req("BEN-16")
async def test_every_pane_shows_the_prefix(open_app, overnight):
    async with open_app(overnight) as pilot:
        app = pilot.app
        shown = await travelled(pilot, "t", "p")
        past = shown.past
        assert past.seq < shown.view.index.next_seq
        assert past.view.now <= shown.view.now
        assert shown.shown is past.view
        assert len(past.changed) == 1
        text = "\n".join(pane_text(app, "schedules"))
        assert f"at {past.seq}" in text
        assert "changed" in text


@pytest.mark.req("TUI-1")
async def test_events_and_changes_are_walked_one_by_one(open_app, overnight):
    async with open_app(overnight) as pilot:
        last = (await travelled(pilot, "t")).past.seq
        assert (await travelled(pilot, "comma")).past.seq == last - 1
        assert (await travelled(pilot, "comma")).past.seq == last - 2
        assert (await travelled(pilot, "full_stop")).past.seq == last - 1
        change = (await travelled(pilot, "p")).past.seq
        index = scene(pilot.app).view.index
        assert index.event_at(change).type == "schedule/change"
        earlier = (await travelled(pilot, "p")).past.seq
        assert earlier < change
        assert (await travelled(pilot, "n")).past.seq == change


@pytest.mark.req("TUI-1")
async def test_the_ends_of_the_log_are_the_ends_of_the_past(open_app, overnight):
    async with open_app(overnight) as pilot:
        last = (await travelled(pilot, "t")).past.seq
        assert (await travelled(pilot, "full_stop")).past.seq == last
        show_at(session(pilot.app), 0)
        assert (await travelled(pilot, "comma")).past.seq == 0
        assert (await travelled(pilot, "p")).past.seq == 0
        assert scene(pilot.app).notice is not None


@pytest.mark.req("TUI-4")
@pytest.mark.parametrize("way_out", ["end", "escape", "t"])
async def test_ways_back_to_now(open_app, overnight, way_out):
    async with open_app(overnight) as pilot:
        await travelled(pilot, "t", "p", "p")
        shown = await travelled(pilot, way_out)
        assert shown.past is None
        assert pane(pilot.app, "transcript").following


@pytest.mark.req("BEN-16")
async def test_nothing_moves_the_bench_in_the_past(open_app, overnight, tmp_path):
    async with open_app(overnight) as pilot:
        app = pilot.app
        now = scene(app).view.now
        await travelled(pilot, "t", "p")
        for key in ("a", "j", "i", "b", "r", "s", "d", "x", "X", "L"):
            await travelled(pilot, key)
            assert app.screen is session(app), key
        assert scene(app).view.now == now
        offered = {command.id for command in session(app).offered()}
        driving = ("time.next", "time.advance", "agent.", "schedule.", "fault.", "session.crash")
        # Two of them only tell.
        assert not {name for name in offered if name.startswith(driving)} - {"schedule.explain", "schedule.plan"}
    assert not (tmp_path / "home" / "copies").exists()


async def test_the_history_plays_by_itself_and_can_be_paused(open_app, overnight, monkeypatch):
    monkeypatch.setattr("workbench.fronts.tui.deeds.past._PACE", 0.01)
    async with open_app(overnight) as pilot:
        app = pilot.app
        await travelled(pilot, "t", "p", "p", "p")
        press(app, "space")
        await until(pilot, lambda: scene(app).past is None)
        assert scene(app).moving is None
        monkeypatch.setattr("workbench.fronts.tui.deeds.past._PACE", 60)
        start = (await travelled(pilot, "t", "p", "p", "p")).past.seq
        press(app, "space")
        await until(pilot, lambda: scene(app).past.seq > start)
        assert scene(app).moving == "play"
        press(app, "space")
        await settled(pilot)
        assert scene(app).past is not None


@pytest.mark.req("TUI-1")
async def test_a_choice_in_the_transcript_travels_and_selects(open_app, overnight):
    async with open_app(overnight) as pilot:
        app = pilot.app
        before = (await travelled(pilot, "t")).past.seq
        shown = await travelled(pilot, "up", "up", "up")
        assert shown.past.seq < before
        assert shown.past.seq == pane(app, "transcript").seq_at_cursor()


@pytest.mark.req("LOG-18")
async def test_a_fork_from_the_past_inherits_up_to_there(open_app, overnight):
    async with open_app(overnight) as pilot:
        app = pilot.app
        shown = await travelled(pilot, "t", "p", "p", "p")
        seq = shown.past.seq
        await pilot.press("f")
        await until(pilot, lambda: app.screen.query("#text"))
        await pilot.press("enter")
        await until(pilot, lambda: scene(app).view.parent is not None)
        assert scene(app).past is None
        assert seq <= scene(app).view.seed_length < shown.view.events


@pytest.mark.req("TUI-1")
async def test_travelling_gives_the_selection_back(open_app, overnight):
    async with open_app(overnight) as pilot:
        app = pilot.app
        session(app).select("schedule-4")
        there = await travelled(pilot, "t", "p")
        assert there.selected == next(iter(there.past.changed)) != "schedule-4"
        assert (await travelled(pilot, "p", "end")).selected == "schedule-4"


@pytest.mark.req("TUI-1")
async def test_what_is_chosen_in_the_past_stays_chosen(open_app, overnight):
    async with open_app(overnight) as pilot:
        app = pilot.app
        await travelled(pilot, "t", "p")
        chosen = next(row.id for row in scene(app).shown.schedules if row.id != scene(app).selected)
        session(app).select(chosen)
        assert (await travelled(pilot, "p", "end")).selected == chosen
