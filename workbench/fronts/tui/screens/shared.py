"""What the commands do that are the same on every screen: list, palette, help, quit."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Final, cast

from textual.screen import Screen

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

    def picked(command_id: str | None) -> None:
        # What was offered when the palette opened may have ceased to apply meanwhile.
        if command_id is not None and any(command.id == command_id for command in screen.offered()):
            screen.run_command(command_id)
        elif (why := next((each for each in screen.refused() if each.command.id == command_id), None)) is not None:
            screen.say_why(why)

    screen.app.push_screen(CommandFinder(screen.offered(), screen.refused()), picked)


def show_help(screen: CommandScreen) -> None:
    """Open the help over the screen."""
    from workbench.fronts.tui.screens.help import Help

    screen.app.push_screen(Help(screen.SCOPE, screen.commands, screen.said()))


def write(screen: CommandScreen) -> None:
    """Ask what to write to a file, and where."""
    from workbench.fronts.tui.deeds.sharing import write

    write(screen)


def leave(screen: CommandScreen) -> None:
    """Quit."""
    screen.app.exit(0)


SHARED: Final[dict[str, Callable[[CommandScreen], None]]] = {
    "session.list": to_list,
    "view.write": write,
    "app.palette": palette,
    "app.help": show_help,
    "app.quit": leave,
}
