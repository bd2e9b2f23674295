"""What differs between a fork and its parent, marked and walked."""

import pytest

from support.comparing import OWN, PARENT, comparing, comparison, make_family, marked, part, rest, rows
from support.screens import fill, press, scene, until
from workbench.fronts.tui.compare.screen import CompareScreen


@pytest.fixture
def family(tmp_path):
    """The log of a child whose parent lies beside it."""
    return make_family(tmp_path / "home")


# ---------------------------------------------------------------------------------------------------------- differences


@pytest.mark.req("TUI-6")
async def test_what_has_no_equal_is_marked_and_what_has_one_is_not(open_app, family):
    async with comparing(open_app, family) as pilot:
        app = pilot.app
        await pilot.press("t", "i")
        await fill(pilot, "what is the time?")
        await rest(pilot)
        said = [row for row in part(app, "parent-log") if "what is the time?" in row]
        assert said
        assert said[0][2:3] == " "
        assert any("call Dana" in row for row in marked(app, "child-log"))
        assert not any("call Dana" in row for row in part(app, "parent-log"))
        assert "to call Dana" in " ".join(marked(app, "child-log"))


async def test_the_marks_do_not_hide_what_was_delivered(open_app):
    async with comparing(open_app) as pilot:
        app = pilot.app
        await pilot.press("tab", ".")
        await rest(pilot)
        assert any(row[1:3] == "▌≠" and "dispatch" in row for row in part(app, "parent-log"))
        assert any(row[1:3] == "▌≠" and "delivered" in row for row in part(app, "parent-schedules"))


async def walk(pilot, key, most=200):
    """Press ``key`` until it comes round; what was visited each time, with the bar's words."""
    app = pilot.app
    seen = []
    for _ in range(most):
        await pilot.press(key)
        await pilot.pause()
        visited = comparison(app).tour.visited
        assert visited is not None
        if seen and visited.number == seen[0][0].number:
            return seen
        seen.append((visited, rows(app)))
    raise AssertionError("never round")


@pytest.mark.req("TUI-1")
async def test_n_walks_all_differences_and_each_stands_out(open_app):
    async with comparing(open_app) as pilot:
        seen = await walk(pilot, "n")
        course = comparison(pilot.app).tour.course
        assert [visited.number for visited, _ in seen] == list(range(course.total))
        assert [visited.kind for visited, _ in seen] == ["row"] * 6 + ["schedule"] + ["line"] * 3
        for visited, screen in seen:
            shown = [row for row in screen if "▌" in row]
            assert shown, visited
            assert any(f"difference {visited.number + 1} of {course.total}" in row for row in screen[:2])


async def test_p_walks_them_backwards(open_app):
    async with comparing(open_app) as pilot:
        there = [visited.number for visited, _ in await walk(pilot, "n")]
        comparison(pilot.app).tour.leave()
        back = [visited.number for visited, _ in await walk(pilot, "p")]
        assert sorted(back) == there
        assert back == sorted(back, reverse=True) or back[1:] == sorted(back[1:], reverse=True)


async def test_from_a_row_of_ones_own_choice_n_goes_on_from_there(open_app):
    async with comparing(open_app) as pilot:
        app = pilot.app
        await pilot.press("end")
        await pilot.press("up", "up")
        line = comparison(app).log_of(OWN).line_at(comparison(app).log_of(OWN).cursor)
        await pilot.press("n")
        visited = comparison(app).tour.visited
        lane = comparison(app).lookout.search.lanes[OWN]
        assert visited.kind == "row"
        assert lane.lines[visited.stop.right] >= line
        await pilot.press("p")
        assert lane.lines[comparison(app).tour.visited.stop.right] < line


async def test_a_difference_far_away_is_brought_into_sight(open_app):
    async with comparing(open_app, size=(120, 24)) as pilot:
        await pilot.press("i")
        await fill(pilot, "every 5 minutes hum")
        await rest(pilot)
        await pilot.press("a")
        await fill(pilot, "3h")
        await rest(pilot)
        await pilot.press("home")
        seen = await walk(pilot, "n")
        assert len(seen) > 80
        for visited, screen in seen:
            assert any("▌" in row for row in screen[2:]), visited


