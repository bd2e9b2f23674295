"""What is damaged where: a mark before each hole, and rows that claim a number twice (LOG-14)."""

from pathlib import Path

import pytest

from support.damaged import CASES, KINDS, LINES, OTHERS, stored
from support.loggen import event_line
from workbench.session.marks import NO_MARKS, claim_words
from workbench.session.reader import read_stored
from workbench.session.source import BytesSource

pytestmark = pytest.mark.req("LOG-14")


def read(lines, compression="none"):
    return read_stored(BytesSource(stored(lines, compression)), Path("log.jsonl"))


def marks(log):
    return [(mark.row, mark.kind, mark.labels[0]) for mark in log.marks.all]


def claims(log):
    return {row: claim for row in range(log.index.rows) if (claim := log.marks.claim(row)) is not None}


@pytest.mark.parametrize("compression", KINDS)
@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_the_first_mark_stands_where_the_damage_is(case, compression):
    log = read_stored(BytesSource(case.stored(compression)), Path("log.jsonl"))
    assert log.marks.all[0].row == case.kept
    assert log.marks.between(0, case.kept) == ()
    assert log.marks.between(case.kept, case.kept + 1) == log.marks.all[:1]


def test_a_sound_log_has_none():
    log = read(LINES)
    assert log.marks is NO_MARKS
    assert not log.marks
    assert log.marks.claim(0) is None


def test_missing_numbers_are_counted_and_named():
    log = read(LINES[:12] + LINES[15:])
    [mark] = log.marks.all
    assert mark.labels[1] == "3 numbers missing: 12 to 14"
    assert (mark.row, mark.kind, mark.line) == (12, "hole", 14)
    [mark] = read(LINES[:12] + LINES[13:]).marks.all
    assert mark.labels[:2] == ("1 number missing: event 12", "1 number missing: 12")


def test_what_is_damaged_before_one_row_is_one_mark():
    log = read([*LINES[:5], b"x\n", b"\n", b"{}\n", *LINES[6:]])
    [mark] = log.marks.all
    assert mark.labels[0] == "3 lines cannot be read, 7 to 9; 1 number missing: event 5"
    assert mark.labels[-1] == "hole"
    assert [len(label) for label in mark.labels] == sorted((len(label) for label in mark.labels), reverse=True)


def test_a_second_writer_is_marked_on_each_of_its_rows():
    log = read(LINES[:20] + OTHERS[10:13] + LINES[20:])
    assert marks(log) == [(20, "again", "second writer: events 10 to 12 claimed again")]
    assert claims(log) == dict.fromkeys((20, 21, 22), "second claim")
    assert [log.index.row_of(seq) for seq in (10, 11, 12)] == [10, 11, 12], "the first claim counts"


def test_two_branches_that_go_on_from_one_event():
    end = event_line("turn/end", 45, 5, {"turn": 9, "reason": {"kind": "completed"}})
    log = read([*LINES[:30], *OTHERS[20:45], end])
    assert claims(log) == dict.fromkeys(range(30, 40), "second claim")
    assert log.index.row_of(30) == 40, "what only one branch has is its own"


def test_the_same_line_again_is_no_second_writer():
    log = read(LINES[:15] + LINES[12:])
    assert marks(log) == [(15, "again", "events 12 to 14 repeated")]
    assert claims(log) == dict.fromkeys((15, 16, 17), "again")


def test_a_number_that_comes_too_late():
    log = read(LINES[:5] + LINES[8:30] + LINES[5:8] + LINES[30:])
    assert marks(log) == [
        (5, "hole", "3 numbers missing: events 5 to 7"),
        (27, "again", "events 5 to 7 come too late"),
    ]
    assert claims(log) == dict.fromkeys((27, 28, 29), "too late")


def test_more_second_claims_than_are_compared_are_all_marked():
    writer = [event_line("goal/change", seq, 5, {}) for seq in range(3000)]
    other = [event_line("goal/change", seq, 5, {"other": 1}) for seq in range(500, 2500)]
    log = read([*writer, *other, event_line("turn/end", 3000, 5, {"turn": 1, "reason": {"kind": "completed"}})])
    assert log.problems_left_out
    assert claims(log) == dict.fromkeys(range(3000, 5000), "second claim")
    assert marks(log)[0] == (3000, "again", "second writer: events 500 to 2499 claimed again")
    assert log.marks.all[-1].labels[0].endswith("more places are damaged and not marked")


def test_a_torn_end_and_a_broken_rule_are_marked_too():
    [mark] = read([*LINES[:25], b'{"ty']).marks.all
    assert (mark.row, mark.kind, mark.labels[1]) == (25, "torn", "the end is torn")
    nope = event_line("schedule/change", 60, 9, {"version": 1, "operation": "delete", "id": "nope"})
    [mark] = read([*LINES, nope]).marks.all
    assert (mark.row, mark.kind, mark.labels[1]) == (60, "rule", "Schedule's history breaks a rule here")


def test_a_header_that_is_damaged_is_marked_before_the_first_row():
    log = read_stored(BytesSource(b"\xef\xbb\xbf" + stored(LINES, "none")), Path("log.jsonl"))
    assert [(mark.row, mark.labels[-1]) for mark in log.marks.all] == [(0, "damaged header")]


@pytest.mark.parametrize(
    ("claim", "said"), [("second claim", "second claim of 7"), ("again", "7 again"), ("too late", "7 too late")]
)
def test_words(claim, said):
    assert claim_words(claim, 7) == said
