"""The palette: pick one of the commands of the screen below by typing any words of its name.

Owns nothing but the list. A title has its noun before its verb, so typing a noun lists all that can be done with it;
at the end, dimmed, what cannot be done now and why.
"""

from collections.abc import Iterable, Sequence
from typing import ClassVar, Final

from workbench.actions.commands import Command
from workbench.actions.reasons import Refused
from workbench.fronts.tui.dialogs.base import sentences
from workbench.fronts.tui.dialogs.keyrow import KeyHint
from workbench.fronts.tui.dialogs.pick import Entry, Pick
from workbench.fronts.tui.dialogs.sheet import Page
from workbench.fronts.tui.panes.keybar import key_name
from workbench.fronts.tui.theme.cells import cut
from workbench.fronts.tui.theme.cells import width as cell_width
from workbench.fronts.tui.theme.paint import BLANK_LINE, Span

_ITSELF: Final = "app.palette"
# Rows of a sheet from which on some can be spared for what the command under the cursor does.
_ROOMY: Final = 14
_HELP_ROWS: Final = 2
# Cells before an entry's name, between it and the reason, and after that.
_AROUND: Final = 5
_LEAST_WHY: Final = 8


class CommandFinder(Pick):
    """Answers with the id of the command that was picked, be it one that does not apply."""

    NAME: ClassVar[str] = "Commands"
    NOUN: ClassVar[str] = "command"
    VERB: ClassVar[str] = "do it"

    def __init__(self, commands: Sequence[Command], refused: Sequence[Refused] = ()) -> None:
        """``commands`` are those that apply now, ``refused`` others, with why they do not."""
        self._why = {each.command.id: each.why for each in refused}
        applying = [command for command in commands if command.id != _ITSELF]
        told = [each.command for each in refused]
        self._commands = {command.id: command for command in (*applying, *told)}
        ordered = [*_by_noun(applying), *_by_noun(told)]
        super().__init__([Entry(command.id, command.title, command.label) for command in ordered])
        self._cells = 0

    def hints(self) -> Sequence[KeyHint]:
        """On a command that does not apply, enter says why."""
        move, do, close = super().hints()
        refused = self.chosen is not None and self.chosen.value in self._why
        return (move, KeyHint("enter", "say why", do.action) if refused else do, close)

    def page(self, width: int, height: int) -> Page:
        """The list, and what the command under the cursor does, or why it does nothing now."""
        self._cells = width
        if height < _ROOMY:
            return super().page(width, height)
        page = super().page(width, height - _HELP_ROWS)
        chosen = self.chosen.value if self.chosen is not None else None
        does = self._why.get(chosen) or self._commands[chosen].help if chosen is not None else ""
        said = sentences([does], "soft", width, _HELP_ROWS)
        return Page([*page.lines, *said, *[BLANK_LINE] * (_HELP_ROWS - len(said))], page.slots, page.spots)

    def role(self, entry: Entry) -> str:
        """What does not apply is dimmed."""
        return "dim" if entry.value in self._why else "text"

    def detail(self, entry: Entry) -> Sequence[Span]:
        """The command's key, or as much as there is room for of why it does nothing now."""
        why = self._why.get(entry.value)
        if why is not None:
            room = self._cells - cell_width(entry.name) - _AROUND
            return (Span(f"{cut(why, room)} ", "dim"),) if room >= _LEAST_WHY else ()
        return (Span(f"{key_name(self._commands[entry.value])} ", "fired", True),)


def _by_noun(commands: Iterable[Command]) -> list[Command]:
    """By rank, those of one noun together."""
    ranked = sorted(commands, key=lambda command: command.rank)
    nouns = {_noun(command): at for at, command in reversed([*enumerate(ranked)])}
    return sorted(ranked, key=lambda command: nouns[_noun(command)])


def _noun(command: Command) -> str:
    return command.title.partition(":")[0]
