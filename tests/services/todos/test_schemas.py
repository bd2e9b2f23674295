"""The served schema is the enforced schema, and every answer fits its own (TODO-1, page 5 Everywhere)."""

import tempfile
from pathlib import Path

import pytest
from fastjsonschema import JsonSchemaValueException
from hypothesis import given, settings
from hypothesis import strategies as st

from support.todo_desk import ME, Desk, code_of
from workbench.bench.tools.arguments import compile_schema
from workbench.services.refusal import error_json
from workbench.services.todos import schemas
from workbench.services.todos.fields import ACTIONS, ALLOWED, FIELDS, FORGET_FIELDS, PRIORITIES, STATUSES
from workbench.services.todos.refusals import CODES
from workbench.services.todos.shapes import check_shapes

TODO_TAKES, TODO_GIVES = compile_schema(schemas.TODO_INPUT), compile_schema(schemas.TODO_OUTPUT)
FORGET_TAKES, FORGET_GIVES = compile_schema(schemas.FORGET_INPUT), compile_schema(schemas.FORGET_OUTPUT)

ANY = st.one_of(
    st.none(), st.booleans(), st.integers(), st.floats(allow_nan=False), st.text(max_size=300),
    st.just([]), st.just({"a": 1}),
    st.sampled_from(["", " ", "x" * 128, "x" * 129, "x" * 255, "x" * 256, "日" * 255, "😀" * 256, 0, 1, 100, 101, 1.0]),
)  # fmt: skip
LIKELY = {
    "action": st.sampled_from(ACTIONS),
    "todo_id": st.just("todo_x"),
    "content": st.just("Call the lab"),
    "title": st.sampled_from(["Call the lab", "Other"]),
    "priority": st.sampled_from([*PRIORITIES, None, "High"]),
    "due_at": st.sampled_from(["2026-08-25", "2026-08-25T09:00:00Z", "+2h", None]),
    "status": st.sampled_from([*STATUSES, "done"]),
    "item_status": st.sampled_from([*STATUSES, "all", "none"]),
    "owner_timezone": st.sampled_from(["UTC", "Europe/Berlin", "Mars/Olympus", None]),
    "limit": st.integers(-1, 102),
    "expected_version": st.integers(-1, 3),
    "confirm_delete_all": st.booleans(),
}
VALUES = {name: st.one_of(LIKELY.get(name, st.text(max_size=5)), ANY) for name in FIELDS}


@st.composite
def calls(draw):
    """Arguments that are nearly right: the fields of one action, some missing, some of others, some wrong."""
    action = draw(st.sampled_from(ACTIONS))
    names = {name for name in ALLOWED[action] if draw(st.integers(0, 3))}
    names |= set(draw(st.lists(st.sampled_from([*FIELDS, "extra"]), max_size=1)))
    wrong = draw(st.sampled_from([None, None, *names]))
    args = {name: draw(ANY if name == wrong else LIKELY.get(name, st.just("x"))) for name in sorted(names)}
    return {"action": action, **args} if draw(st.integers(0, 9)) else args


def refused_by(check, value):
    try:
        check(value)
    except JsonSchemaValueException:
        return True
    return False


def refused_here(fields, required, value, closed):
    code = code_of(lambda: check_shapes(value, fields, required, closed=closed))
    assert code in (None, "INVALID_ARGS")
    return code is not None


@pytest.mark.req("TODO-1")
@given(
    st.one_of(
        st.dictionaries(st.sampled_from([*FIELDS, "extra"]), ANY), st.fixed_dictionaries({}, optional=VALUES), ANY
    )
)
def test_handler_and_schema_refuse_the_same(args):
    assert refused_here(FIELDS, ("action",), args, closed=False) == refused_by(TODO_TAKES, args)
    assert refused_here(FORGET_FIELDS, ("todo_id",), args, closed=True) == refused_by(FORGET_TAKES, args)


@pytest.mark.req("TODO-1", "TODO-9")
@settings(max_examples=40)
@given(st.lists(calls(), min_size=1, max_size=8))
def test_whatever_is_asked_the_answer_is_a_result_or_a_code(asked):
    with tempfile.TemporaryDirectory() as folder:
        desk = Desk(Path(folder))
        for args in asked:
            if refused_by(TODO_TAKES, args):
                assert desk.refused(lambda args=args: desk.todos.call(ME, args)).code == "INVALID_ARGS"
            elif code_of(lambda args=args: TODO_GIVES(desk.todos.call(ME, args))):
                shown = error_json(desk.refused(lambda args=args: desk.todos.call(ME, args)))
                assert {"code", "message"} <= shown.keys() <= {"code", "message", "field", "details"}
        desk.database.close()


@pytest.mark.req("TODO-1")
@pytest.mark.parametrize(
    "text", ["12000", "8000", "1 to 100", "low, normal, high, urgent", "memory:read", "30 days", "2026-08-25"]
)
def test_limits_and_examples_are_in_what_a_model_reads(text):
    assert text in repr((schemas.TODO_DESCRIPTION, schemas.TODO_INPUT))


@pytest.mark.req("TODO-1")
def test_codes_and_fields_are_in_the_description():
    for word in (*CODES, *FIELDS):
        assert word in schemas.TODO_DESCRIPTION or word == "action"


@pytest.mark.req("TODO-9")
def test_schemas_are_objects_at_their_root():
    for schema in (schemas.TODO_INPUT, schemas.TODO_OUTPUT, schemas.FORGET_INPUT, schemas.FORGET_OUTPUT):
        assert schema["type"] == "object"


@pytest.mark.req("TODO-1")
def test_the_examples_in_the_description_are_calls():
    import json
    import re

    examples = re.findall(r'\{"action".*?\}', schemas.TODO_DESCRIPTION)
    assert len(examples) == 4
    assert not any(refused_by(TODO_TAKES, json.loads(example)) for example in examples)
