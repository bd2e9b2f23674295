"""A button of a dialog: a word on a plate that is clicked; its key is what others press."""

from textual import events

from workbench.fronts.tui.dialogs.sheet import Sheet
from workbench.fronts.tui.panes.drawn import Bar
from workbench.fronts.tui.theme.paint import Line, Span


class Button(Bar):
    """``text`` between two blanks; a ``loud`` one is what the dialog is about."""

    DEFAULT_CSS = "Button { height: 1; }"

    def __init__(self, text: str, action: str, *, id: str, loud: bool = False) -> None:  # noqa: A002 - Textual's name
        super().__init__(id=id)
        self._text = text
        self._action = action
        self._loud = loud

    @property
    def cells(self) -> int:
        """How wide it is; its text is plain ASCII."""
        return len(self._text) + 4

    def raise_voice(self, *, loud: bool) -> None:
        """Become what the dialog is about, or cease to be."""
        if loud != self._loud:
            self._loud = loud
            self.redraw()

    def bar_lines(self, width: int, height: int) -> list[Line]:
        """The one row."""
        del width, height
        span = Span(f"  {self._text}  ", "chip-link") if self._loud else Span(f"  {self._text}", "soft")
        return [Line((span,), look="panel")]

    def on_click(self, event: events.Click) -> None:
        """Run the action, where the dialog takes the click."""
        event.stop()
        self.post_message(Sheet.Picked(self._action))
