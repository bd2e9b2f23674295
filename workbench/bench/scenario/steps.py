"""What each step of a scenario does to the bench, and the sentence it reports. Expecting is in ``expect``.

Owns one function per kind of step, in one table.
"""

from collections.abc import Callable, Generator, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from workbench.bench.bench import Bench
from workbench.bench.faults import BY_NAME
from workbench.bench.happening import Happening
from workbench.bench.large_moves import refuse_large
from workbench.bench.scenario.model import (
    Advance,
    Call,
    Crash,
    Fault,
    Fork,
    Hold,
    Jump,
    Open,
    Release,
    Resume,
    Say,
    Step,
    Suspend,
)
from workbench.bench.scenario.sessions import Sessions
from workbench.bench.scenario.when import duration_ms, moment_ms
from workbench.bench.tools.sentences import sentence_of
from workbench.text.quote import quote
from workbench.time.clocktext import clock_text
from workbench.time.durations import format_duration

FRONT = "scenario"
_SHOWN_IDS = 8


@dataclass(frozen=True, slots=True)
class Done:
    """What a step did, in a sentence, and the code of what a tool refused. ``left`` is where an advance that was
    stopped still has to go (epoch ms)."""

    message: str
    code: str | None = None
    left: int | None = None


def do_step(step: Step, sessions: Sessions, *, allow_large: bool, go_on: Callable[[], bool] | None = None) -> Done:
    """Do one step that is no expect; raises WorkbenchError where the bench refuses it.

    ``go_on`` is asked between two events of an advance, which ends there once the answer is no.
    """
    if isinstance(step, Advance):
        to = target_of(step, sessions)
        if not allow_large:
            refuse_large(sessions.bench, to)
        return advance_to(to, sessions, go_on)
    return _ACTIONS[type(step)](step, sessions)


def advance_to(to: int, sessions: Sessions, go_on: Callable[[], bool] | None = None) -> Done:
    """Advance to that instant (epoch ms), or as far as ``go_on`` lets it."""
    bench = sessions.bench
    moves = bench.advance(to=to)
    if go_on is None:
        return _moved("advanced", moves, sessions)
    done = _moved("advanced", _stoppable(moves, lambda: go_on() or bench.now == to), sessions)
    # A crash ends the step wherever it happened, walked or not.
    return done if bench.now == to or bench.crashed is not None else replace(done, left=to)


def _stoppable(moves: Iterator[Happening], go_on: Callable[[], bool]) -> Iterator[Happening]:
    """``moves`` until ``go_on`` says no; a move that is left between two events notes that itself."""
    try:
        for happening in moves:
            yield happening
            if not go_on():
                return
    finally:
        if isinstance(moves, Generator):
            moves.close()


def _jump(step: Jump, sessions: Sessions) -> Done:
    return _moved("jumped", sessions.bench.jump(to=target_of(step, sessions)), sessions)


def target_of(step: Advance | Jump, sessions: Sessions) -> int:
    """Where a move goes from the present instant, epoch ms."""
    now = sessions.bench.now
    return now + duration_ms(step.by) if step.by is not None else moment_ms(step.to, now, sessions.zone)


def _moved(verb: str, happenings: Iterable[Happening], sessions: Sessions) -> Done:
    delivered = _delivered(happenings)
    note = _note(sessions)
    return Done(f"{verb} to {clock_text(sessions.bench.now, sessions.zone)}: {delivered}{note}")


def _delivered(happenings: Iterable[Happening]) -> str:
    """The ids that were delivered, the first few by name; nothing is kept of a long move."""
    shown: list[str] = []
    count = 0
    for happening in happenings:
        for delivery in happening.delivered:
            count += 1
            if len(shown) < _SHOWN_IDS:
                shown.append(delivery.id)
    if not count:
        return "nothing delivered"
    more = f" and {count - len(shown):,} more" if count > len(shown) else ""
    return f"{count:,} delivered ({', '.join(shown)}{more})"


def _note(sessions: Sessions) -> str:
    """What else is to be said of a move: that it ended early, and what is due and has to wait."""
    view = sessions.bench.view()
    note = f", {view.move.note}" if view.move is not None and view.move.note else ""
    overdue = sum(row.state == "overdue" for row in view.schedules)
    why = waiting_for(sessions.bench)
    return f"{note}; {overdue:,} overdue, {why}" if overdue and why else note


def waiting_for(bench: Bench) -> str | None:
    """What due work waits for, as the end of a sentence; None where nothing holds it back."""
    if bench.mode != "live":
        return "the session is cold"
    if bench.stuck is not None:
        return f"waiting: {bench.stuck.replace('_', ' ')}"
    return "waiting for idle" if bench.view().agent == "running" else None


def _say(step: Say, sessions: Sessions) -> Done:
    sessions.bench.say(step.text, zone=step.zone)
    return Done(f"said {quote(step.text)}")


def _call(step: Call, sessions: Sessions) -> Done:
    args: Mapping[str, Any] = step.args
    outcome = sessions.bench.call(step.tool, args, front=FRONT)
    said = sentence_of(step.tool, outcome, sessions.bench.now, sessions.zone)
    return Done(said, outcome.code)


def _hold(step: Hold, sessions: Sessions) -> Done:
    del step
    sessions.bench.hold()
    return Done("the agent is held busy")


def _release(step: Release, sessions: Sessions) -> Done:
    del step
    return Done(f"released: {_delivered(sessions.bench.release())}")


def _suspend(step: Suspend, sessions: Sessions) -> Done:
    del step
    if sessions.bench.mode == "cold":
        return Done("the session was cold already")
    sessions.bench.suspend()
    return Done("the session is cold")


def _resume(step: Resume, sessions: Sessions) -> Done:
    del step
    if sessions.bench.mode == "live":
        return Done("the session was live already")
    return Done(f"the session is live: {_delivered(sessions.bench.resume())}")


def _crash(step: Crash, sessions: Sessions) -> Done:
    del step
    lost = sessions.bench.crash()
    return Done(f"crashed: {lost:,} events were not on disk and are gone" if lost else "crashed: nothing was lost")


def _fault(step: Fault, sessions: Sessions) -> Done:
    armed = sessions.bench.arm(step.name, step.count, step.seconds)
    title = BY_NAME[armed.name].title
    if not armed.left:
        return Done(f"disarmed: {title}")
    lasts = f", {format_duration(armed.seconds * 1000)} each" if armed.seconds else ""
    times = "once" if armed.left == 1 else f"{armed.left} times"
    return Done(f"armed: {title}, {times}{lasts}")


def _fork(step: Fork, sessions: Sessions) -> Done:
    parent = sessions.bench.view().session_id
    child = sessions.fork(step.at, step.id)
    seed = sessions.bench.view().seed_length
    return Done(f"{quote(child)} forked from {quote(parent)}: {seed} events inherited, 0 schedules adopted")


def _open(step: Open, sessions: Sessions) -> Done:
    sessions.open(step.id)
    return Done(f"{quote(step.id)} is the live session")


_ACTIONS: dict[type[Step], Callable[[Any, Sessions], Done]] = {
    Jump: _jump,
    Say: _say,
    Call: _call,
    Hold: _hold,
    Release: _release,
    Suspend: _suspend,
    Resume: _resume,
    Crash: _crash,
    Fault: _fault,
    Fork: _fork,
    Open: _open,
}
