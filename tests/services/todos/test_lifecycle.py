"""Versions, states, results, and the fixed order of checks (TODO-5, TODO-9)."""

import itertools

import pytest

from support.todo_desk import START, whoever
from workbench.services.todos.schemas import FORGET_OUTPUT, TODO_OUTPUT

KEYS = ["action", "item", "items", "next_cursor", "mutation", "metadata"]
ITEM_KEYS = [
    "todo_id", "content", "title", "project_id", "status", "priority", "due_at", "due_at_local", "note", "version",
    "created_at", "updated_at", "completed_at",
]  # fmt: skip
MUTATION_KEYS = ["status", "replayed", "client_mutation_id", "version"]
STATUSES = ("open", "in_progress", "completed")


@pytest.mark.req("TODO-9")
def test_results_have_fixed_keys(desk):
    from workbench.bench.tools.arguments import compile_schema

    check, item = compile_schema(TODO_OUTPUT), desk.create()
    results = [
        desk.call("create", content="x", client_mutation_id="k"),
        desk.call("create", content="x", client_mutation_id="k"),
        desk.update(item, note="n"),
        desk.call("complete", todo_id=item["todo_id"]),
        desk.call("complete", todo_id=item["todo_id"]),
        desk.call("list", item_status="all", limit=1),
        desk.call("delete_all", confirm_delete_all=True),
        desk.call("delete_all", confirm_delete_all=True),
    ]
    for result in results:
        check(result)
        assert list(result) == KEYS
        assert all(list(each) == ITEM_KEYS for each in (result["item"], *result["items"]) if each)
        assert result["mutation"] is None or list(result["mutation"]) == MUTATION_KEYS
    compile_schema(FORGET_OUTPUT)(desk.todos.forget(whoever(), {"todo_id": desk.create()["todo_id"]}))


@pytest.mark.req("TODO-9")
def test_the_seeds_examples(desk):
    created = desk.call(
        "create",
        content="Review the MCP scope matrix",
        client_mutation_id="task-review-scope-001",
        due_at="2026-08-25T09:00:00Z",
    )
    assert created["item"] == {
        "todo_id": created["item"]["todo_id"],
        "content": "Review the MCP scope matrix",
        "title": "Review the MCP scope matrix",
        "project_id": None,
        "status": "open",
        "priority": "normal",
        "due_at": "2026-08-25T09:00:00Z",
        "due_at_local": "Tue 2026-08-25 11:00:00 +02:00 Europe/Berlin",
        "note": None,
        "version": 1,
        "created_at": "2026-08-06T07:06:40Z",
        "updated_at": "2026-08-06T07:06:40Z",
        "completed_at": None,
    }
    assert created["mutation"] == {
        "status": "applied", "replayed": False, "client_mutation_id": "task-review-scope-001", "version": 1,
    }  # fmt: skip
    assert desk.call("list", item_status="open", limit=10)["items"] == [created["item"]]
    assert desk.call("list")["items"] == [created["item"]]


@pytest.mark.req("TODO-9")
@pytest.mark.parametrize(("before", "after"), list(itertools.product(STATUSES, STATUSES)))
def test_status_moves_freely(desk, before, after):
    item = desk.create(status=before)
    assert item["completed_at"] == (item["created_at"] if before == "completed" else None)
    desk.now += 60_000
    result = desk.update(item, status=after)
    changed = result["item"]
    entered = "2026-08-06T07:06:40Z" if before == "completed" else "2026-08-06T07:07:40Z"
    assert changed["completed_at"] == (entered if after == "completed" else None)
    assert changed["version"] == 1 + (before != after)
    assert result["mutation"]["status"] == ("unchanged" if before == after else "applied")
    assert changed["updated_at"] == ("2026-08-06T07:06:40Z" if before == after else "2026-08-06T07:07:40Z")


@pytest.mark.req("TODO-5")
def test_a_version_rises_with_effective_changes_only(desk):
    item = desk.create(note="n", due_at="2026-08-25")
    same = desk.update(item, content=item["content"], note="n", due_at="2026-08-25", priority="normal", status="open")
    assert (same["item"], same["mutation"]["status"]) == (item, "unchanged")
    nothing = desk.update(item, owner_timezone="UTC")
    assert (nothing["item"]["version"], nothing["mutation"]["status"]) == (1, "unchanged")
    assert nothing["item"]["due_at_local"] == "Mon 2026-08-24 22:00:00 +00:00 UTC"
    for number, change in enumerate(({"note": "m"}, {"priority": "low"}, {"title": "Other"}, {"due_at": None}), 2):
        item = desk.update(item, **change)["item"]
        assert item["version"] == number


