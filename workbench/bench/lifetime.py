"""One session between looked at, live, cold and crashed: what is open in each, and what changes leave (BEN-11, 12).

Owns opening for writing with its journal, closing, dying and following. What a live session does is ``live_session``'s,
where its files lie ``life``'s; who may change it is the bench's.
"""

from collections.abc import Callable, Iterator

from workbench.bench.clock import SimulatedClock
from workbench.bench.faults import Crashed, FaultName, Faults, ignore
from workbench.bench.following import follow_log, note
from workbench.bench.happening import Happening
from workbench.bench.journal.place import journal_path
from workbench.bench.journal.reading import JournalReader, JournalView
from workbench.bench.journal.recovery import reconcile
from workbench.bench.journal.writing import Journal
from workbench.bench.journey import Journey
from workbench.bench.life import SessionFiles
from workbench.bench.live_session import LiveSession
from workbench.bench.options import BenchOptions
from workbench.bench.tools.registry import Registry
from workbench.bench.view import Mode
from workbench.session.follow import NOTHING, Followed
from workbench.session.live import LiveLog
from workbench.session.reader import SessionLog
from workbench.session.state import SessionState


class Lifetime:
    """``live`` is the session while it runs, ``read`` the log as it was read last. ``suspended`` says that it stays
    cold until it is resumed, ``crashed`` how many events were lost with the crash that made it so.

    ``faults`` outlive every change, as what is wrong with a machine does.
    """

    def __init__(self, files: SessionFiles, log: SessionLog, options: BenchOptions) -> None:
        self.files = files
        self.read = log
        self.options = options
        self.registry = Registry()
        self.live: LiveSession | None = None
        self.suspended = False
        self.crashed: int | None = None
        self.faults = Faults()
        self.clock = SimulatedClock(log.last_instant)
        self.journey = Journey(self.clock, lambda: self.log.index.events)
        self._reader: JournalReader | None = None

    @property
    def mode(self) -> Mode:
        """``live``, ``cold`` after a suspension or a crash, ``read-only`` before anything changed the session."""
        if self.live is not None:
            return "live"
        return "cold" if self.suspended else "read-only"

    @property
    def log(self) -> LiveLog | SessionLog:
        """The log as it stands: open for writing while live, else as it was read."""
        return self.live.log if self.live is not None else self.read

    @property
    def state(self) -> SessionState:
        """The fold of the log as it stands."""
        return self.live.log.state if self.live is not None else self.read.state

    @property
    def journal(self) -> JournalView:
        """What was decided so far; of a log that is only looked at, what its writer noted."""
        if self.live is not None:
            return self.live.journal.view()
        if self._reader is None or self._reader.path != journal_path(self.files.path):
            self._reader = JournalReader(self.files.path)
        return self._reader.view()

    def begin(self, log: LiveLog, now: int) -> None:
        """Run a session that was made just now, at ``now`` (epoch ms)."""
        self.clock.set(now)
        self._run(log, None, 0)
        self.journey.came_back(0)

    def wake(self) -> LiveSession:
        """Open the log for writing and run the session, a foreign one on a copy; raises what opening raises."""
        first, events, since = self.read.events_shown, self.read.index.events, self.journey.cold_since
        log = self.files.open_for_writing(self.read, self.clock.now(), self.options)
        live = self._run(log, since if self.suspended else None, events)
        self.journey.came_back(first)
        self.suspended, self.crashed = False, None
        return live

    def close(self) -> None:
        """Let the log go; where it cannot be written the session stays live, and nothing pending is lost."""
        live = self.live
        if live is not None:
            live.log.barrier()
            # Whoever holds the log's lock writes the journal: it is done before the lock goes.
            live.scribe.suspended()
            live.journal.close()
            live.log.close()
            self._let_go()

    def abandon(self) -> None:
        """Let the file go without writing what is pending."""
        if self.live is not None:
            self.live.journal.close()
            self.live.log.abandon()

    def die(self, live: LiveSession, where: FaultName | None = None) -> int:
        """Drop what is not on disk and go cold (BEN-12); how many events were lost. ``where`` is the fault behind."""
        lost = live.log.drop_pending()
        live.scribe.crashed(lost, where)
        live.journal.close()
        live.log.abandon()
        self.crashed = lost
        self._let_go()
        return lost

    def outlived(self, steps: Iterator[Happening]) -> Iterator[Happening]:
        """``steps``, and where the process dies in one of them, that, as the last."""
        try:
            yield from steps
        except Crashed as crash:
            if self.live is not None:
                self.die(self.live, crash.where)
            yield Happening("crashed", self.clock.now())
        finally:
            if self.live is not None:
                self.live.scribe.flush()

    def follow(self, go_on: Callable[[], bool]) -> Followed:
        """Take in what others wrote since to a log that is only looked at (LOG-15)."""
        if self.live is not None:
            return NOTHING
        since, events = self.read.last_instant, self.read.index.events
        self.read, found = follow_log(self.files, self.read, self.clock, go_on)
        note(self.journey, found, events, since)
        return found

    def _run(self, log: LiveLog, since: int | None, events: int) -> LiveSession:
        """Run the session, and note what its journal lacks, what never became durable and what is armed (BEN-14). The
        log had ``events`` before it was opened, and was closed since ``since`` (epoch ms)."""
        journal = Journal.open(journal_path(log.path))
        self.live = live = LiveSession(log, self.clock, self.registry, self.options, self.faults, journal)
        self.faults.on_change = live.scribe.fault
        log.before_write = lambda _: live.scribe.flush()
        live.scribe.resumed(since, events, reconcile(journal, log).lost)
        for armed in self.faults.armed:
            live.scribe.fault(armed.name, armed.left, "armed")
        live.scribe.flush()
        return live

    def _let_go(self) -> None:
        """The log is closed: look at it as it is on disk from now on. Reading it may be interrupted."""
        self.live = None
        self.suspended = True
        self.faults.on_change = ignore
        self.read = self.files.read()
        self.journey.fell_cold()
