"""A journal that a former session left is set aside by a new one: never lost, never read (BEN-14, SCH-30)."""

import pytest

from support.benches import HOUR, START, create, new_bench, run
from workbench.bench.bench import Bench
from workbench.bench.journal.reading import read_journal

pytestmark = pytest.mark.req("BEN-14", "SCH-30")


def lived(home, session_id):
    """A session that a crash took something from, its log gone, its journal left."""
    bench = Bench.new(home, start=START, session_id=session_id)
    create(bench, "look", every_seconds=600)
    bench.arm("crash_after_queue")
    run(bench.advance(by=HOUR))
    bench.close()
    bench.path.unlink()
    return bench.path


def test_a_new_session_begins_its_own(tmp_path):
    for number in (1, 2):
        log = lived(tmp_path, "again")
        former = log.with_name("journal.jsonl").read_bytes()
        bench = Bench.new(tmp_path, start=START, session_id="again")
        name = create(bench, "look", every_seconds=600)
        run(bench.advance(by=HOUR))
        assert bench.journal.entry(0).what == "resume"
        assert bench.journal.entry(0).items == ()
        assert bench.explain(name).repeats == ()
        bench.close()
        assert log.with_name(f"journal.jsonl.{2 * number - 1}").read_bytes() == former
        log.unlink()


def test_a_fork_begins_its_own(tmp_path):
    log = lived(tmp_path, "child")
    parent = Bench.new(tmp_path, start=START, session_id="parent")
    parent.say("hello")
    child = parent.fork(session_id="child")
    assert child.path == log
    child.resume()
    assert child.journal.entry(0).items == ()
    assert log.with_name("journal.jsonl.1").exists()
    child.close()
    parent.close()


@pytest.mark.parametrize("lay", ["folder", "link", "empty"])
def test_whatever_lies_there_is_out_of_the_way(tmp_path, lay):
    log = lived(tmp_path, "again")
    journal, target = log.with_name("journal.jsonl"), tmp_path / "mine.txt"
    target.write_bytes(b"mine\n")
    journal.unlink()
    if lay == "folder":
        journal.mkdir()
    elif lay == "link":
        journal.symlink_to(target)
    else:
        journal.touch()
    bench = Bench.new(tmp_path, start=START, session_id="again")
    create(bench, "look", every_seconds=600)
    bench.close()
    view = read_journal(log)
    assert view.problem is None
    assert [entry.what for entry in view.entries(0, 9)] == ["resume", "create", "suspend"]
    assert target.read_bytes() == b"mine\n"


def test_a_session_that_is_there_keeps_its_journal(tmp_path):
    bench = new_bench(tmp_path)
    create(bench, "look", every_seconds=600)
    bench.close()
    before = bench.path.with_name("journal.jsonl").read_bytes()
    again = Bench.open(bench.path, home=tmp_path / "home")
    again.resume()
    again.close()
    assert bench.path.with_name("journal.jsonl").read_bytes().startswith(before)
    assert not list(bench.path.parent.glob("journal.jsonl.*"))
