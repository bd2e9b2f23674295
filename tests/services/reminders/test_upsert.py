"""Creating and changing a reminder: what a field does by being there, and what stays."""

import re

import pytest

from support.reminder_desk import person

pytestmark = pytest.mark.req("REM-1")
KEYS = ["id", "prompt", "subject", "tags", "due_at", "completed_at", "created_at"]


@pytest.mark.req("REM-3")
def test_the_examples_of_the_description(desk):
    standup = {"prompt": "Did @max submit standup? If not, DM @lead.", "subject": "standup:user_max:2026-05-07"}
    tags = {"tags": ["standup-followup"]}
    relative = desk.put({**standup, "due_at": "+2h", **tags}, made_id="arem_abc123")
    assert relative == {
        **standup,
        **tags,
        "id": "arem_abc123",
        "due_at": "2026-05-05T11:00:00Z",
        "completed_at": None,
        "created_at": "2026-05-05T09:00:00Z",
    }
    iso = desk.put({**standup, "due_at": "2026-05-07T10:00:00Z", **tags})
    assert iso["due_at"] == "2026-05-07T10:00:00Z"
    desk.at("2026-05-05T11:30:00.000Z")
    pushed = desk.put({"id": "arem_abc123", "due_at": "+1d"})
    assert pushed == {**relative, "due_at": "2026-05-06T11:30:00Z"}
    completed = desk.put({"id": "arem_abc123", "completed": True})
    assert completed == {**pushed, "completed_at": "2026-05-05T11:30:00Z"}


@pytest.mark.req("REM-3")
def test_exactly_the_keys_all_present(desk):
    assert list(desk.make()) == KEYS
    assert list(desk.put({"id": desk.make()["id"], "completed": True})) == KEYS


def test_a_minimum_has_nulls_and_an_empty_list(desk):
    made = desk.make()
    assert (made["subject"], made["tags"], made["completed_at"]) == (None, [], None)


def test_never_idempotent(desk):
    args = {"prompt": "look", "due_at": "+1h", "subject": "same", "tags": ["t"]}
    first, second = desk.put(args), desk.put(args)
    assert first["id"] != second["id"]
    assert {**first, "id": ""} == {**second, "id": ""}
    assert len(desk.everything()) == 2


@pytest.mark.req("REM-3")
def test_made_ids_cannot_be_guessed(desk):
    ids = [desk.make()["id"] for _ in range(50)]
    assert len(set(ids)) == 50
    assert all(re.fullmatch(r"arem_[a-z0-9]{24}", made) for made in ids)
    # Two ids made at the same time share no more than chance gives: 1 in 36 places.
    alike = [sum(a == b for a, b in zip(ids[0][5:], other[5:], strict=True)) for other in ids[1:]]
    assert max(alike) <= 8


@pytest.mark.req("REM-3")
def test_a_set_id_that_is_taken(desk):
    desk.put({"prompt": "a", "due_at": "+1h"}, made_id="arem_abc")
    before = desk.everything()
    for chosen in ("arem_abc", "other_abc", "arem_", "arem_ä"):
        with pytest.raises(Exception, match="id") as error:
            desk.put({"prompt": "b", "due_at": "+1h"}, made_id=chosen)
        assert error.value.code == "invalid_id"
    assert desk.everything() == before


@pytest.mark.req("REM-6")
def test_a_set_id_that_another_has_is_free(desk):
    desk.put({"prompt": "theirs", "due_at": "+1h"}, person("eve"), made_id="arem_abc")
    mine = desk.put({"prompt": "mine", "due_at": "+1h"}, made_id="arem_abc")
    assert mine["prompt"] == "mine"
    assert desk.put({"id": "arem_abc"}, person("eve"))["prompt"] == "theirs"


@pytest.mark.parametrize(
    ("change", "changed"),
    [
        ({}, {}),
        ({"prompt": "anew"}, {"prompt": "anew"}),
        ({"due_at": "+1d"}, {"due_at": "2026-05-06T10:00:00Z"}),
        ({"due_at": "2026-05-08"}, {"due_at": "2026-05-08T00:00:00+02:00"}),
        ({"subject": "other"}, {"subject": "other"}),
        ({"subject": None}, {"subject": None}),
        ({"tags": ["b", "c"]}, {"tags": ["b", "c"]}),
        ({"tags": []}, {"tags": []}),
        ({"completed": False}, {}),
        ({"completed": True}, {"completed_at": "2026-05-05T10:00:00Z"}),
        ({"prompt": "anew", "subject": None, "tags": []}, {"prompt": "anew", "subject": None, "tags": []}),
    ],
)
def test_only_what_is_present_changes(desk, change, changed):
    made = desk.make(subject="about", tags=["a"])
    beside = desk.make(subject="about", tags=["a"])
    desk.at("2026-05-05T10:00:00.000Z")
    after = desk.put({"id": made["id"], **change})
    assert after == {**made, **changed}
    assert desk.put({"id": made["id"]}) == after
    assert desk.put({"id": beside["id"]}) == beside


def test_an_id_alone_writes_nothing(desk):
    made = desk.make()
    with desk.database.read() as connection:
        before = connection.execute("PRAGMA data_version").fetchone()[0], connection.total_changes
    desk.put({"id": made["id"]})
    desk.put({"id": made["id"], "completed": False})
    with desk.database.read() as connection:
        assert (connection.execute("PRAGMA data_version").fetchone()[0], connection.total_changes) == before


@pytest.mark.parametrize("missing", ["prompt", "due_at"])
def test_a_new_one_needs_prompt_and_due(desk, missing):
    args = {"prompt": "look", "due_at": "+1h"}
    del args[missing]
    error = desk.refused(args)
    assert (error.code, error.field) == ("missing_field", missing)


