"""The registry: what it serves is what it enforces, and what it refuses it refuses in words."""

import json

import fastjsonschema
import pytest
from hypothesis import given
from hypothesis import strategies as st

from support.ports import Port, call
from workbench.bench.tools.base import Outcome
from workbench.bench.tools.registry import Registry
from workbench.errors import ScheduleError

REGISTRY = Registry()
NAMES = ["schedule_create", "schedule_delete", "schedule_list", "todo_write"]
LOCAL = {"date": "2026-12-01", "time": "09:30:00", "time_zone": "UTC"}


@pytest.mark.req("BEN-10")
def test_the_session_tools_are_served_by_name():
    served = REGISTRY.served()
    assert [tool["name"] for tool in served] == NAMES
    assert all(list(tool) == ["name", "description", "parameters"] for tool in served)
    assert REGISTRY.served() is served


@pytest.mark.req("BEN-10")
@pytest.mark.parametrize("name", NAMES)
def test_the_served_schema_is_the_enforced_one(name):
    tool = REGISTRY.get(name)
    (served,) = (each["parameters"] for each in REGISTRY.served() if each["name"] == name)
    assert served is tool.input_schema
    json.dumps(tool.input_schema)


def test_each_tool_says_what_it_does_to_the_session():
    properties = {tool.name: (tool.changes_session, tool.destructive, tool.idempotent) for tool in REGISTRY.tools()}
    assert properties == {
        "schedule_create": (True, False, False),
        "schedule_delete": (True, True, True),
        "schedule_list": (False, False, True),
        "todo_write": (True, False, True),
    }


@pytest.mark.req("SCH-13")
def test_the_schema_of_create_is_the_one_of_the_design():
    schema = REGISTRY.get("schedule_create").input_schema
    assert "additionalProperties" not in schema
    assert schema["required"] == ["prompt"]
    types = {key: value.get("type") for key, value in schema["properties"].items()}
    assert types == {"prompt": "string", "after_seconds": "number", "every_seconds": "number", "at": None}
    text, local = schema["properties"]["at"]["oneOf"]
    assert text == {"type": "string"}
    assert local["additionalProperties"] is False
    assert {key: value["type"] for key, value in local["properties"].items()} == dict.fromkeys(LOCAL, "string")
    assert local["required"] == list(LOCAL)


@pytest.mark.parametrize("name", NAMES)
def test_an_output_schema_is_an_object_at_its_root(name):
    schema = REGISTRY.get(name).output_schema
    assert schema["type"] == "object"
    assert not {"oneOf", "anyOf", "allOf", "not"} & set(schema)


REFUSED = [
    # name, raw arguments, what the message must say
    ("schedule_create", '{"prompt":"x"', ["not JSON"]),
    ("schedule_create", "", ["not JSON"]),
    ("schedule_create", "\ufeff{}", ["not JSON"]),
    ("schedule_create", '{"prompt":"x","after_seconds":NaN}', ["not JSON", "NaN"]),
    ("schedule_create", "[" * 100_000, ["not JSON"]),
    ("schedule_create", "[]", ["one JSON object", "[]"]),
    ("schedule_create", "null", ["one JSON object", "null"]),
    ("schedule_create", '"prompt"', ["one JSON object"]),
    ("schedule_create", "{}", ["prompt", "after_seconds"]),
    ("schedule_create", '{"after_seconds":5}', ["must have prompt"]),
    ("schedule_create", '{"prompt":null,"after_seconds":5}', ["prompt", "text", "null"]),
    ("schedule_create", '{"prompt":7,"after_seconds":5}', ["prompt", "text", "7"]),
    ("schedule_create", '{"prompt":"x","after_seconds":"5"}', ["after_seconds", "a number", '"5"']),
    ("schedule_create", '{"prompt":"x","after_seconds":true}', ["after_seconds", "a number", "true"]),
    ("schedule_create", '{"prompt":"x","after_seconds":null}', ["after_seconds", "a number", "null"]),
    ("schedule_create", '{"prompt":"x","every_seconds":[300]}', ["every_seconds", "a number"]),
    ("schedule_create", '{"prompt":"x","at":null}', ["at must be text or an object", "date", "time_zone", "null"]),
    ("schedule_create", '{"prompt":"x","at":5}', ["at must be text or an object", "5"]),
    ("schedule_create", '{"prompt":"x","at":{"date":"2026-12-01","time":"09:30:00"}}', ["at must be"]),
    ("schedule_create", json.dumps({"prompt": "x", "at": {**LOCAL, "note": "x"}}), ["at must be", "exactly"]),
    ("schedule_create", json.dumps({"prompt": "x", "at": {**LOCAL, "time": 930}}), ["at must be"]),
    ("schedule_create", json.dumps({"prompt": "x", "after_seconds": 5, "at": None}), ["at must be"]),
    ("schedule_delete", "{}", ["must have id"]),
    ("schedule_delete", '{"id":2}', ["id must be text", "2"]),
    ("schedule_list", "[]", ["one JSON object"]),
    ("todo_write", "{}", ["must have todos"]),
    ("todo_write", '{"todos":"x"}', ["todos must be a list", '"x"']),
    ("todo_write", '{"todos":[{"content":"x"}]}', ["todos[0] must have status"]),
    ("todo_write", '{"todos":["x"]}', ["todos[0] must be an object"]),
    ("todo_write", '{"todos":[{"content":"x","status":"done"}]}', ["todos[0].status", "in_progress", '"done"']),
    (
        "todo_write",
        '{"todos":[{"content":"x","status":"pending"},{"content":"y","status":"pending","id":"1"}]}',
        ["todos[1]", "unknown key", '"id"', "content, status"],
    ),
    ("todo_write", '{"todos":[{"content":1,"status":"pending"}]}', ["todos[0].content must be text"]),
]


