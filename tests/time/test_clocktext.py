"""Display forms of instants, at every edge of the calendar too."""

from datetime import UTC as PYTHON_UTC
from datetime import datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from support.schedules import instants
from workbench.time.clocktext import (
    clock_text,
    local_hms,
    offset_mark,
    offset_text,
    table_moment,
    table_time,
    utc_hms_ms,
    zone_city,
)  # fmt: skip
from workbench.time.instant import MAX_MS, MIN_MS, parse_utc
from workbench.time.zones import UTC, load_zone

pytestmark = pytest.mark.tz

BERLIN = load_zone("Europe/Berlin")
EAST = load_zone("Pacific/Kiritimati")
WEST = load_zone("Etc/GMT+12")
NOW = parse_utc("2026-08-07T09:00:01.000Z")
zones = st.sampled_from([UTC, BERLIN, EAST, WEST, load_zone("Australia/Lord_Howe")])


def test_the_clock_of_the_main_screen():
    assert clock_text(NOW, BERLIN) == "Fri 2026-08-07 11:00:01"
    assert local_hms(NOW, BERLIN) == "11:00:01"
    assert zone_city(BERLIN) == "Berlin"
    assert utc_hms_ms(NOW) == "09:00:01.000Z"
    assert clock_text(NOW, UTC) == "Fri 2026-08-07 09:00:01"


@pytest.mark.parametrize(
    ("name", "city"),
    [
        ("UTC", "UTC"),
        ("America/New_York", "New York"),
        ("America/Argentina/Buenos_Aires", "Buenos Aires"),
        ("Etc/GMT+12", "GMT+12"),
    ],
)
def test_cities(name, city):
    assert zone_city(load_zone(name)) == city


@pytest.mark.parametrize(
    ("utc", "text"),
    [
        ("2026-08-07T09:00:01.999Z", "11:00:01"),
        ("2026-08-06T22:00:00.000Z", "00:00:00"),
        ("2026-08-07T21:59:59.999Z", "23:59:59"),
        ("2026-08-06T21:59:59.999Z", "Thu 23:59"),
        ("2026-08-07T22:00:00.000Z", "Sat 00:00"),
        ("2026-08-13T21:59:59.000Z", "Thu 23:59"),
        ("2026-07-31T22:00:00.000Z", "Sat 00:00"),
        ("2026-08-13T22:00:00.000Z", "Fri 08-14"),
        ("2026-07-31T21:59:59.000Z", "Fri 07-31"),
        ("2026-12-31T22:59:59.000Z", "Thu 12-31"),
        ("2026-12-31T23:00:00.000Z", "2027-01-01"),
        ("2025-12-31T22:59:59.000Z", "2025-12-31"),
        ("0001-01-01T00:00:00.000Z", "0001-01-01"),
    ],
)
def test_table_time(utc, text):
    assert table_time(parse_utc(utc), NOW, BERLIN) == text


def test_the_turn_of_the_year_is_still_within_days():
    assert (
        table_time(parse_utc("2027-01-02T12:00:00.000Z"), parse_utc("2026-12-30T12:00:00.000Z"), BERLIN) == "Sat 13:00"
    )


@pytest.mark.parametrize(
    ("ms", "zone", "text"),
    [
        (MAX_MS, EAST, "Sat 10000-01-01 13:59:59"),
        (MAX_MS, WEST, "Fri 9999-12-31 11:59:59"),
        (MIN_MS, WEST, "Sun 0000-12-31 12:00:00"),
        (MIN_MS, BERLIN, "Mon 0001-01-01 00:53:28"),
        (MAX_MS, BERLIN, "Sat 10000-01-01 00:59:59"),
    ],
)
def test_the_edges_of_the_calendar(ms, zone, text):
    assert clock_text(ms, zone) == text
    assert local_hms(ms, zone) == text[-8:]


@given(instants, instants, zones)
def test_nothing_overflows(ms, now, zone):
    assert len(table_time(ms, now, zone)) in {8, 9, 10, 11}
    assert clock_text(ms, zone).endswith(local_hms(ms, zone))


@given(instants, zones)
def test_the_clock_agrees_with_python(ms, zone):
    local = ms + zone.offset_ms(ms)
    if MIN_MS <= local <= MAX_MS:
        moment = datetime(1970, 1, 1, tzinfo=PYTHON_UTC) + timedelta(milliseconds=local)
        assert clock_text(ms, zone) == f"{moment:%a} {moment.isoformat(' ')[:19]}"


@pytest.mark.parametrize(
    ("ms", "text"),
    [
        (0, "+00:00"),
        (7_200_000, "+02:00"),
        (-12_600_000, "-03:30"),
        (3_208_000, "+00:53:28"),
        (-17_762_000, "-04:56:02"),
    ],
)
def test_offsets(ms, text):
    assert offset_text(ms) == text


@pytest.mark.req("TUI-7")
@pytest.mark.parametrize(
    ("utc", "zone", "mark"),
    [
        ("2026-10-25T00:30:00.000Z", BERLIN, "+02"),
        ("2026-10-25T01:30:00.000Z", BERLIN, "+01"),
        ("2026-10-25T02:00:00.000Z", BERLIN, ""),
        ("2026-10-24T23:59:59.999Z", BERLIN, ""),
        ("2026-03-29T01:30:00.000Z", BERLIN, ""),
        ("2026-11-01T04:45:00.000Z", load_zone("America/St_Johns"), "-03:30"),
        ("2026-10-25T00:30:00.000Z", UTC, ""),
    ],
)
def test_a_time_that_the_clocks_show_twice_has_its_offset(utc, zone, mark):
    ms = parse_utc(utc)
    assert offset_mark(ms, zone) == mark
    assert table_moment(ms, ms, zone) == table_time(ms, ms, zone) + mark


@given(instants, instants, zones)
def test_a_moment_is_the_table_s_time_and_perhaps_an_offset(ms, now, zone):
    text, moment = table_time(ms, now, zone), table_moment(ms, now, zone)
    assert moment in {text, text + offset_mark(ms, zone)}
