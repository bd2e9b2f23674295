"""The Textual app: theme, paint, which screen comes first, and leaving in order.

What a screen shows and does is in ``screens``; the way in and out of the program is ``app``.
"""

import os
from collections.abc import Callable, Sequence
from typing import ClassVar, Final

from rich.console import RenderableType
from rich.terminal_theme import TerminalTheme
from textual import events
from textual.actions import SkipAction
from textual.app import App
from textual.binding import Binding, BindingType
from textual.color import Color
from textual.driver import Driver
from textual.filter import LineFilter
from textual.screen import Screen
from textual.widget import Widget
from textual.widgets import Input
from textual.worker import WorkerFailed

from workbench.errors import WorkbenchError
from workbench.fronts.tui.gone import came_too_late
from workbench.fronts.tui.hangup import noticing
from workbench.fronts.tui.keyorder import KeyOrder
from workbench.fronts.tui.launch import Launch
from workbench.fronts.tui.signals import Ending, watch_signals
from workbench.fronts.tui.theme.glyphs import ASCII, RICH
from workbench.fronts.tui.theme.paint import Paint
from workbench.fronts.tui.theme.roles import ansi_roles, derive
from workbench.fronts.tui.theme.terminal import Depth
from workbench.fronts.tui.theme.themes import OWN
from workbench.fronts.tui.theme.whole import WHOLE_SIGNS

# With no more colours than these there are no tints.
_FLAT: Final = ("none", "few")
# The first screen, which stays, and the one in its place.
_BASE: Final = 2


def _nothing() -> None:
    """What a part does that has nothing to renew."""


class WorkbenchApp(App[int], inherit_bindings=False):
    """The workbench on a terminal. Textual's own keys for leaving are not bound: ``q`` is a command, ctrl+c is ours."""

    TITLE = "workbench"
    ENABLE_COMMAND_PALETTE = False
    BINDINGS: ClassVar[list[BindingType]] = [Binding("ctrl+c", "end", "Quit", show=False, priority=True)]

    def __init__(self, launch: Launch, drawn: Callable[[], None] | None = None, depth: Depth = "full") -> None:
        """``drawn`` is called once the first frame is on the terminal; ``depth`` says how many colours that has."""
        self.paint = Paint({})
        self._depth: Depth = "none" if "NO_COLOR" in os.environ else depth
        self._painted: tuple[str, bool] | None = None
        self.ascii = launch.ascii
        # Without tints nothing may be mixed: colours go to the terminal as they are named, or not at all.
        super().__init__(ansi_color=True if self._depth in _FLAT else None)
        self._order = KeyOrder(self, super().on_event)
        # The file on the screen turned out to be another one than was read.
        self._lost = False
        self.launch = launch
        self._drawn = drawn
        self.ending: Ending | None = None
        for theme in OWN:
            self.register_theme(theme)
        self.theme = launch.theme or OWN[0].name

    def get_css_variables(self) -> dict[str, str]:
        """The theme's variables and the roles derived from them; the paint follows."""
        variables = super().get_css_variables()
        theme = self.current_theme
        if (theme.name, self.ascii) != self._painted:
            self._painted = (theme.name, self.ascii)
            flat = theme.ansi or self._depth in _FLAT
            many = self._depth == "many"
            roles = ansi_roles(dark=theme.dark) if flat else derive(variables, dark=theme.dark, few=many)
            self.paint = Paint(roles, flat=flat, glyphs=ASCII if self.ascii else RICH)
        combined = {**variables, **{f"wb-{role}": colour for role, colour in self.paint.roles.items()}}
        self.theme_variables = combined
        return combined

    def get_line_filters(self) -> Sequence[LineFilter]:
        """Textual's, and the one that keeps rows as wide as they are when they are cut."""
        return (*super().get_line_filters(), WHOLE_SIGNS)

    def set_ascii(self, ascii: bool) -> None:  # noqa: A002, FBT001 - the mode's name
        """Draw with ASCII signs alone from now on, or with all signs again."""
        if ascii == self.ascii:
            return
        self.ascii = ascii
        self.get_css_variables()
        self.repaint()

    def watch_theme(self) -> None:
        """What was drawn in the old theme is drawn anew, once Textual has derived the new one."""
        if self.is_running:
            self.call_next(self.repaint)

    def repaint(self) -> None:
        """Draw every part of every screen anew, with the paint as it is now."""
        from workbench.fronts.tui.panes.base import Pane

        for screen in self.screen_stack:
            for node in screen.walk_children(Widget, with_self=True, reverse=True):
                if isinstance(node, Pane):
                    # As at another size, what was made with the old paint is made again.
                    node.on_resize()
                for renew in ("redraw", "renew"):
                    getattr(node, renew, _nothing)()
                node.refresh()

    def terminal_theme(self) -> TerminalTheme:
        """What a picture of the screen takes for the terminal's own colours."""
        theme = self.ansi_theme
        if self.paint.flat:
            return theme
        ink, ground = (Color.parse(self.paint.roles[role]).rgb for role in ("text", "ground"))
        own = TerminalTheme(ground, ink, [])
        own.ansi_colors = theme.ansi_colors
        return own

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

    async def on_event(self, event: events.Event) -> None:
        """What cannot be read ends the screen that wanted it, not the app."""
        try:
            await self._take(event)
        except WorkbenchError as error:
            self._lose(error)

    async def _take(self, event: events.Event) -> None:
        """A key is answered before a move under way goes on."""
        if isinstance(event, events.Key | events.MouseEvent):
            self.launch.give_way()
        if isinstance(event, events.Key) and not self.screen_stack:
            # The last of a burst, while the app is leaving.
            return
        if isinstance(event, events.Key) and not event.is_forwarded:
            await self._order.take(event)
        else:
            await super().on_event(event)

    def _handle_exception(self, error: Exception) -> None:
        """A log that is cut or replaced while it is on the screen ends no program, wherever that is noticed. Nor does
        what comes for a screen that was left."""
        if came_too_late(self, error):
            return
        cause = error.error if isinstance(error, WorkerFailed) else error
        if isinstance(cause, WorkbenchError) and self.screen_stack:
            self._lose(cause)
        else:
            super()._handle_exception(error)

    def panic(self, *renderables: RenderableType) -> None:
        """Leave with what happened on stderr, whoever found it: Textual's thread that reads keys tells only this."""
        self._return_code = 1
        super().panic(*renderables)

    def _lose(self, error: WorkbenchError) -> None:
        """Whatever is on the screen gives way to what is wrong with it, once."""
        if not self._lost:
            self._lost = True
            self.call_later(self._show_problem, error)

    def _show_problem(self, error: WorkbenchError) -> None:
        shown = next((screen for screen in reversed(self.screen_stack) if hasattr(screen, "path")), None)
        path = getattr(shown, "path", self.launch.home)
        while len(self.screen_stack) > _BASE:
            self.pop_screen()
        self.launch.rest()
        self.go_to(self.launch.problem_screen(path, error))
        self._order.forget()
        self._lost = False

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
        """Leave at once, from dialogs too: whatever is on disk is whole, and a move ends between two events. In a field
        with a selection the key copies that."""
        if isinstance(self.focused, Input) and self.focused.selected_text:
            raise SkipAction
        self.exit(0)
