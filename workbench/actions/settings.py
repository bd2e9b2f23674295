"""``settings.toml`` of the data folder: what it may say, reading it strictly, and writing the commented first one.

Owns the keys, their defaults and the precedence of the chosen zone (page 6). It decides nothing by itself and is read
once per start; a broken file stops the start with ``invalid_settings`` rather than half of it being believed.
"""

import os
import stat
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec

from workbench.actions.keymap import checked_keys, keys_as_comments
from workbench.errors import UsageError, WorkbenchError
from workbench.text.tomltext import MAX_TOML_BYTES, parse_toml, shaped
from workbench.time.zones import load_zone

_FLAGS = os.O_RDONLY | sum(getattr(os, name, 0) for name in ("O_BINARY", "O_CLOEXEC", "O_NONBLOCK", "O_NOCTTY"))
_Name = Annotated[str, msgspec.Meta(min_length=1, max_length=200)]


class AgentSettings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Table ``[agent]``: how long a turn lasts in simulated seconds (BEN-8), and which model answers (BEN-9)."""

    turn_seconds: Annotated[float, msgspec.Meta(ge=0, le=86_400)] = 0
    model: Literal["built-in", "endpoint"] = "built-in"


class Settings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """All settings. ``zone`` None means unset: shown as UTC, sent to the agent as unavailable (BEN-17).

    ``user``, ``account``, ``scopes``, ``quota`` and ``access_profile`` are the identity under which the account tools
    of page 5 are called from here.
    """

    user: _Name = "me"
    account: _Name = "local"
    zone: str | None = None
    scopes: list[_Name] = msgspec.field(default_factory=lambda: ["memory:read", "memory:write", "bench"])
    quota: Annotated[int, msgspec.Meta(ge=0)] = 100
    access_profile: Literal["full", "gated"] = "full"
    theme: _Name | None = None
    ascii: bool | None = None
    play_rate: Annotated[int, msgspec.Meta(ge=1, le=86_400)] = 60
    agent: AgentSettings = AgentSettings()
    keys: dict[str, str] = {}


_FIRST = """\
# Settings of the workbench. A line that is removed or commented out has the value shown here.

# Your time zone: UTC, or an Area/Location name. Unset, times are shown in UTC and the agent is told that no zone is
# known. --zone and the environment variable WORKBENCH_ZONE come first.
# zone = "Europe/Berlin"

# Who you are to the account tools (reminders, requests, todos), and what they may do for you.
user = "me"
account = "local"
scopes = ["memory:read", "memory:write", "bench"]
# How many new message requests may run.
quota = 100
# "full" offers every tool, "gated" leaves out those that need special access.
access_profile = "full"

# Colours of the screen: workbench-dark, workbench-light, workbench-contrast, or another of those that its theme dialog
# lists; ansi-dark and ansi-light have the terminal's own colours. --theme comes first, NO_COLOR takes colours away.
# theme = "workbench-dark"
# Whether to draw with ASCII signs alone. Unset, that is done where the terminal cannot show more. --ascii, --no-ascii
# and the environment variable WORKBENCH_ASCII (1 or 0) come first.
# ascii = true
# How many simulated seconds pass in a real one while time is played.
play_rate = 60

[agent]
# How long a turn of the agent lasts, in simulated seconds.
turn_seconds = 0
# Who answers: "built-in" works offline; "endpoint" is an OpenAI-compatible server, named by WORKBENCH_LLM_BASE_URL,
# WORKBENCH_LLM_MODEL and WORKBENCH_LLM_API_KEY, and needs the extra llm.
model = "built-in"

[keys]
# Your own keys: one character, "space" or "enter" (escape always steps back). Two commands may have the same key where
# they never apply at once; the screen's help says what each of them does.
"""
FIRST_SETTINGS = _FIRST + keys_as_comments()


def read_settings(file: Path) -> Settings:
    """The settings in ``file``, or the defaults; UsageError ``invalid_settings`` names the key and the file."""
    try:
        data = _bytes_of(file)
    except (FileNotFoundError, NotADirectoryError):
        return Settings()
    except OSError as error:
        raise _invalid(file, f"cannot be read ({error.strerror})") from error
    try:
        return _checked(parse_toml(data))
    except ValueError as error:
        raise _invalid(file, str(error)) from error


def _bytes_of(file: Path) -> bytes:
    """What a regular file holds, or more of it than it may have; a pipe or a device would never end, or never begin."""
    with open(os.open(file, _FLAGS), "rb") as opened:  # noqa: PTH123 - of a descriptor
        if not stat.S_ISREG(os.fstat(opened.fileno()).st_mode):
            raise _invalid(file, "is no regular file")
        return opened.read(MAX_TOML_BYTES + 1)


def ensure_settings(file: Path) -> None:
    """Write the commented first settings unless the file is there; to be called before anything else is written."""
    if file.exists():
        return
    part = file.with_name(f".{file.name}.{os.getpid()}.new")
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        part.write_text(FIRST_SETTINGS, encoding="utf-8")
        # It appears whole, and another process may have been first with the very same words.
        if not file.exists():
            part.replace(file)
    except OSError as error:
        why = error.strerror or error
        raise UsageError("not_writable", f"the data folder {file.parent} cannot be written: {why}") from error
    finally:
        with suppress(OSError):
            part.unlink(missing_ok=True)


def choose_zone(option: str | None, env: Mapping[str, str], settings: Settings) -> str | None:
    """The chosen zone: ``--zone`` > ``WORKBENCH_ZONE`` > settings > None, which is never the host's zone.

    Returns the zone's own spelling; raises UsageError ``invalid_time_zone`` or ``time_zone_data_missing``.
    """
    chosen = option if option is not None else env.get("WORKBENCH_ZONE") or None
    if chosen is None:
        return settings.zone
    try:
        return load_zone(chosen).name
    except WorkbenchError as error:
        origin = "--zone" if option is not None else "WORKBENCH_ZONE"
        raise UsageError(error.code, f"{origin}: {error.message}", hint=error.hint) from error


def _checked(table: dict[str, Any]) -> Settings:
    agent = table.get("agent")
    if isinstance(agent, dict):
        table = {**table, "agent": _agent(agent)}
    if isinstance(keys := table.get("keys"), dict):
        table = {**table, "keys": _keys(keys)}
    settings = shaped(table, Settings)
    return msgspec.structs.replace(settings, zone=_zone(settings.zone))


def _agent(table: dict[str, Any]) -> AgentSettings:
    try:
        return shaped(table, AgentSettings)
    except ValueError as error:
        raise ValueError(f"[agent] {error}") from error


def _keys(table: dict[str, Any]) -> dict[str, str]:
    try:
        return checked_keys(table)
    except ValueError as error:
        raise ValueError(f"[keys] {error}") from error


def _zone(name: str | None) -> str | None:
    if name is None:
        return None
    try:
        return load_zone(name).name
    except WorkbenchError as error:
        raise ValueError(f"zone: {error.message}") from error


def _invalid(file: Path, why: str) -> UsageError:
    return UsageError(
        "invalid_settings", f"{file}: {why}", hint="correct the file, or remove it to start from the defaults"
    )
