"""The note that stands alone on a terminal too small for anything else: the size it has and the size it needs."""

from workbench.fronts.tui.panes.drawn import Bar
from workbench.fronts.tui.theme.paint import Line, Span

_NEEDED = (20, 5)


class Note(Bar):
    """Two or three words a row, as many rows as there are."""

    LOOK = "plain"

    def bar_lines(self, width: int, height: int) -> list[Line]:
        """The note."""
        del height
        has, needs = f"{width}x{self.size.height}", f"{_NEEDED[0]}x{_NEEDED[1]}"
        sizes = [Line((Span(f"has {has}"),)), Line((Span(f"needs {needs}"),))]
        return [Line((Span("too small", "overdue", True),)), *sizes]
