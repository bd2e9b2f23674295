"""The sheet that says what is ahead: the turns that would run at idle, and the next targets (BEN-15).

Owns the sheet, its size and closing. What it says is ``plantext``'s.
"""

from typing import ClassVar, Final

from textual.app import ComposeResult
from textual.binding import Binding, BindingType

from workbench.fronts.tui.dialogs.once import ClosesOnce
from workbench.fronts.tui.panes.drawn import paint_of
from workbench.fronts.tui.panes.plantext import Outlook, plan_lines
from workbench.fronts.tui.panes.textpane import TextPane
from workbench.fronts.tui.theme.paint import Line, Span

_WIDTH: Final = 88
_EDGES: Final = 2
_LEAST: Final = 20
# From which screen on the sheet leaves something of it in sight.
_MARGIN_FROM: Final = 30
_MARGIN: Final = 4


class PlanPane(TextPane):
    """What is ahead, to be scrolled."""

    NAME = "What runs next"

    def __init__(self, outlook: Outlook, *, id: str) -> None:  # noqa: A002 - Textual's name
        super().__init__(id=id)
        self._outlook = outlook

    def title_spans(self) -> list[Span]:
        """What it is asked of, and how to leave."""
        seq = self._outlook.seq
        return [*([Span(f"at {seq}", "past")] if seq is not None else []), Span("esc closes", "dim")]

    def lines_for(self, cells: int) -> list[Line]:
        """All lines."""
        return plan_lines(self._outlook, paint_of(self).glyphs, max(_LEAST, cells))


class PlanSheet(ClosesOnce[None]):
    """The sheet over the dimmed screen, as high as what it says or the screen."""

    DEFAULT_CSS = "PlanSheet { align: center middle; background: $wb-ground 62%; }"
    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape,q,P", "close", "Close", show=False)]

    def __init__(self, outlook: Outlook) -> None:
        super().__init__()
        self._outlook = outlook

    def compose(self) -> ComposeResult:
        """The one pane."""
        yield PlanPane(self._outlook, id="plan")

    def on_mount(self) -> None:
        """Take the room there is."""
        self._fit()
        self.query_one(PlanPane).focus()

    def on_resize(self) -> None:
        """Take the room there is now."""
        self._fit()

    def action_close(self) -> None:
        """Back to the screen below."""
        self.dismiss(None)

    def _fit(self) -> None:
        screen, pane = self.app.size, self.query_one(PlanPane)
        width = min(_WIDTH, screen.width)
        lines = len(plan_lines(self._outlook, paint_of(self).glyphs, max(_LEAST, width - _EDGES)))
        most = screen.height - (_MARGIN if screen.height >= _MARGIN_FROM else 0)
        pane.styles.width = width
        pane.styles.height = min(lines + _EDGES, most)
