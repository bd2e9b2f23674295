"""``workbench journal``: what was decided and why, as sentences and as stable JSON lines (BEN-14)."""

import os

import pytest

from support.benches import DAY, HOUR, MINUTE, create, new_bench, run
from support.cli import files_below, workbench
from workbench.bench.bench import Bench
from workbench.fronts.cli.journal_command import WHATS
from workbench.time.instant import parse_utc

pytestmark = pytest.mark.req("BEN-14")
KEYS = {
    "number", "at", "what", "seq", "turn", "woke", "chosen", "active", "due", "items", "id", "tool", "by", "code",
    "message", "fault", "left", "lost", "since", "events", "recovered",
}  # fmt: skip
ITEM_KEYS = {"id", "kind", "target", "late_ms", "passed", "occurrence", "next_target", "why", "repeat", "recorded"}


@pytest.fixture(scope="module")
def lived(tmp_path_factory):
    """Something of everything that a journal tells."""
    bench = new_bench(tmp_path_factory.mktemp("lived"))
    create(bench, "stretch", after_seconds=600)
    create(bench, "look", every_seconds=600)
    create(bench, "gone", every_seconds=900)
    bench.call("schedule_create", {"prompt": "often", "every_seconds": 1}, front="\x1b[31mcli\u202e")
    run(bench.advance(by=10 * MINUTE))
    bench.hold()
    run(bench.advance(by=HOUR))
    bench.arm("barrier_fails")
    bench.release()
    bench.say("hello")
    bench.call("schedule_delete", {"id": "schedule-3"}, front="cli")
    run(bench.jump(by=-20 * MINUTE))
    bench.suspend()
    run(bench.advance(by=DAY))
    bench.resume()
    bench.arm("crash_after_queue")
    run(bench.advance(by=HOUR))
    bench.resume()
    bench.close()
    return bench


@pytest.fixture
def ask(lived):
    def run_it(*more, status=0):
        folder = lived.path.parents[2]
        before = {each: (folder / each).read_bytes() for each in files_below(folder) if (folder / each).is_file()}
        ran = workbench("journal", lived.path, *more)
        assert ran.status == status, ran.err
        assert {each: (folder / each).read_bytes() for each in before} == before
        return ran

    return run_it


@pytest.mark.req("BEN-14", "SCH-24")
def test_json_is_one_entry_a_line_with_all_its_keys(ask, lived):
    found = ask("--limit", "0", "--json").objects
    entries = lived.journal.entries(0, len(lived.journal))
    assert len(found) == len(entries)
    assert {each["what"] for each in found} == set(WHATS)
    for number, (value, entry) in enumerate(zip(found, entries, strict=True)):
        assert set(value) == KEYS
        assert (value["number"], parse_utc(value["at"]), value["what"]) == (number, entry.at, entry.what)
        assert value["seq"] == (entry.seq if entry.seq >= 0 else None)
        assert all(set(item) == ITEM_KEYS for item in value["items"])
        assert [(item["id"], parse_utc(item["target"]), item["why"]) for item in value["items"]] == [
            (item.id, item.target, item.why) for item in entry.items
        ]


def test_text_says_it_in_sentences(ask):
    text = ask("--limit", "0", "--zone", "Europe/Berlin").out
    for said in (
        "Wed 2026-08-05 11:00:00 Berlin (09:00:00.000Z): schedule-1 was created by test, event",
        "one reminder delivered as turn",
        "schedule-2 was not delivered: due one-shots go first, one a turn; due since 11:10:00 Berlin (09:10:00.000Z)",
        "nothing could be delivered: 2 of 2 active due, looked at because its time had come",
        "the agent was busy in a turn",
        "the fault barrier_fails was armed, 1 time left",
        "the fault barrier_fails struck",
        "a delivery failed, barrier_failed",
        "schedule-3 was deleted by cli, event",
        "the clock was set back from Wed 2026-08-05",
        "the session was closed with",
        "closed since Wed 2026-08-05",
        "the process died, by the fault crash_after_queue",
        "and was not recorded: it may come again",
        "was delivered again for",
        "schedule_create refused a call of",
        "frequency_too_high",
    ):
        assert said in text
    assert "\x1b" not in text
    assert "\u202e" not in text


