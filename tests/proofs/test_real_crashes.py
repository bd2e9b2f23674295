"""What real processes left behind - crash-unrepaired, crash-window, torn - driven on copies as the reference says."""

import json

import pytest

from support.conformance import FOLDER, conformance_files, needs_conformance
from support.harness_lines import read
from support.history_checks import facts
from support.history_truths import check_deliveries
from support.model_facts import facts_of_file
from support.model_life import Life
from support.model_records import State
from workbench.bench.bench import Bench
from workbench.bench.options import BenchOptions
from workbench.errors import WorkbenchError
from workbench.session.check import check_file

pytestmark = [needs_conformance, pytest.mark.req("LOG-8", "LOG-9", "LOG-13", "BEN-11")]
REOPENED = 1_796_067_909_571  # when the reference decided on what it had missed
HOUR = 3_600_000


def log_of(pattern):
    (path,) = conformance_files(f"sessions/{pattern}/session.jsonl*")
    return path


def driven(path, home, now=None):
    """A live bench on a copy."""
    bench = Bench.open(path, home=home, options=BenchOptions(fsync=False), now=now)
    bench.resume()
    assert bench.path.is_relative_to(home)
    return bench


def untimed(found):
    return [fact[1:] if fact[1] != "dispatch" else fact[1:3] for fact in found]


def expected_of_torn():
    text = (FOLDER / "sessions/torn/EXPECTED.jsonl").read_text() if FOLDER else ""
    return [json.loads(line) for line in text.splitlines()]


@pytest.mark.req("SCH-30", "SCH-31", "BEN-14")
def test_what_was_queued_and_not_recorded_comes_twice_as_the_reference_has_it(tmp_path):
    before, after = log_of("crash-window/before-resume/*"), log_of("crash-window/after-resume/*")
    assert check_file(before).verdict == "ok"
    bench = driven(before, tmp_path, REOPENED)
    reference = [fact for fact in untimed(facts_of_file(after)) if fact[0] != "insert" or fact[2][0] == "reminder"]
    ours = [fact for fact in untimed(facts(bench)) if fact[0] != "insert" or fact[2][0] == "reminder"]
    assert ours == reference[: len(ours)]
    assert [fact[1] for fact in ours if fact[0] == "turn"] == [1, 2, 3, 4, 5]
    check_deliveries(facts(bench))
    delivered = [item for entry in whole(bench.journal) if entry.what == "decision" for item in entry.items]
    assert [(item.id, item.repeat) for item in delivered if item.occurrence is not None] == [
        ("schedule-4", True),
        ("schedule-3", False),
        *((f"schedule-{number}", False) for number in (2, 5, 1)),
    ]
    bench.close()


@pytest.mark.req("SCH-30", "BEN-14")
def test_what_was_recorded_never_comes_again(tmp_path):
    after = log_of("crash-window/after-resume/*")
    bench = driven(after, tmp_path)
    assert untimed(facts(bench)) == [*untimed(facts_of_file(after)), ("opened",)]
    recovered = [entry for entry in whole(bench.journal) if entry.recovered]
    assert [[item.id for item in entry.items] for entry in recovered] == [
        ["schedule-4"], ["schedule-3"], ["schedule-2", "schedule-5", "schedule-1"],
    ]  # fmt: skip
    bench.close()


def whole(journal):
    return journal.entries(0, len(journal))


def test_a_process_killed_inside_a_tool_call_is_closed_as_interrupted_and_goes_on(tmp_path):
    path = log_of("crash-unrepaired/*/*")
    before = path.read_bytes()
    found = check_file(path)
    assert (found.verdict, [problem.kind for problem in found.problems]) == ("ok", ["open_turn"])
    bench = driven(path, tmp_path)
    last = [event.type for event in bench.log.index.events_from(0)][-4:]
    assert last == ["tool/result", "step/end", "turn/end", "session/end-seed"]
    assert '"TOOL_OUTCOME_UNKNOWN"' in bench.path.read_text()
    goes_on_as_the_model(bench)
    assert path.read_bytes() == before


@pytest.mark.parametrize("expected", expected_of_torn(), ids=lambda each: each["case"])
def test_a_torn_copy_is_driven_or_refused_as_the_reference_reads_it(tmp_path, expected):
    path = log_of(f"torn/{expected['case']}/*/*")
    before = path.read_bytes()
    assert check_file(path).verdict in {"ok": ("ok", "torn")}.get(expected["verdict"], (expected["verdict"],))
    if expected["verdict"] == "ok":
        bench = driven(path, tmp_path)
        events = list(bench.log.index.events_from(0))
        shown = events[: expected["events"]]
        assert [event.type for event in shown][-len(expected["last"]) :] == expected["last"] or not expected["last"]
        ends = [event.data["reason"]["kind"] for event in shown if event.type == "turn/end"]
        assert ends[-1:] == [expected["last_turn_end"]][: len(ends)] if ends else "last_turn_end" not in expected
        assert events[expected["events"]].type == "session/end-seed"
        goes_on_as_the_model(bench)
    else:
        with pytest.raises(WorkbenchError) as refusal:
            driven(path, tmp_path)
        assert (
            refusal.value.code
            in {"corrupt": ("corrupt_log",), "unsupported": ("unsupported_format",)}[expected["verdict"]]
        )
        assert not list(tmp_path.rglob("session.jsonl*"))
    assert path.read_bytes() == before


def goes_on_as_the_model(bench):
    """From the facts that are left, an hour goes by as the model has it."""
    life = Life(bench.now)
    life.facts = facts(bench)
    life.state = State.of(life.facts)
    life.write()
    list(bench.advance(by=HOUR))
    life.do("advance", HOUR)
    assert facts(bench) == life.facts
    assert any(fact[1] == "dispatch" for fact in life.facts) or not life.state.active
    bench.close()
    assert read(bench.path).problems == []
