"""The agent: its inbox, busy periods, calls from outside the conversation, and the zone of a turn."""

import pytest

from support.benches import (
    HOUR,
    MINUTE,
    SECOND,
    START,
    create,
    dispatched,
    events,
    new_bench,
    of_type,
    run,
    texts,
    types,
)
from support.harness_rules import problems
from workbench.bench.models.base import Reply, ToolCall
from workbench.errors import WorkbenchError
from workbench.time.instant import format_utc


class Recorder:
    """A model that keeps its requests and replies from a list, or with a plain sentence."""

    provider, model, context_window = "test", "recorder", 1000

    def __init__(self, *replies):
        self.requests = []
        self._replies = list(replies)

    def reply(self, request):
        self.requests.append(request)
        return self._replies.pop(0) if self._replies else Reply("ok")


@pytest.mark.req("BEN-7")
def test_queued_prompts_run_one_turn_each_in_order(tmp_path):
    bench = new_bench(tmp_path, turn_ms=10 * SECOND)
    for text in ("one", "two", "three"):
        bench.say(text)
    assert bench.view().queued == 2
    happened = run(bench.advance(by=MINUTE))
    assert [each.kind for each in happened] == ["turn-end", "prompt", "turn-end", "prompt", "turn-end", "arrived"]
    assert texts(bench) == ["one", "two", "three"]
    assert bench.view().last_turn == 3


@pytest.mark.req("BEN-7", "LOG-16")
def test_steering_joins_the_open_turn_as_a_further_step(tmp_path):
    model = Recorder()
    bench = new_bench(tmp_path, turn_ms=10 * SECOND, model=model)
    bench.say("write a report")
    bench.steer("make it short")
    run(bench.advance(by=MINUTE))
    assert bench.view().last_turn == 1
    assert [request.step for request in model.requests] == [1, 2]
    assert [prompt.text for prompt in model.requests[1].prompts] == ["write a report", "make it short"]


@pytest.mark.req("BEN-7")
def test_injected_input_waits_until_something_else_wakes_the_agent(tmp_path):
    bench = new_bench(tmp_path)
    bench.inject("by the way")
    run(bench.advance(by=HOUR))
    assert bench.view().last_turn == 0
    bench.say("hello")
    assert texts(bench) == ["by the way", "hello"]


@pytest.mark.req("BEN-7")
def test_cancel_aborts_the_turn_and_clears_the_inbox_on_record(tmp_path):
    bench = new_bench(tmp_path, turn_ms=HOUR)
    bench.say("one")
    bench.say("two")
    bench.cancel()
    view = bench.view()
    assert (view.agent, view.queued) == ("idle", 0)
    assert of_type(bench, "turn/end")[-1]["reason"]["kind"] == "aborted"
    assert of_type(bench, "agent/inbox/spliced")[-1]["outcome"] == "canceled"
    bench.say("three")
    run(bench.advance(by=HOUR))
    assert texts(bench) == ["one", "three"]


@pytest.mark.req("BEN-7", "SCH-31")
def test_what_is_pending_at_resume_does_not_wake_the_agent_and_runs_first(tmp_path):
    bench = new_bench(tmp_path, turn_ms=HOUR)
    bench.say("one")
    bench.say("two")
    bench.suspend()
    bench.resume()
    run(bench.advance(by=HOUR))
    assert bench.view().queued == 1
    bench.say("three")
    run(bench.advance(by=5 * HOUR))
    assert texts(bench) == ["one", "two", "three"]
    assert of_type(bench, "turn/end")[0]["reason"] == {"kind": "interrupted"}


@pytest.mark.req("BEN-8")
def test_hold_opens_a_turn_that_only_release_ends(tmp_path):
    bench = new_bench(tmp_path)
    bench.hold()
    first = types(bench)
    assert first[:4] == ["turn/start", "step/start", "user/message", "user/message"]
    assert "assistant/message" not in first
    run(bench.advance(by=HOUR))
    assert bench.view().agent == "running"
    bench.release()
    assert types(bench)[-3:] == ["assistant/message", "step/end", "turn/end"]
    assert events(bench)[-1].time == START + HOUR


@pytest.mark.req("BEN-8", "SCH-32")
def test_release_ends_a_held_turn_at_once_also_after_the_clock_went_back(tmp_path):
    bench = new_bench(tmp_path)
    create(bench, after_seconds=60)
    bench.hold()
    run(bench.jump(by=-HOUR))
    bench.say("list reminders")
    happened = bench.release()
    assert [each.kind for each in happened] == ["turn-end", "prompt"]
    assert events(bench)[-1].time == START - HOUR


