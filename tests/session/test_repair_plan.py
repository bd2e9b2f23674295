"""What a repair would keep and lose: the longest sound prefix, and a refusal where there is no such thing (LOG-13)."""

import random
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from support.damaged import BOM, CASES, KINDS, LINES, NAMES, flipped, stored
from support.loggen import event_line, header_line
from support.logmaker import batched, framed_log, make_events, plain_log, stored_lines
from workbench.errors import UsageError, WorkbenchError
from workbench.session import repairplan
from workbench.session.check import check_file
from workbench.session.losses import stretch_words
from workbench.session.mended import apply_repair
from workbench.session.mending import plan_repair
from workbench.session.reader import read_log
from workbench.session.repairplan import TextPart
from workbench.session.source import BytesSource

pytestmark = pytest.mark.req("LOG-13")
NOPE = event_line("schedule/change", 60, 9, {"version": 1, "operation": "delete", "id": "nope"})
UNKNOWN = event_line("my/own", 60, 9, {})
END = event_line("turn/end", 61, 9, {"turn": 99, "reason": {"kind": "completed"}})


@pytest.fixture(params=KINDS)
def compression(request):
    return request.param


def put(folder, data, compression="none"):
    path = folder / NAMES[compression]
    path.write_bytes(data)
    return path


def events(path):
    return list(read_log(path).index.events_from(0))


def mend(path):
    """Plan, apply and check; the backup is what the file was. Returns the plan."""
    before = path.read_bytes()
    plan = plan_repair(path)
    assert path.read_bytes() == before, "planning writes nothing"
    if plan.needed:
        done = apply_repair(plan, fsync=False)
        assert done.backup.read_bytes() == before
    else:
        assert path.read_bytes() == before
    result = check_file(path)
    assert result.verdict == "ok", result.problems
    assert {each.kind for each in result.problems} <= {"open_turn"}
    assert read_log(path).index.events == plan.kept.events
    return plan


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_what_stands_before_the_damage_is_kept_and_nothing_else(tmp_path, case, compression):
    path = put(tmp_path, case.stored(compression), compression)
    shown = events(path)
    assert {each.kind for each in read_log(path).problems} == case.kinds
    plan = mend(path)
    assert events(path) == shown[: case.kept]
    assert (plan.kept.events, plan.lost.events) == (case.kept, len(shown) - case.kept)
    assert plan.lost.stretches
    assert all(stretch_words(each) for each in plan.lost.stretches)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_plain_lines_stay_byte_by_byte(tmp_path, case):
    path = put(tmp_path, case.stored("none"))
    mend(path)
    assert path.read_bytes() == header_line() + b"".join(case.lines[: case.kept])


def test_a_sound_log_needs_nothing(tmp_path, compression):
    plan = mend(put(tmp_path, stored(LINES, compression), compression))
    assert (plan.needed, plan.lost.events, plan.kept.events) == (False, 0, len(LINES))
    with pytest.raises(WorkbenchError, match="sound") as refused:
        apply_repair(plan)
    assert refused.value.code == "nothing_to_repair"


def test_an_open_turn_alone_is_no_damage(tmp_path, compression):
    plan = mend(put(tmp_path, stored(LINES[:17], compression), compression))
    assert (plan.needed, plan.kept.last_turn_end) == (False, "interrupted")


def test_a_torn_line_goes(tmp_path):
    plan = mend(put(tmp_path, stored(LINES, "none") + b'{"type":'))
    [lost] = plan.lost.stretches
    assert lost.damage == "line 62 breaks off after 8 bytes; it was being written when the writer stopped"
    assert (plan.kept.events, plan.lost.events, plan.lost.size) == (60, 0, 8)


def test_readable_events_of_a_torn_end_are_counted(tmp_path):
    """They follow an unreadable line that no finished turn depends on, so the reader leaves them out."""
    tail = [b"nope\n", event_line("turn/start", 21, 9, {"turn": 3}), event_line("goal/change", 22, 9, {})]
    plan = mend(put(tmp_path, stored([*LINES[:20], *tail], "none")))
    assert (plan.kept.events, plan.lost.events, plan.lost.turns) == (20, 2, 1)


def test_whole_frames_stay_as_they_are_when_the_last_one_is_torn(tmp_path):
    data = stored(LINES, "zstd", batch=20)
    whole = stored(LINES[:40], "zstd", batch=20)
    path = put(tmp_path, data[: len(data) - 9], "zstd")
    shown = events(path)
    assert len(shown) >= 40
    mend(path)
    assert path.read_bytes().startswith(whole)
    assert events(path) == shown


@pytest.mark.parametrize("junk", [b"xxxx", b"\n", b"\0" * 9], ids=["text", "line", "zeros"])
def test_bytes_that_start_no_frame_end_a_compressed_log(tmp_path, junk):
    path = put(tmp_path, stored(LINES, "zstd", batch=20) + junk + stored(LINES[:1], "zstd"), "zstd")
    mend(path)
    assert events(path) == events(put(tmp_path, stored(LINES, "zstd"), "zstd"))


