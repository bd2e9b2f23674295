"""A log that is being written: events count at once, reach the file in batches, and are safe after a barrier (LOG-12).

Owns the pending batch and what a failed write leaves behind. Encoding, locking, the file itself and the first
publication have modules of their own; which event comes next is the bench's business.
"""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Final

from workbench.errors import BarrierFailed, WorkbenchError
from workbench.schedule.changes import Change, change_json
from workbench.session import publication
from workbench.session.admission import PLAIN_CODES, SURFACE_CODES, are_earlier, refusal
from workbench.session.batches import batch, whole_file
from workbench.session.encode import event_line, header_line, surface_line
from workbench.session.events import FORMAT_VERSION, TYPE_CODE, Event, Header
from workbench.session.identity import check_session_id
from workbench.session.index import LogIndex
from workbench.session.limits import LIMITS, too_large
from workbench.session.lock import WriterLock
from workbench.session.logfile import LogFile
from workbench.session.marks import marks_of
from workbench.session.past import Past
from workbench.session.paths import compression_of, is_taken, real_path
from workbench.session.reader import SessionLog
from workbench.session.repair import open_repaired, writable_header
from workbench.session.source import BytesSource, open_log
from workbench.session.state import SessionState
from workbench.session.tracker import Tracker
from workbench.session.verdict import Verdict

_CHANGE: Final = "schedule/change"
_CHANGE_CODE: Final = bytes((TYPE_CODE[_CHANGE],))


