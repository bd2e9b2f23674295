"""Notes: kept as written, found by words, named by how an id begins, used as context; nobody else's ever."""

import re
from uuid import RFC_4122, UUID

import pytest
from hypothesis import given
from hypothesis import strategies as st

from support.request_desk import ADA, FRIDAY, SECOND, Desk, caller
from workbench.services.requests.commands import NeedsInput
from workbench.services.requests.note_ids import id_beginning, new_note_id, note_address
from workbench.services.requests.notes import (
    count_notes,
    delete_note,
    delete_notes,
    find_notes,
    keep_note,
    named_note,
    own_notes,
)
from workbench.time.instant import MAX_MS, MIN_MS

BOB = caller("bob")
ADDRESS = re.compile(r"mem://note/([0-9a-f-]{36})")


@pytest.fixture
def desk(tmp_path):
    return Desk(tmp_path)


def ask(desk, message, identity=ADA):
    """The final answer to a request with a key of its own."""
    desk.number = getattr(desk, "number", 0) + 1
    return desk.finish(message, f"key {desk.number}", identity)


def noted(desk, text, identity=ADA):
    """The id of a new note with this text."""
    return ADDRESS.search(ask(desk, f"remember that {text}", identity)["response"])[1]


@pytest.mark.req("REQ-6")
def test_what_was_remembered_is_recalled(desk):
    note = noted(desk, "the Acme renewal is decided for Q3")
    noted(desk, "the lab opens at 9:00")
    final = ask(desk, "what did I decide about Acme?")
    assert final["status"] == "completed"
    assert note_address(note) in final["response"]
    assert "the Acme renewal is decided for Q3" in final["response"]
    assert "lab" not in final["response"]
    assert not desk.done


@pytest.mark.req("REQ-6")
@pytest.mark.parametrize(
    "query",
    [
        "acme",
        "ACME",
        "the Acme renewal",
        "renewals",
        "Acme's renewal",
        "Q3",
        "Ácme",
        "acme, q3!",
        '"renewal is decided"',
    ],
)
def test_words_are_found_without_regard_to_case_accents_and_endings(desk, query):
    noted(desk, "the Acme renewal is decided for Q3")
    assert "decided for Q3" in ask(desk, f"recall {query}")["response"]


@pytest.mark.req("REQ-6")
@pytest.mark.parametrize("query", ["lab", "Acme lab", "Acme2", "decides nothing"])
def test_a_note_needs_all_the_words(desk, query):
    noted(desk, "the Acme renewal is decided for Q3")
    final = ask(desk, f"recall {query}")
    assert final["status"] == "completed"
    assert "None of your notes" in final["response"]


@pytest.mark.req("REQ-6")
@pytest.mark.parametrize(
    ("text", "query"),
    [
        ("会议室的密码是轮换的", "密码"),
        ("party 🎉 on monday", "🎉"),
        ("order C++ books", "C++"),
        ("straße 12", "straße"),
    ],
)
def test_scripts_without_spaces_and_signs_are_found_by_their_letters(desk, text, query):
    noted(desk, text)
    assert text in ask(desk, f"recall {query}")["response"]


SYNTAX = [
    '"', "'", "*", "a*", "a AND", "OR", "NOT a", "NEAR(a b, 2)", "text:a", "a -b", "^a", "{text} : a", "(", ")",
    "a + b", "'; DROP TABLE notes; --", '" OR 1=1 --', "%", "_", "\\", "\x00", "a\x00b", "?", ":user",
    "$1", "@x", "🎉" * 100,
]  # fmt: skip


@pytest.mark.req("REQ-6")
@pytest.mark.parametrize("query", SYNTAX)
def test_nothing_in_a_text_is_syntax(desk, query):
    noted(desk, "something about a and b")
    with desk.database.write() as connection:
        note = keep_note(connection, ADA, f"odd {query} note", desk.now)
        assert find_notes(connection, ADA, f"odd {query} note", 5)[0] == note
        assert all(found.text for found in find_notes(connection, ADA, query, 5))
        assert isinstance(named_note(connection, ADA, query), NeedsInput)
        assert count_notes(connection, ADA) == 2


