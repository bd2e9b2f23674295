"""How the screen looks and which keys it has: what was asked for by option, environment and settings, in that order.

Owns the record that the screen is started with. Whether a theme is there, and what the terminal can show, only the
screen knows.
"""

from collections.abc import Mapping
from typing import Final

import msgspec

from workbench.actions.settings import Settings
from workbench.errors import UsageError

_ASCII: Final = "WORKBENCH_ASCII"
_SWITCHES: Final = {"1": True, "0": False}


class Looks(msgspec.Struct, frozen=True):
    """``theme`` None is the own dark one, or what suits the terminal; ``theme_from`` says where its name was found.

    ``only_ascii`` None leaves it to what the terminal can show; ``play_rate`` is in simulated seconds a real one;
    ``keys`` are the user's own by command id.
    """

    theme: str | None = None
    theme_from: str = "--theme"
    only_ascii: bool | None = None
    play_rate: int = 60
    keys: Mapping[str, str] = {}


def choose_looks(theme: str | None, env: Mapping[str, str], settings: Settings, *, only_ascii: bool | None) -> Looks:
    """Options > ``WORKBENCH_ASCII`` > settings; UsageError ``invalid_option`` where the variable is no switch."""
    if only_ascii is None:
        only_ascii = _switch(env)
    return Looks(
        theme=theme if theme is not None else settings.theme,
        theme_from="--theme" if theme is not None else "theme in the settings",
        only_ascii=only_ascii if only_ascii is not None else settings.ascii,
        play_rate=settings.play_rate,
        keys=settings.keys,
    )


def _switch(env: Mapping[str, str]) -> bool | None:
    value = env.get(_ASCII, "")
    if value and value not in _SWITCHES:
        raise UsageError("invalid_option", f"{_ASCII}={value} is no switch; accepted: {', '.join(_SWITCHES)}")
    return _SWITCHES.get(value)
