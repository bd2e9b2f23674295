"""Bringing the parent of the child to the screen: looking for its log in a worker, then opening it beside.

Owns the steps, and what is said when there is none. Where it is looked for is ``parents``'.
"""

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from workbench.fronts.tui.compare.parents import Found, find_parent
from workbench.fronts.tui.panes.scene import Notice

if TYPE_CHECKING:
    from workbench.fronts.tui.compare.screen import CompareScreen


def seek_parent(screen: "CompareScreen") -> None:
    """Look for the parent of the child that is open now."""
    view = screen.child.view
    if view is None or view.parent is None:
        lose_parent(screen, Notice("this session is no fork: it has no parent to compare with", bad=True))
        return
    side = screen.parent_side
    side.scene = side.scene.but(name=view.parent)
    screen.renew()
    child = tuple(dict.fromkeys(path for path in (view.source, view.path) if path is not None))
    screen.run_worker(partial(_seek, screen, view.parent, child), thread=True, exclusive=True, group="parent")


def open_parent(screen: "CompareScreen", found: Found) -> None:
    """The search is over."""
    side = screen.parent_side
    if found.path is None:
        said = f"the parent {side.scene.name} was looked for {found.looked}"
        lose_parent(screen, Notice(said, code="not_found", bad=True))
    else:
        side.driver = screen.launch.drive_beside(found.path, screen.teller(side))


def lose_parent(screen: "CompareScreen", notice: Notice) -> None:
    """There is no parent to show; the child's side works all the same."""
    screen.parent_side.missing = screen.notice = notice
    screen.parent_side.driver = None
    screen.renew()


def _seek(screen: "CompareScreen", parent: str, child: tuple[Path, ...]) -> None:
    """In the worker."""
    screen.post_message(screen.Sought(find_parent(parent, child, screen.launch.home, screen.launch.root)))
