"""The two sides of the comparison: the bench, the scene and the state of each, told apart by number (0 is the parent).

Owns starting and ending what a side does. What is drawn of it is the screen's business.
"""

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from workbench.fronts.tui.panes.scene import Notice, Progress, Scene

if TYPE_CHECKING:
    from workbench.bench.bench import Bench
    from workbench.bench.happening import Happening
    from workbench.bench.view import BenchView
    from workbench.fronts.tui.drive.driver import Driver

PARENT, CHILD = 0, 1
WORDS = ("parent", "child")


class Side:
    """One log and its driver. ``missing`` says why there is none, ``wanted`` is shown of a move once it lasts."""

    def __init__(self, number: int, scene: Scene) -> None:
        self.number = number
        self.scene = scene
        self.driver: Driver | None = None
        self.missing: Notice | None = None
        self.wanted: Progress | None = None

    @property
    def word(self) -> str:
        """``parent`` or ``child``."""
        return WORDS[self.number]

    @property
    def view(self) -> "BenchView | None":
        """The state of its bench, None until that is open."""
        return self.scene.view

    @property
    def moving(self) -> bool:
        """Whether something was asked of its bench that is not done."""
        return self.scene.moving is not None

    @property
    def drivable(self) -> bool:
        """Whether its bench can be asked for anything."""
        return self.driver is not None and self.view is not None and self.view.drivable

    def hindrance(self) -> str:
        """Why it is not drivable."""
        view, driver = self.view, self.driver
        if view is None or driver is None:
            return f"the {self.word} is not open"
        if driver.holder is not None:
            return f"the {self.word} is written by {driver.holder}: it can be looked at, not driven"
        why = f": {view.problem}" if view.problem is not None and view.verdict not in ("ok", "torn") else ""
        return f"the {self.word} can be looked at, not driven{why}"

    def fits(self, session_id: str | None) -> bool:
        """Whether this is that session, and its bench is at hand."""
        open_still = self.driver is not None and not self.driver.retired
        return open_still and self.view is not None and self.view.session_id == session_id

    def take(self, view: "BenchView", name: str | None = None) -> None:
        """The bench is like that now; what is selected stays selected."""
        self.scene = self.scene.but(view=view, page=None, name=name or view.session_id)

    def move(self, progress: Progress, make: "Callable[[Bench], Iterator[Happening]]") -> None:
        """Begin a move."""
        self._begin(progress)
        if self.driver is not None:
            self.driver.move(make)

    def act(self, verb: str, action: "Callable[[Bench], object]") -> None:
        """Begin one short action."""
        self._begin(Progress(verb, self.view.now if self.view is not None else 0))

        def carry_out(bench: "Bench") -> None:
            action(bench)

        if self.driver is not None:
            self.driver.do(carry_out)

    def show_progress(self) -> None:
        """What goes on has lasted a while."""
        if self.moving:
            self.scene = self.scene.but(progress=self.wanted)

    def end(self) -> None:
        """What went on is over."""
        self.scene = self.scene.but(moving=None, progress=None)

    def _begin(self, progress: Progress) -> None:
        self.wanted = progress
        self.scene = self.scene.but(moving="move", progress=None, notice=None)
