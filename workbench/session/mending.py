"""What a repair of a damaged log would keep and what it would lose (LOG-13).

Owns the plan alone: reading and judging, never guessing. What is kept is the longest prefix that reads well, so that a
hole, an unreadable line or a second writer ends it. Carrying a plan out is ``mended``'s, the words for what is lost are
``losses``'.
"""

import os
from pathlib import Path
from typing import Final

import msgspec

from workbench.errors import UsageError, WorkbenchError
from workbench.session.events import FORMAT_VERSION
from workbench.session.frames import State, read_frames
from workbench.session.header import BOM
from workbench.session.limits import LIMITS, Limits
from workbench.session.losses import Lost, lost_after, lost_tail
from workbench.session.paths import LOG_NAMES, Compression, real_path
from workbench.session.problems import Kind, Problem
from workbench.session.reader import SessionLog, read_stored
from workbench.session.stored import ByteSource, open_file
from workbench.session.verdict import Verdict

_DAMAGE: Final = frozenset[Kind](
    ("unreadable_line", "blank_line", "missing_number", "repeated_number", "second_writer", "bad_frame")
)
# Problems of a log that reads to its end, which stay whatever is cut behind them.
_STOPS: Final = frozenset[Kind](("schedule_rule", "unknown_type"))
_HEADLESS: Final = frozenset[Kind](("bad_header", "empty_file"))
_UNPROVEN: Final = "readable, but in a frame that is damaged: nothing vouches for it"
_AHEAD: Final = 8 << 20  # bytes of text read at a time: a big frame is decoded from its beginning for each
_SEARCHED: Final = 1 << 16


class Stamp(msgspec.Struct, frozen=True):
    """Which file was planned for: another device, inode, size in bytes or mtime in ns makes it another."""

    device: int
    inode: int
    size: int
    mtime_ns: int

    @classmethod
    def of(cls, found: os.stat_result) -> "Stamp":
        """What the system says of a file."""
        return cls(found.st_dev, found.st_ino, found.st_size, found.st_mtime_ns)


class Kept(msgspec.Struct, frozen=True):
    """What stays: ``events`` as stored (closers not counted), how the last turn ends, and the bytes of text."""

    events: int
    last_turn_end: str | None
    size: int


class RepairPlan(msgspec.Struct, frozen=True, kw_only=True):
    """What repairing the log at ``path`` would do; nothing where ``needed`` is False.

    ``text`` is what is kept, header line included, of the very file that was read. ``whole`` are the stored bytes that
    stay as they are, and ``whole_text`` how much of the text they hold: the frames of a compressed log before its torn
    end. ``note`` says what a repair does not mend.
    """

    path: Path
    verdict: Verdict
    needed: bool
    compression: Compression
    session_id: str
    stamp: Stamp
    kept: Kept
    lost: Lost
    text: "TextPart"
    whole: int = 0
    whole_text: int = 0
    note: str | None = None


class TextPart:
    """A stretch of a log's text as a source of its own, read ahead in big pieces."""

    def __init__(self, source: ByteSource, first: int, last: int) -> None:
        self._source = source
        self._first = first
        self._size = last - first
        self._base = 0
        self._held = b""

    def read(self, offset: int, size: int) -> bytes:
        """Up to ``size`` bytes from ``offset`` on."""
        size = max(0, min(size, self._size - offset))
        if offset < self._base or offset + size > self._base + len(self._held):
            self._base = offset
            wanted = min(max(size, _AHEAD), self._size - offset)
            self._held = self._source.read(self._first + offset, wanted)
        at = offset - self._base
        return self._held[at : at + size]

    def size(self) -> int:
        """How many bytes there are."""
        return self._size


def plan_repair(path: Path, *, before: int | None = None, limits: Limits = LIMITS) -> RepairPlan:
    """What a repair of the log at ``path`` would keep and lose; a link is followed. Nothing is written.

    ``before`` cuts the log before that event, which is the only way to mend a broken rule of Schedule or an event that
    cannot be replayed; it must lie before whatever else is damaged (``invalid_boundary``). Raises what reading raises,
    ``unsupported_format``, ``schedule_rule``, ``wrong_identity`` and ``no_header`` for what cannot be mended by cutting
    an end off.
    """
    stored, path = open_file(path), real_path(path)
    stamp = Stamp.of(stored.stat())
    log = read_stored(stored, path, limits=limits)
    _refuse_other_formats(log)
    sound = _sound_rows(log, stored, limits)
    end = sound if before is None else _rows_before(log, before, sound)
    first, last = _text_of(log, end)
    text = TextPart(log.index.source, first, last)
    if end < log.index.rows or first or log.verdict != "ok":
        kept = _judged(log, text, limits)
        why = _UNPROVEN if before is None else "cut here, as asked"
        lost = lost_tail(log, last) if _only_torn(log, end) else lost_after(log, end, last, why)
        return _plan(log, stamp, kept, text, lost)
    _refuse_unmendable(log)
    return _sound(log, stamp, text)


def repairable(log: SessionLog) -> bool:
    """Whether there may be something to mend: what a plan says in the end is another question."""
    return log.judged in ("torn", "corrupt") and log.header is not None


def _sound_rows(log: SessionLog, stored: ByteSource, limits: Limits) -> int:
    """How many rows stand before the first damage; all of them where only the end is torn.

    What could be read out of a damaged frame is shown, but nothing vouches for it: its rows do not count.
    """
    if log.verdict != "corrupt":
        return log.index.rows
    damage = [each for each in log.problems if each.kind in _DAMAGE and each.row is not None]
    rows = min((each.row for each in damage if each.row is not None), default=log.index.rows)
    if log.compression == "zstd" and any(each.kind == "bad_frame" for each in damage):
        rows = min(rows, log.index.rows_before(_proven(stored, limits)))
    return rows


