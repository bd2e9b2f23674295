"""Into the comparison and out of it with every bench as it is, and what happens when a parent is missing."""

import shutil

import pytest

from support.comparing import (
    CHILD,
    LOGS,
    OWN,
    PARENT,
    compared,
    comparing,
    comparison,
    make_family,
    now_of,
    part,
    rest,
    rows,
    top_of,
)
from support.screens import QUICK, fill, scene, session, until
from workbench.bench.bench import Bench
from workbench.fronts.tui.compare.entry import compare_screen
from workbench.fronts.tui.compare.screen import CompareScreen
from workbench.fronts.tui.launch import Launch
from workbench.fronts.tui.program import WorkbenchApp
from workbench.fronts.tui.screens.sessions import SessionsScreen
from workbench.session.check import check_file


@pytest.fixture
def family(tmp_path):
    """The log of a child whose parent lies beside it."""
    return make_family(tmp_path / "home")


# ----------------------------------------------------------------------------------------------------- in and out again


async def test_closing_leads_back_to_the_screen_as_it_was(open_app):
    async with comparing(open_app) as pilot:
        app = pilot.app
        driver = app.launch.driver
        await pilot.press("escape")
        await pilot.pause()
        assert app.screen is session(app)
        assert app.launch.driver is driver
        await pilot.press("j")
        await fill(pilot, "1h")
        await until(pilot, lambda: scene(app).moving is None and scene(app).view.mode == "live")
        assert app.screen is session(app)


async def test_what_was_driven_there_is_seen_back_on_the_session_screen(open_app):
    async with comparing(open_app) as pilot:
        app = pilot.app
        await pilot.press("j")
        await fill(pilot, "50m")
        await rest(pilot)
        now = now_of(app, OWN)
        await pilot.press("enter")
        await pilot.pause()
        assert app.screen is session(app)
        assert scene(app).view.now == now


async def test_the_parent_goes_on_where_an_earlier_comparison_left_it(open_app):
    async with comparing(open_app) as pilot:
        app = pilot.app
        await pilot.press("tab", "j")
        await fill(pilot, "50m")
        await rest(pilot)
        now, driver = now_of(app, PARENT), comparison(app).sides[PARENT].driver
        await pilot.press("escape")
        await pilot.pause()
        await pilot.press("m")
        await until(pilot, lambda: isinstance(app.screen, CompareScreen))
        assert comparison(app).sides[PARENT].driver is driver
        assert now_of(app, PARENT) == now
        await pilot.press("tab", ".")
        await rest(pilot)
        assert now_of(app, PARENT) > now


async def test_opening_the_parents_side_goes_on_with_its_bench(open_app):
    async with comparing(open_app) as pilot:
        app = pilot.app
        await pilot.press("tab", "j")
        await fill(pilot, "50m")
        await rest(pilot)
        side = comparison(app).sides[PARENT]
        driver, now = side.driver, side.view.now
        await pilot.press("enter")
        await until(pilot, lambda: app.screen is session(app) and scene(app).view is not None)
        assert scene(app).view.session_id == "fork-parent"
        assert scene(app).view.now == now
        assert app.launch.driver is driver
        assert len(app.launch.others) == 1
        await pilot.press("i")
        await fill(pilot, "remind me in 5 minutes to stretch")
        await until(pilot, lambda: scene(app).moving is None)
        assert scene(app).view.active == 2


async def test_the_list_is_reached_from_there_and_every_bench_is_let_go(open_app):
    async with comparing(open_app) as pilot:
        app = pilot.app
        await pilot.press("o")
        await until(pilot, lambda: isinstance(app.screen, SessionsScreen))
        assert app.launch.driver is None
        assert not any(not driver.retired for driver in app.launch.others)
        assert not any(isinstance(screen, CompareScreen) for screen in app.screen_stack)


async def test_from_the_list_both_logs_are_opened_and_closing_leads_back(open_app, monkeypatch):
    async with open_app(None) as pilot:
        app = pilot.app
        app.go_to(compare_screen(app.launch, CHILD))
        await until(pilot, lambda: isinstance(app.screen, CompareScreen))
        await compared(pilot)
        assert [side.view.session_id for side in comparison(app).sides] == ["fork-parent", "fork-child"]
        await pilot.press("escape")
        await until(pilot, lambda: isinstance(app.screen, SessionsScreen))


