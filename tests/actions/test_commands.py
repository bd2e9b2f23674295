"""The command table: unique, complete, plain keys, offered only where it applies, and found in all of its places."""

import importlib
from functools import cache
from types import SimpleNamespace

import pytest

from workbench.actions.commands import BY_ID, COMMANDS, PANE_KEYS, applying, in_scope
from workbench.actions.keymap import SCREENS, situations
from workbench.actions.situation import Situation
from workbench.fronts.cli.commands import COMMANDS as SUBCOMMANDS
from workbench.fronts.tui.bindings import key_of
from workbench.fronts.tui.dialogs.palette import CommandFinder
from workbench.fronts.tui.panes.keybar import KeyBar, key_name
from workbench.fronts.tui.screens.helptext import help_lines
from workbench.fronts.tui.theme.glyphs import RICH
from workbench.fronts.tui.theme.paint import Span

PLAIN_NAMES = {"space", "enter", "escape"}
# AltGr characters on German and French keyboards: no action may need them.
ALTGR = set("[]{}|@~\\")
NOUNS = {"Time", "Past", "Scenario", "Agent", "Schedule", "Session", "View", "Compare", "Fault"}
# Where each screen and what it does with its commands is.
PLACES = {
    "session": ("screens.session", "SessionScreen", "deeds.table", "DEEDS"),
    "list": ("screens.sessions", "SessionsScreen", "listing.deeds", "LIST_DEEDS"),
    "compare": ("compare.screen", "CompareScreen", "compare.deeds", "DEEDS"),
}


def found(module, name):
    return getattr(importlib.import_module(f"workbench.fronts.tui.{module}"), name)


def view(mode="live", drivable=True, held=False, events=10, records=("schedule-1",), parent=None, copy=False):
    rows = tuple(SimpleNamespace(id=name, state="scheduled") for name in records)
    return SimpleNamespace(
        mode=mode, drivable=drivable, held=held, events=events, schedules=rows, parent=parent,
        source="source" if copy else None, path="copy", crashed=None, holder=None,
    )  # fmt: skip


@cache
def help_rows(scope):
    lines = help_lines(scope, COMMANDS, RICH, 300)
    return ["".join(span.text for span in (*line.spans, Span(" "), *line.right)) for line in lines]


def scopes_of(command):
    return SCREENS if command.scope == "anywhere" else (command.scope,)


def id_of(command):
    return command.id


@pytest.mark.req("TUI-4")
@pytest.mark.parametrize("command", COMMANDS, ids=id_of)
def test_a_command_has_a_plain_key_and_says_what_it_does(command):
    assert command.key in PLAIN_NAMES or (len(command.key) == 1 and command.key not in ALTGR)
    noun, _, verb = command.title.partition(": ")
    assert noun in NOUNS
    assert verb
    assert command.help.endswith(".")
    assert 0 < len(command.label) <= 20
    assert BY_ID[command.id] is command


# ------------------------------------------------------------------------------------------- each in all of its places


@pytest.mark.req("TUI-4")
@pytest.mark.parametrize("command", COMMANDS, ids=id_of)
def test_a_command_has_its_key_on_every_screen_of_its_scope(command):
    for scope in scopes_of(command):
        screen, name, *_ = PLACES[scope]
        bound = [binding for binding in found(screen, name).BINDINGS if getattr(binding, "id", None) == command.id]
        assert [(binding.key, binding.action) for binding in bound] == [(key_of(command), f"command('{command.id}')")]


@pytest.mark.req("TUI-4")
@pytest.mark.parametrize("command", COMMANDS, ids=id_of)
def test_a_command_is_carried_out_on_every_screen_of_its_scope(command):
    for scope in scopes_of(command):
        *_, module, name = PLACES[scope]
        deeds = found(module, name)
        # On the session list there is nothing to filter by but its own field, and no list to go to.
        if any(command.applies(situation) for situation in situations(scope)):
            assert callable(deeds.get(command.id)), f"{module}.{name} does not know {command.id}"


@pytest.mark.req("TUI-4")
@pytest.mark.parametrize("scope", SCREENS)
def test_no_screen_carries_out_what_is_no_command(scope):
    *_, module, name = PLACES[scope]
    assert set(found(module, name)) <= {command.id for command in in_scope(scope)}


@pytest.mark.req("TUI-4")
@pytest.mark.parametrize("command", COMMANDS, ids=id_of)
def test_a_command_is_offered_in_key_bar_and_palette_where_it_applies(command):
    scope, situation = next(
        (scope, situation)
        for scope in scopes_of(command)
        for situation in situations(scope)
        if command.applies(situation)
    )
    offered = applying(scope, situation)
    assert command in offered
    bar = KeyBar(id="keys")
    bar.offer(offered)
    (row,) = bar.bar_lines(1000, 1)
    texts = [span.text.strip() for span in (*row.spans, *row.right)]
    assert command.label in texts[texts.index(key_name(command)) :]
    entries = {entry.value: entry.name for entry in CommandFinder(offered)._entries}
    # The palette needs no entry that opens it.
    assert entries.get(command.id) == (None if command.id == "app.palette" else command.title)


