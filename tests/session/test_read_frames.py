"""Compressed logs: frames torn, damaged and hostile, and random access to their text (LOG-6, LOG-8)."""

import random
from pathlib import Path

import pytest
from backports import zstd
from hypothesis import given
from hypothesis import strategies as st

from support.loggen import event_line, event_lines, header_line
from support.logmaker import CHECKSUM, batched, frame, framed_log, make_events, stored_lines
from workbench.errors import WorkbenchError
from workbench.session.limits import Limits
from workbench.session.reader import read_stored
from workbench.session.source import BytesSource, FrameSource, open_log

HEADER = frame(header_line())
LINES = list(event_lines(60))


def read(data, **limits):
    return read_stored(BytesSource(data), Path("session.jsonl.zstd"), limits=Limits(**limits))


def read_or_code(data):
    """The log, or the code of its refusal; any other exception is the test's."""
    try:
        return read(data)
    except WorkbenchError as error:
        return error.code


def kinds(log):
    return [each.kind for each in log.problems]


def seqs(log):
    return [each.seq for each in log.index.events_from()]


@pytest.mark.req("LOG-8", "LOG-9")
@pytest.mark.parametrize("seed", range(6))
def test_a_compressed_log_cut_at_any_byte_of_its_end_keeps_every_complete_batch(seed):
    rng = random.Random(seed)
    lines = stored_lines(make_events(rng, 8), rng, 0.5)
    batches = list(batched(lines, rng))
    whole = framed_log(batches)
    for cut in range(len(framed_log(batches[:-2])), len(whole) + 1):
        log = read(whole[:cut])
        complete = max(count for count in range(len(batches) + 1) if len(framed_log(batches[:count])) <= cut)
        kept = sum(map(len, batches[:complete]))
        clean = cut == len(framed_log(batches[:complete]))
        assert log.verdict == ("ok" if clean else "torn")
        assert log.index.rows >= kept == log.good_rows
        assert [log.index.raw(row) + b"\n" for row in range(log.index.rows)] == lines[: log.index.rows]
        assert log.good_size == len(framed_log(batches[:complete]))


