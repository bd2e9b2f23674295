"""What of the data folder can be freed, how much that is, and freeing it (page 6, ``workbench clean``).

Owns the rule: copies of other programs' logs and logs of scenario runs can be made again, and what lies in the trash
was forgotten, so they may go; sessions that a person made, settings and database may not, nor a copy whose source is
gone, which is all that is left of it. Something in use is left alone and says so.
"""

import contextlib
import os
import shutil
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from workbench.actions.places import Places
from workbench.errors import WorkbenchError
from workbench.session.copies import source_note
from workbench.session.lock import WriterLock
from workbench.session.paths import find_logs


@dataclass(frozen=True, slots=True)
class Freeable:
    """One folder that may go: ``size`` in bytes, ``of`` names what it is a copy, a run or the rest of. ``last`` says
    that it may not after all: it is a copy that cannot be made again."""

    kind: Literal["copy", "run", "trash"]
    folder: Path
    size: int
    of: str
    last: bool = False


def freeable(places: Places) -> list[Freeable]:
    """Everything that may be freed, copies first, trash last, the copies that may not among them; a data folder that is
    not there has nothing. Places in the trash from which all was moved back are none: :func:`sweep` removes them."""
    copies = [_copy(folder) for folder in _folders(places.copies)]
    runs = [Freeable("run", folder, _size(folder), folder.name) for folder in _folders(places.runs)]
    left = [folder for folder in _folders(places.trash) if not _holds_nothing(folder)]
    trash = [Freeable("trash", folder, _size(folder), folder.name) for folder in left]
    return copies + runs + trash


def free(item: Freeable) -> None:
    """Remove the folder. Raises ``locked`` while someone writes one of its logs, ``not_writable`` if it stays, and
    ``last_copy`` for a copy whose source is gone."""
    if item.last:
        raise WorkbenchError(
            "last_copy",
            f"{item.folder} is all that is left of {item.of}",
            hint="forget it in the list of sessions to free it",
        )
    locks: list[WriterLock] = []
    try:
        locks.extend(WriterLock(log) for log in find_logs(item.folder))
        shutil.rmtree(item.folder)
    except OSError as error:
        raise WorkbenchError("not_writable", f"{item.folder} cannot be removed: {error.strerror or error}") from error
    finally:
        for lock in locks:
            lock.release()


def sweep(places: Places) -> None:
    """Remove the places of the trash that hold no file any more, since what lay there was moved back."""
    for folder in _folders(places.trash):
        if _holds_nothing(folder):
            with contextlib.suppress(OSError):
                shutil.rmtree(folder)


def _holds_nothing(folder: Path) -> bool:
    return all(each.is_dir() and not each.is_symlink() for each in folder.rglob("*"))


def _folders(root: Path) -> list[Path]:
    """Real folders only: what a symbolic link leads to is not ours to free."""
    if not os.path.isdir(root):  # noqa: PTH112 - never raises
        return []
    return sorted(path for path in root.iterdir() if path.is_dir() and not path.is_symlink())


def _size(folder: Path) -> int:
    return sum(path.lstat().st_size for path in folder.rglob("*") if not path.is_dir() or path.is_symlink())


def _copy(folder: Path) -> Freeable:
    note = source_note(folder / "session.jsonl")
    if note is None:
        return Freeable("copy", folder, _size(folder), "an unknown source")
    return Freeable("copy", folder, _size(folder), note.path, last=not os.path.exists(note.path))  # noqa: PTH110