@pytest.mark.req("TUI-4")
@pytest.mark.parametrize("command", COMMANDS, ids=id_of)
def test_a_command_is_in_the_help_of_every_screen(command):
    for scope in SCREENS:
        (row,) = [
            row for row in help_rows(scope) if f"{command.label}: {command.help}" in row and command.id in row.split()
        ]
        assert row.split()[0] == key_name(command)


@pytest.mark.req("TUI-4")
@pytest.mark.parametrize("command", [command for command in COMMANDS if command.cli], ids=id_of)
def test_a_command_that_names_a_subcommand_has_it(command):
    assert command.cli in SUBCOMMANDS
    assert importlib.import_module(f"workbench.fronts.cli.{command.cli}_command").command.name == command.cli


def test_what_the_command_line_does_too_says_so():
    assert {command.cli for command in COMMANDS if command.cli} == {
        "fork", "check", "reset", "new", "explain", "plan", "journal", "repair",
    }  # fmt: skip


# ------------------------------------------------------------------------------------------------- what applies when


def test_ids_are_unique():
    assert len(BY_ID) == len(COMMANDS)


def test_scopes_share_what_is_everywhere():
    everywhere = {command.id for command in COMMANDS if command.scope == "anywhere"}
    for scope in SCREENS:
        assert everywhere <= {command.id for command in in_scope(scope)}


@pytest.mark.parametrize("scope", SCREENS)
def test_the_key_bar_is_in_order_of_rank(scope):
    ranks = [command.rank for command in applying(scope, Situation(view(), place=scope))]
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
        (Situation(view(events=0)), {"time.next"}, {"session.fork", "time.travel", "time.goto"}),
        (Situation(view(), "move"), {"move.stop", "app.quit"}, {"time.next", "time.pause", "session.list"}),
        (Situation(view(), "play"), {"move.stop", "time.pause"}, {"time.play"}),
        (Situation(view(), selected="schedule-1"), {"schedule.delete"}, set()),
        (Situation(view(), selected="schedule-9"), set(), {"schedule.delete"}),
        (Situation(None), {"app.quit", "view.all"}, {"time.next", "session.fork"}),
        (Situation(view(), zone_chosen=True, utc=True), {"view.local"}, {"view.utc"}),
        (Situation(view(), zone_chosen=True, utc=False), {"view.utc"}, {"view.local"}),
        (Situation(view(), zone_chosen=False, utc=True), set(), {"view.utc", "view.local"}),
        (Situation(view(), all_events=True), {"view.main"}, {"view.all"}),
        (Situation(view(), steps_left=2), {"scenario.step"}, {"time.next"}),
        (Situation(view(), steps_left=0), {"time.next"}, {"scenario.step"}),
        (
            Situation(view(), past=True),
            {"past.back", "past.on", "past.change_on", "past.play", "past.now", "session.fork"},
            {"time.next", "time.travel", "agent.say", "schedule.new"},
        ),
        (Situation(view(), past=True, moving="play"), {"time.pause", "past.now"}, {"past.on", "past.play"}),
        (Situation(view(parent="overnight")), {"session.compare"}, set()),
        (Situation(view()), set(), {"session.compare"}),
        (Situation(view(), zoomed=True), {"view.unzoom"}, {"view.zoom"}),
        (Situation(view(), pane="schedules"), {"view.filter"}, set()),
        (Situation(view(), pane="timeline"), set(), {"view.filter"}),
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


@pytest.mark.parametrize(
    ("chosen", "there"),
    [
        (None, set()),
        ("scenario", {"list.open"}),
        ("own", {"list.open", "list.read", "list.fork", "list.check", "list.forget"}),
    ],
)
def test_the_list_offers_what_can_be_done_with_the_row(chosen, there):
    offered = {command.id for command in applying("list", Situation(place="list", chosen=chosen))}
    assert {name for name in offered if name.startswith("list.")} == there
    assert {"session.new", "app.palette", "app.help", "app.quit", "view.write", "view.theme"} <= offered
    assert "session.list" not in offered


def test_the_comparison_offers_its_own():
    offered = {command.id for command in applying("compare", Situation(place="compare"))}
    assert {"compare.next", "compare.open", "compare.together", "compare.close", "session.list"} <= offered
    assert not offered & {"compare.apart", "compare.stop", "time.next"}


def test_moving_in_a_pane_is_explained_too():
    assert any("tab" in keys for keys, _ in PANE_KEYS)
