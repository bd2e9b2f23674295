"""``workbench check``: what state logs are in, file by file, reading only (LOG-13)."""

import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click

from workbench.errors import UsageError, WorkbenchError
from workbench.fronts.cli.call import Call, FileName, common_options, pass_call
from workbench.fronts.cli.output import json_line, line, lines

if TYPE_CHECKING:
    from workbench.session.check import CheckResult

STANDARD_INPUT = "-"
_SHOWN_PROBLEMS = 20
_VERDICTS = ("ok", "torn", "corrupt", "unsupported", "unreadable")
_MENDABLE = ("torn", "corrupt")

EPILOG = """\b
Examples:
  workbench check session.jsonl
  workbench check ~/logs --json          one object a line per log found below the folder
  cat session.jsonl | workbench check -
\b
--json, a line a file: path, verdict, format, id, events, last_turn_end,
problems [{kind, line, seq, expected, found, message}]; problems_left_out only where
there are too many. verdict is ok, torn, corrupt or unsupported. A file that cannot be
read as a log at all, "unreadable" in words, is corrupt with one more key, readable false.
"""


@click.command("check", epilog=EPILOG, short_help="Say what state logs are in.")
@click.argument("files", metavar="FILE|FOLDER|- ...", nargs=-1, required=True, type=FileName())
@common_options
@pass_call
def command(call: Call, files: tuple[str, ...]) -> int:
    """Say of each log whether it is ok, torn (readable without its torn end), corrupt or unsupported.

    With --root, logs below that folder must lie where their headers say. Exit status: 0 all ok, 1 any that is not,
    2 nothing readable.
    """
    found = readable = 0
    verdicts: Counter[str] = Counter()
    for result in _results(call, files):
        found += 1
        readable += result.readable
        verdicts[result.verdict if result.readable else "unreadable"] += 1
        _print(result, as_json=call.json)
    if not found:
        raise UsageError("nothing_to_check", f"no session log in {', '.join(files)}")
    if not readable:
        raise UsageError("nothing_readable", f"none of {found} could be read as a session log")
    if found > 1 and not call.json:
        line(_summary(found, verdicts))
    return 0 if verdicts["ok"] == found else 1


def _summary(found: int, verdicts: "Counter[str]") -> str:
    counts = (f"{verdicts[word]:,} {word}" for word in _VERDICTS if verdicts[word])
    return f"{found:,} files: {', '.join(counts)}"


def _results(call: Call, files: tuple[str, ...]) -> "Iterator[CheckResult]":
    from workbench.actions.places import user_path
    from workbench.session.check import check_paths, check_stream

    root = call.places.root if call.root else None
    for name in files:
        if name == STANDARD_INPUT:
            yield check_stream(sys.stdin.buffer)
        else:
            path = user_path(name)
            yield from check_paths([path], root if root is not None and _is_below(path, root) else None)


def _is_below(path: Path, root: Path) -> bool:
    from workbench.session.paths import real_path

    return real_path(path).is_relative_to(real_path(root))


def _print(result: "CheckResult", *, as_json: bool) -> None:
    if as_json:
        from workbench.session.check import result_json

        json_line(result_json(result))
    else:
        lines(_text(result))


def _text(result: "CheckResult") -> Iterator[str]:
    what = f"  {result.id}  {result.events:,} events" if result.id is not None else ""
    yield f"{result.verdict if result.readable else 'unreadable':<11} {result.path}{what}"
    for problem in result.problems[:_SHOWN_PROBLEMS]:
        yield f"  {problem.kind}: {problem.message}"
    more = len(result.problems) - _SHOWN_PROBLEMS + result.problems_left_out
    if more > 0:
        yield f"  and {more:,} more"
    # Without a header nothing says whose log it is: a repair is refused.
    if result.readable and result.verdict in _MENDABLE and result.id is not None and result.path != STANDARD_INPUT:
        does = "mends that and loses nothing" if _costs_nothing(result) else "shows what a repair would keep and lose"
        yield f"  `workbench repair {result.path}` {does}"


def _costs_nothing(result: "CheckResult") -> bool:
    """Whether a repair is known to lose nothing; the file is read again only where that may be so."""
    from workbench.session.mending import plan_repair
    from workbench.session.sound import may_cost_nothing

    if result.verdict != "corrupt" or not may_cost_nothing(result.problems):
        return False
    try:
        plan = plan_repair(Path(result.path))
    except WorkbenchError:
        return False
    return plan.needed and not plan.lost.stretches
