"""Creating: the order of checks, each rule, and what a refusal tells a model."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from support.schedules import NOON, any_text, instants
from workbench.errors import ScheduleError, WorkbenchError
from workbench.schedule import create
from workbench.schedule.create import create_after, create_at, create_every, create_record
from workbench.schedule.integers import MAX_SAFE
from workbench.schedule.records import record_json
from workbench.text.safe import safe_line
from workbench.text.trim import trim
from workbench.time.instant import MAX_MS, MIN_MS, format_utc, in_range, parse_utc

CODES = {"invalid_prompt", "invalid_selector", "invalid_rule", "invalid_time_zone", "not_future"}
CODES |= {"time_out_of_range", "frequency_too_high", "internal_error"}
LOCAL = {"date": "2026-11-01", "time": "09:30:00", "time_zone": "Europe/Berlin"}


def refused(args, now=NOON):
    with pytest.raises(ScheduleError) as refusal:
        create_record(args, "schedule-1", now)
    error = refusal.value
    assert error.message[0].islower()
    assert safe_line(error.message) == error.message
    return error


def made(now=NOON, **args):
    return create_record({"prompt": "p", **args}, "schedule-1", now)


@pytest.mark.req("SCH-13")
@pytest.mark.parametrize(
    "args",
    [
        {},
        {"after_seconds": 5, "at": "2027-01-01T00:00:00Z"},
        {"after_seconds": 5, "every_seconds": 300},
        {"after_seconds": 5, "every_seconds": 300, "at": "x"},
        {"after_seconds": 5, "note": "x"},
        {"afterSeconds": 5},
        {"after_seconds": None, "at": None},
        {"id": "schedule-9", "after_seconds": 5},
    ],
)
def test_exactly_one_selector(args):
    # With a bad prompt too: the selector comes first.
    for prompt in ("p", "", None):
        error = refused({"prompt": prompt, **args})
        assert error.code == "invalid_selector"
        assert "after_seconds, at, every_seconds" in error.message
    assert refused(args).code == "invalid_selector"


@pytest.mark.req("SCH-13")
def test_an_extra_key_is_named():
    assert '["note"]' in refused({"prompt": "p", "after_seconds": 5, "note": "x"}).message


@pytest.mark.req("SCH-3", "SCH-13")
@pytest.mark.parametrize("prompt", ["", " ", "\t\n\ufeff\u2028\u3000", None, 5, True, [], {}])
@pytest.mark.parametrize("rule", [{"after_seconds": 0}, {"at": 5}, {"every_seconds": "x"}])
def test_the_prompt_comes_before_the_rule(prompt, rule):
    assert refused({"prompt": prompt, **rule}).code == "invalid_prompt"
    assert refused(rule).code == "invalid_prompt"


@pytest.mark.req("SCH-3", "SCH-5")
@given(any_text)
def test_the_prompt_is_trimmed(text):
    if trim(text):
        assert create_after(text, 5, "schedule-1", NOON).prompt == trim(text)
    else:
        assert refused({"prompt": text, "after_seconds": 5}).code == "invalid_prompt"


@pytest.mark.req("SCH-14", "SCH-20")
@given(st.integers(1, 10**9), instants)
def test_after(seconds, now):
    target = now + seconds * 1000
    if in_range(target):
        record = create_after("p", seconds, "schedule-1", now)
        assert record_json(record) == {
            "id": "schedule-1",
            "kind": "after",
            "prompt": "p",
            "afterSeconds": seconds,
            "scheduledAt": format_utc(target),
        }
    else:
        assert refused({"prompt": "p", "after_seconds": seconds}, now).code == "time_out_of_range"


@pytest.mark.req("SCH-14", "SCH-20")
@given(st.integers(300, 10**9), instants)
def test_every(seconds, now):
    target = now + seconds * 1000
    if in_range(target):
        record = create_every("p", seconds, "schedule-1", now)
        assert record_json(record) == {
            "id": "schedule-1",
            "kind": "every",
            "prompt": "p",
            "everySeconds": seconds,
            "scheduledAt": format_utc(target),
        }
    else:
        assert refused({"prompt": "p", "every_seconds": seconds}, now).code == "time_out_of_range"


@pytest.mark.req("SCH-4", "SCH-14")
@pytest.mark.parametrize(
    "value", [0.5, 299.5, 300.5, True, False, None, "300", [300], {}, math.inf, math.nan, MAX_SAFE + 1, 1e21]
)
def test_numbers_that_are_no_integers(value):
    for rule in ("after_seconds", "every_seconds"):
        error = refused({"prompt": "p", rule: value})
        assert error.code == "invalid_rule"
        assert rule in error.message
        assert "given" in error.message


@pytest.mark.req("SCH-14")
@pytest.mark.parametrize("value", [0, -1, -0.0, -MAX_SAFE])
def test_after_is_positive(value):
    assert refused({"prompt": "p", "after_seconds": value}).code == "invalid_rule"


@pytest.mark.req("SCH-14")
@pytest.mark.parametrize("value", [299, 1, 0, -0.0, -300, 299.0])
def test_every_is_five_minutes_or_more(value):
    error = refused({"prompt": "p", "every_seconds": value})
    assert error.code == "frequency_too_high"
    assert "at least 300" in error.message
    assert made(every_seconds=300.0).seconds == 300


@pytest.mark.req("SCH-4", "SCH-19")
@pytest.mark.parametrize("value", [MAX_SAFE, MAX_SAFE // 1000, MAX_SAFE // 1000 + 1, 1e15])
def test_far_beyond_the_calendar(value):
    for rule in ("after_seconds", "every_seconds"):
        error = refused({"prompt": "p", rule: value})
        assert error.code == "time_out_of_range"
        assert "9999-12-31T23:59:59.999Z" in error.message


@pytest.mark.req("SCH-15", "SCH-20")
@pytest.mark.parametrize(
    ("text", "utc"),
    [
        ("2026-11-01T01:30:00Z", "2026-11-01T01:30:00.000Z"),
        ("2026-11-01T01:30:00.25-04:00", "2026-11-01T05:30:00.250Z"),
        ("2026-08-07T17:45:00.001+05:45", "2026-08-07T12:00:00.001Z"),
    ],
)
def test_at_text(text, utc):
    assert record_json(made(at=text)) == {"id": "schedule-1", "kind": "at", "prompt": "p", "scheduledAt": utc}


@pytest.mark.req("SCH-15", "SCH-25")
@pytest.mark.parametrize(
    ("value", "said"),
    [
        ("2026-11-01T01:30:00", "add Z for UTC"),
        ("2026-11-01 01:30:00Z", "YYYY-MM-DDTHH:MM:SS"),
        ("tomorrow at 5", "YYYY-MM-DDTHH:MM:SS"),
        ("2026-02-30T01:30:00Z", "no 2026-02-30"),
        ("0000-01-01T00:00:00Z", "no 0000-01-01"),
        ("2026-11-01T01:30:00-00:00", "write Z or +00:00"),
        ("", "YYYY-MM-DDTHH:MM:SS"),
        (5, "at takes text"),
        (True, "at takes text"),
        (None, "at takes text"),
        ([], "at takes text"),
        ("\x1b[2J" + "x" * 1000, "YYYY-MM-DDTHH:MM:SS"),
    ],
)
def test_at_of_another_form(value, said):
    error = refused({"prompt": "p", "at": value})
    assert error.code == "invalid_rule"
    assert said in error.message
    assert "time_zone" in error.message
    assert len(error.message) < 500


@pytest.mark.req("SCH-16", "SCH-18", "SCH-20")
@pytest.mark.parametrize(
    ("local", "utc"),
    [
        (LOCAL, "2026-11-01T08:30:00.000Z"),
        ({**LOCAL, "time_zone": "UTC"}, "2026-11-01T09:30:00.000Z"),
        ({**LOCAL, "time_zone": "asia/kathmandu", "time": "09:30:00.5"}, "2026-11-01T03:45:00.500Z"),
        ({"date": "2026-10-25", "time": "02:30:00", "time_zone": "Europe/Berlin"}, "2026-10-25T00:30:00.000Z"),
        ({"date": "2027-10-03", "time": "02:30:00", "time_zone": "Australia/Lord_Howe"}, "2027-10-02T15:30:00.000Z"),
        ({"date": "9999-12-31", "time": "23:59:59.999", "time_zone": "Europe/Berlin"}, "9999-12-31T22:59:59.999Z"),
    ],
)
@pytest.mark.tz
def test_at_local(local, utc):
    assert record_json(made(at=local)) == {"id": "schedule-1", "kind": "at", "prompt": "p", "scheduledAt": utc}


@pytest.mark.req("SCH-18")
@pytest.mark.tz
def test_historic_offsets_count_their_seconds():
    local = {"date": "1890-01-01", "time": "00:53:28", "time_zone": "Europe/Berlin"}
    assert made(now=MIN_MS, at=local).target == parse_utc("1890-01-01T00:00:00.000Z")


# Each row breaks one rule more than the row below it, so a wrong order of checks changes a code.
ORDER = [
    ({"date": 5, "time": 5}, "invalid_rule", "exactly the keys"),
    ({"date": 5, "time": "x", "time_zone": None}, "invalid_rule", "must be text"),
    ({"date": "x", "time": "x", "time_zone": None}, "invalid_time_zone", "must be text"),
    ({"date": "2026-02-30", "time": "x", "time_zone": "Nope/Nope"}, "invalid_rule", "the time is not"),
    ({"date": "x", "time": "02:30:00", "time_zone": "Nope/Nope"}, "invalid_rule", "the date is not"),
    ({"date": "2026-02-30", "time": "02:30:00", "time_zone": "Nope/Nope"}, "invalid_rule", "no 2026-02-30"),
    ({"date": "0001-01-01", "time": "00:00:00", "time_zone": "Nope/Nope"}, "invalid_time_zone", "Nope/Nope"),
    ({"date": "0001-01-01", "time": "00:00:00", "time_zone": "Europe/Berlin"}, "time_out_of_range", "in Europe/Berlin"),
    ({"date": "2020-03-29", "time": "02:30:00", "time_zone": "Europe/Berlin"}, "invalid_rule", "does not exist"),
    ({"date": "2020-03-29", "time": "03:00:00", "time_zone": "Europe/Berlin"}, "not_future", "is not later than now"),
]


@pytest.mark.req("SCH-16", "SCH-17", "SCH-19", "SCH-25")
@pytest.mark.tz
@pytest.mark.parametrize(("local", "code", "said"), ORDER)
def test_the_order_of_checks(local, code, said):
    error = refused({"prompt": "p", "at": local})
    assert error.code == code
    assert said in error.message


@pytest.mark.req("SCH-16")
@pytest.mark.parametrize("change", [{"x": 1}, {"offset": "+01:00"}, {"date": None}, {"time": 5}, {"date": True}])
def test_an_at_object_is_closed_and_typed(change):
    assert refused({"prompt": "p", "at": {**LOCAL, **change}}).code == "invalid_rule"


@pytest.mark.req("SCH-17")
@pytest.mark.parametrize(
    "name", ["", " ", "utc", "GMT", "EST", "Japan", "localtime", "posix/Europe/Berlin", "../UTC", None, 5, []]
)
def test_other_zones(name):
    error = refused({"prompt": "p", "at": {**LOCAL, "time_zone": name}})
    assert error.code == "invalid_time_zone"
    assert "Europe/Berlin" in error.message


@pytest.mark.req("SCH-17", "SCH-25")
def test_a_missing_database_is_an_internal_error(monkeypatch):
    def missing(name):
        raise WorkbenchError("time_zone_data_missing", "no time zone database is installed")

    monkeypatch.setattr(create, "load_zone", missing)
    error = refused({"prompt": "p", "at": LOCAL})
    assert (error.code, error.message) == ("internal_error", "no time zone database is installed")


@pytest.mark.req("SCH-18", "SCH-25")
@pytest.mark.tz
@pytest.mark.parametrize(
    ("local", "said"),
    [
        (
            {"date": "2027-03-28", "time": "02:30:00", "time_zone": "Europe/Berlin"},
            (
                "the local time 2027-03-28 02:30:00 does not exist in Europe/Berlin: the clocks go forward there."
                " Nearest valid local times are 2027-03-28 01:59:59.999 and 2027-03-28 03:00:00"
            ),
        ),
        (
            {"date": "2026-10-04", "time": "02:15:00.5", "time_zone": "australia/lord_howe"},
            (
                "the local time 2026-10-04 02:15:00.500 does not exist in Australia/Lord_Howe:"
                " the clocks go forward there."
                " Nearest valid local times are 2026-10-04 01:59:59.999 and 2026-10-04 02:30:00"
            ),
        ),
        (
            {"date": "2011-12-30", "time": "12:00:00", "time_zone": "Pacific/Apia"},
            (
                "the local time 2011-12-30 12:00:00 does not exist in Pacific/Apia: the clocks go forward there."
                " Nearest valid local times are 2011-12-29 23:59:59.999 and 2011-12-31 00:00:00"
            ),
        ),
    ],
)
def test_a_gap_names_the_valid_times_on_both_sides(local, said):
    assert refused({"prompt": "p", "at": local}, now=0).message == said


@pytest.mark.req("SCH-19", "SCH-25")
@pytest.mark.parametrize(
    "at",
    [
        "2026-08-07T12:00:00Z",
        "2026-08-07T14:00:00+02:00",
        {"date": "2026-08-07", "time": "14:00:00", "time_zone": "Europe/Berlin"},
    ],
)
def test_not_future_tells_now_and_target(at):
    error = refused({"prompt": "p", "at": at}, now=NOON + 1)
    assert error.code == "not_future"
    assert error.message == (
        "the target 2026-08-07T12:00:00.000Z is not later than now, which is 2026-08-07T12:00:00.001Z"
    )
    assert refused({"prompt": "p", "at": at}, now=NOON).code == "not_future"
    assert made(now=NOON - 1, at=at).target == NOON


@pytest.mark.req("SCH-18", "SCH-19")
@pytest.mark.tz
def test_an_overlap_whose_first_instant_has_passed_is_not_future():
    local = {"date": "2026-10-25", "time": "02:30:00", "time_zone": "Europe/Berlin"}
    assert refused({"prompt": "p", "at": local}, now=parse_utc("2026-10-25T00:45:00.000Z")).code == "not_future"


@pytest.mark.req("SCH-19")
@pytest.mark.parametrize("at", ["0001-01-01T00:00:00+00:01", "9999-12-31T23:59:59.999-00:01"])
def test_an_instant_outside_the_years_is_out_of_range_before_it_is_past(at):
    assert refused({"prompt": "p", "at": at}).code == "time_out_of_range"


@pytest.mark.req("SCH-19")
@pytest.mark.parametrize("now", [0.5, MAX_SAFE + 1, math.inf, None])
@pytest.mark.parametrize("rule", [{"after_seconds": 5}, {"every_seconds": 300}, {"at": "2027-01-01T00:00:00Z"}])
def test_a_clock_that_shows_no_whole_milliseconds(now, rule):
    assert refused({"prompt": "p", **rule}, now).code == "time_out_of_range"


@pytest.mark.req("SCH-19")
@pytest.mark.parametrize(
    ("now", "seconds", "code"),
    [
        (MAX_MS - 1000, 1, None),
        (MAX_MS - 999, 1, "time_out_of_range"),
        (MIN_MS - 1000, 1, None),
        (MIN_MS - 1001, 1, "time_out_of_range"),
    ],
)
def test_only_the_target_must_lie_in_the_years(now, seconds, code):
    if code is None:
        assert made(now, after_seconds=seconds).target == now + 1000
    else:
        assert refused({"prompt": "p", "after_seconds": seconds}, now).code == code


odd = st.none() | st.booleans() | st.integers() | st.floats() | any_text
near_times = st.sampled_from(
    ["2026-02-30", "2027-03-28", "02:30:00", "Europe/Berlin", "UTC", "2027-01-01T00:00:00Z", ""]
)
at_values = odd | near_times | st.dictionaries(st.sampled_from(["date", "time", "time_zone", "x"]), odd | near_times)


@pytest.mark.req("SCH-13", "SCH-25")
@given(
    st.dictionaries(st.sampled_from(["prompt", "after_seconds", "every_seconds", "at", "x"]), odd | at_values),
    st.integers(MIN_MS, MAX_MS),
)
def test_any_arguments_give_a_future_record_or_a_known_code(args, now):
    try:
        record = create_record(args, "schedule-1", now)
    except ScheduleError:
        assert refused(args, now).code in CODES
    else:
        assert in_range(record.target)
        assert record.target > now


@pytest.mark.req("SCH-13")
@given(at_values, st.integers(MIN_MS, MAX_MS))
def test_create_at_on_any_value(value, now):
    try:
        assert now < create_at("p", value, "schedule-1", now).target <= MAX_MS
    except ScheduleError:
        assert refused({"prompt": "p", "at": value}, now).code in CODES
