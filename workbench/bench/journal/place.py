"""Where a session's journal lies, and opening what lies there without ever waiting for it or trusting it (BEN-14).

Owns names, descriptors and where the last whole line ends. What a line says is ``reading``'s.
"""

import os
import stat
from pathlib import Path
from typing import Final

from workbench.bench.journal.entries import JOURNAL_NAME
from workbench.errors import WorkbenchError
from workbench.session.paths import LOG_NAMES
from workbench.session.stored import ByteSource, OpenFile

LINE_LIMIT: Final = 16 << 20  # bytes; a longer line is no entry
_STEP: Final = 1 << 16
# A journal that grew there while nobody looked must not block, and a link may lead to anybody's file.
_SAFE: Final = os.O_APPEND | sum(getattr(os, name, 0) for name in ("O_CLOEXEC", "O_NONBLOCK", "O_NOCTTY", "O_NOFOLLOW"))


def journal_path(log: Path) -> Path:
    """The journal of the log at ``log``: ``journal.jsonl`` beside it, with the log's name before it where that is not
    the usual one, so that logs that share a folder do not share a journal."""
    return log.with_name(JOURNAL_NAME if log.name in LOG_NAMES.values() else f"{log.name}.{JOURNAL_NAME}")


def set_aside(path: Path) -> Path | None:
    """Move what lies at ``path`` out of the way of a session that is being made: to ``path`` with a number after it,
    the first that is free. What a former session of that place decided is no part of the new one. None where nothing
    lies there; raises ``not_writable`` where it cannot be moved. The caller holds the log's lock."""
    if not os.path.lexists(path):
        return None
    number = 1
    while os.path.lexists(aside := path.with_name(f"{path.name}.{number}")):
        number += 1
    try:
        path.rename(aside)
    except OSError as error:
        raise WorkbenchError(
            "not_writable",
            f"the journal {path} of a former session cannot be moved out of the way: {error.strerror or error}",
        ) from None
    return aside


def open_journal(path: Path, flags: int) -> tuple[int, OpenFile]:
    """Open the regular file at ``path`` with these access ``flags``; both are the same descriptor, owned by the second.

    Raises ``not_found`` where nothing lies there, ``not_writable`` or ``not_readable`` for anything that is no file.
    """
    try:
        fd = os.open(path, flags | _SAFE, 0o644)
    except FileNotFoundError:
        raise WorkbenchError("not_found", f"{path} does not exist") from None
    except (OSError, ValueError) as error:
        raise _refusal(path, flags, f"cannot be opened: {getattr(error, 'strerror', None) or error}") from None
    file = OpenFile(fd)
    if stat.S_ISREG(file.stat().st_mode):
        return fd, file
    file.close()
    raise _refusal(path, flags, "is no regular file")


def whole_size(file: ByteSource, size: int) -> int:
    """Where the last whole line of the first ``size`` bytes ends; ``size`` itself where a last line is too long for one
    that was torn. Reads from the end, at most one line."""
    at = size
    while at > 0 and size - at <= LINE_LIMIT:
        first = max(0, at - _STEP)
        found = file.read(first, at - first).rfind(b"\n")
        if found >= 0:
            return first + found + 1
        at = first
    return at and size


def _refusal(path: Path, flags: int, how: str) -> WorkbenchError:
    code = "not_readable" if flags == os.O_RDONLY else "not_writable"
    return WorkbenchError(code, f"the journal {path} {how}; a journal is a regular file that can be read and written")
