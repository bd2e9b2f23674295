"""The three schedule tools: their order of work, their values, and every way they can be refused."""

import json

import fastjsonschema
import pytest

from support.ports import NOW, Port, call
from support.schedules import after, at, created, every
from workbench.bench.tools.registry import Registry
from workbench.errors import WorkbenchError

REGISTRY = Registry()
STRETCH = {"prompt": "stretch", "after_seconds": 1200}
TARGET = "2026-08-07T09:20:00.000Z"


def with_schedules(*records, **more):
    port = Port(**more)
    created(port.folded, *records)
    return port


@pytest.mark.req("SCH-21")
@pytest.mark.parametrize(
    ("args", "view"),
    [
        (STRETCH, {"kind": "after", "afterSeconds": 1200, "scheduledAt": TARGET}),
        (
            {"prompt": "stretch", "every_seconds": 1200.0},
            {"kind": "every", "everySeconds": 1200, "scheduledAt": TARGET},
        ),
        ({"prompt": " stretch\n", "at": "2026-08-07T11:20:00+02:00"}, {"kind": "at", "scheduledAt": TARGET}),
        (
            {"prompt": "stretch", "at": {"date": "2026-08-07", "time": "11:20:00", "time_zone": "europe/berlin"}},
            {"kind": "at", "scheduledAt": TARGET},
        ),
    ],
)
def test_a_create_answers_with_the_view_and_stores_the_record(args, view):
    port = Port()
    outcome = call("schedule_create", args, port)
    expected = {"id": "schedule-1", "prompt": "stretch", **view, "state": "scheduled", "deliveryMode": "session-local"}
    assert outcome.structured == expected
    assert outcome.code is None
    assert not outcome.is_error
    assert json.loads(outcome.text) == outcome.structured
    assert list(outcome.structured)[:3] == ["id", "kind", "prompt"]
    stored = {key: value for key, value in expected.items() if key not in {"state", "deliveryMode"}}
    assert port.appended == [{"version": 1, "operation": "create", "schedule": stored}]


@pytest.mark.req("SCH-19", "SCH-23")
def test_create_waits_folds_reads_the_clock_appends_and_waits():
    port = Port()
    call("schedule_create", STRETCH, port)
    assert port.log == ["barrier", "fold", "now", "append", "barrier", "now"]


@pytest.mark.req("SCH-19")
def test_a_target_that_passed_while_waiting_is_refused():
    port = Port(slow_ms=10_000)
    outcome = call("schedule_create", {"prompt": "x", "at": "2026-08-07T09:00:10Z"}, port)
    assert outcome.code == "not_future"
    assert "2026-08-07T09:00:10.000Z" in outcome.text
    assert not port.appended


@pytest.mark.req("SCH-21")
def test_a_record_whose_target_passes_in_its_own_barrier_is_overdue():
    outcome = call("schedule_create", {"prompt": "x", "after_seconds": 5}, Port(slow_ms=10_000))
    assert outcome.structured["state"] == "overdue"
    assert outcome.structured["scheduledAt"] == "2026-08-07T09:00:15.000Z"


REFUSED = [
    ({"prompt": "x"}, "invalid_selector"),
    ({"prompt": "x", "after_seconds": 5, "every_seconds": 300}, "invalid_selector"),
    ({"prompt": "x", "after_seconds": 5, "color": "red"}, "invalid_selector"),
    ({"prompt": " ", "after_seconds": 0, "color": "red"}, "invalid_selector"),
    ({"prompt": " \u2003", "after_seconds": 0}, "invalid_prompt"),
    ({"prompt": "", "at": "yesterday"}, "invalid_prompt"),
    ({"prompt": "x", "after_seconds": 0}, "invalid_rule"),
    ({"prompt": "x", "after_seconds": 1.5}, "invalid_rule"),
    ({"prompt": "x", "after_seconds": 2**53}, "invalid_rule"),
    ({"prompt": "x", "after_seconds": 2**53 - 1}, "time_out_of_range"),
    ({"prompt": "x", "every_seconds": 300.5}, "invalid_rule"),
    ({"prompt": "x", "every_seconds": 299}, "frequency_too_high"),
    ({"prompt": "x", "every_seconds": -300}, "frequency_too_high"),
    ({"prompt": "x", "at": "2030-01-01T00:00:00"}, "invalid_rule"),
    ({"prompt": "x", "at": "2026-08-07T09:00:00Z"}, "not_future"),
    ({"prompt": "x", "at": {"date": "2026-02-30", "time": "09:00:00", "time_zone": "UTC"}}, "invalid_rule"),
    ({"prompt": "x", "at": {"date": "2026-12-01", "time": "09:00:00", "time_zone": "CET"}}, "invalid_time_zone"),
    ({"prompt": "x", "at": {"date": "2027-03-28", "time": "02:30:00", "time_zone": "Europe/Berlin"}}, "invalid_rule"),
]


@pytest.mark.req("SCH-13", "SCH-25")
@pytest.mark.parametrize(("args", "code"), REFUSED, ids=[f"{code}-{json.dumps(args)}" for args, code in REFUSED])
def test_a_refused_create_is_an_ordinary_result_and_appends_nothing(args, code):
    port = Port()
    outcome = call("schedule_create", args, port)
    assert outcome.code == code
    assert not outcome.is_error
    assert outcome.error_code is None
    assert list(outcome.structured) == ["code", "message"]
    assert json.loads(outcome.text) == outcome.structured
    assert not port.appended
    assert not port.folded.used_count


