"""What a search finds and how found rows are joined, against a plain list, for any log, start, growth and pieces."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from workbench.errors import WorkbenchError
from workbench.fronts.tui.panes import searching
from workbench.fronts.tui.panes.blocks import STRUCTURAL
from workbench.fronts.tui.panes.eventtext import Setting, words_of
from workbench.fronts.tui.panes.matched import Found, Matched
from workbench.fronts.tui.panes.needle import Needle, matches
from workbench.fronts.tui.panes.quiet import is_quiet
from workbench.fronts.tui.panes.rows import Row
from workbench.fronts.tui.panes.searching import Looked, Search
from workbench.fronts.tui.panes.searchtext import search_text
from workbench.fronts.tui.panes.turns import opening
from workbench.fronts.tui.theme.glyphs import RICH
from workbench.session.events import TYPE_CODE
from workbench.session.index import LogIndex
from workbench.time.zones import UTC

NEEDLE = "build"
TEXTS = ("look at the Build", "nothing here", "BUILDING", "\u0130 build")
SHAPES = {
    "agent/inbox/spliced": lambda text: {"inserted": [], "removedCount": 1, "why": text},
    "schedule/change": lambda text: {"operation": "dispatch", "id": text},
    "turn/start": lambda text: {"turn": 1, "why": text},
    "user/message": lambda text: {
        "content": [{"type": "text", "text": text}], "source": {"kind": "plugin", "form": "snapshot"}},
    "assistant/message": lambda text: {"message": {"content": [{"type": "text", "text": text}]}},
    "tool/result": lambda text: {"message": {"content": [{"content": [{"type": "text", "text": text}]}]}},
    "turn/end": lambda text: {"turn": 1, "reason": {"kind": text}},
}  # fmt: skip
LOGS = st.lists(st.tuples(st.sampled_from(sorted(SHAPES)), st.sampled_from(TEXTS)), max_size=60)


class NoSource:
    """A log of which nothing is in a file yet."""

    def read(self, offset, size):
        raise AssertionError((offset, size))

    def size(self):
        return 0


def index_of(log):
    index = LogIndex(NoSource())
    for seq, (kind, text) in enumerate(log):
        add(index, seq, kind, text)
    return index


def add(index, seq, kind, text):
    value = {"type": kind, "seq": seq, "time": 1000 + seq, "data": SHAPES[kind](text)}
    index.add(TYPE_CODE[kind], seq, 1000 + seq, json.dumps(value).encode())


def plain(index, rows, *, everything=False, needle=NEEDLE):
    """Every matching shown event, and before it the header of its turn where that is another than the last one's."""
    starts = [turn for turn in index.turns if turn < rows]
    found, last = [], None
    for row in range(rows):
        event = index.event(row)
        if not everything and (event.type in STRUCTURAL or is_quiet(index, row)):
            continue
        if not matches(search_text(event, words_of(event, Setting(RICH, UTC))), needle):
            continue
        turn = max((turn for turn in starts if opening(index, turn) <= row), default=None)
        if turn is not None and turn != last:
            last = turn
            found.append(Row("header", turn))
        found.append(Row("event", row))
    return found


def shown(rows):
    return [rows.at(at) for at in range(len(rows))]


@pytest.mark.req("TUI-2")
@pytest.mark.parametrize("piece", [1, 2, 7, 1024])
@given(log=LOGS, everything=st.booleans(), data=st.data())
def test_all_matches_are_found_in_order_from_any_start_however_the_log_grows(piece, log, everything, data):
    ends = sorted({*data.draw(st.lists(st.integers(0, len(log)), max_size=3)), len(log)})
    start = data.draw(st.integers(0, ends[0]))
    index = index_of(log[: ends[0]])
    search = Search(index, Needle(NEEDLE), Looked(RICH, UTC, everything), ends[0], start)
    rows = Matched(index, start)

    def take():
        before = [row for row in shown(rows) if row.kind == "event"]
        for found in search.take():
            rows.add(found)
        kept = [row for row in shown(rows) if row.kind == "event"]
        assert [row for row in kept if row in before] == before or len(ends) > 1

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(searching, "_PIECE", piece)
        patch.setattr(searching, "_HEAD_START", 0)
        for end in ends:
            for seq in range(index.rows, end):
                add(index, seq, *log[seq])
            if search.begin(end):
                search.run(take if data.draw(st.booleans()) else lambda: None)
            take()
            expected = plain(index, end, everything=everything)
            assert shown(rows) == expected
            assert rows.count == sum(row.kind == "event" for row in expected)
            assert search.share == 1
            for place, row in enumerate(expected):
                assert rows.row_of(row) == place
            for line in range(end):
                until = [place for place, row in enumerate(expected) if row.kind == "event" and row.at <= line]
                assert rows.position(line) == (until[-1] if until else 0)


def test_what_is_near_is_found_first():
    index = index_of([("assistant/message", "build")] * 40)
    search = Search(index, Needle(NEEDLE), Looked(RICH, UTC), 40, 20)
    order = []
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(searching, "_PIECE", 5)
        search.begin(40)
        search.run(lambda: None)
        order = [(found.first, found.last) for found in search.take()]
    assert order == [(20, 25), (15, 20), (25, 30), (10, 15), (30, 35), (5, 10), (35, 40), (0, 5)]


def test_it_is_told_once_until_it_is_taken():
    index = index_of([("assistant/message", "build")] * 40)
    search = Search(index, Needle(NEEDLE), Looked(RICH, UTC), 40, 20)
    told = []
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(searching, "_PIECE", 5)
        search.begin(40)
        search.run(lambda: told.append(search.share))
    assert len(told) == 1
    assert len(search.take()) == 8


def test_a_stopped_search_ends_and_finds_nothing_more():
    index = index_of([("assistant/message", "build")] * 40)
    search = Search(index, Needle(NEEDLE), Looked(RICH, UTC), 40, 40)
    search.begin(40)
    search.stop()
    search.run(lambda: None)
    assert search.take() == []
    assert search.share == 0


def test_a_log_that_is_cut_under_the_search_ends_it_with_a_sentence():
    index = index_of([("assistant/message", "build")] * 40)
    search = Search(index, Needle(NEEDLE), Looked(RICH, UTC), 40, 40)

    class Cut:
        def __getattr__(self, name):
            if name == "lines":
                raise WorkbenchError("log_changed", "row 3 is no longer in the file")
            return getattr(index, name)

    search._index = Cut()
    search.begin(40)
    search.run(lambda: None)
    assert search.trouble == "row 3 is no longer in the file"
    assert not search.begin(40)


def test_a_line_too_long_to_decode_matches_by_its_bytes():
    index = index_of([("assistant/message", "x" * 200_000 + " Build")])
    search = Search(index, Needle(NEEDLE), Looked(RICH, UTC), 1, 1)
    search.begin(1)
    search.run(lambda: None)
    (found,) = search.take()
    assert len(found.entries) == 1


def test_closers_stand_after_all_matches():
    index = index_of([("turn/start", ""), ("assistant/message", "build")])
    rows = Matched(index, 2)
    rows.add(Found(0, 2, [0 << 2 | 1, 1 << 2]))
    rows.put_closers([1])
    assert shown(rows) == [Row("header", 0), Row("event", 1), Row("closer", 1)]
    assert rows.count == 2
    assert [rows.row_of(row) for row in shown(rows)] == [0, 1, 2]
    assert rows.row_of(Row("closer", 0)) == 1
