"""The help: every command with its key, made from the same records as bindings, key bar and palette."""

from collections.abc import Sequence
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType

from workbench.actions.commands import PANE_KEYS, Command
from workbench.fronts.tui.dialogs.once import ClosesOnce
from workbench.fronts.tui.panes.base import Pane
from workbench.fronts.tui.panes.keybar import key_name
from workbench.fronts.tui.theme.cells import wrap
from workbench.fronts.tui.theme.paint import Line, Span

_KEY_CELLS = 16
_NOTE = (
    "Delivered means queued and recorded by the last move of time; passed counts the targets that were not delivered.",
    "If frames look broken, the terminal draws ambiguous characters two cells wide: choose its narrow setting.",
)


class HelpPane(Pane):
    """Rows of keys and sentences."""

    NAME = "Help"

    def __init__(self, commands: Sequence[Command], *, id: str) -> None:  # noqa: A002 - Textual's name
        super().__init__(id=id)
        self._commands = commands
        self._lines: list[Line] = []

    def title_spans(self) -> list[Span]:
        """How to leave."""
        return [Span("esc closes", "dim")]

    def on_resize(self) -> None:
        """Wrap the sentences anew."""
        self._lines = list(self._wrapped(max(20, self.size.width)))
        super().on_resize()

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
        self.scroll_relative(y=1, animate=False)

    def action_scroll_up(self) -> None:
        """Scroll by a row."""
        self.scroll_relative(y=-1, animate=False)

    def _wrapped(self, width: int) -> list[Line]:
        rows: list[Line] = []
        noun = ""
        for command in self._commands:
            this = command.title.partition(":")[0]
            if this != noun:
                rows += [Line()] if noun else []
                rows.append(Line((Span(f" {this}", "text", True),)))
                noun = this
            rows += self._entry(key_name(command), f"{command.label}: {command.help}", width)
        rows += [Line(), Line((Span(" In a pane", "text", True),))]
        for key, does in PANE_KEYS:
            rows += self._entry(key, does, width)
        rows.append(Line())
        for note in _NOTE:
            rows += [Line((Span(f" {piece}", "dim"),)) for piece in wrap(note, width - 2)]
        return rows

    def _entry(self, key: str, text: str, width: int) -> list[Line]:
        pieces = list(wrap(text, max(10, width - _KEY_CELLS - 2)))
        first = Line((Span(f" {key:<{_KEY_CELLS}} ", "fired", True), Span(pieces[0], "soft")))
        return [first, *(Line((Span(" " * (_KEY_CELLS + 2)), Span(piece, "soft"))) for piece in pieces[1:])]


class Help(ClosesOnce[None]):
    """The help over the whole screen."""

    DEFAULT_CSS = "Help { background: $wb-ground; } Help > HelpPane { width: 100%; height: 100%; }"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q,question_mark", "close", "Close", show=False),
    ]

    def __init__(self, commands: Sequence[Command]) -> None:
        super().__init__()
        self._commands = commands

    def compose(self) -> ComposeResult:
        """The one pane."""
        yield HelpPane(self._commands, id="help")

    def action_close(self) -> None:
        """Back to the screen below."""
        self.dismiss(None)
