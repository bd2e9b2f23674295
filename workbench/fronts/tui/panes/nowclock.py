"""The clock bar's first row while the present is shown: the session, the clock, whether it moves, what the agent does.

Owns what gives way to what at each width. The row of time travel is ``pastclock``'s.
"""

from typing import TYPE_CHECKING, Final

from workbench.fronts.tui.panes.pastclock import last_seq
from workbench.fronts.tui.panes.scene import Scene
from workbench.fronts.tui.panes.together import cells_of
from workbench.fronts.tui.theme.cells import clean, cut
from workbench.fronts.tui.theme.cells import width as cell_width
from workbench.fronts.tui.theme.glyphs import Glyphs
from workbench.fronts.tui.theme.paint import Line, Span
from workbench.time.clocktext import clock_text, utc_hms_ms, zone_city
from workbench.time.zones import UTC

if TYPE_CHECKING:
    from workbench.bench.view import BenchView

_NAME_CELLS: Final = 28
_WIDE: Final = 110
_NARROW: Final = 60
_UTC_FROM: Final = 78
# Chips that are true of the session, not of the simulated clock.
_UNTIMED: Final = ("READING", "READ-ONLY")


def now_row(scene: Scene, glyphs: Glyphs, width: int, *, short: bool) -> Line:
    """The row, ``width`` cells wide; ``short`` where it is the only one."""
    gap = Span("   " if width >= _WIDE else "  ")
    clock, chip = _clock(scene, width, gap), _chip(scene, short=short or width < _NARROW)
    if width < _NARROW:
        return Line([Span(" "), *clock], (chip,), look="panel")
    if short and scene.view is not None and scene.view.problem is not None:
        sign = Span(f"{glyphs.corrupt} ", "bad", True)
        right, clock = [chip, Span("  "), sign, Span(scene.view.problem)], []
    elif width >= _WIDE:
        clock += [gap, chip]
        right = [*_agent(scene, glyphs, width), Span(" ")]
    else:
        right = [chip, Span("  "), *_agent(scene, glyphs, width), Span(" ")]
    # The name gives way to everything else.
    name = _name(scene, width - cells_of(clock) - cells_of(right) - cell_width(gap.text) - 2)
    return Line([Span(" "), Span(name, "text", True), *([gap] if name else []), *clock], right, look="panel")


def _name(scene: Scene, room: int) -> str:
    """What the screen is called, as much as there is room for."""
    cells = max(0, min(_NAME_CELLS, room))
    return cut(clean(scene.title, cells), cells)


def _clock(scene: Scene, width: int, gap: Span) -> list[Span]:
    now, zone = scene.now, scene.zone
    if now is None:
        return [Span("no time yet", "dim")]
    day, _, time = clock_text(now, zone).rpartition(" ")
    spans = [] if width < _NARROW else [Span(f"{day} ", "dim")]
    utc = utc_hms_ms(now)
    # In UTC both would be the same; then the one has the milliseconds.
    alone = zone == UTC and width >= _UTC_FROM
    spans += [Span(utc[:-1] if alone else time, "fired", True), Span(f" {zone_city(zone)}", "dim")]
    if width >= _UTC_FROM and not alone:
        spans += [gap, Span(utc)]
    elif width < _NARROW and zone != UTC:
        spans.append(Span(f" {utc[:8]}Z"))
    return spans


def _chip(scene: Scene, *, short: bool) -> Span:
    word, role = "PAUSED", "chip"
    if scene.view is None:
        word = "READING"
    elif scene.moving == "play":
        word, role = "PLAYING", "chip-fired"
    elif scene.progress is not None:
        word, role = scene.progress.verb.upper(), "chip-fired"
    elif scene.view.mode == "cold":
        word = "COLD"
    elif not scene.view.drivable:
        word = "READ-ONLY"
    return Span(f" {word} " if short or word in _UNTIMED else f" SIM {word} ", role, True)


def _agent(scene: Scene, glyphs: Glyphs, width: int) -> list[Span]:
    view = scene.view
    if view is None:
        return [Span("reading the log", "dim")]
    busy = view.agent == "running"
    word = Span("agent held" if view.held else "agent busy" if busy else "agent idle", "fired" if busy else "text")
    if view.mode == "read-only" and view.turn is not None:
        word = Span("interrupted", "overdue")
    if width < _WIDE:
        return [word._replace(text=word.text.removeprefix("agent "))]
    turn = f" turn {view.turn}" if view.turn is not None else ""
    dot = Span(f" {glyphs.dot} ", "dim")
    last = last_seq(view)
    event = Span(f"event {last:,}" if last is not None else "no events", "dim")
    return [Span(_mode_word(view)), dot, word, Span(turn), dot, event]


def _mode_word(view: "BenchView") -> str:
    """A log that only was looked at is not read-only: the first move makes it live."""
    return "viewing" if view.mode == "read-only" and view.drivable else view.mode
