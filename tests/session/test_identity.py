import uuid

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from workbench.errors import WorkbenchError
from workbench.session.identity import _NAMESPACE, check_session_id, made_id, shortened

pytestmark = pytest.mark.req("BEN-1")

IDS = st.text(st.characters(codec="utf-16", exclude_categories=()), min_size=1, max_size=20)
PLACES = st.tuples(IDS, st.integers(0, 10**9), st.integers(0, 50), st.sampled_from(["", "call_", "c_"]))


def test_the_same_place_always_gives_the_same_id():
    # Fixed for ever: replayed bytes must not change between versions.
    assert made_id("night", 7, 0) == "793c7e7c-ede7-594a-848d-7b6ce452c7d3"
    assert made_id("night", 7, 0, "call_") == "call_b51e684d9b79f31b"


@given(IDS, st.integers(0, 10**9), st.integers(0, 50))
def test_a_message_id_is_a_real_version_5_uuid(session, seq, index):
    made = made_id(session, seq, index)
    parsed = uuid.UUID(made)
    assert str(parsed) == made
    assert parsed.version == 5
    assert parsed.variant == uuid.RFC_4122


@given(st.text(st.characters(codec="utf-8"), min_size=1), st.integers(0, 10**9), st.integers(0, 50))
def test_it_is_the_uuid_that_the_standard_library_makes(session, seq, index):
    assert made_id(session, seq, index) == str(uuid.uuid5(uuid.UUID(bytes=_NAMESPACE), f":{seq}:{index}:{session}"))


@given(PLACES)
def test_a_call_id_is_its_prefix_and_16_hex_digits(place):
    session, seq, index, _ = place
    made = made_id(session, seq, index, "call_")
    assert made.startswith("call_")
    assert len(made) == 21
    int(made[5:], 16)


@given(PLACES, PLACES)
def test_different_places_have_different_ids(one, other):
    assume(one != other)
    assert made_id(*one) != made_id(*other)


def test_a_fork_differs_at_every_seq():
    assert not {made_id("parent", seq, 0) for seq in range(500)} & {made_id("child", seq, 0) for seq in range(500)}


@pytest.mark.req("LOG-1")
@pytest.mark.parametrize("given_id", ["a", "..", "../../etc/passwd", "x" * 200, "tab\there", "\ud800", "日本" * 20])
def test_any_characters_make_a_session_id(given_id):
    assert check_session_id(given_id) == given_id


@pytest.mark.req("LOG-1")
@pytest.mark.parametrize("given_id", ["", "x" * 201, "日" * 60])
def test_an_id_that_fits_no_folder_is_refused(given_id):
    with pytest.raises(WorkbenchError) as refusal:
        check_session_id(given_id)
    assert refusal.value.code == "invalid_id"


@pytest.mark.req("LOG-1", "LOG-18")
@given(st.text(st.characters(codec=None, exclude_categories=()), min_size=1, max_size=400))
def test_the_beginning_of_any_id_leaves_room_for_more(session_id):
    kept = shortened(session_id, 12)
    assert session_id.startswith(kept)
    assert check_session_id(kept + "-fork-12345") == kept + "-fork-12345"
    if len(session_id) <= 40:
        assert kept == session_id
