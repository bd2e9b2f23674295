"""What became of a decision that the journal tells: whether the log has the dispatches it speaks of (BEN-14, SCH-30).

Owns that comparison, for whoever shows entries. The entry was written before the dispatches were safe, and a crash may
have taken them; nothing in the entry itself can say so.
"""

from bisect import bisect_left
from typing import Final

from workbench.bench.journal.entries import Entry
from workbench.bench.journal.reading import JournalView
from workbench.session.book import RecordBook

_NONE: Final[frozenset[str]] = frozenset()


def unrecorded(view: JournalView, entry: Entry, book: RecordBook, *, ended: bool) -> frozenset[str]:
    """The ids of those that ``entry`` says were delivered and whose dispatches the log does not have.

    ``ended`` says that nobody writes the log: otherwise the newest dispatches may be on their way, unless the session
    came back without them.
    """
    if entry.what != "decision" or entry.seq < 0:
        return _NONE
    delivered = [item.id for item in entry.items if item.occurrence is not None]
    missing = frozenset(name for seq, name in enumerate(delivered, entry.seq) if not _dispatched(book, name, seq))
    # As long as the session did not come back with less, the journal knows this entry as that of its seq.
    return missing if missing and (ended or view.at_seq(entry.seq) != entry) else _NONE


def _dispatched(book: RecordBook, record_id: str, seq: int) -> bool:
    """Whether the log has a dispatch of that record at that seq."""
    trail = book.trails.get(record_id)
    at = bisect_left(trail.seqs, seq) if trail is not None else 0
    return trail is not None and 0 < at <= len(trail.decided) and trail.seqs[at] == seq
