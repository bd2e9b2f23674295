"""{delete, create, due, idle, prompt} in every order, at one instant and spread over time, against the model.

The model is written from the design's pages alone (``support/model_session``): turns, their order and the final fold
must come out the same, in whatever order the five arrive.
"""

from itertools import permutations

import pytest

from support.benches import START
from support.history_bench import Driven
from support.history_checks import Pair
from support.history_steps import MINUTE, SECOND
from support.model_life import Life

pytestmark = [pytest.mark.req("BEN-5", "SCH-26", "SCH-27", "SCH-28")]

# One every record falls due with two one-shots, the first of which is the one that is deleted.
SETTING = [("at", 300), ("every", 300), ("at", 300), ("jump", 300 * SECOND - 1)]
ACTS = {
    "delete": ("delete", 1),
    "create": ("every", 300),
    "due": ("jump", 1),
    "idle": ("release",),
    "prompt": ("say", "every 10 minutes look"),
}
ORDERS = list(permutations(ACTS))


def story(order, *, gap, slow):
    """The steps of one order: the agent is held from before, and given time to finish afterwards."""
    yield from SETTING
    yield ("hold",)
    if slow:
        yield ("arm", "barrier_slow", 2, slow)
    for act in order:
        yield ACTS[act]
        if gap:
            yield ("advance", gap)
    yield ("advance", 20 * MINUTE)


def told(folder, order, turn_ms, **how):
    pair = Pair(Driven(folder, turn_ms), Life(START, turn_ms))
    for step in story(order, **how):
        pair.do(step)
    pair.driven.bench.close()
    return pair


@pytest.mark.parametrize(
    ("turn_ms", "gap", "slow"),
    [(0, 0, 0), (90 * SECOND, 7 * MINUTE, 0), (0, 0, 60), (90 * SECOND, 40 * SECOND, 60)],
)
def test_every_order_comes_out_as_the_model_says(tmp_path, turn_ms, gap, slow):
    for place, order in enumerate(ORDERS):
        told(tmp_path / str(place), order, turn_ms, gap=gap, slow=slow)


@pytest.mark.parametrize("order", ORDERS, ids="-".join)
def test_what_no_order_may_change(tmp_path, order):
    """Without the model: what was deleted in time never comes; prompt, one-shots and batch come in this order."""
    facts = told(tmp_path, order, 0, gap=0, slow=0).life.facts
    dispatched = [fact[2] for fact in facts if fact[1] == "dispatch"]
    in_time = order.index("delete") < max(order.index("due"), order.index("idle"))
    assert dispatched.count("schedule-1") == (0 if in_time else 1)
    assert dispatched.count("schedule-3") == 1
    first = dispatched.index("schedule-2")
    assert not {"schedule-1", "schedule-3"} & set(dispatched[first:])
    if order.index("prompt") < order.index("idle"):
        asked = [fact[1] == "create" and fact[5] == 600 for fact in facts].index(True)
        assert "dispatch" not in [fact[1] for fact in facts[:asked]]
