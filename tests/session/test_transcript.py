"""The rows of the transcript pane: which there are, where, and that they follow a growing log (TUI-2, LOG-14)."""

import random
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from support.loggen import event_line, event_lines, header_line
from support.logmaker import make_events, stored_lines
from workbench.session.events import TYPE_CODE
from workbench.session.index import LogIndex
from workbench.session.reader import read_stored
from workbench.session.source import BytesSource
from workbench.session.transcript import STRUCTURAL, Transcript

HEADER = header_line()


def read(lines):
    return read_stored(BytesSource(HEADER + b"".join(lines)), Path("x"))


def shown(transcript, index):
    return [
        "turn" if ref.kind == "turn" else f"mark {ref.problem.kind}" if ref.kind == "mark" else index.type_name(ref.row)
        for ref in transcript.refs(0, len(transcript))
    ]


@pytest.mark.req("TUI-2")
def test_a_reminder_turn_is_a_header_and_what_matters():
    log = read(event_lines(30))
    found = shown(Transcript(log.index), log.index)
    one_turn = ["turn", "schedule/change", "user/message", "assistant/message"]
    assert found == ["turn", *["schedule/change"] * 10, *one_turn[1:], *one_turn]


@pytest.mark.req("TUI-2")
def test_all_events_are_there_when_asked_for():
    log = read(event_lines(30))
    transcript = Transcript(log.index, all_events=True)
    assert [ref.row for ref in transcript.refs(0, 99) if ref.kind == "event"] == list(range(30))
    assert shown(transcript, log.index)[21:25] == ["turn", "agent/inbox/spliced", "schedule/change", "turn/start"]


@pytest.mark.req("TUI-2")
@given(st.integers(0, 2**32), st.integers(0, 25), st.sampled_from((0, 1)), st.booleans())
def test_rows_are_in_order_grouped_by_turn_and_found_again(seed, growths, packing, all_events):
    rng = random.Random(seed)
    index = read(stored_lines(make_events(rng, growths), rng, packing)).index
    transcript = Transcript(index, all_events=all_events)
    refs = transcript.refs(0, len(transcript))
    rows = [ref.row for ref in refs if ref.kind == "event"]
    assert rows == [row for row in range(index.rows) if all_events or index.type_name(row) not in STRUCTURAL]
    assert [ref.row for ref in refs if ref.kind == "turn"] == list(index.turns)
    open_turn = -1
    for at, ref in enumerate(refs):
        if ref.kind == "turn":
            open_turn += 1
            assert (ref.turn, transcript.at_turn(open_turn)) == (open_turn, at)
        else:
            assert ref.turn == open_turn
            assert transcript.at_row(ref.row) == at
            assert transcript.at_seq(index.seq(ref.row)) == at
    with pytest.raises(IndexError):
        transcript.ref(len(transcript))


@pytest.mark.req("TUI-2")
@given(st.integers(0, 2**32), st.integers(1, 15), st.booleans(), st.data())
def test_growing_row_by_row_gives_the_same_pane_and_says_what_changed(seed, growths, all_events, data):
    rng = random.Random(seed)
    lines = stored_lines(make_events(rng, growths), rng, 0)
    whole = read(lines).index
    index = LogIndex(BytesSource(HEADER), start=len(HEADER))
    transcript = Transcript(index, all_events=all_events)
    for row, line in enumerate(lines):
        index.add(whole.type_code(row), whole.seq(row), whole.time(row), line[:-1])
        if data.draw(st.booleans()):
            before = transcript.refs(0, len(transcript))
            changed = transcript.refresh()
            assert transcript.refs(0, changed) == before[:changed]
    transcript.refresh()
    assert transcript.refs(0, 10**6) == Transcript(whole, all_events=all_events).refs(0, 10**6)


@pytest.mark.req("TUI-2")
def test_rows_beyond_a_snapshot_are_not_shown_yet():
    index = read(event_lines(50)).index
    transcript = Transcript(index, rows=20, all_events=True)
    assert [ref.row for ref in transcript.refs(0, 99) if ref.kind == "event"] == list(range(20))
    assert (transcript.at_seq(19) is None, transcript.at_seq(20)) == (False, None)
    assert transcript.refresh(40) == 21
    assert [ref.row for ref in transcript.refs(0, 99) if ref.kind == "event"] == list(range(40))


@pytest.mark.req("TUI-2")
def test_an_empty_log_has_an_empty_pane():
    empty = Transcript(LogIndex(BytesSource(b"")))
    assert (len(empty), empty.refresh(), empty.refs(0, 5), empty.at_seq(0), empty.at_turn(0)) == (0, 0, [], None, None)


@pytest.mark.req("TUI-2", "LOG-4")
def test_a_hidden_event_stands_for_the_next_one_shown():
    index = read(event_lines(30)).index
    transcript = Transcript(index)
    chunk, reply = 16, 17
    assert index.type_name(chunk) == "assistant/chunk"
    assert transcript.at_seq(chunk) == transcript.at_seq(reply) == transcript.at_row(reply)
    assert transcript.at_seq(29) == len(transcript) - 1
    assert transcript.at_seq(30) is None


@pytest.mark.req("LOG-14")
def test_a_hole_is_a_row_of_its_own_and_a_second_claim_is_marked():
    lines = list(event_lines(60))
    other = event_line("goal/change", 27, 5, {"other": True})
    damaged = [*lines[:25], b"{oops\n", *lines[26:28], other, *lines[28:40], *lines[41:]]
    log = read(damaged)
    transcript = Transcript(log.index, problems=log.problems)
    found = shown(transcript, log.index)
    assert [each for each in found if each.startswith("mark")] == [
        "mark unreadable_line", "mark missing_number", "mark missing_number"
    ]  # fmt: skip
    claims = [ref for ref in transcript.refs(0, len(transcript)) if ref.kind == "event" and ref.problem]
    assert [(ref.problem.kind, log.index.seq(ref.row)) for ref in claims] == [("second_writer", 27)]
    holes = [at for at, each in enumerate(found) if each.startswith("mark")]
    assert [transcript.ref(at).row for at in holes] == [25, 25, 40]
    assert all(transcript.ref(at + 1).row >= transcript.ref(at).row for at in holes)


@pytest.mark.req("LOG-14")
def test_a_torn_end_is_marked_below_the_last_event():
    log = read([*event_lines(30), b'{"torn'])
    transcript = Transcript(log.index, problems=log.problems)
    assert shown(transcript, log.index)[-1] == "mark torn_tail"
    assert transcript.at_seq(29) == len(transcript) - 2


@pytest.mark.req("TUI-2")
def test_every_structural_type_is_a_listed_one():
    assert set(TYPE_CODE) >= STRUCTURAL
