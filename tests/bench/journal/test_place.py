"""The journal beside its log disturbs nobody who looks at logs, and goes where its session goes (BEN-14, SCH-24)."""

import pytest

from support.benches import HOUR, create, new_bench, run
from support.cli import files_below, workbench
from workbench.actions.forgetting import forget, forgettable
from workbench.actions.places import Places
from workbench.bench.bench import Bench
from workbench.bench.journal.reading import read_journal
from workbench.session.paths import find_logs
from workbench.session.reader import read_log

pytestmark = pytest.mark.req("BEN-14")


@pytest.fixture
def home(tmp_path):
    return tmp_path / "home"


@pytest.fixture
def bench(tmp_path):
    made = new_bench(tmp_path)
    create(made, "look", every_seconds=600)
    run(made.advance(by=HOUR))
    made.close()
    return made


def test_it_lies_beside_the_log_and_is_no_log(bench, home):
    folder = bench.path.parent
    assert files_below(folder) == ["journal.jsonl", "session.jsonl"]
    assert list(find_logs(home)) == [bench.path]
    assert len(read_journal(bench.path)) > 6


def test_checking_a_folder_passes_it_by(bench, home):
    ran = workbench("check", home, "--json")
    assert ran.status == 0
    assert [found["path"] for found in ran.objects] == [str(bench.path)]
    refused = workbench("state", bench.path.with_name("journal.jsonl"), "--json")
    assert refused.error["code"] == "not_a_log"


def test_it_is_forgotten_with_its_session_and_counts_as_part_of_it(bench, home):
    places = Places(home)
    item = forgettable(bench.path, places)
    assert item.others == 0
    assert item.moved == bench.path.parent
    told = len(bench.journal)
    trashed = forget(item, places)
    assert len(read_journal(trashed / "session.jsonl")) == told
    assert not bench.path.with_name("journal.jsonl").exists()


def test_a_fork_adopts_none_of_it(bench):
    child = bench.fork()
    assert files_below(child.path.parent) == ["session.jsonl"]
    assert len(child.journal) == 0
    child.resume()
    told = child.journal.entries(0, len(child.journal))
    assert not any(entry.recovered for entry in told)  # what was inherited is the parent's
    child.close()


def test_a_copy_has_its_own_and_goes_with_it(bench, home, tmp_path):
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    foreign = elsewhere / "session.jsonl"
    foreign.write_bytes(bench.path.read_bytes())
    before = files_below(elsewhere)
    driven = Bench.open(foreign, home=home)
    run(driven.advance(by=HOUR))
    driven.close()
    assert files_below(elsewhere) == before
    assert files_below(driven.path.parent) == ["journal.jsonl", "session.jsonl", "source.json"]
    recovered = [entry for entry in driven.journal.entries(0, 100) if entry.recovered]
    assert len(recovered) == 6
    assert workbench("reset", foreign, home=home).status == 0
    assert files_below(home / "copies") == []


@pytest.mark.req("SCH-24", "BEN-14")
def test_no_fold_and_no_view_of_state_reads_it(bench, home):
    folds = []
    for content in (None, b"", b"\0" * 999, b'{"at":1,"what":"delete","id":"schedule-1","seq":9}\n' * 50):
        place = bench.path.with_name("journal.jsonl")
        if content is None:
            place.unlink()
        else:
            place.write_bytes(content)
        view = Bench.open(bench.path, home=home).view()
        folds.append((view.schedules, view.next_target, view.mode, read_log(bench.path).state.schedules.active))
    assert folds[1:] == folds[:1] * 3
