"""The detail pane: why the selected record is as it is, what one event of the past changed, or one event whole.

Owns which of the three is on the screen, and the cursor over its steps. What there is to tell is ``explained``'s, an
event's body ``body``'s.
"""

from typing import Final

from workbench.bench.journal.entries import Entry
from workbench.fronts.tui.panes.base import Pane
from workbench.fronts.tui.panes.body import body_lines, event_of
from workbench.fronts.tui.panes.drawn import paint_of
from workbench.fronts.tui.panes.entrybody import entry_lines, entry_title
from workbench.fronts.tui.panes.explained import Explained, explained
from workbench.fronts.tui.panes.explanation import EARLIER, FIRST, MORE
from workbench.fronts.tui.panes.lost import lost_of
from workbench.fronts.tui.panes.rungs import Row
from workbench.fronts.tui.panes.scene import Scene
from workbench.fronts.tui.theme.cells import clean, cut
from workbench.fronts.tui.theme.cells import width as cell_width
from workbench.fronts.tui.theme.paint import BLANK_LINE, Line, Span
from workbench.session.events import Event
from workbench.session.packed import PackedRun
from workbench.time.zones import Zone

_ROOMY: Final = 9
# The step that the cursor is on at first, where there is one.
_CHIEF: Final = "delivered"
# What can be shown whole.
Whole = Event | PackedRun | Entry
# What the frame takes of the title's row.
_TITLE_REST: Final = 6


