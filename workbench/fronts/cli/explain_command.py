"""``workbench explain``: why a schedule came when it came, or why it did not come yet (BEN-15)."""

from typing import TYPE_CHECKING, Any

import click

from workbench.fronts.cli.call import Call, FileName, common_options, pass_call
from workbench.fronts.cli.cursor import Cursor, cursor_options, known_schedules, read_at
from workbench.fronts.cli.output import json_line, lines

if TYPE_CHECKING:
    from workbench.bench.explaining import Dispatched, Explanation
    from workbench.bench.story import Held
    from workbench.time.zones import Zone

DEFAULT_LIMIT = 10

EPILOG = """\b
Examples:
  workbench explain session.jsonl schedule-2
  workbench explain session.jsonl schedule-2 --zone Europe/Berlin --limit 50
  workbench explain session.jsonl schedule-2 --at 144 --json
\b
--json: id, kind, prompt, seconds, state, now, zone, created {seq, time, target, turn, call, by, tool, arguments,
words}, deleted {seq, time}, dispatches (how many), deliveries (the newest) [{seq, turn, decided, occurrence, late_ms,
passed, next_target, together, woke, repeat, recovered, noted, queued, before [entries]}], held and waiting {by, ids,
turns, since, until}, passed {count, first, last, asleep, cold}, batch, next_target, next_in_ms, journal_says {why,
since}, set_back {from, to}, queued {seq, occurrence}, repeats [seq], entries (how many), journal (the newest
entries), journal_problem. An entry is
as in journal --json, with about: false for a trouble beside one.
"""


@click.command("explain", epilog=EPILOG, short_help="Show why a schedule came when it came.")
@click.argument("file", metavar="FILE|ID", type=FileName())
@click.argument("schedule", metavar="SCHEDULE")
@click.option(
    "--limit", type=click.IntRange(1), default=DEFAULT_LIMIT, show_default=True,
    help="The newest so many deliveries and journal entries.",
)  # fmt: skip
@cursor_options
@common_options
@pass_call
def command(call: Call, file: str, schedule: str, limit: int, at: str | None, now: str | None) -> int:
    """Show where a schedule comes from, each delivery with its reasons, what comes next and what holds it back.

    It joins the log with the journal beside it. Nothing is written.
    """
    cursor = read_at(call, file, at, now)
    found = _explained(cursor, schedule, past=at is not None)
    if call.json:
        json_line(explanation_json(found, call.shown_zone, limit))
    else:
        from workbench.fronts.cli.explain_words import text_of

        lines(text_of(found, call.shown_zone, limit))
    return 0


def _explained(cursor: Cursor, schedule: str, *, past: bool) -> "Explanation":
    from workbench.bench.explaining import explain
    from workbench.bench.journal.reading import read_journal
    from workbench.bench.lookback import history_of

    known_schedules(cursor)
    seq = None if not past else -1 if cursor.seq is None else cursor.seq
    return explain(history_of(cursor.log, cursor.now, seq), read_journal(cursor.log.path), schedule)


def explanation_json(found: "Explanation", zone: "Zone", limit: int) -> dict[str, Any]:
    """The stable object of ``explain --json``; more keys may follow, these stay."""
    from workbench.fronts.cli.journal_json import entry_json

    story, passed, says, back = found.story, found.story.passed, found.held_by, found.set_back
    left = found.queued
    return {
        "id": story.id,
        "kind": story.kind,
        "prompt": story.prompt,
        "seconds": story.seconds if story.kind != "at" else None,
        "state": story.state,
        "now": _utc(found.now),
        "zone": zone.name,
        "created": _created_json(found),
        "deleted": None if story.deleted is None else {"seq": story.deleted[0], "time": _utc(story.deleted[1])},
        "dispatches": found.dispatches,
        "deliveries": [
            _delivery_json(found.dispatch(number))
            for number in range(max(0, found.dispatches - limit), found.dispatches)
        ],
        "held": _held_json(found.held),
        "passed": None if passed is None else {
            "count": passed.count, "first": _utc(passed.first), "last": _utc(passed.last), "asleep": passed.asleep,
            "cold": passed.cold,
        },
        "batch": list(story.batch),
        "next_target": _utc(story.next_target),
        "next_in_ms": None if story.next_target is None else story.next_target - found.now,
        "waiting": _held_json(story.waiting),
        "journal_says": None if says is None else {"why": says[0], "since": _utc(says[1])},
        "set_back": None if back is None else {"from": _utc(back[0]), "to": _utc(back[1])},
        "queued": None if left is None else {"seq": left.seq, "occurrence": _utc(left.occurrence)},
        "repeats": list(found.repeats),
        "entries": len(found.entries),
        "journal": [
            entry_json(told.number, told.entry, told.unrecorded) | {"about": told.about} for told in found.told(limit)
        ],
        "journal_problem": found.journal_problem,
    }  # fmt: skip


def _created_json(found: "Explanation") -> dict[str, Any] | None:
    made = found.created
    if made is None:
        return None
    return {
        "seq": made.seq,
        "time": _utc(made.time),
        "target": _utc(made.target),
        "turn": made.turn,
        "call": made.call,
        "by": made.by,
        "tool": made.tool,
        "arguments": made.arguments,
        "words": made.words,
    }


def _delivery_json(told: "Dispatched") -> dict[str, Any]:
    from workbench.fronts.cli.journal_json import entry_json

    one = told.delivery
    return {
        "seq": one.seq,
        "turn": one.turn,
        "decided": _utc(one.decided),
        "occurrence": _utc(one.occurrence),
        "late_ms": one.late,
        "passed": one.passed,
        "next_target": _utc(one.next_target),
        "together": told.together,
        "woke": told.woke,
        "repeat": told.repeat,
        "recovered": told.recovered,
        "noted": told.noted,
        "queued": told.queued,
        "before": [
            entry_json(each.number, each.entry, each.unrecorded) | {"about": each.about} for each in told.before
        ],
    }


def _held_json(held: "Held | None") -> dict[str, Any] | None:
    if held is None:
        return None
    return {
        "by": held.by,
        "ids": list(held.ids),
        "turns": held.turns,
        "since": _utc(held.since),
        "until": _utc(held.until),
    }


def _utc(ms: int | None) -> str | None:
    """Canonical, or the bare number where a log has a time that no calendar does."""
    from workbench.time.instant import describe_instant

    return None if ms is None else describe_instant(ms)
