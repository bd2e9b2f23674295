"""Copies to work on: a real log is never touched, the bench lives on a copy below its data folder (BEN-11).

Owns where a source's copy lies, that it appears whole or not at all, and what it remembers of its source.
"""

import hashlib
import os
import shutil
from pathlib import Path
from typing import Final

import msgspec

from workbench.errors import WorkbenchError
from workbench.session import publication
from workbench.session.batches import whole_file
from workbench.session.limits import LIMITS
from workbench.session.lock import WriterLock
from workbench.session.opening import Opening
from workbench.session.paths import LOG_NAMES, Compression, encode_id, is_taken, real_path
from workbench.session.prefix import header_bytes, prefix_lines
from workbench.session.reader import SessionLog, read_log
from workbench.session.repair import writable_header
from workbench.session.runs import FrameText
from workbench.session.stored import open_file

SOURCE_NOTE: Final = "source.json"
_READABLE: Final = 60  # characters of a source's name that its copy's folder shows


class SourceNote(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """What a copy remembers of its source: absolute path, size in bytes, mtime in ns, header id (None without header).

    ``first_events`` is set for a prefix copy.
    """

    path: str
    size: int
    mtime_ns: int
    session_id: str | None
    first_events: int | None = None


def copy_for_simulation(source: Path, home: Path, *, fsync: bool = True) -> Path:
    """Make a copy of the log at ``source`` below ``home`` and return its path.

    The bytes are copied as they are, damage included; the source is only read. Raises ``not_found``, ``not_a_log`` and
    their kin, ``copy_exists`` where there is one already (what was done in it is not thrown away unasked: see
    :func:`discard_copy`), ``locked`` while someone makes one, and ``not_writable``.
    """
    stored, session_id = _look_at(source)
    folder = copy_folder(source, home)
    path = folder / _log_name(stored)
    building = folder.with_name(f".{folder.name}.new")
    note = _note(source, session_id, None)
    try:
        publication.make_folder(folder.parent, fsync=fsync)
        with WriterLock(folder):
            _refuse_existing(source, folder)
            shutil.rmtree(building, ignore_errors=True)
            try:
                building.mkdir()
                shutil.copyfile(source, building / path.name)
                _write_note(building, note)
                if fsync:
                    publication.sync_file(building / path.name)
                    publication.sync_file(building / SOURCE_NOTE)
                publication.sync_folder(building, fsync=fsync)
                _remove(folder)
                building.rename(folder)
            except BaseException:
                # A part of a copy is a session to whoever looks for some.
                shutil.rmtree(building, ignore_errors=True)
                raise
            publication.sync_folder(folder.parent, fsync=fsync)
    except OSError as error:
        raise _not_writable(folder, error) from error
    return path


def existing_copy(source: Path, home: Path) -> Path | None:
    """The log of the copy made of ``source`` earlier, or None. It may have grown since: that is what it is for."""
    folder = copy_folder(source, home)
    return next(iter(_logs_in(folder)), None)


def discard_copy(source: Path, home: Path) -> bool:
    """Remove the copy of ``source`` with its journal; False if there is none. Raises ``locked`` while it is in use."""
    folder = copy_folder(source, home)
    if not is_taken(folder):
        return False
    try:
        with WriterLock(folder):
            _remove(folder)
    except OSError as error:
        raise _not_writable(folder, error) from error
    return True


def source_note(copy: Path) -> SourceNote | None:
    """What the copy whose log is ``copy`` remembers of its source; None for a log that is no copy."""
    try:
        return msgspec.json.decode(copy.with_name(SOURCE_NOTE).read_bytes(), type=SourceNote)
    except (OSError, msgspec.MsgspecError, UnicodeDecodeError):
        return None


def source_changed(note: SourceNote) -> bool:
    """Whether the source was written to, replaced or removed since it was copied."""
    try:
        stat = Path(note.path).stat()
    except OSError:
        return True
    return (stat.st_size, stat.st_mtime_ns) != (note.size, note.mtime_ns)


def prefix_copy(source: SessionLog | Path, folder: Path, first_events: int, *, fsync: bool = True) -> Path:
    """Publish a log of exactly the source's header and its first N events in ``folder`` and return its path.

    Packed rows count as the events they hold and are cut where need be; a cut inside a turn is allowed. Raises
    ``invalid_boundary`` where the log has fewer events, ``corrupt_log``, ``unsupported_format``, ``session_exists``.
    """
    found = source if isinstance(source, SessionLog) else read_log(source)
    header, events = writable_header(found), found.index.events
    if not 0 <= first_events <= events:
        accepted = f"0 to {events} are accepted"
        raise WorkbenchError("invalid_boundary", f"{found.path} has no first {first_events} events: {accepted}")
    path = folder / _log_name(found.compression)
    parts = whole_file(header_bytes(found.index), prefix_lines(found.index, first_events), found.compression)
    note = _note(found.path, header.id, first_events)
    try:
        publication.make_folder(folder, fsync=fsync)
        with WriterLock(path):
            publication.publish(path, parts, fsync=fsync)
            _write_note(folder, note)
    except OSError as error:
        raise _not_writable(path, error) from error
    return path


def _refuse_existing(source: Path, folder: Path) -> None:
    """Raise ``locked`` where someone works on the copy, ``copy_exists`` where someone did."""
    for log in _logs_in(folder):
        with WriterLock(log):
            raise WorkbenchError(
                "copy_exists",
                f"{source} was driven elsewhere since it was opened here, on the copy {log}",
                hint="open it again to go on with that copy",
            )


def copy_folder(source: Path, home: Path) -> Path:
    """Where the copy of ``source`` lies: one folder per real path, named so that a person recognises it."""
    real = real_path(source)
    shown = real.parent.name if real.name in LOG_NAMES.values() else real.name.partition(".")[0]
    digest = hashlib.sha256(os.fsencode(real)).hexdigest()[:12]
    readable = encode_id(shown)[:_READABLE].strip(".") or "log"
    return home / "copies" / f"{readable}-{digest}"


def _look_at(source: Path) -> tuple[Compression, str | None]:
    """How the log is stored, whatever its name says, and its header's id."""
    opened = Opening(open_file(source), source, LIMITS)
    stored: Compression = "zstd" if isinstance(opened.text, FrameText) else "none"
    return stored, opened.header.id if opened.header is not None else None


def _log_name(stored: Compression) -> str:
    return LOG_NAMES[stored]


def _note(source: Path, session_id: str | None, first_events: int | None) -> SourceNote:
    real = real_path(source)
    stat = real.stat()
    return SourceNote(
        path=str(real), size=stat.st_size, mtime_ns=stat.st_mtime_ns, session_id=session_id, first_events=first_events
    )


def _logs_in(folder: Path) -> list[Path]:
    return [folder / name for name in LOG_NAMES.values() if os.path.isfile(folder / name)]  # noqa: PTH113 - never raises


def _write_note(folder: Path, note: SourceNote) -> None:
    (folder / SOURCE_NOTE).write_bytes(msgspec.json.format(msgspec.json.encode(note)) + b"\n")


def _remove(folder: Path) -> None:
    """Remove a copy that nobody works on; its log's lock is held meanwhile."""
    logs = _logs_in(folder)
    if not logs:
        shutil.rmtree(folder, ignore_errors=True)
        return
    with WriterLock(logs[0]):
        shutil.rmtree(folder)


def _not_writable(path: Path, error: OSError) -> WorkbenchError:
    return WorkbenchError("not_writable", f"{path} cannot be written: {error.strerror or error}")
