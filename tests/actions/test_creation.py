"""What is typed into the create form, as the arguments of the tool, and whose codes its refusals have."""

import pytest

from workbench.actions.creation import FIELDS, Typed, judge, read_rule
from workbench.bench.tools.registry import Registry
from workbench.bench.tools.schedule import CODES
from workbench.errors import WorkbenchError
from workbench.schedule.create import create_record
from workbench.text.jsontext import dumps
from workbench.time.instant import MAX_MS, format_utc, parse_utc
from workbench.time.zones import load_zone

NOW = parse_utc("2026-08-07T09:00:01.000Z")  # a Friday, 11:00:01 in Berlin
BERLIN = load_zone("Europe/Berlin")
NEW_YORK = load_zone("America/New_York")


def local(date, time, zone="Europe/Berlin"):
    return {"date": date, "time": time, "time_zone": zone}


@pytest.mark.req("TUI-7", "SCH-14")
@pytest.mark.parametrize(
    ("kind", "text", "key", "value"),
    [
        ("every", "3 weeks", "every_seconds", 1_814_400),
        ("every", "10m", "every_seconds", 600),
        ("every", "300", "every_seconds", 300),
        ("every", "300.0", "every_seconds", 300.0),
        ("every", " 1:30:00 ", "every_seconds", 5_400),
        ("after", "2h 30m", "after_seconds", 9_000),
        ("after", "90", "after_seconds", 90),
        ("after", "-5", "after_seconds", -5),
        ("after", "1.5", "after_seconds", 1.5),
        ("after", "250ms", "after_seconds", 0.25),
    ],
)
def test_a_length_is_seconds_and_a_bare_number_is_left_as_it_is(kind, text, key, value):
    assert read_rule(kind, text, NOW, BERLIN) == (key, value)


@pytest.mark.req("TUI-7", "SCH-15", "SCH-16")
@pytest.mark.parametrize(
    ("text", "zone", "value"),
    [
        ("2026-11-01T01:30:00-04:00", BERLIN, "2026-11-01T01:30:00-04:00"),
        ("2026-11-01T05:30:00Z", BERLIN, "2026-11-01T05:30:00Z"),
        ("2026-11-01 01:30-04:00", BERLIN, "2026-11-01T05:30:00.000Z"),
        ("in 20 minutes", BERLIN, "2026-08-07T09:20:01.000Z"),
        ("+2h", BERLIN, "2026-08-07T11:00:01.000Z"),
        ("20 minutes from now", BERLIN, "2026-08-07T09:20:01.000Z"),
        ("2 hours ago", BERLIN, "2026-08-07T07:00:01.000Z"),
        ("now", BERLIN, "2026-08-07T09:00:01.000Z"),
        ("2026-11-01 01:30", NEW_YORK, local("2026-11-01", "01:30:00", "America/New_York")),
        ("2026-11-01 01:30:15.250", BERLIN, local("2026-11-01", "01:30:15.250")),
        ("2026-11-01 01:30 America/New_York", BERLIN, local("2026-11-01", "01:30:00", "America/New_York")),
        ("9:00 in UTC", BERLIN, local("2026-08-08", "09:00:00", "UTC")),
        ("tomorrow 9:00", BERLIN, local("2026-08-08", "09:00:00")),
        ("friday 17:00", BERLIN, local("2026-08-07", "17:00:00")),
        ("11:00", BERLIN, local("2026-08-08", "11:00:00")),
        ("yesterday 9:00", BERLIN, local("2026-08-06", "09:00:00")),
        ("2026-12-24", BERLIN, local("2026-12-24", "00:00:00")),
        # A local time in a gap is handed on, for the tool to name its neighbours.
        ("2027-03-28 02:30", BERLIN, local("2027-03-28", "02:30:00")),
        # Both passes of an overlap have the same parts, and the tool takes the earlier one.
        ("2026-10-25 02:30", BERLIN, local("2026-10-25", "02:30:00")),
        # The calendar of the zone ends before that of UTC: the tool says so.
        ("9999-12-31 23:59", NEW_YORK, local("9999-12-31", "23:59:00", "America/New_York")),
    ],
)
def test_a_moment_is_text_with_an_offset_or_local_parts(text, zone, value):
    assert read_rule("at", text, NOW, zone) == ("at", value)


