"""The bench: one session and everything around it, and the only object that fronts talk to (page 4).

A bench is opened on a log and at first only looks at it. The first thing that changes the session resumes it, a
foreign log on a copy (BEN-11). ``suspend`` makes it cold, and cold it stays, whatever the clock does, until ``resume``.
"""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any, Self

from workbench.bench import forecast, moves, talk
from workbench.bench.clock import check_instant
from workbench.bench.explaining import Explanation, explain
from workbench.bench.faults import Armed, Faults
from workbench.bench.happening import Happening
from workbench.bench.journal.entries import HeldBack
from workbench.bench.journal.reading import JournalView
from workbench.bench.journey import Course
from workbench.bench.life import SessionFiles
from workbench.bench.lifetime import Lifetime
from workbench.bench.live_session import LiveSession
from workbench.bench.options import BenchOptions
from workbench.bench.snapshot import snapshot
from workbench.bench.tools.base import Outcome
from workbench.bench.tools.registry import Registry
from workbench.bench.view import BenchView, Mode, Move
from workbench.errors import BarrierFailed, UsageError, WorkbenchError
from workbench.schedule.fold import Fold
from workbench.session.follow import Followed
from workbench.session.live import LiveLog
from workbench.session.reader import SessionLog
from workbench.session.state import SessionState
from workbench.time.zones import UTC, Zone, load_zone

LONGEST_TURN = 86_400_000


