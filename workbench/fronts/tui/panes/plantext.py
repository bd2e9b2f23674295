"""What would run if the agent became idle now, and the next targets, in lines (BEN-15).

Owns the words. What would run is ``bench.forecast``'s answer, asked in the bench's thread.
"""

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Final

import msgspec

from workbench.fronts.tui.panes.instants import counted, lateness, local_moment, utc_moment
from workbench.fronts.tui.theme.cells import clean, pad, wrap
from workbench.fronts.tui.theme.cells import width as cell_width
from workbench.fronts.tui.theme.glyphs import Glyphs
from workbench.fronts.tui.theme.paint import BLANK_LINE, Line, Span
from workbench.time.clocktext import WEEKDAYS, offset_text, zone_city
from workbench.time.durations import format_duration
from workbench.time.instant import weekday
from workbench.time.zones import Zone

if TYPE_CHECKING:
    from workbench.bench.forecast import PlannedTurn, Target
    from workbench.schedule.occurrence import Occurrence

_NUMBER: Final = 4
_ID: Final = 10
_MOST_ID: Final = 24
_NARROW_BELOW: Final = 46
_LOCAL_FROM: Final = 60
_PROMPT_FROM: Final = 84
_LEAST: Final = 10


class Outlook(msgspec.Struct, frozen=True):
    """What is ahead at ``now`` (epoch ms): the turns at idle, the next targets, and in a few words what holds due work
    back; ``seq`` is the event of the past that it is asked of, None for the present."""

    now: int
    turns: "tuple[PlannedTurn, ...]"
    targets: "tuple[Target, ...]"
    zone: Zone
    hold: str = ""
    seq: int | None = None


def plan_lines(outlook: Outlook, glyphs: Glyphs, cells: int) -> list[Line]:
    """The lines for a sheet of that many cells."""
    city = zone_city(outlook.zone)
    return [
        *_title("Would run if the agent became idle now", cells),
        *_turns(outlook, glyphs, cells),
        BLANK_LINE,
        *_title(f"Next targets, {city} time", cells),
        *_targets(outlook, glyphs, cells),
    ]


def _title(text: str, cells: int) -> list[Line]:
    return [Line((Span(f" {piece}", "text", True),)) for piece in wrap(text, max(_LEAST, cells - 1))]


def _said(text: str, role: str, cells: int) -> Iterator[Line]:
    for piece in wrap(text, max(_LEAST, cells - 2)):
        yield Line((Span(f" {piece}", role),))


def _turns(outlook: Outlook, glyphs: Glyphs, cells: int) -> Iterator[Line]:
    if not outlook.turns:
        yield from _said("Nothing is due: no turn would run.", "soft", cells)
        return
    if outlook.hold:
        yield from _said(f"{glyphs.held} held back now: {outlook.hold}", "overdue", cells)
    for number, turn in enumerate(outlook.turns, 1):
        yield from _turn(number, turn, outlook, glyphs, cells)


def _turn(number: int, turn: "PlannedTurn", outlook: Outlook, glyphs: Glyphs, cells: int) -> Iterator[Line]:
    head = Span(f" {number:>{_NUMBER - 1}} ", "faint")
    if turn.kind == "prompt":
        yield Line((head, Span(f"{glyphs.user} ", "ok"), Span("a prompt that is queued", "soft")))
        return
    if turn.kind == "reminder":
        mark = Span(f"{glyphs.shape('once', delivered=True)} ", "soft")
        yield Line((head, mark, Span("a reminder that is queued already", "soft")))
        return
    if turn.kind == "batch":
        yield Line((head, Span(f"{glyphs.batch} ", "dim"), Span(f"one batch of {len(turn.items)}", "soft")))
        head = Span(" " * (_NUMBER + 1))
    for item in turn.items:
        yield _item(head, turn.kind, item, outlook, glyphs, cells)


def _item(head: Span, kind: str, item: "Occurrence", outlook: Outlook, glyphs: Glyphs, cells: int) -> Line:
    record = item.record
    passed = f", {counted(item.passed, 'target')} passed" if item.passed else ""
    when = Span(f"  {utc_moment(item.at, outlook.now)}", "text")
    spans = [head, Span(f"{glyphs.shape(record.kind, delivered=False)} ", "link"), _id(record.id, [record.id]), when]
    if kind == "one-shot" and cells >= _PROMPT_FROM:
        spans.insert(3, Span("  one-shot", "dim"))
    if cells >= _PROMPT_FROM:
        spans.append(Span(f"  {record.prompt}", "dim"))
    return Line(spans, (Span(f"{lateness(outlook.now - item.at)}{passed if cells >= _LOCAL_FROM else ''} ", "soft"),))


def _targets(outlook: Outlook, glyphs: Glyphs, cells: int) -> Iterator[Line]:
    if not outlook.targets:
        yield from _said("No schedule is active.", "soft", cells)
    ids = [target.id for target in outlook.targets]
    for target in outlook.targets:
        yield from _target(target, ids, outlook, glyphs, cells)


def _target(target: "Target", ids: list[str], outlook: Outlook, glyphs: Glyphs, cells: int) -> Iterator[Line]:
    now, zone, shift = outlook.now, outlook.zone, target.shift
    if shift is not None:
        # What the clocks do comes before the first target after it.
        moved = f"{offset_text(shift.before_ms)} {glyphs.arrow} {offset_text(shift.after_ms)}"
        yield Line((Span(f" {glyphs.changed} ", "overdue", True), Span(f"local time shifts, {moved}", "overdue", True)))
    far = target.at - now
    ahead = f"in {format_duration(far)}" if far > 0 else f"overdue {format_duration(-far)}" if far else "due now"
    # Where there is little room a time of today has no weekday.
    local = _local(target.at, now, zone) if cells >= _NARROW_BELOW else local_moment(target.at, now, zone)
    spans = [Span("   "), _id(target.id, ids), Span(f"  {local}")]
    if cells >= _LOCAL_FROM:
        spans.append(Span(f"  {utc_moment(target.at, now)}", "dim"))
    mark = "shifted  " if shift is not None and cells >= _LOCAL_FROM else ""
    yield Line(spans, (Span(mark, "overdue", True), Span(f"{ahead} ", "overdue" if far <= 0 else "soft")))


def _local(ms: int, now: int, zone: Zone) -> str:
    """The local time with its weekday, whatever day it is."""
    text = local_moment(ms, now, zone)
    return text if text[:3] in WEEKDAYS else f"{WEEKDAYS[weekday(ms + zone.offset_ms(ms))]} {text}"


def _id(name: str, ids: Iterable[str]) -> Span:
    longest = max(cell_width(clean(each, _MOST_ID)) for each in ids)
    cells = max(_ID, min(_MOST_ID, longest))
    return Span(pad(clean(name, cells), cells))
