"""Following a log that grows gives what reading the whole file gives, however it grows (LOG-15)."""

import random

import pytest
from backports import zstd
from hypothesis import given
from hypothesis import strategies as st

from support.following import Growing, told
from support.loggen import event_line, event_lines, header_line
from support.logmaker import batched, frame, framed_log, make_events, plain_log, stored_lines
from workbench.session.follow import NOTHING, Follower
from workbench.session.reader import read_log

pytestmark = pytest.mark.req("LOG-15")

END = {"turn": 1, "reason": {"kind": "completed"}}
LINES = list(event_lines(60))


@pytest.fixture
def grows(tmp_path):
    """A growing file with a follower."""
    made = []

    def make(data, name="session.jsonl"):
        made.append(Growing(tmp_path / name, data))
        return made[-1]

    yield make
    for each in made:
        each.close()


def small_log(seed, compressed):
    rng = random.Random(seed)
    lines = stored_lines(make_events(rng, 4), rng, 0.5)
    return framed_log(batched(lines, rng)) if compressed else plain_log(lines)


@pytest.mark.parametrize("compressed", [False, True])
@pytest.mark.parametrize("seed", range(3))
def test_a_log_that_grows_byte_by_byte(grows, seed, compressed):
    data = small_log(seed, compressed)
    start = len(header_line()) if not compressed else len(frame(header_line()))
    log = grows(data[:start], "session.jsonl.zstd" if compressed else "session.jsonl")
    for at in range(start, len(data)):
        log.write(data[at : at + 1])
        # Comparing all there is at each byte would take as long as the log is long.
        if at % 7 == 0 or at > len(data) - 40:
            log.check()
        else:
            log.follower.look()
    assert log.follower.log.verdict == "ok"


@pytest.mark.parametrize("compressed", [False, True])
@pytest.mark.parametrize("seed", range(2))
def test_a_log_read_at_any_cut_goes_on_from_there(tmp_path, seed, compressed):
    data = small_log(seed, compressed)
    path = tmp_path / ("session.jsonl.zstd" if compressed else "session.jsonl")
    path.write_bytes(data)
    whole = told(read_log(path))
    start = len(header_line()) if not compressed else 20
    for cut in range(start, len(data), 3):
        path.write_bytes(data[:cut])
        follower = Follower(read_log(path))
        with path.open("ab") as file:
            file.write(data[cut:])
        assert follower.look().kind == "grew"
        assert told(follower.log) == whole


def damaged(rng, lines):
    """The lines with some of them damaged as a second writer, a broken disk or an editor would."""
    lines = list(lines)
    for _ in range(rng.choice((0, 0, 1, 2)) if len(lines) > 3 else 0):
        at = rng.randrange(len(lines))
        choice = rng.randrange(6)
        if choice == 0:
            lines[at] = b"garbage\n"
        elif choice == 1:
            lines[at] = b"\n"
        elif choice == 2:
            del lines[at]
        elif choice == 3:
            lines.insert(at, lines[rng.randrange(len(lines))])
        elif choice == 4:
            lines[at] = event_line("my/own", at, 5, {})
        else:
            lines.insert(at, event_line("schedule/change", at, 5, {"version": 1, "operation": "delete", "id": "x"}))
    return lines


@given(st.randoms(use_true_random=False), st.booleans())
def test_any_schedule_of_growth_gives_what_reading_the_file_gives(tmp_path_factory, rng, compressed):
    lines = damaged(rng, stored_lines(make_events(rng, rng.randrange(1, 8)), rng, 0.5))
    header = {"seedLength": rng.choice((0, 3, 10_000))} if rng.random() < 0.2 else {}
    data = framed_log(batched(lines, rng), **header) if compressed else plain_log(lines, **header)
    if compressed and rng.random() < 0.2:
        at = rng.randrange(min(len(frame(header_line(**header))), len(data) - 1), len(data))
        data = data[:at] + bytes((data[at] ^ 0x55,)) + data[at + 1 :]
    folder = tmp_path_factory.mktemp("log")
    cuts = sorted({rng.randrange(len(data)) for _ in range(rng.randrange(1, 12))} | {len(data)})
    start = 0 if rng.random() < 0.3 else max(cuts[0], 80)
    log = Growing(folder / ("session.jsonl.zstd" if compressed else "session.jsonl"), data[:start])
    for after in cuts:
        log.write(data[log.size : after])
        log.check()
    log.close()


