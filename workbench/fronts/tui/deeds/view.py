"""The deeds of the view: zone, hidden events, details, panes. None of them touches the bench."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from workbench.fronts.tui.deeds.explain import explain
from workbench.time.zones import UTC

if TYPE_CHECKING:
    from workbench.fronts.tui.panes.detail import DetailPane
    from workbench.fronts.tui.screens.session import SessionScreen


def local(screen: "SessionScreen") -> None:
    """Show times in the chosen zone."""
    screen.show(screen.scene.but(zone=screen.launch.shown_zone))


def utc(screen: "SessionScreen") -> None:
    """Show times in UTC."""
    screen.show(screen.scene.but(zone=UTC))


def all_events(screen: "SessionScreen") -> None:
    """Show structural events too."""
    screen.show(screen.scene.but(all_events=True))


def main_events(screen: "SessionScreen") -> None:
    """Hide structural events."""
    screen.show(screen.scene.but(all_events=False))


def zoom(screen: "SessionScreen") -> None:
    """Give the whole place to the wanted pane."""
    screen.show(screen.scene.but(zoomed=screen.wanted))


def unzoom(screen: "SessionScreen") -> None:
    """Show all panes again."""
    screen.show(screen.scene.but(zoomed=None))
    screen.call_after_refresh(screen.refocus)


def finer(screen: "SessionScreen") -> None:
    """Let a column of the timeline stand for less time."""
    _scale(screen, -1)


def coarser(screen: "SessionScreen") -> None:
    """Let a column of the timeline stand for more time."""
    _scale(screen, 1)


def _scale(screen: "SessionScreen", by: int) -> None:
    from workbench.fronts.tui.timeline.pane import TimelinePane

    scale = screen.query_one("#timeline", TimelinePane).scale_beside(by)
    screen.show(screen.scene.but(scale=scale))


def detail(screen: "SessionScreen") -> None:
    """Say more about the row under the cursor: an event whole, why a record is as it is, the event behind a step."""
    from workbench.fronts.tui.panes.detail import DetailPane
    from workbench.fronts.tui.panes.journal import JournalPane
    from workbench.fronts.tui.panes.transcript import TranscriptPane

    pane = screen.query_one("#detail", DetailPane)
    if screen.wanted == "detail":
        _deeper(screen, pane)
    elif screen.wanted == "transcript":
        pane.open_event(screen.query_one("#transcript", TranscriptPane).event_at_cursor())
        screen.want("detail")
    elif screen.wanted == "journal":
        pane.open_event(screen.query_one("#journal", JournalPane).entry_at_cursor())
        screen.want("detail")
    else:
        explain(screen)


def _deeper(screen: "SessionScreen", pane: "DetailPane") -> None:
    """From a step to its event and back; from an event that was opened elsewhere back to there."""
    if not pane.close_event() and (pane.event is not None or not pane.open_rung()):
        step_out(screen)


def step_out(screen: "SessionScreen") -> None:
    """One step back out of the details: from an event to the ladder it was opened from, else to the pane before."""
    from workbench.fronts.tui.panes.detail import DetailPane

    pane = screen.query_one("#detail", DetailPane)
    if pane.close_event():
        return
    pane.rest()
    if screen.scene.zoomed == "detail":
        screen.show(screen.scene.but(zoomed=None))
    screen.want(screen.beside)


def to(pane: str) -> "Callable[[SessionScreen], None]":
    """The deed that goes to a pane."""
    return lambda screen: screen.want(pane)
