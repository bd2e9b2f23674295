"""The transcript's rows against a plain list of the same rules, for any order of event types, grown in any steps."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from workbench.fronts.tui.panes import rows as module
from workbench.fronts.tui.panes.rows import STRUCTURAL, Row, Rows
from workbench.session.columns import Columns
from workbench.session.events import TYPE_CODE

KINDS = (
    "agent/inbox/spliced", "schedule/change", "turn/start", "step/start", "user/message", "assistant/message",
    "tool/call", "step/end", "turn/end", "text-chunks",
)  # fmt: skip


def columns_of(kinds):
    index = Columns()
    for seq, kind in enumerate(kinds):
        index.place(TYPE_CODE[kind], seq, 1000 + seq, index.end, 10, 3 if kind == "text-chunks" else 1)
    return index


def plain(kinds, everything):
    """Each turn's header stands before what was queued and dispatched for it just before its start."""
    before = {}
    for at, kind in enumerate(kinds):
        if kind == "turn/start":
            first = at
            while first and kinds[first - 1] == "schedule/change":
                first -= 1
            if first and kinds[first - 1] == "agent/inbox/spliced":
                first -= 1
            before.setdefault(first, []).append(at)
    found = []
    for at, kind in enumerate(kinds):
        found += [Row(True, turn) for turn in before.get(at, [])]
        if everything or kind not in STRUCTURAL:
            found.append(Row(False, at))
    return found


@pytest.mark.req("TUI-2")
@given(st.lists(st.sampled_from(KINDS), max_size=120), st.booleans(), st.lists(st.integers(1, 40), max_size=6))
def test_rows_are_those_of_the_plain_rule_however_they_grow(kinds, everything, steps):
    index = columns_of(kinds)
    rows = Rows(index, everything=everything)
    for step in steps:
        rows.extend(min(rows.lines + step, len(kinds)))
        assert len(rows) == len([rows.at(at) for at in range(len(rows))])
    rows.extend(len(kinds))
    assert [rows.at(at) for at in range(len(rows))] == plain(kinds, everything)


@given(st.lists(st.sampled_from(KINDS), min_size=1, max_size=80), st.booleans(), st.data())
def test_blocks_change_nothing(kinds, everything, data):
    whole = plain(kinds, everything)
    block = module._BLOCK
    module._BLOCK = data.draw(st.integers(1, 9))
    try:
        rows = Rows(columns_of(kinds), everything=everything)
        rows.extend(len(kinds))
        assert [rows.at(at) for at in range(len(rows))] == whole
        places = {row.at: place for place, row in enumerate(whole) if not row.header}
        for line in range(len(kinds)):
            if line in places:
                assert rows.position(line) == places[line]
            else:
                assert 0 <= rows.position(line) <= max(0, len(whole) - 1)
    finally:
        module._BLOCK = block


def test_a_reminder_turn_begins_with_its_dispatches():
    kinds = ["turn/end", "agent/inbox/spliced", "schedule/change", "schedule/change", "turn/start", "user/message"]
    rows = Rows(columns_of(kinds))
    rows.extend(len(kinds))
    assert [rows.at(at) for at in range(len(rows))] == [Row(True, 4), Row(False, 2), Row(False, 3), Row(False, 5)]


def test_rows_can_be_extended_only_for_the_same_index_and_setting():
    index = columns_of(KINDS)
    rows = Rows(index)
    rows.extend(5)
    assert rows.fits(index, everything=False, lines=5)
    assert not rows.fits(index, everything=False, lines=4)
    assert not rows.fits(index, everything=True, lines=5)
    assert not rows.fits(columns_of(KINDS), everything=False, lines=5)
