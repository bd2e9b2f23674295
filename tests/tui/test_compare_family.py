"""Comparing while others write the parent, and comparing from the parent's side with a fork that is known."""

import pytest

from support.comparing import OWN, PARENT, compared, comparing, comparison, make_family, now_of, part, rest, rows
from support.holders import go_on, held_elsewhere
from support.repo import ROOT
from support.screens import QUICK, fill, scene, session, settled, until
from workbench.bench.bench import Bench
from workbench.fronts.tui.compare.screen import CompareScreen
from workbench.fronts.tui.screens.session import SessionScreen

MINUTES = 60_000


@pytest.fixture
def family(tmp_path):
    """The log of a child whose parent lies beside it."""
    return make_family(tmp_path / "home")


@pytest.fixture
def parent(family):
    """The parent's log."""
    return family.parent.parent / "night/session.jsonl"


@pytest.fixture
def holder(parent, tmp_path):
    """Somebody else who drives the parent."""
    yield from held_elsewhere(parent, tmp_path / "home")


async def again(pilot):
    """Leave the comparison and come back."""
    await pilot.press("escape")
    await until(pilot, lambda: isinstance(pilot.app.screen, SessionScreen))
    await pilot.press("m")
    await until(pilot, lambda: isinstance(pilot.app.screen, CompareScreen))
    await compared(pilot)


# ------------------------------------------------------------------------------------------------ a parent that is held


@pytest.mark.req("LOG-11")
async def test_a_parent_that_was_let_go_is_read_anew_when_it_is_compared_again(open_app, family, holder):
    async with comparing(open_app, family) as pilot:
        app = pilot.app
        assert not comparison(app).parent_side.drivable
        go_on(holder, 10)
        holder.close()
        await again(pilot)
        await until(pilot, lambda: comparison(app).parent_side.drivable)
        assert now_of(app, PARENT) == holder.now
        await pilot.press("tab", ".")
        await rest(pilot)
        assert now_of(app, PARENT) > holder.now


@pytest.mark.req("LOG-11")
async def test_a_parent_that_is_still_held_shows_what_its_log_says_by_now(open_app, family, holder):
    async with comparing(open_app, family) as pilot:
        app = pilot.app
        go_on(holder, 10)
        await again(pilot)
        await until(pilot, lambda: now_of(app, PARENT) == holder.now)
        assert not comparison(app).parent_side.drivable
        assert "still writes this log" in rows(app)[1]


@pytest.mark.req("LOG-11")
async def test_both_sides_are_refused_while_one_of_them_cannot_be_driven(open_app, family, holder):
    async with comparing(open_app, family) as pilot:
        app = pilot.app
        await pilot.press("t")
        await until(pilot, lambda: "still writes this log" in rows(app)[1])
        assert not comparison(app).together
        holder.close()
        await pilot.press("t")
        await until(pilot, lambda: comparison(app).parent_side.drivable)
        await pilot.press("t")
        assert comparison(app).together


@pytest.mark.req("LOG-11")
async def test_a_move_of_both_sides_never_drives_one_alone(open_app, family, monkeypatch):
    async with comparing(open_app, family) as pilot:
        app = pilot.app
        await pilot.press("t")
        before = now_of(app, OWN)
        monkeypatch.setattr(type(comparison(app).child), "drivable", property(lambda side: side.number == OWN))
        await pilot.press(".")
        await rest(pilot)
        assert now_of(app, OWN) == before
        assert "the parent can be looked at, not driven" in rows(app)[1]


async def test_a_parent_that_changed_while_it_rested_is_read_anew(open_app, family, parent, tmp_path):
    async with comparing(open_app, family) as pilot:
        app = pilot.app
        other = Bench.open(parent, home=tmp_path / "home", options=QUICK)
        go_on(other, 20)
        other.close()
        await again(pilot)
        await until(pilot, lambda: now_of(app, PARENT) == other.now)


async def test_a_parent_that_changed_meanwhile_is_read_anew_on_the_first_move(
    open_app, family, parent, tmp_path, unwatched
):
    async with comparing(open_app, family) as pilot:
        app = pilot.app
        other = Bench.open(parent, home=tmp_path / "home", options=QUICK)
        go_on(other, 20)
        other.close()
        await pilot.press("tab", ".")
        await rest(pilot)
        await until(pilot, lambda: now_of(app, PARENT) == other.now)
        assert "log_changed" in rows(app)[1]


# -------------------------------------------------------------------------------------------------- what is new is seen


