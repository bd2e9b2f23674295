"""Who may use the tools, and that nothing of another user or account can be seen, counted or told from nothing."""

import pytest

from support.reminder_desk import person
from workbench.services.refusal import ServiceError, error_json
from workbench.services.reminders.access import listed_for
from workbench.services.reminders.inbox import GROUPS

HOUR = 3_600_000
EVE = person("eve", "acme")
BOTH = person("max", "acme", "other")


@pytest.mark.req("REM-6")
@pytest.mark.parametrize(
    ("who", "account"), [(EVE, "acme"), (BOTH, "other"), (person("Max"), "acme"), (person("max "), "acme")]
)
class TestAnothersRows:
    def test_answers_like_an_unknown_id(self, desk, who, account):
        made = desk.make()
        before = desk.everything()
        answers = []
        for chosen in (made["id"], "arem_" + "0" * 24):
            for change in ({}, {"completed": True}, {"prompt": "stolen"}, {"due_at": "+1d"}):
                with pytest.raises(ServiceError) as error:
                    desk.service.upsert(who, {"account_id": account, "id": chosen, **change})
                told = error_json(error.value)
                answers.append({**told, "message": told["message"].replace(chosen, "ID")})
        assert all(answer == answers[0] for answer in answers)
        assert answers[0]["code"] == "reminder_not_found"
        assert desk.everything() == before

    def test_is_neither_listed_nor_counted(self, desk, who, account):
        done = desk.make(subject="same", tags=["t"])
        desk.put({"id": done["id"], "completed": True})
        for _ in range(3):
            desk.make(subject="same", tags=["t"])
        theirs = desk.service.upsert(
            who, {"account_id": account, "prompt": "p", "due_at": "+1h", "subject": "same", "tags": ["t"]}
        ).value["reminder"]
        desk.now += HOUR
        for filters in ({}, {"subject": "same"}, {"subject_prefix": "s"}, {"tags": ["t"]}, {"limit": 1}):
            found = desk.service.list_due(who, {"account_id": account, **filters})
            assert found == {"reminders": [theirs], "next_cursor": None}
        for group in GROUPS:
            page = desk.service.inbox(who, group, account=account)
            assert page.counts == {"due": 1, "upcoming": 0, "completed": 0, "expired": 0}
            assert [(row.reminder.id, row.alike) for row in page.rows] == (
                [(theirs["id"], 1)] if group == "due" else []
            )


@pytest.mark.req("REM-9")
class TestAccess:
    CALLS = ("upsert", "list_due", "inbox")

    def ask(self, desk, who, account, call):
        args = {"account_id": account, **({"prompt": "p", "due_at": "+1h"} if call == "upsert" else {})}
        ask = getattr(desk.service, call)
        with pytest.raises(ServiceError) as error:
            ask(who, "due", account=account) if call == "inbox" else ask(who, args)
        return error.value.code

    @pytest.mark.parametrize("call", CALLS)
    def test_gated(self, desk, call):
        gated = person(access=("proactive",))
        assert not listed_for(gated)
        assert self.ask(desk, gated, "acme", call) == "access_gated"
        assert desk.everything() == []

    @pytest.mark.parametrize("call", CALLS)
    @pytest.mark.parametrize("account", ["other", "", "ACME", "acme ", "\ud800", "' OR 1=1 --", "x" * 10_000])
    @pytest.mark.parametrize("access", [(), ("reminders",)])
    def test_a_forbidden_account_whatever_the_profile(self, desk, account, access, call):
        assert self.ask(desk, person(access=access), account, call) == "account_forbidden"
        assert desk.everything() == []

    def test_the_default_account_is_allowed(self, desk):
        assert listed_for(desk.me)
        assert desk.make()
