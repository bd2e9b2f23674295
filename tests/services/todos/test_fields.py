"""Each action takes exactly its fields; what a value may be; nothing is coerced (TODO-1, TODO-2)."""

import pytest

from support.todo_desk import ME, code_of
from workbench.services.todos.fields import ALLOWED, FIELDS, REQUIRED

GOOD = {
    "todo_id": "todo_x",
    "content": "Call the lab",
    "title": "Call the lab",
    "project_id": "apollo",
    "mount_capability": "cap_x",
    "priority": "high",
    "due_at": "2026-08-25T09:00:00Z",
    "status": "open",
    "note": "ask for Ada",
    "item_status": "all",
    "limit": 5,
    "cursor": "",
    "owner_timezone": "Europe/Berlin",
    "client_mutation_id": "key",
    "expected_version": 1,
    "confirm_delete_all": True,
}
ESSENTIAL = {
    "create": {"content": "Call the lab", "client_mutation_id": "key"},
    "update": {"todo_id": "todo_x", "expected_version": 1},
    "complete": {"todo_id": "todo_x"},
    "list": {},
    "delete_all": {"confirm_delete_all": True},
}
NO_TEXT = (1, 1.5, True, [], {}, ["a"])
WRONG_TYPES = {
    **dict.fromkeys(FIELDS, (*NO_TEXT, None)),
    **dict.fromkeys(("priority", "due_at", "note", "owner_timezone"), NO_TEXT),
    **dict.fromkeys(("limit", "expected_version"), ("5", True, None, [], {}, "")),
    "confirm_delete_all": ("true", 1, 0, None, [], {}),
}


def action_of(field):
    return next((action for action, allowed in ALLOWED.items() if field in allowed), None)


@pytest.mark.req("TODO-1")
@pytest.mark.parametrize(
    ("action", "field"),
    [
        (action, field)
        for action in ALLOWED
        for field in (*GOOD, "scope", "", "\x1b[31m")
        if field not in ALLOWED[action]
    ],
)
def test_a_field_of_another_action_or_of_none_is_refused(desk, action, field):
    error = desk.refused_call(action, **{**ESSENTIAL[action], field: GOOD.get(field, 1)})
    assert (error.code, error.field) == ("field_not_allowed_for_action", field)
    assert error.details["allowed"] == ["action", *ALLOWED[action]]
    assert "\x1b" not in error.message


@pytest.mark.req("TODO-1")
@pytest.mark.parametrize(
    ("action", "field"),
    [(action, field) for action in ALLOWED for field in ALLOWED[action] if field != "mount_capability"],
)
def test_every_field_of_an_action_is_taken(desk, action, field):
    """Whatever else may be wrong with the call, it is not that field."""
    args = {**ESSENTIAL[action], field: GOOD[field]}
    assert code_of(lambda: desk.call(action, **args)) in (None, "todo_not_found", "capability_required")


@pytest.mark.req("TODO-1")
@pytest.mark.parametrize(
    ("action", "field"), [(action, field) for action, names in REQUIRED.items() for field in names]
)
def test_a_missing_field_is_named(desk, action, field):
    args = {name: value for name, value in ESSENTIAL[action].items() if name != field}
    error = desk.refused_call(action, **args)
    assert (error.code, error.field) == ("missing_field", field)


@pytest.mark.req("TODO-1")
def test_a_todo_needs_content_or_title(desk):
    assert desk.refused_call("create", client_mutation_id="key").code == "missing_field"
    assert desk.call("create", client_mutation_id="key", title="By title")["item"]["content"] == "By title"


@pytest.mark.req("TODO-1")
@pytest.mark.parametrize(("field", "value"), [(field, value) for field in FIELDS for value in WRONG_TYPES[field]])
def test_no_type_is_coerced(desk, field, value):
    action = action_of(field) or "list"
    error = desk.refused(lambda: desk.todos.call(ME, {"action": action, **ESSENTIAL[action], field: value}))
    assert (error.code, error.field) == ("INVALID_ARGS", field)


@pytest.mark.req("TODO-1")
@pytest.mark.parametrize("args", [None, [], "list", 1, {}, {"Action": "list"}, {"action": "drop"}, {"action": ""}])
def test_what_is_no_call_at_all_is_refused(desk, args):
    assert desk.refused(lambda: desk.todos.call(ME, args)).code == "INVALID_ARGS"


@pytest.mark.req("TODO-1")
@pytest.mark.parametrize("field", ["todo_id", "project_id", "client_mutation_id"])
@pytest.mark.parametrize("value", ["", "x" * 256])
def test_ids_have_a_length(desk, field, value):
    action = action_of(field)
    error = desk.refused_call(action, **{**ESSENTIAL[action], field: value})
    assert (error.code, error.field) == ("INVALID_ARGS", field)


@pytest.mark.req("TODO-1")
@pytest.mark.parametrize("field", ["content", "note", "client_mutation_id", "priority", "due_at"])
def test_half_a_character_is_no_text(desk, field):
    error = desk.refused_call("create", **{**ESSENTIAL["create"], field: "a\ud800b"})
    assert (error.code, error.field) == ("INVALID_ARGS", field)