def test_nothing_new_is_nothing(grows):
    log = grows(plain_log(LINES))
    assert log.check() == NOTHING
    assert log.follower.look() == NOTHING


def test_a_partial_line_waits_until_it_is_whole(grows):
    log = grows(plain_log(LINES[:10]))
    log.write(LINES[10][:-5])
    assert log.check() == NOTHING
    log.write(LINES[10][-5:])
    found = log.check()
    assert (found.kind, found.events) == ("grew", 1)


def test_a_partial_frame_gives_its_whole_lines_once(grows):
    big = frame(b"".join(LINES[10:40]))
    log = grows(framed_log([LINES[:10]]), "session.jsonl.zstd")
    came = 0
    for at in range(len(big)):
        log.write(big[at : at + 1])
        came += log.follower.look().events
    assert came == 30
    assert told(log.follower.log) == told(read_log(log.path))


def test_damage_at_the_end_is_torn_until_a_turn_ends_after_it(grows):
    log = grows(plain_log(LINES[:20]))
    log.write(b"garbage\n")
    log.check()
    assert log.follower.log.verdict == "torn"
    log.write(LINES[21])
    log.check()
    assert (log.follower.log.verdict, log.follower.log.index.rows) == ("torn", 20)
    log.write(event_line("turn/end", 22, 5, END))
    found = log.check()
    assert (log.follower.log.verdict, found.kind, found.events) == ("corrupt", "grew", 2)
    log.write(event_line("goal/change", 23, 6, {}))
    assert log.check().events == 1


def test_a_gap_in_a_complete_frame_is_damage_at_once(grows):
    log = grows(framed_log([LINES[:10]]), "session.jsonl.zstd")
    log.write(frame(b"".join(LINES[12:14])))
    assert log.check().events == 2
    assert log.follower.log.verdict == "corrupt"


def test_a_type_nobody_knows_makes_it_unsupported(grows):
    log = grows(plain_log(LINES[:10]))
    log.write(event_line("my/own", 10, 5, {}))
    log.check()
    assert log.follower.log.verdict == "unsupported"


def test_a_log_of_another_format_is_followed_as_raw_events(grows):
    log = grows(plain_log(LINES[:10], version=4))
    log.write(b"".join(LINES[10:20]) + b"junk\n" + LINES[20])
    assert log.check().events == 11


def test_a_seed_that_is_reached_while_it_is_followed(grows):
    log = grows(plain_log(LINES[:10], seedLength=12))
    assert not log.follower.log.drivable
    log.write(b"".join(LINES[10:20]))
    log.check()
    assert log.follower.log.drivable


def test_growing_in_slices_can_be_left_and_gone_on_with(grows):
    lines = list(event_lines(9000))
    log = grows(plain_log(lines[:10]))
    log.write(b"".join(lines[10:]))
    asked = []
    found = log.follower.look(lambda: bool(asked.append(1)))
    assert found.more
    assert 0 < found.events < 8990
    assert log.follower.log.verdict == "ok"
    came = found.events
    while found.more:
        found = log.follower.look(lambda: False)
        came += found.events
    assert came == 8990
    assert told(log.follower.log) == told(read_log(log.path))


def test_frames_in_slices_can_be_left_and_gone_on_with(grows):
    lines = list(event_lines(9000))
    log = grows(framed_log([lines[:10]]), "session.jsonl.zstd")
    for at in range(10, 9000, 100):
        log.write(frame(b"".join(lines[at : at + 100])))
    rounds, found = 0, log.follower.look(lambda: False)
    while found.more:
        rounds, found = rounds + 1, log.follower.look(lambda: False)
    assert rounds > 2
    assert told(log.follower.log) == told(read_log(log.path))


def test_what_is_new_costs_what_is_new(grows, monkeypatch):
    from workbench.session import stored

    log = grows(plain_log(event_lines(20_000)))
    read = []
    real = stored.OpenFile.read
    monkeypatch.setattr(
        stored.OpenFile, "read", lambda self, offset, size: read.append(size) or real(self, offset, size)
    )
    log.write(b"".join(event_line("goal/change", seq, 5, {}) for seq in range(20_000, 20_003)))
    assert log.follower.look().events == 3
    assert sum(read) < 200_000


def test_an_unusual_frame_size_and_no_checksum_are_followed_too(grows):
    log = grows(framed_log([LINES[:10]]), "session.jsonl.zstd")
    log.write(zstd.compress(b"".join(LINES[10:50]), 19))
    assert log.check().events == 40
