"""Strict reading of RFC 3339 times with an offset and of local dates and times."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from support.schedules import instants
from workbench.time.clocktext import offset_text
from workbench.time.instant import MAX_MS, MIN_MS, civil_fields, civil_ms, format_utc, in_range
from workbench.time.rfc3339 import parse_local_clock, parse_local_date, parse_offset_instant


@pytest.mark.req("SCH-15")
@pytest.mark.parametrize(
    ("text", "utc"),
    [
        ("2030-01-01T00:00:00Z", "2030-01-01T00:00:00.000Z"),
        ("2030-01-01T00:00:00+00:00", "2030-01-01T00:00:00.000Z"),
        ("2030-01-01T00:00:00.5Z", "2030-01-01T00:00:00.500Z"),
        ("2030-01-01T00:00:00.05Z", "2030-01-01T00:00:00.050Z"),
        ("2030-01-01T00:00:00.005Z", "2030-01-01T00:00:00.005Z"),
        ("2030-01-01T00:00:00+05:45", "2029-12-31T18:15:00.000Z"),
        ("2030-01-01T00:00:00-03:30", "2030-01-01T03:30:00.000Z"),
        ("2030-01-01T00:00:00+23:59", "2029-12-31T00:01:00.000Z"),
        ("2030-01-01T00:00:00-23:59", "2030-01-01T23:59:00.000Z"),
        ("2028-02-29T23:59:59.999+00:01", "2028-02-29T23:58:59.999Z"),
    ],
)
def test_accepted(text, utc):
    assert format_utc(parse_offset_instant(text)) == utc


@pytest.mark.req("SCH-2", "SCH-15")
@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("2030-01-01T00:00:00", "no offset"),
        ("2030-01-01T00:00:00.123", "no offset"),
        ("2030-01-01T00:00:00-00:00", "unknown offset"),
        ("2030-01-01T00:00:00+24:00", "between -23:59"),
        ("2030-01-01T00:00:00+00:60", "between -23:59"),
        ("2030-02-30T00:00:00Z", "no 2030-02-30"),
        ("0000-12-31T23:59:59-23:59", "no 0000-12-31"),
        ("2030-01-01T24:00:00Z", "between 00:00:00"),
        ("2030-01-01T23:60:00Z", "between 00:00:00"),
        ("2016-12-31T23:59:60Z", "between 00:00:00"),
        ("2030-01-01t00:00:00Z", "is not"),
        ("2030-01-01T00:00:00z", "is not"),
        ("2030-01-01T00:00Z", "is not"),
        ("2030-01-01T00:00:00.Z", "is not"),
        ("2030-01-01T00:00:00.1234Z", "is not"),
        ("2030-01-01T00:00:00+0200", "is not"),
        ("2030-01-01T00:00:00+02", "is not"),
        ("2030-01-01T00:00:00 +02:00", "is not"),
        ("2030-01-01T00:00:00Z\n", "is not"),
        (" 2030-01-01T00:00:00Z", "is not"),
        ("2030-01-01T00:00:00−05:00", "is not"),
        ("2030-01-01T00:00:00+٠٢:00", "is not"),
        ("٢030-01-01T00:00:00Z", "is not"),
        ("12030-01-01T00:00:00Z", "is not"),
        ("tomorrow", "is not"),
        ("", "is not"),
    ],
)
def test_refused(text, reason):
    with pytest.raises(ValueError, match=reason):
        parse_offset_instant(text)


@pytest.mark.req("SCH-15")
@given(instants, st.integers(-(23 * 60 + 59), 23 * 60 + 59))
def test_any_offset_gives_the_same_instant(ms, minutes):
    local = ms + minutes * 60_000
    if in_range(local):
        text = format_utc(local).removesuffix("Z") + (offset_text(minutes * 60_000))
        assert parse_offset_instant(text) == ms


@pytest.mark.req("SCH-15", "SCH-19")
def test_an_offset_may_lead_out_of_the_years():
    assert parse_offset_instant("0001-01-01T00:00:00+00:01") == MIN_MS - 60_000
    assert parse_offset_instant("9999-12-31T23:59:59.999-00:01") == MAX_MS + 60_000


@pytest.mark.req("SCH-2", "SCH-16")
@given(instants)
def test_local_parts_of_any_instant(ms):
    text = format_utc(ms)
    assert parse_local_date(text[:10]) == civil_ms(*civil_fields(ms)[:3])
    assert parse_local_date(text[:10]) + parse_local_clock(text[11:23]) == ms


@pytest.mark.req("SCH-2", "SCH-16")
@pytest.mark.parametrize(
    "text",
    [
        "0:00:00",
        "00:00",
        "24:00:00",
        "00:60:00",
        "00:00:60",
        "00:00:00.",
        "00:00:00.0000",
        "00:00:00Z",
        " 00:00:00",
        "",
    ],
)
def test_refused_clocks(text):
    with pytest.raises(ValueError, match="the time is not"):
        parse_local_clock(text)


@pytest.mark.req("SCH-2", "SCH-16")
@pytest.mark.parametrize(
    "text",
    [
        "2030-1-01",
        "20300101",
        "2030-01-32",
        "2030-13-01",
        "2030-02-29",
        "0000-01-01",
        "2030-01-01\n",
        "+2030-01-01",
        "",
    ],
)
def test_refused_dates(text):
    with pytest.raises(ValueError, match=r"the date is not|the calendar has no"):
        parse_local_date(text)
