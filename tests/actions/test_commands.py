"""The command table: unique, complete, plain keys, and never two commands for one key at once."""

import itertools
from types import SimpleNamespace

import pytest

from workbench.actions.commands import BY_ID, COMMANDS, PANE_KEYS, applying, in_scope
from workbench.actions.situation import Situation

PLAIN_NAMES = {"space", "enter", "escape"}
# AltGr characters on German and French keyboards: no action may need them.
ALTGR = set("[]{}|@~\\")
NOUNS = {"Time", "Agent", "Schedule", "Session", "View"}


def view(mode="live", drivable=True, held=False, events=10, records=("schedule-1",)):
    rows = tuple(SimpleNamespace(id=name, state="scheduled") for name in records)
    return SimpleNamespace(mode=mode, drivable=drivable, held=held, events=events, schedules=rows)


def situations():
    views = [None] + [
        view(mode, drivable, held, events)
        for mode, drivable, held, events in itertools.product(
            ("live", "cold", "read-only"), (True, False), (True, False), (0, 10)
        )
    ]
    flags = itertools.product(views, (None, "move", "play"), (None, "schedule-1"), (True, False), (True, False))
    for shown, moving, selected, utc, everything in flags:
        yield Situation(shown, moving, selected, utc, zone_chosen=True, all_events=everything)
        yield Situation(shown, moving, selected, utc, zone_chosen=False, all_events=everything)
    yield Situation(listing=True)


@pytest.mark.req("TUI-4")
@pytest.mark.parametrize("scope", ["session", "list"])
def test_no_two_commands_share_a_key_at_once(scope):
    for situation in situations():
        keys = [command.key for command in applying(scope, situation)]
        # Escape stops a move and otherwise steps back, which is no command.
        assert len(keys) == len(set(keys)), (situation, keys)


@pytest.mark.req("TUI-4")
@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: command.id)
def test_a_command_has_a_plain_key_and_says_what_it_does(command):
    assert command.key in PLAIN_NAMES or (len(command.key) == 1 and command.key not in ALTGR)
    noun, _, verb = command.title.partition(": ")
    assert noun in NOUNS
    assert verb
    assert command.help.endswith(".")
    assert 0 < len(command.label) <= 12
    assert BY_ID[command.id] is command


def test_ids_are_unique():
    assert len(BY_ID) == len(COMMANDS)


def test_scopes_share_what_is_everywhere():
    everywhere = {command.id for command in COMMANDS if command.scope == "anywhere"}
    for scope in ("session", "list"):
        assert everywhere <= {command.id for command in in_scope(scope)}


def test_the_key_bar_is_in_order_of_rank():
    ranks = [command.rank for command in applying("session", Situation(view()))]
    assert ranks == sorted(ranks)


@pytest.mark.parametrize(
    ("situation", "there", "not_there"),
    [
        (Situation(view()), {"time.next", "agent.say", "agent.hold", "agent.suspend"}, {"agent.release", "time.pause"}),
        (Situation(view(held=True)), {"agent.release"}, {"agent.hold"}),
        (Situation(view("cold")), {"time.next", "agent.resume"}, {"agent.say", "agent.suspend"}),
        (Situation(view("read-only")), {"time.next", "agent.say"}, {"agent.resume"}),
        (
            Situation(view("read-only", drivable=False)),
            {"session.list", "app.quit", "app.help"},
            {"time.next", "agent.say", "session.fork"},
        ),
        (Situation(view(events=0)), {"time.next"}, {"session.fork"}),
        (Situation(view(), "move"), {"move.stop", "app.quit"}, {"time.next", "time.pause", "session.list"}),
        (Situation(view(), "play"), {"move.stop", "time.pause"}, {"time.play"}),
        (Situation(view(), selected="schedule-1"), {"schedule.delete"}, set()),
        (Situation(view(), selected="schedule-9"), set(), {"schedule.delete"}),
        (Situation(None), {"app.quit", "view.all"}, {"time.next", "session.fork"}),
        (Situation(view(), zone_chosen=True, utc=True), {"view.local"}, {"view.utc"}),
        (Situation(view(), zone_chosen=True, utc=False), {"view.utc"}, {"view.local"}),
        (Situation(view(), zone_chosen=False, utc=True), set(), {"view.utc", "view.local"}),
        (Situation(view(), all_events=True), {"view.main"}, {"view.all"}),
    ],
)
def test_a_command_is_offered_only_where_it_applies(situation, there, not_there):
    offered = {command.id for command in applying("session", situation)}
    assert there <= offered
    assert not offered & not_there


def test_an_ended_record_cannot_be_deleted():
    ended = view()
    ended.schedules = (SimpleNamespace(id="schedule-1", state="ended"),)
    assert not BY_ID["schedule.delete"].applies(Situation(ended, selected="schedule-1"))


def test_the_list_offers_its_own():
    offered = {command.id for command in applying("list", Situation(listing=True))}
    assert offered == {"list.open", "session.new", "app.palette", "app.help", "app.quit"}


def test_moving_in_a_pane_is_explained_too():
    assert any("tab" in keys for keys, _ in PANE_KEYS)