def test_it_can_be_narrowed(ask, lived):
    everything = ask("--limit", "0", "--json").objects
    about = ask("--id", "schedule-3", "--limit", "0", "--json").objects
    assert [each["number"] for each in about] == list(lived.journal.about("schedule-3"))
    faults = ask("--what", "fault", "--what", "crash", "--limit", "0", "--json").objects
    assert faults == [each for each in everything if each["what"] in ("fault", "crash")]
    assert ask("--limit", "3", "--json").objects == everything[-3:]
    assert (
        ask("--limit", "2", "--what", "create", "--json").objects
        == [each for each in everything if each["what"] == "create"][-2:]
    )
    assert ask("--id", "nobody").out == "no such entries\n"
    assert "schedule-2" not in ask("--id", "schedule-3", "--what", "decision").out


@pytest.mark.req("BEN-16")
def test_at_tells_what_was_known_then(ask):
    everything = ask("--limit", "0", "--json").objects
    at = "2026-08-05T09:10:00.000Z"
    then = ask("--limit", "0", "--json", "--at", at).objects
    assert then
    assert all(each["at"] <= at for each in then)
    assert then == everything[: len(then)]
    dispatch = next(each for each in everything if each["chosen"] == "one-shot")
    by_seq = ask("--limit", "0", "--json", "--at", dispatch["seq"]).objects
    assert by_seq[-1] == dispatch
    assert ask("--at", "999999", "--json", status=2).error["code"] == "invalid_cursor"


def test_the_journal_itself_may_be_named(lived):
    beside = lived.path.with_name("journal.jsonl")
    assert workbench("journal", beside, "--json").objects == workbench("journal", lived.path, "--json").objects


@pytest.mark.parametrize("lay", ["nothing", "fifo", "folder", "junk", "long"])
def test_whatever_lies_there_it_ends_and_says_so(tmp_path, lay):
    bench = new_bench(tmp_path)
    create(bench, "stretch", after_seconds=60)
    bench.close()
    place = bench.path.with_name("journal.jsonl")
    place.unlink()
    if lay == "fifo":
        os.mkfifo(place)
    elif lay == "folder":
        place.mkdir()
    elif lay == "junk":
        place.write_bytes(b"\x1b[31m\xff\0\n{}\n")
    elif lay == "long":
        place.write_bytes(b"x" * (17 << 20) + b"\n")
    ran = workbench("journal", bench.path, "--json")
    text = workbench("journal", bench.path).out
    if lay in ("fifo", "folder"):
        assert (ran.status, ran.out, ran.error["code"]) == (1, "", "journal_unreadable")
    elif lay == "nothing":
        assert (ran.status, ran.out) == (0, "")
        assert text == "no journal: no bench has driven this log yet\n"
    else:
        assert [each["code"] for each in ran.objects] == ["unreadable_entry"] * (2 if lay == "junk" else 1)
        assert {each["at"] for each in ran.objects} == {None}
        assert "time unknown: line 1 of the journal is no entry" in text
        assert "\x1b" not in text


@pytest.mark.req("BEN-11")
def test_a_log_that_was_driven_on_a_copy_says_where(tmp_path):
    made = new_bench(tmp_path / "theirs")
    create(made, "look", every_seconds=600)
    made.close()
    made.path.with_name("journal.jsonl").unlink()
    home = tmp_path / "home"
    driven = Bench.open(made.path, home=home)
    run(driven.advance(by=HOUR))
    driven.close()
    said = workbench("journal", made.path, home=home).out
    assert str(driven.path) in said
    assert len(workbench("journal", driven.path, "--json", home=home).objects) == len(driven.journal)


