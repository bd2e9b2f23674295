"""Real logs cut at every byte of their last two batches: every event of whole batches is there, and nothing else."""

from pathlib import Path

import pytest

from support.conformance import conformance_files, needs_conformance
from workbench.session.closers import closing_events
from workbench.session.limits import LIMITS
from workbench.session.live import LiveLog
from workbench.session.opening import Opening
from workbench.session.reader import read_log, read_stored
from workbench.session.runs import FrameText
from workbench.session.scan import Scan
from workbench.session.source import BytesSource
from workbench.session.tracker import Tracker

pytestmark = [needs_conformance, pytest.mark.req("LOG-8", "LOG-9", "LOG-12")]

WHOLE = [
    path for path in conformance_files("sessions/*/**/session.jsonl*") if not {"torn", "crash-window"} & {*path.parts}
]  # fmt: skip
# Bytes of text: the last two of each compressed log, which the same harness wrote, have less.
_TWO_BATCHES = 4000
LATER = 1_900_000_000_000


def case_name(path):
    return "-".join(path.parts[-4::2][:1] + path.parts[-2:-1]) + path.suffix


def batch_ends(path, data):
    """Where in the file batches end, in order, the header's included; of a plain log the ends of lines, as any of them
    may have been the last of a batch."""
    if path.suffix != ".zstd":
        return [at + 1 for at, byte in enumerate(data) if byte == 0x0A]
    opened = Opening(BytesSource(data), path, LIMITS)
    assert isinstance(opened.text, FrameText)
    opened.feed(Scan(opened.index, Tracker(0)))
    return [*opened.text.source._offsets[1:], len(data)]


def first_cut(path, data, ends):
    """Where the second last batch begins; of a plain log, so far before the end that two of its batches lie there."""
    if path.suffix == ".zstd":
        return ends[-3]
    return max(ends[0], len(data) - _TWO_BATCHES)


def lines_of(log):
    return list(log.index.lines(0, log.index.rows))


def events_of(log):
    return list(log.index.events_from(0))


@pytest.mark.parametrize("path", WHOLE, ids=case_name)
def test_a_cut_at_any_byte_keeps_whole_batches_and_adds_nothing(path):
    data = path.read_bytes()
    whole = lines_of(read_log(path))
    ends = batch_ends(path, data)
    counts = {end: read_stored(BytesSource(data[:end]), path).index.rows for end in ends[-60:]}
    for cut in range(first_cut(path, data, ends), len(data)):
        log = read_stored(BytesSource(data[:cut]), Path("log" + path.suffix))
        assert log.verdict == ("ok" if cut in ends else "torn")
        lines = lines_of(log)
        assert lines == whole[: len(lines)]
        before = max((end for end in ends if end <= cut), default=0)
        assert len(lines) >= counts[before]
        assert path.suffix == ".zstd" or len(lines) == counts[before]
        assert log.closers == closing_events(log.state, log.header.id)


@pytest.mark.parametrize("path", [path for path in WHOLE if "basic-after" in path.parts], ids=case_name)
def test_a_log_cut_at_any_byte_is_opened_and_goes_on(tmp_path, path):
    data = path.read_bytes()
    whole = events_of(read_log(path))
    ends = batch_ends(path, data)
    copy = tmp_path / path.name
    for cut in range(ends[-3], len(data)):
        copy.write_bytes(data[:cut])
        shown = read_log(copy)
        live = LiveLog.open(copy, now=LATER, fsync=False)
        live.append("goal/change", {"cut": cut}, time=LATER)
        live.close()
        events = events_of(read_log(copy))
        kept = events[: shown.index.events]
        assert kept == whole[: len(kept)]
        assert [each.type for each in events[len(kept) :]] == [
            *(each.type for each in shown.closers), "session/end-seed", "goal/change"
        ]  # fmt: skip
        copy.unlink()
