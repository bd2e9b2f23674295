"""What every screen with commands shares: which apply now, their keys, the key bar, the palette.

Owns the way from a key, a click or the palette to :meth:`CommandScreen.run_command`. What a command does is each
screen's own.
"""

from typing import ClassVar

from textual import on
from textual.screen import Screen

from workbench.actions.commands import Command, Scope, applying, in_scope
from workbench.actions.keymap import remapped
from workbench.actions.situation import Situation
from workbench.fronts.tui.bindings import rebind
from workbench.fronts.tui.launch import Launch
from workbench.fronts.tui.panes.keybar import KeyBar
from workbench.fronts.tui.panes.scene import Notice


class CommandScreen(Screen[None]):
    """A screen that offers the commands of one scope; it has a key bar with the id ``keys``."""

    SCOPE: ClassVar[Scope] = "session"

    def __init__(self, launch: Launch) -> None:
        super().__init__()
        self.launch = launch
        # The command table with the user's own keys in it.
        self.commands = remapped(launch.keys)
        if launch.keys:
            rebind(self._bindings, in_scope(self.SCOPE, self.commands))

    def situation(self) -> Situation:
        """What commands are asked about."""
        raise NotImplementedError

    def run_command(self, command_id: str) -> None:
        """Carry a command out; that it applies was asked before."""
        raise NotImplementedError

    def offered(self) -> list[Command]:
        """The commands that apply now, by rank."""
        return applying(self.SCOPE, self.situation(), self.commands)

    def offer(self) -> None:
        """Let the key bar follow what applies now."""
        self.query_one("#keys", KeyBar).offer(self.offered())

    def say(self, notice: Notice | None) -> None:
        """Say one sentence, or take it away; a screen without a place for it has it in its key bar."""
        self.query_one("#keys", KeyBar).say(notice)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """A command that does not apply has no key."""
        if action == "command" and parameters:
            return any(command.id == parameters[0] for command in self.offered())
        return True

    def action_command(self, command_id: str) -> None:
        """A command's key was pressed."""
        self.run_command(command_id)

    @on(KeyBar.Pressed)
    def _key_clicked(self, message: KeyBar.Pressed) -> None:
        self.run_command(message.command.id)
