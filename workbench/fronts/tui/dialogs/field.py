"""A field for one line of text, drawn through the paint: exactly as wide as it is, and safe for any text.

Owns drawing and moving by whole signs. What a text means is the dialog's business; keys, selecting and the mouse are
Textual's own input's.
"""

from collections.abc import Callable
from typing import ClassVar, Final

from textual import events
from textual.actions import SkipAction
from textual.binding import Binding, BindingType
from textual.strip import Strip
from textual.widgets import Input
from textual.widgets.input import Selection

from workbench.fronts.tui.dialogs import fieldtext
from workbench.fronts.tui.panes.drawn import paint_of
from workbench.fronts.tui.theme.paint import Line, Span

# Characters; what is longer is cut where it is put in.
LONGEST: Final = 20_000
_MARK_CELLS: Final = 1

Complete = Callable[[str], str]


def _nothing(text: str) -> str:
    del text
    return ""


class Field(Input):
    """An input of one row. ``complete`` gives a whole value for what is typed so far, or nothing."""

    DEFAULT_CSS = """
    Field {
        border: none; height: 1; padding: 0; background: $wb-panel; color: $wb-text;
        &:focus { border: none; background: $wb-panel; background-tint: transparent; }
    }
    """
    BINDINGS: ClassVar[list[BindingType]] = [Binding("tab", "complete", "Complete", show=False)]

    def __init__(self, value: str = "", *, id: str, complete: Complete = _nothing) -> None:  # noqa: A002 - Textual's name
        self._first = 0
        self._complete = complete
        super().__init__(value, id=id, compact=True, select_on_focus=False, max_length=LONGEST)
        self.cursor_blink = False

    @property
    def completion(self) -> str:
        """The whole value that is offered for the present one, or nothing."""
        found = self._complete(self.value) if self.value else ""
        return found if found != self.value else ""

    def render_line(self, y: int) -> Strip:
        """The one row; a blank one where there are more."""
        width = self.size.width
        return paint_of(self).strip(self._line() if y == 0 else Line(look="field"), width)

    def _line(self) -> Line:
        if not self.has_focus:
            end = fieldtext.sight(self.value, 0, 0, self._cells)[1]
            return Line((Span(" " * _MARK_CELLS), Span(self.value[:end])), look="field")
        paint = paint_of(self)
        mark = Span(paint.glyphs.mark, "link")
        return Line((mark, *self._pieces()), look="field")

    def _pieces(self) -> list[Span]:
        """What is in sight, cut where the cursor is and where the selection begins or ends."""
        text, at = self.value, self.cursor_position
        first, last, _ = self._sight()
        marked = (at, fieldtext.sign_after(text, at)) if self.selection.is_empty else tuple(sorted(self.selection))
        start, end = (min(max(place, first), last) for place in marked)
        pieces = [Span(text[first:start], bold=True), Span(text[start:end], "chip"), Span(text[end:last], bold=True)]
        if self.cursor_at_end and self.selection.is_empty:
            pieces.append(Span(" ", "chip"))
            pieces += self._ghost()
        return [piece for piece in pieces if piece.text]

    def _ghost(self) -> list[Span]:
        """The rest of what is offered, or all of it where it begins otherwise."""
        offered = self.completion
        if not offered:
            return []
        if offered.lower().startswith(self.value.lower()):
            return [Span(offered[len(self.value) :], "faint")]
        return [Span(f" {paint_of(self).glyphs.arrow} {offered}", "faint")]

    def _sight(self) -> fieldtext.Sight:
        seen = fieldtext.sight(self.value, self.cursor_position, self._first, self._cells)
        if self._cells > 0:
            self._first = seen.first
        return seen

    @property
    def _cells(self) -> int:
        return self.size.width - _MARK_CELLS

    # ------------------------------------------------------------------------------ what the input asks about cells

    @property
    def content_width(self) -> int:
        """One cell: this field shows a part of its text and never scrolls."""
        return 1

    @property
    def _cursor_offset(self) -> int:
        return _MARK_CELLS + self._sight().cell

    def _cell_offset_to_index(self, offset: int) -> int:
        return fieldtext.place_at(self.value, self._first, offset - _MARK_CELLS)

    # -------------------------------------------------------------------------------------------------- by signs

    def action_cursor_left(self, select: bool = False) -> None:  # noqa: FBT001, FBT002 - Textual's signature
        """To the sign before, or to the left end of the selection."""
        start, end = self.selection
        before = fieldtext.sign_before(self.value, end)
        self.selection = self._moved(select, before if select or start == end else min(start, end))

    def action_cursor_right(self, select: bool = False) -> None:  # noqa: FBT001, FBT002 - Textual's signature
        """To the sign after, or to the right end of the selection; at the end take what is offered."""
        start, end = self.selection
        if self.cursor_at_end and start == end and not select and self.take_completion():
            return
        after = fieldtext.sign_after(self.value, end)
        self.selection = self._moved(select, after if select or start == end else max(start, end))

    def action_delete_left(self) -> None:
        """Take the sign before the cursor away, or the selection."""
        at = self.cursor_position
        if self.selection.is_empty:
            self.delete(fieldtext.sign_before(self.value, at), at)
        else:
            self.delete_selection()

    def action_delete_right(self) -> None:
        """Take the sign at the cursor away, or the selection."""
        at = self.cursor_position
        if self.selection.is_empty:
            self.delete(at, fieldtext.sign_after(self.value, at))
        else:
            self.delete_selection()

    def _moved(self, select: bool, to: int) -> Selection:  # noqa: FBT001
        return Selection(self.selection.start, to) if select else Selection.cursor(to)

    # ------------------------------------------------------------------------------------------------- putting in

    def action_complete(self) -> None:
        """Take what is offered; without an offer the key is the dialog's."""
        if not self.take_completion():
            raise SkipAction

    def take_completion(self) -> bool:
        """Take what is offered, and say whether anything was."""
        offered = self.completion
        if offered:
            self.value = offered
            self.cursor_position = len(offered)
        return bool(offered)

    def replace(self, text: str, start: int, end: int) -> None:
        """Put ``text`` in the place of a part, cut to what there is room for."""
        room = LONGEST - len(self.value) + abs(end - start)
        super().replace(fieldtext.one_line(text)[:room] if text else text, start, end)

    def _on_paste(self, event: events.Paste) -> None:
        """Take a paste of several lines as one, instead of its first alone."""
        self.replace(event.text, *self.selection)
        event.prevent_default()
        event.stop()
