"""What is typed as the goal of a move, and the sentence that says what it means."""

import pytest

from workbench.actions.moments import example_moments, explain_move, explain_place, read_place, read_target
from workbench.errors import UsageError
from workbench.time.instant import DAY, HOUR, MAX_MS, MIN_MS, MINUTE
from workbench.time.zones import UTC, load_zone

NOW = 1_785_920_400_000  # 2026-08-05T09:00:00.000Z, a Wednesday
BERLIN = load_zone("Europe/Berlin")


@pytest.mark.req("BEN-2")
@pytest.mark.parametrize(
    ("text", "zone", "meant"),
    [
        ("2h 30m", UTC, NOW + 2 * HOUR + 30 * MINUTE),
        ("+2h", UTC, NOW + 2 * HOUR),
        ("90s", UTC, NOW + 90_000),
        ("3 weeks", UTC, NOW + 21 * DAY),
        ("12:00", BERLIN, NOW + HOUR),
        ("tomorrow 11:00", BERLIN, NOW + DAY),
        ("2026-08-05T10:00:00Z", BERLIN, NOW + HOUR),
        ("20 minutes ago", UTC, NOW - 20 * MINUTE),
        ("-2h", UTC, NOW - 2 * HOUR),
        (" - 1h 30m", BERLIN, NOW - 90 * MINUTE),
    ],
)
def test_a_length_or_a_moment(text, zone, meant):
    assert read_target(text, NOW, zone) == meant


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "invalid_time"),
        ("5", "invalid_time"),
        ("soon", "invalid_time"),
        ("-x", "invalid_duration"),
        ("2026-02-30 10:00", "invalid_time"),
    ],
)
def test_anything_else_is_refused(text, code):
    with pytest.raises(UsageError) as refused:
        read_target(text, NOW, UTC)
    assert refused.value.code == code


def test_a_length_beyond_the_calendar_is_out_of_range():
    with pytest.raises(UsageError) as refused:
        read_target("3 weeks", MAX_MS, UTC)
    assert refused.value.code == "time_out_of_range"


@pytest.mark.parametrize(
    ("way", "text", "said"),
    [
        ("advance", "1h", "Wed 2026-08-05 12:00:00 Berlin  10:00:00.000Z  1h later"),
        ("jump", "30 minutes ago", "Wed 2026-08-05 10:30:00 Berlin  08:30:00.000Z  30m earlier"),
        ("jump", "now", "Wed 2026-08-05 11:00:00 Berlin  09:00:00.000Z  now"),
    ],
)
def test_the_sentence_gives_weekday_zone_utc_and_distance(way, text, said):
    assert explain_move(way, text, now=NOW, zone=BERLIN) == said


@pytest.mark.parametrize(("way", "offered"), [("advance", False), ("jump", True)])
def test_a_refusal_offers_only_what_that_way_of_moving_can_use(way, offered):
    with pytest.raises(UsageError) as refused:
        explain_move(way, "soon", now=NOW, zone=UTC)
    assert ("-2h" in refused.value.message) == ("20 minutes ago" in refused.value.message) == offered
    assert '"in 20 minutes", ' in refused.value.message


@pytest.mark.parametrize("zone", [UTC, BERLIN, load_zone("Pacific/Kiritimati")])
@pytest.mark.parametrize("now", [MIN_MS, NOW, MAX_MS - 30 * DAY])
def test_examples_lie_ahead_of_the_clock_and_can_be_typed(now, zone):
    for example in example_moments(now, zone):
        assert now < read_target(example, now, zone) < now + 9 * DAY


def test_at_the_end_of_the_calendar_there_is_an_example_still():
    for example in example_moments(MAX_MS, BERLIN):
        assert read_target(example, NOW, BERLIN)


def test_an_advance_to_the_past_is_refused_before_it_starts():
    with pytest.raises(UsageError) as refused:
        explain_move("advance", "30 minutes ago", now=NOW, zone=UTC)
    assert refused.value.code == "not_future"
    assert refused.value.hint == "jump goes backwards"


def seq_at(instant):
    return -1 if instant < NOW - DAY else 7 if instant < NOW else 99


@pytest.mark.parametrize(
    ("text", "seq"),
    [("0", 0), (" 12 ", 12), ("9", 9), ("1 hour ago", 7), ("10:00", 99), ("2026-08-05T08:00:00Z", 7), ("now", 99)],
)
def test_a_place_is_a_number_or_the_last_event_not_later_than_a_moment(text, seq):
    assert read_place(text, NOW, UTC, 99, seq_at) == seq


def test_the_thousands_of_a_number_may_be_parted():
    assert read_place("1,234", NOW, UTC, 5000, seq_at) == 1234


@pytest.mark.parametrize(
    ("text", "code"),
    [("100", "invalid_cursor"), ("2 days ago", "invalid_cursor"), ("-1", "invalid_time"), ("2h", "invalid_time")],
)
def test_a_place_that_the_log_does_not_have_is_refused(text, code):
    with pytest.raises(UsageError) as refused:
        read_place(text, NOW, UTC, 99, seq_at)
    assert refused.value.code == code


def test_the_sentence_about_a_place_names_event_and_distance():
    assert explain_place(1234, "turn/start", NOW - HOUR, now=NOW, zone=BERLIN) == (
        "event 1,234 turn/start  Wed 2026-08-05 10:00:00 Berlin  08:00:00.000Z  1h earlier"
    )
