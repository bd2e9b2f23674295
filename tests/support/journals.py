"""Journals made by hand: one entry of every kind, in the order of a bad night, and a view that counts what is read."""

from collections.abc import Sequence

from support.tellings import HOUR, MINUTE, NOW, at
from workbench.bench.journal.entries import Entry, Item

POLL = Item("schedule-2", "every", at("06:08:48.965"), 72_035, 17, at("08:58:48.965"), at("09:08:48.965"))
CHECK = Item("schedule-1", "every", at("06:38:30.000"), 21 * MINUTE, 2, at("08:38:30.000"), at("09:38:30.000"))
ENTRIES = (
    Entry(NOW - 9 * HOUR, "resume", since=NOW - 50 * HOUR, events=100, items=(POLL,)),
    Entry(NOW - 8 * HOUR, "create", 104, id="schedule-2", by="built-in"),
    Entry(NOW - 8 * HOUR, "refusal", tool="schedule_create", by="tui", code="invalid_prompt", message="no text"),
    Entry(NOW - 7 * HOUR, "delete", 120, id="schedule-9", by="cli"),
    Entry(NOW - 6 * HOUR, "fault", fault="barrier_fails", left=2, message="armed"),
    Entry(NOW - 5 * HOUR, "fault", fault="barrier_fails", left=1, message="struck"),
    Entry(NOW - 5 * HOUR, "failure", code="barrier_failed", message="the barrier was made to fail"),
    Entry(NOW - 5 * HOUR, "decision", chosen="wait", woke="target", active=5, due=1,
          items=(Item("schedule-5", "after", at("04:00:01.000"), 0, why="barrier_failed"),)),
    Entry(NOW - 4 * HOUR, "crash", lost=3, fault="crash_after_queue"),
    Entry(NOW - 4 * HOUR, "suspend"),
    Entry(NOW - 3 * HOUR, "clock", since=NOW - 2 * HOUR, items=(Item("schedule-4", "at", at("06:30:00.000"),
          why="clock_went_back"),)),
    Entry(NOW - 2 * HOUR, "decision", chosen="wait", woke="turn_end", active=5, due=2, items=(
        Item("schedule-1", "every", at("06:38:30.000"), 21 * MINUTE, 2, why="busy"),
        Item("schedule-2", "every", at("06:08:48.965"), 51 * MINUTE, 5, why="busy"),
    )),
    Entry(NOW - HOUR, "decision", 700, "one-shot", "resume", active=5, due=3, turn=79, recovered=True, items=(
        Item("schedule-5", "after", at("06:40:00.000"), 80 * MINUTE, 0, at("06:40:00.000"), repeat=True),
        Item("schedule-2", "every", at("06:08:48.965"), HOUR, 11, why="one_shot_first"),
    )),
    Entry(NOW, "decision", 813, "batch", "release", active=5, due=2, turn=81, items=(POLL, CHECK)),
)  # fmt: skip


class FakeJournal:
    """A view of these entries; ``read`` are the numbers of those that were asked for."""

    def __init__(self, entries: Sequence[Entry] = ENTRIES, problem: str | None = None) -> None:
        self._entries = entries
        self.problem = problem
        self.read: set[int] = set()

    def __len__(self) -> int:
        return len(self._entries)

    def entries(self, first: int, last: int) -> list[Entry]:
        """Those entries."""
        found = range(first, min(last, len(self._entries)))
        self.read.update(found)
        return [self._entries[number] for number in found]

    def at_seq(self, seq: int) -> Entry | None:
        """The entry of that event."""
        return next((each for each in self._entries if each.seq <= seq < each.seq + max(1, len(each.items))), None)


def long_journal(count: int) -> FakeJournal:
    """A decision a minute."""
    return FakeJournal([
        Entry(NOW - (count - number) * MINUTE, "decision", number, "one-shot", "target", active=1, due=1, items=(
            Item(f"schedule-{number}", "after", NOW, occurrence=NOW),
        ))
        for number in range(count)
    ])  # fmt: skip
