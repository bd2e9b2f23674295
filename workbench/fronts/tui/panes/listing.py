"""The rows of the session list, and reading one log just far enough to say how it is.

Owns the columns of page 10, section 6, *Sessions*. What could not be read puts its problem where its target would be.
"""

from pathlib import Path
from typing import ClassVar, Final

import msgspec

from workbench.errors import WorkbenchError
from workbench.fronts.tui.panes.base import Pane
from workbench.fronts.tui.panes.columns import Column, cells, choose
from workbench.fronts.tui.panes.drawn import paint_of
from workbench.fronts.tui.panes.empty import empty_lines
from workbench.fronts.tui.theme.paint import Line, Span
from workbench.time.clocktext import clock_text
from workbench.time.zones import UTC, Zone

COLUMNS: Final = (
    Column("bar", 1, gap=0),
    Column("health", 13),
    Column("name", 25),
    Column("events", 9, right=True, shown_from=60),
    Column("active", 7, right=True, gap=2, shown_from=50),
    Column("note", 0, gap=0),
)
_HEADS: Final = {
    "health": "health", "name": "session", "events": "events", "active": "active", "note": "nearest target",
}  # fmt: skip
_ROLES: Final = {"ok": "ok", "torn": "overdue", "corrupt": "bad", "unsupported": "text"}


class Entry(msgspec.Struct, frozen=True):
    """One log. ``verdict`` is None until it was read; ``note`` is its nearest target or its problem."""

    group: str
    path: Path
    name: str = ""
    verdict: str | None = None
    events: int | None = None
    active: int | None = None
    next_id: str | None = None
    next_at: int | None = None
    problem: str | None = None


def read_entry(group: str, path: Path, root: Path | None) -> Entry:
    """The entry of a log, read whole; whatever is wrong with the file is said in it."""
    from workbench.session.reader import read_log

    del root
    name = path.parent.name
    try:
        log = read_log(path)
    except WorkbenchError as error:
        return Entry(group, path, name, "unsupported", problem=f"{error.code}: {error.message}")
    state = log.state
    target = state.schedules.next_target()
    nearest = next((record.id for record in state.schedules.active.values() if record.target == target), None)
    chief = log.chief_problem
    return Entry(
        group,
        path,
        log.header.id if log.header is not None else name,
        log.judged,
        log.events_shown,
        len(state.schedules.active) if state.schedule_error is None else None,
        nearest,
        target,
        f"{chief.kind}: {chief.message}" if chief is not None and chief.kind != "open_turn" else None,
    )


class ListingPane(Pane):
    """Groups of logs, each under its heading."""

    NAME = "Sessions"
    HEAD_ROWS: ClassVar[int] = 1

    def __init__(self, *, id: str) -> None:  # noqa: A002 - Textual's name
        super().__init__(id=id)
        self._entries: dict[Path, Entry] = {}
        self._rows: list[Entry | str] = []
        self._zone = UTC
        self._empty = empty_lines("No sessions here yet.", [("s", "starts an empty one"), ("q", "quits")])

    def set_zone(self, zone: Zone) -> None:
        """Show times in ``zone``."""
        self._zone = zone

    def put(self, entry: Entry) -> None:
        """Add an entry, or put a better one in the place of what was known; the cursor stays on its entry."""
        chosen = self.entry_at_cursor()
        self._entries[entry.path] = entry
        rows: list[Entry | str] = []
        for each in self._entries.values():
            if not rows or _group_of(rows[-1]) != each.group:
                rows.append(each.group)
            rows.append(each)
        self._rows = rows
        self.redraw()
        if chosen is not None:
            self.cursor = next(at for at, row in enumerate(rows, 1) if _path_of(row) == chosen.path)
        elif self.entry_at_cursor() is None:
            self.move_cursor(self.cursor + 1)

    def entry_at_cursor(self) -> Entry | None:
        """The log on the cursor row."""
        row = self._row(self.cursor)
        return row if isinstance(row, Entry) else None

    def title_spans(self) -> list[Span]:
        """How many, and how many of each kind of trouble."""
        glyphs = paint_of(self).glyphs
        spans = [Span(f"{len(self._entries)}", "dim")]
        for verdict in ("torn", "corrupt", "unsupported"):
            count = sum(1 for entry in self._entries.values() if entry.verdict == verdict)
            if count:
                spans.append(Span(f"{glyphs.health(verdict)} {count} {verdict}", _ROLES[verdict], True))
        return spans

    def row_count(self) -> int:
        """The head and all rows, or what is said instead."""
        return 1 + len(self._rows) if self._rows else len(self._empty)

    def shows_cursor(self) -> bool:
        """The cursor is on a log."""
        return self.entry_at_cursor() is not None

    def row_line(self, row: int, width: int) -> Line:
        """The head, a heading or a log."""
        if not self._rows:
            return self._empty[row]
        columns = choose(COLUMNS, width)
        if row == 0:
            return Line(cells(columns, {name: Span(text, "dim") for name, text in _HEADS.items()}))
        shown = self._rows[row - 1]
        if isinstance(shown, str):
            return Line((Span(f" {shown} ", "text", True),), fill=Span(paint_of(self).glyphs.rule, "hair"))
        return Line(cells(columns, self._texts(shown)))

    def action_scroll_up(self) -> None:
        """One log up, over headings."""
        self.move_cursor(self.cursor - (1 if isinstance(self._row(self.cursor - 1), Entry) else 2))

    def action_scroll_down(self) -> None:
        """One log down, over headings."""
        self.move_cursor(self.cursor + (1 if isinstance(self._row(self.cursor + 1), Entry) else 2))

    def move_cursor(self, row: int) -> None:
        """Only logs can be chosen."""
        row = min(max(row, 2), self.row_count() - 1)
        if isinstance(self._row(row), Entry):
            super().move_cursor(row)

    def _row(self, row: int) -> Entry | str | None:
        return self._rows[row - 1] if 1 <= row <= len(self._rows) else None

    def _texts(self, entry: Entry) -> dict[str, Span]:
        if entry.verdict is None:
            return {"health": Span("  reading", "faint"), "name": Span(entry.path.parent.name, "soft")}
        role = _ROLES[entry.verdict]
        sign = paint_of(self).glyphs.health(entry.verdict)
        return {
            "health": Span(f"{sign} {entry.verdict}", role, entry.verdict != "ok"),
            "name": Span(entry.name, "text", True),
            "events": Span("—" if entry.events is None else f"{entry.events:,}", "dim"),
            "active": Span("—" if entry.active is None else str(entry.active), "text", True),
            "note": self._note(entry, role),
        }

    def _note(self, entry: Entry, role: str) -> Span:
        if entry.problem is not None:
            return Span(entry.problem, "overdue" if entry.verdict == "ok" else role)
        if entry.next_id is None or entry.next_at is None:
            return Span("nothing scheduled", "dim")
        return Span(f"{entry.next_id}  {clock_text(entry.next_at, self._zone)}", "soft")


def _group_of(row: Entry | str) -> str:
    return row if isinstance(row, str) else row.group


def _path_of(row: Entry | str) -> Path | None:
    return row.path if isinstance(row, Entry) else None
