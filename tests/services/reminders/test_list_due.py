"""What is due: which, in which order, page by page while others change it."""

import base64
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from support.reminder_desk import Desk, person
from workbench.services.refusal import ServiceError

pytestmark = pytest.mark.req("REM-7")
MINUTE, HOUR = 60_000, 3_600_000


def pages(desk, args=(), between=lambda: None):
    """All ids page by page, with something happening between two pages."""
    found, cursor = [], None
    while True:
        page = desk.due({**dict(args), **({"cursor": cursor} if cursor else {})})
        found += [reminder["id"] for reminder in page["reminders"]]
        cursor = page["next_cursor"]
        if cursor is None:
            return found
        between()


def test_only_open_unexpired_and_due(desk):
    due, done, later = (desk.make(due_at=text) for text in ("+1h", "+1h", "+61m"))
    desk.put({"id": done["id"], "completed": True})
    desk.now += HOUR - 1
    assert desk.due() == {"reminders": [], "next_cursor": None}
    desk.now += 1
    assert desk.due() == {"reminders": [due], "next_cursor": None}
    desk.now += MINUTE
    assert desk.due_ids() == [due["id"], later["id"]]


@pytest.mark.req("REM-5")
def test_expired_at_exactly_14_days(desk):
    made = desk.make()
    desk.at("2026-05-19T08:59:59.999Z")
    assert desk.due_ids() == [made["id"]]
    desk.at("2026-05-19T09:00:00.000Z")
    assert desk.due_ids() == []


def test_order_is_due_then_creation_then_id(desk):
    def made(name, due_at):
        desk.put({"prompt": "p", "due_at": due_at}, made_id=f"arem_{name}")

    made("d", "2026-05-05T12:00:00Z")
    made("c", "2026-05-05T12:00:00Z")
    made("z", "2026-05-05T11:59:59Z")
    desk.now += 1
    made("a", "2026-05-05T14:00:00+02:00")
    desk.now += 5 * HOUR
    assert desk.due_ids() == ["arem_z", "arem_c", "arem_d", "arem_a"]


def test_reading_writes_nothing(desk):
    desk.make()
    desk.now += HOUR
    with desk.database.read() as connection:
        before = connection.total_changes, connection.execute("PRAGMA data_version").fetchone()[0]
    files = {file.name: file.stat().st_size for file in desk.path.parent.iterdir()}
    assert desk.due()["reminders"]
    desk.service.inbox(desk.me, "due")
    with desk.database.read() as connection:
        assert (connection.total_changes, connection.execute("PRAGMA data_version").fetchone()[0]) == before
    assert {file.name: file.stat().st_size for file in desk.path.parent.iterdir()} == files


def test_filters(desk):
    plain = desk.make()["id"]
    standup = desk.make(subject="standup:max", tags=["a", "b"])["id"]
    other = desk.make(subject="standup:eve", tags=["a"])["id"]
    desk.now += HOUR
    assert set(desk.due_ids()) == {plain, standup, other}
    assert desk.due_ids({"subject": "standup:max"}) == [standup]
    assert desk.due_ids({"subject": "standup"}) == []
    assert desk.due_ids({"subject": "STANDUP:MAX"}) == []
    assert set(desk.due_ids({"subject_prefix": "standup:"})) == {standup, other}
    assert desk.due_ids({"subject_prefix": "tandup"}) == []
    assert desk.due_ids({"subject_prefix": "Standup"}) == []
    assert set(desk.due_ids({"tags": ["a"]})) == {standup, other}
    assert desk.due_ids({"tags": ["b", " a "]}) == [standup]
    assert desk.due_ids({"tags": ["a", "c"]}) == []
    assert set(desk.due_ids({"tags": []})) == {plain, standup, other}
    assert desk.due_ids({"subject": "standup:max", "subject_prefix": "stand", "tags": ["a"]}) == [standup]


def test_limits(desk):
    for _ in range(103):
        desk.make()
    desk.now += HOUR
    assert len(desk.due()["reminders"]) == 50
    assert len(desk.due({"limit": 1})["reminders"]) == 1
    assert len(desk.due({"limit": 2.0})["reminders"]) == 2
    page = desk.due({"limit": 100})
    rest = desk.due({"limit": 100, "cursor": page["next_cursor"]})
    assert (len(page["reminders"]), len(rest["reminders"]), rest["next_cursor"]) == (100, 3, None)


