"""What a driver does between two jobs: it looks whether a log that is only looked at went on, and who writes it.

Owns who is known to write the log and what is told when that changes (LOG-11, LOG-15). The driver waits; where nothing
happened a look is a ``stat`` and an attempt to open the lock's file, and nothing is told (TUI-10).
"""

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from workbench.errors import WorkbenchError
from workbench.fronts.tui.drive.reports import Followed, Refused, Report

if TYPE_CHECKING:
    from collections.abc import Callable

    from workbench.bench.bench import Bench
    from workbench.bench.view import BenchView

# Real seconds between two looks: what is new is on the screen within half a second.
POLL: Final = 0.2
_TRIES: Final = 5


class Watch:
    """``holder`` names who writes the log now, so that it can only be looked at; None where nobody does."""

    def __init__(self) -> None:
        self.holder: str | None = None
        # Somebody listens who was not told how things are.
        self.untold = False
        self._more = False

    def pause(self, bench: "Bench | None") -> float | None:
        """Real seconds to wait for a job before looking again; None where there is nothing to look at."""
        if bench is None or bench.mode == "live":
            return None
        return 0 if self._more else POLL

    def look(self, bench: "Bench", go_on: "Callable[[], bool]") -> Report | None:
        """What there is to tell now. ``go_on`` says whether the driver still has nothing better to do."""
        before, self.holder = self.holder, holder_name(bench)
        self._more = False
        try:
            found = bench.follow(go_on)
        except WorkbenchError as error:
            return Refused(error)
        except OSError as error:
            return Refused(WorkbenchError("not_readable", f"{bench.path} cannot be read: {error.strerror or error}"))
        self._more = found.more
        untold, self.untold = self.untold, False
        if found.kind == "nothing" and before == self.holder and not untold:
            return None
        freed = before if self.holder is None else None
        return Followed(self.seen(bench), found, holder=self.holder if self.holder != before else None, freed=freed)

    def seen(self, bench: "Bench") -> "BenchView":
        """The state to tell; what its history has to catch up with is done in this thread, not in the screen's."""
        view = bench.view()
        if self.holder is not None and view.mode != "live":
            view = replace(view, holder=self.holder, drivable=False)
        if view.history is not None:
            view.history.prepare()
        if view.journal is not None:
            # Which dispatches are repeats is asked for the first rows that are drawn.
            view.journal.at_seq(view.events)
        return view


def holder_name(bench: "Bench") -> str | None:
    """Who writes the log of a bench that only looks at it, and would write there itself."""
    from workbench.session.lock import holder_of

    holder = holder_of(bench.path) if bench.mode != "live" and not bench.on_copy else None
    return holder.name if holder is not None else None


def take_over(bench: "Bench") -> str:
    """Read on to the end of a log that somebody let go, and make it live here; what to say of it.

    Raises ``locked`` where somebody else was quicker, and what :meth:`Bench.resume` raises.
    """
    for attempt in range(1, _TRIES + 1):
        bench.follow()
        before = bench.log.index.events
        try:
            bench.resume()
        except WorkbenchError as error:
            # It was written once more between the two.
            if error.code != "log_changed" or attempt == _TRIES:
                raise
        else:
            return f"taken over with all {before:,} events: this session is live here now"
    raise AssertionError("the last attempt returns or raises")
