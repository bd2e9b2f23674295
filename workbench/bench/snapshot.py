"""The snapshot that fronts draw, of a session in whatever state of its life (BEN-11).

Owns what is asked of whom. What a view is made of is ``viewing``'s.
"""

from workbench.bench.lifetime import Lifetime
from workbench.bench.view import BenchView
from workbench.bench.viewing import Ground, Situation, make_view
from workbench.session.reader import SessionLog


def snapshot(life: Lifetime, zone: str | None, *, read_only: bool) -> BenchView:
    """The state as it is now, safe to read from any thread. ``zone`` is the chosen one's name; ``read_only`` says that
    nothing here may change the session."""
    live = life.live
    situation = Situation(
        path=life.files.path,
        source=life.files.source,
        mode=life.mode,
        problem=_first_problem(life.read) if live is None else live.trouble,
        verdict=life.log.judged,
        drivable=live is not None or (life.read.drivable and not read_only),
        now=life.clock.now(),
        zone=zone,
        held=live is not None and live.agent.held,
        running=live is not None and live.agent.status == "running",
        closers=life.read.closers if live is None else (),
        cold_since=life.journey.cold_since,
        armed=life.faults.armed,
        crashed=life.crashed,
        stuck=live.owner.stuck if live is not None else None,
        parked=live is not None and live.parked,
        turn_ms=life.options.turn_ms,
        journal=life.journal,
        marks=life.read.marks if live is None else live.log.marks,
        next_id=life.state.schedules.allocate(),
    )
    log, state = life.log, life.state
    index, fold = log.index, state.schedules
    ground = Ground(log.header, index, index.rows, index.events, fold.active, fold.next_target())
    history = life.journey.history(log.past, situation, ground, state.turn)
    return make_view(situation, ground, state, life.journey.tally, history)


def _first_problem(log: SessionLog) -> str | None:
    """What is wrong with a log as it was read; a mere open turn is not worth a warning (LOG-13)."""
    problem = log.chief_problem
    return f"{problem.kind}: {problem.message}" if problem is not None and problem.kind != "open_turn" else None