@pytest.mark.req("TODO-2")
@pytest.mark.parametrize("letter", ["a", "é", "日", "😀"])
@pytest.mark.parametrize(
    ("field", "most", "code"), [("content", 12_000, "content_too_long"), ("note", 8_000, "note_too_long")]
)
def test_limits_are_characters_and_not_bytes(desk, letter, field, most, code):
    args = {"content": "x", field: letter * most}
    assert desk.create(**args)[field] == letter * most
    error = desk.refused(lambda: desk.create(**{"content": "x", field: letter * (most + 1)}))
    assert (error.code, error.field, error.details) == (code, field, {"characters": most + 1, "limit": most})


@pytest.mark.req("TODO-2")
@pytest.mark.parametrize("action", ["create", "update"])
@pytest.mark.parametrize("title", ["call the lab", "Call the lab ", "Other", "Call the lab\u200b"])
def test_content_and_title_must_agree(desk, action, title):
    item = desk.create()
    more = {"client_mutation_id": "k"} if action == "create" else {"todo_id": item["todo_id"], "expected_version": 1}
    error = desk.refused_call(action, content="Call the lab", title=title, **more)
    assert error.code == "content_title_mismatch"
    both = desk.call(action, content="Call the labs", title="Call the labs", **more)["item"]
    assert (both["content"], both["title"]) == ("Call the labs", "Call the labs")


@pytest.mark.req("TODO-2")
@pytest.mark.parametrize("blank", ["", " ", "\t\n", "\u3000\ufeff"])
@pytest.mark.parametrize("field", ["content", "title"])
def test_a_todo_is_never_blank(desk, blank, field):
    error = desk.refused_call("create", client_mutation_id="k", **{field: blank})
    assert (error.code, error.field) == ("INVALID_ARGS", field)


@pytest.mark.req("TODO-2")
@pytest.mark.parametrize(
    ("field", "code", "values"),
    [
        ("priority", "invalid_priority", ["", "High", "urgent ", "medium", "0"]),
        ("status", "invalid_status", ["", "Open", "done", "all", "in-progress"]),
        (
            "due_at",
            "invalid_due_at",
            ["", "tomorrow", "+2h", "-2h", "2026-02-30", "2026-08-25T25:00:00Z", "1786000000000"],
        ),
        ("due_at", "time_out_of_range", ["0001-01-01T00:00:00+23:00", "9999-12-31T23:59:59-01:00"]),
        ("due_at", "nonexistent_local_time", ["2027-03-28T02:30:00", "2027-03-28 02:30"]),
        ("owner_timezone", "invalid_timezone", ["", "Mars/Olympus", "CET", "+02:00", "Europe/../Berlin", "utc"]),
    ],
)
def test_values_outside_their_set_have_a_code(desk, field, code, values):
    for value in values:
        error = desk.refused(lambda value=value: desk.create(**{field: value}))
        assert (error.code, error.field) == (code, field), value


@pytest.mark.req("TODO-2")
@pytest.mark.parametrize(
    ("given", "zone", "due_at", "local"),
    [
        ("2026-08-25T09:00:00Z", None, "2026-08-25T09:00:00Z", "Tue 2026-08-25 11:00:00 +02:00 Europe/Berlin"),
        (
            "2026-08-25T09:00:00+05:45",
            None,
            "2026-08-25T09:00:00+05:45",
            "Tue 2026-08-25 05:15:00 +02:00 Europe/Berlin",
        ),
        ("2026-08-25T09:00:00", None, "2026-08-25T09:00:00+02:00", "Tue 2026-08-25 09:00:00 +02:00 Europe/Berlin"),
        (
            "2026-08-25",
            "America/New_York",
            "2026-08-25T00:00:00-04:00",
            "Tue 2026-08-25 00:00:00 -04:00 America/New_York",
        ),
        ("2026-08-25 09:00", "Asia/Tokyo", "2026-08-25T09:00:00+09:00", "Tue 2026-08-25 09:00:00 +09:00 Asia/Tokyo"),
        ("1787648400", "UTC", "2026-08-25T09:00:00Z", "Tue 2026-08-25 09:00:00 +00:00 UTC"),
        ("2026-10-25 02:30", None, "2026-10-25T02:30:00+02:00", "Sun 2026-10-25 02:30:00 +02:00 Europe/Berlin"),
        ("1999-12-31T00:00:00Z", None, "1999-12-31T00:00:00Z", "Fri 1999-12-31 01:00:00 +01:00 Europe/Berlin"),
    ],
)
def test_due_times_are_read_in_the_owners_zone(desk, given, zone, due_at, local):
    item = desk.create(due_at=given, owner_timezone=zone)
    assert (item["due_at"], item["due_at_local"]) == (due_at, local)


@pytest.mark.req("TODO-2")
def test_null_clears(desk):
    item = desk.create(due_at="2026-08-25", note="ask for Ada", priority="urgent")
    cleared = desk.update(item, due_at=None, note=None, priority=None)["item"]
    assert [cleared[name] for name in ("due_at", "due_at_local", "note", "priority")] == [None, None, None, "normal"]
    assert cleared["version"] == 2
    plain = desk.create(due_at=None, note=None, priority=None, owner_timezone=None)
    assert [plain[name] for name in ("due_at", "note", "priority")] == [None, None, "normal"]


@pytest.mark.req("TODO-2")
def test_text_is_stored_as_it_was_given(desk):
    hostile = "'; DROP TABLE todos; -- \x1b[31m\u202e\x00 [bold]x[/] %s {} \r\n 👩‍👩‍👧"
    item = desk.create(hostile, note=hostile)
    assert (item["content"], item["note"]) == (hostile, hostile)
    assert desk.list()[0] == item
