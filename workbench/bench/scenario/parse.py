"""From a TOML file to a checked :class:`Scenario`: unknown keys, steps, zones and dates are refused before a run.

Owns what a scenario file may contain. It writes nothing and opens no log.
"""

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from workbench.bench.faults import check_fault
from workbench.bench.models.scripted import read_replies
from workbench.bench.names import check_new_id
from workbench.bench.scenario.model import (
    STEPS,
    Advance,
    AgentKeys,
    Call,
    Expect,
    Fault,
    Fork,
    Jump,
    Say,
    Scenario,
    Step,
)
from workbench.bench.scenario.when import duration_ms, moment_ms
from workbench.errors import UsageError, WorkbenchError
from workbench.text.tomltext import MAX_TOML_BYTES, keys_of, parse_toml, shaped
from workbench.time.zones import UTC, Zone, load_zone

MAX_STEPS = 10_000
T = TypeVar("T")


class _File(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The top level of the file, before its values are read."""

    steps: list[Any]
    title: str | None = None
    start: Any = None
    zone: str | None = None
    agent: dict[str, Any] = {}
    log: str | None = None
    first_events: int | None = None
    id: str | None = None
    compression: str | None = None


def load_scenario(path: Path) -> Scenario:
    """The scenario in a file; UsageError ``not_found``, ``is_folder``, ``not_readable`` or ``invalid_scenario``."""
    try:
        with path.open("rb") as opened:
            data = opened.read(MAX_TOML_BYTES + 1)
    except FileNotFoundError as error:
        raise UsageError("not_found", f"no scenario file {path}") from error
    except IsADirectoryError as error:
        raise UsageError("is_folder", f"{path} is a folder, not a scenario file", hint="name a .toml file") from error
    except OSError as error:
        raise UsageError("not_readable", f"{path} cannot be read: {error.strerror}") from error
    return read_scenario(data, path.stem, path.absolute().parent)


def read_scenario(data: bytes, name: str, folder: Path) -> Scenario:
    """The scenario in a text; ``folder`` is what a relative ``log`` starts from. UsageError ``invalid_scenario``."""
    try:
        return _scenario(shaped(parse_toml(data), _File), name, folder)
    except ValueError as error:
        raise UsageError("invalid_scenario", f"{name}.toml: {error}") from error


def _scenario(file: _File, name: str, folder: Path) -> Scenario:
    zone = UTC if file.zone is None else _within("zone", lambda: load_zone(file.zone or ""))
    start = None if file.start is None else _within("start", lambda: _fixed_moment(file.start, zone))
    _origin(file)
    if len(file.steps) > MAX_STEPS:
        raise ValueError(f"steps: {len(file.steps)} are given, at most {MAX_STEPS} are accepted")
    scenario = {
        "name": name,
        "title": file.title,
        "start": start,
        "zone": zone.name if file.zone is not None else None,
        "agent": _within("[agent]", lambda: _agent(file.agent, folder)),
        "first_events": file.first_events,
        "id": file.id,
        "compression": "none" if file.compression is None else file.compression,
        "steps": (),
    }
    if file.log is None:
        _within("id", lambda: check_new_id(name if file.id is None else file.id))
    checked = shaped(scenario, Scenario)
    steps = tuple(_numbered_step(at, raw, start or 0, zone) for at, raw in enumerate(file.steps, 1))
    log = None if file.log is None else _within("log", lambda: _log_path(file.log or "", folder))
    return msgspec.structs.replace(checked, steps=steps, log=log)


def _origin(file: _File) -> None:
    if file.start is None and file.log is None:
        raise ValueError("one of the keys 'start' and 'log' is needed: when the clock starts, or the log to begin from")
    if file.first_events is not None and file.log is None:
        raise ValueError("first_events: it needs the key 'log'")
    if file.first_events is not None and file.first_events < 1:
        raise ValueError(f"first_events: expected 1 or more, got {file.first_events}")
    if file.log is not None and (file.id is not None or file.compression is not None):
        raise ValueError("id and compression are for a new session; one that begins from a log keeps the log's")


def _agent(table: Mapping[str, Any], folder: Path) -> AgentKeys:
    agent = shaped(table, AgentKeys)
    read_replies(agent.replies)
    given = [key for key in ("replies", "replies_from") if getattr(agent, key)]
    if given and agent.model != "scripted":
        raise ValueError(f"{given[0]}: for the model scripted only, this one is {agent.model}")
    if len(given) > 1:
        raise ValueError("replies and replies_from: one of them is accepted")
    if agent.replies_from is None:
        return agent
    return msgspec.structs.replace(agent, replies_from=str(_log_path(agent.replies_from, folder)))


def _fixed_moment(value: Any, zone: Zone) -> int:
    """A moment that needs no present to be understood."""
    found = moment_ms(value, 0, zone)
    if found != moment_ms(value, 40 * 365 * 86_400_000, zone):
        raise ValueError(f"{value!r} depends on the present: accepted is a date with a time")
    return found


def _log_path(text: str, folder: Path) -> Path:
    if not text or not text.isprintable():
        raise ValueError(f"{text!r} cannot be the name of a file")
    return folder / Path(text).expanduser()


def _numbered_step(at: int, raw: Any, now: int, zone: Zone) -> Step:
    word = raw.get("do") if isinstance(raw, dict) else None
    named = f" ({word})" if isinstance(word, str) and word in STEPS else ""
    return _within(f"step {at}{named}", lambda: _step(raw, now, zone))


def _step(raw: Any, now: int, zone: Zone) -> Step:
    if not isinstance(raw, dict):
        raise ValueError(f'expected a table such as {{do="say", text="..."}}, got {raw!r}')  # noqa: TRY004
    word = raw.get("do")
    shape = STEPS.get(word) if isinstance(word, str) else None
    if shape is None:
        given = "the key 'do' is missing" if word is None else f"unknown step {word!r}"
        raise ValueError(f"{given}; accepted: {', '.join(STEPS)}")
    step = shaped(raw, shape)
    _check_values(step, now, zone)
    return step


def _check_values(step: Step, now: int, zone: Zone) -> None:
    if isinstance(step, Advance | Jump):
        check_move(step, now, zone)
    elif isinstance(step, Say) and step.zone is not None:
        load_zone(step.zone)
    elif isinstance(step, Call):
        check_args(step.args)
    elif isinstance(step, Fault):
        check_fault(step.name, step.count, step.seconds)
    elif isinstance(step, Fork) and step.id is not None:
        check_new_id(step.id)
    elif isinstance(step, Expect):
        _check_expect(step, now, zone)


def check_move(step: Advance | Jump, now: int, zone: Zone) -> None:
    """Refuse a move without exactly one readable ``by`` or ``to``."""
    if (step.by is None) == (step.to is None):
        raise ValueError("exactly one of by and to is accepted")
    if step.by is not None:
        duration_ms(step.by)
        return
    try:
        moment_ms(step.to, now, zone)
    except WorkbenchError:
        # What "02:30" means depends on the day: it may be skipped on this one and exist on the day it is used.
        moment_ms(step.to, now + 7 * 86_400_000, zone)


def check_args(args: Mapping[str, Any]) -> None:
    """Refuse arguments that JSON cannot carry, such as a TOML date."""
    try:
        json.dumps(args, allow_nan=False)
    except (TypeError, ValueError, RecursionError) as error:
        raise ValueError(f"args: they cannot be written as JSON: {error}") from error


def _check_expect(step: Expect, now: int, zone: Zone) -> None:
    for id_, value in step.target.items():
        _check_target(id_, value, now, zone)
    if all(getattr(step, key) in (None, {}) for key in keys_of(Expect)):
        raise ValueError(f"it expects nothing; accepted: {', '.join(keys_of(Expect))}")


def _check_target(id_: str, value: Any, now: int, zone: Zone) -> None:
    _within(f"target {id_}", lambda: moment_ms(value, now, zone))


def _within(place: str, read: Callable[[], T]) -> T:
    """Say where in the file a refusal comes from."""
    try:
        return read()
    except WorkbenchError as error:
        raise ValueError(f"{place}: {error.message}") from error
    except ValueError as error:
        raise ValueError(f"{place}: {error}") from error
