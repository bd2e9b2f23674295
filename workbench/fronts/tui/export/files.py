"""Writing an export: a name that fits the session, the path that was meant, and the file there whole or not at all.

Owns names and codes. What is in the file is its caller's business.
"""

import contextlib
import errno
import os
import re
from pathlib import Path
from typing import Final

from workbench.errors import WorkbenchError
from workbench.session.paths import LOG_NAMES
from workbench.time.instant import format_utc

_UNFIT: Final = re.compile(r"[^\w.-]+")
_PUNCTUATION: Final = re.compile(r"[-:]|\.\d+")
_MOST: Final = 60
# Files of the data folder that no export may take the place of, beside the logs.
_OWN_FILES: Final = ("settings.toml", "workbench.db")
_NO_LINKS: Final = (errno.EPERM, errno.ENOTSUP, errno.EOPNOTSUPP, errno.ENOSYS)


def file_name(session: str, now: int | None, ending: str) -> str:
    """Such as ``overnight-20260807T090001Z.svg``; ``now`` is epoch ms, None where there is no clock."""
    stem = _UNFIT.sub("_", session)[:_MOST].strip("._-") or "workbench"
    moment = f"-{_PUNCTUATION.sub('', format_utc(now))}" if now is not None else ""
    return f"{stem}{moment}.{ending}"


def meant(text: str) -> Path:
    """The file a typed path means, ``~`` and links followed.

    Raises WorkbenchError ``unsafe_name``, ``is_folder``, ``is_log`` and ``not_found``: folders are not made.
    """
    try:
        path = Path(text).expanduser().resolve()
        folder, taken = path.parent.is_dir(), path.is_dir()
    except (OSError, RuntimeError, ValueError) as error:
        raise WorkbenchError("unsafe_name", f"{text!r} cannot be a path: {error}") from error
    if taken:
        raise WorkbenchError("is_folder", f"{path} is a folder; name a file in it")
    if not folder:
        raise WorkbenchError("not_found", f"there is no folder {path.parent}")
    refuse_log(path)
    return path


def refuse_log(path: Path) -> None:
    """Raise ``is_log`` where a session's log or its lock lies, or goes, and ``not_a_file`` for what is no regular file,
    such as a device, and for the data folder's own files: no export takes their place, asked or not."""
    if path.name.startswith(tuple(LOG_NAMES.values())) or _holds_log(path):
        raise WorkbenchError("is_log", f"a session's log lies at {path}", hint="name another file")
    if path.name in _OWN_FILES or (path.exists() and not path.is_file()):
        raise WorkbenchError("not_a_file", f"{path} cannot be replaced by an export", hint="name another file")


def _holds_log(path: Path) -> bool:
    from workbench.session.limits import LIMITS
    from workbench.session.opening import Opening
    from workbench.session.stored import open_file

    if not path.is_file():
        return False
    try:
        return Opening(open_file(path), path, LIMITS).header is not None
    except WorkbenchError:
        return False


def write_whole(path: Path, data: bytes, *, over: bool = False) -> None:
    """Put ``data`` at ``path`` in one step, so that a full disk leaves what was there; ``over`` replaces a file.

    Raises WorkbenchError ``file_exists``, ``is_log`` (see :func:`refuse_log`) and ``not_writable``.
    """
    refuse_log(path)
    beside = path.with_name(f".{path.name[:_MOST]}.{os.getpid()}.part")
    try:
        beside.write_bytes(data)
        if over:
            beside.replace(path)
        else:
            _take(beside, path)
    except FileExistsError as error:
        raise WorkbenchError("file_exists", f"{path} is there already; nothing was written") from error
    except OSError as error:
        raise WorkbenchError("not_writable", f"{path} cannot be written: {error.strerror or error}") from error
    finally:
        with contextlib.suppress(OSError):
            beside.unlink(missing_ok=True)


def _take(beside: Path, path: Path) -> None:
    """Give the file its name unless that is taken, in one step where the file system has links."""
    try:
        os.link(beside, path)
    except OSError as error:
        if error.errno not in _NO_LINKS:
            raise
        if path.exists():
            raise FileExistsError from error
        beside.rename(path)