@pytest.mark.req("REQ-6")
@given(text=st.text(st.characters(codec="utf-8"), min_size=1), query=st.text(st.characters(codec="utf-8")))
def test_any_text_is_kept_and_any_query_is_answered(tmp_path_factory, text, query):
    desk = Desk(tmp_path_factory.mktemp("any"))
    with desk.database.write() as connection:
        note = keep_note(connection, ADA, text, desk.now)
        find_notes(connection, ADA, query, 5)
        if any(not letter.isspace() for letter in text):
            assert find_notes(connection, ADA, text, 5) in ([note], [])
        assert named_note(connection, ADA, note.note_id) == note
        delete_note(connection, ADA, note.note_id)
        assert not find_notes(connection, ADA, text, 5)


@pytest.mark.req("REQ-6")
def test_the_newest_come_first_and_more_are_said(desk):
    for number in range(12):
        noted(desk, f"topic item {number}")
    lines = ask(desk, "recall topic")["response"].split("\n")
    assert len(lines) == 12
    assert "item 11" in lines[1]
    assert "item 2" in lines[10]
    assert "more" in lines[11]
    listed = ask(desk, "list my notes")["response"]
    assert "12, of which these are the newest 10" in listed


@pytest.mark.req("REQ-6")
@pytest.mark.parametrize(
    "form", ["{0}", "{0:.13}", "{0:.13}...", "{0:.18}…", "mem://note/{0}", "MEM://NOTE/{1}", "{1:.18}", "{2}"]
)
def test_a_note_is_named_by_id_address_or_beginning(desk, form):
    note = noted(desk, "the Acme renewal is decided for Q3")
    name = form.format(note, note.upper(), note.replace("-", ""))
    final = ask(desk, f"What did I decide about pears? Use note {name} as context.")
    assert final["status"] == "completed"
    assert "the Acme renewal is decided for Q3" in final["response"]


@pytest.mark.req("REQ-6")
@pytest.mark.parametrize("name", ["018f...", "ffff", "mem://note/0000-00", "abc", "0" * 37, "0" * 36])
def test_a_name_of_nothing_is_asked_about(desk, name):
    noted(desk, "the Acme renewal is decided for Q3")
    final = ask(desk, f"What did I decide about Acme? Use note {name} as context.")
    assert final["status"] == "needs_input"
    assert name in final["response"]


@pytest.mark.req("REQ-6")
def test_a_beginning_of_two_ids_is_asked_about_and_a_longer_one_is_not(desk):
    with desk.database.write() as connection:
        one, two = (keep_note(connection, ADA, text, desk.now) for text in ("one", "two"))
        start = one.note_id[:13]  # the instant, which both share
        assert two.note_id.startswith(start)
        found = named_note(connection, ADA, start)
        assert isinstance(found, NeedsInput)
        assert found.reason == "ambiguous_note"
        assert named_note(connection, ADA, one.note_id) == one
        assert named_note(connection, ADA, two.note_id + "…") == two


@pytest.mark.req("REQ-6")
def test_context_goes_into_what_is_made(desk):
    note = noted(desk, "the Acme renewal is decided for Q3")
    address = note_address(note)
    ask(desk, f"remind me in 20 minutes to call Acme. Use note {note[:18]} as context.")
    ask(desk, f"todo: call Acme, high. Use note {address} as context.")
    ask(desk, f"remember that Acme called. Use note {note} as context.")
    (remind, _, _), (todo, _, _) = desk.done
    assert remind.prompt == f"call Acme.\n\nContext: {address}"
    assert (todo.content, todo.note) == ("call Acme", f"Context: {address}")
    assert remind.context == todo.context == ()
    assert f"Acme called.\n\nContext: {address}" in ask(desk, "recall called")["response"]


