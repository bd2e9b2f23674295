"""The clock bar's first row while the present is shown: the session, the clock, whether it moves, what the agent does.

Owns what gives way to what at each width. The row of time travel is ``pastclock``'s.
"""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from workbench.fronts.tui.panes.faulttext import armed_forms
from workbench.fronts.tui.panes.pastclock import last_seq
from workbench.fronts.tui.panes.scene import Scene
from workbench.fronts.tui.panes.together import cells_of
from workbench.fronts.tui.panes.waiting import reason_of, waits
from workbench.fronts.tui.theme.cells import clean, cut
from workbench.fronts.tui.theme.cells import width as cell_width
from workbench.fronts.tui.theme.glyphs import Glyphs
from workbench.fronts.tui.theme.paint import Line, Span
from workbench.time.clocktext import clock_text, utc_hms_ms, zone_city
from workbench.time.durations import format_duration
from workbench.time.zones import UTC

if TYPE_CHECKING:
    from workbench.bench.view import BenchView

_NAME_CELLS: Final = 28
# So much of it is worth more than a longer form of what is armed.
_TELLING_NAME: Final = 14
_WIDE: Final = 110
_NARROW: Final = 60
_UTC_FROM: Final = 78
# How much the clock says, most first: day and both times, without the other zone's time, the time of day alone.
_CLOCKS: Final = (2, 1, 0)
# Chips that are true of the session, not of the simulated clock.
_UNTIMED: Final = ("READING", "READ-ONLY", "CRASHED", "WAITING")


def now_row(scene: Scene, glyphs: Glyphs, width: int, *, short: bool) -> Line:
    """The row, ``width`` cells wide; ``short`` where it is the only one."""
    gap = Span("   " if width >= _WIDE else "  ")
    chip = _chip(scene, short=short or width < _NARROW, alone=width < _NARROW)
    if short and width >= _NARROW and scene.view is not None and scene.view.problem is not None:
        sign = Span(f"{glyphs.corrupt} ", "bad", True)
        clock: list[Span] = []
        right = [*_armed_short(scene), chip, Span("  "), sign, Span(scene.view.problem)]
    else:
        clock, right = _beside_the_name(scene, glyphs, width, gap, chip)
    if width < _NARROW:
        return Line([Span(" "), *clock], right, look="panel")
    # The name gives way to everything else.
    name = _name(scene, width - cells_of(clock) - cells_of(right) - cell_width(gap.text) - 2)
    return Line([Span(" "), Span(name, "text", True), *([gap] if name else []), *clock], right, look="panel")


def _beside_the_name(scene: Scene, glyphs: Glyphs, width: int, gap: Span, chip: Span) -> tuple[list[Span], list[Span]]:
    """The clock and the right side; how long turns last gives way to the name, which says what this is."""
    *longer, shortest = _lasts(scene, width)
    for lasts in longer:
        clock, right = _fitting(scene, glyphs, width, gap, chip, lasts)
        room = width - cells_of(clock) - cells_of(right) - cell_width(gap.text) - 2
        if _name(scene, room) == _name(scene, _NAME_CELLS):
            return clock, right
    return _fitting(scene, glyphs, width, gap, chip, shortest)


def _lasts(scene: Scene, width: int) -> tuple[tuple[str, bool], ...]:
    """How long turns last, from the longest form to none, and whether the last event is told as well."""
    view = scene.view
    if view is None or not view.turn_ms or width < _WIDE:
        return (("", True),)
    length = format_duration(view.turn_ms)
    full, short = f", turns last {length}", f", turns {length}"
    return (full, True), (full, False), (short, False), ("", True)


def _fitting(
    scene: Scene, glyphs: Glyphs, width: int, gap: Span, chip: Span, lasts: tuple[str, bool]
) -> tuple[list[Span], list[Span]]:
    """The first form that fits, if any does beside as much of the name as tells it; only then without the name."""
    forms = [*_forms(scene, glyphs, width, gap, chip, lasts)]
    for kept in (_TELLING_NAME, 0) if width >= _NARROW and len(forms) > len(_CLOCKS) else (0,):
        name = cell_width(_name(scene, kept))
        room = width - 2 - (name + cell_width(gap.text) if name else 0)
        found = next((form for form in forms if cells_of((*form[0], *form[1])) <= room), None)
        if found is not None:
            return found
    return _clock(scene, width, gap, 0), [chip]


