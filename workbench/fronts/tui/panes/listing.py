"""The pane of the session list: headings, entries, and a cursor that stays on its file whatever comes and goes.

Owns moving and keeping the cursor. What the rows are is ``listing.entries``, what they say ``listing.celltext``.
"""

from collections.abc import Iterable
from pathlib import Path
from typing import ClassVar

from textual.message import Message

from workbench.actions.known import Facts
from workbench.fronts.tui.listing.celltext import ROLES, entry_line, head_line, sign_of
from workbench.fronts.tui.listing.entries import Entry, Heading, Listing, Totals
from workbench.fronts.tui.listing.preview import shown_path
from workbench.fronts.tui.panes.base import Pane
from workbench.fronts.tui.panes.drawn import paint_of
from workbench.fronts.tui.panes.empty import empty_lines
from workbench.fronts.tui.panes.keybar import key_in
from workbench.fronts.tui.theme.paint import BLANK_LINE, Line, Span
from workbench.time.zones import UTC, Zone

_PATH_FROM = 60


class ListingPane(Pane):
    """Groups of logs and scenarios, each under its heading."""

    NAME = "Sessions"
    HEAD_ROWS: ClassVar[int] = 1

    class Scrolled(Message):
        """Other files came into sight."""

    def __init__(self, *, id: str) -> None:  # noqa: A002 - Textual's name
        super().__init__(id=id)
        self.listing = Listing()
        self.opened: Path | None = None
        # The file the cursor is on, or is to be on once it is found.
        self.chosen: Path | None = None
        self._zone: Zone = UTC
        self._totals = Totals(looking=True)

    def set_zone(self, zone: Zone) -> None:
        """Show times in ``zone``."""
        self._zone = zone
        self.redraw()

    def learn(self, facts: Iterable[tuple[Path, Facts]]) -> None:
        """Take what was read of some files."""
        self.listing.learn(facts)
        self.follow()

    def follow(self) -> None:
        """The list changed: draw it, the cursor on the file it was on, or where that was if it is gone."""
        self._totals = self.listing.totals()
        row = self.listing.row_of(self.chosen)
        if row is not None:
            self.cursor = row + 1
        self.redraw()
        if self.entry_at_cursor() is None:
            self.cursor = self._nearest(self.cursor)
            self.redraw()
        self.reveal(self.cursor)

    def totals(self) -> Totals:
        """The list in numbers."""
        return self._totals

    def entry_at_cursor(self) -> Entry | None:
        """The file on the cursor row."""
        row = self._row(self.cursor)
        return row if isinstance(row, Entry) else None

    def in_sight(self) -> list[Path]:
        """The files in the rows that are on the screen."""
        rows = (self._row(row) for row in self._sight())
        return [row.path for row in rows if isinstance(row, Entry)]

    def title_spans(self) -> list[Span]:
        """How many, how many of each kind of trouble, and how many are not read yet."""
        totals, glyphs = self._totals, paint_of(self).glyphs
        if totals.unknown:
            return [Span("looking", "dim")]
        spans = [
            Span(
                f"{totals.sessions:,} here, {totals.examples:,} {'example' if totals.examples == 1 else 'examples'}",
                "dim",
            )
        ]
        for verdict, count in totals.troubles:
            spans.append(Span(f"{sign_of(verdict, glyphs)} {count:,} {verdict}", ROLES[verdict], True))
        if self.listing.filter.strip():
            spans.append(Span(f"/ {self.listing.filter.strip()}", "link", True))
        if totals.unread:
            spans.append(Span(f"reading {totals.unread:,}", "dim"))
        return spans

    def row_count(self) -> int:
        """The head and all rows, or what is said instead."""
        return 1 + len(self.listing.rows) if self.listing.rows else len(self._instead())

    def shows_cursor(self) -> bool:
        """The cursor is on a file."""
        return self.entry_at_cursor() is not None

    def row_line(self, row: int, width: int) -> Line:
        """The head, a heading or a file."""
        if not self.listing.rows:
            return self._instead()[row]
        if row == 0:
            return head_line(width)
        shown = self.listing.rows[row - 1]
        if isinstance(shown, Entry):
            return self._marked(entry_line(shown, width, self._zone, paint_of(self).glyphs, self.opened), row)
        return self._heading(shown, width) if shown is not None else BLANK_LINE

    def action_scroll_up(self) -> None:
        """One file up, over headings."""
        self._step(-1)

    def action_scroll_down(self) -> None:
        """One file down, over headings."""
        self._step(1)

    def move_cursor(self, row: int) -> None:
        """Only files can be chosen: a heading gives way to the nearest one beyond it."""
        last = self.row_count() - 1
        row = self._nearest(min(max(row, self.HEAD_ROWS), last), -1 if row < self.cursor else 1)
        entry = self._row(row)
        if isinstance(entry, Entry):
            self.chosen = entry.path
            super().move_cursor(row)
            if row == self._nearest(self.HEAD_ROWS):
                self.scroll_to(y=0, animate=False)

    def on_resize(self) -> None:
        """Keep the cursor in sight."""
        super().on_resize()
        if self.listing.rows:
            self.reveal(self.cursor)

    def watch_scroll_y(self, old_value: float, new_value: float) -> None:
        """Tell the screen what is in sight now."""
        super().watch_scroll_y(old_value, new_value)
        self.post_message(self.Scrolled())

    def _marked(self, line: Line, row: int) -> Line:
        if row != self.cursor:
            return line
        bar, *rest = line.spans
        return Line(
            (bar._replace(text=paint_of(self).glyphs.mark, role="link"), *rest), line.right, line.look, line.fill
        )

    def _heading(self, heading: Heading, width: int) -> Line:
        group, rule = heading.group, paint_of(self).glyphs.rule
        spans = [Span(f" {group.title}", "text", True), Span(f"  {heading.count:,}", "dim")]
        if width >= _PATH_FROM and not group.examples:
            spans.append(Span(f"  {shown_path(group.folder)}", "dim"))
        return Line((*spans, Span(" ")), fill=Span(rule, "hair"))

    def _instead(self) -> list[Line]:
        if len(self.listing):
            return empty_lines("No session matches.", [("esc", "shows all of them again")])
        if self.listing.looking:
            return empty_lines("Looking for sessions.", [(key_in(self, "app.quit"), "quits")])
        hints = [(key_in(self, "session.new"), "starts an empty one"), (key_in(self, "app.quit"), "quits")]
        return empty_lines("No sessions here yet.", hints)

    def _row(self, row: int) -> Entry | Heading | None:
        rows = self.listing.rows
        return rows[row - 1] if 1 <= row <= len(rows) else None

    def _step(self, by: int) -> None:
        row = self.cursor + by
        while 1 <= row <= len(self.listing.rows):
            if isinstance(self._row(row), Entry):
                self.move_cursor(row)
                return
            row += by
        self.move_cursor(self.cursor)

    def _nearest(self, row: int, towards: int = 1) -> int:
        """The row of the file nearest to ``row``, that way first; ``row`` itself where there is none."""
        last = len(self.listing.rows)
        for step in (towards, -towards):
            at = row
            while 1 <= at <= last:
                if isinstance(self._row(at), Entry):
                    return at
                at += step
        return row
