"""What one line of a journal stands for: an entry, or a failure that says why it is none (BEN-14).

Owns decoding without ever raising, and what an entry is about.
"""

from collections.abc import Iterator
from typing import Final

import msgspec

from workbench.bench.journal.entries import Entry
from workbench.bench.journal.place import LINE_LIMIT
from workbench.text import jsontext
from workbench.time.instant import in_range

UNREADABLE: Final = "unreadable_entry"
_DECODER: Final = msgspec.json.Decoder(Entry)


def tells_of(entry: Entry, seq: int) -> bool:
    """Whether event ``seq`` is the change that this entry tells of, or one of the dispatches of its decision."""
    if entry.seq < 0:
        return False
    delivered = sum(item.occurrence is not None for item in entry.items) if entry.what == "decision" else 1
    return entry.seq <= seq < entry.seq + delivered


def speaks_of(entry: Entry, record_id: str) -> bool:
    """Whether the entry is about this record, alone or among others."""
    return entry.id == record_id or any(item.id == record_id for item in entry.items)


def decoded(line: bytes | None, number: int) -> Entry:
    """The entry that a line stands for, or the failure that says why it is none."""
    if line is None:
        return _unreadable(number, f"it is longer than {LINE_LIMIT >> 20} MiB")
    try:
        entry = _decode(line)
    except (msgspec.MsgspecError, ValueError, RecursionError) as error:
        return _unreadable(number, str(error)[:200])
    return entry if all(map(in_range, _instants(entry))) else _unreadable(number, "a time is outside 0001-9999")


def _decode(line: bytes) -> Entry:
    try:
        return _DECODER.decode(line)
    except msgspec.ValidationError:
        raise
    except (msgspec.MsgspecError, UnicodeDecodeError):
        # Half a character is written as an escape that the strict reader refuses (LOG-7).
        return msgspec.convert(jsontext.decode(line), Entry)


def _instants(entry: Entry) -> Iterator[int]:
    yield entry.at
    if entry.since is not None:
        yield entry.since
    for item in entry.items:
        yield item.target
        yield item.target if item.occurrence is None else item.occurrence
        yield item.target if item.next is None else item.next


def _unreadable(number: int, why: str) -> Entry:
    return Entry(0, "failure", code=UNREADABLE, message=f"line {number + 1} of the journal is no entry: {why}")
