"""Why a command does not apply: said for every command that is missed, true in every situation, naming own keys."""

import re
from types import SimpleNamespace

import pytest

from workbench.actions.commands import BY_ID, COMMANDS, in_scope
from workbench.actions.keymap import SCREENS, situations
from workbench.actions.reasons import NEEDS, refused, why_not
from workbench.actions.situation import Situation

pytestmark = pytest.mark.req("TUI-4")

# These take turns with another command on their key, or are there all the time: nobody misses them.
SILENT = {
    "always", "is_open", "is_list", "is_moving", "is_playing", "can_zoom", "is_zoomed", "hides_events",
    "shows_all_events", "is_compare", "compares_apart", "compares_together", "has_step",
}  # fmt: skip


def view(**facts):
    known = {
        "mode": "live",
        "drivable": True,
        "held": False,
        "events": 9,
        "parent": None,
        "schedules": (),
        "verdict": "ok",
        "crashed": None,
        "holder": None,
    }
    return SimpleNamespace(**{**known, **facts})


def key(command_id):
    return f"<{command_id}>"


def sentence(command_id, situation):
    found = why_not(BY_ID[command_id], situation, key)
    return found.sentence if found is not None else None


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: command.id)
def test_every_command_has_its_needs_or_is_known_to_need_none(command):
    assert (command.applies in NEEDS) != (command.applies.__name__ in SILENT)


@pytest.mark.parametrize("scope", SCREENS)
def test_there_is_a_reason_exactly_where_a_command_does_not_apply(scope):
    commands = in_scope(scope)
    for situation in situations(scope):
        said = {each.command.id for each in refused(commands, situation, key)}
        applying = {command.id for command in commands if command.applies(situation)}
        assert not said & applying
        # On a session no command that has needs is silent; elsewhere some do not belong.
        if scope == "session":
            missed = {command.id for command in commands if command.applies in NEEDS} - applying - said
            assert missed <= {"view.local", "view.utc"}


def test_keys_in_sentences_are_those_of_commands_that_there_are():
    named = {name for needs in NEEDS.values() for need in needs for name in re.findall(r"{([a-z_.]+)}", need.else_said)}
    assert named - {"label", "holder"} <= BY_ID.keys()
    assert {"agent.resume", "time.travel"} <= named


@pytest.mark.parametrize(
    ("command_id", "situation", "said"),
    [
        ("time.advance", Situation(), "the log is still being read"),
        (
            "time.advance", Situation(view(drivable=False, mode="read-only")),
            "read-only: advance would change the log; <session.list>, then <list.open> opens it to be driven",
        ),
        (
            "time.next", Situation(view(drivable=False, verdict="corrupt")),
            "this log can be looked at, not driven: something is wrong with it",
        ),
        ("time.next", Situation(view(), past=True), "this is the past: end goes back to now"),
        ("time.next", Situation(view(), moving="move"), "time is being moved: <move.stop> stops it"),
        ("past.on", Situation(view(), moving="play", past=True), "the history is being played: <move.stop> stops it"),
        ("time.next", Situation(view(), steps_left=3), "a scenario is walked here: <scenario.step> does its next step"),
        ("agent.say", Situation(view(mode="cold")), "the session is suspended: <agent.resume> resumes it"),
        ("agent.resume", Situation(view()), "the session is not suspended"),
        ("agent.say", Situation(view(mode="cold", crashed=3)), "the session crashed: <agent.resume> resumes it"),
        ("session.crash", Situation(view(mode="cold")), "the session is suspended: <agent.resume> resumes it"),
        (
            "session.crash", Situation(view(mode="read-only")),
            "crash: the session does not run yet: the first move makes it live",
        ),
        ("fault.arm", Situation(view(), past=True), "this is the past: end goes back to now"),
        ("schedule.explain", Situation(view()), "explain: no schedule is selected"),
        ("list.repair", Situation(place="list", chosen="own"), "repair: nothing in this log needs a repair"),
        ("agent.hold", Situation(view(held=True)), "the agent is held already"),
        ("schedule.delete", Situation(view()), "delete: no active schedule is selected"),
        ("session.compare", Situation(view()), "compare: only in a fork; <session.fork> makes one"),
        ("past.back", Situation(view()), "previous event: only in the past; <time.travel> goes there"),
        ("view.local", Situation(view()), "no zone is chosen: <view.zone> chooses one"),
        ("view.utc", Situation(view(), zone_chosen=True), None),
        ("view.unzoom", Situation(view()), None),
        ("time.next", Situation(view()), None),
        (
            "list.check", Situation(place="list", chosen="scenario"),
            "check: a scenario is no log yet; <list.open> begins a run of it",
        ),
        ("list.open", Situation(place="list"), "open: nothing is selected"),
        ("view.filter", Situation(place="compare"), None),
        ("compare.jump", Situation(place="compare", moving="move"), "time is being moved: <move.stop> stops it"),
    ],
)  # fmt: skip
def test_the_first_thing_that_stands_in_the_way_is_said(command_id, situation, said):
    assert sentence(command_id, situation) == said
