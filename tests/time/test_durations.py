"""Lengths of time, written and read."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from workbench.errors import UsageError
from workbench.time.durations import format_duration, parse_duration
from workbench.time.instant import DAY, HOUR, MINUTE, SECOND


@pytest.mark.parametrize(
    ("ms", "text"),
    [
        (0, "0s"),
        (1, "1ms"),
        (999, "999ms"),
        (1000, "1s"),
        (1999, "1s"),
        (59_999, "59s"),
        (MINUTE, "1m"),
        (8 * MINUTE + 47_999, "8m 47s"),
        (HOUR - 1, "59m 59s"),
        (HOUR, "1h"),
        (HOUR + 59 * SECOND, "1h"),
        (2 * HOUR + 52 * MINUTE + 59_000, "2h 52m"),
        (DAY - 1, "23h 59m"),
        (DAY, "1d"),
        (DAY + 59 * MINUTE, "1d"),
        (21 * DAY - 1, "20d 23h"),
        (3650 * DAY, "3650d"),
        (-(2 * HOUR + 52 * MINUTE), "2h 52m"),
    ],
)
def test_format(ms, text):
    assert format_duration(ms) == text


@pytest.mark.parametrize(
    ("text", "ms"),
    [
        ("90s", 90 * SECOND),
        ("20m", 20 * MINUTE),
        ("2h 30m", 150 * MINUTE),
        ("2h30m", 150 * MINUTE),
        ("1d", DAY),
        ("1w 2d 3h 4m 5s 6ms", 9 * DAY + 3 * HOUR + 4 * MINUTE + 5006),
        ("3 weeks", 21 * DAY),
        ("20 minutes", 20 * MINUTE),
        ("1 hour and 20 minutes", 80 * MINUTE),
        ("1 hour, 20 min, and 5 secs", 80 * MINUTE + 5000),
        ("an hour", HOUR),
        ("a day", DAY),
        ("an hour and a minute", 61 * MINUTE),
        ("1.5h", 90 * MINUTE),
        ("0.001s", 1),
        ("1:30:00", 90 * MINUTE),
        ("100:00:01", 100 * HOUR + 1000),
        ("0s", 0),
        ("  2H   30M  ", 150 * MINUTE),
        ("250ms", 250),
        ("72 hrs", 3 * DAY),
    ],
)
def test_read(text, ms):
    assert parse_duration(text) == ms


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "not a length of time"),
        ("90", "a number needs a unit"),
        ("1.5", "a number needs a unit"),
        ("-5m", "not a length of time"),
        ("+5m", "not a length of time"),
        ("2 months", '"months" is no unit of fixed length'),
        ("1 year", '"year" is no unit of fixed length'),
        ("5 fortnights", "no unit of fixed length"),
        ("30m 2h", "large to small"),
        ("1h 1h", "large to small"),
        ("0.0005s", "not a length of time"),
        ("0.5ms", "fraction of a millisecond"),
        ("1:30", "not a length of time"),
        ("1:60:00", "not a length of time"),
        ("1e3s", "not a length of time"),
        ("٣m", "not a length of time"),
        ("five minutes", "not a length of time"),
        ("anhour", "not a length of time"),
        ("m", "not a length of time"),
        ("5m later", "not a length of time"),
        ("5m\x1b[31m", "not a length of time"),
    ],
)
def test_refused(text, reason):
    with pytest.raises(UsageError, match=reason) as refusal:
        parse_duration(text)
    assert refusal.value.code == "invalid_duration"
    assert "20 minutes" in refusal.value.message
    assert "\x1b" not in refusal.value.message


@given(st.integers(0, 10**15))
def test_what_is_written_is_read_back_floored(ms):
    read = parse_duration(format_duration(ms))
    assert read <= ms
    assert ms - read < max(read / 10, SECOND, 1)
    assert format_duration(read) == format_duration(ms)


@given(st.text(max_size=30) | st.text("0123456789 .:,andhmsw", max_size=20))
def test_any_text_is_a_length_or_refused(text):
    try:
        code = None if parse_duration(text) >= 0 else "negative"
    except UsageError as refusal:
        code = refusal.code
    assert code in {None, "invalid_duration"}
