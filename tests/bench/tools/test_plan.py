"""``todo_write``: the whole plan at once, its items trimmed, blank ones refused."""

import fastjsonschema
import pytest
from hypothesis import given
from hypothesis import strategies as st

from support.ports import Port, call
from workbench.bench.tools.plan import STATUSES
from workbench.bench.tools.registry import Registry

REGISTRY = Registry()


def item(content, status="pending"):
    return {"content": content, "status": status}


@pytest.mark.req("LOG-17")
def test_a_plan_is_written_whole_and_trimmed():
    port = Port()
    todos = [item(" draft\u2003"), item("review", "in_progress"), item("send", "completed"), item("file", "completed")]
    outcome = call("todo_write", {"todos": todos}, port)
    assert port.appended == [{"todos": [item("draft"), *todos[1:]]}]
    assert outcome.structured == port.appended[0]
    assert outcome.text == "The plan now has 4 items: 1 pending, 1 in progress, 2 completed."
    assert outcome.code is None
    fastjsonschema.validate(REGISTRY.get("todo_write").output_schema, outcome.structured)


@pytest.mark.req("LOG-17")
def test_an_empty_plan_clears():
    port = Port()
    assert (
        call("todo_write", {"todos": []}, port).text
        == "The plan now has 0 items: 0 pending, 0 in progress, 0 completed."
    )
    assert port.appended == [{"todos": []}]


def test_one_item_is_told_in_the_singular():
    assert call("todo_write", {"todos": [item("x")]}, Port()).text.startswith("The plan now has 1 item:")


@pytest.mark.parametrize("content", ["", " ", "\ufeff\u2028", "\n\t"])
def test_a_blank_item_is_refused_and_nothing_is_written(content):
    port = Port()
    outcome = call("todo_write", {"todos": [item("x"), item(content)]}, port)
    assert outcome.is_error
    assert (outcome.error_name, outcome.error_code, outcome.code) == (None, None, "invalid_todo")
    assert "todos[1].content" in outcome.text
    assert not port.appended


@given(st.lists(st.builds(item, st.text(), st.sampled_from(STATUSES)), max_size=5))
def test_a_plan_is_written_exactly_when_every_item_says_something(todos):
    port = Port()
    outcome = call("todo_write", {"todos": todos}, port, registry=REGISTRY)
    assert bool(port.appended) == (not outcome.is_error)
    if port.appended:
        assert [each["status"] for each in port.appended[0]["todos"]] == [each["status"] for each in todos]
        assert all(each["content"] for each in port.appended[0]["todos"])
