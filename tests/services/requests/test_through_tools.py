"""Requests with the real reminders and todos behind them: every accepted phrase carries all that these tools need."""

import pytest

from support.request_desk import ADA, SECOND, Desk, caller
from workbench.services.refusal import ServiceError
from workbench.services.reminders.service import Reminders
from workbench.services.requests.account_commands import AddTodo
from workbench.services.requests.arguments import reminder_arguments, todo_arguments
from workbench.services.requests.commands import NeedsInput, Remind
from workbench.services.requests.executed import Executed
from workbench.services.todos.todos import Todos
from workbench.time.instant import parse_utc
from workbench.time.zones import load_zone


class Office(Desk):
    """A desk whose commands are carried out by the services, without a session."""

    def __init__(self, folder):
        super().__init__(folder)
        zone = load_zone("Europe/Berlin")
        self.reminders = Reminders(self.database, lambda: self.now, lambda: zone)
        self.todos = Todos(self.database, lambda: self.now, lambda: zone)
        self.answer = self._carry_out

    def _carry_out(self, command):
        if isinstance(command, Remind):
            arguments = reminder_arguments(command, self.now)
            if isinstance(arguments, NeedsInput):
                return Executed("needs_input", arguments.sentence)
            made = self.reminders.upsert(OWNER, {"account_id": OWNER.account, **arguments}).value["reminder"]
            return Executed("completed", made["id"])
        assert isinstance(command, AddTodo)
        try:
            made = self.todos.call(OWNER, todo_arguments(command, self.now))
        except ServiceError as error:
            return Executed("needs_input", error.message)
        return Executed("completed", made["item"]["todo_id"])


OWNER = caller(access=("proactive", "reminders"))


@pytest.fixture
def office(tmp_path):
    return Office(tmp_path)


@pytest.mark.req("REQ-6")
@pytest.mark.parametrize(
    ("phrase", "due_at"),
    [
        ("in 20 minutes", "2026-08-07T09:20:00.000Z"),
        ("tomorrow at 9", "2026-08-08T07:00:00.000Z"),
        ("tomorrow at 9:00 America/New_York", "2026-08-08T13:00:00.000Z"),
        ("at 2026-10-25T02:30:00+01:00", "2026-10-25T01:30:00.000Z"),
        ("at 2026-08-09T10:00:00Z", "2026-08-09T10:00:00.000Z"),
    ],
)
def test_reminders_and_todos_fall_due_at_the_instant_that_was_echoed(office, phrase, due_at):
    reminder = office.finish(f"remind me {phrase} to call the lab", "a")
    office.now -= 3 * SECOND
    todo = office.finish(f"todo: call the lab, high, due {phrase}", "b")
    assert reminder["status"] == todo["status"] == "completed"
    assert f"in UTC {due_at}." in reminder["response"]
    assert f"in UTC {due_at}." in todo["response"]
    listed = office.todos.call(OWNER, {"action": "list"})["items"]
    assert [(item["content"], item["priority"]) for item in listed] == [("call the lab", "high")]
    office.now = parse_utc(due_at) - 1
    assert not office.reminders.list_due(OWNER, {"account_id": OWNER.account})["reminders"]
    office.now += 1
    due = office.reminders.list_due(OWNER, {"account_id": OWNER.account})["reminders"]
    expired = office.now - parse_utc("2026-08-07T09:00:00.000Z") >= 14 * 86_400 * SECOND
    assert [item["prompt"] for item in due] == ([] if expired else ["call the lab"])


@pytest.mark.req("REQ-6")
def test_a_todo_without_options_and_one_with_a_note_as_context(office):
    office.finish("remember that Acme is decided", "a")
    note = office.rows("SELECT note_id FROM notes")[0][0]
    assert office.finish("todo: buy 3 apples", "b")["status"] == "completed"
    assert office.finish(f"todo: call Acme. Use note {note} as context.", "c")["status"] == "completed"
    items = office.todos.call(OWNER, {"action": "list"})["items"]
    assert [(item["content"], item["due_at"], item["note"]) for item in items] == [
        ("buy 3 apples", None, None),
        ("call Acme.", None, f"Context: mem://note/{note}"),
    ]


class Death(BaseException):
    """The end of the process between doing and saying so."""


@pytest.mark.req("REQ-4")
def test_a_todo_whose_making_was_not_acknowledged_is_made_once(office):
    def done_and_dead(command):
        office._carry_out(command)
        raise Death

    office.answer = done_and_dead
    with pytest.raises(Death):
        office.send("todo: call mum, due in 2 days")
    office.answer = office._carry_out
    office.now += 600 * SECOND
    assert office.send("todo: call mum, due in 2 days")["status"] == "completed"
    assert len(office.done) == 2
    assert len(office.todos.call(OWNER, {"action": "list"})["items"]) == 1


@pytest.mark.req("REQ-6")
def test_the_users_identity_is_what_the_tools_get(office):
    office.send("todo: call mum", identity=ADA)
    assert office.done[0][1] == ADA.user
