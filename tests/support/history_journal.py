"""Journal and log of a history agree, and what came twice is marked, with no help of the code that writes either."""

from collections.abc import Iterator
from typing import Any

from support.model_facts import facts_of, message
from support.model_records import Fact, State
from workbench.bench.bench import Bench
from workbench.bench.journal.entries import Entry, Item

Queued = tuple[str, int]


def check_journal(bench: Bench) -> None:
    """Every dispatch has its entry, every entry its dispatch or word that it was lost; repeats are marked (BEN-14)."""
    view = bench.journal
    entries = view.entries(0, len(view))
    assert [entry for entry in entries if entry.code == "unreadable_entry"] == []
    kept = _walk(entries, _inserts(bench))
    events = bench.log.index.events
    if bench.mode != "live":
        # What a crash lost is reported when the session is resumed.
        kept = {seq: item for seq, item in kept.items() if seq < events}
    assert {seq: (item.id, item.occurrence) for seq, item in kept.items()} == dict(_dispatches(bench))


def _walk(entries: list[Entry], inserts: list[tuple[int, Queued]]) -> dict[int, Item]:
    """The delivered items by the seq they stand at, after what each reopening says was lost."""
    openings = [entry.events or 0 for entry in entries if entry.what == "resume"]
    kept: dict[int, Item] = {}
    queued: set[Queued] = set()
    life = -1
    for entry in entries:
        items = [(item, (item.id, item.occurrence)) for item in entry.items if item.occurrence is not None]
        if entry.what == "resume":
            life += 1
            told = {name for _, name in items}
            lost = {(item.id, item.occurrence) for seq, item in kept.items() if seq >= openings[life]}
            assert lost <= told, "what was queued and lost is told"
            # Where an opening came between that was killed too, its own events stand where the lost ones were.
            kept = {seq: item for seq, item in kept.items() if (item.id, item.occurrence) not in told}
            continue
        if entry.what == "decision" and entry.seq >= 0:
            before = queued | {each for seq, each in inserts if (_life(openings, seq), seq + 1) < (life, entry.seq)}
            for seq, (item, name) in enumerate(items, entry.seq):
                assert item.repeat == (name in before), ("repeats are marked, and nothing else is", item, entry)
                kept[seq] = item
        queued |= {name for _, name in items}
    return kept


def _life(openings: list[int], seq: int) -> int:
    """In which life of the session the event at ``seq``, which is still there, was written."""
    return max(place for place, events in enumerate(openings) if events <= seq)


def _inserts(bench: Bench) -> list[tuple[int, Queued]]:
    """The reminders that the log says were queued, with the seq of each."""
    return [
        (event.seq, (name, at))
        for event in _own_events(bench)
        if event.type == "agent/inbox/spliced"
        for inserted in event.data["inserted"]
        for name, at, _ in _reminders(message(inserted))
    ]


def _reminders(told: Fact) -> Fact:
    return told[1:] if told[0] == "reminder" else ()


def _dispatches(bench: Bench) -> Iterator[tuple[int, Queued]]:
    """The dispatches of the log by seq, with the occurrence that the record of that moment gives."""
    state = State()
    for event in _own_events(bench):
        for fact in facts_of([{"type": event.type, "time": event.time, "data": event.data}]):
            if fact[1] == "dispatch":
                known = state.active[fact[2]]
                yield event.seq, (known.id, known.at(fact[0]).target)
            if fact[1] in ("create", "delete", "dispatch"):
                state.apply(fact)


def _own_events(bench: Bench) -> Iterator[Any]:
    assert bench.log.header is not None
    return bench.log.index.events_from(bench.log.header.seed_length or 0)