@pytest.mark.req("LOG-8")
def test_complete_lines_of_a_torn_frame_are_kept():
    noise = random.Random(5)
    texts = [event_line("goal/change", seq, 5, {"x": noise.randbytes(4000).hex()}) for seq in range(60, 260)]
    torn = frame(b"".join(texts))
    log = read(HEADER + frame(b"".join(LINES)) + torn[: len(torn) // 2])
    assert log.verdict == "torn"
    assert 60 < log.index.rows < 260
    assert (log.good_rows, log.good_size) == (60, len(HEADER) + len(frame(b"".join(LINES))))
    assert [log.index.raw(row) + b"\n" for row in range(60, log.index.rows)] == texts[: log.index.rows - 60]


@pytest.mark.req("LOG-8")
@pytest.mark.parametrize("turn_ends", [False, True])
@pytest.mark.parametrize("good_first", [0, 1])
def test_a_bad_line_in_a_torn_frame_follows_the_rule_of_plain_logs(turn_ends, good_first):
    noise = random.Random(5).randbytes(300_000).hex().encode()
    good = event_line("goal/change", 60, 5, {}) * good_first
    end = event_line("turn/end", 60 + good_first, 5, {"turn": 9, "reason": {"kind": "completed"}}) if turn_ends else b""
    torn = frame(good + b"{oops\n" + end + b'{"x":"' + noise)
    log = read(HEADER + frame(b"".join(LINES)) + torn[:-20])
    assert log.verdict == ("corrupt" if turn_ends else "torn")
    assert log.index.rows == 60 + good_first + turn_ends
    assert log.good_rows == 60


@pytest.mark.req("LOG-8", "LOG-14")
def test_a_line_that_damage_cuts_short_does_not_swallow_the_next_frame():
    noise = random.Random(6)
    big = [event_line("goal/change", seq, 5, {"x": noise.randbytes(4000).hex()}) for seq in range(60, 130)]
    damaged = bytearray(frame(b"".join(big)))
    damaged[-len(damaged) // 4] ^= 16
    end = event_line("turn/end", 130, 5, {"turn": 9, "reason": {"kind": "completed"}})
    log = read(HEADER + frame(b"".join(LINES)) + bytes(damaged) + frame(end))
    assert log.verdict == "corrupt"
    assert 60 < log.index.rows < 131
    assert log.index.event(log.index.rows - 1).seq == 130


BATCH = [LINES[:20], LINES[20:40], LINES[40:]]
FRAMES = [frame(b"".join(batch)) for batch in BATCH]
BROKEN = {
    "a blank line": [HEADER, FRAMES[0], frame(b"\n"), *FRAMES[1:]],
    "a blank last line": [HEADER, *FRAMES, frame(b"\n")],
    "an unreadable last line": [HEADER, *FRAMES, frame(b"{oops\n")],
    "a last line without LF": [HEADER, *FRAMES[:2], frame(b"".join(LINES[40:])[:-1])],
    "a line over two frames": [HEADER, frame(b"".join(LINES[:20])[:-9]), frame(b"".join(LINES)[-9:]), *FRAMES[1:]],
    "a missing frame": [HEADER, FRAMES[0], FRAMES[2]],
    "a frame twice": [HEADER, FRAMES[0], FRAMES[0], FRAMES[1], FRAMES[2]],
    "bytes between frames": [HEADER, FRAMES[0], b"garbage", *FRAMES[1:]],
    "bytes at the end": [HEADER, *FRAMES, b"garbage"],
    "a frame to skip": [HEADER, FRAMES[0], b"\x50\x2a\x4d\x18\x04\x00\x00\x00abcd", *FRAMES[1:]],
    "header and events in one frame": [frame(header_line() + b"".join(LINES))],
    "a header over two frames": [frame(header_line()[:20]), frame(header_line()[20:]), *FRAMES],
    "an empty first frame": [frame(b""), HEADER, *FRAMES],
    "bytes before the header": [b"garbage", HEADER, *FRAMES],
    "a bad checksum": [HEADER, FRAMES[0][:-1] + bytes([FRAMES[0][-1] ^ 1]), *FRAMES[1:]],
    "a flipped bit": [HEADER, FRAMES[0][:30] + bytes([FRAMES[0][30] ^ 4]) + FRAMES[0][31:], *FRAMES[1:]],
    "a byte order mark": [frame(b"\xef\xbb\xbf" + header_line()), *FRAMES],
}


@pytest.mark.req("LOG-6", "LOG-8", "LOG-14")
@pytest.mark.parametrize("parts", BROKEN.values(), ids=BROKEN)
def test_damage_in_complete_frames_is_corrupt_and_the_rest_is_shown(parts):
    log = read(b"".join(parts))
    assert log.verdict == "corrupt"
    assert log.problems
    assert set(seqs(log)) >= set(range(40, 59))
    assert log.state.schedule_error.code == "corrupt_schedule_log"


@pytest.mark.req("LOG-14")
def test_what_a_damaged_frame_still_gives_is_shown_and_can_be_read_again():
    log = read(b"".join(BROKEN["a bad checksum"]))
    assert seqs(log) == list(range(60))
    assert kinds(log) == ["bad_frame"]
    assert [log.index.raw(row) + b"\n" for row in reversed(range(60))] == LINES[::-1]


@pytest.mark.req("LOG-8")
@pytest.mark.parametrize("size", range(1, len(HEADER)))
def test_a_file_that_breaks_off_inside_its_header_frame_is_corrupt(size):
    if size < 4:
        with pytest.raises(WorkbenchError) as caught:
            read(HEADER[:size])
        assert caught.value.code == "not_a_log"
        return
    log = read(HEADER[:size])
    assert (log.verdict, log.index.rows, log.problems[0].kind) == ("corrupt", 0, "bad_header")


@pytest.mark.req("LOG-6")
@pytest.mark.parametrize("options", [{}, {zstd.CompressionParameter.content_size_flag: 0} | CHECKSUM])
def test_frames_without_checksum_or_size_are_read(options):
    data = HEADER + zstd.compress(b"".join(LINES), options=options)
    assert (read(data).verdict, seqs(read(data))) == ("ok", list(range(60)))


@pytest.mark.req("LOG-6", "LOG-7")
def test_a_compressed_log_opens_whatever_its_name(tmp_path):
    from workbench.session.reader import read_log

    path = tmp_path / "some file"
    path.write_bytes(framed_log([LINES]))
    assert (read_log(path).compression, read_log(path).verdict) == ("zstd", "ok")
    path = tmp_path / "wrong.zstd"
    path.write_bytes(header_line() + b"".join(LINES))
    assert (read_log(path).compression, read_log(path).verdict) == ("none", "ok")


@pytest.mark.req("LOG-8")
@pytest.mark.parametrize("whole", [True, False])
def test_a_bomb_is_refused_before_it_is_decoded(whole):
    data = HEADER + frame(event_line("goal/change", 0, 5, {"x": "0" * 3_000_000}))
    assert read(data).verdict == "ok"
    with pytest.raises(WorkbenchError, match="decoded log") as caught:
        read(data if whole else data[:-2], decoded=1_000_000)
    assert caught.value.code == "too_large"


@pytest.mark.req("LOG-8")
def test_a_window_beyond_the_limit_is_refused():
    big = zstd.ZstdCompressor(options={zstd.CompressionParameter.window_log: 28})
    data = HEADER + big.compress(event_line("goal/change", 0, 5, {"x": "0" * 2_000_000})) + big.flush()
    with pytest.raises(WorkbenchError, match="window") as caught:
        read(data)
    assert caught.value.code == "too_large"


@pytest.mark.req("LOG-8")
def test_one_big_frame_is_read_in_pieces_and_at_random(tmp_path):
    lines = list(event_lines(40_000))
    path = tmp_path / "session.jsonl.zstd"
    path.write_bytes(HEADER + zstd.compress(b"".join(lines), options=CHECKSUM))
    from workbench.session.reader import read_log

    log = read_log(path)
    assert (log.verdict, log.index.events) == ("ok", 40_000)
    for row in (0, 39_999, 20_000, 1):
        assert log.index.raw(row) + b"\n" == lines[row]


@pytest.mark.req("LOG-6")
@given(st.lists(st.binary(max_size=50), max_size=12), st.data())
def test_random_access_gives_the_same_bytes(texts, data):
    stored = b"".join(map(frame, texts))
    source = FrameSource(BytesSource(stored))
    text = b"".join(texts)
    for _ in range(5):
        offset = data.draw(st.integers(0, len(text) + 5))
        size = data.draw(st.integers(0, 80))
        assert source.read(offset, size) == text[offset : offset + size]


@pytest.mark.req("LOG-6", "LOG-12")
def test_frames_that_are_added_later_are_found_and_cut_ones_forgotten(tmp_path):
    path = tmp_path / "session.jsonl.zstd"
    path.write_bytes(HEADER + FRAMES[0])
    source = open_log(path)
    start = len(header_line())
    first = b"".join(LINES[:20])
    assert source.read(start, len(first)) == first
    with path.open("ab") as file:
        file.write(FRAMES[1])
    assert source.read(start + len(first), 10) == LINES[20][:10]
    with path.open("r+b") as file:
        file.truncate(len(HEADER) + len(FRAMES[0]))
        file.seek(0, 2)
        file.write(FRAMES[2])
    source.forget_from(len(HEADER) + len(FRAMES[0]))
    assert source.read(start + len(first), 10) == LINES[40][:10]


@pytest.mark.req("LOG-8")
@given(st.integers(0, 2**32), st.data())
def test_any_damage_to_frames_gives_a_result(seed, data):
    rng = random.Random(seed)
    lines = stored_lines(make_events(rng, 5), rng, 0.5)
    whole = bytearray(framed_log(batched(lines, rng)))
    for _ in range(data.draw(st.integers(1, 3))):
        at = data.draw(st.integers(0, len(whole) - 1))
        edit = data.draw(st.sampled_from(("flip", "cut", "insert")))
        if edit == "flip":
            whole[at] ^= 1 << data.draw(st.integers(0, 7))
        elif edit == "cut" and len(whole) > at + 10:
            del whole[at : at + data.draw(st.integers(1, 9))]
        else:
            whole[at:at] = data.draw(st.binary(max_size=9))
    log = read_or_code(bytes(whole))
    if isinstance(log, str):
        assert log in {"not_a_log", "too_large"}
        return
    index = log.index
    assert len(list(index.events_from())) == index.events
    assert [index.raw(row) for row in reversed(range(index.rows))][::-1] == list(index.lines(0, index.rows))


@pytest.mark.req("LOG-8")
def test_a_file_full_of_false_frame_starts_is_given_up_early():
    noise = b"\x28\xb5\x2f\xfd" * 200_000
    log = read(HEADER + FRAMES[0] + noise)
    assert (log.verdict, seqs(log)) == ("corrupt", list(range(20)))
    assert len(log.problems) == 100
