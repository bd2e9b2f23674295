"""The inbox as screens get it: four groups, their sizes and order, equal subjects, pages."""

import pytest

from support.reminder_desk import person
from workbench.services.reminders.inbox import GROUPS
from workbench.time.instant import DAY

pytestmark = pytest.mark.req("REM-8")
HOUR = 3_600_000


def ids(desk, group, **more):
    return [row.reminder.id for row in desk.service.inbox(desk.me, group, **more).rows]


@pytest.fixture
def filled(desk):
    """One of each kind and a second one that is due; ``arem_`` and the name of its group."""

    def put(name, due_at, **args):
        desk.put({"prompt": name, "due_at": due_at, **args}, made_id=f"arem_{name}")

    put("expired", "+1h")
    desk.now += 10 * DAY
    put("completed", "+1h", subject="same")
    put("due", "+3h", subject="same")
    put("due2", "+2h", subject="same")
    put("upcoming", "+9d")
    put("never", "+20d", subject="alone")
    desk.put({"id": "arem_completed", "completed": True})
    desk.now += 4 * DAY
    return desk


def test_groups(filled):
    assert {group: ids(filled, group) for group in GROUPS} == {
        "due": ["arem_due2", "arem_due"],
        "upcoming": ["arem_upcoming", "arem_never"],
        "completed": ["arem_completed"],
        "expired": ["arem_expired"],
    }


def test_every_reminder_is_in_one_group_at_any_time(filled):
    names = {row[3] for row in filled.everything()}
    for _ in range(30):
        found = [name for group in GROUPS for name in ids(filled, group)]
        assert sorted(found) == sorted(names)
        assert ids(filled, "due") == filled.due_ids()
        filled.now += DAY


def test_counts_are_of_all_groups_whatever_is_shown(filled):
    for group in GROUPS:
        page = filled.service.inbox(filled.me, group, limit=1)
        assert page.counts == {"due": 2, "upcoming": 2, "completed": 1, "expired": 1}


def test_what_a_row_tells(filled):
    due, never = (filled.service.inbox(filled.me, group).rows[-1].reminder for group in ("due", "upcoming"))
    assert due.expires - filled.now == 10 * DAY
    assert (due.never_listed, never.never_listed) == (False, True)


def test_equal_subjects_are_counted_in_their_group(filled):
    alike = {row.reminder.id: row.alike for group in GROUPS for row in filled.service.inbox(filled.me, group).rows}
    assert alike == {
        "arem_due": 2,
        "arem_due2": 2,
        "arem_completed": 1,
        "arem_upcoming": 1,
        "arem_never": 1,
        "arem_expired": 1,
    }
    page = filled.service.inbox(filled.me, "due", limit=1)
    assert page.rows[0].alike == 2


def test_one_subject_alone(filled):
    assert ids(filled, "due", subject="same") == ["arem_due2", "arem_due"]
    assert ids(filled, "completed", subject="same") == ["arem_completed"]
    assert ids(filled, "upcoming", subject="same") == []
    assert ids(filled, "upcoming", subject="alone") == ["arem_never"]


@pytest.mark.parametrize("group", GROUPS)
@pytest.mark.parametrize("limit", [1, 2, 3, 7, 8])
def test_pages(desk, group, limit):
    for number in range(7):
        made = desk.make(due_at=f"+{1 + number % 3}h", subject=f"s{number % 2}")
        if group == "completed":
            desk.put({"id": made["id"], "completed": True})
        desk.now += number % 2
    desk.now += {"upcoming": 0, "due": DAY, "completed": DAY, "expired": 15 * DAY}[group]
    whole = desk.service.inbox(desk.me, group)
    assert len(whole.rows) == 7
    assert whole.next is None
    found, after = [], None
    while True:
        page = desk.service.inbox(desk.me, group, limit, after)
        assert len(page.rows) <= limit
        found += page.rows
        after = page.next
        if after is None:
            break
    assert tuple(found) == whole.rows


def test_newest_first_where_it_is_over(desk):
    for name in "abc":
        desk.put({"prompt": "p", "due_at": "+1h"}, made_id=f"arem_{name}")
        desk.now += HOUR
    for name in "bca":
        desk.put({"id": f"arem_{name}", "completed": True})
        desk.now += HOUR
    assert ids(desk, "completed") == ["arem_a", "arem_c", "arem_b"]
    for name in "bca":
        desk.put({"id": f"arem_{name}", "completed": False})
    desk.now += 15 * DAY
    assert ids(desk, "expired") == ["arem_c", "arem_b", "arem_a"]


@pytest.mark.req("REM-6")
def test_an_account_of_its_own(desk):
    desk.me = person("max", "acme", "other")
    desk.make()
    assert len(ids(desk, "upcoming")) == 1
    assert ids(desk, "upcoming", account="other") == []
