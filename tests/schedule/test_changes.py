"""The strict decoder: every way a change may look, and every way it may not."""

import itertools
import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from support.schedules import MINUTE, NOON, after, at, every, instants, records, trimmed_text
from workbench.errors import ScheduleError
from workbench.schedule.changes import Create, Delete, Dispatch, change_json, decode_change
from workbench.schedule.integers import MAX_SAFE, safe_integer
from workbench.schedule.records import record_json
from workbench.text.jsontext import decode, encode
from workbench.time.instant import format_utc

NOON_TEXT = "2026-08-07T12:00:00.000Z"
AT = {"id": "schedule-1", "kind": "at", "prompt": "stretch", "scheduledAt": NOON_TEXT}
AFTER = {"id": "schedule-1", "kind": "after", "prompt": "stretch", "afterSeconds": 60, "scheduledAt": NOON_TEXT}
EVERY = {"id": "schedule-1", "kind": "every", "prompt": "stretch", "everySeconds": 300, "scheduledAt": NOON_TEXT}
DELETE = {"version": 1, "operation": "delete", "id": "schedule-1"}
DISPATCH = {"version": 1, "operation": "dispatch", "id": "schedule-1"}
ACCEPTED = {**DISPATCH, "acceptedAt": NOON_TEXT}


def create(schedule):
    return {"version": 1, "operation": "create", "schedule": schedule}


FORMS = [
    (create(AT), Create(at())),
    (create(AFTER), Create(after())),
    (create(EVERY), Create(every())),
    (DELETE, Delete("schedule-1")),
    (DISPATCH, Dispatch("schedule-1")),
    (ACCEPTED, Dispatch("schedule-1", NOON)),
]
changes = records.map(Create) | trimmed_text.map(Delete) | st.builds(Dispatch, trimmed_text, st.none() | instants)
odd_values = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(max_size=5)
    | st.sampled_from(["at", "every", NOON_TEXT]),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from([*AFTER, "version"]), inner, max_size=3)
    ),
    max_leaves=6,
)


def refused(value, seq=None):
    with pytest.raises(ScheduleError) as refusal:
        decode_change(value, seq)
    assert refusal.value.code == "corrupt_schedule_log"
    return refusal.value


@pytest.mark.req("SCH-5", "SCH-6")
@pytest.mark.parametrize(("form", "change"), FORMS)
def test_each_form(form, change):
    assert decode_change(form) == change
    assert change_json(change) == form
    assert list(change_json(change)) == list(form)
    if isinstance(change, Create):
        assert list(record_json(change.record)) == list(form["schedule"])


@pytest.mark.req("SCH-5", "SCH-6", "SCH-20")
@given(changes)
def test_every_change_survives_the_log(change):
    assert decode_change(decode(encode(change_json(change)))) == change


@pytest.mark.req("SCH-5", "SCH-6", "SCH-7")
@pytest.mark.parametrize(("form", "_change"), FORMS)
def test_no_key_may_be_missing_or_extra(form, _change):
    for key in form:
        if key != "acceptedAt":
            refused({name: value for name, value in form.items() if name != key})
    assert "has an unknown key" in refused({**form, "extra": 1}).message
    last = "schedule" if form["operation"] == "create" else "id"
    assert "lacks a key" in refused({name: value for name, value in form.items() if name != last}).message
    refused({**form, "acceptedAt" if form["operation"] != "dispatch" else "schedule": NOON_TEXT})


@pytest.mark.req("SCH-5", "SCH-7")
@pytest.mark.parametrize("record", [AT, AFTER, EVERY])
def test_no_key_of_a_record_may_be_missing_or_extra(record):
    for key in record:
        refused(create({name: value for name, value in record.items() if name != key}))
    for extra in ("extra", "afterSeconds", "everySeconds", "state", "time_zone"):
        if extra not in record:
            refused(create({**record, extra: 300}))


@pytest.mark.req("SCH-4", "SCH-6")
@pytest.mark.parametrize("version", [1, 1.0])
def test_version_one(version):
    assert decode_change({**DELETE, "version": version}) == Delete("schedule-1")


@pytest.mark.req("SCH-6", "SCH-7")
@pytest.mark.parametrize("version", [0, 2, 1.5, True, "1", None, [], {}, math.nan, math.inf, -1])
def test_other_versions(version):
    assert "version" in refused({**DELETE, "version": version}).message


@pytest.mark.req("SCH-6", "SCH-7")
@pytest.mark.parametrize("operation", ["Create", "update", "", None, 1, True, [], {}, "delete "])
def test_other_operations(operation):
    assert "operation" in refused({**DELETE, "operation": operation}).message


@pytest.mark.req("SCH-7")
@pytest.mark.parametrize("value", [None, True, 5, "x", [], [DELETE], {}])
def test_what_is_no_change_at_all(value):
    refused(value)
    refused(create(value))


