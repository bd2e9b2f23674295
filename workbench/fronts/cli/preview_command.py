"""``workbench preview``: the next targets of a log's schedules, offset changes of the zone marked (BEN-15)."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import click

from workbench.errors import WorkbenchError
from workbench.fronts.cli.call import Call, FileName, common_options, pass_call
from workbench.fronts.cli.cursor import Cursor, cursor_options, known_schedules, read_at
from workbench.fronts.cli.output import json_line, lines, table

if TYPE_CHECKING:
    from workbench.bench.forecast import Target
    from workbench.time.zones import Shift, Zone

MAX_COUNT = 10_000

EPILOG = """\b
Examples:
  workbench preview session.jsonl
  workbench preview session.jsonl --id schedule-2 --count 20 --zone Europe/Berlin
  workbench preview session.jsonl --at 144 --json
\b
--json: now, zone, targets [{id, target, local, offset, in_ms, shift {at, before, after}}].
"""


@click.command("preview", epilog=EPILOG, short_help="Show the next targets, in UTC and in your zone.")
@click.argument("file", metavar="FILE|ID", type=FileName())
@click.option("--id", "schedule", metavar="ID", help="Only this schedule (default: all, in time order).")
@click.option("--count", type=click.IntRange(1, MAX_COUNT), default=5, show_default=True, help="How many targets.")
@cursor_options
@common_options
@pass_call
def command(call: Call, file: str, schedule: str | None, count: int, at: str | None, now: str | None) -> int:
    """Show the next targets in UTC and in your zone, and where its clocks change. The log is only read."""
    from workbench.bench.forecast import preview

    cursor = read_at(call, file, at, now)
    fold = known_schedules(cursor)
    if schedule is not None and schedule not in fold.active:
        known = "ended" if fold.was_used(schedule) else "unknown"
        active = ", ".join(fold.active) or "none"
        raise WorkbenchError("schedule_not_found", f"schedule {schedule!r} is {known}; active are: {active}")
    targets = preview(fold, cursor.now, call.shown_zone, count, schedule)
    if call.json:
        json_line(_json(cursor, targets, call.shown_zone))
    else:
        lines(_text(cursor, targets, call.shown_zone))
    return 0


def _json(cursor: Cursor, targets: "list[Target]", zone: "Zone") -> dict[str, Any]:
    from workbench.time.clocktext import clock_text, offset_text
    from workbench.time.instant import format_utc

    return {
        "now": format_utc(cursor.now),
        "zone": zone.name,
        "targets": [
            {
                "id": target.id,
                "target": format_utc(target.at),
                "local": clock_text(target.at, zone),
                "offset": offset_text(zone.offset_ms(target.at)),
                "in_ms": target.at - cursor.now,
                "shift": None if target.shift is None else _shift_json(target.shift),
            }
            for target in targets
        ],
    }


def _shift_json(shift: "Shift") -> dict[str, str]:
    from workbench.time.clocktext import offset_text
    from workbench.time.instant import format_utc

    return {"at": format_utc(shift.at), "before": offset_text(shift.before_ms), "after": offset_text(shift.after_ms)}


def _text(cursor: Cursor, targets: "list[Target]", zone: "Zone") -> Iterator[str]:
    from workbench.time.clocktext import zone_city

    if not targets:
        yield "no active schedules"
        return
    yield f"next targets, {zone_city(zone)} time"
    yield from table([_row(target, cursor.now, zone) for target in targets])


def _row(target: "Target", now: int, zone: "Zone") -> list[str]:
    from workbench.time.clocktext import clock_text, offset_text
    from workbench.time.durations import format_duration
    from workbench.time.instant import format_utc

    distance = format_duration(target.at - now)
    relative = f"in {distance}" if target.at > now else f"late {distance}"
    row = [target.id, format_utc(target.at), clock_text(target.at, zone), relative]
    if target.shift is not None:
        moved = f"{offset_text(target.shift.before_ms)} to {offset_text(target.shift.after_ms)}"
        row.append(f"clocks changed before this, {moved}")
    return row
