"""Carrying out the plan of a repair: a backup first, then the new file in one step (LOG-13).

Owns the order of steps. A process killed between any two of them leaves the old file or the new one whole, with a whole
backup beside it or none; what a full disk breaks off leaves the log as it was.
"""

import contextlib
import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final

import msgspec

from workbench.errors import WorkbenchError
from workbench.session import publication
from workbench.session.batches import batch
from workbench.session.lock import WriterLock
from workbench.session.repairplan import RepairPlan, Stamp, TextPart
from workbench.session.stored import ByteSource, OpenFile, open_file

# A name that no search for logs takes for one.
_BACKUP: Final = ".backup-"
_PIECE: Final = 1 << 20
_FRAME: Final = 1 << 18  # bytes of text in one frame
_NEW: Final = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC

Progress = Callable[[int, int], object]


class Repaired(msgspec.Struct, frozen=True):
    """Where the log lies, and where what it was."""

    path: Path
    backup: Path


def apply_repair(plan: RepairPlan, *, fsync: bool = True, progress: Progress | None = None) -> Repaired:
    """Carry ``plan`` out. ``progress`` is told, now and then, how many of how many bytes are written.

    Raises ``nothing_to_repair``, ``locked`` while somebody writes the log, ``log_changed`` where it is not the file
    that the plan was made for, and ``not_writable`` (a full disk, no permission); nothing is changed then.
    """
    if not plan.needed:
        raise WorkbenchError("nothing_to_repair", f"{plan.path} is sound")
    with WriterLock(plan.path):
        stored = _same_file(plan)
        steps = _Steps(stored.size() + plan.kept.size, progress)
        backup: Path | None = None
        try:
            backup = _back_up(plan.path, stored, steps, fsync=fsync)
            publication.replace(plan.path, _checked_parts(plan, stored, steps), fsync=fsync)
        except BaseException as error:
            # The log is as it was, so its copy says nothing new.
            if backup is not None and _is_untouched(plan):
                with contextlib.suppress(OSError):
                    backup.unlink()
            if isinstance(error, OSError):
                what = error.strerror or str(error)
                hint = "nothing was changed" if _is_untouched(plan) else f"what it was is in {backup}"
                raise WorkbenchError("not_writable", f"{plan.path} cannot be repaired: {what}", hint=hint) from error
            raise
        finally:
            stored.close()
    return Repaired(plan.path, backup)


class _Steps:
    """Counts bytes and tells of them."""

    def __init__(self, total: int, progress: Progress | None) -> None:
        self._done = 0
        self._total = total
        self._progress = progress

    def more(self, size: int) -> None:
        self._done += size
        if self._progress is not None:
            self._progress(min(self._done, self._total), self._total)


def _same_file(plan: RepairPlan) -> OpenFile:
    """The file, open for reading, if it is the one of the plan."""
    stored = open_file(plan.path)
    if Stamp.of(stored.stat()) != plan.stamp or not _is_untouched(plan):
        stored.close()
        raise WorkbenchError(
            "log_changed", f"{plan.path} changed since its repair was planned", hint="look at it again first"
        )
    return stored


def _is_untouched(plan: RepairPlan) -> bool:
    """Whether the file of that name is still the one of the plan."""
    try:
        return Stamp.of(plan.path.lstat()) == plan.stamp
    except OSError:
        return False


def _back_up(path: Path, stored: OpenFile, steps: _Steps, *, fsync: bool) -> Path:
    """Copy the file to a new name beside it, whole or not at all."""
    temporary = path.with_name(f".{path.name}{_BACKUP}new")
    temporary.unlink(missing_ok=True)
    fd = os.open(temporary, _NEW, 0o600)
    try:
        try:
            for at in range(0, stored.size(), _PIECE):
                piece = stored.read(at, _PIECE)
                publication.write_all(fd, piece)
                steps.more(len(piece))
            publication.copy_owner_and_mode(path, temporary)
            if fsync:
                os.fsync(fd)
        finally:
            os.close(fd)
        backup = _named(path, temporary)
    finally:
        temporary.unlink(missing_ok=True)
    publication.sync_folder(path.parent, fsync=fsync)
    return backup


def _named(path: Path, temporary: Path) -> Path:
    """Give the finished copy the first free name; one that is taken is never written over."""
    number = 0
    while True:
        number += 1
        backup = path.with_name(f"{path.name}{_BACKUP}{number}")
        with contextlib.suppress(FileExistsError):
            os.link(temporary, backup)
            return backup


def _checked_parts(plan: RepairPlan, stored: ByteSource, steps: _Steps) -> Iterator[bytes]:
    """The new file, piece by piece; at its end, before it takes the old one's place, that must still be the same."""
    for part in _parts(plan, stored):
        yield part
        steps.more(len(part))
    if not _is_untouched(plan):
        raise WorkbenchError("log_changed", f"{plan.path} changed while it was repaired", hint="look at it again first")


def _parts(plan: RepairPlan, stored: ByteSource) -> Iterator[bytes]:
    for at in range(0, plan.whole, _PIECE):
        yield stored.read(at, min(_PIECE, plan.whole - at))
    text = plan.text
    if plan.compression == "none":
        for at in range(0, text.size(), _PIECE):
            yield text.read(at, _PIECE)
    elif plan.whole:
        yield from _frames(text, plan.whole_text)
    else:
        header = _line_end(text)
        yield batch([text.read(0, header - 1)], "zstd")
        yield from _frames(text, header)


def _frames(text: TextPart, first: int) -> Iterator[bytes]:
    """The lines from ``first`` on, a frame for every so many of them."""
    held = b""
    for at in range(first, text.size(), _FRAME):
        held += text.read(at, _FRAME)
        cut = held.rfind(b"\n") + 1
        if cut:
            yield batch([held[: cut - 1]], "zstd")
            held = held[cut:]


def _line_end(text: TextPart) -> int:
    """Just after the first line."""
    offset = 0
    while (piece := text.read(offset, _FRAME)) and b"\n" not in piece:
        offset += len(piece)
    return offset + piece.find(b"\n") + 1
