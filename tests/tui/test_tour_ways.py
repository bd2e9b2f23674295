"""Walks of scenarios that go another way: failed and long steps, forks, moves in between; and ways in and out."""

import pytest

from support.bundled import SESSIONS
from support.lists import all_read, choose, text_of
from support.screens import QUICK, fill, press, scene, session, settled, until
from support.walking import EVERY, begun, second_row, step, to_the_end
from workbench.fronts.tui.dialogs.choose import Choose
from workbench.fronts.tui.launch import Launch
from workbench.fronts.tui.program import WorkbenchApp
from workbench.fronts.tui.screens.problem import ProblemScreen
from workbench.fronts.tui.screens.sessions import SessionsScreen
from workbench.session.paths import find_logs
from workbench.session.reader import read_log


async def test_once_it_is_over_the_session_goes_on_as_any_other(walk):
    async with walk('{do="say", text="every 10 minutes look"}') as pilot:
        app = await begun(pilot)
        await to_the_end(pilot)
        offered = {command.id for command in session(app).offered()}
        assert "scenario.step" not in offered
        assert "time.next" in offered
        # The first press says that the walk is over.
        await pilot.press("n", "n")
        await settled(pilot)
        assert scene(app).view.move.delivered_count == 1


async def test_what_is_not_as_expected_is_said_and_ends_the_tour(walk):
    async with walk('{do="say", text="hi"}, {do="expect", turns=7}, {do="say", text="no"}', size=(100, 24)) as pilot:
        app = await begun(pilot)
        tour = await step(pilot)
        # In the words of `workbench run`, which counts the steps of the file.
        assert (tour.failed, tour.left) == (True, 0)
        assert tour.said == "failed at step 2: not as expected, turns: expected 7, got 1"
        events = scene(app).view.events
        assert "scenario.step" not in {command.id for command in session(app).offered()}
        assert "× failed at step 2: not as expected, turns: expected 7, got 1" in text_of(app).split("\n")[1]
        await pilot.press("n")
        await settled(pilot)
        assert scene(app).view.events == events


async def test_a_step_that_is_refused_unexpectedly_ends_the_tour(walk):
    async with walk('{do="resume"}, {do="advance", to="2026-01-01T00:00:00Z"}') as pilot:
        await begun(pilot)
        assert not (await step(pilot)).failed
        tour = await step(pilot)
        assert tour.failed
        assert tour.said.startswith("error at step 2: not_future: ")


async def test_an_expected_refusal_is_as_expected(walk):
    steps = (
        '{do="call", tool="schedule_create", args={prompt="x", every_seconds=1}},'
        '{do="expect", code="frequency_too_high"}'
    )
    async with walk(steps) as pilot:
        await begun(pilot)
        tour = await step(pilot)
        assert not tour.failed
        assert tour.expected
        assert tour.said.startswith("schedule_create refused, frequency_too_high: ")


async def test_time_can_be_driven_between_two_steps(walk):
    steps = f'{EVERY}, {{do="advance", by="1h"}}, {{do="expect", turns=13}}'
    async with walk(steps) as pilot:
        app = await begun(pilot)
        await step(pilot)
        await pilot.press("i")
        await fill(pilot, "remind me in 2 days to call")
        await until(pilot, lambda: scene(app).view.active == 2)
        await settled(pilot)
        await pilot.press("full_stop")
        await settled(pilot)
        tour = scene(app).tour
        assert (tour.done, tour.left) == (1, 1)
        tour = await step(pilot)
        assert (tour.failed, tour.left) == (False, 0)


@pytest.mark.req("LOG-18")
async def test_a_fork_in_a_scenario_takes_the_screen_along_and_open_brings_it_back(walk):
    async with walk(SESSIONS / "fork-pair.toml") as pilot:
        app = await begun(pilot)
        seen = []
        while scene(app).tour.left:
            await step(pilot)
            view = scene(app).view
            assert session(app).path == view.path
            if not seen or seen[-1] != view.session_id:
                seen.append(view.session_id)
                assert scene(app).name == view.session_id
            if session(app).scene.tour.said.startswith('"fork-child" forked'):
                assert "m compares the two" in second_row(app)
            if session(app).scene.tour.said.startswith('"fork-parent" is the live'):
                assert "m compares it with its child fork-child" in second_row(app)
        assert seen == ["fork-parent", "fork-child", "fork-parent"]
        assert "session.compare" in {command.id for command in session(app).offered()}


@pytest.mark.req("LOG-18")
async def test_a_fork_of_ones_own_is_walked_on(walk):
    async with walk('{do="say", text="hi"}, {do="say", text="there"}, {do="expect", turns=2}') as pilot:
        app = await begun(pilot)
        await step(pilot)
        await pilot.press("f")
        await fill(pilot, "beside")
        await until(pilot, lambda: scene(app).view.session_id == "beside")
        await settled(pilot)
        tour = await step(pilot)
        assert (tour.failed, tour.left) == (False, 0)
        assert scene(app).view.session_id == "beside"