@pytest.mark.req("REQ-6", "REQ-7")
def test_deleting_one_some_and_all(desk):
    first, second, third = (noted(desk, f"number {number}") for number in range(3))
    assert ask(desk, f"delete note {first} and note ffff")["status"] == "needs_input"
    with desk.database.read() as connection:
        assert count_notes(connection, ADA) == 3
    deleted = ask(desk, f"delete note {first} and mem://note/{second}")["response"]
    assert "number 0" in deleted
    assert "number 1" in deleted
    asked = ask(desk, "delete all my notes")
    assert asked["status"] == "needs_input"
    with desk.database.read() as connection:
        assert [note.note_id for note in own_notes(connection, ADA, 5)] == [third]
    noted(desk, "mine too", BOB)
    assert ask(desk, "I confirm: delete all my notes")["response"] == "I deleted all your notes: 1."
    assert ask(desk, "list my notes")["response"] == "You have no notes."
    assert "mine too" in ask(desk, "recall mine", BOB)["response"]
    assert "None" in ask(desk, "recall number")["response"]


@pytest.mark.req("REQ-6")
def test_the_words_of_a_deleted_note_leave_the_index(desk):
    with desk.database.write() as connection:
        kept, *gone = (keep_note(connection, ADA, f"note about {word}", desk.now) for word in ("acme", "bees", "cats"))
        keep_note(connection, BOB, "note about dogs", desk.now)
        delete_note(connection, ADA, gone[0].note_id)
        # Raises where the index and the notes do not agree.
        connection.execute("INSERT INTO note_words (note_words, rank) VALUES ('integrity-check', 1)")
        assert find_notes(connection, ADA, "acme", 5) == [kept]
        assert delete_notes(connection, ADA) == 2
        connection.execute("INSERT INTO note_words (note_words, rank) VALUES ('integrity-check', 1)")
        assert find_notes(connection, BOB, "dogs", 5)


@pytest.mark.req("REQ-6")
@pytest.mark.parametrize("stranger", [BOB, caller("ada", "work")])
def test_a_note_of_another_user_or_account_is_as_absent(desk, stranger):
    note = noted(desk, "the Acme renewal is decided for Q3")
    absent = noted(desk, "gone")
    ask(desk, f"delete note {absent}")
    with desk.database.write() as connection:
        delete_note(connection, stranger, note)
        assert delete_notes(connection, stranger) == 0
        assert count_notes(connection, stranger) == 0
        assert not find_notes(connection, stranger, "Acme", 5)
    for form in ("recall Acme. Use note {} as context.", "delete note {}", "show note {}"):
        answers = [ask(desk, form.format(name), stranger) for name in (note, absent)]
        assert {answer["status"] for answer in answers} == {"needs_input"}
        assert answers[0]["response"].replace(note, "") == answers[1]["response"].replace(absent, "")
    assert "Q3" in ask(desk, "recall Acme")["response"]


@pytest.mark.req("REQ-6")
@pytest.mark.parametrize("now", [FRIDAY, 0, -1, MIN_MS, MAX_MS])
def test_ids_are_uuids_of_version_7_at_their_instant(now):
    made = [UUID(new_note_id(now)) for _ in range(50)]
    assert {(made_id.version, made_id.variant) for made_id in made} == {(7, RFC_4122)}
    assert {made_id.int >> 80 for made_id in made} == {max(now, 0)}
    assert len(set(made)) == 50


@pytest.mark.req("REQ-6")
def test_ids_sort_by_time_and_leave_74_bits_to_chance():
    ids = [new_note_id(FRIDAY + number * SECOND) for number in range(50)]
    assert ids == sorted(ids)
    varying = 0
    first = UUID(ids[0]).int
    for _ in range(200):
        varying |= first ^ UUID(new_note_id(FRIDAY)).int
    assert varying.bit_count() == 74


@pytest.mark.req("REQ-6")
@given(st.integers(4, 32))
def test_a_beginning_of_any_length_is_read_with_its_hyphens(length):
    note_id = new_note_id(FRIDAY)
    digits = note_id.replace("-", "")[:length]
    beginning = id_beginning(digits)
    assert note_id.startswith(beginning)
    assert beginning.replace("-", "") == digits
