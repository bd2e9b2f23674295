"""What all dialogs share: a framed sheet over the dimmed screen, the key row below it, closing once with ``esc``.

Owns looks, room and closing. A dialog says what its sheet holds for the room there is and returns what was chosen;
carrying it out is the screen's business.
"""

from collections.abc import Iterable, Sequence
from itertools import islice
from typing import ClassVar, Final

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.geometry import Size
from textual.widget import Widget

from workbench.fronts.tui.dialogs.keyrow import KeyHint, KeyRow
from workbench.fronts.tui.dialogs.once import Answer, ClosesOnce
from workbench.fronts.tui.dialogs.sheet import Page, Sheet
from workbench.fronts.tui.theme.cells import wrap
from workbench.fronts.tui.theme.paint import Line, Span
from workbench.text.safe import safe_line

# Two edges of the frame, and the key row under the sheet.
_EDGES: Final = 2
_KEY_ROWS: Final = 1
# What the first line of a frame has beside its title: corners, rules, blanks.
_CORNERS: Final = 6
_MARGIN: Final = 2
_WITH_MARGIN: Final = 48
# A sentence is looked at no further than this (characters); what is longer is never read in a dialog.
_LONGEST: Final = 2_000

CLOSE: Final = KeyHint("esc", "close", "cancel")


class Dialog(ClosesOnce[Answer]):
    """A sheet with a title, as wide as WIDTH or the screen, as high as its page or the screen."""

    DEFAULT_CSS = """
    Dialog { align: center middle; background: $wb-ground 62%; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "cancel", "Close", show=False)]
    NAME: ClassVar[str] = ""
    WIDTH: ClassVar[int] = 72

    # ------------------------------------------------------------------------------------- what a dialog says

    def widgets(self) -> Iterable[Widget]:
        """The widgets that the page has slots for."""
        return ()

    def page(self, width: int, height: int) -> Page:
        """The page for a room of ``width`` x ``height`` cells."""
        raise NotImplementedError

    def title_spans(self, width: int) -> Sequence[Span]:
        """The title in the frame, where ``width`` cells are for it."""
        del width
        return (Span(self.NAME, "link", True),)

    def hints(self) -> Sequence[KeyHint]:
        """The keys that do something now."""
        return (CLOSE,)

    # --------------------------------------------------------------------------------------------- the sheet

    def compose(self) -> ComposeResult:
        """The sheet and the key row."""
        yield Sheet(*self.widgets(), id="sheet")
        yield KeyRow(id="dialog-keys")

    def on_mount(self) -> None:
        """Write the page."""
        self.renew()

    def on_resize(self) -> None:
        """Make the page anew for the room there is now."""
        self.renew()

    def renew(self) -> None:
        """Put the page as it is now into the sheet, and its keys under it."""
        if not self.is_mounted:
            return
        screen = self.app.size
        outer = min(self.WIDTH, screen.width)
        margin = _MARGIN if outer == self.WIDTH else 1 if outer >= _WITH_MARGIN else 0
        room = max(1, screen.height - _EDGES - _KEY_ROWS)
        page = self.page(max(1, outer - _EDGES - 2 * margin), room)
        height = min(len(page.lines), room) + _EDGES
        self.query_one("#sheet", Sheet).put(page, self.title_spans(outer - _CORNERS), Size(outer, height), margin)
        self.query_one("#dialog-keys", KeyRow).offer(tuple(self.hints()))

    def action_cancel(self) -> None:
        """Close without an answer."""
        self.dismiss(None)

    @on(Sheet.Picked)
    @on(KeyRow.Pressed)
    async def _clicked(self, message: Sheet.Picked | KeyRow.Pressed) -> None:
        await self.run_action(message.action)


def sentences(texts: Iterable[str], role: str, width: int, most: int | None = None) -> list[Line]:
    """``texts`` wrapped to ``width`` cells, each from a line of its own, ``most`` lines in all."""
    pieces = (piece for text in texts for piece in wrap(safe_line(text[:_LONGEST]), max(1, width)))
    kept = [*islice(pieces, most)]
    # The paint cuts what does not fit, with the sign that says so.
    more = next(pieces, "") if kept else ""
    return [Line((Span(piece + more if piece is kept[-1] else piece, role),)) for piece in kept]
