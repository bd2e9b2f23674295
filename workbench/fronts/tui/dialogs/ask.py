"""Ask for one line of text: what to say, where to move the clock, what to call a fork.

Owns the field and the line under it that says what the text would mean, or why it is refused. What a text means is the
caller's: a function from the text to a sentence that raises what the program itself would raise.
"""

from collections.abc import Callable

import msgspec
from textual import events
from textual.app import ComposeResult
from textual.widgets import Input

from workbench.errors import WorkbenchError
from workbench.fronts.tui.dialogs.base import Dialog, Lines
from workbench.fronts.tui.panes.drawn import paint_of
from workbench.fronts.tui.theme.paint import Line, Span

_MOST_LINES = 4
_AIRY = 20
# The frame, the field, what its text means, and the keys.
_OTHER_ROWS = 5


def _accept(text: str) -> str:
    del text
    return ""


class Field(Input):
    """A field that takes a paste of several lines as one, with blanks for the line ends, instead of the first only."""

    def _on_paste(self, event: events.Paste) -> None:
        super()._on_paste(events.Paste(" ".join(event.text.splitlines())))
        event.prevent_default()
        event.stop()


class Question(msgspec.Struct, frozen=True):
    """``means`` gives a sentence for a usable text and raises WorkbenchError for another; ``hints`` stand above."""

    title: str
    verb: str
    hints: tuple[str, ...] = ()
    initial: str = ""
    means: Callable[[str], str] = _accept
    may_be_empty: bool = False


class Ask(Dialog[str]):
    """One field. Enter answers with its text, ``esc`` with None."""

    def __init__(self, question: Question) -> None:
        super().__init__()
        self._question = question

    def title_text(self) -> str:
        """The question's title."""
        return self._question.title

    def body(self) -> ComposeResult:
        """Hints, field, meaning, keys."""
        yield Lines(id="hints")
        field_ = Field(self._question.initial, id="text", compact=True)
        field_.cursor_blink = False
        yield field_
        yield Lines(id="meaning")
        keys = (Span("enter", "fired", True), Span(f" {self._question.verb}   ", "dim"), Span("esc", "fired", True))
        yield Lines([Line((*keys, Span(" close", "dim")))], id="verbs")

    def wrap_again(self) -> None:
        """Hints as far as the screen is high enough, with a blank row where one can be spared."""
        height = self.app.size.height
        hints = self.sentences(self._question.hints, "dim")[: max(0, height - _OTHER_ROWS)]
        self.query_one("#hints", Lines).put([*hints, Line()] if height >= _AIRY else hints)
        self._explain(self.query_one("#text", Input).value)

    def on_input_changed(self, event: Input.Changed) -> None:
        """Say what the new text means."""
        self._explain(event.value)

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Answer, unless the text is refused."""
        empty = not event.value.strip()
        if (empty and self._question.may_be_empty) or (not empty and self._explain(event.value)):
            self.dismiss(event.value.strip())

    def _explain(self, text: str) -> bool:
        """Show the meaning of ``text``; True where it can be used."""
        lines = self.query_one("#meaning", Lines)
        if not text.strip():
            lines.put([Line()])
            return self._question.may_be_empty
        try:
            meaning = self._question.means(text)
        except WorkbenchError as error:
            lines.put(self._refusal(error))
            return False
        lines.put([Line((Span(meaning, "soft"),))])
        return True

    def _refusal(self, error: WorkbenchError) -> list[Line]:
        head = Line((Span(f"{paint_of(self).glyphs.corrupt} {error.code}", "bad", True),))
        return [head, *self.sentences([error.message], "soft")[:_MOST_LINES]]