def test_what_a_damaged_frame_still_gives_is_not_vouched_for(tmp_path):
    data = stored(LINES, "zstd", batch=20)
    at = len(stored(LINES[:40], "zstd", batch=20)) - 2  # in the checksum of the frame of events 20 to 39
    path = put(tmp_path, flipped(data, at), "zstd")
    shown = read_log(path)
    assert "bad_frame" in {each.kind for each in shown.problems}
    plan = mend(path)
    assert plan.kept.events == 20


def test_one_frame_around_everything_is_only_framed_anew(tmp_path):
    from support.logmaker import frame

    path = put(tmp_path, frame(header_line() + b"".join(LINES)), "zstd")
    assert check_file(path).verdict == "corrupt"
    plan = mend(path)
    assert (plan.kept.events, plan.lost.events) == (60, 0)


@pytest.mark.parametrize("at", [0, 1, 25, 59])
def test_a_blank_line_between_two_events_costs_none(tmp_path, compression, at):
    path = put(tmp_path, stored([*LINES[:at], b"\n", *LINES[at:]], compression), compression)
    assert check_file(path).verdict == "corrupt"
    plan = mend(path)
    assert (plan.kept.events, plan.lost.events, plan.lost.stretches) == (60, 0, ())
    assert plan.mended == (f"the blank line {at + 2} goes",)


def test_a_byte_order_mark_costs_none(tmp_path):
    path = put(tmp_path, BOM + stored(LINES, "none"))
    plan = mend(path)
    assert (plan.kept.events, plan.mended) == (60, ("the byte order mark at its start goes",))
    assert path.read_bytes() == stored(LINES, "none")


def refusal(path, **more):
    before = path.read_bytes()
    with pytest.raises(WorkbenchError) as refused:
        plan_repair(path, **more)
    assert path.read_bytes() == before
    return refused.value


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (b"", "not_repairable"),
        (b'{"type":"session","version":0,"id":""}\n' + b"".join(LINES), "not_repairable"),
        (b"".join(LINES), "not_repairable"),
        (b'{"type":"session","version":4,"id":"n","createdAt":1}\n', "unsupported_format"),
        (stored([*LINES, UNKNOWN, END], "none"), "unsupported_format"),
        (stored([*LINES, NOPE, END], "none"), "schedule_rule"),
        (stored([*LINES, NOPE, b"nope\n", END], "none"), "schedule_rule"),
        (stored(LINES, "none", header=header_line(seedLength=999)), "schedule_rule"),
        (b'{"a":1}\n' * 5, "not_a_log"),
        (b"dear diary\n", "not_a_log"),
    ],
    ids=[
        "empty", "bad header", "no header", "newer", "unknown", "rule", "rule and damage", "seed", "foreign", "text"
    ],
)  # fmt: skip
def test_what_no_cut_mends_is_refused(tmp_path, data, code):
    assert refusal(put(tmp_path, data)).code == code


def test_a_log_in_the_wrong_place_is_to_be_moved(tmp_path):
    folder = tmp_path / "--srv-other--" / "generated"
    folder.mkdir(parents=True)
    error = refusal(put(folder, stored(LINES, "none")))
    assert (error.code, error.hint) == ("wrong_identity", "move its folder to --srv-generated--/generated")
    path = put(folder, stored(LINES[:20] + LINES[21:], "none"))
    plan = plan_repair(path)
    assert plan.note is not None
    apply_repair(plan, fsync=False)
    assert [each.kind for each in read_log(path).problems] == ["wrong_identity"]


@pytest.mark.parametrize(("extra", "code"), [(NOPE, "schedule_rule"), (UNKNOWN, "unsupported_format")])
def test_a_broken_rule_is_cut_off_only_where_one_says_so(tmp_path, extra, code, compression):
    path = put(tmp_path, stored([*LINES, extra, END], compression), compression)
    error = refusal(path)
    assert (error.code, error.details["before"]) == (code, 60)
    assert "--before 60" in error.hint
    for before in (60, 17, 0):
        plan = plan_repair(path, before=before)
        assert (plan.kept.events, plan.lost.events) == (before, 62 - before)
    apply_repair(plan_repair(path, before=60), fsync=False)
    assert check_file(path).verdict == "ok"


@pytest.mark.parametrize("before", [61, 62, 99, -1])
def test_a_cut_behind_the_broken_rule_is_refused(tmp_path, before):
    error = refusal(put(tmp_path, stored([*LINES, NOPE, END], "none")), before=before)
    assert (error.code, type(error)) == ("invalid_boundary", UsageError)


def test_nothing_is_cut_off_a_sound_log(tmp_path):
    assert refusal(put(tmp_path, stored(LINES, "none")), before=5).code == "nothing_to_repair"


