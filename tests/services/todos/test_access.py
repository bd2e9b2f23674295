"""Scopes, capabilities, and that what belongs to others is as good as absent (TODO-3, TODO-4, page 5 Everywhere)."""

import base64
import stat

import pytest

from support.todo_desk import BOTH, ME, START, code_of, whoever
from workbench.errors import WorkbenchError
from workbench.services.todos.capabilities import LIFETIME_MS, OPERATIONS, Signer, redacted
from workbench.services.todos.todos import signer_of

READ, WRITE = "memory:read", "memory:write"
CHANGES = {
    "create": {"content": "x", "client_mutation_id": "k"},
    "update": {"todo_id": "todo_x", "expected_version": 1},
    "complete": {"todo_id": "todo_x"},
    "delete_all": {"confirm_delete_all": True},
}


@pytest.mark.req("TODO-3")
@pytest.mark.parametrize("action", [*CHANGES, "list", "forget"])
@pytest.mark.parametrize("held", [frozenset(), frozenset({READ}), frozenset({WRITE}), frozenset({"memory:admin"})])
def test_neither_scope_implies_the_other(desk, action, held):
    needed = READ if action == "list" else WRITE
    caller = whoever(scopes=held)

    def call():
        if action == "forget":
            return desk.todos.forget(caller, {"todo_id": "todo_x"})
        return desk.call(action, caller, **CHANGES.get(action, {}))

    if needed in held:
        assert code_of(call) in (None, "todo_not_found")
        return
    error = desk.refused(call)
    assert error.code == "insufficient_scope"
    assert READ in error.message
    assert WRITE in error.message
    assert error.details == {"needed": needed, "held": sorted(held & BOTH)}


@pytest.mark.req("TODO-4")
def test_a_member_lists_a_project_without_a_capability(desk):
    item = desk.create("in apollo", **desk.inside())
    assert item["project_id"] == "apollo"
    assert desk.list(project_id="apollo") == [item]
    assert desk.list() == []
    assert desk.list(project_id="gemini") == []


@pytest.mark.req("TODO-4")
@pytest.mark.parametrize("project", ["mercury", "Apollo", "apollo ", "'; --"])
def test_no_member_cannot_tell_a_project_from_none(desk, project):
    error = desk.refused_call("list", project_id=project)
    assert (error.code, error.field) == ("project_not_found", "project_id")
    assert desk.refused_call("list", whoever(projects=frozenset()), project_id="apollo").code == "project_not_found"


@pytest.mark.req("TODO-4")
@pytest.mark.parametrize("action", ["create", "update", "complete"])
def test_a_change_in_a_project_needs_its_capability(desk, action):
    args = CHANGES[action]
    assert desk.refused_call(action, project_id="apollo", **args).code == "capability_required"
    alone = desk.refused_call(action, mount_capability=desk.capability(), **args)
    assert (alone.code, alone.field) == ("missing_field", "project_id")
    other = desk.refused_call(action, project_id="gemini", mount_capability=desk.capability(), **args)
    assert other.code == "capability_project_mismatch"
    operations = [each for each in OPERATIONS if each != action]
    less = desk.capability(operations=operations)
    denied = desk.refused_call(action, project_id="apollo", mount_capability=less, **args)
    assert denied.code == "capability_operation_denied"


@pytest.mark.req("TODO-4")
def test_a_capability_ends_by_the_given_clock(desk):
    place = desk.inside()
    desk.now += LIFETIME_MS - 1
    desk.create(**place)
    desk.now += 1
    assert desk.refused(lambda: desk.create(**place)).code == "capability_expired"
    desk.now = START
    desk.create(**place)


@pytest.mark.req("TODO-4")
@pytest.mark.parametrize("other", [{"user": "you"}, {"account": "ours"}])
def test_a_capability_is_bound_to_its_caller(desk, other):
    error = desk.refused_call("create", whoever(**other), **CHANGES["create"], **desk.inside())
    assert error.code == "capability_invalid"


def forgeries(good):
    body, mac = good.removeprefix("cap_").split(".")
    claims = base64.urlsafe_b64decode(body + "=" * (-len(body) % 4))
    raised = base64.urlsafe_b64encode(claims.replace(b"apollo", b"gemini")).rstrip(b"=").decode()
    yield from (
        "",
        "cap_",
        "cap_.",
        ".",
        body,
        f"{body}.{mac}",
        f"CAP_{body}.{mac}",
        f"cap_{raised}.{mac}",
        f"cap_{body}.",
    )
    yield from (
        good + "=",
        good + "A",
        " " + good,
        good[:-1],
        good + "\n",
        good.swapcase(),
        "cap_" + "A" * 5_000,
        "日本",
    )
    yield from (good[:at] + ("A" if good[at] != "A" else "B") + good[at + 1 :] for at in range(4, len(good)))


@pytest.mark.req("TODO-4")
def test_no_character_of_a_capability_can_be_changed(desk):
    good = desk.capability()
    before = desk.rows()
    for forged in forgeries(good):
        with pytest.raises(WorkbenchError) as raised:
            desk.create(project_id="apollo", mount_capability=forged)
        assert raised.value.code == "capability_invalid", forged
    assert desk.rows() == before


@pytest.mark.req("TODO-4")
def test_another_database_did_not_make_it(desk, tmp_path):
    from support.todo_desk import Desk

    other = Desk(tmp_path / "other")
    assert (
        desk.refused(lambda: desk.create(project_id="apollo", mount_capability=other.capability())).code
        == "capability_invalid"
    )
    other.database.close()


