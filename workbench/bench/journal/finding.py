"""Finds journal entries by what they are about: a record's id, an event's seq (BEN-15).

Owns what was found so far, as columns that follow the file. What is in an entry is not looked at further than needed.
"""

import threading
from array import array
from bisect import bisect_left, bisect_right
from collections import OrderedDict
from typing import Final

import msgspec

from workbench.bench.journal.lines import Lines
from workbench.text import jsontext

_KEPT_IDS: Final = 16
_WITH_SEQ: Final = frozenset(("decision", "create", "delete"))


class _Brief(msgspec.Struct):
    """What of an entry says which event it belongs to; the rest is skipped, not read."""

    what: str
    seq: int = -1
    events: int | None = None


_BRIEF: Final = msgspec.json.Decoder(_Brief)


class Seqs:
    """Which entry tells of which event. What a crash lost is let go: when a session came back with fewer events than
    an entry speaks of, that seq is another event's now. ``reset_at`` is the last entry that made it so."""

    def __init__(self) -> None:
        self.done = 0
        self.reset_at = 0
        self._seqs = array("q")
        self._entries = array("I")

    def follow(self, lines: Lines, count: int) -> None:
        """Take in the lines up to ``count``."""
        for number, line in enumerate(lines.read(self.done, count), self.done):
            brief = _brief(line) if line is not None else None
            if brief is not None:
                self._note(brief, number)
        self.done = max(self.done, count)

    def entry_before(self, seq: int, count: int) -> int | None:
        """The entry among the first ``count`` with the greatest seq up to ``seq``."""
        at = bisect_right(self._seqs, seq) - 1
        while at >= 0 and self._entries[at] >= count:
            at -= 1
        return self._entries[at] if at >= 0 else None

    def _note(self, brief: _Brief, number: int) -> None:
        seqs, entries = self._seqs, self._entries
        if brief.what == "resume" and brief.events is not None:
            kept = bisect_left(seqs, brief.events)
            if kept < len(seqs):
                del seqs[kept:], entries[kept:]
                self.reset_at = number
        elif brief.seq >= 0 and brief.what in _WITH_SEQ and brief.seq < 1 << 63:
            # Those that were recovered come after later ones.
            at = bisect_right(seqs, brief.seq)
            seqs.insert(at, brief.seq)
            entries.insert(at, number)


class Finder:
    """What was found in one journal file so far; safe from any thread."""

    def __init__(self, lines: Lines) -> None:
        self._lines = lines
        self._lock = threading.Lock()
        self._seqs = Seqs()
        # By id: how many lines were looked through, and which of them speak of it.
        self._about: OrderedDict[str, tuple[int, array[int]]] = OrderedDict()

    def about(self, record_id: str, count: int) -> "array[int]":
        """Which of the first ``count`` lines speak of this record, in order."""
        with self._lock:
            done, found = self._about.pop(record_id, (0, array("I")))
            if done < count:
                self._look(record_id, done, count, found)
            self._about[record_id] = (max(done, count), found)
            if len(self._about) > _KEPT_IDS:
                self._about.popitem(last=False)
            return found[: bisect_left(found, count)]

    def entry_before(self, seq: int, count: int) -> int | None:
        """The entry among the first ``count`` lines that tells of event ``seq``, or else of the nearest before it."""
        with self._lock:
            if self._seqs.reset_at < count or not self._seqs.done:
                self._seqs.follow(self._lines, count)
                return self._seqs.entry_before(seq, count)
        # Whoever asks does not know yet what was let go since.
        seqs = Seqs()
        seqs.follow(self._lines, count)
        return seqs.entry_before(seq, count)

    def _look(self, record_id: str, first: int, last: int, found: "array[int]") -> None:
        # A quote inside a JSON string is escaped, so these bytes are a key and its value wherever they stand.
        wanted = b'"id":' + jsontext.encode(record_id)
        for number, text in self._lines.blocks(first, last):
            at, line, counted = text.find(wanted), number, 0
            while at >= 0:
                line += text.count(b"\n", counted, at)
                counted = text.find(b"\n", at) + 1
                found.append(line)
                line += 1
                at = text.find(wanted, counted) if counted else -1


def _brief(line: bytes) -> _Brief | None:
    try:
        return _BRIEF.decode(line)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        return None
