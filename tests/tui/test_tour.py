"""Scenarios walked on the screen: `n` does what a headless run does, byte for byte; all else stays usable."""

from dataclasses import replace

import pytest

from support.bundled import SESSIONS, scenarios
from support.lists import all_read, choose, text_of
from support.screens import QUICK, fill, press, scene, session, settled, until
from support.tellings import MOVE, NOW, make_scene, make_view
from workbench.bench.scenario.parse import load_scenario
from workbench.bench.scenario.runner import ScenarioRun
from workbench.bench.view import Delivery
from workbench.fronts.tui.dialogs.choose import Choose
from workbench.fronts.tui.launch import Launch
from workbench.fronts.tui.panes.scene import Tour
from workbench.fronts.tui.program import WorkbenchApp
from workbench.fronts.tui.screens.problem import ProblemScreen
from workbench.fronts.tui.screens.sessions import SessionsScreen
from workbench.fronts.tui.screens.touring import selection
from workbench.session.paths import find_logs
from workbench.session.reader import read_log

EVERY = '{do="call", tool="schedule_create", args={prompt="tick", every_seconds=300}}'


@pytest.fixture
def walk(tmp_path):
    """Open a scenario as a user would: a file, or steps of one that starts at nine."""

    def opened(given, *, size=(120, 40), zone=None):
        path = given
        if isinstance(given, str):
            path = tmp_path / "probe.toml"
            path.write_text(f'title = "Probe"\nstart = "2026-08-07T09:00:00Z"\nsteps = [{given}]\n', encoding="utf-8")
        app = WorkbenchApp(Launch(target=path, home=tmp_path / "home", zone=zone, options=QUICK))
        return app.run_test(size=size)

    return opened


async def begun(pilot):
    await until(pilot, lambda: scene(pilot.app).tour is not None)
    return pilot.app


async def step(pilot):
    """One press of `n`, to its end."""
    await pilot.press("n")
    await settled(pilot)
    return scene(pilot.app).tour


async def to_the_end(pilot):
    tour = scene(pilot.app).tour
    while tour.left:
        before = tour.done
        tour = await step(pilot)
        assert tour.failed or tour.done == before + 1
    return tour


def logs_below(folder):
    return {log.relative_to(folder): log for log in find_logs(folder)}


@pytest.mark.req("BEN-1", "BEN-16")
@pytest.mark.parametrize("path", scenarios(), ids=lambda path: path.stem)
async def test_every_bundled_scenario_walked_equals_its_headless_run(walk, path, tmp_path):
    async with walk(path) as pilot:
        app = await begun(pilot)
        tour = await to_the_end(pilot)
        assert (tour.failed, tour.done) == (False, tour.steps)
        assert scene(app).view.path == session(app).path
    app.launch.close()
    run = ScenarioRun(load_scenario(path), root=tmp_path / "headless", home=tmp_path / "other", allow_large=True)
    assert all(result.ok for result in run)
    run.close()
    (folder,) = (tmp_path / "home" / "runs").iterdir()
    walked, headless = logs_below(folder), logs_below(tmp_path / "headless")
    assert folder.name == f"{path.stem}-1"
    assert walked.keys() == headless.keys()
    for name, log in walked.items():
        assert log.read_bytes() == headless[name].read_bytes(), name
        assert read_log(log).verdict == "ok"


async def test_before_the_first_step_it_says_what_comes(walk):
    async with walk(SESSIONS / "every-reminder.toml") as pilot:
        app = await begun(pilot)
        tour = scene(app).tour
        assert (tour.title, tour.done, tour.left) == ("Every ten minutes", 0, tour.steps)
        assert tour.said == "6 steps, 5 expectations"
        first, second = text_of(app).split("\n")[:2]
        assert "Every ten minutes" in first
        assert tour.following in second
        assert "n next step" in text_of(app)


async def test_a_scenario_may_begin_with_what_is_expected(walk):
    async with walk('{do="expect", turns=0}, {do="expect", lines=0}, {do="say", text="hi"}') as pilot:
        await begun(pilot)
        assert scene(pilot.app).tour.steps == 2
        tour = await step(pilot)
        assert (tour.done, tour.said, tour.expected) == (1, "", True)


