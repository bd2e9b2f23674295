"""Which dispatches are repeats after a crash, as the journal noted them (SCH-30).

Owns asking the journal. Of what the log alone shows of it, ``bench.leftovers`` and the explanation tell.
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from workbench.bench.journal.reading import JournalView


def is_repeat(journal: "JournalView | None", seq: int, record: str) -> bool:
    """Whether the dispatch of ``record`` with that seq delivered again what had been queued before a crash."""
    entry = journal.at_seq(seq) if journal is not None else None
    return entry is not None and any(item.repeat and item.id == record for item in entry.items)
