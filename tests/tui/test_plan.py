"""Where the parts of the session screen lie: inside the screen, never over each other, at every size."""

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from workbench.fronts.tui.screens.plan import LEAST, MAIN, Wanted, plan

PANES = ("transcript", "schedules", "todos", "journal", "detail", "timeline")


def planned(size, schedules=5, active="transcript", beside="transcript", zoomed=None, main="transcript"):
    return plan(*size, Wanted(schedules, active, beside, zoomed, main))


def cells(place):
    return {(x, y) for x in range(place.x, place.x + place.width) for y in range(place.y, place.y + place.height)}


@pytest.mark.req("TUI-1")
@given(
    st.tuples(st.integers(1, 220), st.integers(1, 70)),
    st.integers(0, 40),
    st.sampled_from(PANES),
    st.sampled_from(PANES),
    st.sampled_from((None, *PANES)),
    st.sampled_from(MAIN),
)
def test_parts_fill_the_screen_without_overlap(size, schedules, active, beside, zoomed, main):
    places = planned(size, schedules, active, beside, zoomed, main).places
    assert all(place.width > 0 and place.height > 0 for place in places.values())
    assert sum(place.width * place.height for place in places.values()) == size[0] * size[1]
    for one, other in itertools.combinations(places.values(), 2):
        apart = (
            one.x + one.width <= other.x
            or other.x + other.width <= one.x
            or one.y + one.height <= other.y
            or other.y + other.height <= one.y
        )
        assert apart


ALL = {"clock", "transcript", "schedules", "todos", "detail", "timeline", "keys"}


@pytest.mark.parametrize(
    ("size", "shown"),
    [
        ((120, 40), ALL),
        ((100, 24), ALL),
        ((100, 12), ALL),
        ((99, 24), {"clock", "tabs", "transcript", "detail", "timeline", "keys"}),
        ((80, 24), {"clock", "tabs", "transcript", "detail", "timeline", "keys"}),
        ((80, 23), {"clock", "tabs", "transcript", "timeline", "keys"}),
        ((40, 12), {"clock", "tabs", "transcript", "timeline", "keys"}),
        ((39, 12), {"clock", "transcript", "keys"}),
        ((40, 11), {"clock", "transcript", "keys"}),
        ((20, 5), {"transcript", "keys"}),
        ((19, 5), {"note"}),
        ((20, 4), {"note"}),
    ],
)
def test_breakpoints(size, shown):
    assert set(planned(size).places) == shown


@pytest.mark.parametrize("size", [(120, 40), (100, 24), (100, 12)])
def test_one_pane_has_the_large_place_at_a_time(size):
    places = planned(size).places
    for main in MAIN:
        others = planned(size, main=main).places
        assert others[main] == places["transcript"]
        assert len(others) == len(places)


@pytest.mark.parametrize("pane", PANES)
def test_on_a_narrow_screen_the_wanted_pane_is_there(pane):
    for size in ((80, 24), (40, 12), LEAST):
        assert pane in planned(size, active=pane).places


@pytest.mark.parametrize("size", [(120, 40), (80, 24), (40, 12)])
@pytest.mark.parametrize("pane", PANES)
def test_a_zoomed_pane_has_the_place_of_all(size, pane):
    places = planned(size, active=pane, zoomed=pane).places
    assert set(places) - {"tabs"} == {"clock", pane, "keys"}
    assert places[pane].width == size[0]


def test_the_clock_has_two_rows_where_there_is_room():
    assert planned((120, 24)).places["clock"].height == 2
    assert planned((120, 23)).places["clock"].height == 1


def test_schedules_grow_with_their_rows_up_to_ten():
    heights = [planned((120, 40), rows).places["schedules"].height for rows in (0, 5, 7, 30)]
    assert heights == [5, 8, 10, 10]


def test_the_timeline_has_a_lane_a_schedule_where_there_is_room():
    heights = [planned((120, 40), rows).places["timeline"].height for rows in (0, 5, 7, 30)]
    assert heights == [6, 8, 10, 10]
    assert [planned((120, rows), 7).places["timeline"].height for rows in (38, 36, 35, 24, 23, 12)] == [
        8,
        6,
        3,
        3,
        1,
        1,
    ]


def test_the_panes_above_the_timeline_keep_their_room():
    for height in (36, 38, 40, 60):
        assert planned((120, height), 7).places["transcript"].height >= 27


def test_panes_have_no_frame_below_sixty_columns():
    assert "todos" not in planned((60, 24), active="todos").bare
    assert "todos" in planned((59, 24), active="todos").bare


def test_the_timeline_has_a_frame_only_where_it_has_lanes():
    assert "timeline" not in planned((120, 40)).bare
    assert "timeline" in planned((120, 35)).bare
    assert "timeline" in planned((80, 24)).bare
    assert "timeline" not in planned((80, 24), active="timeline").bare
