"""SIGKILL at every boundary at which a bench changes the disk, and half way through every write (LOG-12).

After each death: the log is a beginning of what an undisturbed life writes and holds all that was acknowledged, a check
calls it ok or torn, the journal can be read and knows every dispatch, and the session goes on as the model says.
"""

import os
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest

import workbench
from support.benches import HOUR, START
from support.harness_lines import read
from support.harness_rules import problems
from support.history_checks import facts
from support.history_journal import check_journal
from support.killed_chapters import FOREIGN, HOME
from support.model_facts import facts_of, facts_of_file
from support.model_life import Life
from support.model_records import State
from workbench.bench.bench import Bench
from workbench.bench.journal.reading import read_journal
from workbench.bench.options import BenchOptions
from workbench.session.check import check_file
from workbench.session.copies import existing_copy
from workbench.session.reader import read_log

pytestmark = pytest.mark.req("LOG-12", "LOG-8", "LOG-10", "SCH-30", "BEN-14")
TESTS = Path(__file__).parents[1]
PROGRAM = TESTS / "support" / "killed_bench.py"
# The children run what is tested here, wherever it is installed.
PATHS = os.pathsep.join([str(Path(workbench.__file__).parents[1]), str(TESTS)])
LATER = START + 5 * HOUR
# Fewer boundaries would mean that the program no longer reaches the calls it is to die at.
CHAPTERS = [
    ("born", "none", 50),
    ("born", "zstd", 50),
    ("busy", "none", 35),
    ("crashed", "none", 35),
    ("mended", "none", 15),
    ("mended", "zstd", 15),
    ("forked", "none", 40),
    ("copied", "none", 50),
]


