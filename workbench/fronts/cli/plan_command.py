"""``workbench plan``: the turns that would run if the agent became idle at the cursor (BEN-15)."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import click

from workbench.fronts.cli.call import Call, FileName, common_options, pass_call
from workbench.fronts.cli.cursor import Cursor, cursor_options, known_schedules, read_at
from workbench.fronts.cli.output import json_line, lines, table

if TYPE_CHECKING:
    from workbench.bench.forecast import PlannedTurn
    from workbench.schedule.occurrence import Occurrence

EPILOG = """\b
Examples:
  workbench plan session.jsonl
  workbench plan session.jsonl --at 144 --now "2026-11-30T19:33:50Z"
  workbench plan session.jsonl --now +3h --json
\b
--json: now, turns [{kind, delivers [{id, occurrence, late_ms, passed, next_target, prompt}]}].
"""


@click.command("plan", epilog=EPILOG, short_help="Show which turns would run at idle.")
@click.argument("file", metavar="FILE|ID", type=FileName())
@cursor_options
@common_options
@pass_call
def command(call: Call, file: str, at: str | None, now: str | None) -> int:
    """Show which turns would run if the agent became idle now, and what each would deliver. The log is only read."""
    from workbench.bench.forecast import plan

    cursor = read_at(call, file, at, now)
    turns = plan(known_schedules(cursor), cursor.now, cursor.state.next_turn)
    if call.json:
        json_line(_json(cursor, turns))
    else:
        lines(_text(turns))
    return 0


def _json(cursor: Cursor, turns: "list[PlannedTurn]") -> dict[str, Any]:
    from workbench.time.instant import format_utc

    return {
        "now": format_utc(cursor.now),
        "turns": [
            {"kind": turn.kind, "delivers": [_item_json(item, cursor.now) for item in turn.items]} for turn in turns
        ],
    }


def _item_json(item: "Occurrence", now: int) -> dict[str, Any]:
    from workbench.time.instant import format_utc

    return {
        "id": item.record.id,
        "occurrence": format_utc(item.at),
        "late_ms": now - item.at,
        "passed": item.passed,
        "next_target": None if item.next_target is None else format_utc(item.next_target),
        "prompt": item.record.prompt,
    }


def _text(turns: "list[PlannedTurn]") -> Iterator[str]:
    if not turns:
        yield "nothing is due: no turn would run"
        return
    for number, turn in enumerate(turns, 1):
        many = f" of {len(turn.items)}" if turn.kind == "batch" else ""
        queued = ", queued before" if turn.kind in ("prompt", "reminder") else ""
        yield f"turn {number}  {turn.kind}{many}{queued}"
        yield from table([_row(item) for item in turn.items])


def _row(item: "Occurrence") -> list[str]:
    from workbench.time.instant import format_utc

    following = "ends" if item.next_target is None else f"next {format_utc(item.next_target)}"
    return [
        item.record.id,
        f"occurrence {format_utc(item.at)}",
        f"{item.passed:,} passed",
        following,
        item.record.prompt,
    ]