class LiveLog:
    """One session's log with its fold, held by one writer. ``time`` and ``now`` are epoch ms everywhere.

    ``before_append`` (given the type) and ``before_write`` (given whether it is a barrier) run before anything changes;
    what they raise goes to the caller. They exist for fault injection (BEN-13).
    """

    def __init__(self, found: SessionLog, header: Header, lock: WriterLock, *, fsync: bool) -> None:
        """Use :meth:`open` or :meth:`create`."""
        self.path = found.path
        self.header = header
        self.index = found.index
        self.state = found.state
        self.past = found.past
        self.before_append: Callable[[str], None] | None = None
        self.before_write: Callable[[bool], None] | None = None
        self.next_seq = self.durable_events = found.index.events
        self.compression = found.compression
        # A torn end is taken off by now; what else is wrong with a log that can be driven stays.
        self.judged: Verdict = "corrupt" if found.judged == "corrupt" else "ok"
        self.marks = marks_of(found.index, [each for each in found.problems if each.kind == "schedule_rule"])
        self._lock = lock
        self._file: LogFile | None = None
        self._fsync = fsync
        self._stopped = False

    @classmethod
    def open(cls, path: Path, *, now: int, fsync: bool = True) -> "LiveLog":
        """Open a log for writing: drop its torn tail, append what an open turn lacks and ``session/end-seed``.

        All of that is on disk on return (LOG-9, LOG-10). A link is followed, the lock lies beside the file itself.
        Raises what reading raises, ``corrupt_log``, ``unsupported_format``, ``locked``, ``log_changed``,
        ``not_writable`` or BarrierFailed; nothing stays open then.
        """
        path = _existing(path)
        lock = WriterLock(path)
        try:
            found, file = open_repaired(path, fsync=fsync)
        except BaseException:
            lock.release()
            raise
        log = cls(found, writable_header(found), lock, fsync=fsync)
        log._file = file
        try:
            log._open_session(found.closers, now)
        except BaseException:
            log.abandon()
            raise
        return log

    @classmethod
    def create(cls, path: Path, header: Header, *, fsync: bool = True) -> "LiveLog":
        """Begin a new log at ``path``; its file appears, header and first batch at once, with the first write.

        The name says the compression. Raises ``session_exists``, ``invalid_id``, ``locked`` or ``not_writable``.
        """
        check_session_id(header.id)
        try:
            publication.make_folder(path.parent, fsync=fsync)
        except OSError as error:
            raise WorkbenchError("not_writable", f"cannot make the folder {path.parent}: {error.strerror}") from None
        lock = WriterLock(path)
        if is_taken(path):
            lock.release()
            raise publication.exists(path)
        return cls(_empty_log(path, header), header, lock, fsync=fsync)

    @property
    def pending(self) -> int:
        """How many appended events are not in the file yet."""
        return self.index.rows - self.index.pending_from

    def append(
        self,
        kind: str,
        data: Any,
        *,
        time: int,
        surface: bool = False,
        sources: Sequence[int] | None = None,
        change: Change | None = None,
    ) -> int:
        """Append one event in memory, with its effect on ``state`` and ``index``, and return its seq.

        ``data`` must not be changed afterwards; ``change`` is what the data of a ``schedule/change`` stands for, where
        the caller has it. Raises ``invalid_event`` or ``too_large``, and then nothing was appended.
        """
        if self._stopped:
            raise self._refuse_stopped()
        if self.before_append is not None:
            self.before_append(kind)
        seq = self.next_seq
        code = (SURFACE_CODES if surface else PLAIN_CODES).get(kind)
        if code is None or (sources and not are_earlier(sources, seq)):
            raise refusal(kind, seq, surface=surface, sources=sources)
        line = surface_line(kind, seq, time, data, sources) if surface else event_line(kind, seq, time, data)
        self.state.apply(kind, seq, time, data, change)
        self.index.add(code, seq, time, line)
        self.next_seq = seq + 1
        return seq

    def append_changes(self, changes: Sequence[Change], *, time: int) -> int:
        """Append one ``schedule/change`` for each of ``changes`` in order, all at ``time``; the seq of the first.

        The same as appending one by one, only quicker. Raises as :meth:`append`.
        """
        if self.before_append is not None:
            return self._one_by_one(changes, time)
        if self._stopped:
            raise self._refuse_stopped()
        first = self.next_seq
        lines = [event_line(_CHANGE, seq, time, change_json(change)) for seq, change in enumerate(changes, first)]
        self.state.apply_changes(first, time, changes)
        self.index.add_lines(_CHANGE_CODE * len(lines), first, time, lines)
        self.next_seq += len(lines)
        return first

    def write_out(self) -> None:
        """Write what is pending, without waiting for the disk; nothing to do is fine. Raises as :meth:`barrier`."""
        if self.pending or self._file is None:
            self._write(sync=False)

    def barrier(self) -> None:
        """Write what is pending and flush the file: every event so far is acknowledged on return.

        Raises BarrierFailed when the system refuses: the file has its former length and the batch stays pending. Raises
        ``log_changed`` or ``session_exists`` when the file is not this log's any more, ``too_large`` when it could not
        be read back.
        """
        if self.pending or self._file is None or not self._file.synced:
            self._write(sync=True)
        self.durable_events = self.index.events

    def close(self) -> None:
        """Barrier, then let file and lock go. When the barrier fails the log stays open: try again, or abandon it."""
        if not self._stopped:
            self.barrier()
        self.abandon()

    def drop_pending(self) -> int:
        """The process died: what is pending never reaches the file, nothing can be appended; how many were lost."""
        self._stopped = True
        return self.pending

    def abandon(self) -> None:
        """Let file and lock go without writing; index and state can still be read."""
        self._stopped = True
        if self._file is not None:
            self._file.close()
        self._lock.release()

    def _one_by_one(self, changes: Sequence[Change], time: int) -> int:
        first = self.next_seq
        for change in changes:
            self.append(_CHANGE, change_json(change), time=time, change=change)
        return first

    def _open_session(self, closers: Sequence[Event], now: int) -> None:
        for event in closers:
            self.append(event.type, event.data, time=event.time, surface=event.surface, sources=event.sources)
        if self.state.last_type != "session/end-seed":
            self.append("session/end-seed", {}, time=now)
        self.barrier()

    def _write(self, *, sync: bool) -> None:
        if self._stopped:
            raise self._refuse_stopped()
        if self.before_write is not None:
            self.before_write(sync)
        lines = self.index.pending()
        try:
            if self._file is None:
                self._publish(lines)
            else:
                stored = batch(lines, self.compression)
                self._require_readable(self._file.size + len(stored))
                self._file.append(stored, sync=sync)
        except OSError as error:
            raise BarrierFailed(f"{self.path} could not be written: {error.strerror or error}") from error
        self.index.flushed()

    def _publish(self, lines: list[bytes]) -> None:
        parts = list(whole_file(header_line(self.header), lines, self.compression))
        self._require_readable(sum(map(len, parts)))
        publication.publish(self.path, parts, fsync=self._fsync)
        self._file = LogFile(self.path, fsync=self._fsync)
        self.index.attach(open_log(self.path))

    def _require_readable(self, stored: int) -> None:
        """Never write what reading would refuse: text that shrinks beyond the limit of LOG-8."""
        if self.index.end > LIMITS.decoded_size(stored):
            raise too_large(f"{self.path} with the events that are pending", f"{LIMITS.decoded_size(stored)} bytes")

    def _refuse_stopped(self) -> WorkbenchError:
        return WorkbenchError("log_closed", f"{self.path} is closed for writing", hint="open it again")


def _existing(path: Path) -> Path:
    real = real_path(path)
    if not is_taken(real):
        raise WorkbenchError("not_found", f"{path} does not exist", hint="check the spelling")
    return real


def _empty_log(path: Path, header: Header) -> SessionLog:
    text = header_line(header) + b"\n"
    index = LogIndex(BytesSource(text), start=len(text))
    return SessionLog(
        path=path,
        compression=compression_of(path),
        header=header,
        format=FORMAT_VERSION,
        index=index,
        state=SessionState(header.fold_from),
        past=Past(index, Tracker(header.fold_from)),
        verdict="ok",
        problems=(),
    )
