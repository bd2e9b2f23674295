"""The driver: the one thread that touches a bench, fed with jobs and stopped between two events.

Owns the thread, its queue and the pace of play. A scenario that is walked (``walk``) changes which bench that is. It
knows nothing of screens: what happens is told as reports to a function that must be safe to call from this thread. It
reads no clock: the screen says when it wants a snapshot.
"""

import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import nullcontext
from queue import Empty, SimpleQueue
from typing import TYPE_CHECKING, Final

from workbench.errors import WorkbenchError
from workbench.fronts.tui.drive.following import Watch, take_over
from workbench.fronts.tui.drive.reports import Broken, Done, Forked, Opened, Refused, Report, Snapshot, Walked
from workbench.session.interruption import Interrupted, Interruption, interrupted_by

if TYPE_CHECKING:
    from workbench.bench.bench import Bench
    from workbench.bench.happening import Happening
    from workbench.bench.view import BenchView
    from workbench.fronts.tui.drive.walk import Stage, Walk

    Move = Callable[[Bench], Iterator[Happening]]

# Real seconds between two instants of a playing clock; as often the screen is told.
TICK: Final = 0.1
# Real seconds that a move gives way to the screen after a key: Python runs one of the two at a time.
COURTESY: Final = 0.025
_PATIENCE: Final = 10.0


