"""What the detail pane has to tell about a scene: a record's story, an event's, a todo's, or that nothing is selected.

Owns asking the history, and which of them it is. How each is put into rows is ``ladder``'s, ``eventpane``'s and
``planwhy``'s.
"""

from contextlib import suppress
from typing import TYPE_CHECKING, Final

import msgspec

from workbench.errors import WorkbenchError
from workbench.fronts.tui.panes.body import body_glimpse
from workbench.fronts.tui.panes.empty import empty_lines
from workbench.fronts.tui.panes.eventpane import EventTelling, event_rows
from workbench.fronts.tui.panes.explanation import explanation_rows
from workbench.fronts.tui.panes.ladder import Telling, ladder_rows, rule_words
from workbench.fronts.tui.panes.planwhy import plan_rows
from workbench.fronts.tui.panes.rungs import Row
from workbench.fronts.tui.panes.scene import Scene
from workbench.fronts.tui.panes.todos import item_of
from workbench.fronts.tui.theme.cells import clean, cut
from workbench.fronts.tui.theme.glyphs import Glyphs
from workbench.fronts.tui.theme.paint import Span

if TYPE_CHECKING:
    from workbench.bench.explaining import Explanation
    from workbench.bench.history import History
    from workbench.bench.journal.reading import JournalView
    from workbench.bench.story import EventStory, Story
    from workbench.bench.view import BenchView, PlanItem

_ID_CELLS: Final = 24
_NOTHING: Final = (
    ("", "Pick a schedule, a todo or an event; this pane says"),
    ("", "what made it, what held it back and what comes next."),
)


class Explained(msgspec.Struct, frozen=True):
    """At most one of ``story``, ``event`` and ``item``; ``passed_next`` belongs to the event, ``explanation`` to the
    story: all of it, its newest ``most`` decisions and dispatches. ``repeat`` says that its last delivery was one."""

    scene: Scene
    story: "Story | None" = None
    event: "EventStory | None" = None
    item: "PlanItem | None" = None
    passed_next: int | None = None
    explanation: "Explanation | None" = None
    most: int = 0
    repeat: bool = False

    @property
    def heading(self) -> str:
        """What it is about, for the title."""
        if self.event is not None:
            return f"Event {self.event.seq}"
        return f"Why {cut(clean(self.story.id, _ID_CELLS), _ID_CELLS)}" if self.story is not None else "Why"

    def title(self, *, whole: bool) -> list[Span]:
        """What follows; rule and prompt of a record, or the text of a todo, only where the rows do not say them."""
        if self.event is not None:
            return [Span("what it changed", "dim")]
        past = self.scene.past
        spans = [Span(f"at {past.seq}", "past")] if past is not None and self.story is not None else []
        if whole:
            return spans
        if self.story is not None:
            return [*spans, Span(rule_words(self.story), "dim"), Span(self.story.prompt, "dim")]
        return [Span("todo", "dim"), Span(self.item.content, "dim")] if self.item is not None else []

    def rows(self, glyphs: Glyphs, width: int, *, whole: bool) -> list[Row]:
        """The rows for a pane ``width`` cells wide; without ``whole`` only the steps."""
        view, now = self.scene.shown, self.scene.view
        if self.event is not None and now is not None:
            telling = EventTelling(glyphs, body_glimpse(now, self.event.seq), self.passed_next)
            return event_rows(self.event, telling, width, whole=whole)
        if view is not None and self.story is not None:
            loud = self._loud(self.story)
            queued = view.queued > 0 and self.story.last is not None and self.story.last.turn > view.last_turn
            telling_why = Telling(
                glyphs, self.scene.zone, view.now, loud, view.drivable, self.scene.keys, self.repeat, queued
            )
            if self.explanation is not None:
                return explanation_rows(self.explanation, telling_why, width, self.most)
            return ladder_rows(self.story, telling_why, width, whole=whole)
        if view is not None and self.item is not None:
            return plan_rows(view, self.item, Telling(glyphs, self.scene.zone, view.now), width, whole=whole)
        return [Row(line) for line in empty_lines("Nothing selected.", _NOTHING)]

    def _loud(self, story: "Story") -> bool:
        """Whether the last move made its last delivery."""
        return self.scene.past is None and story.last is not None and story.last.seq in self.scene.delivered()


def explained(scene: Scene, *, record: bool, most: int = 0) -> Explained:
    """What there is to tell of ``scene``; in the past about its event, unless the selected ``record`` was asked for.

    With ``most`` all of a record's story is told, so many of its decisions and dispatches.
    """
    view = scene.shown
    if view is None or view.history is None:
        return Explained(scene)
    history = scene.view.history if scene.view is not None and scene.view.history is not None else view.history
    # A log with holes has no answer for some events; then there is nothing to tell.
    with suppress(WorkbenchError):
        if scene.past is not None and not record:
            event = history.event_story(scene.past.seq)
            return Explained(scene, event=event, passed_next=_passed_until(scene.view, event))
        item = item_of(scene)
        story = view.history.story(scene.selected) if scene.selected is not None and item is None else None
        if story is None:
            return Explained(scene, item=item)
        journal = scene.view.journal if scene.view is not None else None
        whole = _whole(view.history, journal, story) if most or journal is not None else None
        repeat = False
        if whole is not None and story.last is not None:
            # What the journal knows of the last delivery that the log alone does not show.
            repeat = whole.dispatch(story.deliveries - 1).repeat
            story = msgspec.structs.replace(story, held=whole.held)
        return Explained(scene, story=story, explanation=whole if most else None, most=most, repeat=repeat)
    return Explained(scene)


def _whole(history: "History", journal: "JournalView | None", story: "Story") -> "Explanation | None":
    from workbench.bench.explaining import explain
    from workbench.bench.journal.reading import JournalView

    return explain(history, journal if journal is not None else JournalView(), story.id)


def _passed_until(view: "BenchView | None", event: "EventStory") -> int | None:
    """How many targets the record's following change passed, where it is a delivery."""
    history = view.history if view is not None else None
    if history is None or event.record is None or event.following is None:
        return None
    delivery = history.event_story(event.following[0]).delivery
    return delivery.passed if delivery is not None else None
