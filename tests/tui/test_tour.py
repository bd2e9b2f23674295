"""Scenarios walked on the screen: `n` does what a headless run does, byte for byte, and each step says what it did."""

from dataclasses import replace

import pytest

from support.bundled import SESSIONS, scenarios
from support.lists import text_of
from support.screens import fill, scene, session, settled, until
from support.tellings import MOVE, NOW, make_scene, make_view
from support.walking import EVERY, begun, second_row, step, to_the_end
from workbench.bench.scenario.parse import load_scenario
from workbench.bench.scenario.runner import ScenarioRun
from workbench.bench.view import Delivery
from workbench.fronts.tui.panes.scene import Tour
from workbench.fronts.tui.screens.touring import selection
from workbench.session.paths import find_logs
from workbench.session.reader import read_log


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
        await step(pilot)
        await step(pilot)
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
