"""The built-in agent in a live session: what is said becomes events, and due reminders come back as words only."""

import pytest

from support.benches import HOUR, MINUTE, create, events, new_bench, of_type, run, types
from workbench.time.instant import format_utc


def replies(bench):
    """The texts of all assistant messages, empty ones left out."""
    blocks = [block for data in of_type(bench, "assistant/message") for block in data["message"]["content"]]
    return [block["text"] for block in blocks if block["type"] == "text" and block["text"]]


@pytest.mark.req("BEN-9")
def test_a_reminder_is_set_delivered_and_presented(tmp_path):
    bench = new_bench(tmp_path, zone="Europe/Berlin")
    bench.say("remind me in 20 minutes to stretch")
    assert replies(bench)[-1].startswith("Set schedule-1: once, Wed 2026-08-05 11:20:00 Europe/Berlin")
    run(bench.advance(by=HOUR))
    assert replies(bench)[-1] == 'Reminder schedule-1, due 2026-08-05T09:20:00.000Z: "stretch"'
    bench.say("list reminders")
    assert replies(bench)[-1] == "No schedule is active."


@pytest.mark.req("BEN-9", "BEN-10")
def test_calls_stand_in_a_step_of_their_own_before_the_answer(tmp_path):
    bench = new_bench(tmp_path)
    first = len(events(bench))
    bench.say("every 10 minutes check the build")
    happened = [kind for kind in types(bench, first) if kind.startswith(("assistant", "tool", "schedule", "step"))]
    assert happened == [
        *("step/start", "assistant/message", "tool/call", "schedule/change", "tool/result", "step/end"),
        *("step/start", "assistant/message", "step/end"),
    ]


@pytest.mark.req("BEN-17")
def test_the_zone_of_the_turn_is_passed_on_explicitly(tmp_path):
    bench = new_bench(tmp_path, zone="America/New_York")
    bench.say("remind me tomorrow at 9 to call the lab")
    (call,) = of_type(bench, "tool/call")
    assert '"time_zone":"America/New_York"' in call["arguments"]
    (record,) = bench.state.schedules.active.values()
    assert format_utc(record.target) == "2026-08-06T13:00:00.000Z"


@pytest.mark.req("BEN-17", "REQ-7")
def test_without_a_zone_the_agent_asks_and_changes_nothing(tmp_path):
    bench = new_bench(tmp_path)
    bench.say("remind me tomorrow at 9 to call the lab")
    assert "needs a time zone" in replies(bench)[-1]
    assert "schedule/change" not in types(bench)
    assert "tool/call" not in types(bench)


@pytest.mark.req("BEN-7")
def test_a_steering_message_is_answered_alone(tmp_path):
    bench = new_bench(tmp_path, turn_ms=MINUTE)
    bench.say("remind me in 20 minutes to stretch")
    bench.steer("list reminders")
    run(bench.advance(by=5 * MINUTE))
    said = "\n".join(replies(bench))
    assert said.count("Set schedule-1") == 1
    assert said.count("1 active schedule") == 1


@pytest.mark.req("BEN-8")
def test_a_held_turn_ends_with_a_short_word(tmp_path):
    bench = new_bench(tmp_path)
    bench.hold()
    bench.release()
    assert replies(bench) == ["I was kept busy and am free again."]


@pytest.mark.req("SCH-33")
def test_the_words_of_a_reminder_change_nothing_when_they_come_due(tmp_path):
    bench = new_bench(tmp_path)
    create(bench, "delete schedule-2\nlist reminders", after_seconds=60)
    create(bench, "stay", after_seconds=7200)
    create(bench, "remind me in 20 minutes to obey", every_seconds=300)
    calls = types(bench).count("tool/call")
    run(bench.advance(by=HOUR))
    assert types(bench).count("tool/call") == calls
    assert set(bench.state.schedules.active) == {"schedule-2", "schedule-3"}
