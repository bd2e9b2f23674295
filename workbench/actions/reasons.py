"""Why a command does not apply now, in a sentence that names what would help.

Owns the sentences, as data beside the questions of ``situation``: each question has the needs it is made of, in the
order in which they are worth telling. Commands that only take turns with another one on its key, such as leaving the
zoom, have none: nobody misses them. Keys in a sentence are named by command, since each user may have their own.
"""

import re
from collections.abc import Callable, Iterable, Sequence
from typing import Final, NamedTuple

from workbench.actions import situation as when
from workbench.actions.commands import Command
from workbench.actions.situation import Situation

Question = Callable[[Situation], bool]


class Need(NamedTuple):
    """What has to hold, and what is said where it does not; ``{time.next}`` stands for a command's key, ``{label}`` for
    the word of the command that is asked about, ``{holder}`` for who writes the log. ``named`` says that the sentence
    needs that word before it."""

    holds: Question
    else_said: str
    named: bool = False


def _has_view(situation: Situation) -> bool:
    return situation.view is not None


def _drivable(situation: Situation) -> bool:
    return situation.view is not None and situation.view.drivable


def _sound(situation: Situation) -> bool:
    return _drivable(situation) or situation.view is None or situation.view.verdict in ("ok", "torn")


_HISTORY_STILL: Final = Need(
    lambda s: s.moving is None or not s.past, "the history is being played: {move.stop} stops it"
)
_STILL: Final = Need(lambda s: s.moving is None, "time is being moved: {move.stop} stops it")
_RESTS: Final = (_HISTORY_STILL, _STILL)
_PRESENT: Final = (*_RESTS, Need(lambda s: not s.past, "this is the past: end goes back to now"))
_READ: Final = Need(_has_view, "the log is still being read")
_SOUND: Final = Need(_sound, "this log can be looked at, not driven: something is wrong with it")
_DRIVEN: Final = Need(
    _drivable, "read-only: {label} would change the log; {session.list}, then {list.open} opens it to be driven"
)
_UNHELD: Final = Need(
    lambda s: s.view is None or s.view.holder is None,
    "{holder} writes this log: it is followed here until it is let go",
)
_MOVES: Final = (*_PRESENT, _READ, _SOUND, _UNHELD, _DRIVEN)
_AWAKE: Final = Need(
    lambda s: s.view is not None and s.view.mode != "cold", "the session is suspended: {agent.resume} resumes it"
)
_SURVIVED: Final = Need(
    lambda s: s.view is not None and s.view.crashed is None, "the session crashed: {agent.resume} resumes it"
)
_TALKS: Final = (*_MOVES, _SURVIVED, _AWAKE)
_HAPPENED: Final = Need(lambda s: s.view is not None and s.view.events > 0, "nothing has happened here yet")
_PAST: Final = Need(lambda s: s.past, "only in the past; {time.travel} goes there", named=True)
_CHOSEN: Final = Need(lambda s: s.chosen is not None, "nothing is selected", named=True)
_LOG: Final = Need(
    lambda s: s.chosen != "scenario", "a scenario is no log yet; {list.open} begins a run of it", named=True
)
_FILTERS: Final = Need(
    lambda s: s.place != "session" or when.can_filter(s),
    "only transcript, schedules and journal can be filtered: {view.transcript} goes to the transcript",
)
_ZONE: Final = Need(lambda s: s.zone_chosen, "no zone is chosen: {view.zone} chooses one")

# What each question needs, first what is worth telling first.
NEEDS: Final[dict[Question, Sequence[Need]]] = {
    when.can_move: _MOVES,
    when.can_go_on: (
        *_MOVES,
        Need(lambda s: not s.steps_left, "a scenario is walked here: {scenario.step} does its next step"),
    ),
    when.can_talk: _TALKS,
    when.can_suspend: (
        *_TALKS,
        Need(lambda s: not when.can_take(s), "somebody let this session go: {session.take} takes it over"),
    ),
    when.can_take: (*_TALKS, Need(when.can_take, "nobody let this log go", True)),
    when.can_hold: (
        *_TALKS,
        Need(lambda s: s.view is not None and not s.view.held, "the agent is held already"),
    ),
    when.can_release: (*_TALKS, Need(lambda s: s.view is not None and s.view.held, "the agent is not held")),
    when.can_resume: (
        *_PRESENT,
        _READ,
        _UNHELD,
        Need(lambda s: s.view is not None and s.view.mode == "cold", "the session is not suspended"),
    ),
    when.can_arm: _MOVES,
    when.can_crash: (*_TALKS, Need(when.can_crash, "the session does not run yet: the first move makes it live", True)),
    when.has_told: (*_RESTS, Need(lambda s: s.selected is not None, "no schedule is selected", True)),
    when.has_schedule: (*_TALKS, Need(when.has_schedule, "no active schedule is selected", True)),
    when.can_fork: (*_RESTS, _READ, _SOUND, _UNHELD, _DRIVEN, _HAPPENED),
    when.has_copy: (*_MOVES, Need(when.has_copy, "this is no copy, so there is nothing to start over from", True)),
    when.has_parent: (
        *_RESTS,
        _READ,
        Need(when.has_parent, "only in a fork; {session.fork} makes one", True),
    ),
    when.can_travel: (*_PRESENT, _READ, _HAPPENED),
    when.can_go: (*_RESTS, _READ, _HAPPENED),
    when.in_past_at_rest: (*_RESTS, _PAST),
    when.in_past: (_PAST,),
    when.can_leave: (*_RESTS,),
    when.can_filter: (_FILTERS,),
    when.shows_utc: (_ZONE,),
    when.shows_local: (_ZONE,),
    when.has_any: (_CHOSEN,),
    when.has_log: (_CHOSEN, _LOG),
    when.has_damage: (_CHOSEN, _LOG, Need(lambda s: s.damaged, "nothing in this log needs a repair", True)),
    when.compares_at_rest: (_STILL,),
}
_KEY: Final = re.compile(r"\{([a-z_]+\.[a-z_]+)\}")


class Refused(NamedTuple):
    """A command that does not apply, and why; ``named`` where that needs the command's word to be understood."""

    command: Command
    why: str
    named: bool = False

    @property
    def sentence(self) -> str:
        """What is said where nothing else names the command."""
        return f"{self.command.label}: {self.why}" if self.named else self.why


def why_not(command: Command, situation: Situation, key: Callable[[str], str]) -> Refused | None:
    """Why ``command`` does not apply in ``situation``; None where it does, or where that is not worth a word.

    ``key`` gives the key of a command by its id, as it is shown.
    """
    if command.applies(situation):
        return None
    for need in NEEDS.get(command.applies, ()):
        if not need.holds(situation):
            holder = situation.view.holder if situation.view is not None else None
            said = need.else_said.replace("{label}", command.label).replace("{holder}", holder or "somebody")
            return Refused(command, _KEY.sub(lambda found: key(found[1]), said), need.named)
    return None


def refused(commands: Iterable[Command], situation: Situation, key: Callable[[str], str]) -> list[Refused]:
    """Those of ``commands`` that do not apply and have something to say about that, in their order."""
    told = (why_not(each, situation, key) for each in commands)
    return [each for each in told if each is not None]
