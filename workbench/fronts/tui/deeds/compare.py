"""The deed of comparing: a fork beside its parent."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from workbench.fronts.tui.screens.session import SessionScreen


def compare(screen: "SessionScreen") -> None:
    """Put the comparison over the session screen, which waits below as it is."""
    from workbench.fronts.tui.compare.entry import compare_from

    screen.app.push_screen(compare_from(screen))
