"""The two rows over the session list: what this program is, the list in numbers, and what is due next of all."""

from workbench.fronts.tui.listing.celltext import due_text
from workbench.fronts.tui.listing.entries import Totals
from workbench.fronts.tui.panes.drawn import Bar, paint_of
from workbench.fronts.tui.panes.refusals import notice_lines
from workbench.fronts.tui.panes.scene import Notice
from workbench.fronts.tui.theme.paint import Line, Span
from workbench.time.zones import UTC, Zone

_WIDE = 110
_NARROW = 60


class ListHeader(Bar):
    """What was just done or refused takes the place of the numbers until the next key."""

    def __init__(self, *, id: str) -> None:  # noqa: A002 - Textual's name
        super().__init__(id=id)
        self._totals = Totals(looking=True)
        self._zone: Zone = UTC
        self.notice: Notice | None = None

    def show(self, totals: Totals, zone: Zone, notice: Notice | None) -> None:
        """Say these from now on."""
        if (totals, zone, notice) != (self._totals, self._zone, self.notice):
            self._totals, self._zone, self.notice = totals, zone, notice
            self.redraw()

    def bar_lines(self, width: int, height: int) -> list[Line]:
        """Both rows, or on a low screen the second alone."""
        said = notice_lines(self.notice, width, height, paint_of(self).glyphs) if self.notice is not None else []
        rows = said or [self._numbers(width)]
        return rows if len(rows) >= height else [self._title(width), *rows]

    def _title(self, width: int) -> Line:
        spans = [Span(" "), Span("workbench", "text", True)]
        if width >= _NARROW:
            spans += [Span("  "), Span("a time machine for agent reminders", "dim")]
        # Sessions have a clock each, the list has none: only in whose time they are told.
        return Line(spans, (Span(f"times in {self._zone.name} ", "dim"),), look="panel")

    def _numbers(self, width: int) -> Line:
        totals = self._totals
        if totals.unknown:
            return Line((Span(" looking for sessions", "dim"),), look="panel")
        examples = f", {_count(totals.examples, 'example')}" if width >= _WIDE else ""
        spans = [Span(f" {_count(totals.sessions, 'session')}{examples}", "dim")]
        what = _count(totals.active, "active schedule") if width >= _WIDE else f"{totals.active:,} active"
        spans += [Span("  "), Span(what, "text")]
        if totals.overdue:
            sign = paint_of(self).glyphs.overdue
            spans += [Span("  "), Span(f"{sign} {totals.overdue:,} overdue", "overdue", True)]
        return Line(spans, self._next() if width >= _NARROW else (), look="panel")

    def _next(self) -> list[Span]:
        if self._totals.nearest is None:
            return []
        name, nearest, now = self._totals.nearest
        due = Span(due_text(nearest.target, now), "text", True)
        return [Span("next ", "dim"), Span(f"{name} {nearest.id} "), due, Span(" ")]


def _count(number: int, noun: str) -> str:
    return f"{number:,} {noun}{'' if number == 1 else 's'}"