class Driver:
    """Runs jobs on one bench, one after the other, in its own thread, from ``start`` to ``close``."""

    def __init__(
        self,
        open_bench: "Callable[[], Bench]",
        tell: Callable[[Report], None],
        after: "Driver | Sequence[Driver] | None" = None,
        walk: "Walk | None" = None,
    ) -> None:
        """``open_bench`` runs in the thread, once the drivers that this one comes ``after`` have let their files go. It
        may set ``holder``: who writes the log, so that it opened it read-only. It is ``walk``'s where there is one.
        """
        self.stage: Stage | None = None
        self._watch = Watch()
        self.retired = False
        # Whether it was open once: what is to be done only the first time was done.
        self.opened = False
        self._after = (after,) if isinstance(after, Driver) else tuple(after or ())
        self._walk = walk
        self._open_bench = open_bench
        self._tell = tell
        self._bench: Bench | None = None
        self._jobs: SimpleQueue[Callable[[Bench], None] | None] = SimpleQueue()
        self._stop = threading.Event()
        self._reading = Interruption()
        self._wanted = False
        self._asked = False
        self._trouble: WorkbenchError | None = None
        self._thread = threading.Thread(target=self._work, name="bench", daemon=True)

    @property
    def holder(self) -> str | None:
        """Who writes the log, so that it can only be looked at; None where nobody does, or this driver."""
        return self._watch.holder

    @holder.setter
    def holder(self, name: str | None) -> None:
        self._watch.holder = name

    def start(self) -> None:
        """Open the bench, in the thread."""
        self._thread.start()

    def report_to(self, tell: Callable[[Report], None]) -> None:
        """Tell this function from now on: another screen goes on with the bench. Only while nothing is under way."""
        self._tell = tell
        self._watch.untold = True

    def move(self, make: "Move") -> None:
        """Run the move that ``make`` begins on the bench, to its end or until :meth:`stop`."""
        self._stop.clear()
        self._jobs.put(lambda bench: self._run_move(bench, make))

    def play(self, rate: int) -> None:
        """Let simulated time run, ``rate`` simulated ms per real ms, until :meth:`stop`."""
        self._stop.clear()
        self._jobs.put(lambda bench: self._run_move(bench, lambda b: b.play(self._ticks(b, rate))))

    def look_again(self) -> None:
        """Take in what is new of a log that is only looked at, and who writes it; where it is driven elsewhere on
        a copy made since, that is told as opened again. Of a log that is still written elsewhere that is said.
        """
        self._jobs.put(self._look_again)

    def take_over(self) -> None:
        """Go on with a log that somebody let go."""
        self.do(take_over)

    def do(self, action: "Callable[[Bench], str | None]") -> None:
        """Run one short action; what it returns is said on the screen."""
        self._jobs.put(lambda bench: self._tell(Done(said=action(bench), view=self._seen(bench))))

    def fork(self, at: int | None, session_id: str | None) -> None:
        """Fork, close the parent and go on with the child."""
        self._jobs.put(lambda bench: self._run_fork(bench, at, session_id))

    def walk_on(self, *, allow_large: bool = False) -> None:
        """Do the next stride of the scenario that is walked, to its end or until :meth:`stop`."""
        self._stop.clear()
        self._jobs.put(lambda _: self._run_stride(allow_large=allow_large))

    def stop(self) -> None:
        """End the move under way between two events."""
        self._stop.set()

    def give_way(self) -> None:
        """Let the screen answer a key first: a move under way rests for :data:`COURTESY`."""
        self._asked = True

    def want_snapshot(self) -> None:
        """Tell the state at the next chance."""
        self._wanted = True

    @property
    def finished(self) -> bool:
        """Whether its thread has ended and everything was written."""
        return self.retired and not self._thread.is_alive() and self._trouble is None

    def retire(self) -> None:
        """Stop what runs, then write what is pending and end the thread, without waiting for it. A log that is being
        opened is read no further."""
        self.retired = True
        self._reading.interrupt()
        self._stop.set()
        self._jobs.put(None)

    def close(self) -> WorkbenchError | None:
        """Retire and wait for the end; what could not be written is returned. Not to be called from its own thread."""
        self.retire()
        if self._thread.is_alive():
            self._thread.join(_PATIENCE)
        return self._trouble

    def _work(self) -> None:
        self._let_others_close()
        try:
            with interrupted_by(self._reading):
                self._bench = self._open_bench()
            self.opened = True
            self._tell(Opened(self._seen(self._bench), self._staged(), self.holder))
        except WorkbenchError as error:
            self._tell(Refused(error, opening=True))
            return
        except Interrupted:
            return
        except Exception as error:  # noqa: BLE001 - a defect must reach the screen, not vanish with the thread
            self._tell(Broken(error))
            return
        while (job := self._next_job()) is not None:
            self._guarded(job)
        self._close_bench()

    def _next_job(self) -> "Callable[[Bench], None] | None":
        """What is to be done next; until then a log that is only looked at is followed."""
        while True:
            try:
                return self._jobs.get(timeout=self._watch.pause(self._bench))
            except Empty:
                self._guarded(self._follow)

    def _follow(self, bench: "Bench") -> None:
        report = self._watch.look(bench, self._jobs.empty)
        if report is not None:
            self._tell(report)

    def _seen(self, bench: "Bench") -> "BenchView":
        return self._watch.seen(bench)

    def _let_others_close(self) -> None:
        """What those before could not write is told by this one in the end."""
        troubles = [driver.close() for driver in self._after]
        self._trouble = next((trouble for trouble in troubles if trouble is not None), None)
        self._after = ()

    def _guarded(self, job: "Callable[[Bench], None]") -> None:
        bench = self._bench
        if bench is None:
            return
        try:
            job(bench)
        except Interrupted:
            return
        except WorkbenchError as error:
            self._tell(Refused(error))
            self._tell_state(bench)
        except Exception as error:  # noqa: BLE001 - as above
            self._tell(Broken(error))

    def _tell_state(self, bench: "Bench") -> None:
        """After a refusal; a log that was cut while it was shown cannot even be looked at."""
        try:
            self._tell(Done(self._seen(bench)))
        except Exception as error:  # noqa: BLE001 - as above
            self._tell(Broken(error))

    def _look_again(self, bench: "Bench") -> None:
        self._follow(bench)
        holder = self.holder
        if self._walk is None and bench.outdated:
            self.holder = None
            try:
                with interrupted_by(self._reading):
                    self._bench = self._open_bench()
            except BaseException:
                self.holder = holder
                raise
            bench.close()
            self._tell(Opened(self._seen(self._bench), holder=self.holder, again=True))
        elif holder is not None:
            self._tell(Refused(WorkbenchError("locked", f"{holder} still writes this log; it is only looked at here")))

    def _run_move(self, bench: "Bench", make: "Move") -> None:
        moves = make(bench)
        try:
            for _ in moves:
                if not self._go_on(bench):
                    break
        finally:
            _end(moves)
        self._tell(Done(self._seen(bench)))

    def _go_on(self, bench: "Bench") -> bool:
        """Between two events: tell the state if it was asked for; False where the move is to stop."""
        while self._asked and not self._stop.is_set():
            self._asked = False
            self._stop.wait(COURTESY)
        if not self._stop.is_set() and self._wanted:
            self._wanted = False
            self._tell(Snapshot(self._seen(bench)))
        return not self._stop.is_set()

    def _run_stride(self, *, allow_large: bool) -> None:
        walk = self._walk
        if walk is None:
            return
        try:
            walk.stride(lambda: self._go_on(walk.bench), allow_large=allow_large)
        finally:
            # A step that forks or goes back makes another session the live one, whatever comes of it.
            self._bench = walk.bench
        stage = self._staged()
        assert stage is not None  # noqa: S101 - there is a walk
        self._tell(Walked(self._seen(walk.bench), stage))

    def _staged(self) -> "Stage | None":
        """Where the walk stands now; the screen may read the last answer at any time."""
        self.stage = self._walk.stage() if self._walk is not None else None
        return self.stage

    def _run_fork(self, bench: "Bench", at: int | None, session_id: str | None) -> None:
        parent = bench.view().session_id
        child = bench.fork(at, session_id)
        bench.close()
        self._bench = child
        if self._walk is not None:
            self._walk.adopt(child)
        self._tell(Forked(self._seen(child), parent))

    def _ticks(self, bench: "Bench", rate: int) -> Iterable[int]:
        """The instants of a playing clock, one a tick of real time, until stopped."""
        while not self._stop.wait(TICK):
            yield bench.now + int(rate * TICK * 1000)
            self._wanted = True

    def _close_bench(self) -> None:
        if self._bench is None:
            return
        try:
            # A walk wants to know what is in the log in the end; nobody else does.
            with interrupted_by(self._reading) if self._walk is None else nullcontext():
                self._bench.close()
        except Interrupted:
            return
        except WorkbenchError as error:
            self._trouble = error
            # Nobody tries again: the log is to be had by whoever opens it next.
            self._bench.abandon()
        else:
            if self._walk is not None:
                self._walk.give_back()


def _end(moves: "Iterator[Happening]") -> None:
    """Leave a move between two events, so that the bench notes it as stopped at once."""
    close = getattr(moves, "close", None)
    if close is not None:
        close()
