"""The preview: what is known of the entry on the cursor row, in five rows."""

import os
from pathlib import Path

from workbench.actions.known import Facts, LogFacts, ScenarioFacts
from workbench.fronts.tui.listing.celltext import ROLES, count_text, notes, sign_of
from workbench.fronts.tui.listing.entries import Entry
from workbench.fronts.tui.panes.base import Pane
from workbench.fronts.tui.panes.drawn import paint_of
from workbench.fronts.tui.theme.paint import BLANK_LINE, Line, Span
from workbench.text.sizes import size_text
from workbench.time.clocktext import clock_text, zone_city
from workbench.time.instant import clamped
from workbench.time.zones import UTC, Zone, load_zone

ROWS = 5
_LABEL = 12
_STEPS = 4
_LEAST_PATH = 40


class PreviewPane(Pane, can_focus=False):
    """Follows the list's cursor; it has none of its own."""

    NAME = "Preview"

    def __init__(self, *, id: str) -> None:  # noqa: A002 - Textual's name
        super().__init__(id=id)
        self._entry: Entry | None = None
        self._lines: list[Line] = []
        self._zone: Zone = UTC

    def put(self, entry: Entry | None, zone: Zone) -> None:
        """Show what is known of ``entry``."""
        self._entry, self._zone = entry, zone
        self._lines = self._rows(entry) if entry is not None else []
        self.redraw()

    def redraw(self) -> None:
        """Say it anew, in the signs there are now."""
        self._lines = self._rows(self._entry) if self._entry is not None else []
        super().redraw()

    def heading(self) -> str:
        """The entry's name."""
        return self._entry.label if self._entry is not None else self.NAME

    def title_spans(self) -> list[Span]:
        """That this is no session yet, and what else there is to say of it."""
        if self._entry is None:
            return []
        scenario = isinstance(self._entry.facts, ScenarioFacts)
        return [Span(text, "dim") for text in ("preview", *(() if scenario else notes(self._entry, None, self._zone)))]

    def row_count(self) -> int:
        """As many as there is to say."""
        return len(self._lines)

    def row_line(self, row: int, width: int) -> Line:
        """One of them."""
        del width
        return self._lines[row] if row < len(self._lines) else BLANK_LINE

    def shows_cursor(self) -> bool:
        """There is nothing to choose."""
        return False

    def _rows(self, entry: Entry) -> list[Line]:
        facts = entry.facts
        if isinstance(facts, LogFacts):
            return [self._file(entry, facts), *self._log(facts)]
        if isinstance(facts, ScenarioFacts):
            return [self._file(entry, facts), *self._scenario(facts)]
        return [self._file(entry, facts), *(self._problem(facts) if facts is not None else [_row("", "reading ...")])]

    def _file(self, entry: Entry, facts: Facts | None) -> Line:
        found = entry.found
        said = [size_text(found.size)]
        if isinstance(facts, LogFacts) and facts.frames:
            said.append(f"{facts.frames:,} {'frame' if facts.frames == 1 else 'frames'}")
        said.append(f"written {clock_text(clamped(found.mtime_ns // 1_000_000), self._zone)} {zone_city(self._zone)}")
        more = "   " + ", ".join(said)
        path = shown_path(found.path)
        return _row("file", _end_of(path, max(_LEAST_PATH, self.size.width - _LABEL - len(more) - 2)), more)

    def _log(self, facts: LogFacts) -> list[Line]:
        return [self._last_turn(facts), self._schedules(facts), self._todos(facts), self._checked(facts)]

    def _last_turn(self, facts: LogFacts) -> Line:
        if not facts.last_turn:
            return _row("last turn", "none yet")
        end = f" {facts.turn_end}" if facts.turn_end is not None else ""
        when = f", at {clock_text(facts.now, self._zone)} {zone_city(self._zone)}" if facts.now is not None else ""
        return _row("last turn", f"{facts.last_turn:,}", f"{end}{when}")

    def _schedules(self, facts: LogFacts) -> Line:
        if facts.every is None or facts.once is None or facts.ids_used is None:
            return _row("schedules", "not known, their history is not whole", role="bad")
        glyphs = paint_of(self).glyphs
        ended = facts.ids_used - facts.every - facts.once
        return _row(
            "schedules",
            f"{glyphs.every} {facts.every:,}   {glyphs.once} {facts.once:,}",
            f"   {ended:,} ended, {facts.ids_used:,} ids used",
            f"   {glyphs.overdue} {facts.overdue:,} overdue" if facts.overdue else "",
        )

    def _todos(self, facts: LogFacts) -> Line:
        todos = f"{facts.todos_open:,} open of {facts.todos:,}" if facts.todos else "none"
        return _row("todos", todos)

    def _checked(self, facts: LogFacts) -> Line:
        glyphs = paint_of(self).glyphs
        sign = Span(f"{sign_of(facts.verdict, glyphs)} ", ROLES[facts.verdict], True)
        lines = f"{count_text(facts.lines, glyphs)} {'line' if facts.lines == 1 else 'lines'}, "
        if facts.problem is None:
            return Line((*_label("checked"), sign, Span(f"{lines}every one decoded, every rule kept", "soft")))
        more = f"   and {facts.problems - 1:,} more" if facts.problems > 1 else ""
        said = Span(facts.problem, ROLES[facts.verdict], facts.verdict != "ok")
        return Line((*_label("checked"), sign, Span(lines, "dim"), said, Span(more, "dim")))

    def _scenario(self, facts: ScenarioFacts) -> list[Line]:
        zone = load_zone(facts.zone) if facts.zone is not None else UTC
        start = f"starts {clock_text(facts.start, zone)} {zone_city(zone)}" if facts.start is not None else ""
        origin = f"begins from {shown_path(facts.log)}" if facts.log is not None else start
        does = list(facts.does[:_STEPS])
        more = f", and {len(facts.does) - _STEPS:,} more" if len(facts.does) > _STEPS else ""
        kept = paint_of(self).glyphs.ok
        return [
            _row("about", facts.about or "the file does not say"),
            _row("clock", origin),
            _row("steps", "; ".join(does) + more if does else "none"),
            Line((*_label("checked"), Span(f"{kept} ", "ok", True), Span(_counted(facts), "soft"))),
        ]

    def _problem(self, facts: Facts) -> list[Line]:
        sign = Span(f"{sign_of(facts.verdict, paint_of(self).glyphs)} ", ROLES[facts.verdict], True)
        said = Span(facts.problem or facts.verdict, ROLES[facts.verdict], True)
        return [Line((*_label("checked"), sign, said))]


def shown_path(path: Path) -> str:
    """A path as a person writes it, their own folder as ``~``."""
    text, home = str(path), os.path.expanduser("~")  # noqa: PTH111 - never raises
    return f"~{text[len(home) :]}" if home != "/" and text.startswith(home + "/") else text


def _end_of(path: str, cells: int) -> str:
    """A path that does not fit without its beginning, which says the least."""
    if len(path) <= cells:
        return path
    kept = path[len(path) - cells + 3 :]
    whole = kept[kept.find("/") :]
    return f"...{whole if len(whole) > len(kept) // 2 else kept}"


def _counted(facts: ScenarioFacts) -> str:
    steps = f"{facts.steps:,} {'step' if facts.steps == 1 else 'steps'}"
    return f"{steps}, {facts.expects:,} {'expectation' if facts.expects == 1 else 'expectations'}"


def _label(text: str) -> tuple[Span, Span]:
    return Span(" "), Span(f"{text:<{_LABEL}}", "dim")


def _row(label: str, text: str, more: str = "", warning: str = "", *, role: str = "text") -> Line:
    return Line((*_label(label), Span(text, role), Span(more, "dim"), Span(warning, "overdue", True)))
