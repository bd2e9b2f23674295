"""The marks of a lane are those that enumerating its targets would give, and no target is enumerated for them."""

from array import array

import pytest
from hypothesis import given
from hypothesis import strategies as st

from support.timelines import BERLIN, DAY, HOUR, MINUTE, Kept, at, delivered, every, night, once, scene_of, view_of
from workbench.bench.track import Track
from workbench.fronts.tui.timeline.drawing import draw
from workbench.fronts.tui.timeline.lanes import chosen, lane_of, rule_text, survey
from workbench.fronts.tui.timeline.marks import (
    BEFORE,
    DELIVERED,
    LATE,
    NOTHING,
    PASSED,
    WAITING,
    Lane,
    marks,
    merged,
)  # fmt: skip
from workbench.fronts.tui.timeline.setting import Setting
from workbench.fronts.tui.timeline.window import Window
from workbench.time.instant import MAX_MS

START = at("00:00:00")


@st.composite
def lanes(draw):
    """A lane and the targets that it stands for, each with what it is."""
    period = draw(st.sampled_from((0, MINUTE, 7 * MINUTE, HOUR, DAY)) | st.integers(1, 300).map(lambda s: s * 1000))
    first = START + draw(st.integers(-300 * MINUTE, 300 * MINUTE))
    if not period:
        return Lane(0, first, first, first), {first: WAITING}
    passed = draw(st.integers(0, 60))
    target = first + passed * period
    decided = array("q", sorted(draw(st.lists(st.integers(first, target - 1), max_size=20)) if passed else []))
    track = Track("r", "every", period // 1000, first - period, first, target, None, decided, len(decided))
    own = Lane(period, first, target, target, was=track.last_in)
    hit = {first + (instant - first) // period * period for instant in decided}
    known = {first + count * period: WAITING for count in range(passed, passed + 3000)}
    for count in range(passed):
        each = first + count * period
        known[each] = BEFORE if each in hit else PASSED
    return own, known


WINDOWS = st.builds(
    Window,
    st.integers(-300 * MINUTE, 300 * MINUTE).map(lambda ms: START + ms),
    st.sampled_from((1000, 10_000, MINUTE, 5 * MINUTE, HOUR)),
    st.integers(1, 60),
)


@pytest.mark.req("TUI-1")
@given(lanes(), WINDOWS)
def test_marks_are_those_of_the_targets(made, window):
    lane, known = made
    expected = bytearray(window.columns)
    reached = max(known)
    for target, code in known.items():
        column = window.column(target)
        if column is not None:
            expected[column] = max(expected[column], code)
    ends = window.column(reached) if len(known) > 1 else None
    shown = window.columns if ends is None else ends
    assert marks(lane, window)[:shown] == expected[:shown]


@given(st.integers(-40, 80), st.integers(0, 80), st.sampled_from((None, 25, 60)))
def test_lateness_is_a_length(occurrence, late, target):
    window = Window(0, 10, 40)
    codes = marks(
        Lane(0, occurrence=occurrence * 10, decided=(occurrence + late) * 10,
             target=None if target is None else target * 10), window
    )  # fmt: skip
    for column, code in enumerate(codes):
        if column == target:
            assert code == WAITING
        elif column == occurrence:
            assert code == DELIVERED
        else:
            assert code == (LATE if occurrence < column <= occurrence + late else NOTHING)


def test_no_target_lies_after_the_last_instant():
    window = Window(MAX_MS - 10 * HOUR, HOUR, 40)
    codes = marks(Lane(HOUR, MAX_MS - 100 * HOUR, MAX_MS - 5 * HOUR, MAX_MS - 5 * HOUR), window)
    assert codes[5:11] == bytes((WAITING,)) * 6
    assert not any(codes[11:])


class Counted(int):
    """A number that counts what is done with it."""

    steps = 0

    def __rsub__(self, other):
        Counted.steps += 1
        return int(other) - int(self)

    __hash__ = int.__hash__


@pytest.mark.req("TUI-2")
@pytest.mark.parametrize("step", [MINUTE, HOUR, DAY, 364 * DAY])
def test_a_year_of_targets_costs_no_more_than_the_columns(step):
    first = START - 364 * DAY
    pair = every("often", 300, first, START, range(first, START, 300_000))
    view = view_of([pair], START)
    lane = lane_of(view.schedules[0], view.history)
    Counted.steps = 0
    window = Window(START - 60 * step, step, 100)
    codes = marks(lane._replace(first=Counted(first), target=Counted(START)), window)
    assert codes[59] == BEFORE or step == MINUTE
    assert codes[60] == WAITING
    assert view.history.asked["last_in"] <= 100
    assert 0 < Counted.steps <= 101


@pytest.mark.req("TUI-2")
@pytest.mark.parametrize("height", [8, 3, 1])
def test_of_many_records_only_the_lanes_in_sight_cost(height):
    view = view_of([every(f"schedule-{n}", 600, START, START + DAY + n * 1000) for n in range(10_000)], START + DAY)
    bare = height <= 3
    surveyed = survey(view)
    draw(Setting(scene_of(view), 118, height, bare), surveyed)
    lanes_drawn = 64 if bare else 6
    assert view.history.asked["track"] == lanes_drawn
    assert view.history.asked["last_in"] <= lanes_drawn * 117
    assert view.history.asked["sleeps"] == 1


def test_merged_lanes_show_the_higher_mark_and_one_shots_over_others():
    window = Window(0, 10, 6)
    dense = Lane(10, 0, 30, 30)
    shot = Lane(0, target=40)
    done = Lane(0, occurrence=10, decided=55)
    codes = merged([(lane, marks(lane, window)) for lane in (dense, shot, done)], 6)
    assert [divmod(code, 2) for code in codes] == [
        (PASSED, 0), (DELIVERED, 1), (PASSED, 0), (WAITING, 0), (WAITING, 1), (WAITING, 0)
    ]  # fmt: skip


@pytest.mark.req("TUI-1")
def test_all_records_have_a_lane_in_table_order_where_there_is_room():
    view = night()
    assert chosen(view.schedules, 7, None) == list(view.schedules)


@pytest.mark.req("TUI-1")
def test_else_the_selected_the_delivered_and_the_nearest():
    rows = view_of(
        [
            once("far", at("23:00:00"), START), once("near", at("12:00:00"), START),
            delivered(once("done", at("10:00:00"), START), at("10:00:00"), at("10:00:00")),
            once("next", at("11:30:00"), START), once("chosen", at("23:30:00"), START),
        ],
        at("11:00:00"),
    ).schedules  # fmt: skip
    ids = [[row.id for row in chosen(rows, room, "chosen")] for room in range(6)]
    assert ids == [
        [], ["chosen"], ["done", "chosen"], ["done", "next", "chosen"], ["near", "done", "next", "chosen"],
        ["far", "near", "done", "next", "chosen"],
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("seconds", "text"),
    [(600, "10m"), (5400, "1h30m"), (86_400, "1d"), (31 * 86_400 + 12 * 3600, "31d+"), (1, "1s"), (10**9, "31y+")],
)
def test_a_rule_fits_its_column(seconds, text):
    assert rule_text(every("x", seconds, START, START)[0]) == text


def test_without_a_history_what_waits_and_what_was_delivered_is_shown():
    view = night(history=None)
    lane = lane_of(view.schedules[0], None)
    codes = marks(lane, Window(at("06:00:00"), 5 * MINUTE, 100))
    assert set(codes) == {NOTHING, LATE, DELIVERED, WAITING}
    assert draw(Setting(scene_of(view), 118, 8)).lines


def test_a_record_that_the_history_does_not_know_is_shown_all_the_same():
    view = night(history=Kept(()))
    assert len(draw(Setting(scene_of(view, BERLIN), 118, 8)).lines) == 8
