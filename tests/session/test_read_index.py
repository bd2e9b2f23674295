"""The index alone: rows, seqs, bytes, and lines that wait to be written."""

import random
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from support.loggen import event_line, event_lines, header_line
from support.logmaker import make_events, plain_log, stored_lines
from workbench.session.events import EVENT_TYPES, TYPE_CODE
from workbench.session.index import LogIndex
from workbench.session.reader import read_stored
from workbench.session.source import BytesSource

HEADER = header_line()


def code_of(line):
    return TYPE_CODE[line.split(b'"')[3].decode()]


@pytest.mark.req("LOG-3", "LOG-4")
@given(st.integers(0, 2**32), st.integers(1, 20), st.sampled_from((0, 0.5, 1)))
def test_rows_seqs_and_bytes_agree(seed, growths, packing):
    rng = random.Random(seed)
    events = make_events(rng, growths)
    lines = stored_lines(events, rng, packing)
    index = read_stored(BytesSource(plain_log(lines)), Path("x")).index
    assert index.rows == len(lines)
    at = len(HEADER)
    seq = 0
    for row, line in enumerate(lines):
        assert (index.offset(row), index.length(row), index.seq(row)) == (at, len(line) - 1, seq)
        assert index.time(row) == events[seq]["time"]
        for member in range(index.members(row)):
            assert index.row_of(seq + member) == row
            assert index.event_at(seq + member).data == events[seq + member]["data"]
        at, seq = at + len(line), seq + index.members(row)
    assert (index.end, index.next_seq, index.row_of(seq), index.row_of(-1)) == (at, seq, None, None)
    assert [EVENT_TYPES[code] for code in index.codes()] == [index.type_name(row) for row in range(index.rows)]
    for name, column in (("turn/start", index.turns), ("schedule/change", index.changes), ("todo/write", index.plans)):
        assert list(column) == [row for row in range(index.rows) if index.type_name(row) == name]


@pytest.mark.req("LOG-12")
@given(st.integers(0, 40), st.integers(0, 40), st.integers(0, 40))
def test_lines_are_the_same_before_and_after_they_are_written(stored, waiting, flushed):
    lines = list(event_lines(stored + waiting))
    text = bytearray(HEADER + b"".join(lines[:stored]))
    index = read_stored(BytesSource(bytes(text)), Path("x")).index
    for seq, line in enumerate(lines[stored:], stored):
        assert index.add(code_of(line), seq, 5, line[:-1]) == seq
    assert [index.raw(row) + b"\n" for row in range(index.rows)] == lines
    done = min(stored + flushed, len(lines))
    index.attach(BytesSource(HEADER + b"".join(lines[:done])))
    index.flushed(done)
    assert [index.raw(row) + b"\n" for row in range(index.rows)] == lines
    assert [line + b"\n" for line in index.lines(0, index.rows)] == lines
    assert [line + b"\n" for line in index.pending()] == lines[done:]
    assert index.pending_from == done
    assert index.end == len(HEADER) + sum(map(len, lines))
    assert index.next_seq == index.events == len(lines)


@pytest.mark.req("LOG-12")
@given(st.integers(0, 40), st.integers(0, 40))
def test_dropping_what_waits_leaves_the_index_as_it_was(stored, waiting):
    lines = list(event_lines(stored + waiting))
    index = read_stored(BytesSource(HEADER + b"".join(lines[:stored])), Path("x")).index
    before = (index.rows, index.end, index.events, index.next_seq, list(index.turns), list(index.changes))
    for seq, line in enumerate(lines[stored:], stored):
        index.add(code_of(line), seq, 5, line[:-1])
    index.drop_pending()
    assert (index.rows, index.end, index.events, index.next_seq, list(index.turns), list(index.changes)) == before
    assert [index.raw(row) + b"\n" for row in range(index.rows)] == lines[:stored]
    if waiting:
        assert index.add(code_of(lines[stored]), stored, 5, lines[stored][:-1]) == stored
        assert index.raw(stored) + b"\n" == lines[stored]


