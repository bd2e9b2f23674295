"""The todos pane: the plan of the log (LOG-17), faint once a later turn has cleared it.

Owns one row per item. Account todos are another source and come to this pane later.
"""

from typing import TYPE_CHECKING

from workbench.fronts.tui.panes.base import Pane
from workbench.fronts.tui.panes.drawn import paint_of
from workbench.fronts.tui.panes.empty import empty_lines
from workbench.fronts.tui.panes.scene import Scene
from workbench.fronts.tui.theme.paint import Line, Span

if TYPE_CHECKING:
    from workbench.bench.view import PlanItem, PlanView

_NONE = empty_lines("No todos in this session.", [("", "The agent writes them with its plan.")])
_READING = empty_lines("Reading the log ...")
_WORDS = {"completed": "completed", "in_progress": "started"}
_WORD_FROM = 40


class TodosPane(Pane):
    """The plan of the scene's view."""

    NAME = "Todos"

    def __init__(self, *, id: str) -> None:  # noqa: A002 - Textual's name
        super().__init__(id=id)
        self._items: tuple[PlanItem, ...] = ()
        self._plan: PlanView | None = None
        self._empty: list[Line] = _READING

    def show(self, scene: Scene) -> None:
        """Draw the plan of ``scene``."""
        self._plan = scene.view.plan if scene.view is not None else None
        self._items = self._plan.items if self._plan is not None else ()
        self._empty = _READING if scene.view is None else _NONE
        super().show(scene)

    def title_spans(self) -> list[Span]:
        """How many are open, and which turn wrote the plan and which cleared it."""
        plan = self._plan
        if plan is None or not plan.items:
            return []
        left = sum(1 for item in plan.items if item.status != "completed")
        spans = [Span(f"{left} open", "dim")]
        if plan.written_turn is not None:
            spans.append(Span(plan_origin(plan), "dim"))
        return spans

    def row_count(self) -> int:
        """The items, or what is said instead."""
        return len(self._items) or len(self._empty)

    def shows_cursor(self) -> bool:
        """Only a focused pane with items has a cursor."""
        return self.has_focus and bool(self._items)

    def row_line(self, row: int, width: int) -> Line:
        """One item, or a line of the empty pane."""
        if not self._items:
            return self._empty[row]
        return self._item_line(self._items[row], width)

    def _item_line(self, item: "PlanItem", width: int) -> Line:
        box = paint_of(self).glyphs.todo(item.status)
        gone = self._plan is not None and self._plan.cleared_turn is not None
        done = item.status == "completed"
        role = "faint" if gone or done else "text"
        spans = (Span(" "), Span(box, role if gone or done else "link"), Span(" "), Span(item.content, role))
        word = _WORDS.get(item.status, "")
        right = (Span(word, "faint" if gone or done else "dim"), Span(" ")) if word and width >= _WORD_FROM else ()
        return Line(spans, right)


def plan_origin(plan: "PlanView") -> str:
    """``plan of turn 78``, with ``cleared by turn 79`` once it was."""
    written = f"plan of turn {plan.written_turn}"
    return written if plan.cleared_turn is None else f"{written}, cleared by turn {plan.cleared_turn}"
