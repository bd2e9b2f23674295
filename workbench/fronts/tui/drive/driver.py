"""The driver: the one thread that touches a bench, fed with jobs and stopped between two events.

Owns the thread, its queue and the pace of play. It knows nothing of screens: what happens is told as reports to a
function that must be safe to call from this thread. It reads no clock: the screen says when it wants a snapshot.
"""

import threading
from collections.abc import Callable, Iterable, Iterator
from queue import SimpleQueue
from typing import TYPE_CHECKING, Final

from workbench.errors import WorkbenchError
from workbench.fronts.tui.drive.reports import Broken, Done, Forked, Opened, Refused, Report, Snapshot

if TYPE_CHECKING:
    from workbench.bench.bench import Bench
    from workbench.bench.happening import Happening

    Move = Callable[[Bench], Iterator[Happening]]

# Real seconds between two instants of a playing clock; as often the screen is told.
TICK: Final = 0.1
_PATIENCE: Final = 10.0


class Driver:
    """Runs jobs on one bench, one after the other, in its own thread, from ``start`` to ``close``."""

    def __init__(
        self, open_bench: "Callable[[], Bench]", tell: Callable[[Report], None], after: "Driver | None" = None
    ) -> None:
        """``open_bench`` runs in the thread, once the driver ``after`` has let its files go."""
        self._after = after
        self._open_bench = open_bench
        self._tell = tell
        self._bench: Bench | None = None
        self._jobs: SimpleQueue[Callable[[Bench], None] | None] = SimpleQueue()
        self._stop = threading.Event()
        self._wanted = False
        self._trouble: WorkbenchError | None = None
        self._thread = threading.Thread(target=self._work, name="bench", daemon=True)

    def start(self) -> None:
        """Open the bench, in the thread."""
        self._thread.start()

    def move(self, make: "Move") -> None:
        """Run the move that ``make`` begins on the bench, to its end or until :meth:`stop`."""
        self._stop.clear()
        self._jobs.put(lambda bench: self._run_move(bench, make))

    def play(self, rate: int) -> None:
        """Let simulated time run, ``rate`` simulated ms per real ms, until :meth:`stop`."""
        self._stop.clear()
        self._jobs.put(lambda bench: self._run_move(bench, lambda b: b.play(self._ticks(b, rate))))

    def do(self, action: "Callable[[Bench], str | None]") -> None:
        """Run one short action; what it returns is said on the screen."""
        self._jobs.put(lambda bench: self._tell(Done(said=action(bench), view=bench.view())))

    def fork(self, at: int | None, session_id: str | None) -> None:
        """Fork, close the parent and go on with the child."""
        self._jobs.put(lambda bench: self._run_fork(bench, at, session_id))

    def stop(self) -> None:
        """End the move under way between two events."""
        self._stop.set()

    def want_snapshot(self) -> None:
        """Tell the state at the next chance."""
        self._wanted = True

    def retire(self) -> None:
        """Stop what runs, then write what is pending and end the thread, without waiting for it."""
        self._stop.set()
        self._jobs.put(None)

    def close(self) -> WorkbenchError | None:
        """Retire and wait for the end; what could not be written is returned. Not to be called from its own thread."""
        self.retire()
        if self._thread.is_alive():
            self._thread.join(_PATIENCE)
        return self._trouble

    def _work(self) -> None:
        if self._after is not None:
            self._after.close()
            self._after = None
        try:
            self._bench = self._open_bench()
            self._tell(Opened(self._bench.view()))
        except WorkbenchError as error:
            self._tell(Refused(error, opening=True))
            return
        except Exception as error:  # noqa: BLE001 - a defect must reach the screen, not vanish with the thread
            self._tell(Broken(error))
            return
        while (job := self._jobs.get()) is not None:
            self._guarded(job)
        self._close_bench()

    def _guarded(self, job: "Callable[[Bench], None]") -> None:
        bench = self._bench
        if bench is None:
            return
        try:
            job(bench)
        except WorkbenchError as error:
            self._tell(Refused(error))
            self._tell(Done(bench.view()))
        except Exception as error:  # noqa: BLE001 - as above
            self._tell(Broken(error))

    def _run_move(self, bench: "Bench", make: "Move") -> None:
        moves = make(bench)
        try:
            for _ in moves:
                if self._stop.is_set():
                    break
                if self._wanted:
                    self._wanted = False
                    self._tell(Snapshot(bench.view()))
        finally:
            _end(moves)
        self._tell(Done(bench.view()))

    def _run_fork(self, bench: "Bench", at: int | None, session_id: str | None) -> None:
        parent = bench.view().session_id
        child = bench.fork(at, session_id)
        bench.close()
        self._bench = child
        self._tell(Forked(child.view(), parent))

    def _ticks(self, bench: "Bench", rate: int) -> Iterable[int]:
        """The instants of a playing clock, one a tick of real time, until stopped."""
        while not self._stop.wait(TICK):
            yield bench.now + int(rate * TICK * 1000)
            self._wanted = True

    def _close_bench(self) -> None:
        if self._bench is None:
            return
        try:
            self._bench.close()
        except WorkbenchError as error:
            self._trouble = error


def _end(moves: "Iterator[Happening]") -> None:
    """Leave a move between two events, so that the bench notes it as stopped at once."""
    close = getattr(moves, "close", None)
    if close is not None:
        close()
