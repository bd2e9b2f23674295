"""What the tools are given for a command: the same instant, whatever the form."""

import pytest

from support.request_desk import FRIDAY
from workbench.services.requests.account_commands import AddTodo
from workbench.services.requests.arguments import anchored, reminder_arguments, todo_arguments
from workbench.services.requests.commands import After, At, Every, LocalAt, NeedsInput, Remind


@pytest.mark.req("REQ-6")
@pytest.mark.parametrize(
    ("when", "due"),
    [
        (After(1_200), "+1200s"),
        (At(LocalAt("2026-08-08", "09:00:00", "Europe/Berlin")), "2026-08-08T09:00:00+02:00"),
        (At(LocalAt("2026-12-08", "09:00:00", "America/New_York")), "2026-12-08T09:00:00-05:00"),
        (At(LocalAt("2026-08-08", "09:00:00", "Asia/Kathmandu")), "2026-08-08T09:00:00+05:45"),
        (At(LocalAt("2026-08-08", "09:00:00", "UTC")), "2026-08-08T09:00:00Z"),
        (At("2026-08-08T09:00:00+02:00"), "2026-08-08T09:00:00+02:00"),
        # Monrovia's clocks were 44 min 30 s behind UTC then, which no offset in minutes can say.
        (At(LocalAt("1971-01-01", "12:00:00", "Africa/Monrovia")), "1971-01-01T12:44:30Z"),
    ],
)
def test_a_reminder_keeps_its_instant_and_offset(when, due):
    assert reminder_arguments(Remind("x", when), FRIDAY) == {"prompt": "x", "due_at": due}


@pytest.mark.req("REQ-6")
def test_a_reminder_does_not_repeat():
    assert isinstance(reminder_arguments(Remind("x", Every(7_200)), FRIDAY), NeedsInput)


@pytest.mark.req("REQ-6")
def test_a_todo_has_only_what_was_said_and_an_absolute_time():
    bare = {"action": "create", "content": "x", "client_mutation_id": "m", "priority": "normal"}
    assert todo_arguments(AddTodo("x", mutation_id="m"), FRIDAY) == bare
    full = AddTodo("x", "high", After(7_200), "note", mutation_id="m")
    assert todo_arguments(full, FRIDAY) == bare | {"priority": "high", "note": "note", "due_at": "2026-08-07T11:00:00Z"}


@pytest.mark.req("REQ-7")
@pytest.mark.parametrize("time", ["2027-03-28 02:30:00", "2026-10-25 02:30:00", "2026-02-30 02:30:00"])
def test_what_is_no_instant_or_two_is_asked_about(time):
    when = At(LocalAt(*time.split(), "Europe/Berlin"))
    assert isinstance(reminder_arguments(Remind("x", when), FRIDAY), NeedsInput)
    assert isinstance(todo_arguments(AddTodo("x", due=when), FRIDAY), NeedsInput)


@pytest.mark.req("REQ-4")
def test_a_length_of_time_can_be_fixed_to_the_instant_it_ends_at():
    at = At("2026-08-07T09:20:00.000Z")
    assert anchored(Remind("x", After(1_200)), FRIDAY) == Remind("x", at)
    assert anchored(AddTodo("x", due=After(1_200)), FRIDAY) == AddTodo("x", due=at)
    for kept in (Remind("x", Every(7_200)), Remind("x", at), AddTodo("x"), AddTodo("x", due=at)):
        assert anchored(kept, FRIDAY) == kept