@pytest.mark.req("SCH-5", "SCH-7")
@pytest.mark.parametrize("key", ["id", "prompt"])
@pytest.mark.parametrize("text", ["", " ", " x", "x\n", "x\ufeff", "\u2028x", "\u3000", None, 5, True, [], {}])
def test_text_must_be_trimmed_and_there(key, text):
    for record in (AT, AFTER, EVERY):
        assert key in refused(create({**record, key: text})).message
    if key == "id":
        refused({**DELETE, "id": text})
        refused({**DISPATCH, "id": text})


@pytest.mark.req("SCH-3", "SCH-5")
@pytest.mark.parametrize("text", ["x\x1c", "\x85", "\x00", "\ud800", "\u200b", "a b", "\u180ex", "ünï☕"])
def test_other_text_is_as_good_as_any(text):
    assert decode_change(create({**AT, "id": text, "prompt": text})) == Create(at(text, prompt=text))


@pytest.mark.req("SCH-5", "SCH-7")
@pytest.mark.parametrize("kind", ["cron", "At", "", None, 5, True, [], {}])
def test_other_kinds(kind):
    for record in (AT, AFTER, EVERY):
        assert "kind" in refused(create({**record, "kind": kind})).message


@pytest.mark.req("SCH-1", "SCH-2", "SCH-7")
@pytest.mark.parametrize(
    "instant",
    ["2026-08-07T12:00:00Z", "2026-08-07T12:00:00.000+00:00", "2026-02-30T12:00:00.000Z", "", None, 5, True, [], NOON],
)
def test_other_instants(instant):
    for record in (AT, AFTER, EVERY):
        assert "scheduledAt" in refused(create({**record, "scheduledAt": instant})).message
    assert "acceptedAt" in refused({**DISPATCH, "acceptedAt": instant}).message


@pytest.mark.req("SCH-4")
@pytest.mark.parametrize(
    ("value", "integer"),
    [
        (0, 0),
        (300, 300),
        (300.0, 300),
        (-0.0, 0),
        (MAX_SAFE, MAX_SAFE),
        (-MAX_SAFE, -MAX_SAFE),
        (float(MAX_SAFE), MAX_SAFE),
        (MAX_SAFE + 1, None),
        (-MAX_SAFE - 1, None),
        (float(MAX_SAFE + 1), None),
        (1e21, None),
        (10**400, None),
        (300.5, None),
        (math.inf, None),
        (-math.inf, None),
        (math.nan, None),
        (True, None),
        (False, None),
        ("300", None),
        (None, None),
        ([300], None),
        ({}, None),
    ],
)
def test_safe_integers(value, integer):
    found = safe_integer(value)
    assert found == integer
    assert type(found) is type(integer)


@pytest.mark.req("SCH-4", "SCH-5")
@pytest.mark.parametrize(
    ("record", "key", "good", "bad"),
    [
        (AFTER, "afterSeconds", [1, 299, 300.0, MAX_SAFE], [0, -1, 0.5, MAX_SAFE + 1]),
        (EVERY, "everySeconds", [300, 3e2, 9_007_199_254_740], [0, 1, 299, 299.5, -300, 9_007_199_254_741, MAX_SAFE]),
    ],
)
def test_limits_of_seconds(record, key, good, bad):
    for seconds in good:
        decoded = decode_change(create({**record, key: seconds}))
        assert decoded.record.seconds == seconds
        assert type(decoded.record.seconds) is int
    for seconds in itertools.chain(bad, [True, "300", None, math.inf, math.nan, [], {}]):
        assert key in refused(create({**record, key: seconds})).message


@pytest.mark.req("SCH-7")
def test_a_refusal_names_seq_rule_and_both_values():
    error = refused(create({**EVERY, "everySeconds": 60}), 48)
    assert error.message.startswith("seq 48: everySeconds")
    assert "from 300 to" in error.message
    assert error.message.endswith("found 60")
    assert error.details == {
        "seq": 48,
        "rule": "everySeconds of the schedule is not allowed",
        "expected": "a whole number of seconds from 300 to 9007199254740",
        "found": "60",
    }
    assert "seq" not in refused({**DELETE, "version": 9}).message
    assert "\x1b" not in refused({**DELETE, "id": "\x1b[2J "}).message


@given(
    odd_values
    | st.builds(
        lambda schedule, extra: {**create(schedule), **extra},
        odd_values,
        st.dictionaries(st.text(), odd_values, max_size=1),
    )
)
def test_any_value_is_a_change_or_refused(value):
    try:
        change = decode_change(value)
    except ScheduleError:
        refused(value)
    else:
        assert change_json(change) == value


@pytest.mark.req("SCH-9")
def test_an_instant_of_any_year_is_a_decision_time():
    assert decode_change({**DISPATCH, "acceptedAt": "0001-01-01T00:00:00.000Z"}).accepted < NOON - MINUTE
    assert format_utc(decode_change({**DISPATCH, "acceptedAt": "9999-12-31T23:59:59.999Z"}).accepted)[:4] == "9999"