async def test_a_fork_says_which_key_compares_and_is_compared(open_app, family):
    async with open_app(family.parent.parent / "night/session.jsonl") as pilot:
        app = pilot.app
        await pilot.press("f")
        await fill(pilot, "evening")
        await until(pilot, lambda: scene(app).view.session_id == "evening")
        assert any("m compares with the parent" in row for row in rows(app)[:2])
        await pilot.press("m")
        await until(pilot, lambda: isinstance(app.screen, CompareScreen))
        await compared(pilot)
        assert [side.view.session_id for side in comparison(app).sides] == ["night", "evening"]


async def test_every_log_is_sound_after_both_sides_were_driven(open_app, family):
    async with comparing(open_app, family) as pilot:
        await pilot.press("t", "a")
        await fill(pilot, "3h")
        await rest(pilot)
        paths = [side.view.path for side in comparison(pilot.app).sides]
        await pilot.press("q")
    assert [check_file(path).verdict for path in paths] == ["ok", "ok"]


# --------------------------------------------------------------------------------------------- a parent that is missing


def alone(tmp_path):
    """The child's log where its parent is not."""
    path = tmp_path / "elsewhere/_no-cwd/fork-child/session.jsonl"
    path.parent.mkdir(parents=True)
    shutil.copy(CHILD, path)
    return path


@pytest.fixture
def no_examples(monkeypatch):
    monkeypatch.setattr("workbench.actions.places.bundled_folder", lambda: None)


async def test_a_parent_that_is_nowhere_is_named_with_the_places_looked_in(open_app, tmp_path, no_examples):
    async with comparing(open_app, alone(tmp_path)) as pilot:
        app = pilot.app
        assert "× not_found: the parent fork-parent was looked for next to it, in your sessions" in rows(app)[1]
        assert any("The parent cannot be shown." in row for row in part(app, "parent-log"))
        await pilot.press("j")
        await fill(pilot, "1h")
        await rest(pilot)
        assert comparison(app).child.view.mode == "live"
        await pilot.press("n", "tab", "a")
        await pilot.pause()
        assert isinstance(app.screen, CompareScreen)
        await pilot.press("enter")
        await pilot.pause()
        assert isinstance(app.screen, CompareScreen)


async def test_a_parent_among_the_examples_is_found(open_app, tmp_path):
    async with comparing(open_app, alone(tmp_path)) as pilot:
        assert comparison(pilot.app).sides[PARENT].view.session_id == "fork-parent"


async def test_a_parent_that_cannot_be_opened_is_said_with_its_code(open_app, tmp_path, no_examples):
    path = alone(tmp_path)
    parent = path.parent.parent / "fork-parent/session.jsonl"
    parent.parent.mkdir()
    parent.write_bytes(b"\x00nothing like a log\n")
    async with comparing(open_app, path) as pilot:
        assert any("× not_a_log: the parent fork-parent" in row for row in rows(pilot.app)[:3])
        assert comparison(pilot.app).child.view is not None


async def test_a_damaged_parent_is_shown_and_not_driven(open_app, tmp_path, no_examples):
    path = alone(tmp_path)
    parent = path.parent.parent / "fork-parent/session.jsonl"
    parent.parent.mkdir()
    lines = (LOGS / "fork-parent/session.jsonl").read_bytes().splitlines(keepends=True)
    parent.write_bytes(b"".join([*lines[:50], b"{broken\n", *lines[50:]]))
    async with comparing(open_app, path) as pilot:
        app = pilot.app
        assert any("fork point" in row for row in part(app, "parent-log"))
        await pilot.press("tab", "a")
        await pilot.pause()
        assert "can be looked at, not driven" in rows(app)[1]


async def test_another_log_of_the_parents_name_is_not_taken_for_it_in_silence(open_app, tmp_path, no_examples):
    path = alone(tmp_path)
    parent = path.parent.parent / "fork-parent/session.jsonl"
    parent.parent.mkdir()
    lines = (LOGS / "fork-parent/session.jsonl").read_bytes().splitlines(keepends=True)
    parent.write_bytes(b"".join(lines[:20]))
    async with comparing(open_app, path) as pilot:
        assert "× other_parent:" in rows(pilot.app)[1]


