"""The header of a turn in the transcript: its number, its time, and what kind of turn it is."""

from collections.abc import Mapping
from collections.abc import Set as AbstractSet
from typing import TYPE_CHECKING, Any, Final

import msgspec

from workbench.fronts.tui.panes.catchup import TurnKinds
from workbench.fronts.tui.panes.lines import LONG_LINE, line_size
from workbench.fronts.tui.panes.turns import neighbours
from workbench.fronts.tui.theme.glyphs import Glyphs
from workbench.fronts.tui.theme.paint import Line, Span
from workbench.time.clocktext import WEEKDAYS, local_hms, offset_mark
from workbench.time.instant import SECOND, weekday
from workbench.time.zones import Zone

if TYPE_CHECKING:
    from workbench.fronts.tui.panes.page import PageIndex
    from workbench.session.index import LogIndex

_UNKNOWN: Final = "?"
_WORD: Final = 64


class HeaderSetting(msgspec.Struct, frozen=True):
    """What a header needs beside its line. ``fired`` are the numbers of the turns that the last move delivered in."""

    zone: Zone
    glyphs: Glyphs
    fired: AbstractSet[int] = frozenset()


def header_line(
    index: "LogIndex | PageIndex", kinds: TurnKinds, turn: int, setting: HeaderSetting, *, later: bool = False
) -> Line:
    """The header of the turn that starts in index row ``turn``; ``later`` than the past's cursor it is faint."""
    number = turn_number(index, turn)
    name, time = f"turn {_UNKNOWN if number is None else number}", f"  {_time(index, turn, setting.zone)}"
    kind = kinds.words(turn)
    words = f"  {kind}" if kind else ""
    if later:
        return Line((Span(" "), Span(f"{name}{time}{words}", "faint")))
    role = "fired" if number in setting.fired else "dim"
    spans = (Span(" "), Span(name, "soft", True), Span(time, "dim"), Span(words, role), Span(" "))
    return Line(spans, fill=Span(setting.glyphs.rule, "hair"))


def turn_number(index: "LogIndex | PageIndex", turn: int) -> int | None:
    """The number that the log gives the turn; None where it gives none."""
    if line_size(index, turn) > LONG_LINE:
        return None
    data: Any = index.event(turn).data
    number = data.get("turn") if isinstance(data, Mapping) else None
    return number if isinstance(number, int) and number.bit_length() <= _WORD else None


def _time(index: "LogIndex | PageIndex", turn: int, zone: Zone) -> str:
    """Weekday and local time, to the millisecond where a neighbouring turn falls in the same second, with the offset
    where the clocks show that time twice."""
    ms = index.time(turn)
    local = ms + zone.offset_ms(ms)
    text = f"{WEEKDAYS[weekday(local)]} {local_hms(ms, zone)}"
    near = (index.time(at) for at in neighbours(index, turn) if at is not None)
    if any(abs(ms - other) < SECOND for other in near):
        text = f"{text}.{local % SECOND:03d}"
    return text + offset_mark(ms, zone)
