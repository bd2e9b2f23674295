"""Packed rows taken apart (LOG-4)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from support.logmaker import DELTAS, packed
from workbench.session.packed import PackedRun


def run_of(block, texts, gaps, named):
    delta, field = DELTAS[block]
    call = ({"id": "c", "name": "bash"} if named else {"id": "c"}) if block == "tool-call" else {}
    time, events = 1000, []
    for seq, (text, gap) in enumerate(zip(texts, gaps, strict=True), 7):
        time += gap
        chunk = {"type": delta, "index": 2, **call, field: text}
        data = {"turn": 1, "step": 2, "chunk": chunk}
        events.append({"type": "assistant/chunk", "seq": seq, "time": time, "data": data})
    return events


pieces = st.lists(st.tuples(st.text(max_size=5), st.integers(-1000, 1000)), min_size=1, max_size=20)


@pytest.mark.req("LOG-4")
@given(st.sampled_from(list(DELTAS)), pieces, st.booleans())
def test_unpacking_is_the_reverse_of_packing(block, pieces, named):
    texts, gaps = zip(*pieces, strict=True)
    events = run_of(block, texts, gaps, named)
    row = packed(events)
    run = PackedRun(type=row["type"], seq=row["seq0"], time=row["time0"], data=row["data"])
    assert len(run) == len(events)
    assert [(each.type, each.seq, each.time, each.data) for each in run.expand()] == [
        (each["type"], each["seq"], each["time"], each["data"]) for each in events
    ]
    assert [run.member(at) for at in range(len(run))] == list(run.expand())
    assert [list(each.data["chunk"]) for each in run.expand()] == [list(each["data"]["chunk"]) for each in events]
