"""The help: a pane over the whole screen that scrolls. What it says is ``helptext``."""

from collections.abc import Sequence
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType

from workbench.actions.commands import Command, Scope
from workbench.fronts.tui.dialogs.once import ClosesOnce
from workbench.fronts.tui.panes.base import Pane
from workbench.fronts.tui.panes.drawn import paint_of
from workbench.fronts.tui.screens.helptext import help_lines
from workbench.fronts.tui.theme.paint import Line, Span

_LEAST = 20


class HelpPane(Pane):
    """Rows of keys and sentences."""

    NAME = "Help"

    def __init__(self, scope: Scope, commands: Sequence[Command], *, id: str) -> None:  # noqa: A002 - Textual's name
        super().__init__(id=id)
        self._scope: Scope = scope
        self._commands = commands
        self._lines: list[Line] = []

    def title_spans(self) -> list[Span]:
        """How to leave."""
        return [Span("esc closes", "dim")]

    def redraw(self) -> None:
        """Wrap the sentences anew: the size has changed, or the signs have."""
        self._lines = help_lines(self._scope, self._commands, paint_of(self).glyphs, max(_LEAST, self.size.width))
        super().redraw()

    def row_count(self) -> int:
        """All rows."""
        return len(self._lines)

    def row_line(self, row: int, width: int) -> Line:
        """One row, wrapped already."""
        del width
        return self._lines[row]

    def shows_cursor(self) -> bool:
        """There is nothing to choose."""
        return False

    def action_scroll_down(self) -> None:
        """Scroll by a row."""
        self._scroll(1)

    def action_scroll_up(self) -> None:
        """Scroll by a row."""
        self._scroll(-1)

    def action_page_down(self) -> None:
        """Scroll by a page."""
        self._scroll(max(1, self.size.height - 1))

    def action_page_up(self) -> None:
        """Scroll by a page."""
        self._scroll(-max(1, self.size.height - 1))

    def action_scroll_home(self) -> None:
        """Scroll to the first row."""
        self.scroll_to(y=0, animate=False)

    def action_scroll_end(self) -> None:
        """Scroll to the last row."""
        self.scroll_to(y=self.max_scroll_y, animate=False)

    def _scroll(self, rows: int) -> None:
        self.scroll_relative(y=rows, animate=False)


class Help(ClosesOnce[None]):
    """The help over the whole screen."""

    DEFAULT_CSS = "Help { background: $wb-ground; } Help > HelpPane { width: 100%; height: 100%; }"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q,question_mark", "close", "Close", show=False),
    ]

    def __init__(self, scope: Scope, commands: Sequence[Command]) -> None:
        super().__init__()
        self._scope: Scope = scope
        self._commands = commands

    def compose(self) -> ComposeResult:
        """The one pane."""
        yield HelpPane(self._scope, self._commands, id="help")

    def action_close(self) -> None:
        """Back to the screen below."""
        self.dismiss(None)
