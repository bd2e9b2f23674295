"""The commands: one record per thing a user can do, from which bindings, key bar, palette, help and CLI are made.

Owns the table. How a command is carried out is the front's business; whether it applies is a question about a
:class:`~workbench.actions.situation.Situation` alone. Keys are single characters or names of plain keys, never chords.
"""

from collections.abc import Callable, Iterable
from typing import Final, Literal

import msgspec

from workbench.actions import situation as when
from workbench.actions.situation import Situation

Scope = Literal["anywhere", "session", "list"]


class Command(msgspec.Struct, frozen=True):
    """One thing to do. ``title`` is its palette entry, noun before verb; ``label`` its word in the key bar.

    ``rank`` orders the key bar, lowest first: what does not fit is dropped from the end. ``cli`` names the subcommand
    of the command line that does the same, if there is one. Two commands may share a key if they never apply at once.
    """

    id: str
    title: str
    key: str
    label: str
    help: str
    rank: int
    applies: Callable[[Situation], bool]
    scope: Scope = "session"
    cli: str | None = None


COMMANDS: Final[tuple[Command, ...]] = (
    Command("time.next", "Time: next due", "n", "next",
            "Go to the next delivery and handle everything due at that instant.", 10, when.can_move),
    Command("time.step", "Time: step", ".", "step",
            "Go to the next event and handle just that one.", 20, when.can_move),
    Command("time.advance", "Time: advance...", "a", "advance",
            "Let time pass up to an instant; every event on the way happens in order.", 30, when.can_move),
    Command("time.jump", "Time: jump...", "j", "jump",
            "Set the clock at once, like a laptop that slept; then handle what is due.", 40, when.can_move),
    Command("time.play", "Time: play", "space", "play",
            "Let simulated time run, sixty times as fast as real time.", 50, when.can_move),
    Command("time.pause", "Time: pause", "space", "pause",
            "Stop the running clock.", 5, when.is_playing),
    Command("move.stop", "Time: stop here", "escape", "stop here",
            "Stop a move between two events; what has happened stays.", 1, when.is_moving),
    Command("agent.say", "Agent: say...", "i", "say",
            "Send the agent a message, as the user.", 60, when.can_talk),
    Command("agent.hold", "Agent: hold", "b", "hold",
            "Keep the agent busy in an open turn, so that reminders have to wait.", 70, when.can_hold),
    Command("agent.release", "Agent: release", "b", "release",
            "Let the held turn end; what waited runs next.", 70, when.can_release),
    Command("agent.suspend", "Agent: suspend", "r", "suspend",
            "Put the session to sleep: the clock can go on, nothing is delivered.", 90, when.can_suspend),
    Command("agent.resume", "Agent: resume", "r", "resume",
            "Reopen the sleeping session; what fell due meanwhile is caught up.", 65, when.can_resume),
    Command("schedule.delete", "Schedule: delete", "d", "delete",
            "Delete the selected schedule, after asking.", 80, when.has_schedule),
    Command("session.fork", "Session: fork here", "f", "fork",
            "Start a child session at the end of the selected turn; it adopts no schedules.", 75, when.can_fork,
            cli="fork"),
    Command("view.local", "View: local time", "u", "local",
            "Show times in the chosen zone.", 110, when.shows_utc),
    Command("view.utc", "View: UTC", "u", "UTC",
            "Show times in UTC.", 110, when.shows_local),
    Command("view.all", "View: all events", "v", "all events",
            "Show the structural events of the transcript too.", 100, when.hides_events),
    Command("view.main", "View: main events only", "v", "fewer events",
            "Hide the structural events of the transcript.", 100, when.shows_all_events),
    Command("view.detail", "View: details of the row", "enter", "details",
            "Show the selected event in full, or explain the selected schedule.", 105, when.is_open),
    Command("view.transcript", "View: transcript", "1", "transcript",
            "Go to the transcript.", 210, when.is_open),
    Command("view.schedules", "View: schedules", "2", "schedules",
            "Go to the schedules.", 211, when.is_open),
    Command("view.todos", "View: todos", "3", "todos",
            "Go to the todos.", 212, when.is_open),
    Command("list.open", "Session: open", "enter", "open",
            "Open the selected session.", 10, when.is_list, scope="list"),
    Command("session.new", "Session: new", "s", "new session",
            "Start an empty session.", 20, when.is_list, scope="list", cli="new"),
    Command("session.list", "Session: list", "o", "sessions",
            "Go to the list of sessions.", 120, when.at_rest),
    Command("app.palette", "View: palette", ":", "palette",
            "Find any command by its name.", 130, when.always, scope="anywhere"),
    Command("app.help", "View: help", "?", "help",
            "Show every key and what it does.", 300, when.always, scope="anywhere"),
    Command("app.quit", "View: quit", "q", "quit",
            "Leave the workbench.", 140, when.always, scope="anywhere"),
)  # fmt: skip
BY_ID: Final = {command.id: command for command in COMMANDS}
# Moving inside a pane is no command: these keys belong to whatever has the focus. The help shows them too.
PANE_KEYS: Final[tuple[tuple[str, str], ...]] = (
    ("up, down", "move by a row"),
    ("page up, page down", "move by a page"),
    ("home, end", "first row; last row, and follow what is new"),
    ("tab, shift+tab", "next and previous pane"),
    ("escape", "one step back: stop a move, close a dialog"),
)


def in_scope(scope: Scope, commands: Iterable[Command] = COMMANDS) -> list[Command]:
    """The commands of a screen of that scope, those that apply anywhere included, in table order."""
    return [command for command in commands if command.scope in (scope, "anywhere")]


def applying(scope: Scope, situation: Situation) -> list[Command]:
    """The commands of that scope that apply in ``situation``, by rank: what key bar and palette offer."""
    return sorted((c for c in in_scope(scope) if c.applies(situation)), key=lambda command: command.rank)
