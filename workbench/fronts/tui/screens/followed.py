"""What the session screen does when a log that is only looked at went on by itself (LOG-11, LOG-15, TUI-3).

Owns what is kept: the selection, the past's place, what was said last. A log that only grew moves nothing on the screen
but its end.
"""

from typing import TYPE_CHECKING, Final

from workbench.fronts.tui.panes.keybar import key_in
from workbench.fronts.tui.panes.pastclock import last_seq
from workbench.fronts.tui.panes.scene import Notice, Scene
from workbench.fronts.tui.screens.touring import first_record

if TYPE_CHECKING:
    from workbench.bench.view import BenchView
    from workbench.fronts.tui.drive.reports import Followed
    from workbench.fronts.tui.screens.session import SessionScreen

_LET_GO: Final = "let this log go"


def followed(screen: "SessionScreen", report: "Followed") -> None:
    """Show the log as it is now, and say what is more than that it grew."""
    view, scene = report.view, screen.scene
    went_past = scene.past is not None
    scene = scene.but(view=view, freed=_freed(scene, report))
    if report.found.kind == "replaced":
        scene = _of_another(scene, view)
    screen.show(scene)
    if went_past and scene.past is None:
        screen.follow()
        screen.show(scene)
    notice = _notice(screen, report)
    if notice is not None:
        screen.say(notice)


def held_words(name: str, since: str | None = None) -> str:
    """Who writes the log, and since when by its machine's clock."""
    return f"{name} writes this log" + (f" since {since}" if since is not None else "")


def _freed(scene: Scene, report: "Followed") -> str | None:
    """Who let the log go; nobody once somebody writes it again."""
    return None if report.view.holder is not None else report.freed or scene.freed


def _of_another(scene: Scene, view: "BenchView") -> Scene:
    """The scene on another log: selection and past stay where that log has them as well."""
    known = {row.id for row in view.schedules}
    selected = scene.selected if scene.selected in known else first_record(view)
    scene = scene.but(selected=selected, name=view.session_id)
    past, last, history = scene.past, last_seq(view), view.history
    if past is None:
        return scene
    if history is None or last is None or past.seq > last:
        return scene.but(past=None)
    return scene.but(past=type(past)(past.seq, history.view_at(past.seq), frozenset(), past.picked, selected))


def _notice(screen: "SessionScreen", report: "Followed") -> Notice | None:
    found, view = report.found, report.view
    if found.kind == "replaced":
        return Notice(f"{found.why}: the log is read anew from its start", code="log_changed", bad=True)
    if found.kind == "gone":
        return Notice(f"{found.why}; what was read of it is still shown", code="log_changed", bad=True)
    if report.holder is not None:
        return Notice(f"{held_words(report.holder)} now: it is followed here", code="locked", bad=True)
    if report.freed is not None:
        return Notice(f"{report.freed} {_LET_GO}{_way_on(screen, view)}")
    return Notice(found.why) if found.why else None


def _way_on(screen: "SessionScreen", view: "BenchView") -> str:
    """How to go on with a log that nobody writes any more, where that can be done here."""
    if not view.drivable:
        return ""
    command = "agent.resume" if view.mode == "cold" else "session.take"
    return f": {key_in(screen, command)} takes it over"
