"""The app: theme, paint, which screen comes first, and how the program ends.

Owns the way in (:func:`run_app`) and out. What a screen shows and does is in ``screens``; only the driver's thread
touches the bench.
"""

import sys
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

from textual.app import App
from textual.binding import BindingType
from textual.screen import Screen

from workbench.errors import WorkbenchError
from workbench.fronts.tui.launch import Launch
from workbench.fronts.tui.signals import Ending, watch_signals
from workbench.fronts.tui.theme.paint import Paint
from workbench.fronts.tui.theme.roles import derive
from workbench.fronts.tui.theme.themes import OWN

if TYPE_CHECKING:
    from workbench.bench.options import BenchOptions


class WorkbenchApp(App[int]):
    """The workbench on a terminal."""

    TITLE = "workbench"
    ENABLE_COMMAND_PALETTE = False
    CSS = """
    Toast { background: $wb-panel; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [("ctrl+c", "end", "Quit")]

    def __init__(self, launch: Launch) -> None:
        self.paint = Paint({})
        super().__init__()
        self.launch = launch
        self.ending: Ending | None = None
        for theme in OWN:
            self.register_theme(theme)
        self.theme = OWN[0].name

    def get_css_variables(self) -> dict[str, str]:
        """The theme's variables and the roles derived from them; the paint follows."""
        variables = super().get_css_variables()
        theme = self.current_theme
        roles = derive(variables, dark=theme.dark)
        self.paint = Paint(roles, flat=theme.ansi)
        combined = {**variables, **{f"wb-{role}": colour for role, colour in roles.items()}}
        self.theme_variables = combined
        return combined

    def get_default_screen(self) -> Screen[None]:
        """The first screen: the log that was named, or the list of sessions."""
        return self.launch.first_screen()

    def on_mount(self) -> None:
        """From here on a signal ends the app in order."""
        watch_signals(self.end_by)

    def end_by(self, ending: Ending) -> None:
        """A signal came: leave, and say so afterwards."""
        self.ending = ending
        self.exit(ending.status)

    def action_end(self) -> None:
        """Leave at once: whatever is on disk is whole, and a move ends between two events."""
        self.exit(0)


def run_app(
    target: Path | None,
    *,
    home: Path,
    zone: str | None = None,
    root: Path | None = None,
    options: "BenchOptions | None" = None,
) -> int:
    """Open the screen on a log or a folder, or without ``target`` on the session list, and return the exit status.

    0 after quitting, 128 + the signal's number after INT, TERM or HUP, 1 after a defect. Raises WorkbenchError
    ``invalid_time_zone`` before anything is drawn; what is wrong with a file is said on the screen.
    """
    launch = Launch(target=target, home=home, zone=zone, root=root, options=options)
    app = WorkbenchApp(launch)
    try:
        status = app.run()
    finally:
        trouble = launch.close()
    _say_afterwards(app, trouble)
    if app.return_code and status is None:
        return app.return_code
    return status or 0


def _say_afterwards(app: WorkbenchApp, trouble: WorkbenchError | None) -> None:
    """On stderr, once the terminal is as it was: why the program ended, and what could not be written."""
    said = []
    if app.ending is not None:
        said.append(f"workbench: ended by {app.ending.name}; the session log is whole")
    if trouble is not None:
        said.append(f"workbench: {trouble.code}: {trouble.message}")
    try:
        for line in said:
            print(line, file=sys.stderr, flush=True)
    except OSError:
        # After HUP there may be nobody left to tell.
        return
