"""What is served is what is enforced: generated arguments against the schema and the service, and the closed codes."""

import fastjsonschema
import pytest
from hypothesis import given
from hypothesis import strategies as st

from support.reminder_desk import Desk
from workbench.services.refusal import ServiceError, error_json
from workbench.services.reminders import schemas

CODES = frozenset(
    "INVALID_ARGS missing_field invalid_id invalid_prompt prompt_too_long invalid_subject subject_too_long invalid_tags"
    " invalid_due_at negative_offset not_future time_out_of_range nonexistent_local_time completed_requires_id"
    " reminder_not_found account_forbidden access_gated invalid_cursor".split()
)
TOOLS = {
    "upsert": (schemas.UPSERT_SCHEMA, schemas.UPSERT_OUTPUT_SCHEMA, schemas.UPSERT_DESCRIPTION),
    "list_due": (schemas.LIST_DUE_SCHEMA, schemas.LIST_DUE_OUTPUT_SCHEMA, schemas.LIST_DUE_DESCRIPTION),
}
TEXTS = st.text(max_size=12) | st.sampled_from(["", " ", "x" * 8_193, "😀" * 2_048, "y" * 201, "\ud800", "\x00"])
ODD = (
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5) | st.lists(st.integers(), max_size=2)
)
TAGS = st.lists(st.sampled_from(["a", "b", " a ", "", "x" * 65, "\n"]) | st.text(max_size=5), max_size=25)
DUES = st.sampled_from(
    ["+2h", "2026-05-07", "2026-05-07 10:00", "1778100000", "-2h", "+0m", "2026-03-29 02:30", "9" * 20]
)
FIELDS = {
    "upsert": {
        "account_id": st.sampled_from(["acme", "acme", "acme", "other", ""]),
        "id": st.sampled_from(["arem_known", "arem_unknown", "", "x"]),
        "prompt": st.just("look") | TEXTS,
        "due_at": DUES | TEXTS,
        "subject": st.none() | TEXTS,
        "tags": TAGS,
        "completed": st.booleans(),
    },
    "list_due": {
        "account_id": st.sampled_from(["acme", "acme", "acme", "other", ""]),
        "subject": TEXTS,
        "subject_prefix": TEXTS,
        "tags": TAGS,
        "limit": st.integers(-1, 102) | st.sampled_from([1.0, 100.0, 2.5]),
        "cursor": st.just("") | TEXTS,
    },
}


@pytest.fixture(scope="module")
def shared(tmp_path_factory):
    desk = Desk(tmp_path_factory.mktemp("served") / "account.db")
    desk.put({"prompt": "p", "due_at": "+1h"}, made_id="arem_known")
    yield desk
    desk.database.close()


@st.composite
def arguments(draw, tool):
    """Mostly sound arguments, in which up to two fields are of an odd kind, missing or unknown."""
    fields = FIELDS[tool]
    present = draw(st.sets(st.sampled_from(sorted(fields)))) | {"account_id"}
    args = {name: draw(fields[name]) for name in sorted(present)}
    for _ in range(draw(st.sampled_from([0, 0, 0, 1, 2]))):
        name = draw(st.sampled_from([*fields, "unknown"]))
        if draw(st.booleans()):
            args[name] = draw(ODD)
        else:
            args.pop(name, None)
    return args


def admitted(schema, args):
    try:
        fastjsonschema.compile(schema, use_default=False, use_formats=False)(args)
    except fastjsonschema.JsonSchemaValueException:
        return False
    return True


@pytest.mark.req("REM-3")
@pytest.mark.parametrize("tool", TOOLS)
@given(data=st.data())
def test_the_service_refuses_what_the_schema_refuses(shared, tool, data):
    """As ``INVALID_ARGS``; what the schema admits is answered in the served shape, or gets a code of the closed set."""
    args = data.draw(arguments(tool))
    schema, output, _ = TOOLS[tool]
    sound = admitted(schema, args)
    before = shared.everything()
    answer = refusal = None
    try:
        answer = getattr(shared.service, tool)(shared.me, args)
    except ServiceError as error:
        refusal = error
    if refusal is None:
        assert sound
        assert admitted(output, answer.value if tool == "upsert" else answer)
        shared.call({"id": "arem_known", "prompt": "p", "subject": None, "tags": [], "completed": False})
    else:
        check_refusal(refusal, sound=sound, unknown="unknown" in args)
        assert shared.everything() == before


def check_refusal(refusal, *, sound, unknown):
    """An unknown key is refused although the fixed schema lets it pass."""
    assert refusal.code in CODES
    assert sound or refusal.code == "INVALID_ARGS"
    assert not sound or unknown or refusal.code != "INVALID_ARGS"
    assert set(error_json(refusal)) <= {"code", "message", "field", "details"}
    refusal.message.encode()


@pytest.mark.req("REM-3")
def test_the_schema_of_upsert_is_fixed():
    """Key for key; only descriptions are this program's own wording."""
    text = {"type": "string"}
    reminder = {"id": text, "prompt": text, "subject": {"type": ["string", "null"]}}
    draft = "https://json-schema.org/draft/2020-12/schema"
    assert bare(schemas.UPSERT_SCHEMA) == {
        "$schema": draft,
        "properties": {
            "account_id": text,
            "id": text,
            "prompt": text,
            "due_at": text,
            "subject": {"type": ["string", "null"]},
            "tags": {"type": "array", "items": text},
            "completed": {"type": "boolean"},
        },
        "required": ["account_id"],
        "type": "object",
    }
    assert bare(schemas.UPSERT_OUTPUT_SCHEMA)["properties"]["reminder"] == {
        "type": "object",
        "properties": {
            **reminder,
            "tags": {"type": "array", "items": text},
            "due_at": text,
            "completed_at": {"type": ["string", "null"]},
            "created_at": text,
        },
        "required": ["id", "prompt", "tags", "due_at", "created_at"],
    }


def bare(schema):
    if not isinstance(schema, dict):
        return schema
    return {key: bare(value) for key, value in schema.items() if not (key == "description" and isinstance(value, str))}


LIST_CODES = CODES & set(
    "INVALID_ARGS account_forbidden access_gated invalid_subject subject_too_long invalid_tags invalid_cursor".split()
)


@pytest.mark.req("REM-3", "REM-7")
@pytest.mark.parametrize(
    ("tool", "words", "codes"),
    [
        (
            "upsert",
            "8192 200 20 64 14 +30m +2h +1d +1w 2026-05-07T10:00:00Z 1746604800 agent_reminder_list_due",
            CODES - {"invalid_cursor"},
        ),
        ("list_due", "100 50 next_cursor agent_reminder_upsert 14", LIST_CODES),
    ],
)
def test_descriptions_name_limits_and_codes(tool, words, codes):
    description = TOOLS[tool][2]
    assert all(word in description for word in words.split())
    assert {code for code in CODES if code in description} == codes
