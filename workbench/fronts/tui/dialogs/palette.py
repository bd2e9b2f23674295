"""The palette: Textual's own, over the commands of the screen below, closing only once."""

from textual.await_complete import AwaitComplete
from textual.command import CommandPalette

from workbench.fronts.tui.bindings import Palette


class CommandFinder(CommandPalette):
    """Find a command by its name."""

    def __init__(self) -> None:
        super().__init__(providers=[Palette])

    def dismiss(self, result: None = None) -> AwaitComplete:
        """Close, unless that has happened already; styles are inherited from one class only, so this is said again."""
        return super().dismiss(result) if self.is_active else AwaitComplete()
