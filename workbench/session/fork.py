"""Forks: a new session that begins with a prefix of another one's log and adopts nothing else (LOG-18).

Owns which boundaries are allowed and what the child's file holds. The parent's file is only read.
"""

from collections.abc import Iterator
from itertools import chain
from pathlib import Path

from workbench.errors import WorkbenchError
from workbench.session import publication
from workbench.session.batches import whole_file
from workbench.session.encode import event_line, header_line, surface_line
from workbench.session.events import TYPE_CODE, Event, Header
from workbench.session.identity import check_session_id
from workbench.session.live import LiveLog
from workbench.session.lock import WriterLock
from workbench.session.paths import LOG_NAMES, is_taken, log_path
from workbench.session.prefix import prefix_lines
from workbench.session.reader import SessionLog
from workbench.session.repair import writable_header

_TURN_START, _TURN_END = TYPE_CODE["turn/start"], TYPE_CODE["turn/end"]
_END_SEED = "session/end-seed"


def fork_log(
    source: SessionLog | LiveLog,
    *,
    boundary: int | None = None,
    child_id: str,
    now: int,
    target_root: Path,
    fsync: bool = True,
) -> Path:
    """Publish a child of ``source`` below ``target_root`` and return its log's path.

    ``boundary`` is an inclusive seq, by default that of the last event, the closers of an interrupted turn included;
    ``now`` is the child's birth in epoch ms. The child is stored as its parent is, plain or compressed. Raises
    ``invalid_boundary``, ``open_turn``, ``invalid_id``, ``invalid_cwd``, ``session_exists``, ``locked``,
    ``not_writable``, and for a source that cannot be written on ``corrupt_log`` or ``unsupported_format``.
    """
    parent, closers = _parent_of(source)
    check_session_id(child_id)
    seed = _seed_length(source, closers, boundary)
    path = log_path(target_root, parent.cwd, child_id, source.compression)
    if child_id == parent.id or any(is_taken(path.with_name(name)) for name in LOG_NAMES.values()):
        raise publication.exists(path)
    child = Header(id=child_id, created_at=now, cwd=parent.cwd, parent=parent.id, seed_length=seed)
    lines = _child_lines(source, closers, seed, now)
    _publish(path, whole_file(header_line(child), lines, source.compression), fsync=fsync)
    return path


def _parent_of(source: SessionLog | LiveLog) -> tuple[Header, tuple[Event, ...]]:
    """The parent's header and the closers that its open turn would get; what a live parent holds back is written."""
    if isinstance(source, LiveLog):
        source.write_out()
        return source.header, ()
    return writable_header(source), source.closers


def _seed_length(source: SessionLog | LiveLog, closers: tuple[Event, ...], boundary: int | None) -> int:
    events = source.index.events + len(closers)
    chosen = events - 1 if boundary is None else boundary
    if not 0 <= chosen < events:
        accepted = f"0 to {events - 1} are accepted" if events else "the session has no events yet"
        raise WorkbenchError("invalid_boundary", f"there is no event {chosen} to fork at: {accepted}")
    if _turn_is_open(source, closers, chosen):
        hint = f"fork where no turn is open: {_nearest_boundaries(source, chosen)}"
        raise WorkbenchError("open_turn", f"event {chosen} lies inside an open turn", hint=hint)
    return chosen + 1


def _nearest_boundaries(source: SessionLog | LiveLog, inside: int) -> str:
    """The last event before the open turn and the end of it, as far as the log has them, in words."""
    index = source.index
    row = index.first_row_from(inside)
    start, end = index.rfind_type(_TURN_START, 0, row + 1), index.find_type(_TURN_END, row)
    near = [f"event {index.seq(start) - 1} before it"] if start > 0 else []
    near += [f"event {index.seq(end)} at its end"] if end >= 0 else []
    return " or ".join(near) or "this turn is the first one and has not ended"


def _turn_is_open(source: SessionLog | LiveLog, closers: tuple[Event, ...], boundary: int) -> bool:
    index = source.index
    if any(event.type == "turn/end" and event.seq <= boundary for event in closers):
        return False
    rows = index.rows if boundary >= index.events else index.first_row_from(boundary) + 1
    return index.rfind_type(_TURN_START, 0, rows) > index.rfind_type(_TURN_END, 0, rows)


def _child_lines(source: SessionLog | LiveLog, closers: tuple[Event, ...], seed: int, now: int) -> Iterator[bytes]:
    index = source.index
    inherited = min(seed, index.events)
    closing = (_closer_line(event) for event in closers[: seed - inherited])
    ended = seed == inherited and index.type_name(index.first_row_from(seed - 1)) == _END_SEED
    end = () if ended else (event_line(_END_SEED, seed, now, {}),)
    return chain(prefix_lines(index, inherited), closing, end)


def _closer_line(event: Event) -> bytes:
    if event.surface:
        return surface_line(event.type, event.seq, event.time, event.data, event.sources)
    return event_line(event.type, event.seq, event.time, event.data)


def _publish(path: Path, parts: Iterator[bytes], *, fsync: bool) -> None:
    try:
        publication.make_folder(path.parent, fsync=fsync)
        with WriterLock(path):
            publication.publish(path, parts, fsync=fsync)
    except OSError as error:
        raise WorkbenchError("not_writable", f"{path} cannot be written: {error.strerror or error}") from error