async def test_a_step_says_what_it_did_as_expected_and_what_comes(walk):
    steps = (
        '{do="say", text="every 10 minutes look"}, {do="expect", turns=1}, {do="advance", by="25m"},'
        '{do="expect", dispatches=2}, {do="expect", state={schedule-1="scheduled"}}, {do="jump", by="1h"}'
    )
    async with walk(steps) as pilot:
        await begun(pilot)
        tour = await step(pilot)
        assert (tour.done, tour.steps) == (1, 3)
        assert (tour.said, tour.expected) == ('said "every 10 minutes look"', True)
        assert 'step 1 of 3  as expected: said "every 10 minutes look"' in text_of(pilot.app).split("\n")[1]
        assert tour.following == "advance 25m"
        tour = await step(pilot)
        assert (tour.said, tour.expected, tour.moved, tour.following) == ("", True, True, "jump 1h")
        second = text_of(pilot.app).split("\n")[1]
        assert "step 2 of 3  as expected   advanced 25m  2 turns, 2 delivered" in second
        assert second.rstrip().endswith("n jump 1h")
        tour = await step(pilot)
        assert (tour.left, tour.following, tour.said) == (0, "", "")
        assert "step 3 of 3  jumped 1h  1 turn, 1 delivered" in text_of(pilot.app).split("\n")[1]


def second_row(app):
    return text_of(app).split("\n")[1]


@pytest.mark.req("TUI-5")
async def test_what_somebody_does_himself_takes_the_place_of_what_the_step_did(walk):
    """Moves between two steps and after the last are told as on any other session, jump and advance compared."""
    async with walk('{do="say", text="every 10 minutes look"}, {do="expect", turns=1}, {do="hold"}') as pilot:
        app = await begun(pilot)
        await step(pilot)
        await pilot.press("j")
        await fill(pilot, "1h")
        await settled(pilot)
        assert "step 1 of 2  jumped 1h  1 turn, 1 delivered, 5 targets passed" in second_row(app)
        assert "as expected" not in second_row(app)
        assert "n hold the agent busy" in second_row(app)
        await step(pilot)
        assert "step 2 of 2  the agent is held busy" in second_row(app)
        await pilot.press("b")
        await settled(pilot)
        await pilot.press("j")
        await fill(pilot, "1h")
        await settled(pilot)
        assert second_row(app).startswith(
            " jumped 1h  1 turn, 1 delivered, 5 targets passed   advance would have run 6"
        )
        assert second_row(app).rstrip().endswith("next schedule-1 in 10m")
        assert text_of(app).startswith(" Probe ")


@pytest.mark.req("TUI-5")
@pytest.mark.parametrize("size", [(80, 20), (40, 12)])
async def test_on_a_low_screen_a_step_says_what_it_did_until_the_next_key(walk, size):
    steps = f'{EVERY}, {{do="advance", by="25m"}}, {{do="expect", dispatches=5}}'
    async with walk(steps, size=size) as pilot:
        app = await begun(pilot)
        await step(pilot)
        assert "created schedule-1, due 09:05:00" in text_of(app).split("\n")[0]
        await step(pilot)
        assert "5 delivered" in text_of(app).split("\n")[0]
        assert "2/2 ✓" in text_of(app) if size[0] < 60 else "as expected" in text_of(app)
        await pilot.press("v")
        await pilot.pause()
        assert "delivered" not in text_of(app).split("\n")[0]
        assert "09:25:00" in text_of(app).split("\n")[0]


async def test_what_a_tool_did_is_a_sentence(walk):
    steps = f'{EVERY}, {{do="call", tool="schedule_delete", args={{id="schedule-1"}}}}'
    async with walk(steps) as pilot:
        app = await begun(pilot)
        assert 'n create "tick", every 5m' in second_row(app)
        await step(pilot)
        assert "step 1 of 2  created schedule-1, due 09:05:00 UTC " in second_row(app)
        assert "n delete schedule-1" in second_row(app)
        await step(pilot)
        assert "step 2 of 2  deleted schedule-1" in second_row(app)