@pytest.mark.req("TODO-6")
def test_completing_twice_is_unchanged_and_keeps_the_first_time(desk):
    item = desk.create()
    first = desk.call("complete", todo_id=item["todo_id"], note="done by Ada")
    assert (first["mutation"]["status"], first["item"]["version"], first["item"]["note"]) == (
        "applied",
        2,
        "done by Ada",
    )
    desk.now += 60_000
    second = desk.call("complete", todo_id=item["todo_id"])
    assert (second["mutation"]["status"], second["item"]) == ("unchanged", first["item"])
    third = desk.call("complete", todo_id=item["todo_id"], note=None)
    assert (third["mutation"]["status"], third["item"]["version"]) == ("applied", 3)
    assert third["item"]["completed_at"] == first["item"]["completed_at"]


@pytest.mark.req("TODO-5")
@pytest.mark.parametrize("version", [0, -1, 1.5, 1.0, -(10**30), 1e300])
def test_a_version_is_a_positive_whole_number(desk, version):
    item = desk.create()
    error = desk.refused(lambda: desk.update(item, expected_version=version, note="n"))
    assert (error.code, error.field) == ("invalid_expected_version", "expected_version")


@pytest.mark.req("TODO-5")
@pytest.mark.parametrize("version", [1, 3, 10**30])
def test_another_version_is_a_conflict_that_shows_the_item(desk, version):
    item = desk.update(desk.create(), note="theirs")["item"]
    error = desk.refused(lambda: desk.update(item, expected_version=version, note="mine"))
    assert error.code == "version_conflict"
    assert error.details == {"version": 2, "item": item}


# Each call is wrong in everything from its place on; the first thing wrong decides.
ORDER = {
    "action": ({"action": "drop", "content": 1}, "INVALID_ARGS"),
    "types": ({"action": "update", "content": 1, "limit": 5}, "INVALID_ARGS"),
    "allowed": ({"action": "update", "limit": 5}, "field_not_allowed_for_action"),
    "missing": ({"action": "update", "status": "done"}, "missing_field"),
    "values": ({"status": "done"}, "invalid_status"),
    "scope": ({}, "insufficient_scope"),
    "capability": ({}, "capability_invalid"),
    "replay": ({"client_mutation_id": "used"}, "idempotency_key_reused"),
    "existence": ({"client_mutation_id": "new"}, "todo_not_found"),
    "version": ({"client_mutation_id": "new", "expected_version": 9}, "version_conflict"),
}


@pytest.mark.req("TODO-9")
@pytest.mark.parametrize("step", ORDER)
def test_checks_run_in_a_fixed_order(desk, step):
    place = desk.inside()
    item = desk.create(**place)
    desk.create(client_mutation_id="used", **place)
    late = step in ("replay", "existence", "version")
    args = {"action": "update", "todo_id": item["todo_id"] if step == "version" else "todo_none", "expected_version": 9}
    args |= {"project_id": "apollo", "mount_capability": place["mount_capability"] if late else "cap_no"}
    if step in ("action", "types", "allowed", "missing"):
        args = {}
    change, code = ORDER[step]
    able = step in ("capability", "replay", "existence", "version")
    caller = whoever() if able else whoever(scopes=frozenset())
    assert desk.refused(lambda: desk.todos.call(caller, {**args, **change})).code == code


@pytest.mark.req("TODO-9")
def test_bulk_safety_comes_after_scope_and_before_everything_stored(desk):
    desk.create()
    assert desk.refused_call("delete_all", whoever(scopes=frozenset({"memory:read"}))).code == "insufficient_scope"
    assert desk.refused_call("delete_all").code == "confirmation_required"
    assert desk.refused_call("delete_all", confirm_delete_all=False).code == "confirmation_required"
    holder = whoever(capability_holder=True)
    for args in ({}, {"confirm_delete_all": True}):
        assert desk.refused_call("delete_all", holder, **args).code == "delete_all_unavailable"


@pytest.mark.req("TODO-9")
def test_the_given_clock_is_the_only_one(desk):
    assert desk.create()["created_at"] == "2026-08-06T07:06:40Z"
    desk.now = START - 10 * 365 * 86_400_000
    assert desk.create()["created_at"].startswith("2016-")