@pytest.mark.req("LOG-12")
def test_a_reader_with_an_older_row_count_is_not_disturbed_by_growth():
    lines = list(event_lines(3000))
    source = BytesSource(HEADER + b"".join(lines))
    index = LogIndex(source, start=len(HEADER))
    for seq, line in enumerate(lines[:1000]):
        index.add(code_of(line), seq, 5, line[:-1])
    reading = index.events_from(0, rows=1000)
    assert next(reading).seq == 0
    index.flushed()
    for seq, line in enumerate(lines[1000:], 1000):
        index.add(code_of(line), seq, 5, line[:-1])
        if seq % 100 == 0:
            index.flushed()
    assert [each.seq for each in reading] == list(range(1, 1000))
    assert [each.seq for each in index.events_from(2990)] == list(range(2990, 3000))


@pytest.mark.req("LOG-3")
def test_lines_of_very_different_length_are_found():
    sizes = (0, 200_000, 5, 70_000, 1, 1)
    lines = [event_line("goal/change", seq, 5, {"x": "y" * size}) for seq, size in enumerate(sizes)]
    index = LogIndex(BytesSource(HEADER + b"".join(lines)), start=len(HEADER))
    for seq, line in enumerate(lines):
        index.add(code_of(line), seq, 5, line[:-1])
    index.flushed()
    assert [index.raw(row) + b"\n" for row in (5, 1, 3, 0, 2, 4)] == [lines[row] for row in (5, 1, 3, 0, 2, 4)]
    assert [index.offset(row) for row in range(6)] == [len(HEADER) + sum(map(len, lines[:row])) for row in range(6)]


@pytest.mark.req("LOG-14")
def test_a_hole_has_no_row_and_the_next_event_is_found():
    lines = list(event_lines(60))
    del lines[30:35]
    index = read_stored(BytesSource(HEADER + b"".join(lines)), Path("x")).index
    assert [index.row_of(seq) for seq in (29, 30, 34, 35)] == [29, None, None, 30]
    assert (index.first_row_from(32), index.first_row_from(59), index.first_row_from(60)) == (30, 54, 55)
    with pytest.raises(IndexError):
        index.event_at(31)


@pytest.mark.req("LOG-14")
@given(st.lists(st.tuples(st.integers(0, 30), st.integers(1, 4)), max_size=30), st.integers(0, 40))
def test_the_first_of_several_claims_is_found_in_any_disorder(claims, cut):
    index = LogIndex(BytesSource(HEADER), start=len(HEADER))
    rows = {}
    for row, (seq, members) in enumerate(claims):
        code = TYPE_CODE["text-chunks" if members > 1 else "goal/change"]
        index.place(code, seq, 5, index.end, 10, members)
        for each in range(seq, seq + members):
            rows.setdefault(each, row)
    index.cut_from(cut, len(HEADER) + 11 * cut)
    for seq in range(40):
        expected = rows.get(seq)
        found = index.row_of(seq)
        if expected is None or expected >= cut:
            assert found is None
        else:
            first, count = claims[found]
            assert first <= seq < first + count
            assert found == expected or claims[expected][1] > 1
    assert index.next_seq == (0 if not claims[:cut] else sum(claims[:cut][-1]))


@pytest.mark.req("LOG-8", "LOG-14")
def test_thousands_of_repeated_lines_are_counted_in_no_time():
    lines = list(event_lines(60))
    end = event_line("turn/end", 60, 5, {"turn": 9, "reason": {"kind": "completed"}})
    log = read_stored(BytesSource(HEADER + b"".join([*lines, *lines[5:50] * 400, end])), Path("x"))
    assert (log.verdict, log.index.rows, log.problems_left_out) == ("corrupt", 60 + 45 * 400 + 1, 17_000)
    assert [log.index.row_of(seq) for seq in (0, 30, 59, 60)] == [0, 30, 59, 18_060]