@pytest.mark.req("TUI-7", "SCH-18")
def test_the_later_pass_of_an_overlap_is_meant_where_the_earlier_one_is_over():
    between = parse_utc("2026-10-25T00:40:00.000Z")  # 02:40 in Berlin, for the first time
    assert read_rule("at", "2:50", between, BERLIN)[1] == local("2026-10-25", "02:50:00")
    assert read_rule("at", "2:30", between, BERLIN)[1] == "2026-10-25T01:30:00.000Z"


@pytest.mark.req("TUI-7", "SCH-25")
@pytest.mark.parametrize(
    ("typed", "field", "code"),
    [
        (Typed("after", "0", "p"), "value", "invalid_rule"),
        (Typed("after", "-5", "p"), "value", "invalid_rule"),
        (Typed("after", "1.5", "p"), "value", "invalid_rule"),
        (Typed("after", "soon", "p"), "value", "invalid_rule"),
        (Typed("after", "", "p"), "value", "invalid_rule"),
        (Typed("after", "9" * 30, "p"), "value", "invalid_rule"),
        (Typed("after", "9000 000", "p"), "value", "invalid_rule"),
        (Typed("after", "500000 weeks", "p"), "value", "time_out_of_range"),
        (Typed("every", "299", "p"), "value", "frequency_too_high"),
        (Typed("every", "2 months", "p"), "value", "invalid_rule"),
        (Typed("every", "500000 weeks", "p"), "value", "time_out_of_range"),
        (Typed("at", "yesterday 9:00", "p"), "value", "not_future"),
        (Typed("at", "now", "p"), "value", "not_future"),
        (Typed("at", "soon", "p"), "value", "invalid_rule"),
        (Typed("at", "2h", "p"), "value", "invalid_rule"),
        (Typed("at", "2026-02-30 10:00", "p"), "value", "invalid_rule"),
        (Typed("at", "2026-11-01T01:30:00-00:00", "p"), "value", "invalid_rule"),
        (Typed("at", "in 500000 weeks", "p"), "value", "time_out_of_range"),
        (Typed("at", "9999-12-31 23:59", "p", "America/New_York"), "value", "time_out_of_range"),
        (Typed("at", "2027-03-28 02:30", "p", "Europe/Berlin"), "value", "invalid_rule"),
        (Typed("at", "2027-03-14 02:30", "p", "America/New_York"), "value", "invalid_rule"),
        (Typed("at", "9:00 in Mars/Base", "p"), "value", "invalid_time_zone"),
        (Typed("at", "9:00", "p", "GMT"), "zone", "invalid_time_zone"),
        (Typed("after", "5m", "p", "berlin"), "zone", "invalid_time_zone"),
        (Typed("after", "5m", "p", ""), "zone", "invalid_time_zone"),
        (Typed("after", "5m", ""), "prompt", "invalid_prompt"),
        (Typed("after", "5m", " \u00a0\ufeff"), "prompt", "invalid_prompt"),
    ],
)
def test_each_refusal_stands_on_its_field_with_a_code_of_the_tool(typed, field, code):
    judged = judge(typed, "schedule-1", NOW)
    assert set(judged.refused) == {field}
    assert judged.refused[field].code == code
    assert code in CODES
    assert not judged.usable


def test_every_field_is_judged_by_itself():
    judged = judge(Typed("every", "5", "", "nowhere"), "schedule-1", NOW)
    assert tuple(judged.refused) == ("zone", "value", "prompt")
    assert {judged.refused[name].code for name in FIELDS} == {
        "frequency_too_high",
        "invalid_prompt",
        "invalid_time_zone",
    }


