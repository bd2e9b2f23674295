"""The schedules of one side: as on the session's own screen, with what has no equal on the other side marked.

Owns the mark and the sentence about what a fork adopts. Rows and columns are the schedules pane's.
"""

from typing import Final

from textual.geometry import Size

from workbench.fronts.tui.compare.marks import marked, visited
from workbench.fronts.tui.compare.sides import CHILD, Side
from workbench.fronts.tui.panes.drawn import paint_of
from workbench.fronts.tui.panes.empty import empty_lines
from workbench.fronts.tui.panes.scene import Scene
from workbench.fronts.tui.panes.schedules import SchedulesPane
from workbench.fronts.tui.theme.cells import wrap
from workbench.fronts.tui.theme.paint import Line, Span

_INDENT: Final = Span("   ")
# With fewer rows than these there is none to spare.
_AIRY: Final = 4


class SideSchedules(SchedulesPane):
    """The records of one side. ``side`` is its number."""

    def __init__(self, side: int, *, id: str) -> None:  # noqa: A002 - Textual's name
        super().__init__(id=id)
        self.side = side
        self._unequal: frozenset[int] = frozenset()
        self._visited: int | None = None
        self._held: int | None = None
        self._note: list[Line] = []
        self._missing: list[Line] = []

    def put(self, side: Side, unequal: frozenset[int], held: int | None) -> None:
        """Draw that side; ``unequal`` are the numbers of records without an equal on the other, ``held`` is how many
        the parent had at the fork, None where that is not known."""
        self._unequal, self._held = unequal, held
        self._missing = empty_lines("Nothing to compare with.") if side.missing is not None else []
        self._write_note(side.scene)
        self.show(side.scene)

    def on_resize(self) -> None:
        """Wrap the note anew."""
        self._write_note(self.scene)
        super().on_resize()

    def _write_note(self, scene: Scene) -> None:
        view = scene.view
        is_fork = self.side == CHILD and view is not None and view.schedules_known and view.seed_length
        self._note = _adopted(self._held, self.size) if is_fork else []

    def visit(self, number: int | None) -> None:
        """Let that record stand out, or none."""
        if number != self._visited:
            self._visited = number
            self.redraw()

    def go_to_record(self, number: int) -> None:
        """Put the cursor on that record and bring it into sight; nobody is told."""
        self.cursor = self.HEAD_ROWS + number
        self.redraw()
        self.reveal(self.cursor)

    def record_at_cursor(self) -> str | None:
        """The id of the record on the cursor row."""
        record = self.record_at(self.cursor)
        return record.id if record is not None else None

    def move_cursor(self, row: int) -> None:
        """The cursor stays on records."""
        super().move_cursor(min(row, max(len(self._rows), self.HEAD_ROWS)))

    def title_spans(self) -> list[Span]:
        """The counts, what was not adopted before what was delivered; the zone stands over everything."""
        spans = super().title_spans()[:-1] if self.scene.view is not None else []
        if self.side == CHILD:
            spans.sort(
                key=lambda span: 0 if span.text.endswith("active") else 1 if span.text.endswith("adopted") else 2
            )
        return spans

    def row_count(self) -> int:
        """The records and, under them, what was not adopted."""
        if self._missing or not (self._rows or self._note):
            return len(self._missing) or super().row_count()
        return (1 + len(self._rows) if self._rows else 0) + len(self._note)

    def row_line(self, row: int, width: int) -> Line:
        """As on the session's screen, with a mark where there is no equal."""
        if self._missing:
            return self._missing[row]
        above = 1 + len(self._rows) if self._rows else 0
        if self._note and row >= above:
            return self._note[row - above]
        if not self._rows:
            return super().row_line(row, width)
        glyphs = paint_of(self).glyphs
        line = super().row_line(row, width - 1)
        if row == 0:
            return marked(line, "")
        return marked(line, glyphs.changed if row - 1 in self._unequal else "")

    def _line(self, row: int) -> Line:
        if self._visited is None or row != self._visited + self.HEAD_ROWS:
            return super()._line(row)
        return visited(self.row_line(row, self.size.width), paint_of(self).glyphs.mark)


def _adopted(held: int | None, size: Size) -> list[Line]:
    """What a fork adopts of its parent's schedules: nothing (LOG-18)."""
    whose = f"the parent's {held:,} stay" if held is not None else "the parent's schedules stay"
    text = f"{whose} in the history above and never fire here; ids start again at schedule-1"
    pieces = wrap(text, max(10, size.width - 2 * len(_INDENT.text)))
    return [
        *([Line()] if size.height >= _AIRY else []),
        Line((_INDENT, Span("0 schedules adopted", "past", True))),
        *(Line((_INDENT, Span(piece, "dim"))) for piece in pieces),
    ]
