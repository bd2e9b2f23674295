"""Paging against a model: random edits between pages lose and repeat nothing that stays as it is (TODO-7)."""

import base64
import tempfile
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from support.todo_desk import ME, START, Desk, whoever
from workbench.services.todos.fields import PRIORITIES, STATUSES

HOUR = 3_600_000
DUES = st.sampled_from([None, *(f"2026-08-0{day}T00:00:00Z" for day in range(1, 5))])
STATES = st.fixed_dictionaries({
    "due_at": DUES, "priority": st.sampled_from(PRIORITIES), "status": st.sampled_from(STATUSES),
})  # fmt: skip
CHANGES = st.fixed_dictionaries(
    {}, optional={"due_at": DUES, "priority": st.sampled_from(PRIORITIES), "status": st.sampled_from(STATUSES)}
)
EDITS = st.lists(
    st.one_of(
        st.tuples(st.just("create"), STATES, st.integers(-2, 2)),
        st.tuples(st.just("update"), CHANGES, st.integers(0, 30)),
        st.tuples(st.just("forget"), st.none(), st.integers(0, 30)),
        st.tuples(st.just("restore"), st.none(), st.integers(0, 30)),
    ),
    max_size=6,
)


def place(item):
    """Where an item stands in a list, said again from the words of the rule."""
    rank = PRIORITIES.index(item["priority"])
    return (item["due_at"] is None, item["due_at"] or "", rank, item["created_at"], item["todo_id"])


def belongs(item, status):
    return status in ("all", item["status"])


class Model:
    """All items as they last were, by id, and which of them were touched since the list began."""

    def __init__(self, desk):
        self.desk = desk
        self.items, self.touched, self.trash = {}, set(), set()

    def edit(self, kind, args, number):
        if kind == "create":
            self.desk.now = START + number * 1_000
            item = self.desk.create(**args)
            self.items[item["todo_id"]] = item
            return self.touched.add(item["todo_id"])
        ids = sorted(self.trash if kind == "restore" else self.items.keys() - self.trash)
        if not ids:
            return None
        todo_id = ids[number % len(ids)]
        self.touched.add(todo_id)
        if kind == "update":
            self.items[todo_id] = self.desk.update(self.items[todo_id], **args)["item"]
        elif kind == "forget":
            self.items[todo_id] = self.desk.todos.forget(ME, {"todo_id": todo_id})["item"]
            self.trash.add(todo_id)
        else:
            self.items[todo_id] = self.desk.todos.restore(ME, todo_id=todo_id)["item"]
            self.trash.discard(todo_id)
        return None

    def listed(self, status):
        there = (item for todo_id, item in self.items.items() if todo_id not in self.trash)
        return sorted((item for item in there if belongs(item, status)), key=place)


@pytest.mark.req("TODO-7")
@settings(max_examples=60)
@given(
    first=st.lists(STATES, max_size=12),
    status=st.sampled_from([*STATUSES, "all"]),
    limit=st.integers(1, 5),
    between=st.lists(EDITS, max_size=8),
)
def test_an_unchanged_item_is_seen_exactly_once(first, status, limit, between):
    with tempfile.TemporaryDirectory() as folder:
        desk = Desk(Path(folder))
        model = Model(desk)
        for number, args in enumerate(first):
            model.edit("create", args, number % 3)
        model.touched.clear()
        at_first = {item["todo_id"] for item in model.listed(status)}
        seen, last, cursor, edits = [], None, "", iter(between)
        while cursor is not None:
            page = desk.call("list", item_status=status, limit=limit, cursor=cursor)
            expected = [item for item in model.listed(status) if last is None or place(item) > last]
            assert page["items"] == expected[:limit]
            assert (page["next_cursor"] is not None) == (len(expected) > limit)
            seen += [item["todo_id"] for item in page["items"]]
            last = place(page["items"][-1]) if page["items"] else last
            cursor = page["next_cursor"]
            for edit in next(edits, ()):
                model.edit(*edit)
        for todo_id in at_first - model.touched:
            assert seen.count(todo_id) == 1
        desk.database.close()