@pytest.mark.req("SCH-11")
def test_a_refused_create_uses_up_no_id():
    port = Port()
    call("schedule_create", {"prompt": "x", "after_seconds": 0}, port)
    assert call("schedule_create", STRETCH, port).structured["id"] == "schedule-1"
    assert call("schedule_create", STRETCH, port).structured["id"] == "schedule-2"


@pytest.mark.req("SCH-21")
def test_a_list_is_the_bare_array_in_creation_order():
    port = with_schedules(
        every("schedule-1", NOW + 1), at("odd id", NOW), after("schedule-3", NOW - 1, seconds=60, prompt="zürück")
    )
    outcome = call("schedule_list", {}, port)
    assert outcome.text.startswith('[{"id":"schedule-1","kind":"every","prompt":"stretch","everySeconds":300,')
    assert json.loads(outcome.text) == outcome.structured["schedules"]
    assert [view["id"] for view in outcome.structured["schedules"]] == ["schedule-1", "odd id", "schedule-3"]
    assert [view["state"] for view in outcome.structured["schedules"]] == ["scheduled", "overdue", "overdue"]
    assert "zürück" in outcome.text
    assert port.log == ["barrier", "now", "fold"]
    fastjsonschema.validate(REGISTRY.get("schedule_list").output_schema, outcome.structured)


@pytest.mark.req("SCH-21", "SCH-24")
def test_an_empty_list_appends_nothing():
    port = Port()
    outcome = call("schedule_list", {}, port)
    assert (outcome.text, outcome.structured, outcome.code) == ("[]", {"schedules": []}, None)
    assert not port.appended


@pytest.mark.req("SCH-22")
def test_deleting_an_active_record_appends_and_waits():
    port = with_schedules(at("schedule-1", NOW + 1))
    outcome = call("schedule_delete", {"id": "schedule-1"}, port)
    assert outcome.text == '{"id":"schedule-1","deleted":true}'
    assert outcome.code is None
    assert port.appended == [{"version": 1, "operation": "delete", "id": "schedule-1"}]
    assert port.log == ["barrier", "fold", "append", "barrier"]


@pytest.mark.req("SCH-22")
@pytest.mark.parametrize("name", ["schedule-9", "Schedule-1", "☕\ud800"])
def test_deleting_what_is_not_active_is_a_value_and_appends_nothing(name):
    port = with_schedules(at("schedule-1", NOW + 1))
    outcome = call("schedule_delete", {"id": name}, port)
    assert outcome.structured == {"id": name, "deleted": False, "code": "schedule_not_found"}
    assert not outcome.is_error
    assert outcome.code == "schedule_not_found"
    assert port.log == ["barrier", "fold"]


@pytest.mark.req("SCH-22")
def test_deleting_twice_is_not_found_the_second_time():
    port = with_schedules(at("schedule-1", NOW + 1))
    call("schedule_delete", {"id": "schedule-1"}, port)
    assert call("schedule_delete", {"id": "schedule-1"}, port).structured["deleted"] is False
    assert len(port.appended) == 1


@pytest.mark.req("SCH-22")
@pytest.mark.parametrize("name", ["", " ", " schedule-1", "schedule-1\u2028", "\ufeffschedule-1"])
def test_a_padded_id_is_refused_before_anything_waits(name):
    port = with_schedules(at("schedule-1", NOW + 1))
    outcome = call("schedule_delete", {"id": name}, port)
    assert outcome.code == "invalid_rule"
    assert not port.log


UNCERTAIN = [
    ("schedule_create", STRETCH, 1, {"operation": "create"}, 0),
    ("schedule_create", STRETCH, 2, {"operation": "create", "id": "schedule-2"}, 1),
    ("schedule_list", {}, 1, {"operation": "list"}, 0),
    ("schedule_delete", {"id": "schedule-1"}, 1, {"operation": "delete", "id": "schedule-1"}, 0),
    ("schedule_delete", {"id": "schedule-1"}, 2, {"operation": "delete", "id": "schedule-1"}, 1),
]


@pytest.mark.req("SCH-23", "SCH-25")
@pytest.mark.parametrize(("name", "args", "barrier", "more", "appended"), UNCERTAIN)
def test_a_failed_barrier_is_told_with_operation_and_id(name, args, barrier, more, appended):
    port = with_schedules(at("schedule-1", NOW + 1))
    outcome = call(name, args, port, failing=(barrier,))
    assert outcome.code == "persistence_uncertain"
    assert not outcome.is_error
    message = outcome.structured["message"]
    assert outcome.structured == {"code": "persistence_uncertain", "message": message, **more}
    assert "the disk is full" in message
    assert len(port.appended) == appended
    fastjsonschema.validate(REGISTRY.get(name).output_schema, outcome.structured)


@pytest.mark.req("SCH-23")
def test_the_next_call_sees_what_an_uncertain_one_appended():
    port = Port()
    call("schedule_create", STRETCH, port, failing=(2,))
    assert [view["id"] for view in call("schedule_list", {}, port).structured["schedules"]] == ["schedule-1"]
    assert call("schedule_create", STRETCH, port).structured["id"] == "schedule-2"


@pytest.mark.req("SCH-25")
@pytest.mark.parametrize(
    "error", [KeyError("lost"), WorkbenchError("time_zone_data_missing", "no database"), OSError("full")]
)
def test_whatever_else_fails_is_an_internal_error(error):
    outcome = call("schedule_create", STRETCH, Port(broken=error))
    assert outcome.code == "internal_error"
    assert not outcome.is_error
    assert str(error.args[-1]) in outcome.structured["message"]


def test_a_call_given_up_at_its_barrier_ends_quietly():
    port = Port()
    steps = REGISTRY.call("schedule_create", STRETCH, port)
    next(steps)
    steps.close()
    assert port.log == []