@pytest.mark.req("TUI-3")
@pytest.mark.parametrize("keys", [(), ("n",), ("n", "n", "n"), ("up", "up")])
async def test_who_sees_the_end_of_a_side_sees_what_a_move_adds_to_it(open_app, family, keys):
    async with comparing(open_app, family) as pilot:
        app = pilot.app
        await pilot.press("tab", *keys)
        await pilot.pause()
        assert comparison(app).log_of(PARENT).sees_end
        await pilot.press("a")
        await fill(pilot, "2h")
        await rest(pilot)
        log = comparison(app).log_of(PARENT)
        assert log.sees_end
        assert not any(" new" in row for row in part(app, "parent-log")[:1])
        # Rows are looked at closely where they are in sight, wherever that is.
        assert not any("result" in row for row in part(app, "parent-log"))


@pytest.mark.req("TUI-3")
async def test_who_reads_further_up_stays_there(open_app, family):
    async with comparing(open_app, family) as pilot:
        app = pilot.app
        await pilot.press("tab", "home", "a")
        await fill(pilot, "2h")
        await rest(pilot)
        assert comparison(app).log_of(PARENT).top_row == 0
        assert " new" in part(app, "parent-log")[0]


# ----------------------------------------------------------------------------------------------- from the parent's side


async def test_opened_from_the_comparison_the_parent_is_compared_with_that_fork(open_app, family):
    async with comparing(open_app, family) as pilot:
        app = pilot.app
        await pilot.press("tab", "enter")
        await until(pilot, lambda: isinstance(app.screen, SessionScreen) and scene(app).view is not None)
        assert scene(app).view.session_id == "night"
        driver = app.launch.driver
        await pilot.press("m")
        await until(pilot, lambda: isinstance(app.screen, CompareScreen))
        await compared(pilot)
        screen = comparison(app)
        assert [side.view.session_id for side in screen.sides] == ["night", "day"]
        assert screen.side == PARENT
        assert screen.parent_side.driver is driver
        await pilot.press(".")
        await rest(pilot)
        now = now_of(app, PARENT)
        await pilot.press("escape")
        await until(pilot, lambda: app.screen is session(app))
        assert scene(app).view.session_id == "night"
        assert scene(app).view.now == now
        assert app.launch.driver is driver
        await pilot.press("n")
        await settled(pilot)
        assert scene(app).view.now > now
        await pilot.press("m", "tab")
        await until(pilot, lambda: isinstance(app.screen, CompareScreen))
        await compared(pilot)
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(app.screen, SessionScreen) and scene(app).view.session_id == "day")


async def test_a_session_that_was_forked_here_is_compared_with_its_youngest_fork(open_app, parent):
    async with open_app(parent) as pilot:
        app = pilot.app
        assert not any(command.id == "session.compare" for command in app.screen.offered())
        await pilot.press("f")
        await fill(pilot, "evening")
        await until(pilot, lambda: scene(app).view.session_id == "evening")
        following = app.launch.session_screen(parent)
        app.go_to(following)
        await until(pilot, lambda: app.screen is following and scene(app).view is not None)
        await pilot.press("m")
        await until(pilot, lambda: isinstance(app.screen, CompareScreen))
        await compared(pilot)
        assert [side.view.session_id for side in comparison(app).sides] == ["night", "evening"]


async def test_a_fork_that_is_gone_leaves_the_parent_on_the_screen(open_app, family, parent):
    async with open_app(parent) as pilot:
        app = pilot.app
        app.launch.forks[parent] = family
        family.unlink()
        await pilot.press("m")
        await until(pilot, lambda: "the fork: " in rows(app)[1])
        assert app.screen is session(app)
        await pilot.press("n")
        await settled(pilot)
        assert scene(app).view.mode == "live"


async def test_a_walk_that_ends_in_the_parent_is_compared_with_the_fork_it_made(open_app):
    async with open_app(ROOT / "sessions/fork-pair.toml") as pilot:
        app = pilot.app
        while scene(app).tour is None or scene(app).tour.left:
            await pilot.press("n")
            await settled(pilot)
        await pilot.press("m")
        await until(pilot, lambda: isinstance(app.screen, CompareScreen))
        await compared(pilot)
        screen = comparison(app)
        assert [side.view.session_id for side in screen.sides] == ["fork-parent", "fork-child"]
        assert all(side.drivable for side in screen.sides)
        await pilot.press("t", "j")
        await fill(pilot, "1h")
        await rest(pilot)
        await pilot.press("escape")
        await until(pilot, lambda: app.screen is session(app))
        assert scene(app).view.session_id == "fork-parent"
