"""Instants: the calendar against Python's own, the text form both ways, and all that is refused."""

from datetime import UTC, date, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from support.schedules import instants
from workbench.time import instant
from workbench.time.instant import (
    DAY,
    MAX_MS,
    MIN_MS,
    civil_fields,
    civil_ms,
    describe_instant,
    format_utc,
    in_range,
    parse_utc,
    valid_date,
    weekday,
)

EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
days = st.dates(date.min, date.max)


@pytest.mark.req("SCH-1")
@given(instants)
def test_text_round_trip(ms):
    text = format_utc(ms)
    assert parse_utc(text) == ms
    assert text == (EPOCH + timedelta(milliseconds=ms)).replace(tzinfo=None).isoformat(timespec="milliseconds") + "Z"


@pytest.mark.req("SCH-1")
@pytest.mark.parametrize(
    ("ms", "text"),
    [
        (MIN_MS, "0001-01-01T00:00:00.000Z"),
        (MAX_MS, "9999-12-31T23:59:59.999Z"),
        (-1, "1969-12-31T23:59:59.999Z"),
        (0, "1970-01-01T00:00:00.000Z"),
        (951_782_400_001, "2000-02-29T00:00:00.001Z"),
    ],
)
def test_text_of_edges(ms, text):
    assert format_utc(ms) == text
    assert parse_utc(text) == ms
    assert describe_instant(ms) == text


@pytest.mark.req("SCH-1")
@pytest.mark.parametrize("ms", [MIN_MS - 1, MAX_MS + 1, -(10**20), 10**20])
def test_no_text_outside_the_years(ms):
    assert not in_range(ms)
    assert describe_instant(ms) == f"{ms} ms"
    with pytest.raises(ValueError, match="outside the years 0001-9999"):
        format_utc(ms)


@pytest.mark.req("SCH-1", "SCH-2")
def test_every_day_of_the_calendar_is_numbered_in_order():
    # One step of a day at a time over a whole 400-year cycle, so no month or leap rule is left out.
    day = date(1800, 1, 1)
    ms = civil_ms(1800, 1, 1)
    for _ in range(146_097):
        assert civil_fields(ms)[:3] == (day.year, day.month, day.day)
        assert civil_ms(day.year, day.month, day.day) == ms
        day += timedelta(days=1)
        ms += DAY


@given(days)
def test_dates_agree_with_python(day):
    ms = civil_ms(day.year, day.month, day.day)
    assert ms == (day.toordinal() - EPOCH.toordinal()) * DAY
    assert weekday(ms) == weekday(ms + DAY - 1) == day.weekday()
    assert valid_date(day.year, day.month, day.day)


@pytest.mark.req("SCH-2")
@given(st.integers(-10, 11_000), st.integers(-2, 15), st.integers(-2, 34))
def test_valid_dates_are_those_that_python_has(year, month, day):
    try:
        date(year, month, day)
    except ValueError:
        assert not valid_date(year, month, day)
    else:
        assert valid_date(year, month, day)


@given(st.integers(-(10**17), 10**17))
def test_fields_round_trip_for_any_integer(ms):
    year, month, day, hour, minute, second, milli = civil_fields(ms)
    assert civil_ms(year, month, day, hour, minute, second, milli) == ms
    assert 0 <= hour < 24
    assert 1 <= month <= 12


@pytest.mark.req("SCH-2")
@pytest.mark.parametrize(
    "text",
    [
        "",
        "2030-01-01",
        "2030-01-01T00:00:00Z",
        "2030-01-01T00:00:00.0Z",
        "2030-01-01T00:00:00.0000Z",
        "2030-01-01T00:00:00.000",
        "2030-01-01T00:00:00.000z",
        "2030-01-01t00:00:00.000Z",
        "2030-01-01 00:00:00.000Z",
        "2030-01-01T00:00:00,000Z",
        "2030-01-01T00:00:00.000+00:00",
        "2030-01-01T24:00:00.000Z",
        "2030-01-01T00:60:00.000Z",
        "2030-01-01T00:00:60.000Z",
        "2030-02-29T00:00:00.000Z",
        "1900-02-29T00:00:00.000Z",
        "2030-04-31T00:00:00.000Z",
        "2030-13-01T00:00:00.000Z",
        "2030-00-01T00:00:00.000Z",
        "2030-01-00T00:00:00.000Z",
        "0000-01-01T00:00:00.000Z",
        "+02030-01-01T00:00:00.000Z",
        "-0001-01-01T00:00:00.000Z",
        " 2030-01-01T00:00:00.000Z",
        "2030-01-01T00:00:00.000Z\n",
        "2030-01-01T00:00:00.000Z\x00",
        "２030-01-01T00:00:00.000Z",
        "2030-01-01T0٠:00:00.000Z",
        "2030-01-01T00:00:00.00٠Z",
        "2030-1-01T000:00:00.000Z",
    ],
)
def test_other_spellings_are_refused(text):
    # Twice, because what was read before is remembered.
    for _ in range(2):
        with pytest.raises(ValueError):
            parse_utc(text)


@pytest.mark.req("SCH-2")
@given(instants, st.integers(0, 23), st.characters())
def test_one_wrong_character_is_refused_or_another_instant(ms, place, char):
    text = format_utc(ms)
    changed = text[:place] + char + text[place + 1 :]
    try:
        assert format_utc(parse_utc(changed)) == changed
    except ValueError:
        assert changed != text


@given(st.integers(0, 9_000_000))
def test_remembered_days_do_not_run_out(day):
    ms = MIN_MS + day % 3_652_059 * DAY
    assert parse_utc(format_utc(ms)) == ms


def test_only_so_many_days_are_remembered():
    for day in range(10_000):
        assert parse_utc(format_utc(day * DAY)) == day * DAY
    assert len(instant._day_ms) <= instant._CACHED_DAYS
    assert len(instant._day_text) <= instant._CACHED_DAYS