async def test_where_one_side_is_shown_alone_n_shows_the_one_that_differs(open_app):
    async with comparing(open_app, size=(40, 12)) as pilot:
        app = pilot.app
        await pilot.press("tab")
        for visited, screen in await walk(pilot, "n"):
            if visited.kind == "row":
                assert any(row.startswith("▌≠") for row in screen)
                assert visited.stop[comparison(app).side] is not None or visited is not comparison(app).tour.visited


# ------------------------------------------------------------------------------------------------------------ selection


async def test_each_side_has_its_own_selection(open_app):
    async with comparing(open_app) as pilot:
        app = pilot.app
        await pilot.press("home", "down", "down", "down", "down")
        screen = comparison(app)
        chosen = screen.child.scene.selected
        await pilot.press("tab", "shift+tab")
        await pilot.pause()
        assert app.focused.id == "parent-schedules"
        assert screen.sides[PARENT].scene.selected == "schedule-1"
        assert screen.child.scene.selected == chosen


async def test_local_and_utc_are_switched_on_both_sides(open_app):
    async with comparing(open_app) as pilot:
        app = pilot.app
        await pilot.press("u")
        assert all("Berlin" not in row for row in rows(app)[:1])
        assert {side.scene.zone.name for side in comparison(app).sides} == {"UTC"}
        await pilot.press("u")
        assert {side.scene.zone.name for side in comparison(app).sides} == {"Europe/Berlin"}
        await pilot.press("escape")
        await pilot.pause()
        assert scene(app).zone.name == "Europe/Berlin"


async def test_a_zone_chosen_here_is_shown_and_told_on_both_sides(open_app):
    async with comparing(open_app) as pilot:
        app = pilot.app
        await pilot.press("Z")
        await until(pilot, lambda: not isinstance(app.screen, CompareScreen))
        await pilot.press(*"tokyo", "enter")
        await until(pilot, lambda: isinstance(app.screen, CompareScreen))
        await rest(pilot)
        assert "Tokyo" in rows(app)[0]
        assert {side.scene.zone.name for side in comparison(app).sides} == {"Asia/Tokyo"}
        assert {side.view.zone for side in comparison(app).sides} == {"Asia/Tokyo"}


async def test_the_comparison_is_written_to_a_file(open_app, tmp_path):
    async with comparing(open_app) as pilot:
        app = pilot.app
        await pilot.press("w", "s")
        await fill(pilot, str(tmp_path / "compared.txt"))
        await until(pilot, lambda: isinstance(app.screen, CompareScreen))
        await pilot.pause()
        written = (tmp_path / "compared.txt").read_text(encoding="utf-8")
        assert "seed boundary · 45 events inherited" in written
        assert "wrote" in rows(app)[1]


async def test_leaving_asks_while_either_side_moves(open_app):
    async with comparing(open_app) as pilot:
        app = pilot.app
        await pilot.press("i")
        await fill(pilot, "every 5 minutes hum")
        await rest(pilot)
        await pilot.press("a")
        await fill(pilot, "60 days", enter=False)
        press(app, "enter")
        await until(pilot, lambda: comparison(app).child.moving)
        press(app, "tab")
        press(app, "q")
        await until(pilot, lambda: not isinstance(app.screen, CompareScreen))
        press(app, "n")
        await until(pilot, lambda: isinstance(app.screen, CompareScreen))
        press(app, "escape")
        await rest(pilot)


async def test_help_and_palette_open_over_it(open_app):
    async with comparing(open_app) as pilot:
        for key in ("question_mark", "colon"):
            await pilot.press(key)
            await pilot.pause()
            assert not isinstance(pilot.app.screen, CompareScreen)
            await pilot.press("escape")
            await pilot.pause()
            assert isinstance(pilot.app.screen, CompareScreen)