@pytest.mark.req("TODO-7")
def test_the_order_is_due_priority_creation(desk):
    wanted = []
    for due in ("2026-08-01", "2026-08-02T00:00:00Z", None):
        for priority in PRIORITIES:
            for later in (0, 1):
                wanted.append((due, priority, later))  # noqa: PERF401 - three loops read better than one line
    for due, priority, later in reversed(wanted):
        desk.now = START + later
        desk.create(f"{due} {priority} {later}", due_at=due, priority=priority)
    assert [item["content"] for item in desk.list(limit=100)] == [
        f"{due} {priority} {later}" for due, priority, later in wanted
    ]


@pytest.mark.req("TODO-7")
def test_open_is_the_default_and_twenty_the_limit(desk):
    for status in STATUSES:
        for _ in range(21):
            desk.create(status=status)
    first = desk.call("list")
    assert ([item["status"] for item in first["items"]], first["next_cursor"] is None) == (["open"] * 20, False)
    assert len(desk.list(item_status="all", limit=100)) == 63
    for status in STATUSES:
        assert {item["status"] for item in desk.list(item_status=status, limit=100)} == {status}


@pytest.mark.req("TODO-7")
@pytest.mark.parametrize(
    ("many", "limit"), [(0, 1), (1, 1), (2, 1), (20, 20), (21, 20), (100, 100), (101, 100), (5, 6)]
)
def test_it_ends_exactly(desk, many, limit):
    for _ in range(many):
        desk.create()
    sizes, cursor = [], ""
    while cursor is not None:
        page = desk.call("list", limit=limit, cursor=cursor)
        sizes.append(len(page["items"]))
        cursor = page["next_cursor"]
    assert sizes == [limit] * ((many - 1) // limit) + [many - (many - 1) // limit * limit if many else 0]


@pytest.mark.req("TODO-7")
@pytest.mark.parametrize("limit", [0, -1, 101, 1.5, 10.0, 1e300])
def test_a_limit_is_a_whole_number_up_to_a_hundred(desk, limit):
    error = desk.refused_call("list", limit=limit)
    assert (error.code, error.field) == ("invalid_limit", "limit")


@pytest.mark.req("TODO-7")
def test_a_list_writes_nothing(desk):
    desk.create()
    before = desk.rows()
    desk.list()
    assert desk.rows() == before


@pytest.mark.req("TODO-7")
def test_a_cursor_belongs_to_its_owner_and_filters(desk):
    for _ in range(3):
        desk.create()
        desk.create(**desk.inside())
    cursor = desk.call("list", limit=1)["next_cursor"]
    wrong = (
        {"identity": whoever(user="you")},
        {"identity": whoever(account="ours")},
        {"item_status": "all"},
        {"item_status": "completed"},
        {"project_id": "apollo"},
    )
    for change in wrong:
        error = desk.refused_call("list", **{"cursor": cursor, **change})
        assert (error.code, error.field) == ("invalid_cursor", "cursor")
    assert len(desk.list(cursor=cursor, limit=50, owner_timezone="Asia/Tokyo", item_status="open")) == 2


@pytest.mark.req("TODO-7")
def test_no_cursor_can_be_made_up(desk):
    for _ in range(3):
        desk.create()
    cursor = desk.call("list", limit=1)["next_cursor"]
    body, mac = cursor.split(".")
    position = base64.urlsafe_b64encode(b'[0,0,0,"todo_0"]').rstrip(b"=").decode()
    made_up = [
        "x",
        ".",
        "..",
        " ",
        cursor + "A",
        cursor[:-1],
        cursor + " ",
        f"{position}.{mac}",
        f"{body}.",
        "日",
        "\x00",
        "a" * 9_999,
    ]
    made_up += [cursor[:at] + ("A" if cursor[at] != "A" else "B") + cursor[at + 1 :] for at in range(len(cursor))]
    made_up.append(desk.capability())
    for each in made_up:
        assert desk.refused_call("list", cursor=each).code == "invalid_cursor", each