async def test_a_session_that_is_no_fork_says_so(open_app):
    async with open_app(None) as pilot:
        app = pilot.app
        app.go_to(compare_screen(app.launch, LOGS / "fork-parent/session.jsonl"))
        await until(pilot, lambda: isinstance(app.screen, CompareScreen))
        await compared(pilot)
        assert "this session is no fork" in rows(app)[1]


# ------------------------------------------------------------------------------------------------------ unusual parents


async def test_a_parent_that_was_interrupted_is_lined_up_with_the_closers_its_child_has(open_app, tmp_path):
    home = tmp_path / "home"
    parent = home / "sessions/_no-cwd/fork-parent/session.jsonl"
    parent.parent.mkdir(parents=True)
    lines = (LOGS / "fork-parent/session.jsonl").read_bytes().splitlines(keepends=True)
    parent.write_bytes(b"".join(lines[:44]))
    bench = Bench.open(parent, home=home, options=QUICK)
    child = bench.fork(session_id="kid")
    child.say("remind me in 5 minutes to stretch")
    child.close()
    async with comparing(open_app, child.path) as pilot:
        app = pilot.app
        assert "×" not in rows(app)[1]
        left, right = part(app, "parent-log"), part(app, "child-log")
        assert any("fork point" in row for row in left)
        assert any("seed boundary" in row for row in right)
        await pilot.press("home")
        await pilot.pause()
        assert top_of(app, PARENT) == top_of(app, OWN)
        await pilot.press("tab", "j")
        await fill(pilot, "1h")
        await rest(pilot)
        assert comparison(app).sides[PARENT].view.mode == "live"
        await pilot.press("end")
        left, right = comparison(app).log_of(PARENT), comparison(app).log_of(OWN)
        assert left.boundary_row == right.boundary_row


async def test_a_parent_that_another_writer_holds_is_shown_read_only(open_app, family):
    holder = Bench.open(family.parent.parent / "night/session.jsonl", home=family.parents[3], options=QUICK)
    holder.say("remind me in 5 minutes to stretch")
    try:
        async with comparing(open_app, family) as pilot:
            app = pilot.app
            assert any("fork point" in row for row in part(app, "parent-log"))
            assert not comparison(app).sides[PARENT].view.drivable
            await pilot.press("t", "i")
            await fill(pilot, "remind me in 7 minutes to stretch")
            await rest(pilot)
            assert [side.view.mode for side in comparison(app).sides] == ["read-only", "live"]
    finally:
        holder.close()


async def test_a_fork_of_a_fork_shows_one_boundary_and_both_line_up(open_app, family, tmp_path):
    middle = Bench.open(family, home=tmp_path / "home", options=QUICK)
    middle.say("remind me in 20 minutes to eat")
    last = middle.fork(session_id="dusk")
    middle.close()
    last.say("remind me in 30 minutes to sleep")
    last.close()
    async with comparing(open_app, last.path) as pilot:
        app = pilot.app
        assert [side.view.session_id for side in comparison(app).sides] == ["day", "dusk"]
        await pilot.press("home")
        for _ in range(3):
            await pilot.press("pagedown")
            await pilot.pause()
            assert top_of(app, PARENT) == top_of(app, OWN)
        left, right = comparison(app).log_of(PARENT), comparison(app).log_of(OWN)
        assert left.boundary_row == right.boundary_row


async def test_it_works_as_the_first_screen_of_a_program(tmp_path, monkeypatch):
    monkeypatch.setattr(Launch, "first_screen", lambda launch: compare_screen(launch, CHILD))
    launch = Launch(target=CHILD, home=tmp_path / "home", zone="Europe/Berlin", options=QUICK)
    app = WorkbenchApp(launch)
    try:
        async with app.run_test(size=(120, 40)) as pilot:
            await compared(pilot)
            await pilot.press("tab", "enter")
            await until(pilot, lambda: not isinstance(app.screen, CompareScreen))
            await until(pilot, lambda: scene(app).view is not None)
            assert scene(app).view.session_id == "fork-parent"
    finally:
        launch.close()
