"""The comparison of a fork with its parent: what it shows, lined up, at every size."""

import pytest

from support.comparing import OWN, PARENT, comparing, comparison, make_family, part, rest, rows, top_of
from support.screens import fill


@pytest.fixture
def family(tmp_path):
    """The log of a child whose parent lies beside it."""
    return make_family(tmp_path / "home")


# -------------------------------------------------------------------------------------------------------- what it shows


@pytest.mark.req("TUI-1", "LOG-18")
@pytest.mark.parametrize("size", [(120, 40), (80, 24), (40, 12)])
async def test_the_bundled_fork_beside_its_parent(open_app, size, golden):
    async with comparing(open_app, size=size) as pilot:
        golden(pilot.app, "compare-fork")


@pytest.mark.req("TUI-5", "TUI-6")
@pytest.mark.parametrize("size", [(120, 40), (80, 24), (40, 12)])
async def test_both_sides_after_a_jump_with_a_difference_visited(open_app, size, golden, family):
    async with comparing(open_app, family, size=size) as pilot:
        await pilot.press("t", "j")
        await fill(pilot, "2h 52m")
        await rest(pilot)
        golden(pilot.app, "compare-jumped")
        await pilot.press("n", "n", "n")
        await pilot.pause()
        golden(pilot.app, "compare-visited")


@pytest.mark.req("LOG-18")
async def test_nothing_is_adopted_and_that_is_said_three_times(open_app):
    async with comparing(open_app) as pilot:
        assert "0 schedules adopted" in rows(pilot.app)[1]
        schedules = part(pilot.app, "child-schedules")
        assert "0 adopted" in schedules[0]
        assert any("0 schedules adopted" in row for row in schedules)
        assert any("the parent's 2 stay in the history above" in row for row in schedules)
        assert any("0 active, 0 adopted" in row for row in part(pilot.app, "compared"))


@pytest.mark.req("TUI-1")
async def test_shared_rows_stand_beside_each_other_down_to_the_boundary(open_app):
    async with comparing(open_app) as pilot:
        left, right = part(pilot.app, "parent-log"), part(pilot.app, "child-log")
        at = next(number for number, row in enumerate(left) if "fork point · seq 44" in row)
        assert "seed boundary · 45 events inherited" in right[at]
        assert [row[1:-1] for row in left[1:at]] == [row[1:-1] for row in right[1:at]]
        assert at > 5


@pytest.mark.req("TUI-6")
async def test_only_the_childs_inherited_rows_are_faint(open_app):
    async with comparing(open_app) as pilot:
        screen = comparison(pilot.app)
        for number, faint in ((PARENT, False), (OWN, True)):
            log = screen.log_of(number)
            words = [
                log.row_line(row, 58).spans[4] for row in range(log.boundary_row) if log.rows.at(row).kind == "event"
            ]
            assert {span.role == "faint" for span in words} == {faint}


async def test_both_sides_say_what_they_are(open_app):
    async with comparing(open_app) as pilot:
        assert part(pilot.app, "parent-log")[0].startswith("╭─ fork-parent  parent, viewing ─")
        assert part(pilot.app, "child-log")[0].startswith("╭─ fork-child  child of fork-parent at seq 44 ─")
        assert "tab this side" in part(pilot.app, "parent-log")[-1]


async def test_two_clocks_are_told_apart(open_app):
    async with comparing(open_app) as pilot:
        await pilot.press("j")
        await fill(pilot, "50m")
        await rest(pilot)
        first = rows(pilot.app)[0]
        assert "parent Fri 2026-08-07 12:17:00" in first
        assert "child Fri 2026-08-07 13:07:00 Berlin" in first
        assert "the child is 50m ahead" in first
        assert "at 12:17:00 and 13:07:00" in part(pilot.app, "compared")[0]


# ------------------------------------------------------------------------------------------------------------ alignment


@pytest.mark.req("TUI-1")
@pytest.mark.parametrize("keys", [["home"], ["home", "pagedown"], ["up"] * 15, ["home", "down", "pagedown", "up"]])
@pytest.mark.parametrize("focus", [PARENT, OWN])
async def test_above_the_boundary_both_sides_begin_with_the_same_row(open_app, keys, focus):
    async with comparing(open_app, size=(120, 24)) as pilot:
        app = pilot.app
        if focus == PARENT:
            await pilot.press("tab")
        await pilot.press(*keys)
        await pilot.pause()
        log = comparison(app).log_of(focus)
        assert log.top_row < log.boundary_row
        assert top_of(app, PARENT) == top_of(app, OWN)
        left, right = part(app, "parent-log")[1:-1], part(app, "child-log")[1:-1]
        shared = log.boundary_row - log.top_row
        assert [row[1:-1] for row in left[:shared]] == [row[1:-1] for row in right[:shared]]


