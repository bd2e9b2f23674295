"""The filter field: one row in place of the key bar, for the text that rows have to contain.

Owns the row alone, not what is filtered: it tells what is typed, and whether it was kept or cleared in the end. A
screen composes it, places it and focuses the rows again.
"""

from typing import ClassVar

from textual import events, on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.message import Message
from textual.widgets import Input

from workbench.fronts.tui.dialogs.field import Field
from workbench.fronts.tui.panes.drawn import Bar
from workbench.fronts.tui.theme.paint import Line, Span

_KEYS_FROM = 60


class FilterBar(Horizontal):
    """The field with its name before it and its keys behind it."""

    DEFAULT_CSS = """
    FilterBar {
        height: 1; width: 100%; background: $wb-panel;
        Field { width: 1fr; }
        #filter-name { width: 8; height: 1; }
        #filter-keys { width: 26; height: 1; }
    }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "close(False)", "Clear", show=False),
        Binding("tab", "close(True)", "Keep", show=False),
        Binding("up", "close(True)", "Keep", show=False),
        Binding("down", "close(True)", "Keep", show=False),
    ]

    class Changed(Message):
        """What is typed is another text now."""

        def __init__(self, text: str) -> None:
            self.text = text
            super().__init__()

    class Closed(Message):
        """The field is left: ``kept`` says whether its text filters on or is cleared."""

        def __init__(self, *, kept: bool) -> None:
            self.kept = kept
            super().__init__()

    def __init__(self, *, id: str) -> None:  # noqa: A002 - Textual's name
        super().__init__(id=id)
        self._opening: str | None = None

    def compose(self) -> ComposeResult:
        """Name, field, keys."""
        yield _Words(Line((Span(" / ", "fired", True), Span("find", "soft")), look="panel"), id="filter-name")
        yield Field(id="filter-text")
        keys = (
            Span("enter", "fired", True),
            Span(" keep  ", "soft"),
            Span("esc", "fired", True),
            Span(" clear", "soft"),
        )
        yield _Words(Line((), (*keys, Span(" ")), look="panel"), id="filter-keys")

    @property
    def text(self) -> str:
        """What is typed."""
        return self.query_one(Field).value

    def open(self, text: str = "") -> None:
        """Take the focus at once, with ``text`` in the field: the very next key is typed there."""
        self._opening = text
        if self.query(Field):
            self._open()

    def on_mount(self) -> None:
        """A field that was opened before it was there is opened now."""
        self._open()

    def _open(self) -> None:
        text, self._opening = self._opening, None
        if text is None:
            return
        field = self.query_one(Field)
        with field.prevent(Input.Changed):
            field.value = text
        field.cursor_position = len(text)
        self.screen.set_focus(field, scroll_visible=False)

    def on_resize(self, event: events.Resize) -> None:
        """In a narrow row the text needs the place of the keys."""
        self.query_one("#filter-keys").display = event.size.width >= _KEYS_FROM

    @on(Input.Changed)
    def _typed(self, message: Input.Changed) -> None:
        message.stop()
        self.post_message(self.Changed(message.value))

    @on(Input.Submitted)
    def _submitted(self, message: Input.Submitted) -> None:
        message.stop()
        self.action_close(kept=True)

    def action_close(self, kept: bool) -> None:  # noqa: FBT001 - a binding passes it by place
        """Leave the field; an empty text is nothing to keep."""
        self.post_message(self.Closed(kept=kept and bool(self.text.strip())))

    def on_descendant_blur(self) -> None:
        """Whoever goes elsewhere on the screen, as by a click, keeps the text."""
        self.call_after_refresh(self._left)

    def _left(self) -> None:
        focused = self.screen.focused
        if self.display and focused is not None and focused is not self.query_one(Field):
            self.action_close(kept=True)


class _Words(Bar):
    """A fixed line."""

    def __init__(self, line: Line, *, id: str) -> None:  # noqa: A002 - Textual's name
        super().__init__(id=id)
        self._line = line

    def bar_lines(self, width: int, height: int) -> list[Line]:
        """The line."""
        del width, height
        return [self._line]
