"""The first events of a log as stored lines, for forks and prefix copies: verbatim, a packed row cut where it must be.

Owns the cut only. Whether a prefix makes sense (an open turn, a boundary that exists) is its caller's question.
"""

from collections.abc import Iterator

from workbench.session.encode import event_line
from workbench.session.index import LogIndex
from workbench.session.packed import PackedRun
from workbench.text import jsontext

_MIN_PACKED = 3  # events; a shorter run is not packed (LOG-4)


def header_bytes(index: LogIndex) -> bytes:
    """The header line as stored, without its LF."""
    end = index.offset(0) if index.rows else index.end
    return index.source.read(0, end).removesuffix(b"\n")


def prefix_lines(index: LogIndex, events: int) -> Iterator[bytes]:
    """The lines of events 0 to ``events - 1`` without LF; the log has that many, and no hole."""
    if not events:
        return
    row = index.first_row_from(events - 1)
    yield from index.lines(0, row)
    keep = events - index.seq(row)
    if keep == index.members(row):
        yield index.raw(row)
    else:
        yield from _cut_row(index, row, keep)


def _cut_row(index: LogIndex, row: int, keep: int) -> Iterator[bytes]:
    run = index.event(row)
    if not isinstance(run, PackedRun):
        raise TypeError(run.type)
    if keep < _MIN_PACKED:
        for at in range(keep):
            event = run.member(at)
            yield event_line(event.type, event.seq, event.time, event.data)
        return
    shorter = {"dt": keep - 1, "texts": keep, "args": keep}
    data = {key: value[: shorter[key]] if key in shorter else value for key, value in run.data.items()}
    yield jsontext.encode({"type": run.type, "seq0": run.seq, "time0": run.time, "data": data})
