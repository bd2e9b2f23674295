"""What the session screen does with each report of the driver: one function a report, as a table."""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Final

import msgspec

from workbench.errors import WorkbenchError
from workbench.fronts.tui.drive.reports import Broken, Done, Followed, Forked, Opened, Refused, Report, Snapshot, Walked
from workbench.fronts.tui.panes.faulttext import crash_words, struck
from workbench.fronts.tui.panes.keybar import key_in
from workbench.fronts.tui.panes.refusals import briefly, notice_of, notice_of_problem
from workbench.fronts.tui.panes.scene import Notice, Tour
from workbench.fronts.tui.screens.followed import followed, held_words
from workbench.fronts.tui.screens.shared import go_to
from workbench.fronts.tui.screens.touring import first_record, selection, toured
from workbench.time.clocktext import clock_text, zone_city
from workbench.time.instant import clamped

if TYPE_CHECKING:
    from workbench.bench.view import BenchView
    from workbench.fronts.tui.screens.session import SessionScreen


def receive(screen: "SessionScreen", report: Report) -> None:
    """Let ``report`` change the screen."""
    _RECEIVERS[type(report)](screen, report)


def _opened(screen: "SessionScreen", report: Opened) -> None:
    view, before = report.view, screen.scene.view
    scene = screen.scene.but(view=view, page=None, name=view.session_id, selected=first_record(view), freed=None)
    tour = toured(screen, report.stage, scene.selected) if report.stage is not None else None
    scene = scene.but(notice=_first_notice(screen, report), tour=tour)
    if report.stage is not None:
        screen.path = view.path
        if view.zone is not None and scene.zone == screen.launch.shown_zone:
            screen.launch.lend_zone(view.zone)
            scene = scene.but(zone=screen.launch.shown_zone)
    screen.launch.note_forks(view)
    screen.show(scene)
    known = before is not None and (before.path, before.source) == (view.path, view.source)
    if view.source is not None and view.path != view.source and view.drivable and not known and scene.notice is None:
        screen.say(_of_the_copy(screen, view))


def _first_notice(screen: "SessionScreen", report: Opened) -> Notice | None:
    """What is worth a sentence as the log comes up: that somebody else writes it, or what is wrong with it."""
    view = report.view
    if report.holder is not None:
        kept = "nothing was thrown away: " if screen.starting_over else ""
        again = f"{key_in(screen, 'session.take')} takes over once it is let go"
        said = held_words(report.holder, _since(screen, view))
        return Notice(f"{kept}{said}", code="locked", bad=True, hint=again)
    if report.again:
        before = screen.scene.notice
        refused = before is not None and before.code in OUTDATED
        return before if refused else Notice("read anew: it can be driven from here now")
    return notice_of_problem(view.problem) if view.problem is not None and view.verdict != "torn" else None


def _since(screen: "SessionScreen", view: "BenchView") -> str | None:
    """Since when the log is held, in the zone that is shown."""
    from workbench.session.lock import held_since

    since = held_since(view.path)
    zone = screen.scene.zone
    # Without the seconds.
    return f"{clock_text(clamped(since), zone)[:-3]} {zone_city(zone)}" if since is not None else None


def _of_the_copy(screen: "SessionScreen", view: "BenchView") -> Notice:
    """That this goes on with a copy. Nothing is asked: whoever is typing already would answer without having read."""
    from workbench.session.copies import source_changed, source_note

    note = source_note(view.path)
    changed = "; the log has changed since it was made" if note is not None and source_changed(note) else ""
    over = key_in(screen, "session.over")
    return Notice(f"this is the copy that was driven here before; {over} starts over from the log{changed}")


def _refused(screen: "SessionScreen", report: Refused) -> None:
    screen.end()
    if report.opening:
        go_to(screen, screen.launch.problem_screen(screen.path, report.error))
        return
    screen.show(screen.scene.but(notice=notice_of(report.error)))
    _read_anew(screen, report.error)
    if report.error.code == "confirmation_required" and screen.scene.tour is not None:
        from workbench.fronts.tui.deeds.scenario import ask_for_large

        ask_for_large(screen, report.error.message)


def _read_anew(screen: "SessionScreen", error: WorkbenchError) -> None:
    """What is on the screen is not what the log says any more: show that, where nothing was done here yet."""
    view, driver = screen.scene.view, screen.launch.driver
    if error.code in OUTDATED and driver is not None and view is not None and view.mode != "live":
        screen.say(msgspec.structs.replace(notice_of(error), hint="it is read anew, and nothing was done"))
        driver.look_again()


def _snapshot(screen: "SessionScreen", report: Snapshot) -> None:
    screen.glimpse(screen.scene.but(view=report.view))


