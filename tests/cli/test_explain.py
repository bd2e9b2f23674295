"""``workbench explain``: text a newcomer can read, JSON that stays, and files left as they were."""

import pytest

from support.benches import DAY, HOUR, MINUTE, create, new_bench, run
from support.bundled import LOGS
from support.cli import files_below, workbench
from workbench.bench.bench import Bench

pytestmark = pytest.mark.req("BEN-15")
KEYS = [
    "id", "kind", "prompt", "seconds", "state", "now", "zone", "created", "deleted", "dispatches", "deliveries", "held",
    "passed", "batch", "next_target", "next_in_ms", "waiting", "journal_says", "set_back", "queued", "repeats",
    "entries", "journal", "journal_problem",
]  # fmt: skip


@pytest.fixture(scope="module")
def lived(tmp_path_factory):
    """Busy for two hours, then asleep for a day, a one-shot and a deletion on the way."""
    bench = new_bench(tmp_path_factory.mktemp("lived"))
    bench.say("remind me in 20 minutes to stretch")
    create(bench, "look at the \x1b[31moven\u202e", every_seconds=600)
    create(bench, "gone", every_seconds=900)
    run(bench.advance(by=5 * MINUTE))
    bench.hold()
    run(bench.advance(by=2 * HOUR))
    bench.release()
    bench.call("schedule_delete", {"id": "schedule-3"}, front="cli")
    bench.suspend()
    run(bench.advance(by=DAY))
    bench.resume()
    bench.close()
    return bench.path


@pytest.fixture
def ask(lived, tmp_path):
    def run_it(*more, status=0):
        folder = lived.parents[2]
        before = {each: (folder / each).read_bytes() for each in files_below(folder) if (folder / each).is_file()}
        ran = workbench("explain", lived, *more, home=tmp_path / "none")
        assert ran.status == status, ran.err
        assert {each: (folder / each).read_bytes() for each in before} == before
        assert files_below(tmp_path) == []
        return ran

    return run_it


@pytest.mark.req("SCH-24")
def test_the_json_has_its_keys_and_canonical_times(ask):
    (value,) = ask("schedule-2", "--json").objects
    assert list(value) == KEYS
    assert (value["kind"], value["seconds"], value["state"], value["zone"]) == ("every", 600, "scheduled", "UTC")
    assert value["prompt"] == "look at the \x1b[31moven\u202e"
    assert value["created"]["time"] == "2026-08-05T09:00:00.000Z"
    assert value["created"]["by"] == "test"
    assert value["dispatches"] == len(value["deliveries"]) == 2
    busy, slept = value["deliveries"]
    assert (busy["decided"], busy["occurrence"], busy["passed"]) == (
        "2026-08-05T11:05:00.000Z", "2026-08-05T11:00:00.000Z", 11,
    )  # fmt: skip
    assert busy["late_ms"] == 300_000
    assert busy["together"] == 2
    assert [each["what"] for each in busy["before"]][:1] == ["decision"]
    assert {item["why"] for each in busy["before"] for item in each["items"] if item["id"] == "schedule-2"} == {
        "busy", "one_shot_first",
    }  # fmt: skip
    assert slept["woke"] == "resume"
    assert [each["what"] for each in slept["before"] if not each["about"]] == ["resume"]
    assert value["next_in_ms"] == 5 * MINUTE
    assert value["journal_problem"] is None


def test_the_text_answers_why(ask):
    text = ask("schedule-2", "--zone", "Europe/Berlin").out
    assert "Created by test in turn 2" in text
    assert 'The call: schedule_create {"prompt"' in text
    assert "Wed 2026-08-05 13:05:00 Berlin (11:05:00.000Z), 5m late; for its target 13:00:00 Berlin" in text
    assert "11 earlier targets passed, only the latest is delivered" in text
    assert (
        "before: Wed 2026-08-05 11:10:00 Berlin (09:10:00.000Z): the agent was busy in a turn; due since 11:10" in text
    )
    assert "the session was closed with" in text
    assert "It went in one batch with" not in text  # the last one went alone
    assert "Next: Thu 2026-08-06 13:10:00 Berlin (11:10:00.000Z), in 5m." in text
    assert "\x1b" not in text
    assert "\u202e" not in text
    one_shot = ask("schedule-1").out
    assert "The user had said: remind me in 20 minutes to stretch" in one_shot
    assert "It has ended and comes no more." in one_shot


