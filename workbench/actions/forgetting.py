"""Forgetting a session: what goes, and moving it out of the way (page 6).

Owns the rule: one's own sessions and copies of other programs' logs may go, another program's log never. They go to the
data folder's ``trash``, each below a folder of its own under the path it had, where they can be opened and moved back
until ``workbench clean`` frees them.
"""

import contextlib
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Final, Literal

import msgspec

from workbench.actions.cleaning import sweep
from workbench.actions.places import Places
from workbench.errors import WorkbenchError
from workbench.session.copies import SOURCE_NOTE, existing_copy
from workbench.session.lock import WriterLock, lock_path
from workbench.session.paths import LOG_NAMES, find_logs, real_path

# What a session has beside its log.
_JOURNAL: Final = "journal.jsonl"


class Forgettable(msgspec.Struct, frozen=True):
    """What goes: ``moved`` is a session's folder or a lone file in the data folder, ``log`` the log in it, ``size`` its
    bytes, ``others`` how many files go along that are neither the log nor what belongs to it. A ``copy`` goes without
    its ``source``, which stays as it is."""

    kind: Literal["session", "copy"]
    moved: Path
    log: Path
    size: int
    source: Path | None = None
    others: int = 0


def forgettable(log: Path, places: Places) -> Forgettable:
    """What forgetting the log at ``log`` means. Raises ``nothing_to_forget`` for another program's log without a copy,
    and ``not_found``."""
    home = real_path(places.home)
    real = real_path(log)
    if real.is_relative_to(home):
        copy = real.is_relative_to(real_path(places.copies))
        return _what_goes("copy" if copy else "session", real, places)
    found = existing_copy(log, places.home)
    if found is None:
        raise WorkbenchError(
            "nothing_to_forget",
            f"{log} is not one of your sessions and no copy of it was made here: there is nothing to forget",
            hint="this program never removes another program's log",
        )
    return _what_goes("copy", real_path(found), places, source=log)


def forget(item: Forgettable, places: Places) -> Path:
    """Move it to the trash and return where it lies now. Raises ``locked`` while somebody writes it, ``not_writable``
    where it cannot be moved. Places in the trash from which all was moved back go."""
    sweep(places)
    with _locks(item):
        trashed = _new_place(item, places) / item.moved.relative_to(real_path(places.home))
        try:
            trashed.parent.mkdir(parents=True)
            item.moved.rename(trashed)
        except OSError as error:
            raise WorkbenchError(
                "not_writable", f"{item.moved} cannot be moved to {trashed}: {error.strerror or error}"
            ) from error
    with contextlib.suppress(OSError):
        # The lock file went along.
        lock_path(trashed / item.log.relative_to(item.moved) if item.moved != item.log else trashed).unlink()
    if item.moved.parent not in _roots(places):
        with contextlib.suppress(OSError):
            item.moved.parent.rmdir()
    return trashed


def _what_goes(kind: Literal["session", "copy"], log: Path, places: Places, source: Path | None = None) -> Forgettable:
    if not log.is_file():
        raise WorkbenchError("not_found", f"{log} does not exist any more")
    folder = log.parent
    alone = log.name in LOG_NAMES.values() and list(find_logs(folder)) == [log] and folder not in _roots(places)
    moved = folder if alone else log
    files = [moved] if moved == log else [each for each in moved.rglob("*") if each.is_symlink() or not each.is_dir()]
    size = sum(each.lstat().st_size for each in files)
    own = {log, lock_path(log), folder / SOURCE_NOTE}
    # The journal, and what was set aside of those before it.
    others = (each for each in files if each not in own and not (each.parent == folder and _is_journal(each.name)))
    return Forgettable(kind, moved, log, size, source, sum(1 for _ in others))


def _is_journal(name: str) -> bool:
    return name == _JOURNAL or (name.startswith(f"{_JOURNAL}.") and name[len(_JOURNAL) + 1 :].isdecimal())


def _roots(places: Places) -> tuple[Path, ...]:
    """Folders that stay, whatever goes out of them."""
    home = real_path(places.home)
    return home, *(home / name for name in ("sessions", "sessions/zstd", "copies", "runs", "trash"))


@contextlib.contextmanager
def _locks(item: Forgettable) -> Iterator[None]:
    """Nobody writes the log meanwhile, and nobody makes its copy anew."""
    with ExitStack() as held:
        if item.kind == "copy" and item.moved != item.log:
            held.enter_context(WriterLock(item.moved))
        held.enter_context(WriterLock(item.log))
        yield


def _new_place(item: Forgettable, places: Places) -> Path:
    """A folder of the trash that is not there yet."""
    name = item.moved.name if item.moved != item.log else item.log.stem
    trash = real_path(places.trash)
    number = 1
    while (trash / f"{name}-{number}").exists():
        number += 1
    return trash / f"{name}-{number}"