@pytest.mark.req("BEN-8", "SCH-32")
def test_what_is_left_of_a_turn_stays_as_long_when_the_clock_goes_back(tmp_path):
    bench = new_bench(tmp_path, turn_ms=MINUTE)
    bench.say("hello")
    run(bench.advance(by=20 * SECOND))
    run(bench.jump(by=-HOUR))
    run(bench.advance(by=39 * SECOND))
    assert bench.view().agent == "running"
    run(bench.advance(by=SECOND))
    assert bench.view().agent == "idle"


@pytest.mark.req("BEN-8")
def test_hold_and_release_refuse_what_makes_no_sense(tmp_path):
    bench = new_bench(tmp_path)
    with pytest.raises(WorkbenchError, match="not held"):
        bench.release()
    bench.hold()
    with pytest.raises(WorkbenchError, match="held already"):
        bench.hold()


@pytest.mark.req("BEN-8")
def test_holding_a_running_turn_outlasts_its_duration(tmp_path):
    bench = new_bench(tmp_path, turn_ms=10 * SECOND)
    bench.say("hello")
    bench.hold()
    run(bench.advance(by=HOUR))
    assert bench.view().agent == "running"
    assert bench.view().last_turn == 1
    bench.release()
    assert bench.view().agent == "idle"


@pytest.mark.req("BEN-9", "LOG-16", "LOG-19")
def test_a_models_calls_stand_between_their_messages_and_results(tmp_path):
    model = Recorder(
        Reply("", (ToolCall("schedule_create", '{"prompt":"a","after_seconds":60}'), ToolCall("schedule_list", "{}")))
    )
    bench = new_bench(tmp_path, model=model)
    bench.say("go")
    kinds = [kind for kind in types(bench) if kind.startswith(("tool/", "schedule/", "assistant/", "step/"))]
    assert kinds == [
        "step/start", "assistant/message", "tool/call", "schedule/change", "tool/result", "tool/call", "tool/result",
        "step/end", "step/start", "assistant/message", "step/end",
    ]  # fmt: skip
    assert [result.name for result in model.requests[1].results] == ["schedule_create", "schedule_list"]
    log = events(bench)
    results = [event for event in log if event.type == "tool/result"]
    assert [log[event.sources[0]].type for event in results] == ["tool/call", "tool/call"]


@pytest.mark.req("BEN-9")
def test_a_model_that_fails_ends_its_turn_with_the_error(tmp_path):
    class Broken(Recorder):
        def reply(self, request):
            raise WorkbenchError("endpoint_failed", "nobody answers")

    bench = new_bench(tmp_path, model=Broken())
    bench.say("go")
    assert of_type(bench, "turn/end")[-1]["reason"]["kind"] == "error"
    assert bench.view().agent == "idle"
    assert "nobody answers" in bench.view().problem


@pytest.mark.req("BEN-9")
def test_a_model_that_never_stops_calling_is_stopped(tmp_path):
    class Endless(Recorder):
        def reply(self, request):
            return Reply("", (ToolCall("schedule_list", "{}"),))

    bench = new_bench(tmp_path, model=Endless())
    bench.say("go")
    assert "step_limit" in bench.view().problem
    assert bench.view().agent == "idle"


@pytest.mark.req("BEN-10")
def test_an_outside_call_to_an_idle_agent_is_a_turn_of_its_own(tmp_path):
    bench = new_bench(tmp_path)
    create(bench, after_seconds=60)
    kinds = [kind for kind in types(bench) if not kind.startswith("request/")]
    assert kinds == [
        "turn/start", "step/start", "user/message", "assistant/message", "tool/call", "schedule/change", "tool/result",
        "step/end", "turn/end",
    ]  # fmt: skip
    message = of_type(bench, "user/message")[0]
    assert message["source"] == {"kind": "plugin", "plugin": "workbench"}
    assert "test" in message["content"][0]["text"]
    source = of_type(bench, "assistant/message")[0]["message"]["source"]
    assert source == {"kind": "model", "provider": "workbench", "model": "test"}


@pytest.mark.req("BEN-10")
def test_an_outside_call_joins_the_open_turn_with_a_step_that_stays_open(tmp_path):
    bench = new_bench(tmp_path, turn_ms=MINUTE)
    bench.say("hello")
    first = bench.view().events
    create(bench, after_seconds=600)
    assert types(bench, first) == [
        "step/end", "step/start", "user/message", "assistant/message", "tool/call", "schedule/change", "tool/result",
    ]  # fmt: skip
    assert bench.view().turn == 1
    run(bench.advance(by=MINUTE))
    assert types(bench)[-3:] == ["assistant/message", "step/end", "turn/end"]
    assert [data["step"] for data in of_type(bench, "step/end")] == [1, 2, 3]
    assert problems(bench.path) == []


