"""The message call: its four keys, one run for one key, refusals that do nothing, time, quota."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from support.request_desk import ADA, FRIDAY, HOUR, SECOND, Desk, caller
from workbench.errors import WorkbenchError
from workbench.services.requests.account_commands import AddTodo, ListThings
from workbench.services.requests.body import read_body
from workbench.services.requests.commands import After, At, LocalAt, Remind
from workbench.services.requests.executed import Executed
from workbench.services.requests.refusals import HTTP_STATUS, RequestError, error_body

KEYS = {"request_id", "status", "response", "retry_after_seconds"}
UUID4 = re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}\Z")
OTHER_ID = "00000000-0000-4000-8000-000000000000"


@pytest.fixture
def desk(tmp_path):
    return Desk(tmp_path)


@pytest.mark.req("REQ-1", "REQ-4")
def test_a_run_is_pending_until_its_time_and_then_final(desk):
    first = desk.send()
    assert set(first) == KEYS
    assert UUID4.match(first["request_id"])
    assert (first["status"], first["response"], first["retry_after_seconds"]) == ("pending", None, 3)
    desk.now += 2 * SECOND + 1
    assert desk.send(request_id=first["request_id"])["retry_after_seconds"] == 1
    desk.now += SECOND - 1
    final = desk.send(request_id=first["request_id"])
    assert final == {
        "request_id": first["request_id"], "status": "completed", "response": "Done.", "retry_after_seconds": None,
    }  # fmt: skip
    desk.now += 23 * HOUR
    assert desk.send() == final


@pytest.mark.req("REQ-2", "REQ-4")
@pytest.mark.parametrize("polls", [0, 1, 7])
def test_polls_never_start_another_run(desk, polls):
    first = desk.send()
    for _ in range(polls):
        desk.send(request_id=first["request_id"])
        desk.send()
        desk.now += SECOND
    desk.now += 3 * SECOND
    assert desk.send()["status"] == "completed"
    assert len(desk.done) == 1
    assert desk.rows("SELECT runs, replays FROM requests") == [(1, 2 * polls + 1)]


@pytest.mark.req("REQ-1", "REQ-2")
@pytest.mark.parametrize(
    ("message", "answer", "status"),
    [
        ("list my todos", Executed("completed", "none"), "completed"),
        ("list my todos", Executed("needs_input", "which?"), "needs_input"),
        ("list my todos", Executed("failed", "no"), "failed"),
        ("list my todos", WorkbenchError("access_gated", "not for you"), "failed"),
        ("delete all my todos", None, "needs_input"),
        ("hello there", None, "needs_input"),
    ],
)
def test_every_final_status_stays_and_is_an_answer(desk, message, answer, status):
    desk.answer = answer
    final = desk.finish(message)
    assert set(final) == KEYS
    assert final["status"] == status
    assert final["response"]
    assert final["retry_after_seconds"] is None
    desk.answer = Executed("completed", "something else")
    assert desk.send(message) == final
    assert len(desk.done) <= 1


@pytest.mark.req("REQ-2")
def test_a_new_key_is_a_fresh_run_that_inherits_nothing(desk):
    assert desk.finish("delete all my todos", "a")["status"] == "needs_input"
    assert desk.finish("yes", "b")["status"] == "needs_input"
    assert not desk.done
    one, two = desk.finish(key="c"), desk.finish(key="d")
    assert one["request_id"] != two["request_id"]
    assert len(desk.done) == 2


@pytest.mark.req("REQ-3")
@pytest.mark.parametrize("wait", [0, 10])
def test_a_key_with_another_message_is_refused_and_nothing_is_executed(desk, wait):
    first = desk.send()
    desk.now += wait * SECOND
    for more in ({}, {"request_id": first["request_id"]}):
        error = desk.refused("list my notes", **more)
        assert (error.code, error.http_status, error.field) == ("idempotency_key_reused", 422, "idempotency_key")
    assert len(desk.done) == 1
    assert desk.rows("SELECT count(*), sum(replays) FROM requests") == [(1, 0)]
    assert desk.send()["request_id"] == first["request_id"]


@pytest.mark.req("REQ-3")
def test_messages_are_compared_exactly(desk):
    desk.send("list my todos")
    for other in ("list my todos ", "List my todos", "list my  todos"):
        assert desk.refused(other).code == "idempotency_key_reused"


@pytest.mark.req("REQ-3")
def test_request_ids_that_are_unknown_foreign_or_another_keys(desk):
    mine = desk.send(key="a")["request_id"]
    theirs = desk.send(key="a", identity=caller("bob"))["request_id"]
    elsewhere = desk.send(key="a", identity=caller("ada", "work"))["request_id"]
    refusals = [desk.refused(key="a", request_id=name) for name in (OTHER_ID, theirs, elsewhere)]
    assert {(error.code, error.http_status) for error in refusals} == {("not_found", 404)}
    assert len({re.sub(r"[0-9a-f-]{36}", "ID", error.message) for error in refusals}) == 1
    assert desk.refused(key="new", request_id=OTHER_ID).code == "not_found"
    mismatch = desk.refused(key="b", request_id=mine)
    assert (mismatch.code, mismatch.http_status) == ("request_id_mismatch", 422)
    assert desk.send(key="a", request_id=mine.upper())["request_id"] == mine
    assert desk.rows("SELECT count(*) FROM requests") == [(3,)]


@pytest.mark.req("REQ-3")
def test_a_key_is_kept_24_hours_after_the_end_and_then_forgotten(desk):
    first = desk.send()
    end = FRIDAY + 3 * SECOND
    desk.now = end + 24 * HOUR - 1
    assert desk.send(request_id=first["request_id"])["status"] == "completed"
    desk.now += 1
    assert desk.refused(request_id=first["request_id"]).code == "not_found"
    again = desk.send("list my notes")
    assert again["request_id"] != first["request_id"]
    assert desk.rows("SELECT message FROM requests") == [("list my notes",)]


@pytest.mark.req("REQ-3")
def test_forgotten_keys_do_not_pile_up(desk):
    for day in range(5):
        desk.now = FRIDAY + day * 48 * HOUR
        for number in range(20):
            desk.send(key=f"{day}.{number}")
    assert desk.rows("SELECT count(*) FROM requests") == [(20,)]


@pytest.mark.req("REQ-4")
def test_a_paused_clock_is_said_while_pending_only(desk):
    desk.paused = True
    first = desk.send()
    assert "paused" in first["response"]
    assert "2026-08-07T09:00:00.000Z" in first["response"]
    assert "2026-08-07T09:00:03.000Z" in first["response"]
    assert first["status"] == "pending"
    assert first["retry_after_seconds"] == 3
    desk.now += 3 * SECOND
    assert desk.send()["response"] == "Done."


@pytest.mark.req("REQ-4")
@pytest.mark.parametrize(("run_ms", "first"), [(0, None), (1, 1), (1_000, 1), (1_001, 2), (60_000, 60)])
def test_how_long_a_run_takes_can_be_set(tmp_path, run_ms, first):
    assert Desk(tmp_path, run_ms=run_ms).send()["retry_after_seconds"] == first


@pytest.mark.req("REQ-4")
def test_a_clock_set_back_hides_no_result(desk):
    desk.send()
    desk.now = FRIDAY - 1_000 * HOUR
    assert desk.send()["status"] == "completed"
    assert len(desk.done) == 1


@pytest.mark.req("REQ-4")
def test_the_next_instant_at_which_a_result_appears(desk):
    assert desk.requests.next_ready(ADA) is None
    desk.send(key="a")
    desk.now += SECOND
    desk.send(key="b")
    assert desk.requests.next_ready(ADA) == FRIDAY + 3 * SECOND
    desk.now = FRIDAY + 3 * SECOND
    assert desk.requests.next_ready(ADA) == FRIDAY + 4 * SECOND
    assert desk.requests.next_ready(caller("bob")) is None


@pytest.mark.req("REQ-4")
def test_a_bug_ends_the_run_as_failed_and_is_not_hidden(desk):
    desk.answer = ZeroDivisionError("oops")
    with pytest.raises(ZeroDivisionError):
        desk.send("remind me in 20 minutes to stretch")
    final = desk.finish("remind me in 20 minutes to stretch")
    assert final["status"] == "failed"
    assert "oops" not in final["response"]
    assert len(desk.done) == 1


@pytest.mark.req("REQ-4")
def test_a_bug_before_anything_is_carried_out_also_ends_the_run(desk, monkeypatch):
    def broken(*_):
        raise ZeroDivisionError

    monkeypatch.setattr("workbench.services.requests.work.parse_request", broken)
    with pytest.raises(ZeroDivisionError):
        desk.send()
    assert desk.finish()["status"] == "failed"
    assert desk.rows("SELECT runs FROM requests") == [(0,)]
    assert not desk.done


@pytest.mark.req("REQ-7")
def test_a_zone_of_the_turn_that_is_none_is_refused(desk):
    with pytest.raises(WorkbenchError) as caught:
        desk.requests.message(ADA, {"idempotency_key": "k", "message": "list my todos"}, zone="Nowhere/Land")
    assert caught.value.code == "invalid_time_zone"
    assert desk.rows("SELECT count(*) FROM requests") == [(0,)]
    assert desk.requests.page(ADA).used == 0


class Death(BaseException):
    """What ends a process in the middle, as far as the code above the services can tell."""


@pytest.mark.req("REQ-4")
@pytest.mark.parametrize(
    ("message", "status", "runs"),
    [
        ("list my todos", "completed", 2),
        ("todo: call mum", "completed", 2),
        ("complete todo_1", "completed", 2),
        ("remind me in 20 minutes to stretch", "failed", 1),
        ("every 2 hours check", "failed", 1),
        ("delete schedule-2", "failed", 1),
        ("I confirm: delete all my todos", "failed", 1),
    ],
)
def test_what_may_have_been_done_is_done_again_only_where_that_changes_nothing(desk, message, status, runs):
    desk.answer = Death()
    with pytest.raises(Death):
        desk.send(message)
    assert desk.rows("SELECT state, status FROM requests") == [("started", None)]
    desk.answer = Executed("completed", "Done.")
    desk.now += 3 * SECOND
    final = desk.send(message)
    assert final["status"] == status
    assert len(desk.done) == runs
    assert desk.send(message) == final
    assert desk.rows("SELECT runs FROM requests") == [(runs,)]
    if message.startswith("todo"):
        one, two = (done[0] for done in desk.done)
        assert one == two
        assert one.mutation_id == final["request_id"]


@pytest.mark.req("REQ-4")
def test_take_up_finishes_what_was_left_and_only_ones_own(desk):
    desk.answer = Death()
    for key, identity in (("a", ADA), ("b", ADA), ("c", caller("bob"))):
        with pytest.raises(Death):
            desk.send(key=key, identity=identity)
    desk.answer = Executed("completed", "Done.")
    assert desk.requests.take_up(ADA) == 2
    assert desk.requests.take_up(ADA) == 0
    assert desk.rows("SELECT user, state FROM requests ORDER BY idempotency_key") == [
        ("ada", "ended"), ("ada", "ended"), ("bob", "started"),
    ]  # fmt: skip


def accepted_only(desk, message):
    """Accept a request as a process does that dies before its work begins."""
    run, claim = desk.requests._accepted(ADA, read_body({"idempotency_key": "k", "message": message}), None)
    claim.release(ended=False)
    return run


@pytest.mark.req("REQ-4")
def test_a_reminder_that_is_taken_up_late_keeps_its_instant(desk):
    accepted_only(desk, "remind me in 20 minutes to stretch")
    desk.now += 600 * SECOND
    final = desk.send("remind me in 20 minutes to stretch")
    assert desk.done[0][0] == Remind("stretch", At("2026-08-07T09:20:00.000Z"))
    assert "11:20:00 Europe/Berlin" in final["response"]


@pytest.mark.req("REQ-4", "REQ-7")
def test_a_reminder_that_is_taken_up_after_its_time_is_asked_about(desk):
    accepted_only(desk, "remind me in 20 minutes to stretch")
    desk.now += 1_200 * SECOND
    assert desk.send("remind me in 20 minutes to stretch")["status"] == "needs_input"
    assert not desk.done


@pytest.mark.req("REQ-4")
def test_a_command_is_read_at_the_time_of_its_request(desk):
    accepted_only(desk, "todo: pay, due tomorrow 9:00")
    desk.now += 20 * HOUR
    desk.zone = "Asia/Tokyo"
    desk.send("todo: pay, due tomorrow 9:00")
    command, _, zone = desk.done[0]
    assert command.due == At(LocalAt("2026-08-08", "09:00:00", "Europe/Berlin"))
    assert zone == "Europe/Berlin"


@pytest.mark.req("REQ-5")
@pytest.mark.parametrize("body", [{"idempotency_key": "k", "message": "list my todos"}, {}, None])
def test_without_proactive_access_nothing_else_is_looked_at(desk, body):
    with pytest.raises(RequestError) as caught:
        desk.requests.message(caller(access=("reminders",)), body)
    assert (caught.value.code, caught.value.http_status) == ("proactive_required", 403)
    assert desk.rows("SELECT count(*) FROM requests") == [(0,)]


@pytest.mark.req("REQ-5")
def test_only_new_runs_count_and_a_day_has_so_many(desk):
    poor = caller(quota=2)
    first = desk.finish(key="a", identity=poor)
    desk.finish("hello there", key="b", identity=poor)
    desk.send(key="a", identity=poor)
    assert desk.refused("list my notes", key="a", identity=poor).code == "idempotency_key_reused"
    assert desk.requests.page(poor).used == 2
    error = desk.refused(key="c", identity=poor)
    assert (error.code, error.http_status) == ("quota_exceeded", 429)
    until_midnight = 15 * 3600 - 6
    assert error.retry_after == until_midnight
    assert error.headers == {"Retry-After": str(until_midnight)}
    assert error.details == {"quota": 2, "used": 2, "retry_after_seconds": until_midnight}
    assert desk.send(key="a", identity=poor) == first
    assert len(desk.done) == 1
    desk.now += until_midnight * SECOND
    assert desk.send(key="c", identity=poor)["status"] == "pending"


@pytest.mark.req("REQ-5")
def test_usage_is_of_one_user_and_account(desk):
    desk.send(identity=caller(quota=1))
    desk.send(identity=caller("bob", quota=1))
    desk.send(identity=caller("ada", "work", quota=1))
    assert desk.refused(key="b", identity=caller(quota=1)).code == "quota_exceeded"
    assert desk.refused(key="b", identity=caller("eve", quota=0)).code == "quota_exceeded"


BAD_BODIES = [
    (None, None), ([], None), ("text", None), (3, None),
    ({}, "idempotency_key"),
    ({"message": "x"}, "idempotency_key"),
    ({"idempotency_key": "k"}, "message"),
    *(({"idempotency_key": value, "message": "x"}, "idempotency_key")
      for value in (None, 3, True, [], {}, "", " ", "\u3000\n", "k" * 256, "\ud800")),
    *(({"idempotency_key": "k", "message": value}, "message")
      for value in (None, 3, 1.5, False, [], {}, "", "\ufeff \t", "m" * 10_001, "🎉" * 10_001, "a\udfff")),
    *(({"idempotency_key": "k", "message": "x", "request_id": value}, "request_id")
      for value in (3, True, [], {}, "", "x", OTHER_ID + "\n", OTHER_ID[1:], OTHER_ID.replace("-", ""),
                    "{" + OTHER_ID + "}", "urn:uuid:" + OTHER_ID, OTHER_ID.replace("0", "\u0660"))),
    ({"idempotency_key": "k", "message": "x", "zone": "UTC"}, None),
    ({"idempotency_key": "k", "message": "x", "Message": "y"}, None),
    ({"idempotency_key": "k", "message": "x", 3: 4}, None),
]  # fmt: skip


@pytest.mark.req("REQ-1")
@pytest.mark.parametrize(("body", "field"), BAD_BODIES)
def test_a_bad_body_is_refused_by_field_and_nothing_is_written(desk, body, field):
    with pytest.raises(RequestError) as caught:
        desk.requests.message(ADA, body)
    error = caught.value
    assert (error.code, error.http_status, error.field) == ("validation_error", 422, field)
    assert set(error_body(error)) == {"error"}
    assert set(error_body(error)["error"]) == {"type", "message", "details"}
    assert error_body(error)["error"]["type"] == "validation_error"
    assert len(error.message) < 300
    assert desk.rows("SELECT count(*) FROM requests") == [(0,)]


@pytest.mark.req("REQ-1")
@pytest.mark.parametrize("sign", ["k", "ä", "€", "🎉"])
def test_limits_are_characters_and_null_is_absent(desk, sign):
    answer = desk.send(sign * 10_000, sign * 255, request_id=None)
    assert answer["status"] == "pending"
    assert desk.rows("SELECT length(message), length(idempotency_key) FROM requests") == [(10_000, 255)]


@pytest.mark.req("REQ-1")
@given(message=st.text(), key=st.text(min_size=1))
def test_any_message_gets_the_four_keys_or_a_refusal(tmp_path_factory, message, key):
    desk = Desk(tmp_path_factory.mktemp("any"))
    try:
        final = desk.finish(message, key)
    except RequestError as error:
        final = error
    if isinstance(final, RequestError):
        assert final.code == "validation_error"
    else:
        assert set(final) == KEYS
        assert final["status"] in {"completed", "needs_input"}
        assert desk.rows("SELECT idempotency_key, message FROM requests") == [(key, message)]


@pytest.mark.req("REQ-7")
@pytest.mark.parametrize(
    ("message", "told"),
    [
        (
            "remind me tomorrow at 9 to call the lab",
            "Saturday 2026-08-08 09:00:00 Europe/Berlin (UTC+02:00), in UTC 2026-08-08T07:00:00.000Z.",
        ),
        (
            "remind me in 20 minutes to stretch",
            "Friday 2026-08-07 11:20:00 Europe/Berlin (UTC+02:00), in UTC 2026-08-07T09:20:00.000Z.",
        ),
        (
            "every 2 hours check the queue",
            "every 2h, first on Friday 2026-08-07 13:00:00 Europe/Berlin (UTC+02:00), in UTC 2026-08-07T11:00:00.000Z.",
        ),
        (
            "remind me at 2026-12-01T01:30:00-04:00 to call",
            "Tuesday 2026-12-01 01:30:00 UTC-04:00, in UTC 2026-12-01T05:30:00.000Z.",
        ),
        (
            "todo: pay, due monday 17:00 America/New_York",
            "Monday 2026-08-10 17:00:00 America/New_York (UTC-04:00), in UTC 2026-08-10T21:00:00.000Z.",
        ),
        (
            "todo: pay, due in 2 days",
            "Sunday 2026-08-09 11:00:00 Europe/Berlin (UTC+02:00), in UTC 2026-08-09T09:00:00.000Z.",
        ),
        (
            "remind me tomorrow at 9:00 UTC to call",
            "Saturday 2026-08-08 09:00:00 UTC, in UTC 2026-08-08T09:00:00.000Z.",
        ),
    ],
)
def test_an_accepted_time_is_echoed(desk, message, told):
    assert desk.finish(message)["response"] == f"Done.\nTime: {told}"


@pytest.mark.req("REQ-7")
def test_without_any_zone_local_times_are_asked_about_and_lengths_are_shown_in_utc(tmp_path):
    desk = Desk(tmp_path, zone=None)
    assert desk.finish("remind me tomorrow at 9 to call", "a")["status"] == "needs_input"
    assert "09:20:03 UTC, in UTC" in desk.finish("remind me in 20 minutes to call", "b")["response"]
    body = {"idempotency_key": "c", "message": "remind me tomorrow at 9 to call"}
    desk.requests.message(ADA, body, zone="Asia/Tokyo")
    command, _, zone = desk.done[-1]
    assert (command.when.at.time_zone, zone) == ("Asia/Tokyo", "Asia/Tokyo")


@pytest.mark.req("REQ-6")
def test_commands_reach_whoever_carries_them_out_complete(desk):
    desk.send("todo: review the scope matrix, high, due monday 17:00", "a")
    desk.send("remind me in 20 minutes to stretch", "b")
    desk.send("list my todos", "c")
    (todo, who, _), (remind, _, _), (listing, _, _) = desk.done
    assert who == "ada"
    assert todo == AddTodo(
        "review the scope matrix",
        "high",
        At(LocalAt("2026-08-10", "17:00:00", "Europe/Berlin")),
        mutation_id=desk.send("todo: review the scope matrix, high, due monday 17:00", "a")["request_id"],
    )
    assert remind == Remind("stretch", After(1_200))
    assert listing == ListThings("todos")


@pytest.mark.req("REQ-5")
def test_every_error_type_has_its_http_status():
    assert set(HTTP_STATUS) == {
        "unauthorized", "proactive_required", "not_found", "validation_error", "idempotency_key_reused",
        "request_id_mismatch", "rate_limited", "quota_exceeded", "internal",
    }  # fmt: skip


@pytest.mark.req("REQ-1")
def test_a_database_that_cannot_be_written_is_named_and_nothing_runs(desk):
    with desk.database.write() as connection:
        connection.execute("PRAGMA query_only = ON")
        with pytest.raises(WorkbenchError) as caught:
            desk.send()
        connection.execute("PRAGMA query_only = OFF")
    assert caught.value.code == "database_read_only"
    assert str(desk.path) in caught.value.message
    assert not desk.done