@pytest.mark.parametrize(("count", "limit"), [(0, 1), (1, 1), (4, 2), (5, 2), (5, 5), (6, 5)])
def test_a_cursor_exactly_while_more_is(desk, count, limit):
    made = [desk.make()["id"] for _ in range(count)]
    desk.now += HOUR
    rounds = []
    assert pages(desk, {"limit": limit}, lambda: rounds.append(1)) == sorted(made)
    assert len(rounds) == max(0, -(-count // limit) - 1)


def test_an_empty_cursor_is_none(desk):
    desk.make()
    desk.now += HOUR
    assert desk.due({"cursor": ""}) == desk.due()


@pytest.mark.parametrize("limit", [1, 3])
def test_the_size_of_a_page_may_change_with_the_same_cursor(desk, limit):
    made = sorted(desk.make()["id"] for _ in range(5))
    desk.now += HOUR
    first = desk.due({"limit": 2})
    second = desk.due_ids({"limit": limit, "cursor": first["next_cursor"]})
    assert second == made[2 : 2 + limit]


class TestCursors:
    @pytest.fixture
    def cursor(self, desk):
        for number in range(3):
            desk.make(subject=f"s{number}", tags=["t"])
        desk.now += HOUR
        return desk.due({"limit": 1, "subject_prefix": "s", "tags": ["t"]})["next_cursor"]

    def refused(self, desk, cursor, **args):
        error = desk.refused({"cursor": cursor, **args}, listing=True)
        assert (error.code, error.field) == ("invalid_cursor", "cursor")

    def test_good_for_the_same_question(self, desk, cursor):
        assert len(desk.due({"cursor": cursor, "subject_prefix": "s", "tags": [" t ", "t"]})["reminders"]) == 2

    @pytest.mark.parametrize(
        "args",
        [
            {},
            {"subject_prefix": "s"},
            {"tags": ["t"]},
            {"subject": "s", "tags": ["t"]},
            {"subject_prefix": "s1", "tags": ["t"]},
        ],
    )
    def test_bound_to_its_filters(self, desk, cursor, args):
        self.refused(desk, cursor, **args)

    def test_bound_to_user_and_account(self, desk, cursor):
        for who, account in ((person("eve"), "acme"), (person("max", "acme", "other"), "other")):
            args = {"account_id": account, "cursor": cursor, "subject_prefix": "s", "tags": ["t"]}
            with pytest.raises(ServiceError) as error:
                desk.service.list_due(who, args)
            assert error.value.code == "invalid_cursor"

    def test_bound_to_its_database(self, desk, cursor, tmp_path):
        other = Desk(tmp_path / "other.db")
        self.refused(other, cursor, subject_prefix="s", tags=["t"])
        other.database.close()

    @pytest.mark.parametrize("made_up", ["x", "=", "null", "1", "\x00", "ä", "\ud800", " ", "x" * 100_000, "AAAA" * 20])
    def test_made_up(self, desk, made_up):
        self.refused(desk, made_up)

    def test_changed(self, desk, cursor):
        """Every byte of what a cursor holds counts."""
        raw = base64.urlsafe_b64decode(cursor + "=" * (-len(cursor) % 4))
        for place in range(len(raw)):
            changed = raw[:place] + bytes([raw[place] ^ 1]) + raw[place + 1 :]
            text = base64.urlsafe_b64encode(changed).rstrip(b"=").decode()
            self.refused(desk, text, subject_prefix="s", tags=["t"])
        for text in (cursor[:-2], cursor + "AA", cursor[1:], cursor * 2):
            self.refused(desk, text, subject_prefix="s", tags=["t"])

    def test_outlives_the_reminder_it_ended_with(self, desk):
        made = sorted(desk.make()["id"] for _ in range(4))
        desk.now += HOUR
        page = desk.due({"limit": 2})
        desk.put({"id": made[1], "completed": True})
        assert desk.due_ids({"cursor": page["next_cursor"]}) == made[2:]


@pytest.mark.slow
@given(st.randoms(use_true_random=False), st.integers(1, 7))
def test_what_stays_is_seen_exactly_once(tmp_path_factory, chance, limit):
    """Random edits, completions, creations and time between two pages, against those that nobody touched."""
    desk = Desk(tmp_path_factory.mktemp("paging") / "account.db")
    made = [desk.make(due_at=f"+{chance.randint(1, 40)}m")["id"] for _ in range(20)]
    desk.now += HOUR
    touched = set()
    found = pages(desk, {"limit": limit}, lambda: meddle(desk, chance, made, touched))
    for name in set(made) - touched:
        assert found.count(name) == 1
    assert {name for name in found if found.count(name) > 1} <= touched
    desk.database.close()


def meddle(desk, chance: random.Random, made, touched):
    for _ in range(chance.randint(0, 2)):
        name = chance.choice(made)
        touched.add(name)
        edit = chance.choice([{"due_at": "+1s"}, {"due_at": "+2d"}, {"completed": True}, {"completed": False}])
        desk.put({"id": name, **edit})
    if chance.random() < 0.3:
        desk.make(due_at="+1s")
    desk.now += chance.choice([0, 0, 500, 2_000])
