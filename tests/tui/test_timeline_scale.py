"""The timeline's arithmetic: scales, the window and its edge, the labelled hours in any zone, shifts included."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from support.timelines import BERLIN, DAY, HOUR, MINUTE, at, night
from workbench.fronts.tui.timeline.lanes import survey
from workbench.fronts.tui.timeline.scale import STEPS, Reach, at_most, beside, first_step, holds, scale_text
from workbench.fronts.tui.timeline.ticks import ticks
from workbench.fronts.tui.timeline.window import Window, moved_to, unit_of, window_at
from workbench.time.instant import MAX_MS, MIN_MS, weekday
from workbench.time.zones import UTC, load_zone

ZONES = [
    UTC, *map(load_zone, ("Europe/Berlin", "Asia/Kathmandu", "Asia/Kolkata", "Australia/Lord_Howe", "Pacific/Apia"))
]  # fmt: skip
INSTANTS = st.one_of(
    st.integers(MIN_MS, MAX_MS),
    st.sampled_from((MIN_MS, MAX_MS)),
    st.integers(at("00:00:00"), at("00:00:00") + 400 * DAY),
)
WINDOWS = (INSTANTS, st.sampled_from(STEPS), st.integers(1, 200), st.sampled_from(ZONES))
MINUTES = (1, 2, 5, 10, 15, 30, 60, 120, 360, 1440)


@pytest.mark.req("TUI-1")
def test_the_steps_in_minutes_are_those_of_the_design_with_finer_and_coarser_ones_around():
    assert [step // MINUTE for step in STEPS if MINUTE <= step <= DAY] == list(MINUTES)
    assert STEPS[0] == 1000
    assert STEPS[-1] > DAY
    assert list(STEPS) == sorted(set(STEPS))


@pytest.mark.parametrize(
    ("step", "text"),
    [
        (1000, "1 s"), (30_000, "30 s"), (MINUTE, "1 min"), (5 * MINUTE, "5 min"), (HOUR, "1 h"), (6 * HOUR, "6 h"),
        (DAY, "1 day"), (28 * DAY, "28 days"), (90 * MINUTE, "90 min"), (1234, "1,234 ms"),
    ],
)  # fmt: skip
def test_a_scale_has_words(step, text):
    assert scale_text(step) == f"{text} a column"


@given(st.integers(1, 10**13))
def test_zooming_goes_through_all_steps_and_stays_at_both_ends(step):
    finer, coarser = beside(step, -1), beside(step, 1)
    assert finer <= step <= coarser
    assert finer in STEPS or finer == step
    assert coarser in STEPS or coarser == step
    assert beside(STEPS[0], -1) == STEPS[0]
    assert beside(STEPS[-1], 1) == STEPS[-1]
    if STEPS[0] < step <= STEPS[-1]:
        assert beside(at_most(step - 1), 1) >= step


@pytest.mark.req("TUI-1")
@pytest.mark.parametrize(("columns", "minutes"), [(100, 5), (78, 5), (38, 10)])
def test_the_night_starts_at_the_scales_of_the_pictures(columns, minutes):
    assert first_step(survey(night()).reach, columns) == minutes * MINUTE


@given(
    st.builds(
        Reach,
        st.one_of(st.none(), st.integers(1000, 400 * DAY)),
        st.one_of(st.none(), st.integers(1, 8000 * DAY)),
        st.integers(0, 400 * DAY),
    ),
    st.integers(20, 200),
)
def test_at_the_first_scale_something_is_seen(reach, columns):
    step = first_step(reach, columns)
    assert step in STEPS
    if reach.interval is not None and reach.interval <= HOUR:
        assert step <= max(reach.interval, STEPS[0])
    elif reach.ahead is not None and step < DAY:
        window = window_at(0, step, columns, UTC)
        assert window.column(reach.ahead) is not None


def test_without_targets_the_scale_is_a_plain_one():
    assert first_step(Reach(), 100) == 5 * MINUTE


@pytest.mark.req("TUI-1")
@given(*WINDOWS)
def test_now_sits_in_its_place_and_the_edge_is_a_whole_unit(now, step, columns, zone):
    window = window_at(now, step, columns, zone)
    unit = unit_of(step, columns)
    assert window.columns == columns
    assert unit % step == 0
    local = window.left + zone.offset_ms(window.left)
    shifted = zone.offset_ms(window.left) != zone.offset_ms(now)
    if not shifted and unit <= DAY:
        assert local % unit == 0
    if columns >= 20 and not shifted:
        place = (now - window.left) / (step * columns)
        assert 0.6 - unit / 2 / (step * columns) - 0.01 <= place <= 0.6 + unit / 2 / (step * columns) + 0.01
        assert 0.45 <= place <= 0.76


@pytest.mark.parametrize(("step", "columns"), [(5, 100), (5, 78), (10, 38), (10, 100), (15, 100), (30, 100), (60, 100)])
@given(minute=st.integers(0, 2 * 24 * 60))
def test_the_edge_is_a_whole_hour_and_the_window_moves_in_whole_hours(step, columns, minute):
    now = at("00:00:00") + minute * MINUTE
    window, later = (
        window_at(now, step * MINUTE, columns, BERLIN),
        window_at(now + MINUTE, step * MINUTE, columns, BERLIN),
    )
    assert window.left % HOUR == 0
    assert later.left - window.left in (0, HOUR)
    if step == 5 and columns == 100:
        assert 0.54 <= (now - window.left) / (window.end - window.left) <= 0.66


@pytest.mark.parametrize("step", [120, 360, 1440])
def test_at_coarse_scales_the_edge_is_a_whole_local_day(step):
    window = window_at(at("11:00:01"), step * MINUTE, 100, BERLIN)
    assert (window.left + BERLIN.offset_ms(window.left)) % DAY == 0


def test_weeks_begin_on_mondays():
    window = window_at(at("11:00:01"), 7 * DAY, 100, BERLIN)
    assert weekday(window.left + BERLIN.offset_ms(window.left)) == 0


@pytest.mark.req("TUI-1")
@given(*WINDOWS, INSTANTS)
def test_a_window_moves_to_any_instant(now, step, columns, zone, instant):
    window = window_at(now, step, columns, zone)
    moved = moved_to(window, instant, zone)
    assert moved.column(instant) is not None
    assert (moved.step, moved.columns) == (step, columns)
    if window.column(instant) is not None:
        assert moved == window


@pytest.mark.req("TUI-7")
@given(*WINDOWS)
def test_ticks_are_in_the_window_in_order_and_far_enough_apart(now, step, columns, zone):
    window = window_at(now, step, columns, zone)
    found = ticks(window, zone, now)
    assert [tick.at for tick in found] == sorted({tick.at for tick in found})
    assert all(window.left <= tick.at < window.end for tick in found)
    assert len(found) <= columns // 8 + 6


def labels(day, step, columns, zone):
    return [tick.text for tick in ticks(Window(at(day), step * MINUTE, columns), zone, at("11:00:00"))]


@pytest.mark.req("TUI-7")
def test_hours_are_local_ones():
    assert labels("06:00:00", 5, 100, BERLIN)[:3] == ["06:00", "07:00", "08:00"]
    assert labels("06:00:00", 5, 100, UTC)[:3] == ["04:00", "05:00", "06:00"]
    kathmandu = ticks(Window(at("06:00:00"), 5 * MINUTE, 100), load_zone("Asia/Kathmandu"), at("11:00:00"))
    assert [tick.text for tick in kathmandu[:2]] == ["10:00", "11:00"]
    assert kathmandu[0].at == at("2026-08-07T10:00:00+05:45")


@pytest.mark.req("TUI-7")
def test_a_local_hour_that_never_happens_has_no_label_and_one_that_happens_twice_has_two():
    assert labels("2026-03-29T00:00:00+01:00", 5, 100, BERLIN)[1:4] == ["01:00", "03:00 +1h", "04:00"]
    assert labels("2026-10-25T00:00:00+02:00", 5, 100, BERLIN)[1:5] == ["01:00", "02:00", "02:00 -1h", "03:00"]
    lord_howe = labels("2026-10-04T00:00:00+10:30", 5, 60, load_zone("Australia/Lord_Howe"))
    assert lord_howe[1:4] == ["01:00", "02:30 +30m", "03:00"]


@pytest.mark.req("TUI-7")
def test_days_are_named_where_hours_would_not_say_them():
    assert labels("20:00:00", 5, 100, BERLIN)[3:6] == ["23:00", "Sat 08-08", "01:00"]
    assert labels("00:00:00", 120, 40, BERLIN)[:2] == ["Fri 08-07", "Sat 08-08"]
    assert labels("00:00:00", 1440, 40, BERLIN)[0].startswith("Mon 08-")
    assert labels("2027-01-01T00:00:00+01:00", 120, 20, BERLIN)[0] == "2027-01-01"


def test_seconds_are_told_where_they_count():
    found = ticks(Window(at("11:00:00"), 1000, 100), BERLIN, at("11:00:00"))
    assert [tick.text for tick in found][:3] == ["11:00:00", "11:00:10", "11:00:20"]


@pytest.mark.req("TUI-7")
@pytest.mark.parametrize(("step", "text"), [(30, "02:00 -1h"), (60, "02:00 -1h"), (720, "02:00 -1h")])
def test_where_the_clocks_change_is_said_on_coarse_scales_too(step, text):
    found = ticks(Window(at("2026-10-24T00:00:00+02:00"), step * MINUTE, 100), BERLIN, at("11:00:00"))
    changes = [tick for tick in found if tick.by]
    assert (changes[0].at, changes[0].text) == (at("2026-10-25T02:00:00+01:00"), text)
    assert changes[0].short == "-1h"


@pytest.mark.req("TUI-1")
@pytest.mark.parametrize(
    ("reach", "kept"),
    [
        (Reach(), True),
        (Reach(ahead=3 * HOUR), True),
        (Reach(ahead=9 * HOUR), False),
        (Reach(ahead=9 * HOUR, behind=HOUR), True),
        (Reach(ahead=9 * HOUR, due=0), True),
        (Reach(ahead=9 * HOUR, due=40 * HOUR), False),
        (Reach(interval=15 * MINUTE, ahead=MINUTE), True),
        (Reach(interval=MINUTE, ahead=MINUTE), False),
    ],
)
def test_a_scale_stays_for_as_long_as_it_shows_something(reach, kept):
    assert holds(5 * MINUTE, reach, 120) is kept