@pytest.mark.req("TODO-4")
def test_a_capability_is_never_echoed_nor_stored(desk):
    place = desk.inside()
    secret = place["mount_capability"]
    told = [desk.call("create", content="x", client_mutation_id="k", **place)]
    told.append(desk.call("list", project_id="apollo"))
    for wrong in ({"limit": 1}, {"status": "x"}, {"project_id": "gemini"}, {"client_mutation_id": "k", "content": "y"}):
        args = {"content": "z", "client_mutation_id": "l", **place, **wrong}
        error = desk.refused_call("create", **args)
        told.append((error.message, error.details, repr(error)))
    wrapped = desk.refused_call("create", **CHANGES["create"], project_id="apollo", mount_capability=[secret])
    told.append((wrapped.code, wrapped.message, wrapped.details))
    assert wrapped.code == "INVALID_ARGS"
    told += [repr(desk.todos), repr(signer_of(desk.database)), desk.rows(), redacted({"action": "create", **place})]
    assert secret[4:40] not in repr(told)
    assert secret.split(".")[1] not in repr(told)
    path = desk.database.path
    desk.database.close()
    stored = b"".join(each.read_bytes() for each in path.parent.iterdir())
    assert secret.split(".")[1].encode() not in stored


@pytest.mark.req("TODO-4")
def test_the_secret_is_made_once_and_lies_in_a_private_file(desk, tmp_path):
    from support.todo_desk import Desk

    again = Desk(tmp_path)
    assert again.create(project_id="apollo", mount_capability=desk.capability())["project_id"] == "apollo"
    again.database.close()
    assert stat.S_IMODE(desk.database.path.stat().st_mode) == 0o600


@pytest.mark.req("TODO-4")
@pytest.mark.parametrize(
    ("args", "code"),
    [
        (("mercury", ["create"]), "project_not_found"),
        (("apollo", []), "invalid_operation"),
        (("apollo", ["delete_all"]), "invalid_operation"),
        (("apollo", ["create"], 0), "invalid_lifetime"),
        (("apollo", ["create"], 60 * 60_000 + 1), "invalid_lifetime"),
    ],
)
def test_only_short_capabilities_for_members_are_made(desk, args, code):
    with pytest.raises(WorkbenchError) as raised:
        desk.todos.grant(ME, *args)
    assert raised.value.code == code


@pytest.mark.req("TODO-4")
def test_a_weak_secret_makes_no_signer():
    with pytest.raises(WorkbenchError, match="32"):
        Signer(b"short")


STRANGERS = {
    "another user": whoever(user="you"),
    "another account": whoever(account="ours"),
    "both": whoever(user="you", account="ours"),
    "names run together": whoever(user="memine", account=""),
}


@pytest.mark.req("TODO-4")
@pytest.mark.parametrize("who", STRANGERS)
def test_what_is_anothers_answers_like_what_is_not_there(desk, who):
    item, trashed = desk.create(), desk.create()
    gone = desk.todos.forget(ME, {"todo_id": trashed["todo_id"]})
    stranger, absent = STRANGERS[who], "todo_" + "0" * 24

    def answers(todo_id):
        calls = (
            lambda: desk.call("update", stranger, todo_id=todo_id, expected_version=1, note="n"),
            lambda: desk.call("complete", stranger, todo_id=todo_id),
            lambda: desk.todos.forget(stranger, {"todo_id": todo_id}),
            lambda: desk.todos.restore(stranger, todo_id=todo_id),
        )
        errors = [desk.refused(call) for call in calls]
        return [(error.code, error.field, error.details, error.message.replace(todo_id, "ID")) for error in errors]

    assert answers(item["todo_id"]) == answers(trashed["todo_id"]) == answers(absent)
    assert desk.list(stranger, item_status="all") == []
    assert desk.todos.trash(stranger) == []
    assert desk.todos.trashed(stranger, gone["batch"]) == []
    assert desk.refused(lambda: desk.todos.restore(stranger, batch=gone["batch"])).code == "todo_not_found"
    assert desk.call("delete_all", stranger, confirm_delete_all=True)["metadata"]["deleted"] == 0
    assert desk.list() == [item]


@pytest.mark.req("TODO-4")
def test_a_projects_todo_is_not_found_without_its_project(desk):
    inside, outside = desk.create(**desk.inside()), desk.create()
    for action, more in (("update", {"expected_version": 1, "note": "n"}), ("complete", {})):
        assert desk.refused_call(action, todo_id=inside["todo_id"], **more).code == "todo_not_found"
        for item, project in ((inside, "gemini"), (outside, "apollo")):
            error = desk.refused_call(action, todo_id=item["todo_id"], **more, **desk.inside(project))
            assert error.code == "todo_not_found"
    assert desk.refused(lambda: desk.todos.forget(ME, {"todo_id": inside["todo_id"]})).code == "todo_not_found"
    assert desk.call("complete", todo_id=inside["todo_id"], **desk.inside())["item"]["status"] == "completed"


@pytest.mark.req("TODO-4")
def test_ids_are_not_guessable(desk):
    ids = {desk.create()["todo_id"] for _ in range(50)}
    assert len(ids) == 50
    assert all(each.startswith("todo_") and len(each) == 29 and each[5:].isalnum() for each in ids)
    assert len({each[5:17] for each in ids}) == 50
