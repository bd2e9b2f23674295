"""``workbench repair``: what a repair of damaged logs would keep and lose, and with ``--apply`` the repair (LOG-13)."""

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from workbench.errors import UsageError, WorkbenchError
from workbench.fronts.cli.call import Call, FileName, common_options, pass_call
from workbench.fronts.cli.output import json_line, lines

if TYPE_CHECKING:
    from workbench.session.repairplan import RepairPlan

_SHOWN = 20
# A file that gives one of these holds no session log that could be looked at.
_NO_LOG = frozenset(("not_found", "is_folder", "not_readable", "unsafe_name", "too_large", "not_a_log"))

EPILOG = """\b
Examples:
  workbench repair session.jsonl            what would be kept and lost; nothing is changed
  workbench repair session.jsonl --apply    write a backup beside it, then repair it
  workbench repair session.jsonl --before 6 --apply
\b
--json, a line a file: path, verdict, action (none|would_repair|repaired|refused),
keep {events, last_turn_end, bytes}, lose {events, turns, schedule_changes, bytes,
stretches [{line, first_seq, last_seq, events, turns, schedule_changes, message}],
stretches_left_out}, mends [text], note, backup, error {code, message, hint}.
Bytes are those of the text, decoded. What does not apply is null.
"""


@click.command("repair", epilog=EPILOG, short_help="Show what a repair keeps and loses, or do it.")
@click.argument("files", metavar="FILE...", nargs=-1, required=True, type=FileName())
@click.option("--apply", "apply", is_flag=True, help="Do it; the file as it was is kept beside it under a new name.")
@click.option("--before", metavar="SEQ", type=int, help="Cut the log before that event, with all that follows it.")
@common_options
@pass_call
def command(call: Call, files: tuple[str, ...], *, apply: bool, before: int | None) -> int:
    """Say of each log what a repair would keep and what it would lose. Nothing is changed without --apply.

    A repair never guesses: what is kept is everything up to the first damage, as it is. What hides nothing is put right
    and costs no event: a byte order mark, a blank line, a line that is the same as the one before it, frames that are
    whole but cut in other places than they should be. A rule of Schedule that is
    broken, or an event that cannot be replayed, is mended only by --before, which has to name the place. Logs are named
    one by one, folders are not searched. Exit status: 0 nothing to repair or repaired, 1 something to repair or
    refused, 2 nothing readable.
    """
    if before is not None and len(files) > 1:
        raise UsageError("usage", "--before cuts one log: name a single file")
    statuses, readable = [], 0
    for name in files:
        told = _repair(name, apply=apply, before=before)
        readable += told["error"] is None or told["error"]["code"] not in _NO_LOG
        statuses.append(told["action"] in ("none", "repaired"))
        if call.json:
            json_line(told)
        else:
            lines(_text(told))
    if not readable:
        raise UsageError("nothing_readable", f"none of {len(files)} could be read as a session log")
    return 0 if all(statuses) else 1


def _repair(name: str, *, apply: bool, before: int | None) -> dict[str, Any]:
    """Plan one, carry it out where that was asked for, and tell it in the form of ``--json``."""
    from workbench.actions.places import user_path
    from workbench.session.mending import plan_repair

    path = user_path(name)
    plan: RepairPlan | None = None
    backup: Path | None = None
    try:
        plan = plan_repair(path, before=before)
        if apply and plan.needed:
            from workbench.session.mended import apply_repair

            backup = apply_repair(plan).backup
    except UsageError:
        raise
    except WorkbenchError as error:
        return _told(path, plan, backup, error)
    return _told(path, plan, backup, None)


def _told(path: Path, plan: "RepairPlan | None", backup: Path | None, error: WorkbenchError | None) -> dict[str, Any]:
    if error is not None:
        action = "refused"
    elif plan is None or not plan.needed:
        action = "none"
    else:
        action = "would_repair" if backup is None else "repaired"
    return {
        "path": str(path),
        "verdict": plan.verdict if plan is not None else None,
        "action": action,
        "keep": _keep(plan) if plan is not None else None,
        "lose": _lose(plan) if plan is not None else None,
        "mends": list(plan.mended) if plan is not None else [],
        "note": plan.note if plan is not None else None,
        "backup": str(backup) if backup is not None else None,
        "error": {"code": error.code, "message": error.message, "hint": error.hint} if error is not None else None,
    }


def _keep(plan: "RepairPlan") -> dict[str, Any]:
    kept = plan.kept
    return {"events": kept.events, "last_turn_end": kept.last_turn_end, "bytes": kept.size}


def _lose(plan: "RepairPlan") -> dict[str, Any]:
    from workbench.session.losses import stretch_words

    lost = plan.lost
    stretches = [
        {
            "line": each.line, "first_seq": each.first_seq, "last_seq": each.last_seq, "events": each.events,
            "turns": each.turns, "schedule_changes": each.changes, "message": stretch_words(each),
        }
        for each in lost.stretches
    ]  # fmt: skip
    return {
        "events": lost.events, "turns": lost.turns, "schedule_changes": lost.changes, "bytes": lost.size,
        "stretches": stretches, "stretches_left_out": lost.more,
    }  # fmt: skip


def _text(told: dict[str, Any]) -> Iterator[str]:
    """The same for people."""
    error = told["error"]
    if error is not None:
        yield f"refused     {told['path']}"
        yield f"  {error['code']}: {error['message']}"
        if error["hint"]:
            yield f"  hint: {error['hint']}"
        return
    yield f"{told['verdict'] if told['action'] != 'repaired' else 'repaired':<11} {told['path']}"
    if told["action"] == "none":
        yield f"  nothing to repair: {_kept_words(told['keep'])}"
        return
    done = told["action"] == "repaired"
    yield f"  {'kept' if done else 'keeps':<7}{_kept_words(told['keep'])}"
    yield from (f"  {'mended' if done else 'mends':<7}{each}" for each in told["mends"])
    yield from _lost_text(told["lose"], done=done)
    if told["note"]:
        yield f"  note: {told['note']}"
    if done:
        yield f"  the file as it was: {told['backup']}"
    else:
        yield "  nothing was changed; --apply does it and keeps the file as it is beside it, under a new name"


def _kept_words(keep: dict[str, Any]) -> str:
    from workbench.text.sizes import size_text

    ends = {None: "", "interrupted": "; the last turn is open and is closed when the log is next written to"}
    end = ends.get(keep["last_turn_end"], f"; the last turn ended {keep['last_turn_end']}")
    events = f"{keep['events']:,} event{'' if keep['events'] == 1 else 's'}"
    return f"{events}, {size_text(keep['bytes'])} of text{end}"


def _lost_text(lose: dict[str, Any], *, done: bool) -> Iterator[str]:
    from workbench.session.losses import loss_words

    verb = "lost" if done else "loses"
    if not lose["stretches"]:
        yield f"  {verb:<7}nothing"
        return
    yield f"  {verb:<7}{loss_words(lose['events'], lose['turns'], lose['schedule_changes'])}:"
    yield from (f"    {each['message']}" for each in lose["stretches"][:_SHOWN])
    more = len(lose["stretches"]) - _SHOWN + lose["stretches_left_out"]
    if more > 0:
        yield f"    and {more:,} more"
