"""The stable JSON of journal entries, as ``journal --json`` and ``explain --json`` print it (page 6).

Owns names and forms: instants as canonical UTC text, lengths in ms with ``_ms`` in the name, what is not there null.
"""

from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from workbench.bench.journal.entries import Entry, Item

KEYS = "number, at, what, seq, turn, woke, chosen, active, due, items [{id, kind, target, late_ms, passed, occurrence,"
MORE_KEYS = (
    "next_target, why, repeat, recorded}], id, tool, by, code, message, fault, left, lost, since, events, recovered"
)
_PLAIN = ("turn", "woke", "chosen", "id", "tool", "by", "code", "message", "fault", "left", "lost", "events")


_NONE: Final[frozenset[str]] = frozenset()


def entry_json(number: int, entry: "Entry", unrecorded: frozenset[str] = _NONE) -> dict[str, Any]:
    """One entry with every key. An entry that could not be read has no time. ``unrecorded`` are the records that
    it says were delivered and whose dispatch a crash lost."""
    decided = entry.what == "decision"
    plain = {name: getattr(entry, name) for name in _PLAIN}
    return {
        "number": number,
        "at": None if is_unreadable(entry) else _utc(entry.at),
        "what": entry.what,
        "seq": entry.seq if entry.seq >= 0 else None,
        # How many there were is not known of what was recovered from the log.
        "active": entry.active if decided and not entry.recovered else None,
        "due": entry.due if decided and not entry.recovered else None,
        "items": [_item_json(item, entry, unrecorded) for item in entry.items],
        **plain,
        "since": _utc(entry.since),
        "recovered": entry.recovered,
    }


def is_unreadable(entry: "Entry") -> bool:
    """Whether this stands for a line that is no entry."""
    from workbench.bench.journal.decoding import UNREADABLE

    return entry.what == "failure" and entry.code == UNREADABLE


def _item_json(item: "Item", entry: "Entry", unrecorded: frozenset[str]) -> dict[str, Any]:
    delivered = entry.what == "decision" and item.occurrence is not None
    return {
        "id": item.id,
        "kind": item.kind,
        "target": _utc(item.target),
        "late_ms": item.late,
        "passed": item.passed,
        "occurrence": _utc(item.occurrence),
        "next_target": _utc(item.next),
        "why": item.why,
        "repeat": item.repeat,
        # Whether the log has the dispatch of what was delivered.
        "recorded": item.id not in unrecorded if delivered else None,
    }


def _utc(ms: int | None) -> str | None:
    from workbench.time.instant import format_utc

    return None if ms is None else format_utc(ms)
