"""The palette: pick one of the commands that apply on the screen below by typing any words of its name.

Owns nothing but the list. A title has its noun before its verb, so typing a noun lists all that can be done with it.
"""

from collections.abc import Sequence
from typing import ClassVar, Final

from workbench.actions.commands import Command
from workbench.fronts.tui.dialogs.base import sentences
from workbench.fronts.tui.dialogs.pick import Entry, Pick
from workbench.fronts.tui.dialogs.sheet import Page
from workbench.fronts.tui.panes.keybar import key_name
from workbench.fronts.tui.theme.paint import BLANK_LINE, Span

_ITSELF: Final = "app.palette"
# Rows of a sheet from which on some can be spared for what the command under the cursor does.
_ROOMY: Final = 14
_HELP_ROWS: Final = 2


class CommandFinder(Pick):
    """Answers with the id of the command that was picked."""

    NAME: ClassVar[str] = "Commands"
    VERB: ClassVar[str] = "do it"

    def __init__(self, commands: Sequence[Command]) -> None:
        """``commands`` are those that apply now."""
        self._commands = {command.id: command for command in commands if command.id != _ITSELF}
        ranked = sorted(self._commands.values(), key=lambda command: command.rank)
        nouns = {_noun(command): at for at, command in reversed([*enumerate(ranked)])}
        ordered = sorted(ranked, key=lambda command: nouns[_noun(command)])
        super().__init__([Entry(command.id, command.title, command.label) for command in ordered])

    def page(self, width: int, height: int) -> Page:
        """The list, and what the command under the cursor does."""
        if height < _ROOMY:
            return super().page(width, height)
        page = super().page(width, height - _HELP_ROWS)
        does = self._commands[self.chosen.value].help if self.chosen is not None else ""
        said = sentences([does], "soft", width, _HELP_ROWS)
        return Page([*page.lines, *said, *[BLANK_LINE] * (_HELP_ROWS - len(said))], page.slots, page.spots)

    def detail(self, entry: Entry) -> Sequence[Span]:
        """The command's key."""
        return (Span(f"{key_name(self._commands[entry.value])} ", "fired", True),)


def _noun(command: Command) -> str:
    return command.title.partition(":")[0]
