"""What the session list holds: files in their groups, what is known of each, and which row each has.

Owns order, headings, the filter and the totals. Nothing here draws, reads a file or knows a thread.
"""

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final

import msgspec

from workbench.actions.known import Facts, LogFacts, Nearest
from workbench.actions.listing import Found, Group, in_order

TROUBLES: Final = ("torn", "corrupt", "unsupported", "unreadable", "invalid")


class Entry(msgspec.Struct, frozen=True):
    """One file; ``facts`` is None until it was read."""

    found: Found
    facts: Facts | None = None

    @property
    def path(self) -> Path:
        """Where it lies."""
        return self.found.path

    @property
    def name(self) -> str:
        """What it is called, as far as that is known."""
        if self.facts is not None:
            return self.facts.name
        return self.path.stem if self.found.kind == "scenario" else self.path.parent.name

    @property
    def damaged(self) -> bool:
        """Whether it is a log that a repair might mend something about."""
        return isinstance(self.facts, LogFacts) and self.facts.verdict in ("torn", "corrupt")

    @property
    def run(self) -> str:
        """Which run of its scenario it is, as ``run 3``; empty for all else."""
        if self.found.kind != "run":
            return ""
        folder = self.path.relative_to(self.found.group.folder).parts[0]
        return f"run {folder.rpartition('-')[2]}"

    @property
    def label(self) -> str:
        """The name, and for one of several runs which it is."""
        return f"{self.name} {self.run}".rstrip()


class Heading(msgspec.Struct, frozen=True):
    """The row over a group: how many of its files are shown."""

    group: Group
    count: int


Row = Entry | Heading | None


class Totals(msgspec.Struct, frozen=True):
    """The list in numbers. ``active`` and ``overdue`` count the schedules of all but examples, each log by its own
    clock; ``nearest`` is the one that is due in the shortest time from its session's instant. With ``looking`` there
    may be more."""

    sessions: int = 0
    examples: int = 0
    active: int = 0
    overdue: int = 0
    unread: int = 0
    troubles: tuple[tuple[str, int], ...] = ()
    nearest: tuple[str, Nearest, int] | None = None
    looking: bool = False

    @property
    def unknown(self) -> bool:
        """Whether nothing was found yet, which says nothing."""
        return self.looking and not self.sessions and not self.examples


class Listing:
    """All entries. ``rows`` are those that ``filter`` leaves: headings, entries, and None for a blank row."""

    def __init__(self, groups: Iterable[Group] = ()) -> None:
        self._groups: dict[Group, dict[Path, Entry]] = {group: {} for group in groups}
        self._group_of: dict[Path, Group] = {}
        self._row_of: dict[Path, int] = {}
        self.filter = ""
        self.rows: list[Row] = []
        # Whether nobody has looked everywhere yet.
        self.looking = False

    def __len__(self) -> int:
        return len(self._group_of)

    def add(self, portion: Iterable[Entry]) -> None:
        """Add files, or put them in the place of what was known of them; the first group that has a path keeps it."""
        for entry in portion:
            group = self._group_of.setdefault(entry.path, entry.found.group)
            if group == entry.found.group:
                self._groups[group][entry.path] = entry
        self._arrange()

    def learn(self, facts: Iterable[tuple[Path, Facts]]) -> None:
        """Note what was read."""
        for path, known in facts:
            entry = self.get(path)
            if entry is None:
                continue
            better = self._groups[entry.found.group][path] = Entry(entry.found, known)
            row = self._row_of.get(path)
            if row is not None:
                self.rows[row] = better
        if self.filter:
            self._arrange()

    def keep(self, paths: set[Path]) -> None:
        """Forget every file that is not among ``paths``, which is all that a search found."""
        self.looking = False
        for path in self._group_of.keys() - paths:
            del self._groups[self._group_of.pop(path)][path]
        self._arrange()

    def choose(self, text: str) -> None:
        """Show only entries that contain ``text`` in their name, health, problem or path; all for an empty one."""
        self.filter = text
        self._arrange()

    def get(self, path: Path) -> Entry | None:
        """The entry of a path, shown or not."""
        group = self._group_of.get(path)
        return self._groups[group].get(path) if group is not None else None

    def row_of(self, path: Path | None) -> int | None:
        """The row that shows a path's entry, None where the filter hides it."""
        return self._row_of.get(path) if path is not None else None

    def all_entries(self) -> Iterator[Entry]:
        """Every entry in the order of the list, shown or not."""
        for entries in self._groups.values():
            yield from sorted(entries.values(), key=lambda entry: in_order(entry.found))

    def totals(self) -> Totals:
        """The list in numbers."""
        entries = [entry for group in self._groups.values() for entry in group.values()]
        own = [entry for entry in entries if not entry.found.group.examples]
        logs = [entry.facts for entry in own if isinstance(entry.facts, LogFacts)]
        verdicts = [entry.facts.verdict for entry in entries if entry.facts is not None]
        counts = ((word, verdicts.count(word)) for word in TROUBLES)
        return Totals(
            sessions=len(own),
            examples=len(entries) - len(own),
            active=sum(facts.active or 0 for facts in logs),
            overdue=sum(facts.overdue for facts in logs),
            unread=len(entries) - len(verdicts),
            troubles=tuple((word, count) for word, count in counts if count),
            nearest=_nearest(own),
            looking=self.looking,
        )

    def _arrange(self) -> None:
        rows: list[Row] = []
        for group, entries in self._groups.items():
            shown = sorted((each for each in entries.values() if self._matches(each)), key=lambda e: in_order(e.found))
            if shown:
                rows += [None] if rows else []
                rows += [Heading(group, len(shown)), *shown]
        self.rows = rows
        self._row_of = {row.path: at for at, row in enumerate(rows) if isinstance(row, Entry)}

    def _matches(self, entry: Entry) -> bool:
        wanted = self.filter.strip().casefold()
        if not wanted:
            return True
        facts = entry.facts
        said = (entry.label, str(entry.path), *((facts.verdict, facts.problem or "") if facts is not None else ()))
        return any(wanted in text.casefold() for text in said)


def _nearest(entries: Iterable[Entry]) -> tuple[str, Nearest, int] | None:
    waits = [
        (facts.nearest.target - facts.now, entry.label, facts.nearest, facts.now)
        for entry in entries
        if isinstance(facts := entry.facts, LogFacts)
        and facts.nearest is not None
        and facts.now is not None
        and facts.nearest.target > facts.now
    ]
    if not waits:
        return None
    _, name, nearest, now = min(waits, key=lambda wait: wait[0])
    return name, nearest, now
