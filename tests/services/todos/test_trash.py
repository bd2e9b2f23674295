"""Deleting everything, forgetting one, and bringing back (TODO-8)."""

import pytest

from support.todo_desk import DAY, ME, START, whoever
from workbench.services.todos.trash import KEPT_MS


def everything(desk):
    return {item["todo_id"]: item for item in desk.list(item_status="all", limit=100)}


def same(before, after, rise):
    """Whether the items are the same but for version and the time of the last change."""
    strip = {"version": None, "updated_at": None}
    assert {key: value | strip for key, value in before.items()} == {key: value | strip for key, value in after.items()}
    assert all(after[key]["version"] == item["version"] + rise for key, item in before.items())
    return True


@pytest.mark.req("TODO-8")
def test_delete_all_takes_the_callers_project_less_todos_in_one_batch(desk):
    for status in ("open", "in_progress", "completed"):
        desk.create(status=status)
    inside = desk.create(**desk.inside())
    others = [desk.create(identity=whoever(user="you")), desk.create(identity=whoever(account="ours"))]
    before = everything(desk)
    result = desk.call("delete_all", confirm_delete_all=True)
    assert result["mutation"] == {"status": "applied", "replayed": False, "client_mutation_id": None, "version": None}
    assert result["metadata"]["deleted"] == 3
    assert result["metadata"]["restorable_until"] == "2026-09-05T07:06:40Z"
    assert everything(desk) == {}
    assert desk.list(project_id="apollo") == [inside]
    assert [desk.list(whoever(user="you")), desk.list(whoever(account="ours"))] == [[others[0]], [others[1]]]
    (batch,) = desk.todos.trash(ME)
    assert (batch.batch, batch.count, batch.deleted, batch.until) == (
        result["metadata"]["batch"], 3, START, START + 30 * DAY,
    )  # fmt: skip
    assert {todo.todo_id for todo in desk.todos.trashed(ME, batch.batch)} == before.keys()
    assert desk.todos.restore(ME, batch=batch.batch)["restored"] == 3
    assert same(before, everything(desk), 2)
    assert desk.todos.trash(ME) == []


@pytest.mark.req("TODO-8")
def test_deleting_nothing_makes_no_batch(desk):
    result = desk.call("delete_all", confirm_delete_all=True)
    assert (result["mutation"]["status"], result["metadata"]["batch"], result["metadata"]["deleted"]) == (
        "unchanged",
        None,
        0,
    )
    assert desk.todos.trash(ME) == []


@pytest.mark.req("TODO-8")
def test_batches_come_back_apart(desk):
    first = desk.create("first")
    one = desk.call("delete_all", confirm_delete_all=True)["metadata"]["batch"]
    desk.now += 1
    second = desk.create("second")
    two = desk.call("delete_all", confirm_delete_all=True)["metadata"]["batch"]
    assert [batch.batch for batch in desk.todos.trash(ME)] == [two, one]
    desk.todos.restore(ME, batch=one)
    assert everything(desk).keys() == {first["todo_id"]}
    desk.todos.restore(ME, todo_id=second["todo_id"])
    assert everything(desk).keys() == {first["todo_id"], second["todo_id"]}
    for batch in (one, two, "batch_none", ""):
        assert desk.refused(lambda batch=batch: desk.todos.restore(ME, batch=batch)).code == "todo_not_found"


@pytest.mark.req("TODO-8")
def test_an_item_comes_back_out_of_a_batch(desk):
    items = [desk.create(str(number)) for number in range(3)]
    desk.call("delete_all", confirm_delete_all=True)
    back = desk.todos.restore(ME, todo_id=items[1]["todo_id"])
    assert (back["restored"], back["item"]["content"], back["item"]["version"]) == (1, "1", 3)
    assert desk.todos.restore(ME, todo_id=items[1]["todo_id"])["restored"] == 0
    assert desk.todos.trash(ME)[0].count == 2


@pytest.mark.req("TODO-8")
@pytest.mark.parametrize("by", ["batch", "todo_id"])
def test_the_trash_holds_for_thirty_days(desk, by):
    item = desk.create()
    batch = desk.todos.forget(ME, {"todo_id": item["todo_id"]})["batch"]
    what = {"batch": batch} if by == "batch" else {"todo_id": item["todo_id"]}
    desk.now = START + KEPT_MS
    assert desk.refused(lambda: desk.todos.restore(ME, **what)).code == "todo_not_found"
    assert (desk.todos.trash(ME), desk.todos.trashed(ME, batch)) == ([], [])
    assert desk.refused(lambda: desk.todos.forget(ME, {"todo_id": item["todo_id"]})).code == "todo_not_found"
    desk.now -= 1
    assert desk.todos.trash(ME)[0].batch == batch
    assert desk.todos.restore(ME, **what)["restored"] == 1