@pytest.mark.req("REM-2")
class TestCompleting:
    def test_again_keeps_the_first_time(self, desk):
        made = desk.make()
        first = desk.put({"id": made["id"], "completed": True})
        desk.at("2026-05-06T09:00:00.000Z")
        assert desk.put({"id": made["id"], "completed": True}) == first
        assert desk.put({"id": made["id"], "prompt": "anew"}) == {**first, "prompt": "anew"}

    def test_reopened_and_completed_anew(self, desk):
        made = desk.make()
        desk.put({"id": made["id"], "completed": True})
        assert desk.put({"id": made["id"], "completed": False}) == made
        desk.at("2026-05-06T09:00:00.000Z")
        again = desk.put({"id": made["id"], "completed": True})
        assert again["completed_at"] == "2026-05-06T09:00:00Z"

    def test_reopened_is_listed_again(self, desk):
        made = desk.make()
        desk.at("2026-05-05T10:00:00.000Z")
        assert desk.due_ids() == [made["id"]]
        desk.put({"id": made["id"], "completed": True})
        assert desk.due_ids() == []
        desk.put({"id": made["id"], "completed": False})
        assert desk.due_ids() == [made["id"]]

    def test_not_on_create(self, desk):
        error = desk.refused({"prompt": "look", "due_at": "+1h", "completed": True})
        assert (error.code, error.field) == ("completed_requires_id", "completed")

    def test_false_on_create_is_what_it_is(self, desk):
        assert desk.make(completed=False)["completed_at"] is None

    def test_with_other_fields_in_one_call(self, desk):
        made = desk.make()
        after = desk.put({"id": made["id"], "completed": True, "prompt": "done", "subject": "s", "due_at": "+3h"})
        assert after == {
            **made,
            "completed_at": "2026-05-05T09:00:00Z",
            "prompt": "done",
            "subject": "s",
            "due_at": "2026-05-05T12:00:00Z",
        }

    @pytest.mark.parametrize(
        "bad", [{"due_at": "-2h"}, {"prompt": " "}, {"subject": "x" * 201}, {"tags": [""]}, {"due_at": "+0m"}]
    )
    def test_all_or_nothing(self, desk, bad):
        made = desk.make()
        desk.refused({"id": made["id"], "prompt": "anew", "completed": True, **bad})


@pytest.mark.req("REM-5")
class TestFuture:
    @pytest.mark.parametrize(
        "due_at", ["+0m", "+0s", "2026-05-05T09:00:00Z", "2026-05-05 11:00", "2026-05-05", "1746604800", "0"]
    )
    def test_not_future(self, desk, due_at):
        made = desk.make()
        for args in ({"prompt": "look"}, {"id": made["id"]}):
            error = desk.refused({**args, "due_at": due_at})
            assert (error.code, error.field) == ("not_future", "due_at")
            assert error.details["now"] == "2026-05-05T09:00:00.000Z"
            assert error.details["value"] in error.message
            assert error.details["now"] in error.message
            assert "+30m" in error.message

    def test_the_first_future_second(self, desk):
        assert desk.make(due_at="+1s")["due_at"] == "2026-05-05T09:00:01Z"
        assert desk.make(due_at="2026-05-05T09:00:01Z")["due_at"] == "2026-05-05T09:00:01Z"

    @pytest.mark.parametrize(
        ("due_at", "listed"),
        [
            ("+13d", True),
            ("2026-05-19T08:59:59Z", True),
            ("2026-05-19T09:00:00Z", False),
            ("+2w", False),
            ("+3w", False),
        ],
    )
    def test_a_notice_for_what_will_never_be_listed(self, desk, due_at, listed):
        answer = desk.call({"prompt": "look", "due_at": due_at})
        assert list(answer.value) == ["reminder"]
        assert (answer.notice is None) is listed
        if answer.notice is not None:
            assert "Tue 2026-05-19 11:00:00 Europe/Berlin" in answer.notice

    def test_a_notice_when_pushed_out_too_far(self, desk):
        made = desk.make()
        desk.at("2026-05-18T09:00:00.000Z")
        assert desk.call({"id": made["id"], "due_at": "+23h"}).notice is None
        assert desk.call({"id": made["id"], "due_at": "+1d"}).notice
        assert desk.call({"id": made["id"], "prompt": "anew"}).notice is None

    def test_pushing_out_does_not_extend(self, desk):
        made = desk.make()
        desk.at("2026-05-18T09:00:00.000Z")
        desk.put({"id": made["id"], "due_at": "+1h"})
        desk.at("2026-05-19T08:59:59.999Z")
        assert desk.due_ids() == [made["id"]]
        desk.at("2026-05-19T09:00:00.000Z")
        assert desk.due_ids() == []
        desk.put({"id": made["id"], "due_at": "+1h"})
        desk.at("2026-05-19T11:00:00.000Z")
        assert desk.due_ids() == []

    def test_what_is_expired_can_still_be_changed(self, desk):
        made = desk.make()
        desk.at("2026-07-01T09:00:00.000Z")
        assert desk.put({"id": made["id"], "completed": True})["completed_at"] == "2026-07-01T09:00:00Z"


@pytest.mark.req("REM-4")
def test_the_given_offset_is_kept_until_it_is_changed(desk):
    made = desk.make(due_at="2026-05-07T12:00:00-03:30")
    assert made["due_at"] == "2026-05-07T12:00:00-03:30"
    assert desk.put({"id": made["id"], "prompt": "anew"})["due_at"] == made["due_at"]


@pytest.mark.req("REM-4")
def test_no_zone_is_utc(desk):
    desk.zone = None
    assert desk.make(due_at="2026-05-07")["due_at"] == "2026-05-07T00:00:00Z"
    assert desk.call({"prompt": "p", "due_at": "+3w"}).notice
