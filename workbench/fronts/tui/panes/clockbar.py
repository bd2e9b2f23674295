"""The clock bar: which session, what time it is there, whether it moves, and what the last move did (TUI-5).

Owns which rows there are (one where the screen is low or narrow) and what is said in the second. All it says comes from
the scene; the first row is ``nowclock``'s or ``pastclock``'s, that of a move under way ``progressrow``'s, that
of a scenario ``tourtext``'s.
"""

from typing import TYPE_CHECKING, Final

from workbench.fronts.tui.panes.drawn import Bar, paint_of
from workbench.fronts.tui.panes.faulttext import crash_words
from workbench.fronts.tui.panes.keybar import key_in
from workbench.fronts.tui.panes.movetext import move_spans
from workbench.fronts.tui.panes.nowclock import now_row
from workbench.fronts.tui.panes.pastclock import past_note_row, past_time_row
from workbench.fronts.tui.panes.progressrow import progress_row
from workbench.fronts.tui.panes.refusals import notice_lines, notice_of_problem
from workbench.fronts.tui.panes.scene import Scene
from workbench.fronts.tui.panes.together import cells_of
from workbench.fronts.tui.panes.tourtext import far_span, has_row, only_row, tour_row
from workbench.fronts.tui.panes.waiting import met_spans
from workbench.fronts.tui.theme.paint import Line, Span
from workbench.time.durations import format_duration

if TYPE_CHECKING:
    from workbench.bench.view import BenchView

_WIDE: Final = 110


class ClockBar(Bar):
    """The bar over everything."""

    def __init__(self, *, id: str) -> None:  # noqa: A002 - Textual's name
        super().__init__(id=id)
        self.scene = Scene(name="")

    def show(self, scene: Scene) -> None:
        """Draw from ``scene`` from now on."""
        self.scene = scene
        self.redraw()

    def bar_lines(self, width: int, height: int) -> list[Line]:
        """The first row, and the second where there is one."""
        if height >= 2:
            said = self._said(width, height)
            # A refusal that does not fit in a row takes both until it is over.
            return said if len(said) == height else [self._time_row(width, short=False), self._second_row(width)]
        # With one row only, what has just been said or is under way takes the place of the time for that while.
        busy = self.scene.notice is not None or self.scene.progress is not None
        return [self._only_row(width) if busy else self._time_row(width, short=True)]

    def _only_row(self, width: int) -> Line:
        scene = self.scene
        if scene.progress is None and scene.notice is not None and scene.notice.step and scene.tour is not None:
            return only_row(scene, scene.tour, paint_of(self).glyphs, width)
        return self._second_row(width)

    def _time_row(self, width: int, *, short: bool) -> Line:
        if self.scene.past is not None:
            return past_time_row(self.scene, self.scene.past, width)
        return now_row(self.scene, paint_of(self).glyphs, width, short=short)

    def _second_row(self, width: int) -> Line:
        scene = self.scene
        if scene.progress is not None:
            return progress_row(scene.progress, scene, paint_of(self).glyphs, width)
        if said := self._said(width, 1):
            return said[0]
        if scene.past is not None:
            return past_note_row(scene.past, width)
        right = self._next_target(width)
        trouble = self._trouble(width)
        if trouble:
            # What was shown as done is not safe: nothing is worth more.
            fits = cells_of(trouble) + cells_of(right) + 3 <= width
            return Line((Span(" "), *trouble), right if fits else (), look="panel")
        if scene.tour is not None and has_row(scene.tour):
            keys = key_in(self, "scenario.step"), key_in(self, "session.compare")
            return tour_row(scene, scene.tour, paint_of(self).glyphs, width, keys=keys, target=right)
        return Line((Span(" "), *self._last_move(width - cells_of(right) - 2)), right, look="panel")

    def _trouble(self, width: int) -> list[Span]:
        """What keeps events of a session that is driven from the disk, stopped deliveries, or ended the last turn; that
        its Schedule history is not whole is told where schedules are, since it never ends."""
        view = self.scene.view
        if view is not None and view.mode == "cold" and view.crashed is not None:
            sign, again = paint_of(self).glyphs.corrupt, key_in(self, "agent.resume")
            met = f" ({', '.join(self.scene.struck)})" if self.scene.struck else ""
            tour = self.scene.tour
            far = [far_span(tour, narrow=width < _WIDE)] if tour is not None and has_row(tour) else []
            return [*far, Span(f"{sign} {crash_words(view.crashed)}", "bad", True), Span(f"{met}; {again} resumes")]
        if view is None or view.mode not in ("live", "cold") or view.problem is None or not view.schedules_known:
            return []
        return self._problem(view.problem)

    def _problem(self, problem: str) -> list[Span]:
        """All of it; where it is cut, the help says the rest."""
        notice = notice_of_problem(problem)
        code = f"{notice.code}: " if notice.code else ""
        return [Span(f"{paint_of(self).glyphs.corrupt} {code}", "bad", True), Span(notice.text)]

    def _said(self, width: int, most: int) -> list[Line]:
        """What was just said or refused; nothing where a tour's row says it, or a move is under way."""
        scene = self.scene
        if scene.notice is None or scene.notice.step or scene.progress is not None:
            return []
        look = "past" if scene.past is not None else "panel"
        return notice_lines(scene.notice, width, most, paint_of(self).glyphs, look)

    def _last_move(self, room: int) -> list[Span]:
        view = self.scene.view
        if view is None:
            return [Span("showing the newest events while the log is read", "dim")]
        if view.move is not None:
            due = met_spans(self.scene, view)
            return move_spans(view.move, view.now, room, waiting=view.active > 0, due=due)
        if view.problem is not None and view.verdict != "torn":
            return self._problem(view.problem)
        return [Span(_opened_text(view), "dim")]

    def _next_target(self, width: int) -> tuple[Span, ...]:
        view = self.scene.view
        if view is None or view.next_target is None:
            if view is None or width < _WIDE:
                return ()
            # Over a damaged log nobody knows (LOG-14).
            return (Span("nothing scheduled " if view.schedules_known else "schedules unknown ", "dim"),)
        record, target = view.next_target
        late = view.now - target
        when = f"in {format_duration(-late)}" if late < 0 else f"overdue {format_duration(late)}" if late else "due now"
        role = "overdue" if late >= 0 else "text"
        return (Span("next ", "dim"), Span(f"{record} "), Span(when, role, True), Span(" "))


def _opened_text(view: "BenchView") -> str:
    if view.holder is not None:
        return f"{view.holder} writes this log; what it writes appears here"
    torn = "its torn end is left out; " if view.verdict == "torn" else ""
    if view.source is None:
        return f"{torn}opened at its last event"
    if view.path != view.source:
        return f"{torn}this is the copy that was driven here before"
    return f"{torn}moves work on a copy, never on this log"