class DetailPane(Pane):
    """Why, or an event."""

    NAME = "Why"

    def __init__(self, *, id: str) -> None:  # noqa: A002 - Textual's name
        super().__init__(id=id)
        self._event: Whole | None = None
        # Opened from a step of the ladder: closing it leads back there.
        self._from_step = False
        # In the past its event is told, unless a record was asked for.
        self._asked = False
        # How many decisions and dispatches are told of a record; none unless all of it was asked for.
        self._most = 0
        self._told = Explained(self.scene)
        self._rows: list[Row] = []
        # The body as it was wrapped last, and for what.
        self._body: tuple[Whole, Zone, int, list[Row]] | None = None

    # --------------------------------------------------------------------------------------------- what is shown

    def open_event(self, event: Whole | None, *, from_step: bool = False) -> None:
        """Show this event, or entry of the journal, whole, or with None what was shown before."""
        self._event = event
        self._from_step = from_step and event is not None
        self._begin()

    def explain(self) -> None:
        """Show why the selected record is as it is, also in the past, with each decision about it."""
        self._event, self._from_step, self._asked = None, False, True
        self._most = FIRST
        self._begin()

    def rest(self) -> None:
        """Show what is shown when nothing was opened."""
        self._event, self._from_step, self._asked = None, False, False
        self._most = 0
        self._begin()

    @property
    def event(self) -> Whole | None:
        """The event, or entry of the journal, that is shown whole; None while something is explained."""
        return self._event

    def close_event(self) -> bool:
        """Leave an event that was opened from a step; whether there was one."""
        if not self._from_step:
            return False
        self.open_event(None)
        return True

    def event_of_rung(self) -> int | None:
        """The seq of the event behind the step under the cursor; None over anything else."""
        return self._rows[self.cursor].seq if self.cursor < len(self._rows) else None

    def open_rung(self) -> bool:
        """Show the event behind the step under the cursor, or more steps where it stands for them; whether there is
        anything."""
        if self.cursor < len(self._rows) and self._rows[self.cursor].name == EARLIER:
            self._most *= MORE
            self.show(self.scene)
            return True
        seq, view = self.event_of_rung(), self.scene.view
        event = event_of(view, seq) if seq is not None and view is not None else None
        if event is None:
            return False
        self.open_event(event, from_step=True)
        return True

    def show(self, scene: Scene) -> None:
        """Draw from ``scene``; another selection, or another event of the past, closes what was opened."""
        moved = scene.selected != self.scene.selected
        if moved or _seq_of(scene) != _seq_of(self.scene):
            self._event, self._from_step = None, False
        if moved or scene.past is None:
            self._asked = False
        self.scene = scene
        self._told = explained(scene, record=self._asked, most=self._most)
        self._build()
        super().show(scene)

    def on_resize(self) -> None:
        """Fit anew."""
        self._build()
        super().on_resize()

    def _begin(self) -> None:
        self.scroll_to(y=0, animate=False)
        self.cursor = 0
        self.show(self.scene)

    # -------------------------------------------------------------------------------------------------- drawing

    def heading(self) -> str:
        """Which of the three it is, and of what."""
        if self._event is None:
            return self._told.heading
        return "Entry" if isinstance(self._event, Entry) else f"Event {self._event.seq}"

    def title_spans(self) -> list[Span]:
        """What kind of event; or what the rows have no room to say, cut to the frame."""
        if self._event is not None:
            what = entry_title(self._event) if isinstance(self._event, Entry) else self._event.type
            return [Span(what, "dim")]
        spans = self._told.title(whole=self._roomy())
        if not spans:
            return []
        *others, last = spans
        taken = cell_width(self.heading()) + sum(cell_width(span.text) + 2 for span in others)
        room = max(0, self.outer_size.width - _TITLE_REST - taken - 2)
        return [*others, last._replace(text=cut(clean(last.text, room), room))]

    def row_count(self) -> int:
        """All rows."""
        return len(self._rows)

    def row_line(self, row: int, width: int) -> Line:
        """One row; at another width than the pane's as it would be there."""
        rows = self._rows if width == self.size.width else self._made(width)
        return rows[row].line if row < len(rows) else BLANK_LINE

    def shows_cursor(self) -> bool:
        """Steps are chosen from; a body is read."""
        return self.has_focus and self.cursor < len(self._rows) and bool(self._rows[self.cursor].name)

    def _roomy(self) -> bool:
        """Whether there is room for the head as well; without a frame nothing else would say what this is."""
        return self.size.height >= _ROOMY or self.has_class("-bare")

    def _build(self) -> None:
        kept = self._rows[self.cursor].name if self.cursor < len(self._rows) else ""
        self._rows = self._made(self.size.width)
        steps = self._steps()
        if steps:
            same = (at for at in steps if self._rows[at].name == kept)
            chief = (at for at in steps if self._rows[at].name == _CHIEF)
            self.cursor = next(same, next(chief, steps[0]))

    def _made(self, width: int) -> list[Row]:
        if self._event is not None:
            return self._wrapped(self._event, self.scene.zone, width)
        return self._told.rows(paint_of(self).glyphs, width, whole=self._roomy())

    def _wrapped(self, event: Whole, zone: Zone, width: int) -> list[Row]:
        known = self._body
        if known is not None and known[0] is event and known[1:3] == (zone, width):
            return known[3]
        room = max(10, width - 2)
        lines = (
            entry_lines(event, paint_of(self).glyphs, zone, room, lost_of(self.scene, event))
            if isinstance(event, Entry)
            else body_lines(event, zone, room)
        )
        rows = [Row(line) for line in lines]
        self._body = (event, zone, width, rows)
        return rows

    # --------------------------------------------------------------------------------------------------- moving

    def move_cursor(self, row: int) -> None:
        """To the next step that way; what has no steps is scrolled."""
        steps = self._steps()
        if not steps:
            self.cursor = min(max(0, row), self.max_scroll_y)
            self.scroll_to(y=self.cursor, animate=False)
            return
        before = [at for at in steps if at <= row]
        after = [at for at in steps if at >= row]
        super().move_cursor((after or steps[-1:])[0] if row > self.cursor else (before or steps[:1])[-1])

    def watch_scroll_y(self, old_value: float, new_value: float) -> None:
        """A body that the wheel moved is read on from there."""
        super().watch_scroll_y(old_value, new_value)
        if self._event is not None:
            self.cursor = round(new_value)

    def reveal(self, row: int) -> None:
        """The head comes into sight with the first step."""
        super().reveal(0 if row <= next(iter(self._steps()), 0) else row)

    def _steps(self) -> list[int]:
        return [at for at, row in enumerate(self._rows) if row.name]


def _seq_of(scene: Scene) -> int | None:
    return scene.past.seq if scene.past is not None else None
