"""Ask for one of a few ways to go on: continue or start over, delete or not, quit or not."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from textual import events
from textual.app import ComposeResult

from workbench.fronts.tui.dialogs.base import Dialog, Lines
from workbench.fronts.tui.theme.paint import Line, Span

_FRAME_ROWS: Final = 2


class Way(NamedTuple):
    """One answer: its key, the value returned, and what it does."""

    key: str
    value: str
    does: str


class Choose(Dialog[str]):
    """A sentence and the ways to go on. A way's key answers with its value, ``esc`` with None."""

    def __init__(self, title: str, text: Sequence[str], ways: Sequence[Way]) -> None:
        super().__init__()
        self._title = title
        self._text = text
        self._ways = ways

    def title_text(self) -> str:
        """The title given."""
        return self._title

    def body(self) -> ComposeResult:
        """The sentence, a blank row, the ways."""
        yield Lines(id="ways")

    def wrap_again(self) -> None:
        """Where the screen is too low for both, the ways are needed more than the sentence."""
        lines = [*self.sentences(self._text, "soft"), Line()]
        room = self.app.size.height - _FRAME_ROWS - len(self._ways) - 1
        lines = lines[: max(0, room)]
        lines += [Line((Span(f"{way.key:>5}", "fired", True), Span(f"  {way.does}", "text"))) for way in self._ways]
        lines.append(Line((Span("  esc", "fired", True), Span("  close", "dim"))))
        self.query_one("#ways", Lines).put(lines)

    def on_key(self, event: events.Key) -> None:
        """Answer where a way has that key."""
        pressed = {event.key, event.character}
        way = next((way for way in self._ways if way.key in pressed), None)
        if way is not None:
            event.stop()
            self.dismiss(way.value)
