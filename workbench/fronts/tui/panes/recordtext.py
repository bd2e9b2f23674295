"""What the cells of a schedule's row say: rule, target, distance, state; and which rows a filter leaves.

Owns words and roles of one record. Which columns there are and how wide is the schedules pane's.
"""

from typing import TYPE_CHECKING, Final

import msgspec

from workbench.fronts.tui.theme.glyphs import Glyphs
from workbench.fronts.tui.theme.paint import Span
from workbench.time.clocktext import table_moment
from workbench.time.durations import format_duration
from workbench.time.zones import Zone

if TYPE_CHECKING:
    from workbench.bench.view import ScheduleRow

# A prompt is searched no further than this many characters.
_SEARCHED: Final = 2000


class RowSetting(msgspec.Struct, frozen=True):
    """What the words need beside the record. ``changed`` says that the event that the past stands at changed it;
    ``reason`` is why it waits, where it is due and does."""

    glyphs: Glyphs
    zone: Zone
    now: int
    selected: bool = False
    changed: bool = False
    reason: str = ""


def record_texts(record: "ScheduleRow", setting: RowSetting) -> dict[str, Span]:
    """The text of every column, by its name."""
    glyphs, now = setting.glyphs, setting.now
    fresh, ended = record.delivered is not None, record.state == "ended"
    quiet = "dim" if ended else "text"
    shape = "fired" if fresh else "overdue" if record.state == "overdue" else "past" if setting.changed else "link"
    return {
        "bar": _bar(record, setting),
        "shape": Span(glyphs.shape(record.kind, delivered=fresh), shape),
        "id": Span(record.id, quiet, setting.selected),
        "rule": Span(rule_text(record), "dim"),
        "target": Span(table_moment(record.target, now, setting.zone), quiet),
        "in": _distance(record, setting),
        "state": _state(record, setting),
        "prompt": _prompt(record, setting, "dim" if ended else "soft"),
    }


def _prompt(record: "ScheduleRow", setting: RowSetting, role: str) -> Span:
    """The prompt; while the record waits, why comes before it."""
    if not setting.reason:
        return Span(record.prompt, role)
    return Span(f"{setting.reason} {setting.glyphs.dot} {record.prompt}", "overdue")


def rule_text(record: "ScheduleRow") -> str:
    """A record's rule in at most six cells: its interval, ``after`` or ``at``."""
    return format_duration(record.seconds * 1000).replace(" ", "") if record.kind == "every" else record.kind


def row_look(record: "ScheduleRow", setting: RowSetting) -> str:
    """The ground of the row."""
    if setting.changed:
        return "past"
    return "fired" if record.delivered is not None and record.state != "ended" else "plain"


def matches(record: "ScheduleRow", wanted: str) -> bool:
    """Whether what the row says contains ``wanted`` (given casefolded)."""
    text = f"{record.id} {rule_text(record)} {record.kind} {record.state} {record.prompt[:_SEARCHED]}"
    return wanted in text.casefold()


def _bar(record: "ScheduleRow", setting: RowSetting) -> Span:
    if record.state == "overdue" and record.delivered is None:
        return Span(setting.glyphs.overdue, "overdue", True)
    if setting.changed:
        return Span(setting.glyphs.mark, "past", True)
    return Span(setting.glyphs.mark if record.delivered is not None else " ", "fired", True)


def _distance(record: "ScheduleRow", setting: RowSetting) -> Span:
    if record.state == "ended":
        return Span(setting.glyphs.none, "dim")
    if record.state == "overdue":
        return Span(format_duration(setting.now - record.target), "overdue", True)
    bold = record.delivered is not None or setting.changed
    return Span(format_duration(record.target - setting.now), "text", bold)


def _state(record: "ScheduleRow", setting: RowSetting) -> Span:
    if record.state == "ended":
        return Span("ended", "fired")
    if setting.changed:
        return Span("changed", "past", True)
    if record.delivered is not None:
        return Span("delivered", "fired", True)
    if record.state == "overdue":
        return Span("overdue", "overdue", True)
    return Span("scheduled", "dim")
