"""The deed of comparing: a session beside the one it was forked from, or beside its own youngest fork."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from workbench.fronts.tui.screens.session import SessionScreen


def compare(screen: "SessionScreen") -> None:
    """Put the comparison over the session screen, which waits below as it is."""
    from workbench.fronts.tui.compare.entry import compare_from, compare_with

    view, fork = screen.scene.view, screen.fork_log
    if view is not None and view.parent is None and fork is not None:
        screen.app.push_screen(compare_with(screen, fork))
    else:
        screen.app.push_screen(compare_from(screen))
