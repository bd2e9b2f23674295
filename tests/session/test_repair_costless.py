"""What a repair puts right without losing an event: odd frames, a line written twice running (LOG-6, LOG-13)."""

import random
from itertools import pairwise

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from support.damaged import BOM, KINDS, LINES, NAMES, stored
from support.loggen import event_line, header_line
from support.logmaker import frame, make_events, plain_log, stored_lines
from workbench.errors import WorkbenchError
from workbench.session.check import check_file
from workbench.session.losses import stretch_words
from workbench.session.mended import apply_repair
from workbench.session.mending import plan_repair
from workbench.session.problems import MAX_PROBLEMS
from workbench.session.reader import read_log
from workbench.session.source import open_log

pytestmark = pytest.mark.req("LOG-6", "LOG-13")
TEXT = plain_log(LINES)
HEADER = len(header_line())
NOPE = event_line("schedule/change", 60, 9, {"version": 1, "operation": "delete", "id": "nope"})


def put(folder, data, compression="zstd"):
    path = folder / NAMES[compression]
    path.write_bytes(data)
    return path


def framed_at(text, cuts):
    """The text in frames that end at these offsets and at its end; two of the same give a frame without text."""
    places = [0, *sorted(cuts), len(text)]
    return b"".join(frame(text[first:last]) for first, last in pairwise(places))


def text_of(path):
    return open_log(path).read(0, 1 << 30)


def mend(path):
    """Plan, apply, check; the backup is what the file was, and nothing is left to do. Returns the plan."""
    before = path.read_bytes()
    plan = plan_repair(path)
    assert plan.needed
    done = apply_repair(plan, fsync=False)
    assert done.backup.read_bytes() == before
    result = check_file(path)
    assert result.verdict == "ok", result.problems
    assert read_log(path).index.events == plan.kept.events
    assert not plan_repair(path).needed
    return plan


CUTS = {
    "lines of events beside the header": [HEADER + sum(map(len, LINES[:20])), HEADER + sum(map(len, LINES[:40]))],
    "one frame": [],
    "inside the header": [9, HEADER],
    "header and half a line": [HEADER + 10],
    "inside a line": [HEADER, HEADER + 500, HEADER + 501],
    "nothing first": [0, HEADER],
    "the last line end alone": [HEADER, len(TEXT) - 1],
}


@pytest.mark.parametrize("cuts", CUTS.values(), ids=CUTS)
def test_frames_cut_elsewhere_cost_nothing(tmp_path, cuts):
    path = put(tmp_path, framed_at(TEXT, cuts))
    assert {each.kind for each in check_file(path).problems} == {"bad_frame"}
    plan = mend(path)
    assert (plan.kept.events, plan.lost.events, plan.lost.stretches, plan.lost.size) == (60, 0, (), 0)
    assert plan.mended[0].startswith("it is framed anew: the f")
    assert text_of(path) == TEXT


def test_more_odd_frames_than_problems_are_noted_cost_nothing(tmp_path):
    path = put(tmp_path, framed_at(TEXT, range(HEADER + 1, HEADER + 3 * MAX_PROBLEMS, 2)))
    assert check_file(path).problems_left_out
    plan = mend(path)
    assert (plan.lost.stretches, text_of(path)) == ((), TEXT)


def test_odd_frames_hide_no_other_damage(tmp_path):
    text = plain_log([*LINES[:30], b"nope\n", *LINES[31:]])
    path = put(tmp_path, framed_at(text, [HEADER + 40, HEADER + 4000]))
    plan = mend(path)
    assert (plan.kept.events, plan.lost.events) == (30, 29)
    assert not any("frame" in stretch_words(each) for each in plan.lost.stretches)
    assert text_of(path) == plain_log(LINES[:30])


def test_odd_frames_that_break_off_lose_only_the_end(tmp_path):
    data = framed_at(TEXT, [HEADER + sum(map(len, LINES[:at])) for at in (20, 40)])
    path = put(tmp_path, data[:-9])
    shown = read_log(path).index.events
    plan = mend(path)
    assert (plan.kept.events, plan.lost.events) == (shown, 0)
    [lost] = plan.lost.stretches
    assert "breaks off" in lost.damage


def test_a_line_that_goes_on_in_a_damaged_frame_is_not_vouched_for(tmp_path):
    middle = HEADER + sum(map(len, LINES[:30])) + 10
    broken = bytearray(frame(TEXT[middle:]))
    broken[-1] ^= 0xFF
    path = put(tmp_path, frame(TEXT[:HEADER]) + frame(TEXT[HEADER:middle]) + bytes(broken))
    assert mend(path).kept.events == 30
    assert text_of(path) == plain_log(LINES[:30])


