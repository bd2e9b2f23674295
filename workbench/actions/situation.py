"""What a front is in the middle of, and the questions commands ask of it before they offer themselves.

Pure: a situation is made from a bench snapshot and a few facts of the screen; nothing here changes anything.
"""

from typing import TYPE_CHECKING, Literal

import msgspec

if TYPE_CHECKING:
    from workbench.bench.view import BenchView


class Situation(msgspec.Struct, frozen=True):
    """``view`` is the bench's state, None until one is open; ``moving`` names the move under way; ``selected`` is a
    record's id; ``past`` while the screen shows a prefix; ``steps_left`` of a scenario being walked; ``pane`` is
    the one that has the focus; ``place`` is what the screen is; ``chosen`` what the list's cursor is on; ``child``
    where a fork of the session on the screen is known; ``damaged`` where what the list's cursor is on can be repaired;
    ``freed`` once somebody let the log go that was only followed here.
    """

    view: "BenchView | None" = None
    moving: Literal["move", "play"] | None = None
    selected: str | None = None
    utc: bool = True
    zone_chosen: bool = False
    all_events: bool = False
    place: Literal["session", "list", "compare"] = "session"
    past: bool = False
    steps_left: int = 0
    pane: str = ""
    zoomed: bool = False
    filtered: bool = False
    together: bool = False
    chosen: Literal["own", "foreign", "scenario"] | None = None
    child: bool = False
    damaged: bool = False
    freed: bool = False


def always(situation: Situation) -> bool:
    """Everywhere, at any time."""
    del situation
    return True


def is_list(situation: Situation) -> bool:
    """On the session list."""
    return situation.place == "list"


def has_log(situation: Situation) -> bool:
    """On the session list, on a log."""
    return is_list(situation) and situation.chosen in ("own", "foreign")


def has_any(situation: Situation) -> bool:
    """On the session list, on a log or a scenario."""
    return is_list(situation) and situation.chosen is not None


def is_compare(situation: Situation) -> bool:
    """On the comparison of a fork with its parent."""
    return situation.place == "compare"


def compares_at_rest(situation: Situation) -> bool:
    """Comparing, and neither side is being moved."""
    return is_compare(situation) and situation.moving is None


def compares_apart(situation: Situation) -> bool:
    """Comparing, and moves drive one side alone."""
    return is_compare(situation) and not situation.together


def compares_together(situation: Situation) -> bool:
    """Comparing, and moves drive both sides."""
    return is_compare(situation) and situation.together


def is_open(situation: Situation) -> bool:
    """A log is on the screen."""
    return situation.place == "session"


def is_moving(situation: Situation) -> bool:
    """Time is being moved right now, by whatever means."""
    return situation.moving is not None


def is_playing(situation: Situation) -> bool:
    """Simulated time, or the history, is running by itself."""
    return situation.moving == "play"


def at_rest(situation: Situation) -> bool:
    """A log is on the screen and nothing is moving."""
    return is_open(situation) and situation.moving is None


def can_leave(situation: Situation) -> bool:
    """At rest on a session, or on any other screen than the list."""
    return situation.place != "list" and situation.moving is None


def in_present(situation: Situation) -> bool:
    """At rest, and the screen shows the session as it is."""
    return at_rest(situation) and not situation.past


def in_past(situation: Situation) -> bool:
    """The screen shows a prefix of the log."""
    return is_open(situation) and situation.past


def in_past_at_rest(situation: Situation) -> bool:
    """The screen shows a prefix of the log, and the history is not being played."""
    return in_past(situation) and situation.moving is None


def can_travel(situation: Situation) -> bool:
    """There is a past to look at."""
    return in_present(situation) and situation.view is not None and situation.view.events > 0


def can_go(situation: Situation) -> bool:
    """A log with events is open and at rest, in the present or the past."""
    return at_rest(situation) and situation.view is not None and situation.view.events > 0


