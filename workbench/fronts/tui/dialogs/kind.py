"""The kind of a schedule as three choices in a row: arrows, blank or a click choose; other typing goes to the value."""

from collections.abc import Callable
from typing import ClassVar, Final

from textual import events
from textual.binding import Binding, BindingType
from textual.message import Message
from textual.strip import Strip
from textual.widget import Widget

from workbench.actions.creation import KINDS, Kind
from workbench.fronts.tui.panes.drawn import paint_of
from workbench.fronts.tui.theme.paint import Line, Span

_STEP: Final = 3


class KindPicker(Widget, can_focus=True):
    """Three choices. A character that chooses none of them is handed on to ``typed``."""

    DEFAULT_CSS = "KindPicker { height: 1; background: $wb-ground; }"
    ALLOW_SELECT = False
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left", "turn(-1)", "Previous kind", show=False),
        Binding("right,space", "turn(1)", "Next kind", show=False),
    ]

    class Picked(Message):
        """Another kind was chosen."""

        def __init__(self, kind: Kind) -> None:
            self.kind = kind
            super().__init__()

    def __init__(self, kind: Kind, typed: Callable[[str], None], *, id: str) -> None:  # noqa: A002 - Textual's name
        super().__init__(id=id)
        self.kind = kind
        self._typed = typed

    def pick(self, kind: Kind) -> None:
        """Choose ``kind``."""
        if kind != self.kind:
            self.kind = kind
            self.refresh()
            self.post_message(self.Picked(kind))

    def action_turn(self, by: int) -> None:
        """Choose the kind beside."""
        self.pick(KINDS[(KINDS.index(self.kind) + by) % len(KINDS)])

    def on_key(self, event: events.Key) -> None:
        """Hand a printable character on; a blank as well where the focus has gone on since it was typed."""
        if (
            event.is_printable
            and event.character is not None
            and (event.key != "space" or self.screen.focused is not self)
        ):
            event.stop()
            self._typed(event.character)

    def on_click(self, event: events.Click) -> None:
        """Choose the kind that was clicked."""
        at = 1
        for kind in KINDS:
            if at <= event.x < (at := at + self._cells(kind)):
                self.pick(kind)

    def render_line(self, y: int) -> Strip:
        """The one row: the chosen one filled and reversed, a mark before them while this has the focus."""
        del y
        paint = paint_of(self)
        spans = [Span(paint.glyphs.mark if self.has_focus else " ", "link")]
        for kind in KINDS:
            chosen = kind == self.kind
            sign = paint.glyphs.every_delivered if chosen else paint.glyphs.every
            spans += [
                Span(f" {sign} {kind} ", "chip-link" if chosen else "soft"),
                Span(" " * (self._cells(kind) - len(kind) - 4)),
            ]
        return paint.strip(Line(spans), self.size.width)

    def _cells(self, kind: Kind) -> int:
        """How wide a choice is with the blanks that part it from the next."""
        return len(kind) + 4 + (_STEP if self.size.width >= 31 and kind != KINDS[-1] else 0)
