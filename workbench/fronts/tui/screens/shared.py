"""What the commands do that are the same on every screen: list, palette, help, quit."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Final, cast

from textual.screen import Screen

from workbench.actions.commands import in_scope
from workbench.fronts.tui.screens.commanded import CommandScreen

if TYPE_CHECKING:
    from workbench.fronts.tui.program import WorkbenchApp


def go_to(screen: CommandScreen, following: Screen[None]) -> None:
    """Put ``following`` in the place of ``screen``."""
    cast("WorkbenchApp", screen.app).go_to(following)


def to_list(screen: CommandScreen) -> None:
    """Go to the list of sessions."""
    screen.launch.rest()
    go_to(screen, screen.launch.list_screen())


def palette(screen: CommandScreen) -> None:
    """Open the palette over the screen."""
    from workbench.fronts.tui.dialogs.palette import CommandFinder

    screen.app.push_screen(CommandFinder())


def show_help(screen: CommandScreen) -> None:
    """Open the help over the screen."""
    from workbench.fronts.tui.screens.help import Help

    screen.app.push_screen(Help(in_scope(screen.SCOPE)))


def leave(screen: CommandScreen) -> None:
    """Quit."""
    screen.app.exit(0)


SHARED: Final[dict[str, Callable[[CommandScreen], None]]] = {
    "session.list": to_list,
    "app.palette": palette,
    "app.help": show_help,
    "app.quit": leave,
}
