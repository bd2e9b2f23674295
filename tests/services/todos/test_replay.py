"""A mutation id answers for every repetition of its first success (TODO-6)."""

import random

import pytest

from support.todo_desk import DAY, whoever


def again(desk, action, args):
    """The same call with its fields in another order."""
    names = list(args)
    random.Random(5).shuffle(names)
    return desk.call(action, **{name: args[name] for name in names})


@pytest.mark.req("TODO-6")
def test_a_repeated_create_gives_the_first_result_and_writes_nothing(desk):
    args = {
        "content": "Call the lab",
        "client_mutation_id": "k",
        "priority": "high",
        "due_at": "2026-08-25",
        "note": "n",
    }
    first = desk.call("create", **args)
    desk.update(first["item"], content="Changed since")
    before = desk.rows()
    desk.now += 400 * DAY
    second = again(desk, "create", args)
    assert second == {**first, "mutation": {**first["mutation"], "replayed": True}}
    assert desk.rows() == before


@pytest.mark.req("TODO-6")
def test_a_repeated_update_is_answered_before_its_version_is_looked_at(desk):
    item = desk.create()
    args = {"todo_id": item["todo_id"], "expected_version": 1, "note": "n", "client_mutation_id": "k"}
    first = desk.call("update", **args)
    desk.update(first["item"], note="later")
    assert again(desk, "update", args) == {**first, "mutation": {**first["mutation"], "replayed": True}}
    desk.todos.forget(whoever(), {"todo_id": item["todo_id"]})
    assert again(desk, "update", args)["item"] == first["item"]


@pytest.mark.req("TODO-6")
@pytest.mark.parametrize("change", [{"note": "m"}, {"note": None}, {"priority": "normal"}, {"content": "call the lab"}])
def test_other_fields_under_the_same_key_are_refused(desk, change):
    args = {"content": "Call the lab", "client_mutation_id": "k"}
    desk.call("create", **args)
    error = desk.refused_call("create", **{**args, **change})
    assert (error.code, error.field) == ("idempotency_key_reused", "client_mutation_id")


@pytest.mark.req("TODO-6")
def test_another_action_under_the_same_key_is_refused(desk):
    item = desk.create(client_mutation_id="k")
    assert desk.refused(lambda: desk.update(item, client_mutation_id="k")).code == "idempotency_key_reused"


@pytest.mark.req("TODO-6")
def test_only_successes_consume_a_key(desk):
    item = desk.create()
    refused = {"todo_id": item["todo_id"], "client_mutation_id": "k", "note": "n"}
    assert desk.refused_call("update", expected_version=7, **refused).code == "version_conflict"
    assert desk.call("update", expected_version=1, **refused)["mutation"]["replayed"] is False
    desk.refused_call("create", content="x" * 12_001, client_mutation_id="l")
    assert desk.call("create", content="x", client_mutation_id="l")["mutation"]["replayed"] is False


@pytest.mark.req("TODO-6")
def test_a_key_belongs_to_owner_and_project(desk):
    args = {"content": "Call the lab", "client_mutation_id": "k"}
    found = {desk.call("create", **args)["item"]["todo_id"]}
    for caller in (whoever(user="you"), whoever(account="ours")):
        result = desk.call("create", caller, **{**args, "content": "Another"})
        assert result["mutation"]["replayed"] is False
        found.add(result["item"]["todo_id"])
    found |= {desk.call("create", **args, **desk.inside(name))["item"]["todo_id"] for name in ("apollo", "gemini")}
    assert len(found) == 5


@pytest.mark.req("TODO-6", "TODO-4")
def test_a_renewed_capability_does_not_make_another_wish(desk):
    args = {"content": "Call the lab", "client_mutation_id": "k"}
    first = desk.call("create", **args, **desk.inside())
    desk.now += 10 * 60_000
    assert desk.call("create", **args, **desk.inside())["item"] == first["item"]


@pytest.mark.req("TODO-6")
def test_an_unchanged_update_consumes_its_key_too(desk):
    item = desk.create()
    args = {"todo_id": item["todo_id"], "expected_version": 1, "client_mutation_id": "k"}
    assert desk.call("update", **args)["mutation"]["status"] == "unchanged"
    assert desk.call("update", **args)["mutation"] == {
        "status": "unchanged", "replayed": True, "client_mutation_id": "k", "version": 1,
    }  # fmt: skip
