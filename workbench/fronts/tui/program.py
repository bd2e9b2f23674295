"""The Textual app: theme, paint, which screen comes first, and leaving in order.

What a screen shows and does is in ``screens``; the way in and out of the program is ``app``.
"""

from collections.abc import Callable
from typing import ClassVar

from textual.app import App
from textual.binding import BindingType
from textual.driver import Driver
from textual.screen import Screen

from workbench.fronts.tui.hangup import noticing
from workbench.fronts.tui.launch import Launch
from workbench.fronts.tui.signals import Ending, watch_signals
from workbench.fronts.tui.theme.paint import Paint
from workbench.fronts.tui.theme.roles import derive
from workbench.fronts.tui.theme.themes import OWN


class WorkbenchApp(App[int]):
    """The workbench on a terminal."""

    TITLE = "workbench"
    ENABLE_COMMAND_PALETTE = False
    CSS = """
    Toast { background: $wb-panel; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [("ctrl+c", "end", "Quit")]

    def __init__(self, launch: Launch, drawn: Callable[[], None] | None = None) -> None:
        """``drawn`` is called once the first frame is on the terminal."""
        self.paint = Paint({})
        self._painted: str | None = None
        super().__init__()
        self.launch = launch
        self._drawn = drawn
        self.ending: Ending | None = None
        for theme in OWN:
            self.register_theme(theme)
        self.theme = OWN[0].name

    def get_css_variables(self) -> dict[str, str]:
        """The theme's variables and the roles derived from them; the paint follows."""
        variables = super().get_css_variables()
        theme = self.current_theme
        if theme.name != self._painted:
            self._painted = theme.name
            self.paint = Paint(derive(variables, dark=theme.dark), flat=theme.ansi)
        roles = self.paint.roles
        combined = {**variables, **{f"wb-{role}": colour for role, colour in roles.items()}}
        self.theme_variables = combined
        return combined

    def get_driver_class(self) -> type[Driver]:
        """Textual's driver for this platform, which notices that the terminal is gone."""
        return noticing(super().get_driver_class())

    def get_default_screen(self) -> Screen[None]:
        """The first screen: the log that was named, or the list of sessions."""
        return self.launch.first_screen()

    def go_to(self, screen: Screen[None]) -> None:
        """Put ``screen`` in the place of the present one."""
        # Textual cannot switch away from a first screen, so that one stays below.
        if len(self.screen_stack) == 1:
            self.push_screen(screen)
        else:
            self.switch_screen(screen)

    def on_mount(self) -> None:
        """From here on a signal ends the app in order."""
        watch_signals(self.end_by)
        if self._drawn is not None:
            self.call_after_refresh(self._drawn)

    def end_by(self, ending: Ending) -> None:
        """A signal came: leave, and say so afterwards."""
        self.ending = ending
        self.exit(ending.status)

    def action_end(self) -> None:
        """Leave at once: whatever is on disk is whole, and a move ends between two events."""
        self.exit(0)
