"""A pane with a time cursor: it moves by columns, by keys and by the mouse, and asks to travel to where it is.

Owns where the user has put the cursor. Going to the past is the screen's, asked for by a message; what the columns are
is the drawing's.
"""

from typing import TYPE_CHECKING, ClassVar

from textual import events
from textual.actions import SkipAction
from textual.binding import Binding, BindingType
from textual.message import Message

from workbench.fronts.tui.panes.base import Pane
from workbench.fronts.tui.panes.scene import Scene
from workbench.fronts.tui.timeline.setting import Drawing
from workbench.fronts.tui.timeline.window import unit_of
from workbench.time.instant import clamped

if TYPE_CHECKING:
    from workbench.bench.view import ScheduleRow


class Steering(Pane):
    """The cursor of a pane whose rows are lanes over columns of time."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "travel", "Travel", show=False),
        Binding("escape", "drop_cursor", "Drop the cursor", show=False),
    ]

    class Travel(Message):
        """The user wants to see the session as it was at ``instant`` (epoch ms)."""

        def __init__(self, instant: int) -> None:
            self.instant = instant
            super().__init__()

    def __init__(self, *, id: str) -> None:  # noqa: A002 - Textual's name
        super().__init__(id=id)
        # Where the user has put the time cursor (epoch ms); None while it is where the scene is.
        self._own: int | None = None
        # While the mouse is held down in the columns: the instant it was pressed at, and whether it left that column.
        self._pressed: int | None = None
        self._dragged = False
        # The end of a drag counts as a click too, if it is within the pane.
        self._spent = False

    # ------------------------------------------------------------------------------------- what a subclass says

    def drawing(self) -> Drawing:
        """What is on the screen."""
        raise NotImplementedError

    def step(self) -> int:
        """The ms a column."""
        raise NotImplementedError

    def record_at(self, row: int) -> "ScheduleRow | None":
        """The record whose lane is in that row."""
        raise NotImplementedError

    def pick(self, record: str) -> None:
        """Choose a record's lane."""
        raise NotImplementedError

    # -------------------------------------------------------------------------------------------------- cursor

    def show(self, scene: Scene) -> None:
        """Draw from ``scene``; the user's own cursor is gone once time is travelled, or another log is shown."""
        if scene.past is not self.scene.past or scene.name != self.scene.name:
            self._own = None
        super().show(scene)

    def own_place(self) -> int | None:
        """Where the user has put the cursor, as long as that is shown."""
        return self._own if self.has_focus or self._dragged else None

    def place(self) -> int | None:
        """The instant of the time cursor: the user's own, else of the past that is shown, else now."""
        return self._own if self._own is not None else self.scene.now

    def move_to(self, instant: int) -> None:
        """Put the time cursor there; in the past that is where the session is looked at from then on."""
        instant = clamped(instant)
        if self.scene.past is not None and not self._dragged:
            self.post_message(self.Travel(instant))
            return
        self._own = instant
        self.redraw()

    def action_scroll_left(self) -> None:
        """One column back."""
        self._move_by(-self.step())

    def action_scroll_right(self) -> None:
        """One column on; in the past at least to the next event."""
        self._move_by(self.step())

    def action_page_up(self) -> None:
        """Half a window back."""
        self._move_by(-self._half())

    def action_page_down(self) -> None:
        """Half a window on."""
        self._move_by(self._half())

    def action_scroll_home(self) -> None:
        """The first event."""
        view = self.scene.view
        if view is not None and view.rows:
            self.move_to(view.index.time(0))

    def action_scroll_end(self) -> None:
        """Now."""
        if self.scene.past is not None:
            super().action_scroll_end()
        else:
            self.action_drop_cursor(skip=False)

    def action_drop_cursor(self, *, skip: bool = True) -> None:
        """Leave the user's own place, back to now; without one the key means what it means elsewhere."""
        if self._own is None and skip:
            raise SkipAction
        self._own = None
        self.redraw()

    def action_travel(self) -> None:
        """Look at the session as it was at the cursor."""
        place = self.place()
        if place is not None:
            self.post_message(self.Travel(place))

    def _half(self) -> int:
        """Half a window, in whole units."""
        window = self.drawing().window
        if window is None:
            return 0
        unit = unit_of(window.step, window.columns)
        return max(1, window.step * window.columns // 2 // unit) * unit

    def _move_by(self, length: int) -> None:
        place = self.place()
        if place is None or self.drawing().window is None:
            return
        past, view = self.scene.past, self.scene.view
        place += length
        if past is not None and view is not None and length > 0:
            row = view.index.first_row_from(past.seq + 1)
            place = max(place, view.index.time(row)) if row < view.rows else view.now
        self.move_to(place)

    # --------------------------------------------------------------------------------------------------- mouse

    def on_mouse_down(self, event: events.MouseDown) -> None:
        """A press in the columns may become a drag of the time cursor."""
        self._spent = False
        self._pressed = self._instant(event.x) if event.button == 1 else None
        if self._pressed is not None:
            self.capture_mouse()

    def on_mouse_move(self, event: events.MouseMove) -> None:
        """The cursor follows the mouse while it is pressed."""
        if self._pressed is None:
            return
        instant = self._instant(event.x, outside=True)
        if instant is not None and (self._dragged or instant != self._pressed):
            self._dragged = True
            self.move_to(instant)

    def on_mouse_up(self) -> None:
        """Where a drag ends, time is travelled to."""
        if self._pressed is None:
            return
        self._pressed = None
        self.release_mouse()
        self._spent, self._dragged = self._dragged, False
        if not self._spent:
            return
        self.action_travel()
        if self.scene.past is not None:
            self._own = None
            self.redraw()

    def on_click(self, event: events.Click) -> None:
        """A click chooses the lane and puts the cursor into the column; a double click travels there."""
        event.prevent_default()
        offset = event.get_content_offset(self)
        if offset is None or self._spent:
            return
        record = self.record_at(offset.y)
        if record is not None:
            self.pick(record.id)
        instant = self._instant(event.x)
        if instant is None:
            return
        if event.chain > 1:
            self.post_message(self.Travel(instant))
        else:
            self.move_to(instant)

    def _instant(self, x: int, *, outside: bool = False) -> int | None:
        """The last instant of the column at ``x`` of the widget, so that all of the column has happened by then; the
        nearest column for a place ``outside`` of all."""
        drawing = self.drawing()
        window = drawing.window
        if window is None:
            return None
        column = x - self.gutter.left - drawing.margin
        if outside:
            column = min(max(column, 0), window.columns - 1)
        return window.start(column + 1) - 1 if 0 <= column < window.columns else None