@pytest.mark.parametrize(
    ("args", "status", "code"),
    [
        (["no-such-log"], 2, "not_found"),
        (["."], 2, "is_folder"),
        (["no-such-log", "--what", "dance"], 2, "usage"),
        (["no-such-log", "--limit", "-1"], 2, "usage"),
    ],
)
def test_a_bad_call_has_a_code(args, status, code):
    ran = workbench("journal", *args, "--json")
    assert (ran.status, ran.error["code"]) == (status, code)


@pytest.mark.req("SCH-30")
def test_what_a_crash_took_is_told_as_queued_and_lost(tmp_path):
    bench = new_bench(tmp_path)
    create(bench, "look", every_seconds=600)
    bench.arm("crash_after_queue")
    run(bench.advance(by=HOUR))
    for resumed in (False, True):
        if resumed:
            bench.resume()
            bench.close()
        ran = workbench("journal", bench.path)
        assert ran.out.count("schedule-1 was queued for 09:10:00 UTC, and lost with the crash") == 1
        assert ran.out.count("queued, and lost with the crash") == 1
        found = [item["recorded"] for each in workbench("journal", bench.path, "--json").objects
                 for item in each["items"] if each["what"] == "decision" and item["occurrence"]]  # fmt: skip
        assert found == ([False, True] if resumed else [False])
    assert "a repeat, because the first time was never recorded" in ran.out
    told = workbench("explain", bench.path, "schedule-1").out
    assert "one reminder queued, and lost with the crash" in told


@pytest.mark.req("SCH-29", "BEN-13")
def test_what_could_not_be_recorded_was_queued_and_no_crash_is_named(tmp_path):
    bench = new_bench(tmp_path)
    create(bench, "stretch", after_seconds=60)
    bench.arm("append_fails")
    run(bench.advance(by=30 * MINUTE))
    bench.suspend()
    bench.resume()
    bench.close()
    text = workbench("journal", bench.path).out
    assert "schedule-1 was queued for 09:01:00 UTC, and could not be recorded: it may come again" in text
    assert text.count("schedule-1 was delivered") == 1
    assert "crash" not in text


def test_a_reminder_left_in_the_inbox_is_no_prompt(tmp_path):
    bench = new_bench(tmp_path)
    create(bench, "stretch", after_seconds=60)
    create(bench, "look", every_seconds=600)
    bench.arm("crash_after_queue")
    run(bench.advance(by=HOUR))
    assert [turn.kind for turn in bench.plan()] == ["reminder", "one-shot"]
    assert workbench("plan", bench.path).out.startswith("turn 1  reminder, queued before\n")
    bench.turn_ms = 1000
    run(bench.jump(by=HOUR))
    bench.resume()
    run(bench.advance(by=HOUR))
    woke = [entry.woke for entry in bench.journal.entries(0, len(bench.journal))]
    assert "prompt" not in woke
    assert "reminder" in woke
    bench.inject("hello")
    assert [turn.kind for turn in bench.plan()] == ["prompt"]
    bench.close()


@pytest.mark.parametrize("lay", ["folder", "link", "empty"])
def test_nothing_false_is_said_of_a_journal_that_says_nothing(tmp_path, lay):
    bench = new_bench(tmp_path)
    create(bench, "look", every_seconds=600)
    bench.close()
    journal = bench.path.with_name("journal.jsonl")
    journal.unlink()
    if lay == "folder":
        journal.mkdir()
    elif lay == "link":
        journal.symlink_to(tmp_path / "nowhere")
    else:
        journal.touch()
    ran = workbench("journal", bench.path)
    assert ran.status == (0 if lay == "empty" else 1)
    assert ran.out.startswith("no entries: ")
    assert ("the journal is empty" in ran.out) == (lay == "empty")
    told = workbench("explain", bench.path, "schedule-1")
    assert told.status == 0
    assert ("The journal could not be read as a whole: " in told.out) == (lay != "empty")
    assert ("The journal says nothing of it." in told.out) == (lay == "empty")
