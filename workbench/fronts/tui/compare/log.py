"""The transcript of one side: as on the session's own screen, lined up with the other, with what differs marked.

Owns the boundary, the bands of what is shared, the marks and the title. Where it stands is ``placed``'s, rows and words
are the transcript's.
"""

from typing import TYPE_CHECKING, Final

from workbench.fronts.tui.compare.marks import faded, marked, visited
from workbench.fronts.tui.compare.placed import PlacedLog
from workbench.fronts.tui.compare.search import Search
from workbench.fronts.tui.compare.sides import CHILD, PARENT, Side
from workbench.fronts.tui.panes.bands import Band
from workbench.fronts.tui.panes.drawn import paint_of
from workbench.fronts.tui.panes.empty import empty_lines
from workbench.fronts.tui.panes.eventline import Standing
from workbench.fronts.tui.panes.rows import Row
from workbench.fronts.tui.panes.scene import Scene
from workbench.fronts.tui.theme.cells import clean
from workbench.fronts.tui.theme.cells import width as cell_width
from workbench.fronts.tui.theme.paint import Line, Span

if TYPE_CHECKING:
    from workbench.bench.view import BenchView

# Cells of a frame's first line beside its title, and of a name that is measured for it.
_CORNERS: Final = 4
_NAME_CELLS: Final = 200
# From this width on the title says how the parent's bench stands.
_MODE_FROM: Final = 38


class SideLog(PlacedLog):
    """The events of one side. ``side`` is its number; ``driven`` says that moves drive it beside the other."""

    def __init__(self, side: int, *, id: str) -> None:  # noqa: A002 - Textual's name
        super().__init__(id=id)
        self.side = side
        self.driven = False
        self._child: BenchView | None = None
        self._looked = Search()
        self._missing: list[Line] = []
        self._shared_bands: list[Band] | None = None
        self._visited: int | None = None

    def put(self, side: Side, child: "BenchView | None", search: Search, shared: list[Band] | None) -> None:
        """Draw that side; ``shared`` are the bands above the boundary as the other side has them."""
        self._child, self._looked, self._shared_bands = child, search, shared
        missing = side.missing
        self._missing = [] if missing is None else _missing(side, missing.text)
        self.show(side.scene)

    def shared_bands(self) -> list[Band] | None:
        """The bands above the boundary, None while that is not known."""
        return self.sheet.bands[: self._boundary] if self._boundary is not None else None

    def bands(self, scene: Scene) -> list[Band]:
        """The boundary on either side; above it both sides have the same bands, as the parent's log knows them."""
        line, own = self._boundary_line(), super().bands(scene)
        self._boundary = None
        if line is None or self._child is None:
            return own
        above = [band for band in own if band.line < line]
        below = own[len(above) :]
        if self.side == PARENT:
            below.insert(0, Band(line, "fork", f"seq {(self._child.seed_length or 0) - 1:,}"))
        elif self._shared_bands is not None:
            above = self._shared_bands
        self._boundary = len(above)
        return [*above, *below]

    def _boundary_line(self) -> int | None:
        """The first line that is this side's own, closers counted on after the rows."""
        view, child = self.scene.view, self._child
        if view is None or child is None or child.seed_length is None:
            return None
        beyond = child.seed_length - view.index.next_seq
        if beyond >= 0:
            return view.rows + min(beyond, len(view.closers))
        return view.index.first_row_from(child.seed_length)

    # -------------------------------------------------------------------------------------------------- drawing

    def visit(self, line: int | None) -> None:
        """Let the row of that index row stand out, or none."""
        if line != self._visited:
            self._visited = line
            self.redraw()

    def heading(self) -> str:
        """The session."""
        return self.scene.name

    def title_spans(self) -> list[Span]:
        """What it is to the other one, and whether moves drive it too."""
        view = self.scene.view
        spans = [Span("driven", "link")] if self.driven else []
        if self.side == PARENT:
            spans.append(Span(f"parent{_mode(view) if self.outer_size.width >= _MODE_FROM else ''}", "dim"))
        elif view is not None and view.parent is not None:
            at = f"seq {(view.seed_length or 0) - 1:,}"
            whole = f"child of {clean(view.parent, _NAME_CELLS)} at {at}"
            spans.append(Span(whole if self._fits(whole, spans) else f"child, {at}", "dim"))
        new = view.events - self._seen if view is not None else 0
        return spans if self.following or new <= 0 else [Span(f"{new:,} new", "overdue", True), *spans]

    def _fits(self, text: str, beside: list[Span]) -> bool:
        """Whether there is room in the frame for the name, ``text`` and what stands beside it."""
        texts = [clean(self.heading(), _NAME_CELLS), text, *(span.text for span in beside)]
        return sum(cell_width(each) + 2 for each in texts) + _CORNERS <= self.outer_size.width

    def foot_spans(self) -> list[Span]:
        """How to come here from the other side."""
        return [] if self.has_focus else [Span("tab ", "fired", True), Span("this side", "dim")]

    def row_count(self) -> int:
        """As on the session's screen; of a side that is missing, what became of it."""
        return len(self._missing) or super().row_count()

    def row_line(self, row: int, width: int) -> Line:
        """As on the session's screen, with a mark where there is no equal on the other side."""
        if self._missing:
            return self._missing[row]
        if not len(self.rows):
            return super().row_line(row, width)
        entry = self.rows.at(row)
        if entry.kind == "band":
            return super().row_line(row, width)
        line = super().row_line(row, width - 1)
        if entry.kind == "header" and self.standing(entry.at) == "inherited":
            return faded(marked(line, ""))
        differs = entry.kind == "event" and self._looked.differs(self.side, entry.at)
        return marked(line, paint_of(self).glyphs.changed if differs else "")

    def standing(self, line: int) -> Standing:
        """Only the child shows what it inherited as such."""
        standing = super().standing(line)
        return "plain" if standing == "inherited" and self.side != CHILD else standing

    def _line(self, row: int) -> Line:
        if self._visited is None or not 0 <= row < len(self.rows) or self.rows.at(row) != Row("event", self._visited):
            return super()._line(row)
        return visited(self.row_line(row, self.size.width), paint_of(self).glyphs.mark)


def _mode(view: "BenchView | None") -> str:
    """How the parent's bench stands; the first move makes one live that was only looked at."""
    if view is None:
        return ""
    return ", viewing" if view.mode == "read-only" and view.drivable else f", {view.mode}"


def _missing(side: Side, text: str) -> list[Line]:
    return empty_lines(f"The {side.word} cannot be shown.", [("", text)], bad=True)