@pytest.mark.req("TUI-1")
async def test_below_the_boundary_each_side_is_scrolled_on_its_own(open_app):
    async with comparing(open_app, size=(120, 24)) as pilot:
        app = pilot.app
        await pilot.press("tab", "i")
        await fill(pilot, "every 5 minutes hum")
        await rest(pilot)
        await pilot.press("a")
        await fill(pilot, "3h")
        await rest(pilot)
        left, right = comparison(app).log_of(PARENT), comparison(app).log_of(OWN)
        assert left.top_row > left.boundary_row
        before = right.top_row
        await pilot.press("up", "pageup")
        await pilot.pause()
        assert left.boundary_row < left.top_row
        assert right.top_row == before
        await pilot.press("home")
        await pilot.pause()
        assert left.top_row == right.top_row == 0


async def test_a_side_with_few_rows_stays_at_its_boundary_while_the_other_goes_on(open_app):
    async with comparing(open_app) as pilot:
        app = pilot.app
        await pilot.press("tab", "i")
        await fill(pilot, "every 5 minutes hum")
        await rest(pilot)
        await pilot.press("a")
        await fill(pilot, "3h")
        await rest(pilot)
        left, right = comparison(app).log_of(PARENT), comparison(app).log_of(OWN)
        assert left.following
        assert left.top_row > left.boundary_row
        assert right.top_row == right.boundary_row
        assert "seed boundary" in part(app, "child-log")[1]
        assert not part(app, "child-log")[-2].strip(" │")


async def test_a_reader_of_what_was_shared_is_not_moved_by_the_other_side(open_app):
    async with comparing(open_app, size=(120, 24)) as pilot:
        app = pilot.app
        await pilot.press("home")
        await pilot.press("tab", "i")
        await fill(pilot, "every 5 minutes hum")
        await rest(pilot)
        assert top_of(app, PARENT) == top_of(app, OWN)
        assert comparison(app).log_of(OWN).top_row == 0
        assert "new" in part(app, "parent-log")[0]
        await pilot.press("end")
        await pilot.pause()
        assert comparison(app).log_of(PARENT).following
        assert any("hum" in row for row in part(app, "parent-log"))


async def test_the_wheel_scrolls_both(open_app):
    async with comparing(open_app, size=(120, 24)) as pilot:
        app = pilot.app
        log = comparison(app).log_of(OWN)
        before = log.top_row
        log.scroll_to(y=before - 3, animate=False)
        await pilot.pause()
        assert log.top_row == before - 3
        assert top_of(app, PARENT) == top_of(app, OWN)


# ---------------------------------------------------------------------------------------------------------------- sizes


@pytest.mark.req("TUI-1")
async def test_a_resize_storm_moves_nothing(open_app):
    async with comparing(open_app, size=(200, 60)) as pilot:
        app = pilot.app
        await pilot.press("n", "n")
        await pilot.pause()

        def state():
            screen = comparison(app)
            logs = [screen.log_of(number) for number in (PARENT, OWN)]
            return (
                [(log.top_row, log.cursor, log.following, log._visited) for log in logs],
                screen.side,
                screen.focused.id,
            )

        before = state()
        for size in [(120, 40), (80, 24), (40, 12), (20, 5), (19, 4), (60, 20), (200, 20), (61, 14), (200, 60)]:
            await pilot.resize_terminal(*size)
            await pilot.pause()
        assert state() == before
        assert any("▌≠" in row for row in rows(app))


@pytest.mark.req("TUI-1")
async def test_the_end_stays_in_sight_through_a_storm(open_app):
    async with comparing(open_app, size=(200, 60)) as pilot:
        app = pilot.app
        await pilot.press("i")
        await fill(pilot, "every 5 minutes hum")
        await rest(pilot)
        await pilot.press("a")
        await fill(pilot, "3h")
        await rest(pilot)
        last = part(app, "child-log")[-2]
        for size in [(40, 12), (80, 24), (20, 5), (200, 60)]:
            await pilot.resize_terminal(*size)
            await pilot.pause()
        assert part(app, "child-log")[-2] == last


@pytest.mark.req("TUI-1")
async def test_too_small_is_said(open_app):
    async with comparing(open_app, size=(19, 4)) as pilot:
        assert rows(pilot.app)[0].startswith("too small")


@pytest.mark.req("TUI-6")
@pytest.mark.parametrize("width", [20, 33, 40, 60, 61, 77, 80, 100, 120, 200])
async def test_every_row_is_as_wide_as_the_screen(open_app, family, width):
    async with comparing(open_app, family, size=(width, 30)) as pilot:
        for key in ("n", "t", "tab", "end", "home"):
            await pilot.press(key)
            await pilot.pause()
            assert {strip.cell_length for strip in pilot.app.screen._compositor.render_strips()} == {width}