def test_a_broken_rule_behind_odd_frames_is_still_refused(tmp_path):
    path = put(tmp_path, framed_at(plain_log([*LINES, NOPE]), [9]))
    with pytest.raises(WorkbenchError) as refused:
        plan_repair(path)
    assert (refused.value.code, refused.value.details["before"]) == ("schedule_rule", 60)
    assert str(path) in refused.value.message
    plan = plan_repair(path, before=60)
    assert (plan.kept.events, plan.lost.events) == (60, 1)


@pytest.mark.parametrize("compression", KINDS)
@pytest.mark.parametrize("at", [0, 25, 58])
@pytest.mark.parametrize("times", [1, 3])
def test_a_line_the_same_as_the_one_before_it_goes_alone(tmp_path, compression, at, times):
    lines = [*LINES[:at], *[LINES[at]] * times, *LINES[at:]]
    path = put(tmp_path, stored(lines, compression), compression)
    assert {each.kind for each in check_file(path).problems} == {"repeated_number"}
    plan = mend(path)
    assert (plan.kept.events, plan.lost.events, plan.lost.stretches) == (60, 0, ())
    assert text_of(path) == TEXT
    said = "3 lines that are the same as the one before go, the first of them" if times == 3 else "the same as the one"
    assert said in plan.mended[0]
    assert f"line {at + 3}" in plan.mended[0]


@pytest.mark.parametrize("seq", [24, 25])
def test_a_cut_before_a_line_written_twice_takes_both_or_one(tmp_path, seq):
    path = put(tmp_path, plain_log([*LINES[:25], LINES[24], *LINES[25:], NOPE]), "none")
    apply_repair(plan_repair(path, before=seq), fsync=False)
    assert path.read_bytes() == plain_log(LINES[:seq])


@pytest.mark.parametrize(
    "other",
    [event_line("goal/change", 24, 5, {"other": 1}), LINES[24][:-1] + b" \n", LINES[23]],
    ids=["another event", "other bytes", "not the one before"],
)
def test_what_only_claims_a_number_again_ends_what_is_kept(tmp_path, other):
    path = put(tmp_path, plain_log([*LINES[:25], other, *LINES[25:]]), "none")
    assert mend(path).kept.events == 25
    assert path.read_bytes() == plain_log(LINES[:25])


def test_more_repeats_than_problems_are_noted_keep_what_is_known(tmp_path):
    lines = [event_line("goal/change", seq, 5, {}) for seq in range(MAX_PROBLEMS + 50)]
    end = event_line("turn/end", len(lines), 5, {"turn": 1, "reason": {"kind": "completed"}})
    path = put(tmp_path, plain_log([each for line in lines for each in (line, line)] + [end]), "none")
    plan = mend(path)
    assert path.read_bytes() == plain_log(lines[: plan.kept.events])
    assert plan.kept.events >= MAX_PROBLEMS - 1
    assert plan.lost.stretches


# ------------------------------------------------------------------------------------------------- all of it at once


def costless(rng, lines):
    """Some lines written again at once, some blank lines between."""
    found = []
    for line in lines:
        found += [line] * rng.choice((1, 1, 1, 2, 3))
        found += [b"\n"] * rng.choice((0, 0, 0, 0, 1))
    return found if found[-1] != b"\n" else found[:-1]


@given(seed=st.integers(0, 2**32), framed=st.booleans(), damaged=st.booleans(), marked=st.booleans())
@example(seed=3, framed=True, damaged=False, marked=False)
@example(seed=4, framed=True, damaged=True, marked=False)
@example(seed=5, framed=False, damaged=False, marked=True)
def test_exactly_what_is_sound_is_kept(tmp_path_factory, seed, framed, damaged, marked):
    """Known beforehand: every line before the damage, once each, and every one where there is none."""
    rng = random.Random(seed)
    events = make_events(rng, 12)
    lines = stored_lines(events, rng, 0.5)
    # Damage that no finished turn follows is a torn end.
    lines.append(event_line("turn/end", len(events), 9, {"turn": 99, "reason": {"kind": "completed"}}))
    spoilt, sound = costless(rng, lines), lines
    if damaged:
        at = rng.randrange(len(lines))
        sound = lines[:at]
        spoilt = [*costless(rng, [*sound, b"nope\n"]), *costless(rng, lines[at:])]
    text = plain_log(spoilt)
    if framed:
        data = framed_at(text, [rng.randrange(len(text)) for _ in range(rng.randrange(9))])
    else:
        data = BOM + text if marked else text
    path = put(tmp_path_factory.mktemp("odd"), data, "zstd" if framed else "none")
    if check_file(path).verdict == "ok":
        assert text == plain_log(lines)
        return
    plan = mend(path)
    assert text_of(path) == plain_log(sound)
    assert bool(plan.lost.stretches) == damaged
