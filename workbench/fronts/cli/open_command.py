"""Opening the screen: what ``workbench [FILE|FOLDER|ID]`` does without a command. The TUI itself is another front."""

import difflib
import sys

import click

from workbench.errors import UsageError
from workbench.fronts.cli.call import Call, FileName, common_options, pass_call, screen_options
from workbench.fronts.cli.commands import COMMANDS


@click.command("open", hidden=True)
@click.argument("target", metavar="[FILE|FOLDER|ID]", required=False, type=FileName())
@screen_options
@common_options
@pass_call
def command(call: Call, target: str | None) -> int:
    """Open the screen on a log, a folder, a session or a scenario; without any, on the session list."""
    from workbench.actions.places import find_target
    from workbench.bench.models.choice import model_named
    from workbench.bench.options import BenchOptions

    try:
        path = None if target is None else find_target(call.places, target)
    except UsageError as error:
        raise _with_advice(error, str(target)) from error
    agent = call.settings.agent
    options = BenchOptions(turn_ms=round(agent.turn_seconds * 1000), model=model_named(agent.model))
    zone, looks = call.chosen_zone, call.looks
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise UsageError(
            "no_terminal",
            "the screen needs a terminal, and this is none",
            hint="workbench state FILE prints a log's state; workbench --help lists the other commands",
        )
    home, root = call.places.home, call.places.root
    status = call.open_screen(path, home=home, zone=zone, root=root, options=options, looks=looks)
    # What the screen wrote was the first use of this data folder: its settings belong beside it.
    if call.places.home.is_dir():
        call.prepare_home()
    return status


def _with_advice(error: UsageError, target: str) -> UsageError:
    """A mistyped command looks like a target that is not there."""
    near = difflib.get_close_matches(target, COMMANDS, 1)
    return UsageError(error.code, error.message, hint=f"did you mean the command {near[0]}?" if near else error.hint)
