"""A user's own keys: what is accepted, what is refused and why, and the rule by which two commands may share one."""

import msgspec
import pytest

from workbench.actions.commands import BY_ID, COMMANDS, applying, in_scope
from workbench.actions.keymap import SCREENS, checked_keys, clashes, keys_as_comments, remapped, situations
from workbench.actions.situation import Situation

pytestmark = pytest.mark.req("TUI-4")


@pytest.mark.parametrize(
    ("table", "keys"),
    [
        ({}, {}),
        ({"time": {"next": "N"}}, {"time.next": "N"}),
        ({"time.next": "N"}, {"time.next": "N"}),
        ({"time": {"next": "n"}}, {}),
        ({"time.advance": "j", "time.jump": "a", "compare": {"advance": "j", "jump": "a"}},
         {"time.advance": "j", "time.jump": "a", "compare.advance": "j", "compare.jump": "a"}),
        ({"agent.say": "ö", "view.zone": "%"}, {"agent.say": "ö", "view.zone": "%"}),
        # They never apply at once: one wants a scenario with steps left, the other one none.
        ({"time.next": "A", "scenario.step": "A"}, {"time.next": "A", "scenario.step": "A"}),
        ({"view.detail": "space", "time.play": "A", "past.play": "A", "time.pause": "A"},
         {"view.detail": "space", "time.play": "A", "past.play": "A", "time.pause": "A"}),
    ],
)  # fmt: skip
def test_own_keys_are_taken(table, keys):
    assert checked_keys(table) == keys


@pytest.mark.parametrize(
    ("table", "said"),
    [
        ({"time": {"nxt": "x"}}, "no command 'time.nxt'; did you mean time.next?"),
        ({"fly": "x"}, "no command 'fly'"),
        ({"time": {"next": ""}}, "time.next: '' is no plain key; accepted: one character, space, enter"),
        ({"time": {"next": "nn"}}, "is no plain key"),
        ({"time": {"next": "ctrl+n"}}, "is no plain key"),
        ({"time": {"next": "f5"}}, "is no plain key"),
        ({"time": {"next": "tab"}}, "is no plain key"),
        ({"time": {"next": " "}}, "is no plain key"),
        ({"time": {"next": "\x1b"}}, "is no plain key"),
        ({"time": {"next": 5}}, "time.next: expected a key as text"),
        ({"time": ["n"]}, "time: expected a key as text"),
        ({"time": {"next": "escape"}}, "escape steps back"),
        ({"time": {"next": "a"}}, "time.next and time.advance would both have 'a' on the same screen (session)"),
        ({"view": {"zone": "u"}}, "view.local and view.zone"),
        ({"list": {"open": "q"}}, "list.open and app.quit would both have 'q' on the same screen (list)"),
        ({"compare": {"next": "a"}}, "(compare)"),
        ({"time": {"jump": "x"}, "agent": {"say": "x"}}, "time.jump and agent.say"),
    ],
)
def test_other_keys_are_refused_with_what_is_wrong(table, said):
    with pytest.raises(ValueError, match=r".") as caught:
        checked_keys(table)
    assert said in str(caught.value)


def test_the_table_has_the_keys_and_is_otherwise_the_same():
    table = remapped({"time.next": "N"})
    assert [command.id for command in table] == [command.id for command in COMMANDS]
    assert [command.key for command in table if command.id == "time.next"] == ["N"]
    assert [command for command in table if command.id != "time.next"] == [
        command for command in COMMANDS if command.id != "time.next"
    ]
    assert remapped({}) == COMMANDS
    assert {command.key for command in applying("list", Situation(place="list"), remapped({"app.quit": "Q"}))} >= {"Q"}


@pytest.mark.parametrize("scope", SCREENS)
def test_no_two_commands_share_a_key_at_once(scope):
    for situation in situations(scope):
        keys = [command.key for command in in_scope(scope) if command.applies(situation)]
        assert len(keys) == len(set(keys)), (situation, keys)


def test_a_clash_is_found_wherever_it_can_happen():
    clumsy = [msgspec.structs.replace(command, key="x") for command in COMMANDS]
    found = {(clash.one.id, clash.other.id, clash.scope) for clash in clashes(clumsy)}
    assert ("time.next", "time.step", "session") in found
    assert ("list.open", "app.help", "list") in found
    assert ("compare.next", "app.quit", "compare") in found
    assert not {(one, other) for one, other, _ in found} & {("agent.hold", "agent.release"), ("view.local", "view.utc")}
    assert not list(clashes(COMMANDS))


def test_every_situation_is_one_of_its_screen():
    assert {each.place for scope in SCREENS for each in situations(scope)} == set(SCREENS)
    assert len(set(map(str, situations("compare")))) == len(list(situations("compare")))


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: command.id)
def test_every_command_applies_in_some_situation(command):
    scopes = SCREENS if command.scope == "anywhere" else [command.scope]
    assert any(command.applies(situation) for scope in scopes for situation in situations(scope))


def test_the_comments_name_every_command_with_its_key():
    lines = keys_as_comments().splitlines()
    assert lines == [f'# {name} = "{command.key}"' for name, command in BY_ID.items()]
