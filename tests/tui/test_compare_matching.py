"""What differs: the longest common run, windows laid over each other, and counting along the differences."""

from bisect import bisect_left
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from workbench.fronts.tui.compare import differences
from workbench.fronts.tui.compare.differences import Comparison, Differences, Hunk, Stop
from workbench.fronts.tui.compare.matching import common

KEYS = st.lists(st.integers(0, 5), max_size=40)


class FakeLane:
    """A lane over given keys, read as far as it is asked to."""

    def __init__(self, keys):
        self.all = list(keys)
        self.keys = []

    @property
    def lines(self):
        return self.keys

    @property
    def ended(self):
        return len(self.keys) == len(self.all)

    def unread(self, places):
        return min(max(0, places - len(self.keys)), len(self.all) - len(self.keys))

    def read(self, places):
        self.keys += self.all[len(self.keys) : max(places, len(self.keys))]


def longest(left, right):
    """The length of a longest common subsequence, by the table everybody knows."""
    above = [0] * (len(right) + 1)
    for a in left:
        row = [0]
        for at, b in enumerate(right):
            row.append(above[at] + 1 if a == b else max(above[at + 1], row[at]))
        above = row
    return above[-1]


def all_of(comparison, most=100):
    """Look until both lanes have ended."""
    for _ in range(most):
        found = comparison.look()
        if all(
            lane.ended and len(lane.lines) == known for lane, known in zip(comparison.lanes, found.known, strict=True)
        ):
            return found
    raise AssertionError("the search never ends")


@pytest.fixture
def narrow(monkeypatch):
    monkeypatch.setattr(differences, "WINDOW", 8)


@given(KEYS, KEYS)
def test_a_common_run_is_common_ascending_and_as_long_as_can_be(left, right):
    pairs = common(left, right)
    assert all(left[a] == right[b] for a, b in pairs)
    assert all(one[0] < two[0] and one[1] < two[1] for one, two in pairwise(pairs))
    assert len(pairs) == longest(left, right)


@given(KEYS, KEYS)
def test_within_one_window_as_few_rows_as_possible_differ(left, right):
    found = all_of(Comparison(FakeLane(left), FakeLane(right)))
    equal = [[at for at in range(len(keys)) if not found.at(side, at)] for side, keys in enumerate((left, right))]
    assert [left[at] for at in equal[0]] == [right[at] for at in equal[1]]
    assert len(equal[0]) == longest(left, right)


@given(KEYS, KEYS)
def test_over_many_windows_what_is_called_equal_is_equal(left, right):
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(differences, "WINDOW", 8)
        found = all_of(Comparison(FakeLane(left), FakeLane(right)))
    equal = [[at for at in range(len(keys)) if not found.at(side, at)] for side, keys in enumerate((left, right))]
    assert [left[at] for at in equal[0]] == [right[at] for at in equal[1]]


@given(KEYS, KEYS)
def test_the_stops_are_the_differing_rows_in_order_each_once(left, right):
    found = all_of(Comparison(FakeLane(left), FakeLane(right)))
    stops = [found.stop(number) for number in range(found.stops)]
    for side, keys in enumerate((left, right)):
        places = [stop[side] for stop in stops if stop[side] is not None]
        assert places == [at for at in range(len(keys)) if found.at(side, at)]


@given(KEYS, KEYS, st.integers(0, 1), st.integers(0, 40))
def test_from_any_row_the_next_and_the_previous_difference_are_neighbours(left, right, side, place):
    found = all_of(Comparison(FakeLane(left), FakeLane(right)))
    following, previous = found.after(side, place), found.before(side, place)
    assert previous < following
    own = [(number, found.stop(number)[side]) for number in range(found.stops)]
    own = [(number, at) for number, at in own if at is not None]
    at = bisect_left([place for _, place in own], place)
    assert following <= (own[at][0] if at < len(own) else found.stops)
    assert previous >= (own[at - 1][0] if at else -1)


def test_a_stop_that_only_one_side_has_says_so():
    found = Differences([Hunk(1, 3, 1, 2)], (3, 2))
    assert [found.stop(number) for number in range(found.stops)] == [Stop(1, 1), Stop(2, None)]
    assert [found.at(0, at) for at in range(4)] == [False, True, True, None]


def test_what_one_side_has_left_when_the_other_ends_differs_without_being_read(narrow):
    long = FakeLane(range(1000))
    found = Comparison(FakeLane([0, 1]), long).look()
    assert found.rest == (False, True)
    assert len(long.lines) <= 2 * differences.WINDOW
    assert found.at(1, 5)


def test_nothing_is_read_again_when_a_lane_grows(narrow):
    left, right = FakeLane(range(20)), FakeLane(range(20))
    comparison = Comparison(left, right)
    assert not all_of(comparison).stops
    left.all += [50, 51]
    right.all += [60]
    found = all_of(comparison)
    assert [found.stop(number) for number in range(found.stops)] == [Stop(20, 20), Stop(21, None)]


@given(KEYS, KEYS, KEYS, KEYS)
def test_growing_and_looking_in_turn_finds_what_looking_once_finds_to_be_equal(left, right, more_left, more_right):
    one, other = FakeLane(left), FakeLane(right)
    comparison = Comparison(one, other)
    all_of(comparison)
    one.all += more_left
    other.all += more_right
    found = all_of(comparison)
    once = all_of(Comparison(FakeLane(left + more_left), FakeLane(right + more_right)))
    assert found.hunks == once.hunks