def _done(screen: "SessionScreen", report: Done) -> None:
    screen.end()
    view, before = report.view, screen.scene.view
    met = _met(screen, view)
    if view.crashed is not None and before is not None and before.crashed is None:
        _crashed(screen, view, met)
        return
    notice = Notice(report.said) if report.said is not None else screen.scene.notice
    if view.mode == "live" and view.problem is not None and not (notice is not None and notice.bad):
        # What was delivered is not on the disk: that comes before whatever else there is to say.
        notice = notice_of_problem(view.problem)
    notice = notice or _of_the_journal(screen, view)
    if met and notice is None and "clock" in (places := screen.planned().places) and places["clock"].height == 1:
        # Where there is no row for what the last move did, that is said for a moment in place of the time.
        notice = Notice(", ".join(met))
    screen.show(screen.scene.but(view=report.view, notice=notice, tour=_overtaken(screen), struck=met))


def _met(screen: "SessionScreen", view: "BenchView") -> tuple[str, ...]:
    """The faults that struck in the move or action that is over."""
    return struck(screen.armed_before, view.armed) if screen.armed_before is not None else ()


def _of_the_journal(screen: "SessionScreen", view: "BenchView") -> Notice | None:
    """That what was decided could not be noted, said once; the journal's pane says it for as long as it is so."""
    before = screen.scene.view
    known = before.journal.problem if before is not None and before.journal is not None else None
    problem = view.journal.problem if view.journal is not None else None
    if view.mode != "live" or problem is None or problem == known:
        return None
    return Notice(f"the journal is not written: {briefly(problem)}", bad=True, whole=problem)


def _crashed(screen: "SessionScreen", view: "BenchView", met: Sequence[str]) -> None:
    """The process died, by a key or by a fault in a move: what is lost is gone from the screen too."""
    why = f" ({', '.join(met)})" if met else ""
    again = f"{key_in(screen, 'agent.resume')} resumes"
    notice = Notice(f"{crash_words(view.crashed or 0)}{why}", bad=True, hint=again)
    known = any(row.id == screen.scene.selected for row in view.schedules)
    selected = screen.scene.selected if known else first_record(view)
    screen.follow()
    scene = screen.scene.but(view=view, notice=notice, selected=selected, tour=_overtaken(screen), struck=tuple(met))
    screen.show(scene)


def _forked(screen: "SessionScreen", report: Forked) -> None:
    view, parent = report.view, screen.scene.view
    screen.end()
    if parent is not None:
        screen.launch.forks[parent.path] = view.path
    screen.path = view.path
    screen.follow()
    inherited = f"{view.seed_length or 0:,} events inherited, 0 schedules adopted"
    compares = f"{key_in(screen, 'session.compare')} compares with the parent"
    said = f"forked from {report.parent}: {inherited}; {compares}"
    scene = screen.scene.but(view=view, name=view.session_id, selected=None, notice=Notice(said), past=None, freed=None)
    screen.show(scene.but(tour=_overtaken(screen)))


def _walked(screen: "SessionScreen", report: Walked) -> None:
    view = report.view
    screen.end()
    selected = selection(screen.scene, view)
    tour = toured(screen, report.stage, selected)
    # A step that arms or disarms changes what is armed; nothing strikes in it.
    met = _met(screen, view) if report.stage.do != "fault" else ()
    notice = _said(tour) if tour.failed else _of_the_journal(screen, view) or _said(tour)
    scene = screen.scene.but(view=view, notice=notice, tour=tour, selected=selected, struck=met)
    if view.path != screen.path:
        # The step made another session the live one.
        screen.path = view.path
        screen.follow()
        scene = scene.but(name=view.session_id)
    screen.show(scene)


def _said(tour: Tour) -> Notice:
    """What the step did, or what ended the tour; as a notice it is seen where the clock has one row only."""
    if tour.failed:
        return Notice(tour.said, bad=True)
    return Notice(tour.said, step=True)


def _overtaken(screen: "SessionScreen") -> Tour | None:
    """Something else happened than the tour's steps."""
    tour = screen.scene.tour
    return tour.overtaken() if tour is not None else None


def _broken(screen: "SessionScreen", report: Broken) -> None:
    screen.end()
    raise report.error


# Refusals to write a log that is another one than was read.
OUTDATED: Final = ("log_changed", "copy_exists")
_RECEIVERS: Final[dict[type, Callable[["SessionScreen", Any], None]]] = {
    Opened: _opened,
    Refused: _refused,
    Followed: followed,
    Snapshot: _snapshot,
    Done: _done,
    Forked: _forked,
    Walked: _walked,
    Broken: _broken,
}
