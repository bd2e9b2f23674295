"""The steps of ``history_steps`` on a real bench: one method each, with the code of a refusal or an outcome.

Owns the bench over forks and reopenings. What must be true afterwards is ``history_checks``'s.
"""

from dataclasses import replace
from pathlib import Path
from typing import Any

from support.benches import SECOND, START
from workbench.bench.bench import Bench
from workbench.bench.options import BenchOptions
from workbench.errors import WorkbenchError
from workbench.session.live import LiveLog
from workbench.time.instant import format_utc

REFUSALS = {
    "already_cold", "already_held", "already_live", "answer_lost", "call_waiting", "invalid_boundary", "not_held",
    "open_turn", "session_cold",
}  # fmt: skip


class Driven:
    """A bench and what was done to it. ``left`` are the logs of parents that were forked from, closed by now."""

    def __init__(self, folder: Path, turn_ms: int = 0, *, start: int = START, compression: str = "none") -> None:
        self.home = folder
        options = BenchOptions(turn_ms=turn_ms, fsync=False, compression=compression)  # type: ignore[arg-type]
        self.options = options
        self.bench = Bench.new(folder, start=start, session_id="probe", cwd="/srv/probe", options=options)
        self.stepped: list[str] = []
        self.left: list[tuple[Path, bytes]] = []

    def do(self, name: str, *arguments: Any) -> str | None:
        """One step; what makes no sense now gives its code, any other error is a defect and comes through."""
        try:
            outcome: str | None = getattr(self, f"_{name}")(*arguments)
        except WorkbenchError as error:
            if error.code not in REFUSALS:
                raise
            return error.code
        return outcome

    def _say(self, text: str) -> None:
        self.bench.say(text)

    def _steer(self, text: str) -> None:
        self.bench.steer(text)

    def _inject(self, text: str) -> None:
        self.bench.inject(text)

    def _hold(self) -> None:
        self.bench.hold()

    def _release(self) -> None:
        self.bench.release()

    def _cancel(self) -> None:
        self.bench.cancel()

    def _lasts(self, turn_ms: int) -> None:
        self.bench.turn_ms = turn_ms
        self.options = replace(self.options, turn_ms=turn_ms)

    def _every(self, seconds: int) -> str | None:
        return self._call("schedule_create", prompt="look", every_seconds=seconds)

    def _after(self, seconds: int) -> str | None:
        return self._call("schedule_create", prompt="stretch", after_seconds=seconds)

    def _at(self, ahead: int) -> str | None:
        return self._call("schedule_create", prompt="call", at=format_utc(self.bench.now + ahead * SECOND))

    def _delete(self, number: int) -> str | None:
        return self._call("schedule_delete", id=f"schedule-{number}")

    def _call(self, tool: str, **arguments: Any) -> str | None:
        return self.bench.call(tool, arguments, front="test").code

    def _advance(self, by: int) -> None:
        list(self.bench.advance(by=by))

    def _leave(self, by: int, after: int) -> None:
        """An advance that somebody stops between two events (BEN-4)."""
        moving = self.bench.advance(by=by)
        for _ in range(after):
            next(moving, None)
        moving.close()

    def _jump(self, by: int) -> None:
        list(self.bench.jump(by=by))

    def _step(self) -> None:
        self.stepped = [each.kind for each in self.bench.step()]

    def _next(self) -> None:
        self.stepped = [each.kind for each in self.bench.next_due()]

    def _suspend(self) -> None:
        self.bench.suspend()

    def _resume(self) -> None:
        self.bench.resume()

    def _crash(self) -> None:
        log = self.bench.log
        pending = log.pending if isinstance(log, LiveLog) else 0
        assert self.bench.crash() == pending

    def _arm(self, fault: str, count: int, seconds: int) -> None:
        self.bench.arm(fault, count, seconds or None)

    def _fork(self) -> None:
        parent = self.bench
        child = parent.fork()
        parent.close()
        self.left.append((parent.path, parent.path.read_bytes()))
        self.bench = child
        child.resume()

    def _closed(self) -> None:
        self.bench.close()
        self._open()

    def _killed(self) -> None:
        self.bench.abandon()
        self._open()

    def _open(self) -> None:
        self.bench = self.look()
        self.bench.resume()

    def look(self) -> Bench:
        """Another bench on the same files, as a new process has it."""
        old = self.bench
        return Bench.open(old.path, home=self.home, options=self.options, now=old.now)

    def _read(self) -> None:
        """Every command that only looks, at whatever there is to look at."""
        bench = self.bench
        view = bench.view()
        bench.preview(count=3)
        bench.plan()
        bench.estimate(bench.now + 3600 * SECOND)
        assert view.history is not None
        view.history.view_at(view.events // 2 - 1)
        for row in view.schedules:
            bench.explain(row.id)
        journal = bench.journal
        journal.entries(0, len(journal))
