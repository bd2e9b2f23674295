"""Pick a theme: the screen below takes each one as the cursor passes over it; ``esc`` brings the old one back."""

from collections.abc import Sequence
from typing import Any, ClassVar, Final, cast

from textual.app import App

from workbench.fronts.tui.dialogs.keyrow import KeyHint
from workbench.fronts.tui.dialogs.pick import Entry, Pick
from workbench.fronts.tui.program import WorkbenchApp
from workbench.fronts.tui.theme.paint import Span
from workbench.fronts.tui.theme.themes import NAMES

# The value of the entry that is no theme: it switches the signs.
SIGNS: Final = ":signs"


class ThemePick(Pick):
    """Answers with the name of the theme that is kept, None where the old one is."""

    NAME: ClassVar[str] = "Theme"
    NOUN: ClassVar[str] = "theme"
    HINT: ClassVar[str] = (
        "The screen shows each theme as the cursor moves; enter keeps it. The first row is about signs, not colours."
    )
    VERB: ClassVar[str] = "keep"
    # Not dimmed: it is the screen below that is looked at.
    DEFAULT_CSS = "ThemePick { background: transparent; }"

    def __init__(self, app: App[Any]) -> None:
        self._own = cast("WorkbenchApp", app)
        self._before = (app.theme, self._own.ascii)
        entries = [Entry(name, name) for name in NAMES if name in app.available_themes]
        super().__init__([Entry(SIGNS, "Signs", "ascii rich glyphs unicode"), *entries], app.theme)

    def hints(self) -> Sequence[KeyHint]:
        """On the entry of the signs, enter switches them."""
        move, keep, close = super().hints()
        on_signs = self.chosen is not None and self.chosen.value == SIGNS
        other = "switch to symbols" if self._own.ascii else "switch to ASCII"
        return (move, KeyHint("enter", other, keep.action) if on_signs else keep, close)

    def detail(self, entry: Entry) -> Sequence[Span]:
        """What kind of theme it is."""
        if entry.value == SIGNS:
            drawn = "ASCII signs only (+ - * !)" if self._own.ascii else "lines and symbols"
            return (Span(drawn, "text"),)
        theme = self._own.available_themes[entry.value]
        kind = "the terminal's own colours" if theme.ansi else "dark" if theme.dark else "light"
        return (Span(kind, "dim"),)

    def moved(self) -> None:
        """Show the theme under the cursor."""
        if self.chosen is not None and self.chosen.value != SIGNS:
            self._own.theme = self.chosen.value

    def take(self, entry: Entry) -> None:
        """Keep the theme, or switch the signs and stay."""
        if entry.value == SIGNS:
            self._own.set_ascii(not self._own.ascii)
            self.renew()
            return
        self._own.theme = entry.value
        self.dismiss(entry.value)

    def action_cancel(self) -> None:
        """Back to how it was."""
        self._own.theme, ascii_before = self._before
        self._own.set_ascii(ascii_before)
        self.dismiss(None)
