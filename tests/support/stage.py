"""An app with one pane and nothing else: what it shows, and what it asks of its screen."""

from typing import Any

from textual import on
from textual.app import App, ComposeResult

from workbench.fronts.tui.panes.base import Pane
from workbench.fronts.tui.panes.scene import Scene
from workbench.fronts.tui.theme.glyphs import RICH, Glyphs
from workbench.fronts.tui.theme.paint import Paint
from workbench.fronts.tui.theme.roles import derive
from workbench.fronts.tui.theme.themes import DARK
from workbench.fronts.tui.timeline.pane import TimelinePane


class Stage(App[None]):
    """The pane on a screen of its own; ``asked`` are the instants it wants to travel to, ``moved`` its selections."""

    ENABLE_COMMAND_PALETTE = False
    AUTO_FOCUS = None
    CSS = "Screen { layout: vertical; } Pane { height: 1fr; }"

    def __init__(
        self, pane: Pane, scene: Scene, *, bare: bool = False, flat: bool = False, glyphs: Glyphs = RICH
    ) -> None:
        self.paint = Paint(derive(DARK.to_color_system().generate(), dark=True), flat=flat, glyphs=glyphs)
        super().__init__()
        self.pane = pane
        self.scene = scene
        self.asked: list[int] = []
        self.moved: list[str | None] = []
        self.to_now = 0
        self.register_theme(DARK)
        self.theme = DARK.name
        pane.set_class(bare, "-bare")

    def get_css_variables(self) -> dict[str, str]:
        """The theme's and the roles."""
        return {**super().get_css_variables(), **{f"wb-{role}": colour for role, colour in self.paint.roles.items()}}

    def compose(self) -> ComposeResult:
        """The pane."""
        yield self.pane

    def on_mount(self) -> None:
        """Show the scene, without the focus."""
        self.show(self.scene)

    def show(self, scene: Scene) -> None:
        """Another scene."""
        self.scene = scene
        self.pane.show(scene)

    @on(TimelinePane.Travel)
    def _note_travel(self, message: TimelinePane.Travel) -> None:
        """Note where to."""
        self.asked.append(message.instant)

    def on_pane_moved(self, message: Pane.Moved) -> None:
        """Make what was picked the selection, as the session screen does."""
        pane: Any = message.pane
        self.moved.append(pane.selected_record())
        self.show(self.scene.but(selected=self.moved[-1]))

    def on_pane_to_now(self) -> None:
        """Count."""
        self.to_now += 1

    def rows(self) -> list[str]:
        """What is on the screen."""
        return [strip.text for strip in self.screen._compositor.render_strips()]
