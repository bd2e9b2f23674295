"""What the journal costs beside a log: noting and flushing, big batches, opening, finding, recovering."""

import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from harness import ROOT, Row, seconds

sys.path.insert(0, str(ROOT / "tests"))

from support import loggen
from workbench.bench.journal.entries import Entry, Item
from workbench.bench.journal.recovery import reconcile
from workbench.bench.journal.writing import Journal
from workbench.session.reader import read_log

START = loggen.START
ITEMS = 100


def run(quick: bool) -> Iterator[Row]:
    """The rows of the journal's own targets."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "journal.jsonl"
        count = 20_000 if quick else 200_000
        yield Row("entries noted, a flush every 3", count / _note(path, count), "/s", target=20_000, at_least=True)
        batches = 300 if quick else 3000
        yield Row(f"a batch of {ITEMS} noted and flushed", _batches(path, batches) / batches * 1e6, "us", target=60)
        size = path.stat().st_size / 1e6
        yield Row(f"open {size:.0f} MB", seconds(lambda: Journal.open(path).view()) * 1e3, "ms", target=5)
        view = Journal.open(path).view()
        yield Row(f"count the entries of {size:.0f} MB", seconds(lambda: len(view)) * 1e3, "ms")
        yield Row("find a record in it", seconds(lambda: view.about("schedule-7")) * 1e3, "ms")
        yield Row("find an event in it", seconds(lambda: view.at_seq(7)) * 1e3, "ms")
        dispatches = 10_000 if quick else 100_000
        yield Row(f"recover {dispatches:,} dispatches", _recover(Path(folder), dispatches), "s", target=1.5)


def _note(path: Path, count: int) -> float:
    journal = Journal.open(path)

    def action() -> None:
        for number in range(count):
            item = Item(f"schedule-{number}", "after", START, occurrence=START)
            journal.add(Entry(START, "decision", number, "one-shot", "target", active=5, due=1, items=(item,)))
            if number % 3 == 2:
                journal.flush()

    return seconds(action)


def _batches(path: Path, count: int) -> float:
    journal = Journal.open(path)
    items = tuple(Item(f"schedule-{n}", "every", START, 1000, 3, START, START) for n in range(ITEMS))
    entry = Entry(START, "decision", 5, "batch", "target", active=ITEMS, due=ITEMS, items=items)

    def action() -> None:
        for _ in range(count):
            journal.add(entry)
            journal.flush()

    return seconds(action)


def _recover(folder: Path, dispatches: int) -> float:
    log = folder / "session.jsonl"
    with log.open("wb") as file:
        file.write(loggen.header_line())
        file.writelines(loggen.event_lines(loggen.RECORDS + dispatches * loggen.TURN_EVENTS))
    read, journal = read_log(log), Journal.open(folder / "recovered.jsonl")
    taken = seconds(lambda: (reconcile(journal, read), journal.flush()))
    assert len(journal.view()) >= dispatches - 1
    return taken
