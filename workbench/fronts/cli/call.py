"""One invocation of the command line: the options every command shares, and what they resolve to.

Owns ``--home --root --zone --debug --json``, accepted before and after the command's name alike, and the screen's own
``--theme --ascii``. Precedence over environment and settings is decided in ``actions``.
"""

import os
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

import click

from workbench.fronts.cli import debug as debug_log

if TYPE_CHECKING:
    from workbench.actions.looks import Looks
    from workbench.actions.places import Places
    from workbench.actions.settings import Settings
    from workbench.bench.options import BenchOptions
    from workbench.time.zones import Zone

F = TypeVar("F", bound=Callable[..., Any])


class FileName(click.Path):
    """A file or folder name as it was typed: the shell completes it, and what it means is decided later."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """The text itself; looking it up here would refuse odd names with words of another style."""
        del param, ctx
        return value


class ScreenOpener(Protocol):
    """How the composition root opens the TUI; the command line itself never knows it."""

    def __call__(
        self,
        target: Path | None,
        *,
        home: Path,
        zone: str | None,
        root: Path | None,
        options: "BenchOptions",
        looks: "Looks",
    ) -> int:
        """Open the screen and return the exit status once it is closed."""
        ...


@dataclass
class Call:
    """The shared options as given, and, resolved once and only when asked for, what they mean."""

    open_screen: ScreenOpener
    home: str | None = None
    root: str | None = None
    zone: str | None = None
    debug: str | None = None
    json: bool = False
    theme: str | None = None
    ascii: bool | None = None

    @cached_property
    def places(self) -> "Places":
        """Where things live; raises UsageError ``invalid_home`` or ``invalid_root``."""
        from workbench.actions.places import resolve_places

        return resolve_places(self.home, self.root, os.environ)

    @cached_property
    def settings(self) -> "Settings":
        """The settings of the data folder; raises UsageError ``invalid_settings``."""
        from workbench.actions.settings import read_settings

        return read_settings(self.places.settings_file)

    @cached_property
    def chosen_zone(self) -> str | None:
        """Name of the chosen zone, None where it is unset."""
        from workbench.actions.settings import choose_zone

        return choose_zone(self.zone, os.environ, self.settings)

    @cached_property
    def shown_zone(self) -> "Zone":
        """The zone times are read and shown in: the chosen one, else UTC."""
        from workbench.time.zones import UTC, load_zone

        return load_zone(self.chosen_zone) if self.chosen_zone else UTC

    @cached_property
    def looks(self) -> "Looks":
        """How the screen is to look; raises UsageError ``invalid_option`` and ``invalid_settings``."""
        from workbench.actions.looks import choose_looks

        return choose_looks(self.theme, os.environ, self.settings, only_ascii=self.ascii)

    def prepare_home(self) -> None:
        """To be called before the first write: the commented settings file comes before anything else."""
        from workbench.actions.settings import ensure_settings

        ensure_settings(self.places.settings_file)


def common_options(command: F) -> F:
    """Add the shared options to a command or the group; they land in the :class:`Call`, not in its arguments."""
    return _with(command, _COMMON)


def screen_options(command: F) -> F:
    """Add the options of the screen; they land in the :class:`Call` as well."""
    return _with(command, _SCREEN)


def _with(command: F, options: tuple[Callable[[Any], Any], ...]) -> F:
    for option in reversed(options):
        command = option(command)
    return command


# Options whose empty or negative value was given all the same.
_MAY_BE_FALSE = frozenset(("zone", "theme", "ascii"))
pass_call = click.make_pass_decorator(Call)


def _store(ctx: click.Context, param: click.Parameter, value: Any) -> None:
    # Not given is None, for --json False; an empty zone or theme was given, and is wrong.
    if value or (param.name in _MAY_BE_FALSE and value is not None):
        call = ctx.ensure_object(Call)
        setattr(call, str(param.name), value)
        if param.name == "debug":
            debug_log.start(value)
        elif param.name == "zone":
            _check_zone(value)


def _check_zone(name: str) -> None:
    """Refuse a wrong zone at once, also for a command that does not show one."""
    from workbench.actions.settings import Settings, choose_zone

    choose_zone(name, {}, Settings())


def _shared(name: str, text: str, **more: Any) -> Callable[[F], F]:
    return click.option(name, expose_value=False, callback=_store, help=text, **more)


_COMMON: tuple[Callable[[Any], Any], ...] = (
    _shared("--home", "Data folder (else WORKBENCH_HOME, else the platform's).", metavar="DIR"),
    _shared("--root", "Another folder of sessions (else WORKBENCH_ROOT, else DSH_HOME).", metavar="DIR"),
    _shared("--zone", "Your zone, such as Europe/Berlin (else WORKBENCH_ZONE, else the settings).", metavar="ZONE"),
    _shared("--debug", "Write a log of what the program does.", metavar="FILE"),
    _shared("--json", "Output and errors as JSON.", is_flag=True),
)
_SCREEN: tuple[Callable[[Any], Any], ...] = (
    _shared("--theme", "Colours of the screen, such as workbench-light (else the settings).", metavar="NAME"),
    _shared(
        "--ascii/--no-ascii",
        "Draw with ASCII signs alone or not (else WORKBENCH_ASCII, the settings, what the terminal can).",
        default=None,
    ),
)
