"""One row of columns on its way to a line: signs put at places, then gathered into spans.

Owns nothing but that. A sign is one cell; what has to be cut or may be wide never comes here.
"""

from collections.abc import Sequence
from typing import Final, NamedTuple

from workbench.fronts.tui.theme.paint import Span


class Ink(NamedTuple):
    """The role of a sign, and whether it is bold."""

    role: str
    bold: bool = False


FAINT: Final = Ink("faint")
DIM: Final = Ink("dim")
FIRED: Final = Ink("fired")
NOW: Final = Ink("fired", bold=True)
PAST: Final = Ink("past", bold=True)
THEN: Final = Ink("past")
LINK: Final = Ink("link")
OVERDUE: Final = Ink("overdue")
ASLEEP: Final = Ink("overdue", bold=True)


class Canvas:
    """A row of ``len(grounds)`` cells; ``grounds`` names the look of each, None where it is the row's own."""

    def __init__(self, grounds: Sequence[str | None]) -> None:
        self._grounds = grounds
        self.signs = [" "] * len(grounds)
        self.inks: list[Ink | None] = [None] * len(grounds)

    def put(self, at: int, text: str, ink: Ink) -> None:
        """Write ``text`` from column ``at`` on; it has to lie within the row."""
        for column, sign in enumerate(text, at):
            self.signs[column] = sign
            self.inks[column] = ink

    def spans(self) -> list[Span]:
        """The row in as few spans as its inks and grounds allow: blanks take the ink of what stands before them."""
        made: list[Span] = []
        start, ink, ground = 0, None, self._grounds[0] if self._grounds else None
        for at, (each, under) in enumerate(zip(self.inks, self._grounds, strict=True)):
            if under is ground and (each is None or ink is None or each is ink):
                ink = ink or each
                continue
            made.append(self._span(start, at, ink, ground))
            start, ink, ground = at, each, under
        made.append(self._span(start, len(self.signs), ink, ground))
        return made

    def _span(self, start: int, end: int, ink: Ink | None, ground: str | None) -> Span:
        role, bold = ink or FAINT
        return Span("".join(self.signs[start:end]), role, bold, ground)
