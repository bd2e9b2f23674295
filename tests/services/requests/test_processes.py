"""Real processes around one database: fifty at once, one that is killed anywhere, one that is alive and then is not."""

import json
import os
import subprocess
import sys

import pytest

from support.repo import ROOT

PROGRAM = ROOT / "tests" / "support" / "request_crowd.py"


@pytest.fixture(scope="module")
def seen(tmp_path_factory):
    """What the program saw of a story; each is run once."""
    told = {}

    def see(story):
        if story not in told:
            environment = os.environ | {"PYTHONPATH": os.pathsep.join([str(ROOT), str(ROOT / "tests")])}
            command = [sys.executable, PROGRAM, story, tmp_path_factory.mktemp(story)]
            result = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
            assert result.returncode == 0, result.stderr
            told[story] = json.loads(result.stdout)
        return told[story]

    return see


@pytest.mark.slow
@pytest.mark.req("REQ-2", "REQ-4", "REQ-5")
def test_fifty_processes_with_one_key_make_one_run(seen):
    crowd = seen("crowd")
    assert not crowd["killed"]
    assert len(crowd["answers"]) == 50
    assert len({answer["request_id"] for answer in crowd["answers"]}) == 1
    assert {answer["status"] for answer in crowd["answers"]} == {"pending"}
    assert crowd["rows"] == [[1, 49, "completed"]]
    assert crowd["carried_out"] == 1
    assert crowd["used"] == 1
    assert crowd["left"] == []


@pytest.mark.slow
@pytest.mark.req("REQ-4")
def test_a_process_killed_before_any_statement_leaves_a_request_that_ends(seen):
    stories = seen("deaths")
    assert sum(story["killed"] for story in stories) > 30
    assert {story["message"] for story in stories if not story["killed"]} == {story["message"] for story in stories}
    for story in stories:
        assert story["sound"] == [["ok"]]
        assert story["final"]["status"] in {"completed", "failed"}
        assert story["rows"] == 1
        assert story["used"] == 1
        if story["acknowledged"]:
            assert story["final"]["request_id"] == story["acknowledged"]


@pytest.mark.slow
@pytest.mark.req("REQ-4")
def test_a_reminder_is_never_made_twice_by_a_death(seen):
    stories = [story for story in seen("deaths") if story["message"].startswith("remind")]
    for story in stories:
        after = story["carried_out"][1]
        assert after <= 1
        started = [state for _, state in story["left"]] == ["started"]
        assert story["final"]["status"] == ("failed" if started else "completed")
        assert started or after == 1
    assert {tuple(story["carried_out"]) for story in stories} >= {(0, 1), (1, 1)}
    assert any(story["final"]["status"] == "failed" for story in stories)


@pytest.mark.slow
@pytest.mark.req("REQ-4", "REQ-6")
def test_a_note_is_kept_once_whatever_happens(seen):
    for story in seen("deaths"):
        if story["message"].startswith("remember"):
            assert (story["notes"], story["words"]) == (1, 1)
            assert story["final"]["status"] == "completed"


@pytest.mark.slow
@pytest.mark.req("REQ-4")
def test_a_todo_is_taken_up_with_the_key_that_makes_it_one(seen):
    stories = [story for story in seen("deaths") if story["message"].startswith("todo")]
    assert {story["final"]["status"] for story in stories} == {"completed"}
    assert [1, 2] in [story["carried_out"] for story in stories]


@pytest.mark.slow
@pytest.mark.req("REQ-4")
def test_a_living_process_keeps_its_run_and_a_dead_one_loses_it(seen):
    held = seen("held")
    assert [answer["status"] for answer in held["alive"]] == ["pending"] * 3
    assert [answer["retry_after_seconds"] for answer in held["alive"]] == [1] * 3
    assert held["taken"] == 0
    assert held["killed"]
    assert held["dead"]["status"] == "failed"
    assert held["again"] == held["dead"]
    assert (held["carried_out"], held["runs"]) == (1, 1)
