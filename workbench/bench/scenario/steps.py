"""What each step of a scenario does to the bench, and the sentence it reports. Expecting is in ``expect``.

Owns one function per kind of step, in one table.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from workbench.bench.happening import Happening
from workbench.bench.large_moves import refuse_large
from workbench.bench.scenario.model import Advance, Call, Fork, Hold, Jump, Open, Release, Resume, Say, Step, Suspend
from workbench.bench.scenario.sessions import Sessions
from workbench.bench.scenario.when import duration_ms, moment_ms
from workbench.bench.tools.base import Outcome
from workbench.text.quote import quote
from workbench.text.safe import safe_line
from workbench.time.clocktext import clock_text

FRONT = "scenario"
_SHOWN_IDS = 8
_SHOWN_TEXT = 100


@dataclass(frozen=True, slots=True)
class Done:
    """What a step did, in a sentence, and the code of what a tool refused."""

    message: str
    code: str | None = None


def do_step(step: Step, sessions: Sessions, *, allow_large: bool) -> Done:
    """Do one step that is no expect; raises WorkbenchError where the bench refuses it."""
    if isinstance(step, Advance):
        return _advance(step, sessions, allow_large=allow_large)
    return _ACTIONS[type(step)](step, sessions)


def _advance(step: Advance, sessions: Sessions, *, allow_large: bool) -> Done:
    to = _target(step, sessions)
    if not allow_large:
        refuse_large(sessions.bench, to)
    return _moved("advanced", sessions.bench.advance(to=to), sessions)


def _jump(step: Jump, sessions: Sessions) -> Done:
    return _moved("jumped", sessions.bench.jump(to=_target(step, sessions)), sessions)


def _target(step: Advance | Jump, sessions: Sessions) -> int:
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
    move = sessions.bench.view().move
    return f", {move.note}" if move is not None and move.note else ""


def _say(step: Say, sessions: Sessions) -> Done:
    sessions.bench.say(step.text, zone=step.zone)
    return Done(f"said {quote(step.text)}")


def _call(step: Call, sessions: Sessions) -> Done:
    args: Mapping[str, Any] = step.args
    outcome = sessions.bench.call(step.tool, args, front=FRONT)
    refused = f" refused, {outcome.code}" if outcome.code else ""
    return Done(f"{step.tool}{refused}: {_short(_answer(outcome))}", outcome.code)


def _answer(outcome: Outcome) -> str:
    """What a refusal says, else the text that the caller sees."""
    value = outcome.structured
    return str(value["message"]) if isinstance(value, dict) and "message" in value else outcome.text


def _short(text: str) -> str:
    line = safe_line(text)
    return line if len(line) <= _SHOWN_TEXT else f"{line[:_SHOWN_TEXT]}…"


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
    Fork: _fork,
    Open: _open,
}
