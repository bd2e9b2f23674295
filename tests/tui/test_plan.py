"""Where the parts of the session screen lie: inside the screen, never over each other, at every size."""

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from workbench.fronts.tui.screens.plan import LEAST, plan

PANES = ("transcript", "schedules", "todos", "detail")


def cells(place):
    return {(x, y) for x in range(place.x, place.x + place.width) for y in range(place.y, place.y + place.height)}


@pytest.mark.req("TUI-1")
@given(st.integers(1, 220), st.integers(1, 70), st.integers(0, 40), st.sampled_from(PANES))
def test_parts_fill_the_screen_without_overlap(width, height, schedules, active):
    places = plan(width, height, schedules, active).places
    assert all(place.width > 0 and place.height > 0 for place in places.values())
    assert sum(place.width * place.height for place in places.values()) == width * height
    for one, other in itertools.combinations(places.values(), 2):
        apart = (
            one.x + one.width <= other.x
            or other.x + other.width <= one.x
            or one.y + one.height <= other.y
            or other.y + other.height <= one.y
        )
        assert apart


@pytest.mark.parametrize(
    ("size", "shown"),
    [
        ((120, 40), {"clock", "transcript", "schedules", "todos", "detail", "keys"}),
        ((100, 24), {"clock", "transcript", "schedules", "todos", "detail", "keys"}),
        ((99, 24), {"clock", "tabs", "transcript", "detail", "keys"}),
        ((80, 24), {"clock", "tabs", "transcript", "detail", "keys"}),
        ((40, 12), {"clock", "tabs", "transcript", "keys"}),
        ((39, 12), {"clock", "transcript", "keys"}),
        ((40, 11), {"clock", "transcript", "keys"}),
        ((20, 5), {"transcript", "keys"}),
        ((19, 5), {"note"}),
        ((20, 4), {"note"}),
    ],
)
def test_breakpoints(size, shown):
    assert set(plan(*size, 5, "transcript").places) == shown


@pytest.mark.parametrize("pane", PANES)
def test_on_a_narrow_screen_the_wanted_pane_is_there(pane):
    for size in ((80, 24), (40, 12), LEAST):
        assert pane in plan(*size, 5, pane).places


def test_the_clock_has_two_rows_where_there_is_room():
    assert plan(120, 24, 5, "transcript").places["clock"].height == 2
    assert plan(120, 23, 5, "transcript").places["clock"].height == 1


def test_schedules_grow_with_their_rows_up_to_ten():
    heights = [plan(120, 40, rows, "transcript").places["schedules"].height for rows in (0, 5, 7, 30)]
    assert heights == [5, 8, 10, 10]


def test_panes_have_no_frame_below_sixty_columns():
    assert plan(60, 24, 5, "todos").framed
    assert not plan(59, 24, 5, "todos").framed
