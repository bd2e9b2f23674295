"""Any sequence of appends, barriers, failures, crashes and openings against a model of what must be on disk."""

import errno
import shutil
import tempfile
from pathlib import Path

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from support.faulty_os import FaultyOs, fails, short_writes
from support.harness_rules import envelope_problems
from support.stories import START
from workbench.errors import BarrierFailed
from workbench.session import logfile, publication
from workbench.session.batches import batch
from workbench.session.events import Header
from workbench.session.live import LiveLog
from workbench.session.reader import read_log

pytestmark = pytest.mark.req("LOG-12", "LOG-8", "LOG-10")

VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**53), 2**53) | st.text(max_size=8) | st.just("\ud83d\n\u2028"),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner, max_size=3),
    max_leaves=6,
)
# Turns open and close at random, so that some crashes leave one open.
EVENTS = st.one_of(
    st.builds(lambda n: ("turn/start", {"turn": n}), st.integers(1, 9)),
    st.builds(lambda n: ("turn/end", {"turn": n, "reason": {"kind": "completed"}}), st.integers(1, 9)),
    st.builds(lambda x: ("goal/change", {"x": x}), VALUES),
    st.builds(lambda t: ("session/title", {"title": t}), st.text(max_size=300)),
)
Known = tuple[str, int, object]


class Machine(RuleBasedStateMachine):
    """``events`` is the log in memory; the first ``written`` of them are in the file, ``durable`` acknowledged.

    ``flushed`` are on the disk whether or not anybody was told: a file that is published is flushed at once.
    """

    def __init__(self) -> None:
        super().__init__()
        self.folder = Path(tempfile.mkdtemp(prefix="live-model-"))
        self.events: list[Known] = []
        self.written = self.durable = self.flushed = 0
        self.time = START

    @initialize(name=st.sampled_from(["session.jsonl", "session.jsonl.zstd"]))
    def begin(self, name):
        self.path = self.folder / name
        self.log = LiveLog.create(self.path, Header(id="model", created_at=START))

    @rule(event=EVENTS, step=st.integers(-5, 1000))
    def append(self, event, step):
        self.time += step
        kind, data = event
        assert self.log.append(kind, data, time=self.time) == len(self.events)
        self.events.append((kind, self.time, data))

    @rule()
    def barrier(self):
        self.log.barrier()
        self.written = self.durable = self.flushed = len(self.events)

    @rule()
    def write_out(self):
        published = not self.path.exists()
        self.log.write_out()
        self.written = len(self.events)
        if published:
            self.flushed = self.written

    @precondition(lambda self: self.path.exists() and self.written < len(self.events))
    @rule(room=st.integers(0, 400), sync=st.booleans())
    def full_disk(self, room, sync):
        size = len(batch(self.log.index.pending(), self.log.compression))
        self._refused(sync, write=short_writes(97, room=min(room, size - 1)))

    @precondition(lambda self: self.path.exists() and self.flushed < len(self.events))
    @rule()
    def failing_flush(self):
        self._refused(True, fsync=fails(errno.EIO))

    @precondition(lambda self: not self.path.exists())
    @rule(fault=st.sampled_from(["write", "fsync", "link"]))
    def failing_publication(self, fault):
        self._refused(True, **{fault: fails(errno.EIO)})

    @rule(share=st.floats(0, 1, exclude_max=True), time=st.integers(0, 10**6))
    def crash(self, share, time):
        """The process dies while it writes: some first part of the pending batch reaches the file."""
        lines = self.log.index.pending()
        self.log.abandon()
        if not self.path.exists():
            self.events.clear()
            self.log = LiveLog.create(self.path, Header(id="model", created_at=START))
            return
        stored = batch(lines, self.log.compression)
        with self.path.open("ab") as file:
            file.write(stored[: int(len(stored) * share)])
        self._reopen(time)

    @precondition(lambda self: self.path.exists())
    @rule(time=st.integers(0, 10**6))
    def close(self, time):
        self.log.close()
        self.written = len(self.events)
        self._reopen(time)

    @invariant()
    def memory_and_file_agree(self):
        log = self.log
        assert (log.next_seq, log.durable_events) == (len(self.events), self.durable)
        assert log.pending == len(self.events) - self.written
        assert [known(event) for event in log.index.events_from(0)] == self.events
        if self.path.exists():
            found = read_log(self.path)
            assert found.verdict == "ok"
            assert [known(event) for event in found.index.events_from(0)] == self.events[: self.written]

    def teardown(self):
        self.log.abandon()
        if self.path.exists():
            assert envelope_problems(self.path) == []
        shutil.rmtree(self.folder)

    def _refused(self, sync, **fault):
        size = self.path.stat().st_size if self.path.exists() else None
        faulty = FaultyOs(**fault)
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(logfile, "os", faulty)
            patch.setattr(publication, "os", faulty)
            with pytest.raises(BarrierFailed):
                self.log.barrier() if sync else self.log.write_out()
        assert (self.path.stat().st_size if self.path.exists() else None) == size

    def _reopen(self, time):
        self.log = LiveLog.open(self.path, now=START + time)
        found = [known(event) for event in self.log.index.events_from(0)]
        kept = 0
        while kept < min(len(found), len(self.events)) and found[kept] == self.events[kept]:
            kept += 1
        assert kept >= self.written
        added = [kind for kind, _, _ in found[kept:]]
        last = self.events[kept - 1][0] if kept else None
        assert added in ([], ["session/end-seed"], ["turn/end", "session/end-seed"])
        assert added or last == "session/end-seed"
        self.events = found
        self.written = self.durable = self.flushed = len(found)


def known(event):
    return event.type, event.time, event.data


TestLiveLogModel = pytest.mark.slow(Machine.TestCase)
TestLiveLogModel.settings = settings(max_examples=60, stateful_step_count=25)
