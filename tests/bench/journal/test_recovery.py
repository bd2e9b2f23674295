"""Bringing a journal up to its log on reopening: what it lacks, and what never became durable (BEN-14, SCH-30)."""

import msgspec
import pytest

from support.benches import DAY, HOUR, MINUTE, START, create, dispatched, new_bench, run
from support.conformance import conformance_files
from workbench.bench.journal.entries import Entry, Item
from workbench.bench.journal.reading import JournalView
from workbench.bench.journal.recovery import reconcile
from workbench.bench.journal.writing import Journal
from workbench.session.reader import read_log

pytestmark = pytest.mark.req("BEN-14")
REAL = [*conformance_files("sessions/none/**/session.jsonl"), *conformance_files("sessions/zstd/**/*.zstd")]


@pytest.fixture(scope="module")
def lived(tmp_path_factory):
    """A session with one-shots, batches, passed targets, a deletion; its log and the journal written meanwhile."""
    bench = new_bench(tmp_path_factory.mktemp("lived"))
    create(bench, "first", after_seconds=90)
    create(bench, "look", every_seconds=600)
    create(bench, "stretch", every_seconds=900)
    create(bench, "second", after_seconds=4000)
    run(bench.advance(by=HOUR))
    bench.call("schedule_delete", {"id": "schedule-3"}, front="test")
    create(bench, "watch", every_seconds=300)
    run(bench.jump(by=DAY))
    bench.suspend()
    return bench


@pytest.fixture
def log(lived):
    return read_log(lived.path)


@pytest.fixture
def path(tmp_path):
    return tmp_path / "journal.jsonl"


def everything(view):
    return view.entries(0, len(view))


def delivered(entries):
    """Seq, record and the rest of each dispatch that entries tell of."""
    return {
        seq: (entry.at, item)
        for entry in entries if entry.what == "decision" and entry.seq >= 0
        for seq, item in enumerate((item for item in entry.items if item.occurrence is not None), entry.seq)
    }  # fmt: skip


def journal_of(path, entries):
    journal = Journal.open(path)
    for entry in entries:
        journal.add(entry)
    journal.flush()
    return journal


def test_a_journal_that_is_whole_gets_nothing_more(lived, log, path):
    written = everything(lived.journal)
    assert [item.id for _, item in delivered(written).values()] == dispatched(lived)
    journal = journal_of(path, written)
    found = reconcile(journal, log)
    assert (found.recovered, found.lost) == (0, ())
    assert everything(journal.view()) == written


def test_all_that_is_missing_is_told_as_it_was_when_it_happened(lived, log, path):
    written = delivered(everything(lived.journal))
    journal = journal_of(path, [])
    assert reconcile(journal, log).recovered == len(written) > 8
    entries = everything(journal.view())
    assert all(entry.recovered and entry.what == "decision" for entry in entries)
    assert delivered(entries) == written
    told = [entry for entry in everything(lived.journal) if entry.what == "decision" and entry.seq >= 0]
    assert [(entry.seq, entry.chosen) for entry in entries] == [(entry.seq, entry.chosen) for entry in told]


@pytest.mark.parametrize("kept", range(0, 40, 3))
def test_what_was_torn_off_its_end_is_added_once(lived, log, path, kept):
    written = everything(lived.journal)
    journal = journal_of(path, written[:kept])
    found = reconcile(journal, log)
    assert found.recovered == len(delivered(written)) - len(delivered(written[:kept]))
    assert found.lost == ()
    assert delivered(everything(journal.view())) == delivered(written)
    journal.flush()
    again = Journal.open(path)
    assert reconcile(again, log).recovered == 0
    assert len(again.view()) == len(journal.view())


def test_an_unreadable_entry_is_made_good(lived, log, path):
    written = everything(lived.journal)
    journal_of(path, written).close()
    lines = path.read_bytes().split(b"\n")
    broken = next(at for at, entry in enumerate(written) if len(delivered([entry])) > 1)
    lines[broken] = lines[broken][:-9]
    path.write_bytes(b"\n".join(lines))
    journal = Journal.open(path)
    assert reconcile(journal, log).recovered == len(delivered([written[broken]])) > 1
    last = journal.view().entry(len(written))
    assert (last.seq, last.chosen, last.recovered) == (written[broken].seq, "batch", True)


