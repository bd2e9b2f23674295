"""What stands in the timeline's place where the entry has no timeline: why, or the steps of a scenario."""

from collections.abc import Sequence

from workbench.actions.known import ScenarioFacts
from workbench.fronts.tui.listing.entries import Entry
from workbench.fronts.tui.listing.glances import LONGEST
from workbench.fronts.tui.panes.base import Pane
from workbench.fronts.tui.panes.empty import empty_lines
from workbench.fronts.tui.panes.keybar import key_in
from workbench.fronts.tui.theme.paint import Line, Span

_NAME = "Timeline"


class VacantPane(Pane, can_focus=False):
    """A sentence and what can be done, or a numbered list as far as there is room."""

    NAME = _NAME

    def __init__(self, *, id: str) -> None:  # noqa: A002 - Textual's name
        super().__init__(id=id)
        self._caption = _NAME
        self._hint = ""
        self._lines: list[Line] = []

    def explain(self, entry: Entry | None) -> None:
        """Say why ``entry`` has no timeline now, or what its steps are."""
        opens = key_in(self, "list.open")
        if entry is None:
            self._say("Nothing is selected.")
        elif isinstance(entry.facts, ScenarioFacts):
            step = key_in(self, "scenario.step")
            self._number("Steps", f"{opens} begins a run, {step} then does one after the other", entry.facts.does)
        elif entry.facts is not None and not entry.facts.readable:
            self._say("It cannot be shown.", key_in(self, "list.check"), "says everything that is wrong with it")
        elif entry.found.size > LONGEST:
            self._say("This log is too long for a glance.", opens, "opens it")
        else:
            self._say("Reading the log ...")

    def _say(self, sentence: str, key: str = "", does: str = "") -> None:
        self._caption, self._hint = _NAME, ""
        self._lines = empty_lines(sentence, [(key, does)] if does else [])
        self.redraw()

    def _number(self, name: str, hint: str, texts: Sequence[str]) -> None:
        self._caption, self._hint = name, hint
        digits = len(str(len(texts)))
        self._lines = [
            Line((Span(f" {at:>{digits}}  ", "faint"), Span(text, "soft"))) for at, text in enumerate(texts, 1)
        ]
        self.redraw()

    def heading(self) -> str:
        """What is in it."""
        return self._caption

    def title_spans(self) -> list[Span]:
        """What can be done, and how many rows there is no room for."""
        more = len(self._lines) - self.size.height
        left_out = [Span(f"{more:,} more", "dim")] if self._hint and more > 0 else []
        return [*([Span(self._hint, "dim")] if self._hint else []), *left_out]

    def row_count(self) -> int:
        """As many rows as that takes."""
        return len(self._lines)

    def row_line(self, row: int, width: int) -> Line:
        """One of them."""
        del width
        return self._lines[row]

    def shows_cursor(self) -> bool:
        """There is nothing to choose."""
        return False
