"""The deeds of the filter: open it over a pane, follow what is typed, keep it or clear it.

Owns the way from the field to the scene. What a filter leaves of a pane is the pane's own.
"""

from typing import TYPE_CHECKING, Final

from workbench.fronts.tui.panes.filterbar import FilterBar
from workbench.fronts.tui.panes.scene import Filter
from workbench.fronts.tui.screens.desk import Desk

if TYPE_CHECKING:
    from workbench.fronts.tui.screens.session import SessionScreen

_FILTERED: Final = ("transcript", "schedules", "journal")


def prepare(screen: "SessionScreen") -> None:
    """Put the field among the screen's parts; it gets its place when it is opened."""
    for desk in screen.query(Desk):
        # One that is left before it was ever shown has no place for anything, nor has any once the program leaves.
        if desk.is_mounted and desk.is_attached and not desk.query(FilterBar):
            desk.mount(FilterBar(id="filter"))


def open_filter(screen: "SessionScreen") -> None:
    """Open the field for the pane that has the focus; a text that filters it already can be typed on."""
    pane = screen.wanted if screen.wanted in _FILTERED else _FILTERED[0]
    current = screen.scene.filter
    text = current.text if current is not None and current.pane == pane else ""
    prepare(screen)
    screen.show(screen.scene.but(filter=Filter(pane, text)))
    screen.query_one("#filter", FilterBar).open(text)


def typed(screen: "SessionScreen", text: str) -> None:
    """Filter by ``text`` from now on."""
    current = screen.scene.filter
    if current is not None and current.open and current.text != text:
        screen.show(screen.scene.but(filter=Filter(current.pane, text)))


def close(screen: "SessionScreen", *, kept: bool) -> None:
    """Leave the field, with its filter or without, and go back to the rows."""
    current = screen.scene.filter
    if current is None or not current.open:
        return
    screen.show(screen.scene.but(filter=Filter(current.pane, current.text, open=False) if kept else None))
    screen.call_after_refresh(screen.refocus)
