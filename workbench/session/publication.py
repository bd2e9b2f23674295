"""How a whole file comes to be on disk: complete or not at all, whatever kills the process in between (LOG-12).

Owns temporary names, links, renames and the syncing of folders. What is in the file is its caller's business; growing a
file that is there is in ``logfile``.
"""

import contextlib
import errno
import os
from collections.abc import Iterable
from pathlib import Path

from workbench.errors import WorkbenchError

_NEW = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC


def publish(path: Path, parts: Iterable[bytes], *, fsync: bool = True) -> None:
    """Make ``path`` with these bytes, in folders made as needed; ``session_exists`` if the name is taken.

    The caller holds the log's lock. An OSError leaves nothing behind under ``path``. ``fsync`` False skips the flush to
    the disk alone.
    """
    make_folder(path.parent, fsync=fsync)
    temporary = _write_beside(path, parts, fsync=fsync)
    try:
        os.link(temporary, path)
    except FileExistsError:
        raise exists(path) from None
    finally:
        temporary.unlink()
    try:
        sync_folder(path.parent, fsync=fsync)
    except OSError:
        path.unlink()
        raise


def replace(path: Path, parts: Iterable[bytes], *, fsync: bool = True) -> None:
    """Put these bytes in the place of the file at ``path`` in one step; its permissions stay."""
    temporary = _write_beside(path, parts, fsync=fsync)
    try:
        copy_owner_and_mode(path, temporary)
        temporary.replace(path)
    except OSError:
        temporary.unlink()
        raise
    sync_folder(path.parent, fsync=fsync)


def copy_owner_and_mode(source: Path, target: Path) -> None:
    """Give ``target`` the permissions of ``source`` and, where the system lets us, its owner."""
    found = source.stat()
    with contextlib.suppress(OSError):
        os.chown(target, found.st_uid, found.st_gid)
    target.chmod(found.st_mode & 0o7777)


def make_folder(folder: Path, *, fsync: bool = True) -> None:
    """Make a folder and its parents; each new name is synced, so that the file below survives with its way."""
    missing = []
    while not folder.is_dir():
        missing.append(folder)
        folder = folder.parent
    for each in reversed(missing):
        with contextlib.suppress(FileExistsError):
            each.mkdir()
        sync_folder(each.parent, fsync=fsync)


def sync_folder(folder: Path, *, fsync: bool = True) -> None:
    """Flush a folder's names to the disk."""
    if fsync:
        sync_file(folder)


def sync_file(path: Path) -> None:
    """Flush a file or folder as it is now."""
    fd = os.open(path, os.O_RDONLY | os.O_CLOEXEC)
    try:
        os.fsync(fd)
    finally:
        os.close(fd)


def write_all(fd: int, data: bytes) -> None:
    """Write every byte, however short the single writes are."""
    done = 0
    while done < len(data):
        written = os.write(fd, memoryview(data)[done:] if done else data)
        if not written:
            raise OSError(errno.EIO, "nothing could be written")
        done += written


def clear_leftover(path: Path) -> None:
    """Remove what a process that was killed while publishing ``path`` left beside it."""
    temporary_path(path).unlink(missing_ok=True)


def temporary_path(path: Path) -> Path:
    """The name a file has until it is complete: one per log, as the log's lock admits one writer."""
    return path.with_name(f".{path.name}.new")


def exists(path: Path) -> WorkbenchError:
    """The refusal to write over a session that is there."""
    return WorkbenchError("session_exists", f"there is a session at {path} already", hint="choose another id")


def _write_beside(path: Path, parts: Iterable[bytes], *, fsync: bool) -> Path:
    temporary = temporary_path(path)
    # Never truncate a leftover: after a kill between link and unlink it is the published file itself.
    clear_leftover(path)
    fd = os.open(temporary, _NEW, 0o644)
    try:
        try:
            for part in parts:
                write_all(fd, part)
            if fsync:
                os.fsync(fd)
        finally:
            os.close(fd)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise
    return temporary
