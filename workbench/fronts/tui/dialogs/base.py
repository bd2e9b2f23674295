"""What all dialogs share: a framed box over the dimmed screen that closes with ``esc``.

Owns looks and closing. Dialogs return what was chosen; carrying it out is the screen's business.
"""

from collections.abc import Iterable
from typing import ClassVar, Final

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.strip import Strip
from textual.widget import Widget

from workbench.fronts.tui.dialogs.once import Answer, ClosesOnce
from workbench.fronts.tui.panes.drawn import paint_of
from workbench.fronts.tui.theme.cells import wrap
from workbench.fronts.tui.theme.paint import Line, Span

# Cells of text in a dialog on a screen that is wide enough, and what its border and padding take.
_WIDTH: Final = 68
_BORDER_CELLS: Final = 4


class Dialog(ClosesOnce[Answer]):
    """A box with a title and a body."""

    DEFAULT_CSS = """
    Dialog { align: center middle; background: $wb-ground 62%; }
    Dialog > #box {
        width: 72; max-width: 100%; height: auto; max-height: 100%;
        border: round $wb-link; border-title-color: $wb-link; border-title-style: bold;
        background: $wb-ground; padding: 0 1;
    }
    Dialog Input {
        border: none; height: 1; padding: 0; width: 100%;
        background: $wb-panel; color: $wb-text;
        &:focus { border: none; background: $wb-cursor-bg; }
    }
    """
    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "cancel", "Close", show=False)]
    TITLE_TEXT: ClassVar[str] = ""

    def compose(self) -> ComposeResult:
        """The box around :meth:`body`."""
        with Vertical(id="box"):
            yield from self.body()

    def body(self) -> ComposeResult:
        """What stands in the box."""
        raise NotImplementedError

    def on_mount(self) -> None:
        """Write title and sentences."""
        self.query_one("#box").border_title = Content(self.title_text())
        self.wrap_again()

    def on_resize(self) -> None:
        """Wrap what stands in the box anew."""
        self.wrap_again()

    def wrap_again(self) -> None:
        """Put the sentences into the box as they fit the present size."""

    def title_text(self) -> str:
        """The title of the box."""
        return self.TITLE_TEXT

    def sentences(self, texts: Iterable[str], role: str) -> list[Line]:
        """``texts`` wrapped to the dialog, each from a line of its own."""
        cells = min(_WIDTH, self.app.size.width - _BORDER_CELLS)
        return [Line((Span(piece, role),)) for text in texts for piece in wrap(text, max(1, cells))]

    def action_cancel(self) -> None:
        """Close without an answer."""
        self.dismiss(None)


class Lines(Widget):
    """A few painted lines inside a dialog, wrapped nowhere: each is cut to the width there is."""

    DEFAULT_CSS = "Lines { height: auto; width: 100%; }"

    def __init__(self, lines: list[Line] | None = None, *, id: str | None = None) -> None:  # noqa: A002 - Textual's name
        super().__init__(id=id)
        self._lines = lines or []

    def on_mount(self) -> None:
        """Draw once the theme is known."""
        self.put(self._lines)

    def put(self, lines: list[Line]) -> None:
        """Show these lines."""
        self._lines = lines
        self.styles.height = len(lines)
        self.refresh(layout=True)

    def render_line(self, y: int) -> Strip:
        """One line, exactly as wide as the dialog inside."""
        line = self._lines[y] if y < len(self._lines) else Line()
        return paint_of(self).strip(line, self.size.width)
