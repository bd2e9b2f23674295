"""Due times: every accepted form, what it means in a zone, what it is answered with, and every refusal."""

from datetime import UTC as PLAIN_UTC
from datetime import datetime, timedelta

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from workbench.services.dues import ABSOLUTE_FORMS, FORMS, RELATIVE_FORM, due_text, read_due
from workbench.services.refusal import ServiceError
from workbench.time.instant import MAX_MS, MIN_MS, format_utc, parse_utc
from workbench.time.zones import load_zone

pytestmark = [pytest.mark.req("REM-4"), pytest.mark.tz]
BERLIN, NEW_YORK, KATHMANDU = "Europe/Berlin", "America/New_York", "Asia/Kathmandu"
NOW = parse_utc("2026-05-05T09:00:00.250Z")


def read(text, zone=BERLIN, now=NOW, *, relative=True):
    return read_due(text, now, None if zone is None else load_zone(zone), relative=relative)


def code(text, zone=BERLIN, now=NOW, *, relative=True):
    with pytest.raises(ServiceError) as error:
        read(text, zone, now, relative=relative)
    assert error.value.field == "due_at"
    return error.value.code


@pytest.mark.parametrize(
    ("text", "utc", "answer"),
    [
        ("+0m", "2026-05-05T09:00:00.250Z", "2026-05-05T09:00:00Z"),
        ("+1s", "2026-05-05T09:00:01.250Z", "2026-05-05T09:00:01Z"),
        ("+30m", "2026-05-05T09:30:00.250Z", "2026-05-05T09:30:00Z"),
        ("+2h", "2026-05-05T11:00:00.250Z", "2026-05-05T11:00:00Z"),
        ("+1d", "2026-05-06T09:00:00.250Z", "2026-05-06T09:00:00Z"),
        ("+1w", "2026-05-12T09:00:00.250Z", "2026-05-12T09:00:00Z"),
        ("+007d", "2026-05-12T09:00:00.250Z", "2026-05-12T09:00:00Z"),
        ("2026-05-07T10:00:00Z", "2026-05-07T10:00:00.000Z", "2026-05-07T10:00:00Z"),
        ("2026-05-07T10:00Z", "2026-05-07T10:00:00.000Z", "2026-05-07T10:00:00Z"),
        ("2026-05-07T10:00:59.999999Z", "2026-05-07T10:00:59.000Z", "2026-05-07T10:00:59Z"),
        ("2026-05-07T10:00:00.5Z", "2026-05-07T10:00:00.000Z", "2026-05-07T10:00:00Z"),
        ("2026-05-07T12:00:00+02:00", "2026-05-07T10:00:00.000Z", "2026-05-07T12:00:00+02:00"),
        ("2026-05-07T12:00-03:30", "2026-05-07T15:30:00.000Z", "2026-05-07T12:00:00-03:30"),
        ("2026-05-07T12:00:00.25+00:00", "2026-05-07T12:00:00.000Z", "2026-05-07T12:00:00+00:00"),
        ("2026-05-07T12:00:00", "2026-05-07T10:00:00.000Z", "2026-05-07T12:00:00+02:00"),
        ("2026-05-07T12:00", "2026-05-07T10:00:00.000Z", "2026-05-07T12:00:00+02:00"),
        ("2026-05-07T12:00:00.123456", "2026-05-07T10:00:00.000Z", "2026-05-07T12:00:00+02:00"),
        ("2026-05-07", "2026-05-06T22:00:00.000Z", "2026-05-07T00:00:00+02:00"),
        ("2026-12-07", "2026-12-06T23:00:00.000Z", "2026-12-07T00:00:00+01:00"),
        ("2028-02-29", "2028-02-28T23:00:00.000Z", "2028-02-29T00:00:00+01:00"),
        ("2026-05-07 10:00", "2026-05-07T08:00:00.000Z", "2026-05-07T10:00:00+02:00"),
        ("2026-05-07 10:00:30", "2026-05-07T08:00:30.000Z", "2026-05-07T10:00:30+02:00"),
        ("1746604800", "2025-05-07T08:00:00.000Z", "2025-05-07T08:00:00Z"),
        ("0", "1970-01-01T00:00:00.000Z", "1970-01-01T00:00:00Z"),
        ("253402300799", "9999-12-31T23:59:59.000Z", "9999-12-31T23:59:59Z"),
        # The night the clocks go back shows 02:30 twice, and means the first.
        ("2026-10-25 02:30", "2026-10-25T00:30:00.000Z", "2026-10-25T02:30:00+02:00"),
        ("2026-10-25T02:30", "2026-10-25T00:30:00.000Z", "2026-10-25T02:30:00+02:00"),
    ],
)
def test_accepted(text, utc, answer):
    due = read(text)
    assert (format_utc(due.instant), due.text) == (utc, answer)


