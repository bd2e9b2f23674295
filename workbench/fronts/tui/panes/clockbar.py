"""The clock bar: which session, what time it is there, whether it moves, and what the last move did (TUI-5).

Owns two rows (one where the screen is low or narrow). All it says comes from the scene.
"""

from typing import TYPE_CHECKING

from workbench.fronts.tui.panes.drawn import Bar, paint_of
from workbench.fronts.tui.panes.movetext import move_spans
from workbench.fronts.tui.panes.scene import Notice, Progress, Scene
from workbench.fronts.tui.theme.cells import clean, cut
from workbench.fronts.tui.theme.cells import width as cell_width
from workbench.fronts.tui.theme.paint import Line, Span
from workbench.time.clocktext import clock_text, utc_hms_ms, zone_city
from workbench.time.durations import format_duration
from workbench.time.zones import UTC

if TYPE_CHECKING:
    from workbench.bench.view import BenchView, MoveReport

_NAME_CELLS = 28
_WIDE = 110
_NARROW = 60
_UTC_FROM = 78
_METER = 20


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
            return [self._time_row(width, short=False), self._move_row(width)]
        # With one row only, what has just been said or is under way takes the place of the time for that while.
        busy = self.scene.notice is not None or self.scene.progress is not None
        return [self._move_row(width) if busy else self._time_row(width, short=True)]

    def _time_row(self, width: int, *, short: bool) -> Line:
        scene = self.scene
        gap = Span("   " if width >= _WIDE else "  ")
        clock, chip = self._clock(width, gap), self._chip(short=short or width < _NARROW)
        if width < _NARROW:
            return Line([Span(" "), *clock], (chip,), look="panel")
        if short and scene.view is not None and scene.view.problem is not None:
            right = [chip, Span("  "), *self._notice(Notice(scene.view.problem, bad=True))]
            clock = []
        elif width >= _WIDE:
            clock += [gap, chip]
            right = [*self._agent(width), Span(" ")]
        else:
            right = [chip, Span("  "), *self._agent(width), Span(" ")]
        # The name gives way to everything else.
        room = width - _cells(clock) - _cells(right) - _cells([gap]) - 2
        name = cut(clean(scene.name, _NAME_CELLS), max(0, min(_NAME_CELLS, room)))
        return Line([Span(" "), Span(name, "text", True), *([gap] if name else []), *clock], right, look="panel")

    def _clock(self, width: int, gap: Span) -> list[Span]:
        now = self.scene.now
        if now is None:
            return [Span("no time yet", "dim")]
        zone = self.scene.zone
        day, _, time = clock_text(now, zone).rpartition(" ")
        spans = [] if width < _NARROW else [Span(f"{day} ", "dim")]
        spans += [Span(time, "fired", True), Span(f" {zone_city(zone)}", "dim")]
        utc = utc_hms_ms(now)
        if width >= _UTC_FROM:
            spans += [gap, Span(utc)]
        elif width < _NARROW and zone != UTC:
            spans.append(Span(f" {utc[:8]}Z"))
        return spans

    def _chip(self, *, short: bool) -> Span:
        scene = self.scene
        word = {"move": "ADVANCING", "play": "PLAYING"}.get(scene.moving or "", "PAUSED")
        if scene.view is None:
            word = "READING"
        elif scene.progress is not None and scene.moving == "move":
            word = scene.progress.verb.upper()
        elif scene.view.mode == "cold":
            word = "COLD"
        elif not scene.view.drivable:
            word = "READ-ONLY"
        return Span(f" {word} " if short or word in ("READING", "READ-ONLY") else f" SIM {word} ", "chip", True)

    def _agent(self, width: int) -> list[Span]:
        view = self.scene.view
        if view is None:
            return [Span("reading the log", "dim")]
        busy = view.agent == "running"
        word = Span("agent held" if view.held else "agent busy" if busy else "agent idle", "fired" if busy else "text")
        if view.mode == "read-only" and view.turn is not None:
            word = Span("interrupted", "overdue")
        if width < _WIDE:
            return [word._replace(text=word.text.removeprefix("agent "))]
        turn = f" turn {view.turn}" if view.turn is not None else ""
        dot = Span(f" {paint_of(self).glyphs.dot} ", "dim")
        return [Span(_mode_word(view)), dot, word, Span(turn), dot, Span(f"event {view.events:,}", "dim")]

    def _move_row(self, width: int) -> Line:
        scene = self.scene
        if scene.progress is not None:
            return self._progress_row(scene.progress, width)
        if scene.notice is not None:
            return Line((Span(" "), *self._notice(scene.notice)), look="panel")
        return Line((Span(" "), *self._last_move()), self._next_target(width), look="panel")

    def _notice(self, notice: Notice) -> list[Span]:
        if not notice.bad:
            return [Span(notice.text, "soft")]
        sign = Span(f"{paint_of(self).glyphs.corrupt} ", "bad", True)
        return [sign, Span(f"{notice.code}: " if notice.code else "", "bad", True), Span(notice.text, "text")]

    def _last_move(self) -> list[Span]:
        view = self.scene.view
        if view is None:
            return [Span("showing the newest events while the log is read", "dim")]
        if view.move is not None:
            return move_spans(view.move, view.now)
        if view.problem is not None and view.verdict != "torn":
            return self._notice(Notice(view.problem, bad=True))
        return [Span(_opened_text(view), "dim")]

    def _next_target(self, width: int) -> tuple[Span, ...]:
        view = self.scene.view
        if view is None or view.next_target is None:
            return (Span("nothing scheduled ", "dim"),) if view is not None and width >= _WIDE else ()
        record, target = view.next_target
        late = view.now - target
        when = f"in {format_duration(-late)}" if late < 0 else f"overdue {format_duration(late)}" if late else "due now"
        role = "overdue" if late >= 0 else "text"
        return (Span("next ", "dim"), Span(f"{record} "), Span(when, role, True), Span(" "))

    def _progress_row(self, progress: Progress, width: int) -> Line:
        view = self.scene.view
        spans = [Span(" "), Span(f"{progress.verb.lower()} ", "dim")]
        if view is not None and progress.to is not None and progress.to != progress.started:
            share = min(1.0, max(0.0, (view.now - progress.started) / (progress.to - progress.started)))
            spans += [Span(f"to {clock_text(progress.to, self.scene.zone).rpartition(' ')[2]}  ", "dim")]
            spans += self._meter(share, min(_METER, width // 5))
        move = view.move if view is not None else None
        spans.append(Span(f"  {_so_far(move)}", "dim"))
        return Line(spans, (Span("esc ", "fired", True), Span("stops between two events ", "dim")), look="panel")

    def _meter(self, share: float, cells: int) -> list[Span]:
        glyphs = paint_of(self).glyphs
        full = int(share * cells)
        rest = cells - full
        return [
            Span(glyphs.bar * full + (glyphs.bar_end if rest else ""), "fired"),
            Span(glyphs.rule * max(0, rest - 1), "hair"),
            Span(f" {int(share * 100):3d}%", "text"),
        ]


def _cells(spans: list[Span]) -> int:
    return sum(cell_width(span.text) for span in spans)


def _mode_word(view: "BenchView") -> str:
    """A log that only was looked at is not read-only: the first move makes it live."""
    return "viewing" if view.mode == "read-only" and view.drivable else view.mode


def _opened_text(view: "BenchView") -> str:
    torn = "its torn end is left out; " if view.verdict == "torn" else ""
    if view.source is None:
        return f"{torn}opened at its last event"
    if view.path != view.source:
        return f"{torn}this is the copy that was driven here before"
    return f"{torn}moves work on a copy, never on this log"


def _so_far(move: "MoveReport | None") -> str:
    if move is None:
        return ""
    return f"{move.turns:,} {'turn' if move.turns == 1 else 'turns'} so far"
