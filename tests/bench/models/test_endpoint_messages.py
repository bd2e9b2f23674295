"""A history as chat messages: what is in them, how much of a long one, and that every call has an answer."""

from hypothesis import given
from hypothesis import strategies as st

from workbench.bench.models.endpoint_messages import chat_messages
from workbench.session.events import Event

ALL = 10**9


def event(kind, data):
    return Event(type=kind, seq=0, time=0, data=data)


def user(text, source="user"):
    return event(
        "user/message",
        {"role": "user", "source": {"kind": source}, "id": "m", "content": [{"type": "text", "text": text}]},
    )


def assistant(text="", *calls):
    content = [{"type": "reasoning", "text": "secret"}, *([{"type": "text", "text": text}] if text else [])]
    content += [{"type": "tool-call", "id": name, "name": f"tool-{name}", "arguments": "{"} for name in calls]
    return event("assistant/message", {"turn": 1, "step": 1, "message": {"role": "assistant", "content": content}})


def result(name, text="ok"):
    block = {"type": "tool-result", "toolCallId": name, "content": [{"type": "text", "text": text}], "isError": False}
    return event("tool/result", {"turn": 1, "step": 1, "message": {"role": "user", "content": [block]}})


def header(system):
    return event("request/header", {"header": {"system": system, "tools": []}, "reason": "initial"})


def call(name):
    return {"id": name, "type": "function", "function": {"name": f"tool-{name}", "arguments": "{"}}


def test_a_conversation_keeps_its_order_roles_and_raw_arguments():
    events = [
        header("old"),
        user("a"),
        header("new"),
        assistant("b", "c1", "c2"),
        result("c1"),
        result("c2", "no"),
        assistant("d"),
    ]
    assert chat_messages(events, ALL) == [
        {"role": "system", "content": "new"},
        {"role": "user", "content": "a"},
        {"role": "assistant", "content": "b", "tool_calls": [call("c1"), call("c2")]},
        {"role": "tool", "tool_call_id": "c1", "content": "ok"},
        {"role": "tool", "tool_call_id": "c2", "content": "no"},
        {"role": "assistant", "content": "d"},
    ]


def test_events_that_are_no_messages_are_left_out():
    events = [
        event("turn/start", {"turn": 1}),
        event("todo/write", {"todos": []}),
        user("a"),
        event("request/header", {"header": None}),
    ]
    assert chat_messages(events, ALL) == [{"role": "user", "content": "a"}]


def test_a_call_without_a_result_is_answered_as_unknown():
    messages = chat_messages([user("a"), assistant("", "c1", "c2"), result("c2"), user("b")], ALL)
    assert [message["role"] for message in messages] == ["user", "assistant", "tool", "tool", "user"]
    assert {message["tool_call_id"] for message in messages if message["role"] == "tool"} == {"c1", "c2"}
    assert "unknown" in messages[3]["content"]


def test_a_long_history_keeps_its_newest_part_from_a_user_message_on():
    events = [
        part
        for n in range(50)
        for part in (user(f"say {n}"), assistant("", f"c{n}"), result(f"c{n}", "x" * 100), assistant("ok"))
    ]
    messages = chat_messages([header("system"), *events], 2_000)
    assert messages[0]["role"] == "system"
    assert messages[1]["role"] == "user"
    assert messages[-1] == {"role": "assistant", "content": "ok"}
    assert 10 < len(messages) < 60


def test_one_message_over_the_limit_is_still_sent():
    assert chat_messages([user("x" * 1_000)], 10) == [{"role": "user", "content": "x" * 1_000}]


PARTS = st.lists(st.sampled_from("uabr"), max_size=30)


@given(PARTS, st.integers(1, 2_000))
def test_every_call_is_followed_by_its_result_and_nothing_else_is(kinds, limit):
    made, events = [], []
    for n, kind in enumerate(kinds):
        if kind == "u":
            events.append(user(f"say {n}"))
        elif kind == "r":
            events.append(result(made.pop() if made else "none"))
        else:
            names = [f"c{n}{letter}" for letter in ("a" if kind == "a" else "xy")]
            made = [*names]
            events.append(assistant("t", *names))
    waiting = set()
    for message in chat_messages(events, limit):
        if message["role"] == "tool":
            assert message["tool_call_id"] in waiting
            waiting.remove(message["tool_call_id"])
            continue
        assert not waiting
        waiting = {each["id"] for each in message.get("tool_calls", ())}
    assert not waiting
