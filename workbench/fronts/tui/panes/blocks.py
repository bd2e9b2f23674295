"""A block of the transcript: how many rows some index rows are shown as, and which.

Owns what is hidden, where a block may end, and the order of rows within it: bands, then the header of a turn that
begins there, then the event. Rows are packed into integers; ``rows`` counts the blocks and takes the integers apart.
"""

from bisect import bisect_left
from collections.abc import Sequence
from typing import Final

from workbench.fronts.tui.panes.turns import CHANGE, QUEUED, TURN, opening, turns_within
from workbench.session.columns import Columns
from workbench.session.events import PACKED_TYPES, TYPE_CODE

# Hidden until asked for: what only says that something began, ended, was queued or was sent in pieces.
STRUCTURAL: Final = (
    "agent/inbox/spliced", "turn/start", "turn/end", "step/start", "step/end", "assistant/chunk", "request/header",
    "request/context", "session/title", "session/title-llm-request", "session/end-seed", "agent-preset/selected",
    "llm/retry", "llm/retry-started", *sorted(PACKED_TYPES),
)  # fmt: skip
# Translation tables: 1 where a type is structural, and nowhere.
HIDDEN: Final = bytes(code in {TYPE_CODE[name] for name in STRUCTURAL} for code in range(256))
NOTHING_HIDDEN: Final = bytes(256)
_PRELUDE: Final = bytes((CHANGE, QUEUED))
_BEGINNING: Final = bytes((CHANGE, QUEUED, TURN))
_SIZE: Final = 512

# What an entry is about is its number shifted by two bits; these are the two.
EVENT, HEADER, BAND, CLOSER = range(4)
SHIFT: Final = 2
KIND_BITS: Final = 3


def entry_of(kind: int, at: int) -> int:
    """An entry of that kind about row, band or closer ``at``."""
    return at << SHIFT | kind


def block_end(index: Columns, start: int, lines: int) -> int:
    """Where the block that begins in row ``start`` ends, at most ``lines``: never within the beginning of a turn."""
    stop = min(start + _SIZE, lines)
    end = stop
    while end > start and _cuts_beginning(index, end, lines):
        end -= 1
    if end > start:
        return end
    while _cuts_beginning(index, stop, lines):
        stop += 1
    return stop


def _cuts_beginning(index: Columns, line: int, lines: int) -> bool:
    return line < lines and index.type_code(line) in _BEGINNING and index.type_code(line - 1) in _PRELUDE


def count(index: Columns, start: int, stop: int, hidden: bytes) -> int:
    """How many rows the block has as far as types tell: events that are not ``hidden``, and headers."""
    codes = index.codes(start, stop)
    return len(codes) - codes.translate(hidden).count(1) + codes.count(TURN)


def expand(
    index: Columns, span: tuple[int, int], hidden: bytes, bands: Sequence[int], quiet: bytes | None
) -> list[int]:
    """The entries of a block. ``bands`` are the lines that bands stand before; ``quiet`` flags events to leave out."""
    start, stop = span
    headers = {opening(index, turn): turn for turn in turns_within(index, start, stop)}
    band, last_band = bisect_left(bands, start), bisect_left(bands, stop)
    entries: list[int] = []
    for line, code in enumerate(index.codes(start, stop), start):
        while band < last_band and bands[band] <= line:
            entries.append(entry_of(BAND, band))
            band += 1
        turn = headers.get(line)
        if turn is not None:
            entries.append(entry_of(HEADER, turn))
        if not (hidden[code] or (quiet is not None and quiet[line - start])):
            entries.append(entry_of(EVENT, line))
    return entries


def tail(lines: int, bands: Sequence[int], closers: int) -> list[int]:
    """The entries after all ``lines``: the closers, and the bands before and after them."""
    entries: list[int] = []
    band = bisect_left(bands, lines)
    for closer in range(closers):
        while band < len(bands) and bands[band] <= lines + closer:
            entries.append(entry_of(BAND, band))
            band += 1
        entries.append(entry_of(CLOSER, closer))
    return entries + [entry_of(BAND, left) for left in range(band, len(bands))]
