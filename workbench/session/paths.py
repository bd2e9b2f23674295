"""Where logs live: folder names made of a session's cwd and id, and the logs below a folder (LOG-1).

Owns names only. Whether a file is a log is the reader's question; the one exception is a look at the first bytes of
files with other names, so that a folder's listing is not full of strangers.
"""

import os
import re
import stat
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final, Literal

from workbench.errors import UsageError
from workbench.session.events import Header
from workbench.session.problems import Problem
from workbench.text.quote import quote

Compression = Literal["none", "zstd"]
LOG_NAMES: Final[Mapping[Compression, str]] = {"none": "session.jsonl", "zstd": "session.jsonl.zstd"}
NO_CWD: Final = "_no-cwd"
MAX_NAME: Final = 255  # bytes that a file system takes for one folder name
_MAX_KEY: Final = 251  # UTF-16 units of the cwd that a project key keeps
_NAME: Final = re.compile(r"session(?:\.v[0-9]+)?\.jsonl(?:\.zstd)?")
_KEY: Final = re.compile(r"_no-cwd|--.+--", re.DOTALL)
_SEPARATORS: Final = re.compile(r"[/\\:]+")
_SAFE: Final = re.compile(r"[A-Za-z0-9._-]")
_ESCAPED: Final = re.compile(r"(?:~[0-9A-F]{4})+")
_MAGIC: Final = b"\x28\xb5\x2f\xfd"
_HEADER_START: Final = re.compile(rb'(?:\xef\xbb\xbf)?\s*\{\s*"type"\s*:\s*"session"')
_SNIFFED: Final = 512


def project_key(cwd: str | None) -> str:
    """The folder that holds all sessions of one working directory; ``_no-cwd`` where there is none."""
    if cwd is None:
        return NO_CWD
    joined = _SEPARATORS.sub("-", cwd).removeprefix("-")
    return f"--{_escape(joined, _MAX_KEY) or 'root'}--"


def encode_id(session_id: str) -> str:
    """The folder name of a session id; ``.`` and ``..`` are escaped whole."""
    if session_id in {".", ".."}:
        return "~002E" * len(session_id)
    return _escape(session_id)


def decode_id(name: str) -> str:
    """The session id of a folder name; what is not an escape stands for itself."""
    return _ESCAPED.sub(_unescape, name)


def log_path(root: Path, cwd: str | None, session_id: str, compression: Compression = "none") -> Path:
    """Where the log of a session lies below ``root``.

    Raises UsageError ``invalid_cwd`` or ``invalid_id`` where a folder of that name would not fit a file system.
    """
    key, name = project_key(cwd), encode_id(session_id)
    for folder, code, what in ((key, "invalid_cwd", cwd), (name, "invalid_id", session_id)):
        if len(folder) > MAX_NAME:
            message = f"{quote(what or '')} needs a folder name of {len(folder)} bytes: {MAX_NAME} are accepted"
            raise UsageError(code, message)
    return root / key / name / LOG_NAMES[compression]


def compression_of(path: Path) -> Compression:
    """What the name of a log says about how it is stored."""
    return "zstd" if path.name.endswith(".zstd") else "none"


def check_identity(path: Path, header: Header, root: Path | None = None) -> Problem | None:
    """What is wrong with where the log lies, given its header (LOG-1).

    Checked below ``root``, else only where the path has the shape that a log's path has; None when all is well.
    """
    if root is None and not _is_shaped(path):
        return None
    expected = f"{project_key(header.cwd)}/{encode_id(header.id)}"
    found = path.parent.as_posix() if root is None else _below(path.parent, root)
    if found == expected or (root is None and found.endswith(f"/{expected}")):
        return None
    if root is None:
        found = f"{path.parent.parent.name}/{path.parent.name}"
    return Problem(
        kind="wrong_identity",
        line=1,
        expected=expected,
        found=found,
        message=f"the header's id and cwd belong in {expected}, the file lies in {found}",
    )


def is_taken(path: Path) -> bool:
    """Whether something has that name, a dangling link included; not where the system does not even take the name."""
    return os.path.lexists(path)


def real_path(path: Path) -> Path:
    """``path`` without links and dots as far as they can be followed: neither loops nor impossible names raise."""
    try:
        return Path(os.path.realpath(path))
    except ValueError:
        return path


def find_logs(
    root: Path, *, links: bool = False, unreadable: list[tuple[Path, OSError]] | None = None
) -> Iterator[Path]:
    """Every log below ``root``, in a stable order; folders that cannot be read are passed by, noted in ``unreadable``.

    Files named as logs are always given; other ``.jsonl`` and ``.zstd`` files only if they begin like one. Links are
    not followed; with ``links`` those to files are, but never those to folders.
    """

    def passed_by(error: OSError) -> None:
        if unreadable is not None:
            unreadable.append((Path(os.fsdecode(error.filename or root)), error))

    for folder, subfolders, names in os.walk(root, onerror=passed_by):
        subfolders.sort()
        for name in sorted(names):
            path = Path(folder, name)
            if _is_plain_file(path, links=links) and (_NAME.fullmatch(name) or _begins_like_log(path)):
                yield path


def _is_plain_file(path: Path, *, links: bool) -> bool:
    try:
        return stat.S_ISREG((path.stat() if links else path.lstat()).st_mode)
    except (OSError, ValueError):
        # A link that leads nowhere is a log that is missing, if it is named like one.
        return links and path.is_symlink() and _NAME.fullmatch(path.name) is not None


def _is_shaped(path: Path) -> bool:
    return bool(_NAME.fullmatch(path.name) and _KEY.fullmatch(path.parent.parent.name))


def _below(folder: Path, root: Path) -> str:
    try:
        return folder.resolve().relative_to(root.resolve()).as_posix()
    except (ValueError, OSError, RuntimeError):
        return folder.as_posix()


def _begins_like_log(path: Path) -> bool:
    if not path.name.endswith((".jsonl", ".zstd")):
        return False
    try:
        with path.open("rb") as file:
            start = file.read(_SNIFFED)
    except OSError:
        return False
    return start.startswith(_MAGIC) or bool(_HEADER_START.match(start))


def _escape(text: str, limit: int | None = None) -> str:
    units = text.encode("utf-16-le", "surrogatepass")
    codes = (units[at] | units[at + 1] << 8 for at in range(0, len(units), 2)[:limit])
    return "".join(chr(code) if code < 128 and _SAFE.match(chr(code)) else f"~{code:04X}" for code in codes)


def _unescape(match: re.Match[str]) -> str:
    units = bytes.fromhex(match[0].replace("~", ""))
    return units.decode("utf-16-be", "surrogatepass")
