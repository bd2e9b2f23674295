"""Pick one entry of a list: typing narrows it, the cursor moves in it, a click takes a row.

Owns the list. What the entries are, and what moving over them does, is each dialog's own; only rows in sight are drawn.
"""

from collections.abc import Iterable, Sequence
from typing import ClassVar, Final

import msgspec
from textual import on
from textual.binding import Binding, BindingType
from textual.geometry import Region
from textual.widget import Widget
from textual.widgets import Input

from workbench.fronts.tui.dialogs.base import CLOSE, Dialog, sentences
from workbench.fronts.tui.dialogs.field import Field
from workbench.fronts.tui.dialogs.keyrow import KeyHint
from workbench.fronts.tui.dialogs.sheet import Page, Spot
from workbench.fronts.tui.panes.drawn import paint_of
from workbench.fronts.tui.theme.paint import BLANK_LINE, Line, Span

# Rows of the list on a screen that is high enough, and from which room on there are blank rows around it.
_MOST_ROWS: Final = 16
_AIRY: Final = 12


class Entry(msgspec.Struct, frozen=True):
    """One entry: the value that is answered, its name, and other words it is found by."""

    value: str
    name: str
    words: str = ""


class Pick(Dialog[str]):
    """A field that narrows a list, and the list. Enter or a click answers with an entry's value, ``esc`` with None."""

    HINT: ClassVar[str] = ""
    NOUN: ClassVar[str] = "entry"
    VERB: ClassVar[str] = "choose"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "move(-1)", "Up", show=False),
        Binding("down", "move(1)", "Down", show=False),
        Binding("pageup", "page_by(-1)", "Page up", show=False),
        Binding("pagedown", "page_by(1)", "Page down", show=False),
        Binding("tab,shift+tab", "stay", "Stay", show=False),
    ]

    def __init__(self, entries: Sequence[Entry], current: str = "") -> None:
        super().__init__()
        self._entries = entries
        self._shown: Sequence[Entry] = entries
        self._cursor = next((row for row, entry in enumerate(entries) if entry.value == current), 0)
        # Unknown until the list is first drawn: then the cursor lies in its middle.
        self._top: int | None = None
        self._rows = 1
        # Enter was pressed with nothing to choose.
        self._in_vain = False

    def role(self, entry: Entry) -> str:
        """The colour of an entry's name."""
        del entry
        return "text"

    def detail(self, entry: Entry) -> Sequence[Span]:
        """What stands at the right of an entry."""
        del entry
        return ()

    def moved(self) -> None:
        """The cursor is on another entry."""

    def take(self, entry: Entry) -> None:
        """An entry was chosen."""
        self.dismiss(entry.value)

    @property
    def chosen(self) -> Entry | None:
        """The entry the cursor is on."""
        return self._shown[self._cursor] if self._shown else None

    def widgets(self) -> Iterable[Widget]:
        """The field."""
        yield Field(id="text")

    def hints(self) -> Sequence[KeyHint]:
        """Move, choose, close."""
        return (KeyHint("up down", "move", "move(1)"), KeyHint("enter", self.VERB, "choose"), CLOSE)

    # -------------------------------------------------------------------------------------------------- drawing

    def page(self, width: int, height: int) -> Page:
        """A hint, the field, as much of the list as there is room for."""
        airy = height >= _AIRY
        above = [*sentences([self.HINT], "dim", width, 2)] if self.HINT and airy else []
        blank = [BLANK_LINE] if airy else []
        self._rows = max(0, min(_MOST_ROWS, height - len(above) - 1 - 2 * len(blank)))
        top = self._top = self._revealed()
        first = len(above) + 1 + len(blank)
        rows = [self._line(row) for row in range(top, min(top + self._rows, len(self._shown)))]
        spots = [Spot(0, first + row, width, f"take({top + row})") for row in range(len(rows))]
        rows += [BLANK_LINE] * (self._rows - len(rows))
        if not self._shown and rows:
            rows[0] = self._nothing()
        return Page([*above, BLANK_LINE, *blank, *rows, *blank], {"text": Region(0, len(above), width, 1)}, spots)

    def _nothing(self) -> Line:
        """Nothing to choose, and why; as a refusal once that was tried."""
        why = f'no {self.NOUN} contains "{self.query_one("#text", Field).value.strip()}"'
        if not self._in_vain:
            return Line((Span(f"  {why}", "dim"),))
        return Line((Span(f"{paint_of(self).glyphs.corrupt} ", "bad", True), Span(f"nothing was chosen: {why}")))

    def _line(self, row: int) -> Line:
        entry = self._shown[row]
        if row != self._cursor:
            return Line((Span(f"  {entry.name}", self.role(entry)),), self.detail(entry))
        mark = Span(f"{paint_of(self).glyphs.mark} ", "link")
        return Line((mark, Span(entry.name, self.role(entry), bold=True)), self.detail(entry), "cursor")

    def _revealed(self) -> int:
        """The first row in sight: as it was, as far as that shows the cursor and leaves nothing empty."""
        top = self._cursor - self._rows // 2 if self._top is None else self._top
        last = max(0, len(self._shown) - self._rows)
        return min(max(min(top, self._cursor), self._cursor - self._rows + 1, 0), last)

    # ------------------------------------------------------------------------------------------------- choosing

    @on(Input.Changed)
    def _narrow(self, message: Input.Changed) -> None:
        message.stop()
        words = message.value.lower().replace("_", " ").split()
        before = self.chosen
        self._in_vain = False
        self._shown = [
            entry for entry in self._entries if all(word in f"{entry.name} {entry.words}".lower() for word in words)
        ]
        self._cursor = next((row for row, entry in enumerate(self._shown) if entry is before), 0)
        self._settle(before)

    @on(Input.Submitted)
    def _submitted(self, message: Input.Submitted) -> None:
        message.stop()
        self.action_choose()

    def action_move(self, by: int) -> None:
        """Up or down by some rows, as far as there are any."""
        before = self.chosen
        self._cursor = min(max(self._cursor + by, 0), max(len(self._shown) - 1, 0))
        self._settle(before)

    def action_page_by(self, by: int) -> None:
        """Up or down by a page."""
        self.action_move(by * max(1, self._rows - 1))

    def action_stay(self) -> None:
        """There is nowhere else to go: the field has the keys, and the list follows it."""

    def action_choose(self) -> None:
        """Choose the entry the cursor is on; where there is none, say why nothing happens."""
        if self.chosen is not None:
            self.take(self.chosen)
        else:
            self._in_vain = True
            self.renew()

    def action_take(self, row: int) -> None:
        """Choose the entry that was clicked."""
        self._cursor = row
        self.action_choose()

    def _settle(self, before: Entry | None) -> None:
        self.renew()
        if self.chosen is not None and self.chosen is not before:
            self.moved()
