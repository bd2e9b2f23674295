"""What the session screen does with each report of the driver: one function a report, as a table."""

import re
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final

from workbench.errors import WorkbenchError
from workbench.fronts.tui.drive.reports import Broken, Done, Forked, Opened, Refused, Report, Snapshot, Walked
from workbench.fronts.tui.panes.keybar import key_in
from workbench.fronts.tui.panes.scene import Notice, Tour
from workbench.fronts.tui.screens.shared import go_to
from workbench.fronts.tui.theme.glyphs import RICH

if TYPE_CHECKING:
    from workbench.bench.view import BenchView
    from workbench.fronts.tui.drive.walk import Stage
    from workbench.fronts.tui.screens.session import SessionScreen


def receive(screen: "SessionScreen", report: Report) -> None:
    """Let ``report`` change the screen."""
    _RECEIVERS[type(report)](screen, report)


def notice_of(error: WorkbenchError) -> Notice:
    """A refusal as a sentence for the clock bar, with what to do about it."""
    hint = f"; {error.hint}" if error.hint else ""
    # There is one row, and the end of a path says more than its beginning.
    message = _FOLDERS.sub(f"{RICH.ellipsis}/", error.message)
    return Notice(f"{message}{hint}", code=error.code, bad=True)


def _opened(screen: "SessionScreen", report: Opened) -> None:
    view = report.view
    scene = screen.scene.but(view=view, page=None, name=view.session_id, selected=_first_record(view))
    scene = scene.but(notice=_first_notice(report), tour=_tour(report.stage))
    if report.stage is not None:
        screen.path = view.path
        if view.zone is not None and scene.zone == screen.launch.shown_zone:
            screen.launch.lend_zone(view.zone)
            scene = scene.but(zone=screen.launch.shown_zone)
    screen.show(scene)
    if view.source is not None and view.path != view.source and view.drivable:
        _offer_the_copy(screen, view)


def _first_notice(report: Opened) -> Notice | None:
    """What is worth a sentence as the log comes up: that somebody else writes it, or what is wrong with it."""
    view = report.view
    if report.holder is not None:
        return Notice(f"{report.holder} writes this log; it was opened read-only", code="locked", bad=True)
    return Notice(view.problem, bad=True) if view.problem is not None and view.verdict != "torn" else None


def _tour(stage: "Stage | None") -> Tour | None:
    if stage is None:
        return None
    return Tour(stage.title, stage.done, stage.steps, stage.said, stage.failed, stage.following)


def _offer_the_copy(screen: "SessionScreen", view: "BenchView") -> None:
    from workbench.fronts.tui.dialogs.choose import Choose, Way
    from workbench.session.copies import source_changed, source_note

    note = source_note(view.path)
    changed = note is not None and source_changed(note)
    text = ["This log was driven here before, on a copy; the log itself was not touched."]
    if changed:
        text.append("The log has changed since that copy was made.")
    ways = (
        Way("enter", "continue", "continue the copy"),
        Way("o", "over", "start over, throw the copy away"),
        Way("q", "quit", "leave both as they are and quit"),
    )

    def answered(answer: str | None) -> None:
        if answer == "quit":
            screen.app.exit(0)
        elif answer == "over":
            screen.follow()
            screen.show(screen.scene.but(view=None, page=None, notice=Notice("starting over from the log")))
            screen.open_bench(fresh=True)

    screen.app.push_screen(Choose("Continue or start over", text, ways), answered)


def _refused(screen: "SessionScreen", report: Refused) -> None:
    screen.end()
    if report.opening:
        go_to(screen, screen.launch.problem_screen(screen.path, report.error))
        return
    screen.show(screen.scene.but(notice=notice_of(report.error)))
    if report.error.code == "confirmation_required" and screen.scene.tour is not None:
        from workbench.fronts.tui.deeds.scenario import ask_for_large

        ask_for_large(screen, report.error.message)


def _snapshot(screen: "SessionScreen", report: Snapshot) -> None:
    screen.glimpse(screen.scene.but(view=report.view))


def _done(screen: "SessionScreen", report: Done) -> None:
    screen.end()
    notice = Notice(report.said) if report.said is not None else screen.scene.notice
    screen.show(screen.scene.but(view=report.view, notice=notice))


def _forked(screen: "SessionScreen", report: Forked) -> None:
    view = report.view
    screen.end()
    screen.path = view.path
    screen.follow()
    inherited = f"{view.seed_length or 0:,} events inherited, 0 schedules adopted"
    compares = f"{key_in(screen, 'session.compare')} compares with the parent"
    said = f"forked from {report.parent}: {inherited}; {compares}"
    screen.show(screen.scene.but(view=view, name=view.session_id, selected=None, notice=Notice(said), past=None))


def _walked(screen: "SessionScreen", report: Walked) -> None:
    view = report.view
    screen.end()
    scene = screen.scene.but(view=view, notice=_failure(report.stage), tour=_tour(report.stage))
    if view.path != screen.path:
        # The step made another session the live one.
        screen.path = view.path
        screen.follow()
        scene = scene.but(name=view.session_id, selected=None)
    screen.show(scene)


def _failure(stage: "Stage") -> Notice | None:
    """What ended the tour; as a notice it is seen where the clock has one row only."""
    return Notice(f"step {stage.done} of {stage.steps}: {stage.said}", bad=True) if stage.failed else None


def _broken(screen: "SessionScreen", report: Broken) -> None:
    screen.end()
    raise report.error


def _first_record(view: "BenchView") -> str | None:
    """What to select at first: the record that is due next."""
    return view.next_target[0] if view.next_target is not None else None


_FOLDERS: Final = re.compile(r"(?<!\S)/\S+/(?=[^\s/])")
_RECEIVERS: Final[dict[type, Callable[["SessionScreen", Any], None]]] = {
    Opened: _opened,
    Refused: _refused,
    Snapshot: _snapshot,
    Done: _done,
    Forked: _forked,
    Walked: _walked,
    Broken: _broken,
}