class Bench:
    """One session on the bench. All instants are epoch ms; all methods are for one thread at a time.

    ``zone`` is the chosen zone's name or None: prompts carry it (BEN-17), nothing else reads it.
    """

    def __init__(
        self, files: SessionFiles, log: SessionLog, options: BenchOptions, zone: str | None, *, read_only: bool = False
    ) -> None:
        self._life = Lifetime(files, log, options)
        self._read_only = read_only
        self._zone: str | None = None
        self.zone = zone

    @classmethod
    def open(  # noqa: PLR0913 - the ways to look at a log
        cls,
        path: Path,
        *,
        home: Path,
        zone: str | None = None,
        options: BenchOptions | None = None,
        fresh: bool = False,
        in_place: bool = False,
        read_only: bool = False,
        root: Path | None = None,
        now: int | None = None,
    ) -> Self:
        """Look at a log; the clock stands, paused, at its last event (BEN-4) or at ``now``.

        A log outside ``home`` is foreign: a copy of it made earlier is continued, or with ``fresh`` thrown away.
        ``in_place`` says that the log may be written all the same; ``root`` is where forks go (default: one's own
        sessions). ``read_only`` looks at the file itself, whatever copy there is, and refuses every change of it and
        every move with ``read_only``. Raises what :func:`workbench.session.reader.read_log` raises; a damaged log
        opens, and says so.
        """
        files, log = SessionFiles.find(path, home, root=root, fresh=fresh, in_place=in_place or read_only)
        bench = cls(files, log, options or BenchOptions(), zone, read_only=read_only)
        if now is not None:
            bench._life.clock.set(now)
        return bench

    @classmethod
    def new(
        cls,
        home: Path,
        *,
        start: int,
        zone: str | None = None,
        session_id: str | None = None,
        cwd: str | None = None,
        options: BenchOptions | None = None,
        root: Path | None = None,
    ) -> Self:
        """A fresh live session of one's own under ``home`` (or ``root``), its clock at ``start`` (epoch ms).

        Raises ``time_out_of_range``, and what making its log raises.
        """
        options = options or BenchOptions()
        files, live_log = SessionFiles.create(home, check_instant(start), session_id, cwd, options, root)
        bench = cls(files, files.read(), options, zone)
        bench._life.begin(live_log, start)
        return bench

    @property
    def now(self) -> int:
        """The simulated instant, epoch ms."""
        return self._life.clock.now()

    @property
    def zone(self) -> str | None:
        """The chosen zone's name, or None."""
        return self._zone

    @zone.setter
    def zone(self, name: str | None) -> None:
        self._zone = load_zone(name).name if name is not None else None

    @property
    def path(self) -> Path:
        """The file that is read and written: the session's own, or the copy of a foreign one."""
        return self._life.files.path

    @property
    def on_copy(self) -> bool:
        """Whether the first change works on a copy, so that it does not matter who writes the log itself."""
        files = self._life.files
        return self._life.live is None and files.source is not None and files.path == files.source

    @property
    def mode(self) -> Mode:
        """``live``, ``cold`` after ``suspend``, ``read-only`` before anything changed the session."""
        return self._life.mode

    @property
    def state(self) -> SessionState:
        """The fold of the log as it stands; not to be kept across a change."""
        return self._life.state

    @property
    def log(self) -> LiveLog | SessionLog:
        """The log as it stands: open for writing while live, else as it was read."""
        return self._life.log

    @property
    def faults(self) -> Faults:
        """What is armed, and what may be."""
        return self._life.faults

    @property
    def unwritten(self) -> BarrierFailed | None:
        """Why events of this session are still not on disk, None where nothing keeps them."""
        return self._life.live.pen.unwritten if self._life.live is not None else None

    @property
    def unnoted(self) -> str | None:
        """Why what was decided is not in the journal's file, None where nothing keeps it (BEN-14)."""
        return self._life.live.journal.unwritten if self._life.live is not None else None

    @property
    def stuck(self) -> HeldBack | None:
        """What failed in the owner's last delivery, None since one went well."""
        return self._life.live.owner.stuck if self._life.live is not None else None

    @property
    def crashed(self) -> int | None:
        """How many events were lost with the crash that the session is cold after; None where it did not crash."""
        return self._life.crashed

    @property
    def outdated(self) -> bool:
        """Whether the log that is looked at is another one by now; never of a live session, which holds its log."""
        return self._life.live is None and self._life.files.outdated()

    @property
    def registry(self) -> Registry:
        """The tools of this bench."""
        return self._life.registry

    def view(self) -> BenchView:
        """A snapshot for fronts, safe to read from any thread."""
        return snapshot(self._life, self._zone, read_only=self._read_only)

    def advance(self, *, by: int | None = None, to: int | None = None) -> Iterator[Happening]:
        """Go forward by or to, every event at its own instant (BEN-2).

        Raises ``not_future``, ``time_out_of_range`` and ``invalid_move`` before anything is done.
        """
        target = moves.forward(self.now, moves.target(self.now, by, to))
        self._wake_up()
        yield from self._life.journey.move(
            "advance",
            self._life.outlived(moves.advance(self._life.live, self._life.clock, target)),
            self._course(target),
        )

    def jump(self, *, by: int | None = None, to: int | None = None) -> Iterator[Happening]:
        """Go there at once, also backwards, and handle what is due then (BEN-3); raises as :meth:`advance`."""
        target = moves.target(self.now, by, to)
        self._wake_up()
        self._life.journey.leap(target)
        yield from self._life.journey.move(
            "jump", self._life.outlived(moves.jump(self._life.live, self._life.clock, target)), self._course(target)
        )

    def step(self) -> Iterator[Happening]:
        """Go to the next event and handle just that (BEN-4)."""
        self._wake_up()
        yield from self._life.journey.move("step", self._life.outlived(moves.step(self._life.live, self._life.clock)))

    def next_due(self) -> Iterator[Happening]:
        """Go to the next delivery."""
        self._wake_up()
        yield from self._life.journey.move(
            "next", self._life.outlived(moves.next_due(self._life.live, self._life.clock))
        )

    def play(self, instants: Iterable[int]) -> Iterator[Happening]:
        """Advance to each of ``instants`` (epoch ms) as it is handed out, all of it one move (BEN-4).

        Whoever hands them out sets the pace and ends the move.
        """
        self._wake_up()
        steps = (happening for to in instants for happening in moves.advance(self._life.live, self._life.clock, to))
        yield from self._life.journey.move("play", self._life.outlived(steps))

    def say(self, text: str, *, zone: str | None = None) -> list[Happening]:
        """Queue a user's prompt and run what can run at this instant; ``zone`` defaults to the bench's (BEN-17)."""
        chosen = load_zone(zone).name if zone is not None else self._zone
        talk.say(self._must_live(), text, chosen)
        return self._settle("say")

    def steer(self, text: str) -> list[Happening]:
        """Queue next-step input and wake the agent (BEN-7)."""
        talk.steer(self._must_live(), text, self._zone)
        return self._settle("say")

    def inject(self, text: str) -> list[Happening]:
        """Queue a next-turn message without waking the agent."""
        talk.inject(self._must_live(), text, self._zone)
        return self._settle("say")

    def call(self, tool: str, arguments: Mapping[str, Any] | str, *, front: str) -> Outcome:
        """Call a tool from outside the conversation (BEN-10); ``arguments`` is a mapping or raw JSON text."""
        live = self._must_live()
        text = arguments if isinstance(arguments, str) else json.dumps(arguments, ensure_ascii=False)
        process = live.call(front, tool, text)
        self._settle("call")
        if process.result is None and self._life.live is None:
            raise WorkbenchError(
                "session_cold",
                f"the process died while {tool} waited, so there is no answer",
                hint="resume it, and look",
            )
        if process.result is None:
            raise WorkbenchError(
                "call_waiting",
                f"{tool} waits: {process.wait.why if process.wait is not None else 'behind another call'}",
                hint="it goes on when time moves or the agent is released",
            )
        if self.faults.strikes("answer_lost"):
            raise WorkbenchError(
                "answer_lost",
                f"{tool} did its work, and its answer was lost on the way back",
                hint="look, or call again",
            )
        return process.result

    def hold(self) -> list[Happening]:
        """Keep the agent busy until ``release``, in the open turn or in one of its own (BEN-8)."""
        talk.hold(self._must_live())
        return self._settle("call")

    def release(self) -> list[Happening]:
        """Let the held turn end and run what waited for it."""
        talk.release(self._must_live())
        return self._settle("release")

    def cancel(self) -> list[Happening]:
        """End the open turn as aborted and clear the inbox (BEN-7)."""
        talk.cancel(self._must_live())
        return self._settle("release")

    def suspend(self) -> None:
        """Make the session cold: what was appended is on disk, nothing runs, the clock may go on (SCH-31).

        Raises ``already_cold``, ``read_only``, and ``persistence_uncertain`` where the log cannot be written: it stays
        live then.
        """
        self._may_change()
        if self._life.suspended:
            raise WorkbenchError("already_cold", "the session is suspended already", hint="resume it")
        self._life.close()
        # What was only looked at is cold as well from now on.
        self._life.suspended = True

    def resume(self) -> list[Happening]:
        """Make the session live; what became due meanwhile is caught up (SCH-31)."""
        if self._life.live is not None:
            raise WorkbenchError("already_live", "the session is live already", hint="suspend it first")
        self._may_change()
        self._life.wake()
        return self._settle("resume")

    def arm(self, name: str, count: int = 1, seconds: int | None = None) -> Armed:
        """Let a fault strike the next ``count`` times, 0 to disarm it (BEN-13); ``seconds`` are simulated.

        Armed faults outlive suspending and crashing. Raises ``unknown_fault``, ``invalid_fault`` and ``read_only``.
        """
        self._may_change()
        armed = self.faults.arm(name, count, seconds)
        if self._life.live is not None:
            self._life.live.scribe.flush()
        return armed

    def crash(self) -> int:
        """Let the process die here (BEN-12): what is not on disk is gone, and the session is cold until it is resumed.

        Returns how many events were lost. Raises ``session_cold`` where nothing runs that could die.
        """
        self._may_change()
        live = self._life.live
        if live is None:
            raise WorkbenchError("session_cold", "the session does not run, so it cannot crash", hint="resume it first")
        return self._life.die(live)

    def fork(self, at: int | None = None, session_id: str | None = None) -> "Bench":
        """A child that inherits the events up to seq ``at`` (default: all) and adopts nothing (LOG-18)."""
        if self._life.live is not None:
            self._life.live.log.barrier()
        path = self._life.files.fork(self.log, at, session_id, self.now)
        return Bench.open(
            path,
            home=self._life.files.home,
            zone=self._zone,
            options=self._life.options,
            in_place=True,
            root=self._life.files.root,
            now=self.now,
        )

    def close(self) -> None:
        """Write what is pending and let the file go. The bench can still be viewed."""
        self._life.close()

    def abandon(self) -> None:
        """Let the file go without writing what is pending, which cannot be written: nobody else can have it before."""
        self._life.abandon()

    @property
    def turn_ms(self) -> int:
        """How long a turn lasts, simulated ms (BEN-8)."""
        return self._life.options.turn_ms

    @turn_ms.setter
    def turn_ms(self, lasts: int) -> None:
        if not 0 <= lasts <= LONGEST_TURN:
            raise UsageError("invalid_turn", f"a turn lasts 0 ms to {LONGEST_TURN:,} ms (a day); got {lasts}")
        self._life.options = replace(self._life.options, turn_ms=lasts)
        if self._life.live is not None:
            self._life.live.agent.turn_ms = lasts

    @property
    def journal(self) -> JournalView:
        """What was decided so far, and why (BEN-14); of a log that is only looked at, what its writer noted."""
        return self._life.journal

    def explain(self, record_id: str) -> Explanation:
        """Everything that log and journal tell of one record (BEN-15); raises ``schedule_not_found``."""
        view = self.view()
        assert view.history is not None  # noqa: S101 - every view of a bench has one
        return explain(view.history, self.journal, record_id)

    def preview(self, session_schedule: str | None = None, count: int = 5) -> list[forecast.Target]:
        """The next targets of all records or of one; raises ``schedule_not_found``."""
        fold = self._fold()
        if session_schedule is not None and session_schedule not in fold.active:
            raise WorkbenchError(
                "schedule_not_found",
                f"no active schedule {session_schedule!r}; active are: {', '.join(fold.active) or 'none'}",
            )
        return forecast.preview(fold, self.now, self._display_zone(), count, session_schedule)

    def plan(self) -> list[forecast.PlannedTurn]:
        """The turns that would run if the agent became idle now (BEN-15)."""
        state = self.state
        return forecast.plan(self._fold(), self.now, state.next_turn)

    def state_at(self, seq: int) -> SessionState:
        """The fold of the events up to ``seq``, -1 for none; asking changes nothing (BEN-16)."""
        return self.log.past.state_at(seq)

    def estimate(self, to: int) -> int:
        """How many turns an advance to ``to`` would run, counted up to :data:`forecast.TURN_CAP`."""
        if self.state.schedule_error is not None:
            return 0
        return forecast.turns_of(self.state.schedules.copy(), "advance", self.now, to, self._life.options.turn_ms)

    def follow(self, go_on: Callable[[], bool] = lambda: True) -> Followed:
        """Take in what others wrote since to a log that is only looked at; of a live session that is nothing (LOG-15).

        ``go_on`` is asked every few hundred kilobytes; where it says no, ``more`` is told to be left.
        """
        return self._life.follow(go_on)

    def _fold(self) -> Fold:
        if self.state.schedule_error is not None:
            raise self.state.schedule_error
        return self.state.schedules

    def _display_zone(self) -> Zone:
        return load_zone(self._zone) if self._zone is not None else UTC

    def _course(self, to: int) -> Course:
        ahead = self.state.schedules.copy() if self._life.live is not None else None
        return Course(to, ahead, self._life.options.turn_ms)

    def _settle(self, move: Move) -> list[Happening]:
        return self._life.journey.settle(move, self._life.outlived(moves.settle(self._life.live)))

    def _wake_up(self) -> None:
        """The first move of a session that was only looked at resumes it; a suspended one stays cold."""
        self._may_change()
        if self._life.live is None and not self._life.suspended:
            self._life.wake()

    def _may_change(self) -> None:
        if self._read_only:
            raise WorkbenchError(
                "read_only",
                f"{self._life.files.path} was opened to be looked at only, so nothing here changes it",
                hint="open it without read-only to go on from it, a log of others on a copy",
            )

    def _must_live(self) -> LiveSession:
        self._may_change()
        if self._life.suspended:
            raise WorkbenchError("session_cold", "the session is suspended, nothing runs in it", hint="resume it first")
        return self._life.live or self._life.wake()