def _forms(
    scene: Scene, glyphs: Glyphs, width: int, gap: Span, chip: Span, lasts: tuple[str, bool]
) -> Iterator[tuple[list[Span], list[Span]]]:
    """Clock and right side, those that say most first: what is armed is worth more than the other zone's time."""
    armed = scene.view.armed if scene.view is not None else ()
    forms = [[Span(f"{glyphs.overdue} {form}", "overdue", True), Span("  ")] for form in armed_forms(armed)]
    for much in _CLOCKS:
        for form in forms or [[]]:
            clock = _clock(scene, width, gap, much)
            if width < _NARROW:
                yield clock, [*form, chip]
            elif width >= _WIDE:
                agent = _agent(scene, glyphs, width, lasts[0], brief=bool(armed) or not lasts[1])
                yield [*clock, gap, chip], [*form, *agent, Span(" ")]
            else:
                yield clock, [*form, chip, Span("  "), *_agent(scene, glyphs, width), Span(" ")]


def _armed_short(scene: Scene) -> list[Span]:
    armed = scene.view.armed if scene.view is not None else ()
    *_, shortest = ["", *armed_forms(armed)]
    return [Span(shortest, "overdue", True), Span("  ")] if shortest else []


def _name(scene: Scene, room: int) -> str:
    """What the screen is called, as much as there is room for."""
    cells = max(0, min(_NAME_CELLS, room))
    return cut(clean(scene.title, cells), cells)


def _clock(scene: Scene, width: int, gap: Span, much: int) -> list[Span]:
    now, zone = scene.now, scene.zone
    if now is None:
        return [Span("no time yet", "dim")]
    day, _, time = clock_text(now, zone).rpartition(" ")
    spans = [] if width < _NARROW or not much else [Span(f"{day} ", "dim")]
    utc = utc_hms_ms(now)
    # In UTC both would be the same; then the one has the milliseconds.
    alone = zone == UTC and width >= _UTC_FROM
    spans += [Span(utc[:-1] if alone else time, "fired", True), Span(f" {zone_city(zone)}", "dim")]
    if much != _CLOCKS[0]:
        return spans
    if width >= _UTC_FROM and not alone:
        spans += [gap, Span(utc)]
    elif width < _NARROW and zone != UTC:
        spans.append(Span(f" {utc[:8]}Z"))
    return spans


def _chip(scene: Scene, *, short: bool, alone: bool) -> Span:
    word, role = _state(scene, alone=alone)
    return Span(f" {word} " if short or word in _UNTIMED else f" SIM {word} ", role, True)


def _state(scene: Scene, *, alone: bool) -> tuple[str, str]:
    """What the chip says, and its role; ``alone`` where nothing else in the row says what the agent does."""
    view = scene.view
    if view is None:
        return "READING", "chip"
    if scene.moving == "play" or scene.progress is not None:
        verb = "PLAYING" if scene.moving == "play" or scene.progress is None else scene.progress.verb.upper()
        return verb, "chip-fired"
    if view.mode == "cold":
        return ("COLD", "chip") if view.crashed is None else ("CRASHED", "chip-bad")
    if not view.drivable:
        return "READ-ONLY", "chip"
    if alone and view.mode == "live" and any(map(waits, view.schedules)) and reason_of(view):
        return "WAITING", "chip-overdue"
    return "PAUSED", "chip"


def _agent(scene: Scene, glyphs: Glyphs, width: int, lasts: str = "", *, brief: bool = False) -> list[Span]:
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
    told = [Span(_mode_word(view)), dot, word, Span(f"{turn}{lasts}")]
    if brief:
        return told
    last = last_seq(view)
    return [*told, dot, Span(f"event {last:,}" if last is not None else "no events", "dim")]


def _mode_word(view: "BenchView") -> str:
    """A log that only was looked at is not read-only: the first move makes it live."""
    if view.crashed is not None and view.mode == "cold":
        return "crashed"
    return "viewing" if view.mode == "read-only" and view.drivable else view.mode
