"""The table *Compared*: what each side holds since the fork, line against line."""

from typing import Final

from workbench.fronts.tui.compare.facts import NONE, Fact
from workbench.fronts.tui.panes.base import Pane
from workbench.fronts.tui.panes.drawn import paint_of
from workbench.fronts.tui.panes.scene import Scene
from workbench.fronts.tui.theme.cells import clean, pad
from workbench.fronts.tui.theme.paint import Line, Span
from workbench.time.clocktext import local_hms

_NAME_CELLS: Final = 15
_NAME_CELLS_NARROW: Final = 10
_NARROW: Final = 90
_SHORT_NAMES: Final = {"since the fork": "since", "next target": "next"}
# With fewer rows than these inside, the names of the sides are left to the titles above.
_HEAD_FROM: Final = 4


class ComparedPane(Pane, can_focus=False):
    """The facts of both sides; the line of the difference that is visited stands out."""

    NAME = "Compared"

    def __init__(self, *, id: str) -> None:  # noqa: A002 - Textual's name
        super().__init__(id=id)
        self._facts: list[Fact] = []
        self._scenes = (self.scene, self.scene)
        self._visited: int | None = None

    def put(self, facts: list[Fact], scenes: tuple[Scene, Scene]) -> None:
        """Show these lines, of the parent and the child that have these scenes."""
        self._facts, self._scenes = facts, scenes
        self.show(scenes[1])

    def visit(self, line: int | None) -> None:
        """Make one line stand out and bring it into sight."""
        if line == self._visited:
            return
        self._visited = line
        self.redraw()
        if line is not None:
            self.reveal(self._head() + line)

    def on_resize(self) -> None:
        """The line that is visited stays in sight."""
        super().on_resize()
        if self._visited is not None:
            self.reveal(self._head() + self._visited)

    def title_spans(self) -> list[Span]:
        """The instant, or both where the clocks differ."""
        instants = dict.fromkeys(scene.now for scene in self._scenes if scene.now is not None)
        times = [local_hms(each, self.scene.zone) for each in instants]
        spans = [Span(f"at {' and '.join(times)}", "dim")] if times else []
        differ = sum(1 for fact in self._facts if fact.differs)
        if differ:
            spans.append(Span(f"{paint_of(self).glyphs.changed} {differ}", "past", True))
        return spans

    def row_count(self) -> int:
        """The head, where there is room for one, and the lines."""
        return self._head() + len(self._facts)

    def row_line(self, row: int, width: int) -> Line:
        """The head or a line."""
        row -= self._head()
        if row < 0:
            names = (self._scenes[0].name, self._scenes[1].name)
            return Line(self._columns(Span(""), names, "", width, bold=True))
        fact = self._facts[row]
        name = _SHORT_NAMES.get(fact.name, fact.name) if width < _NARROW else fact.name
        glyphs = paint_of(self).glyphs
        left, right = (text if text != NONE else glyphs.none for text in (fact.left, fact.right))
        spans = self._columns(Span(name, "dim"), (left, right), glyphs.changed if fact.differs else "", width)
        if row != self._visited:
            return Line(spans)
        return Line([Span(glyphs.mark, "past"), *spans[1:]], look="past")

    def _columns(self, name: Span, texts: tuple[str, str], mark: str, width: int, *, bold: bool = False) -> list[Span]:
        """Bar, name, the parent's answer, the mark, the child's answer: this begins in the middle, as its panes do."""
        cells = _NAME_CELLS if width >= _NARROW else _NAME_CELLS_NARROW
        left = max(0, width * 14 // 25 - cells - 1)
        return [
            Span(" "),
            name._replace(text=pad(name.text, cells)),
            Span(pad(clean(texts[0], left - 1), left - 1) + " ", "text", bold),
            Span(pad(mark, 2), "past", True),
            Span(texts[1], "text", bold),
        ]

    def _head(self) -> int:
        return 1 if self.size.height >= _HEAD_FROM else 0
