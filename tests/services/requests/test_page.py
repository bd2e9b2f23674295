"""Requests on screens: pages, counts, usage left, at any size."""

import pytest

from support.request_desk import ADA, FRIDAY, HOUR, SECOND, Desk, caller
from workbench.services.requests.executed import Executed


@pytest.fixture
def desk(tmp_path):
    return Desk(tmp_path)


def fill(desk, count, identity=ADA):
    """Many requests at once, one a second up to the clock, the last three still pending."""
    rows = [
        (f"{identity.user}-{number:08d}", identity.user, identity.account, f"key {number}", "list my todos",
         desk.now - (count - 1 - number) * SECOND, desk.now - (count - 1 - number) * SECOND + 3 * SECOND,
         ("completed", "needs_input", "failed")[number % 3], desk.now + 24 * HOUR)
        for number in range(count)
    ]  # fmt: skip
    with desk.database.write() as connection:
        connection.executemany(
            "INSERT INTO requests (request_id, user, account, idempotency_key, message, created_at, ready_at, status,"
            " response, state, keep_until) VALUES (?, ?, ?, ?, ?, ?, ?, ?, 'r', 'ended', ?)",
            rows,
        )


@pytest.mark.req("REQ-4", "REQ-5")
def test_a_row_tells_key_status_replays_and_time(desk):
    desk.send(key="first")
    desk.now += SECOND
    desk.answer = Executed("needs_input", "which?")
    desk.send("list my notes", "second")
    desk.send("list my todos", "first")
    desk.now += 2 * SECOND
    page = desk.requests.page(caller(quota=5))
    told = [(row.key, row.status, row.replays, row.ready_in, row.runs, row.response) for row in page.rows]
    assert told == [("second", "pending", 0, SECOND, 1, None), ("first", "completed", 1, 0, 1, "Done.")]
    assert page.counts == {"pending": 1, "completed": 1, "needs_input": 0, "failed": 0}
    assert (page.used, page.quota, page.left, page.next) == (2, 5, 3, None)


@pytest.mark.req("REQ-4")
def test_looking_changes_and_starts_nothing(desk):
    desk.send()
    before = desk.rows("SELECT * FROM requests")
    for _ in range(3):
        desk.requests.page(ADA)
        desk.requests.next_ready(ADA)
    assert desk.rows("SELECT * FROM requests") == before
    assert len(desk.done) == 1


@pytest.mark.req("REQ-3")
def test_forgotten_requests_and_those_of_others_are_not_shown(desk):
    desk.send()
    desk.send(identity=caller("bob"))
    desk.send(identity=caller("ada", "work"))
    assert len(desk.requests.page(ADA).rows) == 1
    assert sum(desk.requests.page(ADA).counts.values()) == 1
    desk.now = FRIDAY + 24 * HOUR + 3 * SECOND
    assert not desk.requests.page(ADA).rows
    assert sum(desk.requests.page(ADA).counts.values()) == 0


@pytest.mark.parametrize("limit", [1, 2, 3, 7, 10, 50])
def test_pages_together_are_all_requests_once_newest_first(desk, limit):
    fill(desk, 10)
    keys, after = [], None
    while True:
        page = desk.requests.page(ADA, limit=limit, after=after)
        assert len(page.rows) <= limit
        keys += [row.key for row in page.rows]
        after = page.next
        if after is None:
            break
    assert keys == [f"key {number}" for number in reversed(range(10))]


def test_a_page_after_a_request_that_is_gone_or_anothers_is_empty(desk):
    fill(desk, 3)
    fill(desk, 3, caller("bob"))
    assert not desk.requests.page(ADA, after="nothing").rows
    assert not desk.requests.page(ADA, after="bob-00000002").rows


@pytest.mark.parametrize("limit", [-5, 0, 10**9])
def test_an_odd_limit_is_brought_into_bounds(desk, limit):
    fill(desk, 3)
    assert 1 <= len(desk.requests.page(ADA, limit=limit).rows) <= 3


@pytest.mark.slow
def test_a_hundred_thousand_requests_are_counted_and_paged_by_indexes(desk):
    fill(desk, 100_000)
    page = desk.requests.page(ADA, limit=50)
    assert len(page.rows) == 50
    assert page.counts["pending"] == 3
    assert sum(page.counts.values()) == 100_000
    plans = []
    with desk.database.read() as connection:
        connection.set_trace_callback(plans.append)
        desk.requests.page(ADA, limit=50, after=page.next)
        desk.requests.next_ready(ADA)
        connection.set_trace_callback(None)
        reads = [sql for sql in plans if sql.startswith("SELECT")]
        assert len(reads) == 4
        for sql in reads:
            plan = " ".join(row[3] for row in connection.execute(f"EXPLAIN QUERY PLAN {sql}"))
            assert "SCAN requests" not in plan
            assert "ORDER BY" not in plan