@pytest.mark.req("SCH-13", "SCH-25", "BEN-9")
@pytest.mark.parametrize(("name", "arguments", "said"), REFUSED, ids=[f"{row[0]}-{row[1][:50]}" for row in REFUSED])
def test_what_the_schema_refuses_is_invalid_args(name, arguments, said):
    refusal = REGISTRY.check(name, arguments)
    assert isinstance(refusal, Outcome)
    assert refusal.is_error
    assert (refusal.error_name, refusal.error_code, refusal.code) == ("ToolArgsError", "INVALID_ARGS", "INVALID_ARGS")
    assert refusal.structured is None
    assert all(piece in refusal.text for piece in said), refusal.text
    assert len(refusal.text) < 500


ADMITTED = [
    ("schedule_create", '{"prompt":"x","after_seconds":5}'),
    ("schedule_create", '{"prompt":"x","after_seconds":5.0}'),
    ("schedule_create", '{"prompt":"x","after_seconds":1.5}'),
    ("schedule_create", '{"prompt":"x","after_seconds":-3e2}'),
    ("schedule_create", '{"prompt":"x","after_seconds":1e400}'),
    ("schedule_create", '{"prompt":"x","after_seconds":99999999999999999999999}'),
    ("schedule_create", '{"prompt":"","at":""}'),
    ("schedule_create", json.dumps({"prompt": "x", "at": LOCAL})),
    ("schedule_create", '{"prompt":"x","after_seconds":5,"color":"red"}'),
    ("schedule_create", '{"prompt":"x"}'),
    ("schedule_delete", '{"id":""}'),
    ("schedule_delete", '{"id":"x","force":true}'),
    ("schedule_list", "{}"),
    ("schedule_list", ' {"all":true} '),
    ("todo_write", '{"todos":[]}'),
]


@pytest.mark.req("SCH-13")
@pytest.mark.parametrize(("name", "arguments"), ADMITTED, ids=[f"{row[0]}-{row[1]}" for row in ADMITTED])
def test_what_the_schema_admits_reaches_the_handler_as_it_is(name, arguments):
    checked = REGISTRY.check(name, arguments)
    assert isinstance(checked, dict)
    assert checked == json.loads(arguments)


def test_strings_survive_the_way_from_text_to_handler():
    assert REGISTRY.check("schedule_delete", '{"id":"\\ud800 ☕ \ud83d"}') == {"id": "\ud800 ☕ \ud83d"}
    assert REGISTRY.check("schedule_delete", '{"id":"a","id":"b"}') == {"id": "b"}


