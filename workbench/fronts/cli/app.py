"""The command line as a whole: which commands there are, loading them lazily, and how every run of one ends.

Owns dispatch and exit statuses (0 done, 1 failed, 2 unusable call, 130 interrupted, 141 reader gone). What a command
does is in its own module; how errors look is in ``output``.
"""

import difflib
import importlib
import os
from collections.abc import Sequence
from typing import Any

import click
from click.shell_completion import CompletionItem

from workbench.errors import WorkbenchError
from workbench.fronts.cli import debug
from workbench.fronts.cli.call import Call, ScreenOpener, common_options, screen_options
from workbench.fronts.cli.commands import COMMANDS
from workbench.fronts.cli.output import finish_output, print_error, print_usage_error, quiet_stdout

_OPEN = "open"
_COMPLETE_VARIABLE = "_WORKBENCH_COMPLETE"

EPILOG = """\b
Examples:
  workbench                            the session list, bundled examples first
  workbench session.jsonl.zstd         open a log on the screen; the file is never changed
  workbench ~/logs                     the session list of a folder
  workbench --theme workbench-light    the list in light colours
  workbench state session.jsonl        its schedules and plan as text
  workbench run fork-pair              a bundled scenario, without a screen
\b
Completion: eval "$(_WORKBENCH_COMPLETE=bash_source workbench)"   (or zsh_source, fish_source)
"""


class _Commands(click.Group):
    """A group that imports a command when it is named, and takes anything else as a log to open on the screen."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        del ctx
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        del ctx
        if cmd_name not in COMMANDS and cmd_name != _OPEN:
            return None
        loaded = importlib.import_module(f"workbench.fronts.cli.{cmd_name}_command").command
        assert isinstance(loaded, click.Command)  # noqa: S101 - each command module names its command so
        return loaded

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if args[0] in COMMANDS:
            return super().resolve_command(ctx, args)
        if len(args) > 1 and not args[1].startswith("-"):
            near = difflib.get_close_matches(args[0], COMMANDS, 1)
            advice = f"; did you mean {near[0]}?" if near else f"; there are {', '.join(COMMANDS)}"
            raise click.UsageError(f"no command {args[0]!r}{advice}", ctx)
        return _OPEN, self.get_command(ctx, _OPEN), args

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        return [*super().shell_complete(ctx, incomplete), CompletionItem(incomplete, type="file")]


@click.group(
    cls=_Commands, invoke_without_command=True, epilog=EPILOG,
    options_metavar="[OPTIONS]", subcommand_metavar="[FILE|FOLDER|ID] | COMMAND ...",
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 110},
)  # fmt: skip
@click.option("--version", is_flag=True, help="Print the version and exit.")
@screen_options
@common_options
@click.pass_context
def program(ctx: click.Context, *, version: bool) -> None:
    """A time machine for agent reminders: open a session log, move the clock, watch what fires and why.

    Without a command it opens the screen on a log, a folder or the id of a session made here; without an argument, the
    session list.
    """
    if version:
        from workbench import __version__

        click.echo(f"workbench {__version__}")
        ctx.exit()
    if ctx.invoked_subcommand is None:
        opener = program.get_command(ctx, _OPEN)
        assert opener is not None  # noqa: S101 - it is one of the program's own
        ctx.exit(ctx.invoke(opener, target=None) or 0)


def run(args: Sequence[str], open_screen: ScreenOpener) -> int:
    """Run one command line to its end and return the exit status; every expected error is printed, none escapes."""
    if _COMPLETE_VARIABLE in os.environ:
        program.main(args=list(args), prog_name="workbench", complete_var=_COMPLETE_VARIABLE)
    call = Call(open_screen=open_screen, json="--json" in args)
    try:
        return _run(list(args), call)
    except BrokenPipeError:
        quiet_stdout()
        return 141
    finally:
        debug.stop()


def _run(args: list[str], call: Call) -> int:
    try:
        with program.make_context("workbench", args, obj=call) as ctx:
            status = _status(program.invoke(ctx))
        finish_output()
    except click.exceptions.Exit as ended:
        return ended.exit_code
    except WorkbenchError as error:
        debug.refused(error)
        print_error(error, as_json=call.json)
        return error.exit_status
    except click.ClickException as error:
        print_usage_error(error, as_json=call.json)
        return 2
    except (KeyboardInterrupt, click.Abort):
        click.echo("interrupted", err=True)
        return 130
    except BrokenPipeError:
        raise
    except Exception as error:  # noqa: BLE001 - the last line of defence: a bug is reported, not dumped
        debug.failed(error)
        print_error(_as_bug(error, call), as_json=call.json)
        return 1
    return status


def _status(result: Any) -> int:
    return result if isinstance(result, int) else 0


def _as_bug(error: Exception, call: Call) -> WorkbenchError:
    where = f"the traceback is in {call.debug}" if call.debug else "run again with --debug FILE for the traceback"
    return WorkbenchError("internal_error", f"{type(error).__name__}: {error}", hint=f"this is a bug; {where}")
