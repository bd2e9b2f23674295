"""``workbench journal``: every decision about a log's schedules and why, as its bench noted them (BEN-14)."""

import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING

import click

from workbench.errors import UsageError, WorkbenchError
from workbench.fronts.cli import journal_json
from workbench.fronts.cli.call import Call, FileName, common_options, pass_call
from workbench.fronts.cli.output import json_line, line, print_error

if TYPE_CHECKING:
    from workbench.bench.journal.entries import Entry
    from workbench.bench.journal.reading import JournalView
    from workbench.session.book import RecordBook
    from workbench.time.zones import Zone

    Numbered = tuple[int, Entry]

DEFAULT_LIMIT = 100
WHATS = (
    "decision", "create", "delete", "refusal", "failure", "fault", "crash", "suspend", "resume", "clock",
)  # fmt: skip
_AT_ONCE = 256

EPILOG = f"""\b
Examples:
  workbench journal session.jsonl
  workbench journal session.jsonl --id schedule-2 --what decision --limit 20
  workbench journal session.jsonl --at "2026-08-05T11:00:00Z" --zone Europe/Berlin
  workbench journal session.jsonl --limit 0 --json
\b
--json: one object a line: {journal_json.KEYS}
{journal_json.MORE_KEYS}. What is not there is null.
"""


@click.command("journal", epilog=EPILOG, short_help="Show every decision, and why.")
@click.argument("file", metavar="FILE|ID", type=FileName())
@click.option("--id", "schedule", metavar="ID", help="Only what is about this schedule.")
@click.option("--what", type=click.Choice(WHATS), multiple=True, help="Only entries of this kind; may be repeated.")
@click.option(
    "--limit", type=click.IntRange(0), default=DEFAULT_LIMIT, show_default=True, help="The newest so many; 0 for all."
)
@click.option("--at", metavar="SEQ|TIME", help="Only what was known then (default: all).")
@common_options
@pass_call
def command(call: Call, file: str, schedule: str | None, what: Sequence[str], limit: int, at: str | None) -> int:
    """Show what was decided about a session's schedules, and why, oldest first. Nothing is written.

    The journal lies beside the log. A log that no bench ever drove has none.
    """
    from workbench.bench.journal.reading import read_journal

    path = _log(call, file)
    view = read_journal(path)
    wanted = _filter(what, _until(call, file, at))
    entries = _newest(view, schedule, limit, wanted) if limit else filter(wanted, _numbered(view, schedule))
    zone, none, lost = call.shown_zone, True, _Lost(path, view)
    for number, entry in entries:
        none = False
        if call.json:
            json_line(journal_json.entry_json(number, entry, lost.of(entry)))
        else:
            _say(number, entry, zone, schedule, lost.of(entry))
    if none and not call.json:
        line("no such entries" if len(view) else _none_said(call, path, view.problem))
    if view.problem is None:
        return 0
    print_error(WorkbenchError("journal_unreadable", view.problem), as_json=call.json)
    return 1


def _log(call: Call, file: str) -> Path:
    """The log whose journal is meant."""
    from workbench.actions.places import find_session
    from workbench.bench.journal.entries import JOURNAL_NAME
    from workbench.session.paths import LOG_NAMES

    # Whoever names the journal itself means it.
    beside = Path(file).with_name(LOG_NAMES["none"]) if Path(file).name == JOURNAL_NAME else None
    path = beside if beside is not None and Path(file).exists() else find_session(call.places, file)
    if path.is_dir():
        raise UsageError("is_folder", f"{path} is a folder; a journal belongs to one log", hint="name a log inside it")
    return path


class _Lost:
    """Which dispatches that the journal tells of the log does not have; the log is read with the first decision."""

    def __init__(self, path: Path, view: "JournalView") -> None:
        self._path = path
        self._view = view

    def of(self, entry: "Entry") -> frozenset[str]:
        """The ids of those of an entry."""
        from workbench.bench.journal.outcome import unrecorded

        if entry.what != "decision" or entry.seq < 0 or self._book is None:
            return frozenset()
        return unrecorded(self._view, entry, self._book, ended=self._ended)

    @cached_property
    def _ended(self) -> bool:
        from workbench.session.lock import holder_of

        return holder_of(self._path) is None

    @cached_property
    def _book(self) -> "RecordBook | None":
        """None where the log cannot be read: then the journal alone is told."""
        from workbench.session.reader import read_log

        # Whoever writes notes an event before it is in the log: who writes is asked first.
        _ = self._ended
        try:
            log = read_log(self._path)
        except WorkbenchError:
            return None
        return log.past.book(log.index.rows)


def _none_said(call: Call, path: Path, problem: str | None) -> str:
    from workbench.bench.journal.place import journal_path
    from workbench.session.copies import existing_copy

    if problem is not None:
        return f"no entries: {problem}"
    if os.path.lexists(journal_path(path)):
        return "no entries: the journal is empty"
    copy = existing_copy(path, call.places.home)
    elsewhere = f"; the screen went on with the copy {copy}" if copy is not None else ""
    return f"no journal: no bench has driven this log yet{elsewhere}"


def _until(call: Call, file: str, at: str | None) -> tuple[int, int] | None:
    """The seq and the instant of the cursor."""
    if at is None:
        return None
    from workbench.fronts.cli.cursor import read_at

    cursor = read_at(call, file, at, None)
    return -1 if cursor.seq is None else cursor.seq, cursor.now


def _filter(what: Sequence[str], until: tuple[int, int] | None) -> "Callable[[Numbered], bool]":
    from workbench.bench.explaining import was_known

    def wanted(numbered: "Numbered") -> bool:
        _, entry = numbered
        return (not what or entry.what in what) and (until is None or was_known(entry, *until))

    return wanted


def _newest(
    view: "JournalView", schedule: str | None, limit: int, wanted: "Callable[[Numbered], bool]"
) -> "Iterable[Numbered]":
    """The newest ``limit`` of the entries that are wanted, oldest first."""
    found = filter(wanted, _numbered(view, schedule, backwards=True))
    return reversed(list(islice(found, limit)))


def _numbered(view: "JournalView", schedule: str | None, *, backwards: bool = False) -> "Iterator[Numbered]":
    """All entries, or those about one schedule."""
    step = -1 if backwards else 1
    if schedule is not None:
        yield from ((number, view.entry(number)) for number in view.about(schedule)[::step])
        return
    for first in range(0, len(view), _AT_ONCE)[::step]:
        yield from list(enumerate(view.entries(first, first + _AT_ONCE), first))[::step]


def _say(number: int, entry: "Entry", zone: "Zone", about: str | None, unrecorded: frozenset[str]) -> None:
    from workbench.fronts.cli.journal_words import item_lines, sentence
    from workbench.fronts.cli.moments import moment

    when = "time unknown" if journal_json.is_unreadable(entry) else moment(entry.at, zone)
    line(f"{number:>4}  {when}: {sentence(entry, zone, unrecorded)}")
    for text in item_lines(entry, zone, about, unrecorded):
        line(f"      {text}")
