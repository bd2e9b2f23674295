"""What a screen is given: pages under filters, counts, overdue marks; no change of what is stored."""

import pytest

from support.todo_desk import ME, START, whoever
from workbench.services.refusal import ServiceError
from workbench.services.todos.screens import Counts, Filters

HOUR = 3_600_000


def contents(page):
    return [row.todo.content for row in page.rows]


@pytest.fixture
def filled(desk):
    desk.create("Call the Lab", due_at="2026-08-06T07:06:40Z", priority="high")
    desk.create("STRASSE fegen", due_at="2026-08-06T08:00:00Z", status="in_progress", note="mit der Straße beginnen")
    desk.create("100% _done_", status="completed", due_at="2026-08-01", priority="low")
    desk.create("later", due_at="2026-09-01")
    desk.create("elsewhere", **desk.inside())
    return desk


@pytest.mark.req("TODO-9")
def test_overdue_marks_follow_the_clock(filled):
    shown = filled.todos.page(ME, Filters(status="all"), 10)
    assert [(row.todo.content, row.overdue) for row in shown.rows] == [
        ("100% _done_", False), ("Call the Lab", True), ("STRASSE fegen", False), ("later", False),
    ]  # fmt: skip
    assert shown.counts == Counts(open=2, in_progress=1, completed=1, overdue=1)
    assert shown.counts.all == 4
    filled.now = START - 1
    assert filled.todos.page(ME, Filters(), 10).counts.overdue == 0
    filled.now = START + HOUR
    assert filled.todos.page(ME, Filters(), 10).counts.overdue == 2


@pytest.mark.req("TODO-9")
@pytest.mark.parametrize(
    ("filters", "found"),
    [
        (Filters(), ["Call the Lab", "later"]),
        (Filters(status="in_progress"), ["STRASSE fegen"]),
        (Filters("lab"), ["Call the Lab"]),
        (Filters("straße", "all"), ["STRASSE fegen"]),
        (Filters("STRASSE BEG", "all"), ["STRASSE fegen"]),
        (Filters("BEGINNEN", "all"), ["STRASSE fegen"]),
        (Filters("%", "all"), ["100% _done_"]),
        (Filters("_", "all"), ["100% _done_"]),
        (Filters("' OR 1=1 --", "all"), []),
        (Filters("\ud800", "all"), []),
        (Filters(status="all", priority="low"), ["100% _done_"]),
        (Filters("e", "all", "high"), ["Call the Lab"]),
        (Filters(project="apollo"), ["elsewhere"]),
        (Filters("absent", "all"), []),
    ],
)
def test_filters(filled, filters, found):
    page = filled.todos.page(ME, filters, 10)
    assert contents(page) == found
    assert len(found) == (page.counts.all if filters.status == "all" else getattr(page.counts, filters.status))


@pytest.mark.req("TODO-7")
@pytest.mark.parametrize(
    "filters", [Filters(), Filters(status="all"), Filters("n"), Filters("n", "all"), Filters(priority="normal")]
)
def test_pages_under_any_filter_are_the_whole(desk, filters):
    for number in range(25):
        desk.create(f"n{number}", priority=("normal", "low")[number % 2], status=("open", "completed")[number % 3 == 0])
    whole = contents(desk.todos.page(ME, filters, 100))
    pieces, after = [], None
    while True:
        page = desk.todos.page(ME, filters, 4, after)
        pieces += contents(page)
        after = page.next
        if after is None:
            break
    assert pieces == whole
    assert 0 < len(whole) <= 25


@pytest.mark.req("TODO-9")
@pytest.mark.parametrize(
    ("who", "filters", "after", "code"),
    [
        (whoever(scopes=frozenset({"memory:write"})), Filters(), None, "insufficient_scope"),
        (ME, Filters(status="done"), None, "invalid_status"),
        (ME, Filters(priority="High"), None, "invalid_priority"),
        (ME, Filters(project="mercury"), None, "project_not_found"),
        (ME, Filters(), "nonsense", "invalid_cursor"),
    ],
)
def test_refusals(filled, who, filters, after, code):
    with pytest.raises(ServiceError) as raised:
        filled.todos.page(who, filters, 10, after)
    assert raised.value.code == code


@pytest.mark.req("TODO-9")
def test_another_owner_counts_nothing(filled):
    page = filled.todos.page(whoever(user="you"), Filters(status="all"), 10)
    assert (page.rows, page.counts, page.next) == ((), Counts(), None)
