"""The transcript's rows against a plain list of the same rules, for any order of event types, grown in any steps."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from workbench.fronts.tui.panes import blocks
from workbench.fronts.tui.panes.quiet import MAY_BE_QUIET
from workbench.fronts.tui.panes.rows import STRUCTURAL, Row, Rows
from workbench.fronts.tui.panes.turns import begins_at, changes_before, opening, turn_of
from workbench.session.columns import Columns
from workbench.session.events import TYPE_CODE

KINDS = (
    "agent/inbox/spliced", "schedule/change", "turn/start", "step/start", "user/message", "assistant/message",
    "tool/call", "tool/result", "step/end", "turn/end", "text-chunks",
)  # fmt: skip
LOGS = st.lists(st.sampled_from(KINDS), max_size=120)


def columns_of(kinds):
    index = Columns()
    for seq, kind in enumerate(kinds):
        index.place(TYPE_CODE[kind], seq, 1000 + seq, index.end, 10, 3 if kind == "text-chunks" else 1)
    return index


def first_of(kinds, turn):
    """A turn begins for the reader with what was queued and dispatched for it just before its start."""
    first = turn
    while first and kinds[first - 1] == "schedule/change":
        first -= 1
    return first - 1 if first and kinds[first - 1] == "agent/inbox/spliced" else first


def plain(kinds, everything=False, quiet=frozenset(), bands=(), closers=0):
    """All rows by the plain rules: bands, then the header of a turn that begins there, then the event."""
    before = {first_of(kinds, turn): turn for turn, kind in enumerate(kinds) if kind == "turn/start"}
    found = []
    for at, kind in enumerate(kinds):
        found += [Row("band", band) for band, line in enumerate(bands) if line == at]
        if at in before:
            found.append(Row("header", before[at]))
        if everything or not (kind in STRUCTURAL or at in quiet):
            found.append(Row("event", at))
    for closer in range(closers):
        found += [Row("band", band) for band, line in enumerate(bands) if line == len(kinds) + closer]
        found.append(Row("closer", closer))
    return found + [Row("band", band) for band, line in enumerate(bands) if line >= len(kinds) + closers]


def shown(rows):
    return [rows.at(at) for at in range(len(rows))]


@pytest.fixture(params=[1, 2, 3, 5, 9, 512])
def block_size(request, monkeypatch):
    monkeypatch.setattr(blocks, "_SIZE", request.param)


@pytest.mark.req("TUI-2")
@given(LOGS, st.booleans(), st.lists(st.integers(1, 40), max_size=6))
def test_rows_are_those_of_the_plain_rule_however_they_grow(kinds, everything, steps):
    rows = Rows(columns_of(kinds), everything=everything)
    for step in steps:
        rows.extend(min(rows.lines + step, len(kinds)))
        assert len(rows) == len(shown(rows))
    rows.extend(len(kinds))
    assert shown(rows) == plain(kinds, everything)


@st.composite
def grown(draw):
    """A log with quiet events, bands and closers, and the steps in which it grew; bands come and go between them."""
    kinds = draw(LOGS)
    may = [at for at, kind in enumerate(kinds) if MAY_BE_QUIET[TYPE_CODE[kind]]]
    quiet = frozenset(draw(st.lists(st.sampled_from(may), max_size=30))) if may else frozenset()
    ends = sorted([*draw(st.lists(st.integers(0, len(kinds)), max_size=5)), len(kinds)])
    bands = [sorted(draw(st.lists(st.integers(0, end + 3), max_size=4))) for end in ends]
    return kinds, quiet, list(zip(ends, bands, draw(st.lists(st.integers(0, 3), min_size=len(ends))), strict=False))


@pytest.mark.req("TUI-2")
@pytest.mark.usefixtures("block_size")
@given(grown(), st.booleans(), st.data())
def test_bands_closers_and_quiet_events_stand_where_the_plain_rule_has_them(log, everything, data):
    kinds, quiet, steps = log
    index = columns_of(kinds)
    rows = Rows(index, everything=everything, quiet=lambda _, line: line in quiet)
    for end, bands, closers in steps:
        rows.extend(end)
        rows.put_bands(bands, closers)
        if len(rows):
            rows.settle(data.draw(st.integers(0, len(rows) - 1)))
        settled = _settled(rows, quiet)
        expected = plain(kinds[:end], everything, settled, bands, closers)
        assert shown(rows) == expected
        for place, row in enumerate(expected):
            assert rows.row_of(row) == place
    while any(rows.settle(at) for at in range(len(rows))):
        pass
    end, bands, closers = steps[-1]
    assert shown(rows) == plain(kinds, everything, quiet, bands, closers)


def _settled(rows, quiet):
    """The quiet events that have left: those of blocks that were looked at."""
    spans = [rows._span(block) for block in rows._settled]
    return {line for start, stop in spans for line in range(start, stop) if line in quiet}


@pytest.mark.usefixtures("block_size")
@given(st.lists(st.sampled_from(KINDS), min_size=1, max_size=80), st.data())
def test_settling_says_how_far_the_rows_behind_moved(kinds, data):
    quiet = {at for at, kind in enumerate(kinds) if kind in {"user/message", "tool/result"}}
    rows = Rows(columns_of(kinds), quiet=lambda _, line: line in quiet)
    rows.extend(len(kinds))
    before = shown(rows)
    if not before:
        return
    gone = rows.settle(data.draw(st.integers(0, len(before) - 1)))
    assert gone is not None
    after = shown(rows)
    assert len(before) - len(after) == gone.left
    assert after[gone.end - gone.left :] == before[gone.end :]


@pytest.mark.usefixtures("block_size")
@given(st.lists(st.sampled_from(KINDS), min_size=1, max_size=80), st.booleans())
def test_a_line_is_found_in_its_row_or_the_last_shown_one_before(kinds, everything):
    whole = plain(kinds, everything)
    rows = Rows(columns_of(kinds), everything=everything)
    rows.extend(len(kinds))
    places = {row.at: place for place, row in enumerate(whole) if row.kind == "event"}
    for line in range(len(kinds)):
        if line in places:
            assert rows.position(line) == places[line]
        else:
            assert 0 <= rows.position(line) <= max(0, len(whole) - 1)


def test_a_reminder_turn_begins_with_its_dispatches():
    kinds = ["turn/end", "agent/inbox/spliced", "schedule/change", "schedule/change", "turn/start", "user/message"]
    rows = Rows(columns_of(kinds))
    rows.extend(len(kinds))
    assert shown(rows) == [Row("header", 4), Row("event", 2), Row("event", 3), Row("event", 5)]


def test_a_header_of_another_log_is_looked_up_as_an_event():
    rows = Rows(columns_of(["turn/start", "user/message", "assistant/message"]))
    rows.extend(3)
    assert [rows.row_of(Row("header", line)) for line in (0, 1, 2, 3)] == [0, 1, 2, 2]


def test_rows_can_be_extended_only_for_the_same_index_and_setting():
    index = columns_of(KINDS)
    rows = Rows(index)
    rows.extend(5)
    assert rows.fits(index, everything=False, lines=5)
    assert not rows.fits(index, everything=False, lines=4)
    assert not rows.fits(index, everything=True, lines=5)
    assert not rows.fits(columns_of(KINDS), everything=False, lines=5)


@given(LOGS, st.data())
def test_turns_are_found_from_columns_as_from_a_plain_list(kinds, data):
    index = columns_of(kinds)
    rows = data.draw(st.integers(0, len(kinds)))
    starts = [at for at, kind in enumerate(kinds[:rows]) if kind == "turn/start"]
    for turn in starts:
        assert opening(index, turn) == first_of(kinds, turn)
        assert all(kinds[at] == "schedule/change" for at in changes_before(index, turn))
    for line in range(rows):
        held = [turn for turn in starts if first_of(kinds, turn) <= line]
        assert turn_of(index, line, rows) == (held[-1] if held else None)
        begun = held and held[-1] >= line
        assert begins_at(index, line, rows) == (first_of(kinds, held[-1]) if begun else line)
