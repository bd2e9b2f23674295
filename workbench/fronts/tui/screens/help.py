"""The help: a pane over the whole screen that scrolls. What it says is ``helptext``."""

from collections.abc import Sequence
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType

from workbench.actions.commands import Command, Scope
from workbench.fronts.tui.dialogs.once import ClosesOnce
from workbench.fronts.tui.panes.drawn import paint_of
from workbench.fronts.tui.panes.scene import Notice
from workbench.fronts.tui.panes.textpane import TextPane
from workbench.fronts.tui.screens.helptext import help_lines
from workbench.fronts.tui.theme.paint import Line, Span

_LEAST = 20


class HelpPane(TextPane):
    """Rows of keys and sentences."""

    NAME = "Help"

    def __init__(self, scope: Scope, commands: Sequence[Command], said: Notice | None = None, *, id: str) -> None:  # noqa: A002 - Textual's name
        super().__init__(id=id)
        self._scope: Scope = scope
        self._commands = commands
        self._said = said

    def title_spans(self) -> list[Span]:
        """How to leave."""
        return [Span("esc closes", "dim")]

    def lines_for(self, cells: int) -> list[Line]:
        """The whole help."""
        return help_lines(self._scope, self._commands, paint_of(self).glyphs, max(_LEAST, cells), self._said)


class Help(ClosesOnce[None]):
    """The help over the whole screen."""

    DEFAULT_CSS = "Help { background: $wb-ground; } Help > HelpPane { width: 100%; height: 100%; }"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q,question_mark", "close", "Close", show=False),
    ]

    def __init__(self, scope: Scope, commands: Sequence[Command], said: Notice | None = None) -> None:
        """``said`` is the sentence that the screen below says."""
        super().__init__()
        self._scope: Scope = scope
        self._commands = commands
        self._said = said

    def compose(self) -> ComposeResult:
        """The one pane."""
        yield HelpPane(self._scope, self._commands, self._said, id="help")

    def action_close(self) -> None:
        """Back to the screen below."""
        self.dismiss(None)