@pytest.mark.parametrize(
    ("zone", "text", "answer"),
    [
        (None, "2026-05-07", "2026-05-07T00:00:00Z"),
        ("UTC", "2026-05-07 10:00", "2026-05-07T10:00:00Z"),
        ("Europe/London", "2026-01-07 10:00", "2026-01-07T10:00:00+00:00"),
        (KATHMANDU, "2026-05-07", "2026-05-07T00:00:00+05:45"),
        (NEW_YORK, "2026-05-07T10:00", "2026-05-07T10:00:00-04:00"),
        # Midnight does not exist there on these days: they begin at one o'clock.
        ("Africa/Cairo", "2026-04-24", "2026-04-24T01:00:00+03:00"),
        ("America/Santiago", "2026-09-06", "2026-09-06T01:00:00-03:00"),
        # Midnight comes twice: the first.
        ("America/Havana", "2026-11-01", "2026-11-01T00:00:00-04:00"),
        # An offset of seconds has no place in the answer.
        (BERLIN, "1880-01-01 00:00", "1879-12-31T23:06:32Z"),
    ],
)
def test_zones(zone, text, answer):
    assert read(text, zone).text == answer


@pytest.mark.parametrize(
    ("zone", "text"),
    [
        (BERLIN, "2026-03-29 02:30"),
        (BERLIN, "2026-03-29T02:00"),
        (BERLIN, "2026-03-29T02:59:59"),
        (NEW_YORK, "2026-03-08 02:30"),
        ("Africa/Cairo", "2026-04-24 00:00"),
        ("Pacific/Apia", "2011-12-30"),
        ("Pacific/Apia", "2011-12-30 12:00"),
    ],
)
def test_a_time_that_does_not_exist(zone, text):
    assert code(text, zone) == "nonexistent_local_time"
    assert code(text, zone, relative=False) == "nonexistent_local_time"


def test_a_gap_is_told_by_its_edges():
    with pytest.raises(ServiceError, match="from 2026-03-29 01:59:59 to 2026-03-29 03:00:00"):
        read("2026-03-29 02:30")


NOT_DUES = [
    *("", " ", "now", "tomorrow", "2h", "+2", "+", "h", "+h", "+2H", "+2 h", " +2h", "+2h ", "+2h\n", "+1.5h", "+1e3s"),
    *("+1h30m", "+1y", "+1mo", "++2h", "+-2h", "+٢h", "+²h", "+2min", "PT2H", "+2h\x00", "in 2h", "＋2h"),
    *(
        "2026-5-7",
        "2026-05-7",
        "20260507T100000Z",
        "2026/05/07",
        "07.05.2026",
        "2026-02-30",
        "2026-13-01",
        "0000-01-01",
    ),
    *("2027-02-29", "2026-05-07T", "2026-05-07T10Z", "2026-05-07T10", "2026-05-07T24:00:00Z", "2026-05-07T10:60Z"),
    *("2026-05-07T10:00:60Z", "2026-05-07t10:00:00Z", "2026-05-07T10:00:00z", "2026-05-07T10:00:00+2", "2026-05-07 10"),
    *(
        "2026-05-07T10:00:00+0200",
        "2026-05-07T10:00:00+24:00",
        "2026-05-07T10:00:00+02:60",
        "2026-05-07T10:00:00-00:00",
    ),
    *("2026-05-07T10:00:00,5Z", "2026-05-07T10:00.5Z", "2026-05-07T10:00:00.Z", "2026-05-07T10:00:00.1234567Z"),
    *("2026-05-07  10:00", "2026-05-07 10:00Z", "2026-05-07 10:00+02:00", "2026-05-07 24:00", "2026-05-07 10:00:00.5"),
    *(
        "2026-05-07T10:00:00 Z",
        "2026-05-07T10:00:00Z ",
        "2026-05-07\n",
        "2026-05-07T10:00:00 Europe/Berlin",
        "-1746604800",
    ),
    *(
        "1746604800.0",
        "1_746_604_800",
        "0x68",
        "١٧٤٦٦٠٤٨٠٠",
        "1e9",
        "\u202e+2h",
        "\x1b[31m",
        "\ud800",
        "Infinity",
        "NaN",
    ),
    *("1746604800000", "12026-05-07", "+12026-05-07T10:00:00Z", "-0001-01-01", "2026-W19-4", "2026-127"),
]


@pytest.mark.parametrize("text", NOT_DUES)
def test_refused_with_every_accepted_form(text):
    for relative, forms in ((True, FORMS), (False, ABSOLUTE_FORMS)):
        with pytest.raises(ServiceError) as error:
            read(text, relative=relative)
        assert error.value.code == "invalid_due_at"
        assert all(form in error.value.message for form in forms)
        assert error.value.details["accepted"] == list(forms)
        assert "\x1b" not in error.value.message
        assert "\u202e" not in error.value.message