def test_what_was_deleted_says_by_whom(ask):
    value = ask("schedule-3", "--json").objects[0]
    assert (value["state"], value["next_target"]) == ("deleted", None)
    assert value["deleted"]["time"] == "2026-08-05T11:05:00.000Z"
    text = ask("schedule-3").out
    assert "It was deleted" in text
    assert "schedule-3 was deleted by cli" in text


@pytest.mark.req("BEN-16")
def test_at_and_now_move_what_is_looked_at(ask):
    value = ask("schedule-2", "--json", "--at", "2026-08-05T11:00:00Z").objects[0]
    assert (value["state"], value["dispatches"]) == ("overdue", 0)
    assert value["waiting"]["by"] == "busy"
    assert value["journal_says"] == {"why": "busy", "since": "2026-08-05T09:10:00.000Z"}
    text = ask("schedule-2", "--at", "2026-08-05T11:00:00Z").out
    assert "Never delivered." in text
    assert "Not delivered yet because the agent is busy in a turn" in text
    later = ask("schedule-2", "--json", "--now", "+1d").objects[0]
    assert later["waiting"]["by"] == "cold"
    assert later["next_in_ms"] < 0
    assert "the session is not running" in ask("schedule-2", "--now", "+1d").out


@pytest.mark.parametrize("limit", [1, 2, 50])
def test_the_newest_are_shown(ask, limit):
    value = ask("schedule-2", "--json", "--limit", limit).objects[0]
    assert len(value["deliveries"]) == min(limit, 2)
    assert len([each for each in value["journal"] if each["about"]]) == min(limit, value["entries"])


@pytest.mark.parametrize(
    ("more", "status", "code"),
    [
        (["schedule-9"], 1, "schedule_not_found"),
        ([""], 1, "schedule_not_found"),
        (["schedule-2", "--at", "99999"], 2, "invalid_cursor"),
        (["schedule-2", "--at", "2020-01-01T00:00:00Z"], 1, "schedule_not_found"),
        (["schedule-2", "--limit", "0"], 2, "usage"),
        ([], 2, "usage"),
    ],
)
def test_a_bad_call_has_a_code(ask, more, status, code):
    assert ask(*more, "--json", status=status).error["code"] == code


def test_while_somebody_drives_it(tmp_path):
    bench = new_bench(tmp_path)
    create(bench, "look", every_seconds=600)
    bench.hold()
    run(bench.advance(by=HOUR))
    bench.log.barrier()
    value = workbench("explain", bench.path, "schedule-1", "--json", "--now", "+1h").objects[0]
    assert (value["state"], value["waiting"]["by"]) == ("overdue", "busy")
    assert value["entries"] == 2
    bench.close()


def test_a_bad_journal_is_said_and_does_no_harm(tmp_path):
    bench = new_bench(tmp_path)
    create(bench, "look", every_seconds=600)
    run(bench.advance(by=HOUR))
    bench.close()
    place = bench.path.with_name("journal.jsonl")
    place.write_bytes(b'{"id":"schedule-1"}\n' * 3 + place.read_bytes())
    value = workbench("explain", bench.path, "schedule-1", "--json", "--limit", "100").objects[0]
    assert [each["code"] for each in value["journal"]][:4] == ["unreadable_entry"] * 3 + [None]
    assert all(each["noted"] for each in value["deliveries"])
    assert "line 1 of the journal is no entry" in workbench("explain", bench.path, "schedule-1", "--limit", "100").out
    place.unlink()
    place.mkdir()
    value = workbench("explain", bench.path, "schedule-1", "--json").objects[0]
    assert (value["dispatches"], value["journal"]) == (6, [])
    assert str(place) in value["journal_problem"]


@pytest.mark.parametrize("log", sorted(LOGS.glob("*/*/*/session.jsonl*")), ids=lambda path: path.parent.name)
def test_every_record_of_the_bundled_logs_can_be_explained(log, tmp_path):
    view = Bench.open(log, home=tmp_path / "home").view()
    for name in view.history.log.book.trails:
        assert workbench("explain", log, name, "--zone", "Europe/Berlin").status == 0
        value = workbench("explain", log, name, "--json").objects[0]
        assert value["created"]["seq"] >= 0
        assert value["dispatches"] == view.history.story(name).deliveries
