"""The commands: one record per thing a user can do, from which bindings, key bar, palette, help and CLI are made.

Owns the table. How a command is carried out is the front's business; whether it applies is a question about a
:class:`~workbench.actions.situation.Situation` alone. Keys are single characters or names of plain keys, never chords.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import Final, Literal

import msgspec

from workbench.actions import situation as when
from workbench.actions.situation import Situation

Scope = Literal["anywhere", "session", "list", "compare"]


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
    Command("move.stop", "Time: stop here", "escape", "stop here",
            "Stop a move between two events; what has happened stays.", 1, when.is_moving),
    Command("time.pause", "Time: pause", "space", "pause",
            "Stop the running clock, or the playing history.", 5, when.is_playing),
    Command("scenario.step", "Scenario: next step", "n", "next step",
            "Do the next step of the scenario and say what it did.", 8, when.has_step),
    Command("time.next", "Time: next due", "n", "next",
            "Go to the next delivery and handle everything due at that instant.", 10, when.can_go_on),
    Command("time.step", "Time: step", ".", "step",
            "Go to the next event and handle just that one.", 20, when.can_move),
    Command("time.advance", "Time: advance...", "a", "advance",
            "Let time pass up to an instant; every event on the way happens in order.", 30, when.can_move),
    Command("time.jump", "Time: jump...", "j", "jump",
            "Set the clock at once, like a laptop that slept; then handle what is due.", 40, when.can_move),
    Command("time.play", "Time: play", "space", "play",
            "Let simulated time run, sixty times as fast as real time or as the settings say.", 50, when.can_move),
    Command("time.travel", "Time: travel", "t", "travel",
            "Look at the session as it was at the selected event; nothing is changed.", 85, when.can_travel),
    Command("past.back", "Past: previous event", ",", "previous event",
            "Show the session as it was one event earlier.", 10, when.in_past_at_rest),
    Command("past.on", "Past: next event", ".", "next event",
            "Show the session as it was one event later.", 11, when.in_past_at_rest),
    Command("past.change_back", "Past: previous change", "p", "previous change",
            "Go back to the last change of a schedule before this event.", 12, when.in_past_at_rest),
    Command("past.change_on", "Past: next change", "n", "next change",
            "Go on to the next change of a schedule after this event.", 13, when.in_past_at_rest),
    Command("past.play", "Past: play the history", "space", "play the history",
            "Walk through the changes of schedules one after the other.", 25, when.in_past_at_rest),
    Command("past.now", "Past: back to now", "t", "now",
            "Show the session as it is.", 15, when.in_past),
    Command("time.goto", "Time: go to...", "g", "go to",
            "Look at the session as it was at an event's number or at a time.", 86, when.can_go),
    Command("agent.say", "Agent: say...", "i", "say",
            "Send the agent a message, as the user.", 60, when.can_talk),
    Command("agent.resume", "Agent: resume", "r", "resume",
            "Reopen the sleeping session; what fell due meanwhile is caught up.", 65, when.can_resume),
    Command("session.take", "Session: take over", "r", "take over",
            "Go on with a session that another workbench let go: read on to its end and make it live here.", 7,
            when.can_take),
    Command("agent.hold", "Agent: hold", "b", "hold",
            "Keep the agent busy in an open turn, so that reminders have to wait.", 70, when.can_hold),
    Command("agent.release", "Agent: release", "b", "release",
            "Let the held turn end; what waited runs next.", 70, when.can_release),
    Command("agent.suspend", "Agent: suspend", "r", "suspend",
            "Put the session to sleep: the clock can go on, nothing is delivered.", 90, when.can_suspend),
    Command("fault.arm", "Fault: arm...", "x", "faults",
            "Arm a fault: a failed or slow barrier, a refused append, a crash at a chosen point, a lost answer.", 92,
            when.can_arm),
    Command("session.crash", "Session: crash", "X", "crash",
            "Let the process die here, after asking: what is not on disk is lost; resume recovers.", 93,
            when.can_crash),
    Command("agent.lasts", "Agent: how long turns last...", "L", "turn length",
            "Let each turn last a simulated time, so that what falls due meanwhile has to wait.", 91, when.can_move),
    Command("schedule.new", "Schedule: new...", "s", "new",
            "Make a schedule in a form that shows its next five targets first.", 72, when.can_talk),
    Command("schedule.delete", "Schedule: delete", "d", "delete",
            "Delete the selected schedule, after asking.", 74, when.has_schedule),
    Command("schedule.explain", "Schedule: explain", "W", "explain",
            "Say where the selected schedule came from, every decision about it, and what comes next.", 80,
            when.has_told, cli="explain"),
    Command("schedule.plan", "Schedule: what runs next...", "P", "plan",
            "Show the turns that would run if the agent became idle now, and the next targets.", 77, when.can_go,
            cli="plan"),
    Command("session.fork", "Session: fork here...", "f", "fork",
            "Start a child session at the end of the selected turn; it adopts no schedules.", 76, when.can_fork,
            cli="fork"),
    Command("session.compare", "Session: compare with its parent or fork", "m", "compare",
            "Put a fork beside the session it came from.", 78, when.has_parent),
    Command("view.filter", "View: filter...", "/", "filter",
            "Show only the rows that contain a text.", 94, when.can_filter, scope="anywhere"),
    Command("view.zoom", "View: zoom", "z", "zoom",
            "Give the whole place to the pane that has the focus.", 96, when.can_zoom),
    Command("view.unzoom", "View: leave the zoom", "z", "all panes",
            "Show all panes again.", 96, when.is_zoomed),
    Command("view.all", "View: all events", "v", "all events",
            "Show the structural events of the transcript too.", 100, when.hides_events),
    Command("view.main", "View: main events only", "v", "fewer events",
            "Hide the structural events of the transcript.", 100, when.shows_all_events),
    Command("view.detail", "View: details of the row", "enter", "details",
            "Show the selected event in full, or explain the selected schedule.", 105, when.is_open),
    Command("view.local", "View: local time", "u", "local",
            "Show times in the chosen zone.", 110, when.shows_utc, scope="anywhere"),
    Command("view.utc", "View: UTC", "u", "UTC",
            "Show times in UTC.", 110, when.shows_local, scope="anywhere"),
    Command("view.copy", "View: copy", "y", "copy",
            "Copy the selected row, whole, to the terminal's clipboard.", 112, when.is_open),
    Command("view.write", "View: write to file...", "w", "write",
            "Write the selected row, the pane or the screen to a file, as text or SVG.", 114, when.always,
            scope="anywhere"),
    Command("view.finer", "View: timeline finer", "+", "finer",
            "Let a column of the timeline stand for less time.", 116, when.is_open),
    Command("view.coarser", "View: timeline coarser", "-", "coarser",
            "Let a column of the timeline stand for more time.", 117, when.is_open),
    Command("view.zone", "View: time zone...", "Z", "zone",
            "Choose the zone in which times are shown and which the agent is told.", 118, when.always,
            scope="anywhere"),
    Command("view.theme", "View: theme...", "T", "theme",
            "Choose the colours; ASCII signs as well.", 119, when.always, scope="anywhere"),
    Command("view.transcript", "View: transcript", "1", "transcript",
            "Go to the transcript.", 210, when.is_open),
    Command("view.schedules", "View: schedules", "2", "schedules",
            "Go to the schedules.", 211, when.is_open),
    Command("view.todos", "View: todos", "3", "todos",
            "Go to the todos.", 212, when.is_open),
    Command("view.journal", "View: journal", "6", "journal",
            "Go to the journal: every decision, and why.", 215, when.is_open, cli="journal"),
    Command("view.timeline", "View: timeline", "7", "timeline",
            "Go to the timeline.", 216, when.is_open),
    Command("list.open", "Session: open", "enter", "open",
            "Open the selected session or scenario.", 10, when.has_any, scope="list"),
    Command("list.read", "Session: open read-only", "o", "open read-only",
            "Look at the selected log without ever changing anything.", 20, when.has_log, scope="list"),
    Command("list.fork", "Session: fork...", "f", "fork",
            "Start a child of the selected session at its end, and open it.", 30, when.has_log, scope="list",
            cli="fork"),
    Command("list.check", "Session: check", "v", "check",
            "Read the selected log again and say everything that is wrong with it.", 40, when.has_log, scope="list",
            cli="check"),
    Command("list.repair", "Session: repair...", "r", "repair",
            "Show what a repair of the selected log would keep and lose; it asks, and keeps a backup.", 45,
            when.has_damage, scope="list", cli="repair"),
    Command("list.forget", "Session: forget...", "d", "forget",
            "Delete a session of one's own, or the copy of another program's log, after asking.", 50, when.has_log,
            scope="list", cli="reset"),
    Command("session.new", "Session: new", "s", "new session",
            "Start an empty session.", 60, when.is_list, scope="list", cli="new"),
    Command("compare.next", "Compare: next difference", "n", "next difference",
            "Go to the next row that differs.", 10, when.is_compare, scope="compare"),
    Command("compare.previous", "Compare: previous difference", "p", "previous difference",
            "Go to the row before that differs.", 12, when.is_compare, scope="compare"),
    Command("compare.open", "Compare: open this side", "enter", "open this side",
            "Go on with the session on this side alone.", 20, when.compares_at_rest, scope="compare"),
    Command("compare.together", "Compare: drive both sides", "t", "both sides",
            "Let every move drive both sides, from now on.", 30, when.compares_apart, scope="compare"),
    Command("compare.apart", "Compare: drive this side", "t", "this side",
            "Let every move drive this side alone, from now on.", 30, when.compares_together, scope="compare"),
    Command("compare.step", "Compare: next due", ".", "next due",
            "Go to the next delivery, on the side or sides driven; the key for it elsewhere goes to differences.", 40,
            when.compares_at_rest, scope="compare"),
    Command("compare.advance", "Compare: advance...", "a", "advance",
            "Let time pass, on the side or sides that are driven.", 50, when.compares_at_rest, scope="compare"),
    Command("compare.jump", "Compare: jump...", "j", "jump",
            "Set the clock at once, on the side or sides that are driven.", 60, when.compares_at_rest,
            scope="compare"),
    Command("compare.say", "Compare: say...", "i", "say",
            "Send a message to the agent, on the side or sides that are driven.", 70, when.compares_at_rest,
            scope="compare"),
    Command("compare.close", "Compare: close", "escape", "close",
            "Go back to the session that was on the screen before.", 25, when.compares_at_rest, scope="compare"),
    Command("compare.stop", "Compare: stop here", "escape", "stop here",
            "Stop a move between two events.", 1, when.is_moving, scope="compare"),
    Command("session.over", "Session: start over...", "O", "start over",
            "Throw away the copy that was driven here, after asking, and go on from the log itself.", 122,
            when.has_copy, cli="reset"),
    Command("session.list", "Session: list", "o", "sessions",
            "Go to the list of sessions.", 120, when.can_leave, scope="anywhere"),
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
    ("home, end", "first row; last row, and follow what is new; in the past, end goes back to now"),
    ("left, right", "in the timeline, move the cursor by a column"),
    ("tab, shift+tab", "next and previous pane"),
    ("escape", "one step back: stop a move, close a dialog, clear the filter, leave the zoom, leave the past"),
)


def key_with(keys: Mapping[str, str], command_id: str) -> str:
    """The key of that command for a user whose own keys by command id are ``keys``."""
    return keys.get(command_id) or BY_ID[command_id].key


def in_scope(scope: Scope, commands: Iterable[Command] = COMMANDS) -> list[Command]:
    """The commands of a screen of that scope, those that apply anywhere included, in table order."""
    return [command for command in commands if command.scope in (scope, "anywhere")]


def applying(scope: Scope, situation: Situation, commands: Iterable[Command] = COMMANDS) -> list[Command]:
    """The commands of that scope that apply in ``situation``, by rank: what key bar and palette offer."""
    return sorted((c for c in in_scope(scope, commands) if c.applies(situation)), key=lambda command: command.rank)