@pytest.mark.parametrize("text", ["-30m", "-2h", "-1d", "-0m", "- 2h", "\u22122h", "-1.5h", "-2 hours"])
def test_negative_offsets(text):
    assert code(text) == "negative_offset"
    assert code(text, relative=False) == "invalid_due_at"
    with pytest.raises(ServiceError) as error:
        read(text)
    assert all(form in error.value.message for form in FORMS)


@pytest.mark.parametrize("text", ["+2h", "+30m", "+1w"])
def test_relative_forms_only_where_they_are_meant(text):
    with pytest.raises(ServiceError) as error:
        read(text, relative=False)
    assert error.value.code == "invalid_due_at"
    assert RELATIVE_FORM not in error.value.message


def test_epoch_milliseconds_get_a_hint():
    with pytest.raises(ServiceError, match=r"milliseconds.*2025-05-07T08:00:00.000Z.*give 1746604800\."):
        read("1746604800000")


@pytest.mark.parametrize(
    "text",
    [
        *("+9999999d", "+" + "9" * 5_000 + "w", "9" * 16, "9" * 5_000, "253402300800000", "9999-12-31T23:59:59-01:00"),
        *("0001-01-01T00:00:00+01:00", "9999-12-31T23:59:59-23:59"),
    ],
)
def test_out_of_range(text):
    assert code(text) == "time_out_of_range"


@pytest.mark.parametrize(
    ("zone", "text"), [(NEW_YORK, "9999-12-31 20:00"), (BERLIN, "0001-01-01"), (KATHMANDU, "0001-01-01 05:00")]
)
def test_local_times_out_of_range(zone, text):
    assert code(text, zone) == "time_out_of_range"


def test_a_message_stays_short():
    with pytest.raises(ServiceError) as error:
        read("x" * 100_000)
    assert len(error.value.message) < 1_000


@given(st.text(max_size=40) | st.from_regex(r"[-+0-9T: .Zsmhdw]{0,25}", fullmatch=True), st.booleans())
@example("+" + "0" * 5_000 + "1m", True)
def test_any_text_is_read_or_refused(text, relative):
    codes = {
        "invalid_due_at",
        "nonexistent_local_time",
        "time_out_of_range",
        *(["negative_offset"] if relative else []),
    }
    refusal = due = None
    try:
        due = read(text, relative=relative)
    except ServiceError as error:
        refusal = error
    assert refusal.code in codes if due is None else MIN_MS <= due.instant <= MAX_MS


@given(
    st.datetimes(datetime(1970, 1, 2), datetime(2200, 1, 1)),  # noqa: DTZ001 - plain fields; the zone is drawn apart
    st.sampled_from([BERLIN, NEW_YORK, KATHMANDU, "Australia/Lord_Howe", "Africa/Casablanca", "UTC", "America/Havana"]),
)
def test_a_local_time_is_the_first_instant_that_shows_it(moment, zone):
    """Compared with the standard library's zones, which know a fold and forget a gap."""
    from zoneinfo import ZoneInfo

    wall = moment.replace(second=0, microsecond=0)
    instant = wall.replace(tzinfo=ZoneInfo(zone), fold=0).astimezone(PLAIN_UTC)
    exists = instant.astimezone(ZoneInfo(zone)).replace(tzinfo=None) == wall
    text = wall.isoformat(" ", "minutes")
    if not exists:
        assert code(text, zone) == "nonexistent_local_time"
        return
    due = read(text, zone)
    assert due.instant == round(instant.timestamp() * 1000)
    assert due.text.startswith(wall.isoformat("T"))
    assert read(due.text, "Asia/Tokyo").instant == due.instant


@given(st.integers(MIN_MS // 1000, MAX_MS // 1000), st.integers(-1439, 1439))
def test_the_answer_means_the_instant(second, minutes):
    text = due_text(second * 1000, minutes * 60_000)
    if text.endswith("-00:00"):
        pytest.fail("an unknown offset was written")
    assert read(text).instant == second * 1000


@given(st.integers(0, 10**7), st.sampled_from("smhdw"))
def test_relative_is_elapsed_time(number, unit):
    seconds = {"s": 1, "m": 60, "h": 3_600, "d": 86_400, "w": 604_800}[unit]
    expected = NOW + timedelta(seconds=number * seconds) // timedelta(milliseconds=1)
    text = f"+{number}{unit}"
    if expected > MAX_MS:
        assert code(text) == "time_out_of_range"
    else:
        assert read(text).instant == expected
