"""A user's own keys: checking them, and the command table with them in it.

Owns what a plain key is and the rule that two commands may share one only if they never apply at once. That is asked of
the commands themselves, over every situation a screen can be in. How a front listens to keys is its own business.
"""

import difflib
import itertools
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from functools import cache
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, Final, Literal, NamedTuple, cast

import msgspec

from workbench.actions.commands import BY_ID, COMMANDS, Command, Scope, in_scope
from workbench.actions.situation import Situation

if TYPE_CHECKING:
    from workbench.bench.view import BenchView

NAMED: Final = ("space", "enter")
# Steps back wherever nothing else has it, so no other command can be given it.
_BACK: Final = "escape"
_RECORD: Final = "schedule-1"
_MOVING: Final[tuple[Literal["move", "play"] | None, ...]] = (None, "move", "play")
_CHOSEN: Final[tuple[Literal["own", "foreign", "scenario"] | None, ...]] = (None, "own", "foreign", "scenario")
# Whether times are shown in UTC, and whether a zone is chosen: without one they are.
_ZONES: Final = ((True, True), (False, True), (True, False))


class Clash(NamedTuple):
    """Two commands that have one key and would both apply in some situation of ``scope``."""

    one: Command
    other: Command
    scope: Scope


def checked_keys(table: Mapping[str, Any]) -> dict[str, str]:
    """The keys of a table as TOML has it (``time.next = "N"``), by command id, those that change nothing left out.

    ValueError names what is wrong: a command that there is not, a key that is not plain, a clash.
    """
    keys = dict(_flat(table))
    for name, key in keys.items():
        _check(name, key)
    changed = {name: key for name, key in keys.items() if BY_ID[name].key != key}
    found = next(clashes(remapped(changed), set(changed)), None) if changed else None
    if found is not None:
        one, other, scope = found
        raise ValueError(f"{one.id} and {other.id} would both have {one.key!r} on the same screen ({scope})")
    return changed


def keys_as_comments() -> str:
    """Every command with the key it has, as commented lines of a TOML table."""
    return "".join(f'# {each.id} = "{each.key}"\n' for each in COMMANDS)


def remapped(keys: Mapping[str, str]) -> tuple[Command, ...]:
    """The command table with these keys by command id in it."""
    return _remapped(tuple(keys.items()))


@cache
def _remapped(keys: tuple[tuple[str, str], ...]) -> tuple[Command, ...]:
    own = dict(keys)
    return tuple(msgspec.structs.replace(each, key=own.get(each.id, each.key)) for each in COMMANDS)


def clashes(commands: Sequence[Command], of: AbstractSet[str] | None = None) -> Iterator[Clash]:
    """Every pair of commands that share a key at once; with ``of`` only pairs with a command of these ids."""
    for scope in SCREENS:
        pairs = [
            pair
            for sharing in _by_key(in_scope(scope, commands))
            for pair in itertools.combinations(sharing, 2)
            if of is None or {command.id for command in pair} & of
        ]
        asked = tuple(situations(scope)) if pairs else ()
        for one, other in pairs:
            if any(one.applies(each) and other.applies(each) for each in asked):
                yield Clash(one, other, scope)


def situations(scope: Scope) -> Iterator[Situation]:
    """Every situation that a screen of that scope can be in, as far as commands can tell them apart."""
    return _SITUATIONS[scope]()


def _by_key(commands: Iterable[Command]) -> list[list[Command]]:
    found: dict[str, list[Command]] = {}
    for command in commands:
        found.setdefault(command.key, []).append(command)
    return list(found.values())


def _views() -> "Iterator[BenchView | None]":
    yield None
    rows = (SimpleNamespace(id=_RECORD, state="scheduled"),)
    for mode, drivable, held, events, parent in itertools.product(
        ("live", "cold", "read-only"), (True, False), (True, False), (0, 9), (None, "parent")
    ):
        # Commands ask a view for no more than this; a real one needs a log.
        asked = SimpleNamespace(
            mode=mode, drivable=drivable, held=held, events=events, parent=parent, schedules=rows, verdict="ok",
            source=parent, path="copy", crashed=9 if mode == "cold" and events else None, holder=None,
        )  # fmt: skip
        yield cast("BenchView", asked)


def _sessions() -> Iterator[Situation]:
    yes_no = (True, False)
    for view, moving, selected, past, steps, pane, (utc, chosen), everything, zoomed in itertools.product(
        _views(), _MOVING, (None, _RECORD), yes_no, (0, 1), ("transcript", "todos"), _ZONES, yes_no, yes_no
    ):
        situation = Situation(
            view, moving, selected, utc, chosen, everything, past=past, steps_left=steps, pane=pane, zoomed=zoomed
        )
        yield situation
        if view is not None and view.mode == "read-only":
            yield msgspec.structs.replace(situation, freed=True)


def _lists() -> Iterator[Situation]:
    for chosen, utc, zone, damaged in itertools.product(_CHOSEN, (True, False), (True, False), (True, False)):
        yield Situation(place="list", chosen=chosen, utc=utc, zone_chosen=zone, damaged=damaged)


def _comparisons() -> Iterator[Situation]:
    yes_no = (True, False)
    for moving, together, utc, zone in itertools.product(_MOVING, yes_no, yes_no, yes_no):
        yield Situation(place="compare", moving=moving, together=together, utc=utc, zone_chosen=zone)


_SITUATIONS: Final[dict[Scope, Callable[[], Iterator[Situation]]]] = {
    "session": _sessions,
    "list": _lists,
    "compare": _comparisons,
}
SCREENS: Final = tuple(_SITUATIONS)


def _flat(table: Mapping[str, Any], before: str = "") -> Iterator[tuple[str, str]]:
    """Names with their keys; a dot in a name is a table to TOML."""
    for name, value in table.items():
        if isinstance(value, Mapping):
            yield from _flat(value, f"{before}{name}.")
        elif isinstance(value, str):
            yield f"{before}{name}", value
        else:
            raise ValueError(f"{before}{name}: expected a key as text, such as 'n' or 'space'")  # noqa: TRY004


def _check(name: str, key: str) -> None:
    if name not in BY_ID:
        near = difflib.get_close_matches(name, BY_ID, 1)
        advice = f"; did you mean {near[0]}?" if near else "; workbench's help (?) lists them"
        raise ValueError(f"there is no command {name!r}{advice}")
    if key == _BACK and BY_ID[name].key != _BACK:
        raise ValueError(f"{name}: escape steps back everywhere and cannot be given to another command")
    if key not in (*NAMED, _BACK) and not (len(key) == 1 and key.isprintable() and not key.isspace()):
        raise ValueError(f"{name}: {key!r} is no plain key; accepted: one character, {', '.join(NAMED)}")
