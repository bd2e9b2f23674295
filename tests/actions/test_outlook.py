"""The next targets of a record, and what is said of clocks that change on the way."""

import pytest

from workbench.actions.creation import Typed, judge
from workbench.actions.outlook import moved_words, outlook, remark, shift_times
from workbench.schedule.preview import targets
from workbench.time.clocktext import clock_text
from workbench.time.instant import DAY, MAX_MS, MIN_MS, parse_utc
from workbench.time.zones import UTC, load_zone

NOW = parse_utc("2026-08-07T09:00:01.000Z")
HOUR = 3_600_000


def look(kind, text, zone, now=NOW):
    judged = judge(Typed(kind, text, "p", zone), "schedule-1", now)
    rows = outlook(judged.record, judged.zone, now)
    return rows, remark(judged.record, rows, judged.zone, judged.twice)


@pytest.mark.req("TUI-7")
def test_an_interval_keeps_the_interval_and_not_the_hour():
    rows, said = look("every", "3 weeks", "Europe/Berlin")
    zone = load_zone("Europe/Berlin")
    assert [clock_text(row.at, zone)[15:] for row in rows] == ["11:00:01"] * 3 + ["10:00:01"] * 2
    assert [row.moved for row in rows] == [0, 0, 0, -HOUR, 0]
    assert [row.away for row in rows] == [False, False, False, True, True]
    assert [row.shift is not None for row in rows] == [False, False, False, True, False]
    assert shift_times(rows[3].shift) == ("Sun 2026-10-25 03:00", "02:00")
    assert said == "From row 4 it is due at 10:00 local: every keeps the interval, not the hour."


@pytest.mark.req("TUI-7")
def test_clocks_that_go_back_and_forth_are_marked_each_time():
    rows, said = look("every", "182d", "Australia/Lord_Howe")
    assert [row.moved for row in rows] == [HOUR // 2, -HOUR // 2] * 2 + [HOUR // 2]
    assert [row.away for row in rows] == [True, False] * 2 + [True]
    assert shift_times(rows[0].shift) == ("Sun 2026-10-04 02:00", "02:30")
    assert said.startswith("From row 1 it is due at 20:00 local")


@pytest.mark.parametrize("text", ["52 weeks", "5h", "10m"])
def test_clocks_that_show_the_same_again_are_not_worth_a_word(text):
    rows, said = look("every", text, "Europe/Berlin")
    assert not any(row.moved or row.shift for row in rows)
    assert said is None


def test_an_interval_of_some_hours_says_how_much_and_which_way():
    _, said = look("every", "5h", "Europe/Berlin", parse_utc("2026-10-24T16:00:00.000Z"))
    assert said == "From row 2 local times are 1h earlier: every keeps the interval, not the hour."
    _, said = look("every", "5h", "Europe/Berlin", parse_utc("2027-03-27T16:00:00.000Z"))
    assert said == "From row 2 local times are 1h later: every keeps the interval, not the hour."


@pytest.mark.req("TUI-7")
def test_a_delay_over_a_change_of_the_clocks():
    rows, said = look("after", "90 days", "Europe/Berlin")
    assert len(rows) == 1
    assert rows[0].moved == -HOUR
    assert said == "The clocks go back 1h before it is due: after counts the time that passes, not the hour."


@pytest.mark.req("TUI-7", "SCH-18")
@pytest.mark.parametrize(
    ("text", "zone", "said"),
    [
        (
            "2026-10-25 02:30",
            "Europe/Berlin",
            (
                "02:30 happens twice in Europe/Berlin: the earlier, +02:00, is taken;"
                " the later is 2026-10-25T02:30:00+01:00"
            ),
        ),
        (
            "2026-11-01 01:30 America/New_York",
            "Europe/Berlin",
            (
                "01:30 happens twice in America/New_York: the earlier, -04:00, is taken;"
                " the later is 2026-11-01T01:30:00-05:00"
            ),
        ),
    ],
)
def test_a_local_time_that_happens_twice_is_said_with_both(text, zone, said):
    assert look("at", text, zone)[1] == said
    later = said.rsplit(" ", 1)[1]
    taken, other = (judge(Typed("at", each, "p", zone), "schedule-1", NOW).record.target for each in (text, later))
    assert other - taken == HOUR


@pytest.mark.req("TUI-7")
@pytest.mark.parametrize("text", ["2026-12-24 18:00", "tomorrow 9:00", "2026-12-24T18:00:00+01:00"])
def test_a_moment_is_what_was_asked_for_whatever_the_clocks_do_on_the_way(text):
    rows, said = look("at", text, "Europe/Berlin")
    assert [(row.moved, row.shift, row.away) for row in rows] == [(0, None, False)]
    assert said is None


def test_a_change_over_midnight_names_the_day_after_it():
    zone = load_zone("Asia/Beirut")
    rows, _ = look("every", "1d", zone.name, parse_utc("2026-10-22T12:00:00.000Z"))
    shift = next(row.shift for row in rows if row.shift is not None)
    assert shift_times(shift) == ("Sun 2026-10-25 00:00", "Sat 23:00")
    assert moved_words(shift.after_ms - shift.before_ms) == "clocks go back 1h"


@pytest.mark.parametrize("now", [MIN_MS, 0, NOW, MAX_MS - 400 * DAY])
@pytest.mark.parametrize("zone", ["UTC", "Europe/Berlin", "Asia/Kolkata", "Pacific/Apia", "Africa/Casablanca"])
@pytest.mark.parametrize("text", ["300", "1d", "30 days"])
def test_the_targets_are_those_of_the_tool_at_any_time(now, zone, text):
    judged = judge(Typed("every", text, "p", zone), "schedule-1", now)
    rows = outlook(judged.record, judged.zone, now)
    assert [row.at for row in rows] == targets(judged.record, 5)
    assert all(row.moved == row.offset - before for row, before in _with_offset_before(rows, judged.zone, now))
    assert all((row.shift is not None) == bool(row.moved) for row in rows)


def _with_offset_before(rows, zone, now):
    return zip(rows, [zone.offset_ms(now), *(row.offset for row in rows)], strict=False)


def test_in_utc_nothing_moves():
    judged = judge(Typed("every", "1d", "p"), "schedule-1", NOW)
    assert all(not row.moved and row.offset == 0 for row in outlook(judged.record, UTC, NOW))
