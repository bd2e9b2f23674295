"""The answer of a check, whole and scrollable: the verdict, and every problem with its place."""

from collections.abc import Iterator
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType

from workbench.fronts.tui.dialogs.once import ClosesOnce
from workbench.fronts.tui.listing.celltext import ROLES, sign_of
from workbench.fronts.tui.panes.drawn import paint_of
from workbench.fronts.tui.panes.textpane import TextPane
from workbench.fronts.tui.theme.cells import wrap
from workbench.fronts.tui.theme.paint import BLANK_LINE, Line, Span
from workbench.session.check import CheckResult
from workbench.session.problems import Problem
from workbench.text.safe import safe_line

_MEANS = {
    "ok": "Every line was decoded and every rule is kept.",
    "torn": "It can be read and driven once its torn end is left out; opening it for writing does that.",
    "corrupt": "It can be looked at; nothing is written to it.",
    "unsupported": "It can be looked at as raw events; nothing is written to it.",
    "unreadable": "It cannot be opened as a session log.",
}


class CheckPane(TextPane):
    """The rows of one answer."""

    NAME = "Check"

    def __init__(self, result: CheckResult, *, id: str) -> None:  # noqa: A002 - Textual's name
        super().__init__(id=id)
        self._result = result
        self._verdict = result.verdict if result.readable else "unreadable"

    def title_spans(self) -> list[Span]:
        """The verdict, and how to leave."""
        sign = sign_of(self._verdict, paint_of(self).glyphs)
        return [Span(f"{sign} {self._verdict}", ROLES[self._verdict], True), Span("esc closes", "dim")]

    def lines_for(self, cells: int) -> list[Line]:
        """The verdict and every problem."""
        return list(self._rows(max(10, cells - 2)))

    def _rows(self, width: int) -> Iterator[Line]:
        result = self._result
        yield from _wrapped(_MEANS[self._verdict], width, "text", bold=True)
        yield BLANK_LINE
        yield from _wrapped(result.path, width, "dim")
        if result.id is not None:
            end = f", the last turn ended {result.last_turn_end}" if result.last_turn_end is not None else ""
            form = f", format {result.format}" if result.format is not None else ""
            yield from _wrapped(f"session {result.id}, {result.events:,} events{form}{end}", width, "dim")
        yield BLANK_LINE
        if not result.problems:
            yield from _wrapped("Nothing is wrong with it.", width, "soft")
        for problem in result.problems:
            yield from self._problem(problem, width)
        if result.problems_left_out:
            yield from _wrapped(f"and {result.problems_left_out:,} more problems", width, "soft")

    def _problem(self, problem: Problem, width: int) -> Iterator[Line]:
        yield Line((Span(f" {problem.kind}", ROLES[self._verdict], True), Span(f"  {_place(problem)}", "dim")))
        yield from _wrapped(problem.message, width, "soft")
        if problem.expected is not None:
            yield from _wrapped(f"expected {problem.expected}, found {problem.found}", width, "dim")
        yield BLANK_LINE


def _place(problem: Problem) -> str:
    line = f"line {problem.line:,}" if problem.line is not None else ""
    seq = f"seq {problem.seq:,}" if problem.seq is not None else ""
    return ", ".join(part for part in (line, seq) if part)


def _wrapped(text: str, width: int, role: str, *, bold: bool = False) -> Iterator[Line]:
    for piece in wrap(safe_line(text), width):
        yield Line((Span(" "), Span(piece, role, bold)))


class CheckScreen(ClosesOnce[None]):
    """The answer over the whole screen."""

    DEFAULT_CSS = "CheckScreen { background: $wb-ground; } CheckScreen > CheckPane { width: 100%; height: 100%; }"
    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape,q,enter", "close", "Close", show=False)]

    def __init__(self, result: CheckResult) -> None:
        super().__init__()
        self._result = result

    def compose(self) -> ComposeResult:
        """The one pane."""
        yield CheckPane(self._result, id="check")

    def action_close(self) -> None:
        """Back to the list."""
        self.dismiss(None)
