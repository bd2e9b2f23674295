"""The key row of a dialog: the last row of the screen says which keys do what while the dialog is open."""

from collections.abc import Sequence
from typing import NamedTuple

from textual import events
from textual.message import Message

from workbench.fronts.tui.panes.drawn import Bar
from workbench.fronts.tui.theme.cells import width as cell_width
from workbench.fronts.tui.theme.paint import Line, Span


class KeyHint(NamedTuple):
    """A key as it is shown, what it does in a word, and the action that a click runs; a ``spare`` one goes first."""

    key: str
    does: str
    action: str
    spare: bool = False

    @property
    def cells(self) -> int:
        """How wide it is drawn."""
        return cell_width(self.key) + 1 + cell_width(self.does)


class KeyRow(Bar):
    """One row over the whole width, keys dropped from its end where it is too narrow."""

    DEFAULT_CSS = "KeyRow { dock: bottom; height: 1; width: 100%; }"

    class Pressed(Message):
        """A key of the row was clicked."""

        def __init__(self, action: str) -> None:
            self.action = action
            super().__init__()

    def __init__(self, *, id: str) -> None:  # noqa: A002 - Textual's name
        super().__init__(id=id)
        self._hints: Sequence[KeyHint] = ()

    def offer(self, hints: Sequence[KeyHint]) -> None:
        """Show these keys."""
        if hints != self._hints:
            self._hints = hints
            self.redraw()

    def bar_lines(self, width: int, height: int) -> list[Line]:
        """The one row."""
        del height
        spans: list[Span] = []
        end = 0
        for start, hint in self._fitting(width):
            spans += [Span(" " * (start - end)), Span(hint.key, "fired", True), Span(f" {hint.does}", "soft")]
            end = start + hint.cells
        return [Line(spans, look="panel")]

    def on_click(self, event: events.Click) -> None:
        """Do what the clicked key does."""
        for start, hint in self._fitting(self.size.width):
            if start <= event.x < start + hint.cells:
                self.post_message(self.Pressed(hint.action))

    def _fitting(self, width: int) -> list[tuple[int, KeyHint]]:
        """The keys that fit whole, each with where it begins; closer to each other where that makes room for all."""
        hints = self._hints
        if sum(hint.cells + 1 for hint in hints) > width:
            hints = [hint for hint in hints if not hint.spare]
        gap = 2 if sum(hint.cells + 2 for hint in hints) < width + 2 else 1
        fitting = []
        at = 1
        for hint in hints:
            if at + hint.cells > width:
                break
            fitting.append((at, hint))
            at += hint.cells + gap
        return fitting