def test_a_link_is_followed_to_the_log_itself(tmp_path):
    path = put(tmp_path, stored(LINES, "none") + b"{")
    link = tmp_path / "link.jsonl"
    link.symlink_to(path)
    done = apply_repair(plan_repair(link), fsync=False)
    assert (done.path, link.is_symlink(), check_file(path).verdict) == (path, True, "ok")


@given(data=st.binary(min_size=1, max_size=60), cuts=st.lists(st.integers(0, 60), max_size=8), ahead=st.integers(1, 9))
def test_the_text_that_stays_reads_as_one(data, cuts, ahead):
    places = sorted({min(cut, len(data)) for cut in cuts})
    spans = list(zip(places[::2], places[1::2], strict=False)) or [(0, len(data))]
    whole = b"".join(data[first:last] for first, last in spans)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(repairplan, "_AHEAD", ahead)
        part = TextPart(BytesSource(data), spans)
        assert part.size() == len(whole)
        for offset in range(len(whole) + 2):
            for size in (0, 1, 3, 100):
                assert part.read(offset, size) == whole[offset : offset + size]


# ------------------------------------------------------------------------------------------------- random damage


REPEAT = ("repeated_number", True)


def is_damage(problem):
    """Whether it hides or contradicts something: a frame cut elsewhere, which names what is expected, does not."""
    kinds = {"unreadable_line", "missing_number", "repeated_number", "second_writer"}
    return problem.kind in kinds or (problem.kind == "bad_frame" and problem.expected is None)


def sound_part(log):
    """The events before the first damage, each line that stands there twice running taken once."""
    lines = list(log.index.lines(0, log.index.rows))
    again = {at for at in range(1, len(lines)) if lines[at] == lines[at - 1]}
    rows = [each.row for each in log.problems if is_damage(each) and (each.kind, each.row in again) != REPEAT]
    row = min(rows, default=log.index.rows) if log.verdict == "corrupt" else log.index.rows
    return [event for at in range(row) if at not in again for event in expanded(log.index.event(at))]


def expanded(found):
    return found.expand() if hasattr(found, "expand") else (found,)


def planned(path):
    """The plan, or the code of its refusal."""
    try:
        return plan_repair(path), None
    except WorkbenchError as error:
        return None, error.code


def spoil(rng, data):
    """Some bytes changed, cut out, put in or repeated; or the end cut off."""
    at, more = sorted(rng.randrange(len(data) + 1) for _ in range(2))
    more = min(more, at + rng.choice((1, 10, 400)))
    return rng.choice(
        (
            lambda: data[:at] + rng.randbytes(more - at) + data[more:],
            lambda: data[:at] + data[more:],
            lambda: data[:at] + data[at:more] + data[at:],
            lambda: data[:at] + b"\n" + data[at:],
            lambda: data[:at],
        )
    )()


def spoil_lines(rng, lines):
    """Some lines left out, repeated, or claimed once more."""
    at, more = sorted(rng.randrange(len(lines) + 1) for _ in range(2))
    again = [event_line("goal/change", seq, 5, {"other": 1}) for seq in range(at, more)]
    return rng.choice((lines[:at] + lines[more:], lines[:more] + lines[at:], lines[:more] + again + lines[more:]))


@given(seed=st.integers(0, 2**32), framed=st.booleans(), by_lines=st.booleans())
def test_a_repair_keeps_exactly_what_stood_before_the_damage(tmp_path_factory, seed, framed, by_lines):
    rng = random.Random(seed)
    lines = stored_lines(make_events(rng, 12), rng, 0.5)
    if by_lines:
        lines = spoil_lines(rng, lines)
    data = framed_log(batched(lines, rng)) if framed else plain_log(lines)
    if not by_lines:
        data = spoil(rng, data)
    folder: Path = tmp_path_factory.mktemp("spoilt")
    path = put(folder, data, "zstd" if framed else "none")
    plan, code = planned(path)
    if plan is None:
        assert code in {"not_repairable", "not_a_log", "unsupported_format", "schedule_rule"}
        assert [each.name for each in folder.iterdir()] == [path.name]
        return
    log = read_log(path)
    sound, closed = sound_part(log), log.closers
    if not plan.needed:
        assert log.judged == "ok"
        return
    done = apply_repair(plan, fsync=False)
    assert done.backup.read_bytes() == data
    mended = read_log(path)
    assert mended.judged == "ok"
    kept = list(mended.index.events_from(0))
    # What a damaged frame still gave is shown, but not kept.
    assert kept == sound[: len(kept)]
    assert len(kept) == len(sound) or any(each.kind == "bad_frame" for each in log.problems)
    assert log.verdict != "torn" or mended.closers == closed
    assert sorted(each.name for each in folder.iterdir()) == sorted((path.name, done.backup.name))
    assert not plan_repair(path).needed
