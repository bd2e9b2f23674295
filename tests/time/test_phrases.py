"""Moments as people say them: one table of phrases and results, one of refusals."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from workbench.errors import UsageError
from workbench.time.clocktext import clock_text
from workbench.time.instant import MAX_MS, in_range, parse_utc
from workbench.time.phrases import parse_moment
from workbench.time.zones import UTC, load_zone

pytestmark = pytest.mark.tz

BERLIN = load_zone("Europe/Berlin")
# A Friday, 11:00:01 in Berlin.
NOW = parse_utc("2026-08-07T09:00:01.000Z")

MEANINGS = [
    ("now", "Fri 2026-08-07 11:00:01"),
    ("+2h", "Fri 2026-08-07 13:00:01"),
    ("+1h 30m", "Fri 2026-08-07 12:30:01"),
    ("in 20 minutes", "Fri 2026-08-07 11:20:01"),
    ("In An Hour", "Fri 2026-08-07 12:00:01"),
    ("3 weeks from now", "Fri 2026-08-28 11:00:01"),
    ("90s ago", "Fri 2026-08-07 10:58:31"),
    ("in 0 minutes", "Fri 2026-08-07 11:00:01"),
    ("2026-08-07T11:00:00Z", "Fri 2026-08-07 13:00:00"),
    ("2026-08-07t11:00:00z", "Fri 2026-08-07 13:00:00"),
    ("2026-08-07T11:00Z", "Fri 2026-08-07 13:00:00"),
    ("2026-08-07T11:00:00.5-04:00", "Fri 2026-08-07 17:00:00"),
    ("2026-08-07 11:00 +02:00", "Fri 2026-08-07 11:00:00"),
    ("2026-08-07T11:00:00", "Fri 2026-08-07 11:00:00"),
    ("2026-08-07 11:00", "Fri 2026-08-07 11:00:00"),
    ("2026-08-07 at 5pm", "Fri 2026-08-07 17:00:00"),
    ("on 2026-08-07 at 17:00:30", "Fri 2026-08-07 17:00:30"),
    ("2026-08-09", "Sun 2026-08-09 00:00:00"),
    ("11:00", "Sat 2026-08-08 11:00:00"),
    ("11:00:01", "Sat 2026-08-08 11:00:01"),
    ("11:00:02", "Fri 2026-08-07 11:00:02"),
    ("at 11:01", "Fri 2026-08-07 11:01:00"),
    ("9:05", "Sat 2026-08-08 09:05:00"),
    ("5pm", "Fri 2026-08-07 17:00:00"),
    ("5:30 PM", "Fri 2026-08-07 17:30:00"),
    ("12am", "Sat 2026-08-08 00:00:00"),
    ("12pm", "Fri 2026-08-07 12:00:00"),
    ("noon", "Fri 2026-08-07 12:00:00"),
    ("today 8:00", "Fri 2026-08-07 08:00:00"),
    ("yesterday 8:00", "Thu 2026-08-06 08:00:00"),
    ("tomorrow 9:00", "Sat 2026-08-08 09:00:00"),
    ("tomorrow at 9am", "Sat 2026-08-08 09:00:00"),
    ("at 9:00 tomorrow", "Sat 2026-08-08 09:00:00"),
    ("noon tomorrow", "Sat 2026-08-08 12:00:00"),
    ("friday 17:00", "Fri 2026-08-07 17:00:00"),
    ("friday 11:00", "Fri 2026-08-14 11:00:00"),
    ("on Mon at 8:15", "Mon 2026-08-10 08:15:00"),
    ("9:00 on thursday", "Thu 2026-08-13 09:00:00"),
    ("2026-11-01 01:30 America/New_York", "Sun 2026-11-01 06:30:00"),
    ("2026-11-01 01:30 in america/new_york", "Sun 2026-11-01 06:30:00"),
    ("11:00 UTC", "Fri 2026-08-07 13:00:00"),
    ("2026-04-24 Africa/Cairo", "Fri 2026-04-24 00:00:00"),
    ("2026-10-25 02:30", "Sun 2026-10-25 02:30:00"),
    ("  2026-08-07   11:00  ", "Fri 2026-08-07 11:00:00"),
]


@pytest.mark.parametrize(("text", "shown"), MEANINGS)
def test_meaning(text, shown):
    assert clock_text(parse_moment(text, NOW, BERLIN), BERLIN) == shown


@pytest.mark.parametrize(
    ("text", "code", "reason"),
    [
        ("", "invalid_time", "none of the accepted forms"),
        ("at", "invalid_time", "none of the accepted forms"),
        ("soon", "invalid_time", "none of the accepted forms"),
        ("next friday 10:00", "invalid_time", "none of the accepted forms"),
        ("tomorrow 9:00 10:00", "invalid_time", "none of the accepted forms"),
        ("today tomorrow", "invalid_time", "none of the accepted forms"),
        ("1786093201", "invalid_time", "none of the accepted forms"),
        ("-2h", "invalid_time", "none of the accepted forms"),
        ("2026-08-07 11:00 and more", "invalid_time", "none of the accepted forms"),
        ("٢026-08-07", "invalid_time", "none of the accepted forms"),
        ("11:00 utc", "invalid_time", "none of the accepted forms"),
        ("friday", "invalid_time", "add one, as in friday 9:00"),
        ("tomorrow", "invalid_time", "add one, as in tomorrow 9:00"),
        ("at 5", "invalid_time", "morning or evening"),
        ("tomorrow at 9", "invalid_time", "morning or evening"),
        ("13pm", "invalid_time", "from 1 to 12"),
        ("0am", "invalid_time", "from 1 to 12"),
        ("24:00", "invalid_time", "between 00:00:00"),
        ("11:60", "invalid_time", "between 00:00:00"),
        ("2026-02-30", "invalid_time", "no 2026-02-30"),
        ("2026-02-30 11:00", "invalid_time", "no 2026-02-30"),
        ("2026-02-30T11:00Z", "invalid_time", "no 2026-02-30"),
        ("2026-08-07T11:00-00:00", "invalid_time", "unknown offset"),
        ("2026-03-29 02:30", "invalid_time", "01:59:59 and 03:00:00"),
        ("2011-12-30 Pacific/Apia", "invalid_time", "has no such day"),
        ("9999-12-31T23:59:59-01:00", "invalid_time", "outside the years"),
        ("in 9999999 weeks", "invalid_time", "outside the years"),
        ("in 5", "invalid_duration", "a number needs a unit"),
        ("in two months", "invalid_duration", "not a length of time"),
        ("+", "invalid_duration", "not a length of time"),
        ("2026-08-07 11:00 Nope/Nope", "invalid_time_zone", "Nope/Nope"),
        ("9:00 Europe/Kyiw", "invalid_time_zone", "Kyiw"),
    ],
)
def test_refused(text, code, reason):
    with pytest.raises(UsageError, match=reason) as refusal:
        parse_moment(text, NOW, BERLIN)
    assert refusal.value.code == code
    assert refusal.value.exit_status == 2


@pytest.mark.parametrize(
    ("now", "text", "utc"),
    [
        # In the night the clocks go back, 02:30 comes twice: the next one counts.
        ("2026-10-24T23:50:00.000Z", "02:30", "2026-10-25T00:30:00.000Z"),
        ("2026-10-25T00:40:00.000Z", "02:30", "2026-10-25T01:30:00.000Z"),
        ("2026-10-25T01:40:00.000Z", "02:30", "2026-10-26T01:30:00.000Z"),
        # In the night they go forward, the day after is right once its own 02:30 is past or gone.
        ("2026-03-29T01:10:00.000Z", "02:30", "2026-03-30T00:30:00.000Z"),
        ("2026-03-29T01:10:00.000Z", "sunday 02:30", "2026-04-05T00:30:00.000Z"),
    ],
)
def test_the_next_time_of_day_at_a_change_of_the_clocks(now, text, utc):
    assert parse_moment(text, parse_utc(now), BERLIN) == parse_utc(utc)


def test_a_next_time_that_the_clocks_skip_is_refused():
    with pytest.raises(UsageError, match="01:59:59 and 03:00:00"):
        parse_moment("02:30", parse_utc("2026-03-29T00:10:00.000Z"), BERLIN)


@given(st.integers(0, MAX_MS - 10**9), st.sampled_from(["11:00", "noon", "friday 17:00", "12am", "+1s"]))
def test_a_next_time_is_later_and_near(now, text):
    moment = parse_moment(text, now, UTC)
    assert now < moment <= now + 7 * 86_400_000


@given(st.integers(0, MAX_MS), st.text(max_size=30) | st.text("0123456789-:+T apmnoZfriday/", max_size=25))
def test_any_text_is_a_moment_or_refused(now, text):
    try:
        code = None if in_range(parse_moment(text, now, BERLIN)) else "outside"
    except UsageError as refusal:
        code = refusal.code
    assert code in {None, "invalid_time", "invalid_duration", "invalid_time_zone"}