@pytest.mark.req("TUI-5", "BEN-4")
async def test_a_long_step_shows_progress_stops_with_escape_and_is_gone_on_with(walk, tmp_path):
    steps = f'{EVERY}, {{do="advance", by="100d"}}, {{do="say", text="hi"}}, {{do="expect", turns=1}}'
    async with walk(steps) as pilot:
        app = await begun(pilot)
        await step(pilot)
        press(app, "n")
        await until(pilot, lambda: scene(app).progress is not None)
        assert "stops between two events" in text_of(app)
        press(app, "escape")
        await settled(pilot)
        view, tour = scene(app).view, scene(app).tour
        assert view.move.note == "stopped"
        assert view.turn is None
        assert (tour.done, tour.failed) == (1, False)
        assert tour.said == "stopped on the way"
        press(app, "n")
        await until(pilot, lambda: scene(app).moving is not None)
        await until(pilot, lambda: scene(app).view.events > view.events)
        press(app, "escape")
        await settled(pilot)
        assert scene(app).view.now > view.now
    app.launch.close()
    (log,) = find_logs(tmp_path / "home" / "runs")
    assert read_log(log).verdict == "ok"


async def test_a_very_large_step_asks_first(walk):
    async with walk(f'{EVERY}, {{do="advance", by="400d"}}') as pilot:
        app = await begun(pilot)
        await step(pilot)
        for key in ("n", "y"):
            await pilot.press("n")
            await until(pilot, lambda: isinstance(app.screen, Choose))
            assert "100,000 turns or more" in text_of(app)
            press(app, key)
            await until(pilot, lambda: app.screen is session(app))
        await until(pilot, lambda: scene(app).moving is not None)
        press(app, "escape")
        await settled(pilot)
        assert scene(app).tour.done == 1
        assert scene(app).view.move.move == "advance"


async def test_a_tour_from_the_list_and_back(tmp_path):
    app = WorkbenchApp(Launch(target=None, home=tmp_path / "home", zone="Europe/Berlin", options=QUICK))
    async with app.run_test(size=(120, 40)) as pilot:
        await all_read(pilot, 15)
        await choose(pilot, SESSIONS / "after-reminder.toml")
        offered = {command.id for command in app.screen.offered()}
        assert "list.open" in offered
        assert not {"list.read", "list.fork", "list.check", "list.forget"} & offered
        await pilot.press("enter")
        await begun(pilot)
        await step(pilot)
        await pilot.press("o")
        pane = await all_read(pilot, 15)
        assert pane.entry_at_cursor().path == SESSIONS / "after-reminder.toml"
        assert "Scenario runs  1" in text_of(app)
        assert "after-reminder run 1" in text_of(app)


async def test_each_walk_is_a_run_of_its_own_and_one_in_which_nothing_happened_leaves_no_trace(walk, tmp_path):
    async with walk(SESSIONS / "after-reminder.toml") as pilot:
        app = await begun(pilot)
    app.launch.close()
    assert not (tmp_path / "home").exists()
    for _ in range(2):
        async with walk(SESSIONS / "after-reminder.toml") as pilot:
            app = await begun(pilot)
            await step(pilot)
        app.launch.close()
    assert sorted(path.name for path in (tmp_path / "home" / "runs").iterdir()) == [
        "after-reminder-1",
        "after-reminder-2",
    ]


async def test_a_scenarios_zone_is_shown_where_none_was_chosen_and_only_there(walk):
    async with walk(SESSIONS / "dst-night.toml") as pilot:
        app = await begun(pilot)
        assert "Berlin" in text_of(app)
        await pilot.press("u")
        assert "Berlin" not in text_of(app).split("\n")[0]
        await pilot.press("o")
        await until(pilot, lambda: isinstance(app.screen, SessionsScreen))
        assert app.launch.shown_zone.name == "UTC"


async def test_the_chosen_zone_is_the_one_that_is_shown(walk):
    async with walk(SESSIONS / "dst-night.toml", zone="Asia/Tokyo") as pilot:
        app = await begun(pilot)
        assert "Tokyo" in text_of(app).split("\n")[0]
        # The scenario's own zone is what its agent is told.
        assert scene(app).view.zone == "Europe/Berlin"


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("steps = 7\n", "invalid_scenario"),
        ("steps = [", "invalid_scenario"),
        ('log = "none.jsonl"\nsteps = []', "not_found"),
    ],
)
async def test_a_scenario_that_is_none_says_why(walk, tmp_path, text, code):
    path = tmp_path / "bad.toml"
    path.write_text(text, encoding="utf-8")
    async with walk(path) as pilot:
        app = pilot.app
        await until(pilot, lambda: isinstance(app.screen, ProblemScreen))
        assert f"× {code}" in text_of(app)
        await pilot.press("o")
        await until(pilot, lambda: isinstance(app.screen, SessionsScreen))
    app.launch.close()
    assert not (tmp_path / "home").exists()


@pytest.mark.parametrize("make", ["pipe", "folder-link", "missing"])
async def test_what_cannot_be_read_as_a_scenario_never_blocks(walk, tmp_path, make):
    import os

    path = tmp_path / "odd.toml"
    if make == "pipe":
        os.mkfifo(path)
    elif make == "folder-link":
        path.symlink_to("nowhere")
    async with walk(path) as pilot:
        await until(pilot, lambda: isinstance(pilot.app.screen, ProblemScreen))
        assert ("× not_readable" if make == "pipe" else "× not_found") in text_of(pilot.app)


async def test_a_scenario_that_begins_from_a_log_is_walked_on_a_copy(walk, tmp_path):
    source = SESSIONS / "logs/none/_no-cwd/every-reminder/session.jsonl"
    before = source.read_bytes()
    path = tmp_path / "again.toml"
    path.write_text(f'log = "{source}"\nfirst_events = 9\nsteps = [{{do="jump", by="1d"}}]\n', encoding="utf-8")
    async with walk(path) as pilot:
        app = await begun(pilot)
        assert scene(app).view.events == 9
        await step(pilot)
        assert (tmp_path / "home" / "runs") in scene(app).view.path.parents
    assert source.read_bytes() == before