def _proven(stored: ByteSource, limits: Limits) -> int:
    """How much text the frames hold before the first one that is damaged."""
    size = frame = 0
    for part in read_frames(stored, stored.size(), limits):
        if part.state is State.BAD:
            return size
        frame += len(part.text)
        if part.state is State.END:
            size, frame = size + frame, 0
    return size + frame


def _only_torn(log: SessionLog, rows: int) -> bool:
    return log.verdict == "torn" and rows == log.index.rows


def _rows_before(log: SessionLog, seq: int, sound: int) -> int:
    """The row of event ``seq``, which must begin there and lie before any damage."""
    if log.judged == "ok":
        raise UsageError("nothing_to_repair", f"{log.path} is sound: nothing is cut off a sound log", hint="see `fork`")
    stops = [each.row for each in log.problems if each.kind in _STOPS and each.row is not None]
    last = min([sound, *stops])
    row = log.index.row_of(seq)
    highest = log.index.seq(last) if last < log.index.rows else log.index.next_seq
    if row is None and seq == log.index.next_seq and sound == log.index.rows:
        row = sound
    if row is None or row > last or (row < log.index.rows and log.index.seq(row) != seq):
        accepted = f"0 to {highest} are accepted, and no event within a packed row"
        raise UsageError("invalid_boundary", f"{log.path} cannot be cut before event {seq}: {accepted}")
    return row


def _text_of(log: SessionLog, rows: int) -> tuple[int, int]:
    """Where the text of the header and of the first ``rows`` rows begins and ends; a byte order mark is left out."""
    index = log.index
    first = len(BOM) if index.source.read(0, len(BOM)) == BOM else 0
    if not rows:
        return first, _end_of_line(index.source)
    return first, index.offset(rows - 1) + index.length(rows - 1) + 1


def _end_of_line(source: ByteSource) -> int:
    """Just after the first line, which is there."""
    offset = 0
    while text := source.read(offset, _SEARCHED):
        found = text.find(b"\n")
        if found >= 0:
            return offset + found + 1
        offset += len(text)
    return offset


def _judged(log: SessionLog, text: TextPart, limits: Limits) -> SessionLog:
    """What would be left, read as the log it would be. Refused where it would still not be sound."""
    # Whatever the file is called: this is plain text.
    kept = read_stored(text, log.path.with_name(LOG_NAMES["none"]), limits=limits)
    _refuse_unmendable(kept, identity=False)
    if kept.verdict != "ok":
        raise _unmendable(log, "what would be left is damaged too")
    return kept


def _refuse_other_formats(log: SessionLog) -> None:
    if any(each.kind in _HEADLESS for each in log.problems) or log.header is None:
        raise _unmendable(log, "its first line, the header, is damaged: nothing says whose session it is")
    if log.format != FORMAT_VERSION:
        message = f"{log.path} is written by format {log.format}: only a program that knows it can repair it"
        raise WorkbenchError("unsupported_format", message, hint="it can be looked at as raw events")


def _refuse_unmendable(log: SessionLog, *, identity: bool = True) -> None:
    """Raise for what reads to its end and is wrong all the same."""
    for problem in log.problems:
        if problem.kind in _STOPS:
            raise _rule(log, problem)
        if problem.kind == "wrong_identity" and identity:
            message = f"{log.path} reads well, but {problem.message}"
            raise WorkbenchError("wrong_identity", message, hint=f"move its folder to {problem.expected}")


def _rule(log: SessionLog, problem: Problem) -> WorkbenchError:
    code = "schedule_rule" if problem.kind == "schedule_rule" else "unsupported_format"
    message = f"{log.path}: {problem.message}"
    if problem.seq is None:
        return WorkbenchError(code, message, hint="no cut mends that; the log can be looked at")
    hint = f"--before {problem.seq} cuts the log before that event, and everything after it with it"
    return WorkbenchError(code, message, hint=hint, details={"before": problem.seq})


def _unmendable(log: SessionLog, why: str) -> WorkbenchError:
    return WorkbenchError("not_repairable", f"{log.path} cannot be repaired: {why}", hint="it can still be looked at")


def _plan(log: SessionLog, stamp: Stamp, kept: SessionLog, text: TextPart, lost: Lost) -> RepairPlan:
    framed = log.compression == "zstd" and _only_torn(log, kept.index.rows)
    misplaced = next((each for each in log.problems if each.kind == "wrong_identity"), None)
    return RepairPlan(
        path=log.path,
        verdict=log.judged,
        needed=True,
        compression=log.compression,
        session_id=_id_of(log),
        stamp=stamp,
        kept=Kept(kept.index.events, kept.last_turn_end, text.size()),
        lost=lost,
        text=text,
        whole=log.good_size if framed else 0,
        whole_text=_text_of(log, log.good_rows)[1] if framed else 0,
        note=None if misplaced is None else f"it still lies in the wrong place then: {misplaced.message}",
    )


def _sound(log: SessionLog, stamp: Stamp, text: TextPart) -> RepairPlan:
    return RepairPlan(
        path=log.path, verdict="ok", needed=False, compression=log.compression, session_id=_id_of(log), stamp=stamp,
        kept=Kept(log.index.events, log.last_turn_end, log.index.end), lost=Lost(), text=text,
    )  # fmt: skip


def _id_of(log: SessionLog) -> str:
    return log.header.id if log.header is not None else ""
