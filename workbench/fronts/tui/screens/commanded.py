"""What every screen with commands shares: which apply now, their keys, the key bar, the palette.

Owns the way from a key, a click or the palette to :meth:`CommandScreen.run_command`. What a command does is each
screen's own.
"""

from typing import ClassVar

from textual import on
from textual.screen import Screen

from workbench.actions.commands import BY_ID, Command, Scope, applying
from workbench.actions.situation import Situation
from workbench.fronts.tui.launch import Launch
from workbench.fronts.tui.panes.keybar import KeyBar


class CommandScreen(Screen[None]):
    """A screen that offers the commands of one scope; it has a key bar with the id ``keys``."""

    SCOPE: ClassVar[Scope] = "session"

    def __init__(self, launch: Launch) -> None:
        super().__init__()
        self.launch = launch

    def situation(self) -> Situation:
        """What commands are asked about."""
        raise NotImplementedError

    def run_command(self, command_id: str) -> None:
        """Carry a command out; that it applies was asked before."""
        raise NotImplementedError

    def offered(self) -> list[Command]:
        """The commands that apply now, by rank."""
        return applying(self.SCOPE, self.situation())

    def offer(self) -> None:
        """Let the key bar follow what applies now."""
        self.query_one("#keys", KeyBar).offer(self.offered())

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """A command that does not apply has no key."""
        if action == "command" and parameters:
            return BY_ID[str(parameters[0])] in self.offered()
        return True

    def action_command(self, command_id: str) -> None:
        """A command's key was pressed."""
        self.run_command(command_id)

    @on(KeyBar.Pressed)
    def _key_clicked(self, message: KeyBar.Pressed) -> None:
        self.run_command(message.command.id)