@pytest.mark.req("TUI-5")
async def test_next_due_with_nothing_due_says_so(walk):
    async with walk('{do="hold"}, {do="release"}') as pilot:
        app = await begun(pilot)
        await to_the_end(pilot)
        await pilot.press("n")
        await settled(pilot)
        assert second_row(app).startswith(" nothing is due: no schedule is waiting")


@pytest.mark.req("TUI-4")
async def test_a_step_selects_what_it_delivered_or_created_or_what_is_due_next(walk):
    soon = '{do="call", tool="schedule_create", args={prompt="soon", after_seconds=60}}'
    steps = f'{EVERY}, {soon}, {{do="advance", by="1m"}}, {{do="hold"}}, {{do="advance", by="1h"}}, {{do="release"}}'
    async with walk(steps) as pilot:
        app = await begun(pilot)
        selected = []
        for _ in range(6):
            await step(pilot)
            selected.append(scene(app).selected)
        assert selected == ["schedule-1", "schedule-2", "schedule-2", "schedule-1", "schedule-1", "schedule-1"]
        assert "Nothing selected" not in text_of(app)


def test_what_is_shown_on_the_way_changes_nothing_of_what_a_step_selects():
    """Snapshots of a long step replace the view; the step is measured from where it began all the same."""
    ended = Delivery("schedule-2", "after", "x", 0, 40, 3, NOW, NOW, 0, 0, None)
    before = make_view(rows=0, events=0, move=None)
    after = make_view(move=replace(MOVE, delivered=(ended,)))
    walked = make_scene(after, tour=Tour("t", 1, 2, picked="schedule-1").begun(before), selected="schedule-1")
    assert selection(walked, after) == "schedule-2"


@pytest.mark.req("TUI-4")
async def test_what_somebody_selected_himself_stays_selected(walk):
    soon = '{do="call", tool="schedule_create", args={prompt="soon", after_seconds=60}}'
    async with walk(f'{EVERY}, {soon}, {{do="hold"}}, {{do="advance", by="1m"}}, {{do="release"}}') as pilot:
        app = await begun(pilot)
        await step(pilot)
        await step(pilot)
        assert scene(app).selected == "schedule-2"
        await pilot.press("2", "home", "down", "up")
        await until(pilot, lambda: scene(app).selected == "schedule-1")
        # What is chosen is the first row, which is not what the last step created.
        for _ in range(3):
            await step(pilot)
            assert scene(app).selected == "schedule-1"


async def test_once_it_is_over_the_session_goes_on_as_any_other(walk):
    async with walk('{do="say", text="every 10 minutes look"}') as pilot:
        app = await begun(pilot)
        await to_the_end(pilot)
        offered = {command.id for command in session(app).offered()}
        assert "scenario.step" not in offered
        assert "time.next" in offered
        await pilot.press("n")
        await settled(pilot)
        assert scene(app).view.move.delivered_count == 1


async def test_what_is_not_as_expected_is_said_and_ends_the_tour(walk):
    async with walk('{do="say", text="hi"}, {do="expect", turns=7}, {do="say", text="no"}', size=(100, 24)) as pilot:
        app = await begun(pilot)
        tour = await step(pilot)
        assert (tour.failed, tour.left, tour.said) == (True, 0, "not as expected, turns: expected 7, got 1")
        events = scene(app).view.events
        assert "scenario.step" not in {command.id for command in session(app).offered()}
        assert "× step 1 of 2: not as expected, turns: expected 7, got 1" in text_of(app).split("\n")[1]
        await pilot.press("n")
        await settled(pilot)
        assert scene(app).view.events == events


async def test_a_step_that_is_refused_unexpectedly_ends_the_tour(walk):
    async with walk('{do="resume"}, {do="advance", to="2026-01-01T00:00:00Z"}') as pilot:
        await begun(pilot)
        assert not (await step(pilot)).failed
        tour = await step(pilot)
        assert tour.failed
        assert tour.said.startswith("not_future: ")


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


# -------------------------------------------------------------------------------------------------- ways in and out


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
