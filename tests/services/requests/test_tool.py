"""The tool of the message call: what it tells a host, and that what its schema serves is what is enforced."""

import fastjsonschema
import pytest
from hypothesis import given
from hypothesis import strategies as st

from support.request_desk import FRIDAY, Desk
from workbench.services.requests.body import read_body
from workbench.services.requests.commands import NeedsInput
from workbench.services.requests.grammar import parse_request
from workbench.services.requests.refusals import RequestError
from workbench.services.requests.tool import DESCRIPTION, INPUT_SCHEMA, NAME, OUTPUT_SCHEMA

ID = "018f3a2b-7c1d-4e11-8a22-0123456789ab"
admits = fastjsonschema.compile(INPUT_SCHEMA)
is_result = fastjsonschema.compile(OUTPUT_SCHEMA)


def admitted(arguments):
    try:
        admits(arguments)
    except fastjsonschema.JsonSchemaValueException:
        return False
    return True


def read(arguments):
    try:
        read_body(arguments)
    except RequestError:
        return False
    return True


VALUES = st.one_of(
    st.none(), st.booleans(), st.integers(), st.floats(allow_nan=False), st.lists(st.integers(), max_size=2),
    st.text(st.characters(codec="utf-8"), max_size=5),
    st.sampled_from(["", " ", "k" * 255, "k" * 256, ID, ID.upper(), ID + "\n"]),
)  # fmt: skip
ARGUMENTS = st.dictionaries(st.sampled_from(["idempotency_key", "message", "request_id", "zone"]), VALUES)
VALID = st.fixed_dictionaries(
    {
        "idempotency_key": st.text(st.characters(codec="utf-8"), min_size=1, max_size=255).filter(str.strip),
        "message": st.text(st.characters(codec="utf-8"), min_size=1, max_size=300).filter(str.strip),
    },
    optional={"request_id": st.one_of(st.none(), st.uuids().map(str))},
)


@pytest.mark.req("REQ-1")
@given(ARGUMENTS)
def test_whatever_the_schema_refuses_the_call_refuses(arguments):
    if not admitted(arguments):
        assert not read(arguments)


@pytest.mark.req("REQ-1")
@given(VALID)
def test_what_is_valid_passes_both(arguments):
    assert admitted(arguments)
    assert read(arguments)


@pytest.mark.req("REQ-1")
@pytest.mark.parametrize("key", ["k" * 256, "", 5, None])
def test_the_schema_knows_the_limits(key):
    assert not admitted({"idempotency_key": key, "message": "x"})
    assert not admitted({"idempotency_key": "k", "message": "m" * 10_001})
    assert admitted({"idempotency_key": "k" * 255, "message": "m" * 10_000})


@pytest.mark.req("REQ-1")
@pytest.mark.parametrize("message", ["list my todos", "hello", "delete all my todos", "remember that x"])
@pytest.mark.parametrize("paused", [False, True])
def test_every_result_fits_the_output_schema(tmp_path, message, paused):
    desk = Desk(tmp_path)
    desk.paused = paused
    is_result(desk.send(message))
    is_result(desk.finish(message))


@pytest.mark.req("REQ-9")
@pytest.mark.parametrize(
    "told",
    [
        "whole", "before saying that reminders are unavailable", "remembered", "reminded", "todos",
        "retry_after_seconds", "same idempotency_key", "new key", "255", "10000", "proactive", "quota_exceeded",
        "request_id_mismatch",
    ],
)  # fmt: skip
def test_the_description_tells_a_host_when_and_how(told):
    assert told in " ".join(DESCRIPTION.split())
    assert NAME == "message_mem_agent"


@pytest.mark.req("REQ-9")
def test_every_example_in_the_description_is_understood():
    shown = DESCRIPTION[: DESCRIPTION.index("Result:")].splitlines()
    examples = [line[2:] for line in shown if line.startswith("- ")]
    examples = [part for line in examples for part in line.split(" / ")]
    assert len(examples) >= 6
    for example in examples:
        assert not isinstance(parse_request(example, FRIDAY, None), NeedsInput), example
