"""The todos pane: the plan of the log (LOG-17), faint once a later turn has cleared it.

Owns one row per item, and the key by which an item is the selection. Account todos are another source and come to this
pane later.
"""

import re
from typing import TYPE_CHECKING, Final

from workbench.fronts.tui.panes.base import Pane
from workbench.fronts.tui.panes.columns import Column, cells, choose
from workbench.fronts.tui.panes.drawn import paint_of
from workbench.fronts.tui.panes.empty import empty_lines
from workbench.fronts.tui.panes.scene import Scene
from workbench.fronts.tui.theme.paint import Line, Span

if TYPE_CHECKING:
    from workbench.bench.view import PlanItem, PlanView

COLUMNS: Final = (
    Column("flag", 1, gap=0),
    Column("box", 1),
    Column("content", 0, gap=0),
)
_NONE = empty_lines("No todos in this session.", [("", "The agent writes them with its plan.")])
_READING = empty_lines("Reading the log ...")
_WORDS: Final = {"completed": "completed", "in_progress": "in progress"}
_WORD_FROM: Final = 40
# No record's id begins with a blank, so an item of the plan is never taken for one.
_KEY: Final = " todo "
_PLACE: Final = re.compile("[0-9]{1,9}")


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
        view = scene.shown
        self._plan = view.plan if view is not None else None
        self._items = self._plan.items if self._plan is not None else ()
        self._empty = _READING if view is None else _NONE
        chosen = place_of(scene.selected)
        if chosen is not None and chosen < len(self._items):
            self.cursor = chosen
        super().show(scene)

    def key_at(self, row: int) -> str | None:
        """What the selection is called when it is that row's item."""
        return f"{_KEY}{row}" if row < len(self._items) else None

    def heading(self) -> str:
        """The name, in the past with the event after which the plan was this."""
        past = self.scene.past
        return self.NAME if past is None else f"{self.NAME} at {past.seq}"

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
        """A pane with items has a cursor while it has the focus or one of them is selected."""
        return bool(self._items) and (self.has_focus or place_of(self.scene.selected) is not None)

    def row_line(self, row: int, width: int) -> Line:
        """One item, or a line of the empty pane."""
        if not self._items:
            return self._empty[row]
        return self._item_line(self._items[row], width)

    def _item_line(self, item: "PlanItem", width: int) -> Line:
        gone = self._plan is not None and self._plan.cleared_turn is not None
        quiet = gone or item.status == "completed"
        word = _WORDS.get(item.status, "") if width >= _WORD_FROM else ""
        right = (Span(f"{word} ", "faint" if quiet else "dim"),) if word else ()
        texts = {
            "box": Span(paint_of(self).glyphs.todo(item.status), "faint" if quiet else "link"),
            "content": Span(item.content, "faint" if quiet else "text"),
        }
        columns = choose(COLUMNS, width - sum(len(span.text) + 1 for span in right))
        return Line(cells(columns, texts), right)


def plan_origin(plan: "PlanView") -> str:
    """``plan of turn 78``, with ``cleared by turn 79`` once it was."""
    written = f"plan of turn {plan.written_turn}"
    return written if plan.cleared_turn is None else f"{written}, cleared by turn {plan.cleared_turn}"


def item_of(scene: Scene) -> "PlanItem | None":
    """The item of the plan that is selected in ``scene``, where one is."""
    at = place_of(scene.selected)
    items = scene.shown.plan.items if scene.shown is not None else ()
    return items[at] if at is not None and at < len(items) else None


def place_of(selected: str | None) -> int | None:
    """The place in the plan that a selection names; None where it names a record, or nothing."""
    head, found, place = (selected or "").partition(_KEY)
    return int(place) if found and not head and _PLACE.fullmatch(place) else None
