"""Ask for one of a few ways to go on: continue or start over, delete or not, quit or not."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from textual import events

from workbench.fronts.tui.dialogs.base import CLOSE, Dialog, sentences
from workbench.fronts.tui.dialogs.keyrow import KeyHint
from workbench.fronts.tui.dialogs.sheet import Page, Spot
from workbench.fronts.tui.theme.cells import pad
from workbench.fronts.tui.theme.cells import width as cell_width
from workbench.fronts.tui.theme.paint import BLANK_LINE, Line, Span

_LEAVE: Final = "q"
_GAP: Final = 2


class Way(NamedTuple):
    """One answer: its key, the value returned, and what it does."""

    key: str
    value: str
    does: str


class Choose(Dialog[str]):
    """A sentence and the ways to go on. A way's key, or a click on it, answers with its value; ``esc`` with None.

    The key that quits elsewhere closes this as ``esc`` does, unless it is a way.
    """

    def __init__(self, title: str, text: Sequence[str], ways: Sequence[Way]) -> None:
        super().__init__()
        self._title = title
        self._text = text
        self._ways = ways

    def title_spans(self, width: int) -> Sequence[Span]:
        """The title given."""
        del width
        return (Span(self._title, "link", True),)

    def hints(self) -> Sequence[KeyHint]:
        """The ways once more, by their keys."""
        return [*(KeyHint(way.key, way.value, f"take('{way.value}')") for way in self._ways), CLOSE]

    def page(self, width: int, height: int) -> Page:
        """Where there is no room for both, the ways are needed more than the sentence."""
        room = height - len(self._ways)
        text = [*sentences(self._text, "soft", width), BLANK_LINE]
        if len(text) > room:
            text = text[: max(0, room)]
        elif room - len(text) >= _GAP:
            text = [BLANK_LINE, *text]
        keys = max(cell_width(way.key) for way in self._ways)
        ways = [Line((Span(pad(way.key, keys), "fired", True), Span(f"  {way.does}"))) for way in self._ways]
        spots = [Spot(0, len(text) + row, width, f"take('{way.value}')") for row, way in enumerate(self._ways)]
        return Page([*text, *ways, *([BLANK_LINE] if room > len(text) + 1 else [])], spots=spots)

    def on_key(self, event: events.Key) -> None:
        """Answer where a way has that key."""
        pressed = {event.key, event.character}
        way = next((way for way in self._ways if way.key in pressed), None)
        if way is not None or event.key == _LEAVE:
            event.stop()
            self.dismiss(way.value if way is not None else None)

    def action_take(self, value: str) -> None:
        """Answer with ``value``."""
        self.dismiss(value)