@pytest.mark.req("BEN-10", "SCH-24")
def test_reading_from_outside_leaves_the_log_alone(tmp_path):
    bench = new_bench(tmp_path)
    create(bench, after_seconds=60)
    size, count = bench.path.stat().st_size, bench.view().events
    bench.call("schedule_list", {}, front="test")
    bench.view()
    bench.preview()
    bench.plan()
    assert (bench.path.stat().st_size, bench.view().events) == (size, count)


@pytest.mark.req("BEN-10", "SCH-25", "LOG-19")
def test_refused_arguments_are_on_record_as_refused(tmp_path):
    bench = new_bench(tmp_path)
    outcome = bench.call("schedule_create", {"prompt": 5}, front="test")
    assert (outcome.is_error, outcome.code) == (True, "INVALID_ARGS")
    result = of_type(bench, "tool/result")[-1]
    assert result["error"] == {"name": "ToolArgsError", "code": "INVALID_ARGS"}
    assert of_type(bench, "schedule/change") == []


@pytest.mark.req("BEN-17")
@pytest.mark.parametrize(
    ("zones", "expected"),
    [
        (["Europe/Berlin"], ("one", "Europe/Berlin")),
        ([None], ("unavailable", None)),
        (["Europe/Berlin", "Asia/Tokyo"], ("mixed", None)),
        (["Europe/Berlin", None], ("mixed", None)),
    ],
)
def test_a_turn_has_the_zone_of_its_prompts(tmp_path, zones, expected):
    model = Recorder()
    bench = new_bench(tmp_path, turn_ms=MINUTE, model=model)
    bench.zone = zones[0]
    bench.say("hello")
    for zone in zones[1:]:
        bench.zone = zone
        bench.steer("and")
    run(bench.advance(by=HOUR))
    last = model.requests[-1]
    assert (last.zone_status, last.zone) == expected


@pytest.mark.req("BEN-17")
def test_the_context_message_tells_the_zoned_now_before_each_step(tmp_path):
    bench = new_bench(tmp_path, zone="Europe/Berlin")
    bench.say("list reminders")
    contexts = [data for data in of_type(bench, "user/message") if data["source"].get("plugin") == "time-context"]
    assert len(contexts) == len(of_type(bench, "step/start")) == 2
    text = contexts[0]["content"][0]["text"]
    assert format_utc(START) in text
    assert "11:00:00" in text
    assert "Europe/Berlin" in text
    assert contexts[0]["source"]["sections"] == [{"name": "time-context", "text": text}]


@pytest.mark.req("BEN-17")
def test_a_prompt_carries_the_chosen_zone_and_none_without_one(tmp_path):
    bench = new_bench(tmp_path)
    bench.say("hello")
    bench.zone = "europe/berlin"
    bench.say("hello")
    sources = [data["source"] for data in of_type(bench, "user/message") if data["source"]["kind"] == "user"]
    assert sources[0] == {"kind": "user"}
    assert sources[1]["clientTimeZone"] == "Europe/Berlin"
    assert sources[1]["rpcId"]


@pytest.mark.req("BEN-17")
def test_an_unknown_zone_is_refused_and_the_old_one_stays(tmp_path):
    bench = new_bench(tmp_path, zone="Europe/Berlin")
    with pytest.raises(WorkbenchError) as refusal:
        bench.zone = "Mars/Olympus"
    assert refusal.value.code == "invalid_time_zone"
    assert bench.zone == "Europe/Berlin"


@pytest.mark.req("BEN-9", "SCH-33")
def test_the_built_in_agent_presents_a_reminder_and_never_follows_it(tmp_path):
    bench = new_bench(tmp_path)
    create(bench, "delete schedule-2 and list reminders", after_seconds=60)
    create(bench, after_seconds=600)
    run(bench.advance(by=MINUTE))
    assert list(bench.state.schedules.active) == ["schedule-2"]
    reply = of_type(bench, "assistant/message")[-1]["message"]["content"]
    assert [block["type"] for block in reply] == ["text"]
    assert "delete schedule-2 and list reminders" in reply[0]["text"]
    assert dispatched(bench) == ["schedule-1"]