def deaths(folder, chapter, compression, fewest):
    """The folders of all deaths and that of the whole life."""
    environment = os.environ | {"PYTHONPATH": PATHS}
    done = subprocess.run(
        [sys.executable, PROGRAM, chapter, folder, compression],
        env=environment, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert int(done.stdout) >= fewest
    found = [each for each in folder.iterdir() if each.name not in ("start", "warm", "whole")]
    assert len(found) > int(done.stdout), "some boundaries are writes, and half of each was tried too"
    return found, folder / "whole"


def acknowledged(death):
    """How many events of each log, by its path, a barrier promised."""
    promised = {}
    for line in (death / "acknowledged").read_text().splitlines():
        name, _, count = line.partition(" ")
        if name == "discarded":
            promised.clear()
        elif count.isdecimal():
            promised[name] = int(count)
    return promised


@cache
def whole_log(path):
    return read(path).events


@cache
def whole_journal(path):
    return path.with_name("journal.jsonl").read_bytes().split(b"\n")[:-1]


@pytest.mark.parametrize(("chapter", "compression", "fewest"), CHAPTERS, ids=str)
def test_nothing_acknowledged_is_lost_wherever_the_process_dies(tmp_path, chapter, compression, fewest):
    dead, whole = deaths(tmp_path / "lives", chapter, compression, fewest)
    for log in (whole.parent / "start" / HOME).rglob("session.jsonl*"):
        left = plain(read_log(log))
        assert left == plain(read_log(whole / log.relative_to(whole.parent / "start")))[: len(left)]
    seen, known = set(), set()
    for death in dead:
        logs = [each.relative_to(death) for each in death.rglob("session.jsonl*") if is_log(each)]
        promised = acknowledged(death)
        assert set(promised) <= {str(log) for log in logs}, death
        for log in logs:
            counterpart = same_in(whole, log)
            seen.add((counterpart, keeps(death / log, counterpart, promised.get(str(log), 0))))
        # Many boundaries, such as those of the disk's flushes, leave the same behind: it goes on in the same way.
        if (left := what_is_left(death)) not in known:
            known.add(left)
            goes_on(death)
    verdicts = {verdict for _, verdict in seen}
    assert verdicts == {"ok", "torn"}
    assert {log for log, _ in seen} == {each for each in whole.rglob("session.jsonl*") if is_log(each)}


def same_in(whole, log):
    """The log of the whole life; a copy's folder has its source's path in its name."""
    if "copies" not in log.parts:
        return whole / log
    (copy,) = (whole / HOME / "copies").glob(f"*/{log.name}")
    return copy


def what_is_left(death):
    """Every file, but for which process held a lock."""
    found = (each for each in sorted(death.rglob("*")) if each.name != "acknowledged")
    return tuple((str(each.relative_to(death)), each.read_bytes() if holds(each) else b"") for each in found)


def holds(path):
    return path.is_file() and path.suffix != ".lock"


def is_log(path):
    """Not what is still being made, under a name of its own."""
    return path.suffix in (".jsonl", ".zstd") and not any(part.startswith(".") for part in path.parts)


def keeps(path, whole, promised):
    """The log at ``path`` is a beginning of the whole one and holds what was promised; its verdict."""
    found = read_log(path)
    events = plain(found)
    expected = [{key: each[key] for key in ("type", "seq", "time", "data")} for each in whole_log(whole)]
    assert events == expected[: len(events)], path
    assert len(events) >= promised, path
    assert check_file(path).verdict == found.verdict
    journal_knows(path, whole, events[found.header.seed_length or 0 :])
    return found.verdict


def journal_knows(path, whole, events):
    """Every whole line is one of the whole life, in order, and tells of every dispatch that is on disk."""
    journal = path.with_name("journal.jsonl")
    if HOME not in path.parts or not journal.exists():
        return
    lines = journal.read_bytes().split(b"\n")[:-1]
    assert lines == whole_journal(whole)[: len(lines)], path
    view = read_journal(path)
    assert [entry.code for entry in view.entries(0, len(view)) if entry.code == "unreadable_entry"] == []
    for event in events:
        if event["type"] == "schedule/change" and event["data"]["operation"] == "dispatch":
            assert told_of(view, event["seq"], event["data"]["id"]), (path, event["seq"])


def told_of(view, seq, name):
    """Whether some decision of the journal delivered this record with this event."""
    for entry in view.entries(0, len(view)):
        delivered = [item.id for item in entry.items if item.occurrence is not None]
        if entry.what == "decision" and 0 <= entry.seq <= seq < entry.seq + len(delivered):
            return delivered[seq - entry.seq] == name
    return False


def goes_on(death):
    """Every session left behind opens for writing and delivers what the model says; a foreign log stays as it was."""
    sources = [each for each in (death / FOREIGN).rglob("session.jsonl*") if is_log(each)]
    for source in sources:
        before = source.read_bytes()
        resumed(existing_copy(source, death / HOME) or source, death)
        assert source.read_bytes() == before
    if not sources:
        for log in [each for each in (death / HOME).rglob("session.jsonl*") if is_log(each)]:
            resumed(log, death)


def resumed(path, death):
    lines = plain(read_log(path))
    seed = read_log(path).header.seed_length or 0
    life = Life(LATER)
    life.facts = facts_of(lines, seed)
    life.last_turn_before = State.of(facts_of(lines[:seed])).last_turn
    life.state = State.of(life.facts, life.last_turn_before)
    life.just_opened = bool(lines) and lines[-1]["type"] == "session/end-seed"
    life.awake = None
    life.do("resume")
    bench = Bench.open(path, home=death / HOME, options=BenchOptions(fsync=False), now=LATER)
    bench.resume()
    assert facts(bench) == life.facts
    check_journal(bench)
    bench.close()
    assert facts_of_file(bench.path) == life.facts
    assert problems(bench.path) == []
    left = {each.name for each in bench.path.parent.iterdir()}
    assert left <= {bench.path.name, "journal.jsonl", "source.json"}, left


def plain(found):
    """Events as dictionaries of what the model reads, and their seq."""
    return [
        {"type": each.type, "seq": each.seq, "time": each.time, "data": each.data}
        for each in found.index.events_from(0)
    ]
