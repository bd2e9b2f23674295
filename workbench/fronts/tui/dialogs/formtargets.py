"""The rows of the create form that show what it would lead to: the next targets, and the exact call. Pure.

Owns their columns at every width; which targets there are and where the clocks change is ``actions.outlook``.
"""

from collections.abc import Iterator
from typing import Final

import msgspec

from workbench.actions.outlook import Coming, moved_words, shift_times
from workbench.fronts.tui.theme.cells import pad, wrap
from workbench.fronts.tui.theme.cells import width as cell_width
from workbench.fronts.tui.theme.glyphs import Glyphs
from workbench.fronts.tui.theme.paint import Line, Span
from workbench.schedule.records import Record
from workbench.text.safe import safe_line
from workbench.time.clocktext import clock_text, offset_text
from workbench.time.durations import format_duration
from workbench.time.instant import format_utc
from workbench.time.zones import Zone

_NUMBER_CELLS, _SHORT_NUMBER_CELLS = 3, 2
_LOCAL_CELLS: Final = 38
_UTC_CELLS: Final = 26
_IN_CELLS: Final = 9
# From the first width on UTC stands beside the local time, below the second its seconds are left out.
_WITH_UTC: Final = _NUMBER_CELLS + _LOCAL_CELLS + _UTC_CELLS + _IN_CELLS
_WITH_SECONDS: Final = 48
_TOOL: Final = "schedule_create "
CALL_LINES: Final = 4
_LONGEST_CALL: Final = 1_000


class Preview(msgspec.Struct, frozen=True):
    """The last answer that was valid: the record, its targets in ``zone``, the remark about them, and the call."""

    record: Record
    zone: Zone
    rows: tuple[Coming, ...]
    remark: str | None
    call: str


def heading(preview: Preview, glyphs: Glyphs) -> Line:
    """What the rows below are."""
    words = "next five targets" if preview.record.kind == "every" else "target"
    return Line((Span(f"{words} ", "text", True),), fill=Span(glyphs.rule, "hair"))


def target_lines(preview: Preview, now: int, width: int, glyphs: Glyphs, *, faint: bool) -> list[Line]:
    """A head, then a row a target and one for each change of the clocks before it."""
    lines = [_head(preview, width)]
    for number, row in enumerate(preview.rows, 1):
        if row.shift is not None:
            lines.append(_shift_line(row, width, glyphs, faint=faint))
        lines.append(_target_line(number, row, preview, now, width, faint=faint))
    return lines


def _head(preview: Preview, width: int) -> Line:
    number, local, utc = _columns(width)
    where = pad(f"local, {preview.zone.name}", local)
    return Line((Span(f"{' ' * number}{where}{pad('UTC', utc) if utc else ''}{'in':>{_IN_CELLS}}", "dim"),))


def _columns(width: int) -> tuple[int, int, int]:
    """The cells of number, local time and UTC; the last none where there is no room for it."""
    if width >= _WITH_UTC:
        return _NUMBER_CELLS, _LOCAL_CELLS, _UTC_CELLS
    number = _NUMBER_CELLS if width >= _WITH_SECONDS else _SHORT_NUMBER_CELLS
    return number, max(0, width - number - _IN_CELLS), 0


def _target_line(number: int, row: Coming, preview: Preview, now: int, width: int, *, faint: bool) -> Line:
    before, local, utc = _columns(width)
    spans = [Span(f"{number:<{before}}", "faint" if faint else "dim")]
    spans += _padded(_local(row, preview, width, faint=faint), local)
    if utc:
        spans.append(Span(pad(format_utc(row.at).replace("T", " "), utc), "faint" if faint else "dim"))
    return Line((*spans, Span(f"{format_duration(row.at - now):>{_IN_CELLS}}", "faint" if faint else "text")))


def _local(row: Coming, preview: Preview, width: int, *, faint: bool) -> list[Span]:
    """Weekday, date, time of day, offset, and by how much the clocks moved since the row before."""
    text = clock_text(row.at, preview.zone)
    day, clock = text[:-8], text[-8:] if width >= _WITH_SECONDS else text[-8:-3]
    time_role, offset_role = ("overdue", "overdue") if row.away else ("text", "dim")
    spans = [
        Span(day, "faint" if faint else "text"),
        Span(clock, "faint" if faint else time_role, not faint),
        Span(f" {offset_text(row.offset)}", "faint" if faint else offset_role),
    ]
    if row.moved:
        sign = "-" if row.moved < 0 else "+"
        moved = f"  {sign}{format_duration(row.moved)}"
        spans.append(Span(moved, "faint" if faint else "overdue", not faint))
    return spans


def _padded(spans: list[Span], cells: int) -> list[Span]:
    """Spans cut or filled to exactly ``cells``; they are plain ASCII, so a character is a cell."""
    kept = []
    for span in spans:
        text = span.text[:cells]
        cells -= len(text)
        kept.append(Span(text, span.role, span.bold))
    return [*kept, Span(" " * cells)]


def _shift_line(row: Coming, width: int, glyphs: Glyphs, *, faint: bool) -> Line:
    """When the clocks change and how, in the middle of a rule."""
    assert row.shift is not None  # noqa: S101 - asked before
    before, after = shift_times(row.shift)
    how = moved_words(row.shift.after_ms - row.shift.before_ms)
    offsets = [offset_text(offset) for offset in (row.shift.before_ms, row.shift.after_ms)]
    arrow = f" {glyphs.arrow} "
    texts = (
        f"{before}{arrow}{after}  {how}  {arrow.join(offsets)}",
        f"{before}{arrow}{after}  {how}",
        f"{before[4:14]} {how}",
    )
    text = next((text for text in texts if cell_width(text) + 4 <= width), texts[-1])
    role = "faint" if faint else "overdue"
    rule = glyphs.late * max(0, (width - cell_width(text) - 2) // 2)
    return Line((Span(f"{rule} ", role), Span(text, role, not faint), Span(" ")), fill=Span(glyphs.late, role))


def call_lines(call: str, width: int, most: int = CALL_LINES, *, faint: bool) -> list[Line]:
    """The call as it is sent: on one line, else its rule on a line of its own, else wrapped, in ``most`` lines."""
    pieces = list(_pieces(call, max(1, width)))
    # The paint cuts what does not fit, with the sign that says so.
    pieces = [*pieces[: most - 1], "".join(pieces[most - 1 :])] if len(pieces) > most else pieces
    return [Line((Span(piece, "faint" if faint else "soft"),)) for piece in pieces]


def _pieces(call: str, width: int) -> Iterator[str]:
    text = safe_line(call[:_LONGEST_CALL])
    if cell_width(text) <= width:
        yield text
        return
    # The rule is the last member and holds no text of the user's with a quote in it, so this finds its begin.
    cut = max(text.rfind(f',"{key}":') for key in ("after_seconds", "at", "every_seconds"))
    whole = cut >= 0 and cell_width(text[: cut + 1]) <= width
    for part in (text[: cut + 1], text[cut + 1 :]) if whole else (text,):
        yield from wrap(part, width)


def call_text(arguments: str) -> str:
    """The call with its arguments, given as the JSON text that is sent."""
    return f"{_TOOL}{arguments}"
