"""The sessions of one scenario run: the one that is live, the ones it came from, and where their logs lie.

Owns opening, forking and going back. Every log is new and lies below the run's own root; a log that a scenario begins
from is only read.
"""

from dataclasses import dataclass, field
from pathlib import Path

from workbench.bench.bench import Bench
from workbench.bench.life import clear_journal
from workbench.bench.models.base import Reply
from workbench.bench.models.choice import model_named
from workbench.bench.models.scripted import ScriptedModel, read_replies, replies_from_log
from workbench.bench.options import BenchOptions
from workbench.bench.scenario.model import AgentKeys, Scenario
from workbench.errors import UsageError, WorkbenchError
from workbench.session.copies import prefix_copy
from workbench.session.paths import LOG_NAMES, log_path
from workbench.session.reader import read_log
from workbench.text.quote import quote
from workbench.time.zones import UTC, Zone, load_zone


@dataclass
class Sessions:
    """``bench`` is the live session; ``logs`` maps every session of the run to its log, the first one first.

    ``start_row`` is the first row of the live session that counts for the step under way.
    """

    scenario: Scenario
    root: Path
    home: Path
    bench: Bench
    logs: dict[str, Path] = field(default_factory=dict)
    start_row: int = 0

    @property
    def zone(self) -> Zone:
        """The scenario's zone, UTC where it has none."""
        return load_zone(self.scenario.zone) if self.scenario.zone else UTC

    @classmethod
    def begin(cls, scenario: Scenario, root: Path, home: Path) -> "Sessions":
        """Make the first session: a new one, or a copy of the first events of the scenario's log, resumed at ``start``
        if that is given, else looked at until a step changes it.

        Raises what reading that log raises, ``invalid_boundary`` and ``session_exists``; then nothing was written.
        """
        bench = _from_log(scenario, root, home) if scenario.log is not None else _from_nothing(scenario, root, home)
        sessions = cls(scenario, root, home, bench)
        sessions.take(bench, bench.log.index.rows)
        if scenario.log is not None and scenario.start is not None:
            sessions._move_clock(scenario.start)
            sessions.bench.resume()
        return sessions

    def fork(self, at: int | None, session_id: str | None) -> str:
        """Fork the live session, close it, and make the child live; returns the child's id."""
        child = self.bench.fork(at, session_id)
        self.bench.close()
        self.take(child, child.log.index.first_row_from(child.view().seed_length or 0))
        return child.view().session_id

    def open(self, session_id: str) -> None:
        """Close the live session and resume another one of this run at the present instant; the same one stays."""
        path = self.logs.get(session_id)
        if path is None:
            raise UsageError("not_found", f"no session {quote(session_id)} in this run; it has: {', '.join(self.logs)}")
        if path == self.bench.path:
            return
        now = self.bench.now
        self.bench.close()
        bench = Bench.open(
            path,
            home=self.home,
            zone=self.scenario.zone,
            options=_options(self.scenario),
            in_place=True,
            root=self.root,
        )
        self.take(bench, bench.log.index.rows)
        self._move_clock(now)
        bench.resume()

    def close(self) -> None:
        """Write what is pending and let the files go."""
        self.bench.close()

    def take(self, bench: Bench, first_row: int) -> None:
        """Make ``bench`` the live session; its rows from ``first_row`` on count for the step under way."""
        self.bench = bench
        self.start_row = first_row
        self.logs.setdefault(bench.view().session_id, bench.path)

    def _move_clock(self, to: int) -> None:
        """Set the clock of a session that nobody has resumed yet; it stays cold until it is resumed."""
        if to != self.bench.now:
            self.bench.suspend()
            for _ in self.bench.jump(to=to):
                pass


def _from_nothing(scenario: Scenario, root: Path, home: Path) -> Bench:
    if scenario.start is None:
        raise UsageError("invalid_scenario", f"{scenario.name}: a scenario without a log needs the key 'start'")
    return Bench.new(
        home,
        start=scenario.start,
        zone=scenario.zone,
        session_id=scenario.id or scenario.name,
        options=_options(scenario),
        root=root,
    )


def _from_log(scenario: Scenario, root: Path, home: Path) -> Bench:
    source = read_log(scenario.log or Path())
    header = source.header
    if header is None:
        raise WorkbenchError("corrupt_log", f"{source.path} has no readable header, so nothing can begin from it")
    folder = log_path(root, header.cwd, header.id, source.compression).parent
    events = source.index.events if scenario.first_events is None else scenario.first_events
    clear_journal(folder / LOG_NAMES[source.compression])
    path = prefix_copy(source, folder, events)
    return Bench.open(path, home=home, zone=scenario.zone, options=_options(scenario), in_place=True, root=root)


def _options(scenario: Scenario) -> BenchOptions:
    agent = scenario.agent
    model = ScriptedModel(_script(agent)) if agent.model == "scripted" else model_named(agent.model)
    return BenchOptions(turn_ms=round(agent.turn_seconds * 1000), model=model, compression=scenario.compression)


def _script(agent: AgentKeys) -> tuple[Reply, ...]:
    if agent.replies_from is None:
        return read_replies(agent.replies)
    return tuple(replies_from_log(read_log(Path(agent.replies_from)).index.events_from()))
