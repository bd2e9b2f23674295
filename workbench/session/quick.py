"""Many lines of a log at once: decoded, checked and measured, or handed back when anything about them is unusual.

Owns the quick way that makes long logs quick to open (LOG-3, LOG-4). It changes nothing: the scan does, once all lines
have passed. Lines that it hands back are read one by one (``verify``), which decides.
"""

from collections.abc import Iterator
from itertools import accumulate, compress
from typing import Any, Final

import msgspec

from workbench.session.columns import PackedRows
from workbench.session.events import PACKED_TYPES, TYPE_CODE
from workbench.session.shapes import CODE_OF, QUICK
from workbench.session.verify import are_earlier, run_length, span
from workbench.time.instant import in_range

_START: Final = b'{"type":"'
_BETWEEN: Final = b'}\n{"type":"'
_PACKED: Final = tuple(sorted(TYPE_CODE[name] for name in PACKED_TYPES))
_decode_lines = msgspec.json.Decoder(QUICK).decode_lines


def _only(*names: str) -> bytes:
    """A translation of type codes to 1 for these types and 0 for all others."""
    codes = {TYPE_CODE[name] for name in names}
    return bytes(code in codes for code in range(256))


_CHANGES: Final = _only("schedule/change")
_SPLICED: Final = _only("agent/inbox/spliced")
_IS_PACKED: Final = _only(*PACKED_TYPES)
_CITING: Final = _only("assistant/message", "tool/result")


class Block(msgspec.Struct, frozen=True, gc=False):
    """Lines that passed: typed events, their type codes and seqs, and the packed rows among them."""

    events: list[Any]
    codes: bytes
    seqs: list[int]
    packed: PackedRows

    def times(self) -> list[int]:
        """The time of each line (epoch ms)."""
        return [event.time for event in self.events]

    def changes(self) -> Iterator[Any]:
        """The ``schedule/change`` events."""
        return compress(self.events, self.codes.translate(_CHANGES))

    def spliced(self) -> Iterator[Any]:
        """The ``agent/inbox/spliced`` events."""
        return compress(self.events, self.codes.translate(_SPLICED))


def read_block(text: bytes, next_seq: int) -> Block | None:
    """The lines in ``text`` if every one is sound and usual and their seqs go up from ``next_seq``, else None."""
    try:
        events: list[Any] = _decode_lines(text)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        return None
    if not one_a_line(text, len(events)):
        return None
    codes = bytes(map(CODE_OF.__getitem__, map(type, events)))
    packed = _packed_rows(events, codes)
    seqs = [event.seq for event in events]
    if seqs != _expected(next_seq, len(events), packed) or not _cites_earlier(events, codes):
        return None
    return Block(events, codes, seqs, packed)


def _cites_earlier(events: list[Any], codes: bytes) -> bool:
    for event in compress(events, codes.translate(_CITING)):
        sources = event.source_event_seqs
        if not sources or sources is msgspec.UNSET:
            continue
        if (len(sources) > 1 or sources[0] >= event.seq) and not are_earlier(sources, event.seq):
            return False
    return True


def one_a_line(text: bytes, events: int) -> bool:
    """Whether ``events`` values in ``text`` are one to a line; decoding many lines at once does not see to that.

    Every LF then lies between the end of one object and the start of the next, so none is inside a value, and no line
    is blank or holds two.
    """
    return (
        text.count(b"\n") == events
        and text.count(_BETWEEN) == events - 1
        and text.startswith(_START)
        and text.endswith(b"}\n")
    )


def _packed_rows(events: list[Any], codes: bytes) -> PackedRows:
    """The packed rows among the lines; a count of 0 where the lists of one do not fit together, or lead too far."""
    if not any(code in codes for code in _PACKED):
        return PackedRows()
    places = list(compress(range(len(codes)), codes.translate(_IS_PACKED)))
    packed = [events[at] for at in places]
    spans = [span(event.time, event.data.dt) for event in packed]
    usual = (in_range(earliest) and in_range(latest) for earliest, latest in spans)
    counts = [run_length(event.data) if fits else 0 for event, fits in zip(packed, usual, strict=True)]
    return PackedRows(places, counts, [latest for _, latest in spans])


def _expected(first: int, rows: int, packed: PackedRows) -> list[int] | None:
    """The seqs that ``rows`` lines must have; None when a packed row is broken."""
    if not packed.places:
        return list(range(first, first + rows))
    counts = [1] * rows
    for at, count in zip(packed.places, packed.counts, strict=True):
        counts[at] = count
    return list(accumulate(counts[:-1], initial=first)) if all(counts) else None
