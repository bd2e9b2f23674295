"""The deeds of the view: zone, hidden events, details, panes. None of them touches the bench."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from workbench.time.zones import UTC

if TYPE_CHECKING:
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


def detail(screen: "SessionScreen") -> None:
    """Open the event on the cursor row, or explain the selected schedule."""
    from workbench.fronts.tui.panes.detail import DetailPane
    from workbench.fronts.tui.panes.transcript import TranscriptPane

    detail = screen.query_one("#detail", DetailPane)
    if screen.wanted == "transcript":
        detail.open_event(screen.query_one("#transcript", TranscriptPane).event_at_cursor())
    else:
        detail.open_event(None)
    screen.want("detail")


def to(pane: str) -> "Callable[[SessionScreen], None]":
    """The deed that goes to a pane."""
    return lambda screen: screen.want(pane)
