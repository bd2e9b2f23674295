"""Where the parts of the comparison lie: no part over another, none outside, at every size."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from workbench.fronts.tui.compare.plan import plan

SIZES = st.tuples(st.integers(1, 250), st.integers(1, 90))


@pytest.mark.req("TUI-1")
@given(SIZES, st.sampled_from(["parent", "child"]), st.integers(1, 6))
def test_parts_cover_the_screen_and_never_overlap(size, side, lines):
    width, height = size
    places = plan(width, height, side, lines).places
    taken = [
        (x, y)
        for each in places.values()
        for x in range(each.x, each.x + each.width)
        for y in range(each.y, each.y + each.height)
    ]
    assert len(taken) == len(set(taken)) == width * height
    assert all(0 <= x < width and 0 <= y < height for x, y in taken)


@pytest.mark.req("TUI-1")
@pytest.mark.parametrize("size", [(120, 40), (80, 24), (61, 14)])
def test_from_61_cells_on_both_sides_are_shown(size):
    places = plan(*size, "child", 6).places
    assert {"parent-log", "child-log", "parent-schedules", "child-schedules"} <= set(places)
    assert places["parent-log"].y == places["child-log"].y
    assert places["parent-log"].height == places["child-log"].height


@pytest.mark.req("TUI-1")
@pytest.mark.parametrize("size", [(60, 24), (40, 12), (120, 13), (20, 5)])
@pytest.mark.parametrize("side", ["parent", "child"])
def test_below_that_one_side_is_shown_alone(size, side):
    planned = plan(*size, side, 6)
    assert planned.tabbed
    assert [name for name in planned.places if name.endswith("-log")] == [f"{side}-log"]
    assert planned.places.get("clock", planned.places["keys"]).height == 1


@pytest.mark.parametrize("size", [(19, 5), (20, 4)])
def test_too_small_is_said(size):
    assert plan(*size, "child", 6).too_small


def test_the_places_of_the_picture():
    places = plan(120, 40, "child", 6).places
    assert [places[name].height for name in ("clock", "child-log", "child-schedules", "compared", "keys")] == [
        2,
        21,
        10,
        6,
        1,
    ]