@pytest.mark.req("SCH-30")
def test_what_the_log_does_not_have_was_lost(log, path):
    events = log.index.events
    first = Item("schedule-9", "after", START, occurrence=START)
    batch = tuple(Item(f"schedule-{n}", "every", START, occurrence=START, next=START + MINUTE) for n in (5, 6))
    held = Item("schedule-7", "after", START, why="one_shot_first")
    journal = journal_of(path, [])
    reconcile(journal, log)
    journal.add(Entry(START, "resume", events=events))
    journal.add(Entry(START, "decision", events, "one-shot", items=(first, held)))
    journal.add(Entry(START, "decision", events + 8, "batch", items=batch))
    journal.flush()
    assert reconcile(journal, log).lost == (first, *batch)
    journal.add(Entry(START, "resume", events=events))  # from here on it was told
    assert reconcile(journal, log).lost == (first, *batch)
    journal.flush()
    assert reconcile(journal, log).lost == ()


@pytest.mark.req("SCH-30")
def test_another_record_at_the_same_event_is_no_proof(lived, log, path):
    written = everything(lived.journal)
    at, entry = next((at, e) for at, e in enumerate(written) if e.chosen == "one-shot")
    other = msgspec.structs.replace(entry.items[0], id="schedule-99")
    written[at] = msgspec.structs.replace(entry, items=(other,))
    found = reconcile(journal_of(path, written), log)
    assert (found.recovered, found.lost) == (1, (other,))


def test_only_the_entries_since_the_last_life_are_read(log, path, monkeypatch):
    journal = journal_of(path, [])
    reconcile(journal, log)
    for _ in range(30_000):
        journal.add(Entry(START, "refusal", tool="schedule_create", by="cli", code="invalid_rule", message="x" * 60))
    journal.add(Entry(START, "resume", events=log.index.events))
    journal.close()
    journal = Journal.open(path)
    asked, file = [], type(journal.view()._file.lines.file)
    read = file.read
    monkeypatch.setattr(file, "read", lambda self, at, size: asked.append(size) or read(self, at, size))
    assert reconcile(journal, log).recovered == 0
    assert sum(asked) <= 1 << 20 < path.stat().st_size // 2


def test_a_journal_of_a_longer_log_than_this_is_not_believed(lived, log, path):
    journal = journal_of(path, [Entry(START, "resume", events=log.index.events + 5)])
    assert reconcile(journal, log).recovered == len(delivered(everything(lived.journal)))


def test_where_it_cannot_be_written_reopening_goes_on(log, path):
    path.mkdir()
    journal = Journal.open(path)
    assert reconcile(journal, log).recovered > 8
    assert journal.problem is not None
    assert len(journal.view()) > 8


def test_a_bench_reopened_without_its_journal_makes_it_anew(lived, tmp_path):
    bench = new_bench(tmp_path)
    create(bench, "look", every_seconds=600)
    run(bench.advance(by=HOUR))
    bench.suspend()
    place = bench.path.with_name("journal.jsonl")
    before = delivered(everything(bench.journal))
    place.unlink()
    assert len(bench.journal) == 0
    bench.resume()
    assert delivered(everything(bench.journal)) == before
    assert bench.journal.entry(0).recovered
    bench.close()


@pytest.mark.parametrize("real", REAL, ids=lambda path: path.parent.name)
def test_real_logs_have_every_dispatch_recovered(real, path):
    log = read_log(real)
    journal = Journal.open(path)
    found = reconcile(journal, log)
    changes = (e for e in log.index.events_from(log.header.fold_from) if e.type == "schedule/change")
    dispatches = {e.seq: e.data["id"] for e in changes if e.data.get("operation") == "dispatch"}
    told = {seq: item.id for seq, (_, item) in delivered(everything(journal.view())).items()}
    book = log.past.book(log.index.rows)
    folded = {seq for trail in book.order for seq in trail.seqs[1 : len(trail.decided) + 1]}
    assert told == {seq: name for seq, name in dispatches.items() if seq in folded}
    assert found.recovered == len(told)
    assert found.lost == ()


def test_an_empty_view_has_nothing_newest(path):
    assert list(JournalView().newest_first()) == []
    path.write_bytes(b"")
    assert list(Journal.open(path).view().newest_first()) == []