def can_move(situation: Situation) -> bool:
    """The clock can be moved: a log that can be driven is open, live, cold or only looked at, and nothing moves."""
    view = situation.view
    return in_present(situation) and view is not None and view.drivable


def can_go_on(situation: Situation) -> bool:
    """The clock can be moved and no scenario gives the next step."""
    return can_move(situation) and not situation.steps_left


def has_step(situation: Situation) -> bool:
    """A scenario is being walked and has steps left."""
    return in_present(situation) and situation.steps_left > 0 and situation.view is not None


def can_talk(situation: Situation) -> bool:
    """As for moving, and the session is not suspended."""
    return can_move(situation) and situation.view is not None and situation.view.mode != "cold"


def can_hold(situation: Situation) -> bool:
    """The agent can be kept busy: live and not held already."""
    return can_talk(situation) and situation.view is not None and not situation.view.held


def can_release(situation: Situation) -> bool:
    """A held turn can be let go."""
    return can_talk(situation) and situation.view is not None and situation.view.held


def can_suspend(situation: Situation) -> bool:
    """The session is not asleep yet, so it can be put to sleep; one that somebody let go is taken over first."""
    return can_talk(situation) and not can_take(situation)


def can_take(situation: Situation) -> bool:
    """Somebody let the log go, and nothing was done with it here since."""
    view = situation.view
    return can_talk(situation) and situation.freed and view is not None and view.mode == "read-only"


def can_resume(situation: Situation) -> bool:
    """The session is cold, so it can be reopened."""
    return in_present(situation) and situation.view is not None and situation.view.mode == "cold"


def can_arm(situation: Situation) -> bool:
    """Faults can be armed: a log that can be driven is open and at rest, cold or not."""
    return can_move(situation)


def can_crash(situation: Situation) -> bool:
    """The session is live, so it can die."""
    return can_move(situation) and situation.view is not None and situation.view.mode == "live"


def has_told(situation: Situation) -> bool:
    """A schedule of this log is selected, so there is a story to tell."""
    return at_rest(situation) and situation.selected is not None


def has_damage(situation: Situation) -> bool:
    """On the session list, on a log that can be repaired."""
    return has_log(situation) and situation.damaged


def has_schedule(situation: Situation) -> bool:
    """A schedule that is still active is selected in a session that can be driven."""
    if not can_talk(situation) or situation.view is None:
        return False
    return any(row.id == situation.selected and row.state != "ended" for row in situation.view.schedules)


def can_fork(situation: Situation) -> bool:
    """A session with events is open and no move is under way."""
    return can_go(situation) and situation.view is not None and situation.view.drivable


def has_copy(situation: Situation) -> bool:
    """What is on the screen is the copy of another program's log, which can be thrown away."""
    view = situation.view
    return can_move(situation) and view is not None and view.source is not None and view.path != view.source


def has_parent(situation: Situation) -> bool:
    """The session on the screen is a fork, or a fork of it is known, so there is something to compare it with."""
    view = situation.view
    return at_rest(situation) and view is not None and (view.parent is not None or situation.child)


def shows_utc(situation: Situation) -> bool:
    """A zone is chosen and the times are shown in UTC all the same."""
    return situation.zone_chosen and situation.utc


def shows_local(situation: Situation) -> bool:
    """Times are shown in the chosen zone."""
    return situation.zone_chosen and not situation.utc


def hides_events(situation: Situation) -> bool:
    """Structural events are hidden."""
    return is_open(situation) and not situation.all_events


def shows_all_events(situation: Situation) -> bool:
    """Structural events are shown."""
    return is_open(situation) and situation.all_events


def can_zoom(situation: Situation) -> bool:
    """No pane has the place of all."""
    return is_open(situation) and not situation.zoomed


def is_zoomed(situation: Situation) -> bool:
    """One pane has the place of all."""
    return is_open(situation) and situation.zoomed


def can_filter(situation: Situation) -> bool:
    """The focused pane has rows to choose from."""
    return is_list(situation) or (is_open(situation) and situation.pane in ("transcript", "schedules", "journal"))
