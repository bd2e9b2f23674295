"""What a front is in the middle of, and the questions commands ask of it before they offer themselves.

Pure: a situation is made from a bench snapshot and a few facts of the screen; nothing here changes anything.
"""

from typing import TYPE_CHECKING, Literal

import msgspec

if TYPE_CHECKING:
    from workbench.bench.view import BenchView


class Situation(msgspec.Struct, frozen=True):
    """``view`` is None until a bench is open; ``moving`` names the move under way; ``selected`` is a record's id."""

    view: "BenchView | None" = None
    moving: Literal["move", "play"] | None = None
    selected: str | None = None
    utc: bool = True
    zone_chosen: bool = False
    all_events: bool = False
    listing: bool = False


def always(situation: Situation) -> bool:
    """Everywhere, at any time."""
    del situation
    return True


def is_list(situation: Situation) -> bool:
    """On the session list."""
    return situation.listing


def is_open(situation: Situation) -> bool:
    """A log is on the screen."""
    return not situation.listing


def is_moving(situation: Situation) -> bool:
    """Time is being moved right now, by whatever means."""
    return situation.moving is not None


def is_playing(situation: Situation) -> bool:
    """Simulated time is running by itself."""
    return situation.moving == "play"


def at_rest(situation: Situation) -> bool:
    """A log is on the screen and nothing is moving."""
    return not situation.listing and situation.moving is None


def can_move(situation: Situation) -> bool:
    """The clock can be moved: a log that can be driven is open, live, cold or only looked at, and nothing moves."""
    view = situation.view
    return at_rest(situation) and view is not None and view.drivable


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
    """The session is not asleep yet, so it can be put to sleep."""
    return can_talk(situation)


def can_resume(situation: Situation) -> bool:
    """The session is cold, so it can be reopened."""
    return at_rest(situation) and situation.view is not None and situation.view.mode == "cold"


def has_schedule(situation: Situation) -> bool:
    """A schedule that is still active is selected in a session that can be driven."""
    if not can_talk(situation) or situation.view is None:
        return False
    return any(row.id == situation.selected and row.state != "ended" for row in situation.view.schedules)


def can_fork(situation: Situation) -> bool:
    """A session with events is open and no move is under way."""
    return can_move(situation) and situation.view is not None and situation.view.events > 0


def shows_utc(situation: Situation) -> bool:
    """A zone is chosen and the times are shown in UTC all the same."""
    return is_open(situation) and situation.zone_chosen and situation.utc


def shows_local(situation: Situation) -> bool:
    """Times are shown in the chosen zone."""
    return is_open(situation) and situation.zone_chosen and not situation.utc


def hides_events(situation: Situation) -> bool:
    """Structural events are hidden."""
    return is_open(situation) and not situation.all_events


def shows_all_events(situation: Situation) -> bool:
    """Structural events are shown."""
    return is_open(situation) and situation.all_events