@pytest.mark.req("TODO-8")
def test_forget_is_idempotent_and_hides_the_todo(desk):
    item, kept = desk.create(), desk.create()
    first = desk.todos.forget(ME, {"todo_id": item["todo_id"]})
    assert (first["status"], first["item"]["todo_id"], first["restorable_until"]) == (
        "applied", item["todo_id"], "2026-09-05T07:06:40Z",
    )  # fmt: skip
    assert first["item"]["version"] == 2
    before = desk.rows()
    desk.now += DAY
    second = desk.todos.forget(ME, {"todo_id": item["todo_id"]})
    assert second == {**first, "status": "unchanged"}
    assert desk.rows() == before
    assert desk.list() == [kept]
    assert desk.refused(lambda: desk.update(first["item"], note="n")).code == "todo_not_found"
    assert desk.refused_call("complete", todo_id=item["todo_id"]).code == "todo_not_found"


@pytest.mark.req("TODO-8", "TODO-4")
def test_forget_in_a_project_needs_its_capability(desk):
    item = desk.create(**desk.inside())
    asked = {"todo_id": item["todo_id"]}
    less = {"project_id": "apollo", "mount_capability": desk.capability(operations=["update"])}
    for more, code in (
        ({}, "todo_not_found"),
        ({"project_id": "apollo"}, "capability_required"),
        (less, "capability_operation_denied"),
        ({"mount_capability": "cap_x"}, "missing_field"),
        (desk.inside("gemini"), "todo_not_found"),
    ):
        assert desk.refused(lambda more=more: desk.todos.forget(ME, {**asked, **more})).code == code
    assert desk.todos.forget(ME, {**asked, **desk.inside()})["status"] == "applied"
    assert desk.todos.trash(ME) == []
    assert desk.todos.trash(ME, project="apollo")[0].count == 1
    assert desk.refused(lambda: desk.todos.restore(ME, **asked)).code == "todo_not_found"
    assert desk.todos.restore(ME, **asked, project="apollo")["item"]["project_id"] == "apollo"


@pytest.mark.req("TODO-8")
@pytest.mark.parametrize(
    "args",
    [
        {},
        {"todo_id": 1},
        {"todo_id": None},
        {"todo_id": ""},
        {"todo_id": "x", "content": "x"},
        [],
        None,
        {"todo_id": "\udc00"},
    ],
)
def test_forget_takes_one_id_and_nothing_else(desk, args):
    assert desk.refused(lambda: desk.todos.forget(ME, args)).code == "INVALID_ARGS"


@pytest.mark.req("TODO-8")
@pytest.mark.parametrize("args", [{}, {"batch": "batch_x", "todo_id": "todo_x"}])
def test_restore_takes_a_batch_or_an_item(desk, args):
    assert desk.refused(lambda: desk.todos.restore(ME, **args)).code == "INVALID_ARGS"


@pytest.mark.req("TODO-8")
def test_the_trash_is_under_the_scopes_too(desk):
    item = desk.create()
    batch = desk.todos.forget(ME, {"todo_id": item["todo_id"]})["batch"]
    reader, writer = whoever(scopes=frozenset({"memory:read"})), whoever(scopes=frozenset({"memory:write"}))
    assert desk.refused(lambda: desk.todos.restore(reader, batch=batch)).code == "insufficient_scope"
    assert desk.refused(lambda: desk.todos.trash(writer)).code == "insufficient_scope"
    assert desk.refused(lambda: desk.todos.trashed(writer, batch)).code == "insufficient_scope"


@pytest.mark.req("TODO-8")
def test_a_stale_version_does_not_survive_the_trash(desk):
    item = desk.create()
    desk.call("delete_all", confirm_delete_all=True)
    desk.todos.restore(ME, todo_id=item["todo_id"])
    assert desk.refused(lambda: desk.update(item, note="n")).code == "version_conflict"


@pytest.mark.req("TODO-8")
def test_the_clock_may_go_back_and_the_trash_stays(desk):
    item = desk.create()
    desk.todos.forget(ME, {"todo_id": item["todo_id"]})
    desk.now = START - 365 * DAY
    assert desk.todos.restore(ME, todo_id=item["todo_id"])["restored"] == 1