@pytest.mark.req("BEN-10")
@pytest.mark.parametrize("name", ["schedule_update", "", "SCHEDULE_LIST", "a\x1b[31m" * 50])
def test_an_unknown_tool_is_refused_with_the_known_ones(name):
    refusal = REGISTRY.check(name, "{}")
    assert isinstance(refusal, Outcome)
    assert refusal.is_error
    assert (refusal.error_code, refusal.code) == ("UNKNOWN_TOOL", "UNKNOWN_TOOL")
    assert all(each in refusal.text for each in NAMES)
    assert "\x1b" not in refusal.text
    assert REGISTRY.get(name) is None


# Values near the edges of the schema, mixed with anything JSON can hold.
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner, max_size=3),
    max_leaves=6,
)
SECONDS = st.sampled_from([0, 1, 5, 299, 300, 300.0, 300.5, -1, 2**53, 2**53 - 1, 10**30, 1e18]) | JSON
CLOCKS = {
    "date": st.sampled_from(["2026-12-01", "2027-03-28", "2026-02-30", "2020-01-01", "9999-12-31", "0001-01-01", "x"]),
    "time": st.sampled_from(["02:30:00", "09:30:00.5", "24:00:00", "9:30", ""]),
    "time_zone": st.sampled_from(["UTC", "Europe/Berlin", "europe/berlin", "CET", "utc", "", "../UTC"]),
}
MOMENTS = (
    st.sampled_from(
        ["2026-12-01T09:30:00Z", "2020-01-01T00:00:00Z", "2030-01-01T00:00:00", "2026-12-01T09:30:00-00:00"]
    )
    | st.fixed_dictionaries(CLOCKS, optional={"note": JSON})
    | st.dictionaries(st.sampled_from(["date", "time", "time_zone"]), JSON, max_size=3)
    | JSON
)
CREATE = st.fixed_dictionaries(
    {},
    optional={
        "prompt": st.sampled_from(["stretch", " padded ", "", "\u2003", "\ud800"]) | JSON,
        "after_seconds": SECONDS,
        "every_seconds": SECONDS,
        "at": MOMENTS,
        "color": JSON,
    },
)


def is_number(value):
    return isinstance(value, int | float) and not isinstance(value, bool)


def admitted(args):
    """SCH-13 in other words: what the served schema of schedule_create lets through."""
    if not isinstance(args.get("prompt"), str):
        return False
    if not all(is_number(args[key]) for key in ("after_seconds", "every_seconds") if key in args):
        return False
    at = args.get("at", "")
    whole = isinstance(at, dict) and set(at) == set(LOCAL) and all(isinstance(value, str) for value in at.values())
    return isinstance(at, str) or whole


@pytest.mark.req("SCH-13", "SCH-25")
@given(CREATE)
def test_a_create_is_refused_by_schema_by_rule_or_done(args):
    port = Port()
    outcome = call("schedule_create", args, port, registry=REGISTRY)
    assert (outcome.code == "INVALID_ARGS") == (not admitted(args)), outcome.text
    assert outcome.is_error == (outcome.code == "INVALID_ARGS")
    assert outcome.code != "internal_error", outcome.text
    assert bool(port.appended) == (outcome.code is None)
    selectors = {"after_seconds", "every_seconds", "at"} & set(args)
    if admitted(args) and (len(selectors) != 1 or "color" in args):
        assert outcome.code == "invalid_selector"
    if outcome.structured is not None:
        fastjsonschema.validate(REGISTRY.get("schedule_create").output_schema, outcome.structured)


@given(st.text() | JSON.map(json.dumps))
def test_no_argument_text_breaks_the_check(text):
    for name in NAMES:
        checked = REGISTRY.check(name, text)
        assert isinstance(checked, dict | Outcome)


def test_a_broken_log_is_said_by_all_three():
    for name, args in (
        ("schedule_create", {"prompt": "x", "after_seconds": 5}),
        ("schedule_list", {}),
        ("schedule_delete", {"id": "a"}),
    ):
        port = Port(broken=ScheduleError("corrupt_schedule_log", "seq 5: bad", details={"seq": 5}))
        outcome = call(name, args, port, registry=REGISTRY)
        assert outcome.structured == {"code": "corrupt_schedule_log", "message": "seq 5: bad"}
        assert not outcome.is_error
