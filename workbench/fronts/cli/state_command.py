"""``workbench state``: what a log says at a cursor - schedules, plan, agent - as text or stable JSON (page 6)."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import click

from workbench.fronts.cli.call import Call, FileName, common_options, pass_call
from workbench.fronts.cli.cursor import Cursor, complaint, cursor_options, read_at, schedules_known
from workbench.fronts.cli.output import json_line, lines, print_error, table

if TYPE_CHECKING:
    from workbench.session.state import SessionState
    from workbench.time.zones import Zone

_BOXES = {"pending": "[ ]", "in_progress": "[~]", "completed": "[x]"}

EPILOG = """\b
Examples:
  workbench state session.jsonl
  workbench state session.jsonl.zstd --at 144 --json
  workbench state session.jsonl --at "2026-08-07T11:00:00Z"
  workbench state session.jsonl --now +3h       what would be overdue three hours later
\b
--json: session {id, parent, seed_length, format}, cursor {seq, time}, now, agent {status}, schedules, plan,
todos, reminders, problems, path, verdict, copy (of a foreign log, made by the screen). Unknown is null.
"""


@click.command("state", epilog=EPILOG, short_help="Show schedules, plan and problems at a cursor.")
@click.argument("file", metavar="FILE|ID", type=FileName())
@cursor_options
@common_options
@pass_call
def command(call: Call, file: str, at: str | None, now: str | None) -> int:
    """Show the schedules, the plan and the problems of a log at a cursor. The log is only read.

    Exit status: 0, or 1 for a log that is damaged or of another format; what can be read of it is shown all the same.
    """
    cursor = read_at(call, file, at, now)
    if call.json:
        json_line(state_json(cursor) | {"copy": _copy_of(call, cursor)})
    else:
        lines(_text(cursor, call.shown_zone, _copy_of(call, cursor)))
    error = complaint(cursor)
    if error is None:
        return 0
    print_error(error, as_json=call.json)
    return 1


def state_json(cursor: Cursor) -> dict[str, Any]:
    """The stable object of ``state --json``; more keys may follow, these stay."""
    from workbench.schedule.records import view_json
    from workbench.session.check import problem_json
    from workbench.time.instant import describe_instant, format_utc

    log, state = cursor.log, cursor.state
    header = log.header
    views = [view_json(record, cursor.now) for record in state.schedules.active.values()]
    return {
        "session": {
            "id": header.id if header is not None else None,
            "parent": header.parent if header is not None else None,
            "seed_length": header.seed_length if header is not None else None,
            "format": log.format,
        },
        "cursor": {"seq": cursor.seq, "time": None if cursor.time is None else describe_instant(cursor.time)},
        "now": format_utc(cursor.now),
        "agent": {"status": "running" if cursor.running else "idle"},
        "schedules": views if schedules_known(cursor) else None,
        "plan": [{"content": content, "status": status} for content, status in _current_plan(state)],
        "todos": None,
        "reminders": None,
        "problems": [problem_json(problem) for problem in log.problems],
        "path": str(log.path),
        "verdict": log.judged,
    }


def _current_plan(state: "SessionState") -> tuple[tuple[str, str], ...]:
    """The plan that holds: the next turn clears it (LOG-17)."""
    return state.plan.items if state.plan.cleared_turn is None else ()


def _copy_of(call: Call, cursor: Cursor) -> str | None:
    """The copy that the bench goes on with when this log is opened on the screen, if there is one (BEN-11)."""
    from workbench.session.copies import existing_copy

    copy = existing_copy(cursor.log.path, call.places.home)
    return str(copy) if copy is not None else None


def _text(cursor: Cursor, zone: "Zone", copy: str | None) -> Iterator[str]:
    yield from _head(cursor, zone)
    if copy is not None:
        yield f"copy     {copy}  (the screen goes on with it; workbench reset discards it)"
    yield ""
    yield from _schedules(cursor, zone)
    yield ""
    yield from _plan(cursor.state)
    for problem in cursor.log.problems:
        yield f"problem  {problem.kind}: {problem.message}"


def _head(cursor: Cursor, zone: "Zone") -> Iterator[str]:
    from workbench.time.clocktext import clock_text, utc_hms_ms, zone_city
    from workbench.time.instant import describe_instant

    log, header = cursor.log, cursor.log.header
    if header is None:
        yield f"session  no readable header  {log.judged}"
    else:
        forked = f"  forked from {header.parent} at {header.seed_length}" if header.parent is not None else ""
        yield f"session  {header.id}  {log.events_shown:,} events  format {log.format}  {log.judged}{forked}"
    place = "before the first event" if cursor.seq is None else f"seq {cursor.seq}"
    yield f"cursor   {place}" + (f"  {describe_instant(cursor.time)}" if cursor.time is not None else "")
    yield f"now      {clock_text(cursor.now, zone)} {zone_city(zone)}  {utc_hms_ms(cursor.now)}"
    yield f"agent    {'running' if cursor.running else 'idle'}"


def _schedules(cursor: Cursor, zone: "Zone") -> Iterator[str]:
    state = cursor.state
    if not schedules_known(cursor):
        yield "schedules  unknown"
        return
    records = list(state.schedules.active.values())
    yield f"schedules  {len(records)} active"
    yield from table([_schedule_row(record, cursor.now, zone) for record in records])


def _schedule_row(record: Any, now: int, zone: "Zone") -> list[str]:
    from workbench.schedule.records import state_of
    from workbench.time.clocktext import table_time
    from workbench.time.durations import format_duration
    from workbench.time.instant import format_utc

    rule = record.kind if record.kind == "at" else f"{record.kind} {format_duration(record.seconds * 1000)}"
    distance = format_duration(record.target - now)
    relative = f"in {distance}" if record.target > now else f"late {distance}"
    target = table_time(record.target, now, zone)
    return [record.id, rule, state_of(record, now), target, relative, format_utc(record.target), record.prompt]


def _plan(state: "SessionState") -> Iterator[str]:
    plan = state.plan
    if plan.written_turn is None:
        yield "plan  none"
        return
    cleared = f", cleared by turn {plan.cleared_turn}" if plan.cleared_turn is not None else ""
    yield f"plan of turn {plan.written_turn}{cleared}"
    for content, status in plan.items:
        yield f"  {_BOXES.get(status, '[?]')} {content}"
