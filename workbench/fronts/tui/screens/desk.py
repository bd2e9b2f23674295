"""The desk: the container that lays the session screen's parts out as ``plan`` says.

Owns nothing but the bridge from places to Textual's layout.
"""

from collections.abc import Iterable

from textual.containers import Container
from textual.geometry import NULL_OFFSET, NULL_SPACING, Region, Size
from textual.layout import ArrangeResult, Layout, WidgetPlacement
from textual.widget import Widget

from workbench.fronts.tui.screens.plan import Plan


class _PlannedLayout(Layout):
    """Puts each child where the desk's plan has a place for its id."""

    name = "planned"

    def __init__(self, desk: "Desk") -> None:
        self._desk = desk

    def arrange(self, parent: Widget, children: list[Widget], size: Size, greedy: bool = True) -> ArrangeResult:  # noqa: FBT001, FBT002 - Textual's signature
        """The placements of the children that have a place."""
        del parent, size, greedy
        places = self._desk.plan.places
        return [
            WidgetPlacement(Region(*places[child.id]), NULL_OFFSET, NULL_SPACING, child)
            for child in children
            if child.id in places
        ]


class Desk(Container):
    """All parts of the session screen; a part without a place in the plan is not displayed."""

    DEFAULT_CSS = "Desk { width: 100%; height: 100%; background: $wb-ground; }"

    def __init__(self, plan: Plan, *parts: Widget, id: str) -> None:  # noqa: A002 - Textual's name
        super().__init__(*parts, id=id)
        self.plan = plan
        self._planned = _PlannedLayout(self)
        _place(parts, plan)

    @property
    def layout(self) -> Layout:
        """The planned layout, whatever the styles say."""
        return self._planned

    def follow(self, plan: Plan) -> None:
        """Lay the parts out anew, where the plan is another one."""
        if plan == self.plan:
            return
        self.plan = plan
        _place(self.children, plan)
        # A container keeps its arrangement until one of its children asks for another.
        self.children[0].refresh(layout=True)


def _place(parts: Iterable[Widget], plan: Plan) -> None:
    for part in parts:
        part.display = part.id in plan.places
        part.set_class(part.id in plan.bare, "-bare")
