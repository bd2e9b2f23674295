"""Small files that stand for much work: judged or refused about as fast as sound logs of their size (LOG-8, TUI-2)."""

import contextlib
import json
import random
import time
from pathlib import Path

import pytest
from backports import zstd

from support.loggen import event_line, event_lines, header_line
from support.logmaker import CHECKSUM, frame, plain_log
from workbench.errors import WorkbenchError
from workbench.session.check import check_stored
from workbench.session.limits import Limits
from workbench.session.reader import read_stored
from workbench.session.salvage import salvage
from workbench.session.source import BytesSource
from workbench.session.tail import read_tail

HEADER = frame(header_line())
NEWER = frame(b'{"type":"session","version":4,"id":"n","createdAt":1}\n')
MOST = 1 << 26
LINES = list(event_lines(60))
TURN_END = event_line("turn/end", 60, 5, {"turn": 9, "reason": {"kind": "completed"}})
SOON = 10  # seconds of processor time: what took a minute takes one or two


def read(data, **limits):
    return read_stored(BytesSource(data), Path("session.jsonl"), limits=Limits(**limits))


def kinds(log):
    return [each.kind for each in log.problems]


def seconds(action):
    started = time.process_time()
    action()
    return time.process_time() - started


def repeated(line, head=HEADER):
    return head + frame(line * ((MOST - 4096) // len(line)))


def streamed(text):
    """A frame that does not say how much text it has."""
    return zstd.compress(text, options={zstd.CompressionParameter.content_size_flag: 0} | CHECKSUM)


# What it is, and what a check finds.
BOMBS = {
    "line ends": (lambda: repeated(b"\n"), "blank_line"),
    "line ends in many frames": (lambda: HEADER + frame(b"\n" * (1 << 20)) * 63, "blank_line"),
    "line ends beyond the limit": (lambda: HEADER + frame(b"\n" * (2 * MOST)), "too_large"),
    "line ends of unknown number": (lambda: HEADER + streamed(b"\n" * (2 * MOST)), "too_large"),
    "spaces": (lambda: repeated(b" \t \n"), "blank_line"),
    "opening braces": (lambda: repeated(b"{\n"), "unreadable_line"),
    "empty objects": (lambda: repeated(b"{}\n"), "unreadable_line"),
    "almost events": (lambda: repeated(b'{"type":"goal/change","seq":-1,"time":1}\n'), "unreadable_line"),
    "line ends of another format": (lambda: repeated(b"\n", NEWER), "newer_format"),
    "garbage of another format": (lambda: repeated(b"{}\n", NEWER), "newer_format"),
    "events of another format": (lambda: repeated(b'{"type":""}\n', NEWER), "newer_format"),
}


@pytest.mark.req("LOG-8", "LOG-13")
@pytest.mark.parametrize(("make", "kind"), BOMBS.values(), ids=BOMBS)
def test_a_few_kilobytes_that_decode_to_much_are_judged_soon(make, kind):
    data, results = make(), []
    assert len(data) < 20_000
    assert seconds(lambda: results.append(check_stored(BytesSource(data), Path("x.zstd")))) < SOON
    assert results[0].problems[0].kind == kind
    assert len(results[0].problems) < 1100


@pytest.mark.req("LOG-8")
@pytest.mark.parametrize("declared", [True, False])
def test_a_frame_beyond_the_limit_is_refused_before_its_lines_are_looked_at(declared, monkeypatch):
    def never(*_):
        raise AssertionError

    monkeypatch.setattr("workbench.session.scan.Scan.run", never)
    make = frame if declared else streamed
    with pytest.raises(WorkbenchError, match="decoded log"):
        read(HEADER + make(b"".join(event_lines(6000))), decoded=1_000_000, ratio=1)


@pytest.mark.req("LOG-6", "LOG-8")
@pytest.mark.parametrize("text", [b"", b'{"type":"goal/change","seq":%d,"time":5,"data":{}}\n'])
def test_time_grows_with_the_number_of_frames_and_no_faster(text):
    def cost(count):
        data = HEADER + b"".join(frame(text % seq if text else text) for seq in range(count))
        return seconds(lambda: read(data))

    # Four times the frames take four times as long; where every frame looked at all before it, it was sixteen times.
    assert min(cost(20_000) for _ in range(2)) < 8 * max(cost(5000) for _ in range(2))


@pytest.mark.req("LOG-8", "LOG-14")
@pytest.mark.parametrize("bad", [b"\n", b"{}\n"])
def test_after_too_many_bad_lines_sound_stretches_are_still_shown(bad):
    log = read(HEADER + frame(b"".join(LINES[:20])) + frame(bad * 1_000_000) + frame(b"".join(LINES[20:])))
    assert log.verdict == "corrupt"
    assert [each.seq for each in log.index.events_from()] == list(range(60))
    assert "from line" in log.problems[-1].message
    assert 900_000 < len(log.problems) + log.problems_left_out <= 1_000_001


@pytest.mark.req("LOG-8")
@pytest.mark.parametrize("bad", [b"\n", b"{}\n"])
@pytest.mark.parametrize(
    ("last", "verdict"),
    [(b"", "torn"), (TURN_END, "corrupt"), (TURN_END.replace(b"/", b"\\/"), "corrupt"), (LINES[0], "torn")],
)
def test_too_many_bad_lines_of_a_plain_log_are_cut_off_unless_a_turn_may_have_ended_after_them(bad, last, verdict):
    log = read(plain_log(LINES) + bad * 1_000_000 + last)
    assert log.verdict == verdict
    if verdict == "torn":
        assert (log.index.rows, log.good_size, kinds(log)[0]) == (60, len(plain_log(LINES)), "torn_tail")


@pytest.mark.req("LOG-8", "LOG-14")
def test_a_number_repeated_within_one_big_frame_is_compared_and_everything_can_be_read():
    lines = [event_line("goal/change", seq, 5, {"x": "y" * 3000}) for seq in range(2000)]
    other = event_line("goal/change", 1500, 5, {"x": "z" * 3000})
    stored = [*lines[:1800], lines[3], other, *lines[1800:]]
    log = read(HEADER + frame(b"".join(stored)))
    assert log.verdict == "corrupt"
    assert kinds(log) == ["repeated_number", "second_writer"]
    assert [log.index.raw(row) + b"\n" for row in reversed(range(log.index.rows))] == stored[::-1]


@pytest.mark.req("LOG-8", "LOG-14")
def test_only_the_first_hundred_repeated_numbers_are_compared():
    log = read(HEADER + frame(b"".join(LINES + LINES + LINES)))
    assert kinds(log) == ["repeated_number"] * 120
    assert "repeats event 39" in log.problems[99].message
    assert "is event 40 again" in log.problems[100].message


@pytest.mark.req("LOG-6", "LOG-8")
def test_one_frame_may_decode_to_what_the_whole_file_may():
    big = event_line("goal/change", 0, 5, {"x": "0" * 100_000})
    noise = event_line("goal/change", 1, 5, {"x": random.Random(1).randbytes(5000).hex()})
    log = read(HEADER + frame(big) + frame(noise), decoded=1000, ratio=20)
    assert (log.verdict, log.index.events) == ("ok", 2)
    assert log.index.raw(0) + b"\n" == big


@pytest.mark.req("TUI-2", "LOG-8")
@pytest.mark.parametrize(
    "bad", [b"\n", b"{}\n", b'{"type":"goal/change","seq":true,"time":1}\n', b'{"type":""}\n'], ids=repr
)
def test_the_newest_page_is_found_or_given_up_soon(bad, tmp_path):
    path = tmp_path / "session.jsonl.zstd"
    path.write_bytes(repeated(bad))
    pages = []
    assert seconds(lambda: pages.append(read_tail(path, 240))) < SOON
    assert (pages[0].events, pages[0].whole) == ((), False)
    path.write_bytes(repeated(bad) + frame(LINES[3]))
    assert [each.seq for each in read_tail(path, 240).events] == [3]


@pytest.mark.req("TUI-2", "LOG-14")
@pytest.mark.parametrize("rows", [5, 240])
def test_the_newest_page_of_many_frames_skips_the_damaged_ones(rows, tmp_path):
    rng = random.Random(7)
    lines = [event_line("goal/change", seq, 5, {"x": rng.randbytes(40).hex()}) for seq in range(4000)]
    frames = [frame(line) for line in lines]
    gone = set(range(3000, 3998, 40))
    for at in gone:
        frames[at] = frames[at][:-1] + bytes([frames[at][-1] ^ 1])
    path = tmp_path / "session.jsonl.zstd"
    path.write_bytes(HEADER + b"".join(frames))
    pages = []
    assert seconds(lambda: pages.append(read_tail(path, rows))) < 1
    assert [each.seq for each in pages[0].events][-5:] == list(range(3995, 4000))
    assert len(pages[0].events) == rows


@pytest.mark.req("LOG-2")
@pytest.mark.parametrize("first", [0, 7])
def test_another_format_is_read_the_same_at_once_and_line_by_line(first):
    """A line that only the careful way takes, put after the others, changes nothing about them."""
    head = b'{"type":"session","version":4,"id":"n","createdAt":1}\n'
    lines = [json.dumps({"type": f"t{at % 3}", "seq": first + at, "time": at * 10, "data": at}) for at in range(500)]
    lines += ['{"type":"turn/end"}', '{"type":"text-chunks","time":null}']
    text = "".join(line.replace('": ', '":') + "\n" for line in lines).encode()
    quick, careful = read(head + text), read(head + text + b' {"type":"last"}\n')
    assert (quick.index.rows, careful.index.rows) == (502, 503)
    for row in range(502):
        assert quick.index.event(row) == careful.index.event(row)
        assert quick.index.type_code(row) == careful.index.type_code(row)
    assert quick.index.time(501) == 4990


@pytest.mark.req("LOG-14")
@pytest.mark.parametrize("seed", range(12))
def test_all_text_before_the_damage_of_a_frame_is_kept(seed):
    rng = random.Random(seed)
    damaged = bytearray(frame(b"".join(rng.randbytes(rng.randrange(900)).hex().encode() for _ in range(400))))
    damaged[rng.randrange(20, len(damaged))] ^= 1 << rng.randrange(8)
    text, decoder = b"", zstd.ZstdDecompressor()
    with contextlib.suppress(zstd.ZstdError):
        for byte in damaged:
            text += decoder.decompress(bytes([byte]))
    assert not decoder.eof
    assert salvage(bytes(damaged), zstd.ZstdDecompressor, 1 << 30) == text
    assert len(salvage(bytes(damaged), zstd.ZstdDecompressor, 0)) <= 1 << 18
