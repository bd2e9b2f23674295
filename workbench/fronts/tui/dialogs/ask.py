"""Ask for one line of text: what to say, where to move the clock, what to call a fork.

Owns the field, the lines under it that say what the text would mean or why it is refused, and calling back earlier
answers. What a text means is the caller's: a function from the text to a sentence that raises what the program itself
would raise.
"""

from collections.abc import Callable, Iterable, Sequence
from typing import ClassVar, Final

import msgspec
from textual import on
from textual.binding import Binding, BindingType
from textual.geometry import Region
from textual.widget import Widget
from textual.widgets import Input

from workbench.errors import WorkbenchError
from workbench.fronts.tui.dialogs.base import CLOSE, Dialog, sentences
from workbench.fronts.tui.dialogs.field import Field
from workbench.fronts.tui.dialogs.keyrow import KeyHint
from workbench.fronts.tui.dialogs.memory import memory_of
from workbench.fronts.tui.dialogs.sheet import Page
from workbench.fronts.tui.panes.drawn import paint_of
from workbench.fronts.tui.theme.paint import BLANK_LINE, Line, Span

# Rows of a sheet from which on it has room for blank ones.
_AIRY: Final = 14
# What is kept for a meaning that comes and goes: so many rows, or those that a refusal of so many cells takes.
_MEANING: Final = 3
_REFUSAL_CELLS: Final = 330


def _accept(text: str) -> str:
    del text
    return ""


class Question(msgspec.Struct, frozen=True):
    """``means`` gives a sentence for a usable text and raises WorkbenchError for another; ``hints`` stand above.

    ``recall`` names the kind of question whose earlier answers the up key brings back.
    """

    title: str
    verb: str
    hints: tuple[str, ...] = ()
    initial: str = ""
    means: Callable[[str], str] = _accept
    may_be_empty: bool = False
    recall: str = ""


class Ask(Dialog[str]):
    """One field. Enter answers with its text, ``esc`` with None."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "recall(-1)", "Earlier answer", show=False),
        Binding("down", "recall(1)", "Later answer", show=False),
    ]

    def __init__(self, question: Question) -> None:
        super().__init__()
        self._question = question
        self._earlier: list[str] = []
        self._at = 0

    def title_spans(self, width: int) -> Sequence[Span]:
        """The question's title."""
        del width
        return (Span(self._question.title, "link", True),)

    def widgets(self) -> Iterable[Widget]:
        """The field."""
        yield Field(self._question.initial, id="text")

    def hints(self) -> Sequence[KeyHint]:
        """Answer, call back, close."""
        hints = [KeyHint("enter", self._question.verb, "answer"), CLOSE]
        return [*hints, KeyHint("up", "last answers", "recall(-1)")] if self._earlier else hints

    def on_mount(self) -> None:
        """Take what was answered before."""
        question = self._question
        self._earlier = [*memory_of(self.app).recalled(question.recall or question.title)]
        self._at = len(self._earlier)
        super().on_mount()

    @property
    def _field(self) -> Field:
        return self.query_one("#text", Field)

    def page(self, width: int, height: int) -> Page:
        """Hints as far as there is room, the field, what its text means."""
        airy = height >= _AIRY
        hints = sentences(self._question.hints, "dim", width, height - 1)
        kept = min(self._kept(width), height - 2) if airy else height - 1
        meaning = self._meaning(self._field.value, width, kept)
        if airy:
            meaning += [BLANK_LINE] * (kept - len(meaning))
            hints = [*hints, BLANK_LINE] if hints else hints
            meaning = [BLANK_LINE, *meaning]
        # What the text means, or why it is refused, is needed more than what may be typed.
        hints = hints[: max(0, height - 1 - len(meaning))]
        field = Region(0, len(hints), width, 1)
        return Page([*hints, BLANK_LINE, *meaning], {"text": field})

    def _kept(self, width: int) -> int:
        """The rows that stay free for what a text means: the field keeps its place whatever is said."""
        return _MEANING if self._question.means is _accept else 1 + -(-_REFUSAL_CELLS // width)

    @on(Input.Changed)
    def _say_what_it_means(self, message: Input.Changed) -> None:
        message.stop()
        self.renew()

    @on(Input.Submitted)
    def _submitted(self, message: Input.Submitted) -> None:
        message.stop()
        self.action_answer()

    def action_answer(self) -> None:
        """Answer, unless the text is refused."""
        text = self._field.value.strip()
        if not self._usable(text):
            return
        if text:
            memory_of(self.app).keep(self._question.recall or self._question.title, text)
        self.dismiss(text)

    def action_recall(self, by: int) -> None:
        """Put an earlier answer into the field, or go back to none."""
        at = min(max(self._at + by, 0), len(self._earlier))
        if at == self._at:
            return
        self._at = at
        self._field.value = self._earlier[at] if at < len(self._earlier) else ""
        self._field.cursor_position = len(self._field.value)

    def _usable(self, text: str) -> bool:
        if not text:
            return self._question.may_be_empty
        try:
            self._question.means(text)
        except WorkbenchError:
            return False
        return True

    def _meaning(self, text: str, width: int, most: int) -> list[Line]:
        """The meaning of ``text``, or its refusal as the program would say it, whole where ``most`` lines hold it."""
        if not text.strip() or most <= 0:
            return []
        try:
            return sentences([self._question.means(text)], "soft", width, most)
        except WorkbenchError as error:
            head = Line((Span(f"{paint_of(self).glyphs.corrupt} {error.code}", "bad", True),))
            return [head, *sentences([error.message], "soft", width, most - 1)]