def test_a_local_time_is_not_judged_in_a_zone_that_there_is_not():
    judged = judge(Typed("at", "2027-03-28 02:30", "p", "nowhere"), "schedule-1", NOW)
    assert set(judged.refused) == {"zone"}
    assert judged.record is None
    assert judged.arguments is None


@pytest.mark.req("SCH-18", "TUI-7")
@pytest.mark.parametrize(
    ("text", "zone", "neighbours"),
    [
        ("2027-03-28 02:30", "Europe/Berlin", ("01:59:59.999", "03:00:00")),
        ("2027-03-14 02:30", "America/New_York", ("01:59:59.999", "03:00:00")),
    ],
)
def test_a_time_that_never_happens_is_refused_with_its_neighbours(text, zone, neighbours):
    message = judge(Typed("at", text, "p", zone), "schedule-1", NOW).refused["value"].message
    assert all(neighbour in message for neighbour in neighbours)


@pytest.mark.req("SCH-18", "TUI-7")
@pytest.mark.parametrize(
    ("text", "zone", "first", "second"),
    [
        ("2026-10-25 02:30", "Europe/Berlin", "2026-10-25T00:30:00.000Z", "2026-10-25T01:30:00.000Z"),
        ("2026-11-01 01:30", "America/New_York", "2026-11-01T05:30:00.000Z", "2026-11-01T06:30:00.000Z"),
    ],
)
def test_a_time_that_happens_twice_takes_the_earlier_instant_and_tells_both(text, zone, first, second):
    judged = judge(Typed("at", text, "p", zone), "schedule-1", NOW)
    assert format_utc(judged.record.target) == first
    assert (format_utc(judged.twice.first), format_utc(judged.twice.second)) == (first, second)
    assert judged.twice.zone.name == zone


@pytest.mark.parametrize("text", ["2026-10-25T02:30:00+01:00", "2026-10-25 03:30", "in 2h"])
def test_only_a_local_time_can_happen_twice(text):
    assert judge(Typed("at", text, "p", "Europe/Berlin"), "schedule-1", NOW).twice is None


@pytest.mark.parametrize(
    ("kind", "text", "advice"),
    [("after", "tomorrow 9:00", "choose at"), ("every", "friday 17:00", "choose at"), ("at", "2h", "choose after")],
)
def test_a_text_for_another_kind_is_refused_with_a_word_of_advice(kind, text, advice):
    assert advice in judge(Typed(kind, text, "p"), "schedule-1", NOW).refused["value"].message


@pytest.mark.req("SCH-13", "TUI-7")
@pytest.mark.parametrize(
    "typed",
    [
        Typed("after", "20m", "  Stretch  "),
        Typed("every", "3 weeks", "Send the report 📮"),
        Typed("at", "tomorrow 9:00", "站会 \u202e reversed", "Europe/Berlin"),
        Typed("at", "in 20 minutes", "lone \ud800 surrogate"),
    ],
)
def test_the_call_makes_the_record_that_was_shown(typed):
    judged = judge(typed, "schedule-7", NOW)
    assert judged.usable
    sent = Registry().check("schedule_create", dumps(judged.arguments))
    assert isinstance(sent, dict)
    made = create_record(sent, "schedule-7", NOW)
    assert made == judged.record
    assert made.prompt == typed.prompt.strip()


@pytest.mark.parametrize("now", [0, NOW, MAX_MS])
@pytest.mark.parametrize("kind", ["after", "at", "every"])
def test_nothing_typed_ever_raises(kind, now):
    for text in ("", " ", "\x00", "\ud800", "9" * 5000, "1" * 30 + "." + "1" * 30, "T" * 5000, "in in in", "+", "1:00"):
        for zone in ("", "UTC", "Europe/Berlin", "a/b", "\ud800", "../etc", "z" * 5000):
            judged = judge(Typed(kind, text, text, zone), "schedule-1", now)
            assert all(isinstance(error, WorkbenchError) for error in judged.refused.values())
